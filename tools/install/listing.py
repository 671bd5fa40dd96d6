"""Lists the files of a layered system, to compare two of them."""

import hashlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

Listing = dict[str, str]

_GONE, _ANEW = "gone", "anew"
"""How an overlay marks what a layer took away, and a folder that hides the one below."""

_PASSING = re.compile(
    r"(proc|run|tmp|dev|var/log|var/cache|var/lib/(apt|dpkg|systemd/(deb-systemd|catalog)))(/|$)"
    r"|.*\.pyc$"  # they hold the time of their source
    r"|etc/(passwd|group|shadow|gshadow)-$|etc/\.pwd\.lock$|etc/ld\.so\.cache$"
)
"""Logs, caches, backups, and what apt keeps for itself: its packages are compared by `dpkg -l`."""


def listing(layers: Sequence[Path]) -> Listing:
    """Every file by its path, with kind, owner, mode and content; the lowest layer comes first."""
    files: Listing = {}
    for layer in layers:
        # The last one may still change between two listings.
        for path, what in _walk(layer) if layer == layers[-1] else _settled(layer):
            if what in {_GONE, _ANEW}:
                for inner in [name for name in files if f"{name}/".startswith(f"{path}/")]:
                    del files[inner]
            if what == _ANEW:
                files[path] = _owned(layer / path)
            elif what != _GONE:
                files[path] = what
    return {path: what for path, what in files.items() if not _PASSING.match(path)}


def differences(before: Listing, after: Listing) -> list[str]:
    """Paths that only one of them has, or that are not the same."""
    changed = sorted(before.keys() ^ after.keys())
    changed += sorted(path for path in before.keys() & after.keys() if before[path] != after[path])
    return changed


@cache
def _settled(layer: Path) -> tuple[tuple[str, str], ...]:
    return tuple(_walk(layer))


def _walk(layer: Path) -> Iterator[tuple[str, str]]:
    for folder, inner, names in os.walk(layer):
        for name in sorted((*inner, *names)):
            path = Path(folder, name)
            yield str(path.relative_to(layer)), _what(path)


def _what(path: Path) -> str:
    status = path.lstat()
    if stat.S_ISCHR(status.st_mode) and status.st_rdev == 0:
        return _GONE
    if path.is_symlink():
        return f"{_owned(path)} -> {path.readlink()}"
    if path.is_file():
        return f"{_owned(path)} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    if path.is_dir() and "trusted.overlay.opaque" in os.listxattr(path):
        return _ANEW
    return _owned(path)


def _owned(path: Path) -> str:
    status = path.lstat()
    return f"{stat.filemode(status.st_mode)} {status.st_uid}:{status.st_gid}"
