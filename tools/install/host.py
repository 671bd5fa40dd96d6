"""Settings of this machine for a clean tree: how apt and pip reach their packages."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

_APT = re.compile(r"Acquire::(http|https|ftp|Check-Valid-Until)\b")
_PASSED_ON = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")


def tool(name: str) -> str:
    """Return the path of a program, which is required."""
    found = shutil.which(name)
    if found is None:
        sys.exit(f"trees: there is no {name} here. Debian has it: apt install {name}")
    return found


def told(name: str, *arguments: str) -> str:
    command = [tool(name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def mirror() -> str:
    """Return the source of this machine's Debian packages."""
    sources = told("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
    return next(place for place in sources.split() if place.rstrip("/").endswith("/debian"))


def apt_settings() -> str:
    """How apt reaches it: proxies and the like."""
    lines = told("apt-config", "dump", "Acquire").splitlines()
    return "".join(f"{line}\n" for line in lines if _APT.match(line))


def environment() -> dict[str, str]:
    """Pip's settings from all its files and variables, and the proxies, as variables."""
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    for line in told("python3", "-m", "pip", "config", "list").splitlines():
        name, _, value = line.partition("=")
        key = name.rsplit(".", 1)[-1].upper().replace("-", "_")
        passed[f"PIP_{key}"] = " ".join(shlex.split(value))
    return passed


def folders(settings: Mapping[str, str]) -> Iterator[Path]:
    """Files and folders of this machine that these settings name."""
    for value in settings.values():
        for word in value.split():
            place = Path(word.removeprefix("file://"))
            if place.is_absolute() and place.exists():
                # An index on the disk keeps its files beside its pages.
                yield place.parent if place.name == "simple" else place
