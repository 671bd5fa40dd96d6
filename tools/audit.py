"""Checks the installed packages for known vulnerabilities at osv.dev: `make audit`.

Needs the Internet. It checks the installer's pins and the packages in .venv. On a box it also
checks the program in /opt/grillside, and the system's packages that it uses, for which Debian
reports its fixes. Each advisory is a line; the status is 1 if there are any, and 2 if osv.dev could
not be asked about everything.
"""

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from importlib import metadata
from pathlib import Path
from platform import freedesktop_os_release
from typing import Any, NamedTuple
from urllib.parse import quote
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[1]
PINS = ROOT / "systemd/install/pins.txt"
DEVELOPING = ROOT / ".venv"
PROGRAM = Path("/opt/grillside")
OSV = "https://api.osv.dev"

_NAMES = """. systemd/install/packages.sh
printf '%s\\n' "${NEEDED[@]}" "${PI_ONLY[@]}" "${EITHER[@]/#/python3-}"
"""

Ask = Callable[[str, object], dict[str, Any]]


class Package(NamedTuple):
    """A version of a package, as osv.dev names it."""

    ecosystem: str
    name: str
    version: str


class NotAskedError(Exception):
    """osv.dev did not answer for all packages."""


def pinned(file: Path) -> Iterator[Package]:
    """Return the packages that the installer takes from PyPI."""
    for line in file.read_text().splitlines():
        if not line.startswith("#"):
            name, version = line.split()[0].split("==")
            yield Package("PyPI", name, version)


def installed(environment: Path) -> Iterator[Package]:
    """Return the packages that pip installed into a virtual environment."""
    folders = [str(folder) for folder in environment.glob("lib/python3*/site-packages")]
    for one in metadata.distributions(path=folders):
        if one.name != "grillside":
            yield Package("PyPI", one.name, one.version)


def of_the_system() -> Iterator[Package]:
    """The system's packages that the program uses, by their sources."""
    told = subprocess.run(
        ["bash", "-c", _NAMES],  # noqa: S607
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    names = [name.split("=")[0] for name in told.stdout.split()]
    form = "${db:Status-Status} ${source:Package} ${source:Version}\n"
    # Its status says only that some of them are not known here.
    ran = subprocess.run(
        ["dpkg-query", "-W", "-f", form, "python3", *names],  # noqa: S607
        check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    release = f"Debian:{freedesktop_os_release()['VERSION_ID']}"
    for line in ran.stdout.splitlines():
        state, name, version = line.split()
        if state == "installed":
            yield Package(release, name, version)


def everything() -> dict[Package, set[str]]:
    """Return all packages to check, and their places."""
    where: dict[Package, set[str]] = defaultdict(set)
    sources: list[tuple[str, Iterable[Package]]] = [
        ("pinned", pinned(PINS)),
        (".venv", installed(DEVELOPING)),
        ("installed", installed(PROGRAM)),
    ]
    if PROGRAM.exists():
        sources.append(("system", of_the_system()))
    for place, packages in sources:
        for package in packages:
            where[package].add(place)
    return where


def asking(address: str) -> Ask:
    """Return a function that asks osv.dev, or a server like it."""

    def ask(what: str, question: object) -> dict[str, Any]:
        data = None if question is None else json.dumps(question).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"{address}/v1/{what}", data, headers)  # noqa: S310  # ours
        with urlopen(request, timeout=30) as answer:  # noqa: S310
            told: dict[str, Any] = json.load(answer)
            return told

    return ask


def advisories(packages: Iterable[Package], ask: Ask) -> Iterator[tuple[Package, str]]:
    """Return each advisory about one of these, by its name."""
    waiting = [(package, "") for package in packages]
    while waiting:
        questions = [
            {
                "package": {"ecosystem": package.ecosystem, "name": package.name},
                "version": package.version,
                **({"page_token": page} if page else {}),
            }
            for package, page in waiting
        ]
        results = ask("querybatch", {"queries": questions})["results"]
        more = []
        for (package, _), result in zip(waiting, results, strict=True):
            for told in result.get("vulns", []):
                yield package, told["id"]
            if result.get("next_page_token"):
                more.append((package, result["next_page_token"]))
        waiting = more


def in_words(name: str, ask: Ask) -> str:
    """Return an advisory's names and summary, in one line."""
    told = ask(f"vulns/{quote(name, safe='')}", None)
    about = told.get("summary") or told.get("details") or "osv.dev tells no more"
    words = " ".join(filter(None, [name, *told.get("aliases", []), *told.get("upstream", [])]))
    line = " ".join(f"{words}: {about}".split())
    return "".join(each if each.isprintable() else "?" for each in line)[:200]


def audit(where: dict[Package, set[str]], ask: Ask) -> list[str]:
    """A line for each advisory."""
    try:
        found = sorted(set(advisories(where, ask)))
        words = {name: in_words(name, ask) for name in {name for _, name in found}}
    # Whatever is no answer as osv.dev gives them.
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        told = getattr(error, "reason", error)
        raise NotAskedError(str(told) or type(error).__name__) from error
    return [
        f"{package.name} {package.version} ({', '.join(sorted(where[package]))}): {words[name]}"
        for package, name in found
    ]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="asks osv.dev about what is installed")
    parser.add_argument("--address", default=OSV, help="another server that answers as osv.dev")
    where = everything()
    try:
        lines = audit(where, asking(parser.parse_args(arguments).address))
    except NotAskedError as error:
        print(f"audit: osv.dev could not be asked about everything: {error}.", file=sys.stderr)
        print("  So nothing is known of what is installed. Ask again where there is a network.",
              file=sys.stderr)  # fmt: skip
        return 2
    for line in lines:
        print(line)
    print(f"{len(where)} packages asked about, {len(lines) or 'no'} advisories.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
