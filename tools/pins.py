"""Updates the installer's packages from PyPI to the newest versions: `make pins`.

Needs the Internet. It writes systemd/install/pins.txt: a line for each package, with the SHA-256
hash of its wheel for every system the installer supports. Packages of the system are omitted.
"""

import json
import subprocess
import sys
import tomllib
from collections import defaultdict
from itertools import product
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PINS = ROOT / "systemd/install/pins.txt"
PYTHONS = ("3.11", "3.13")
PROCESSORS = ("aarch64", "x86_64")
FROM_THE_SYSTEM = {"numpy", "pillow"}

_HEAD = """\
# Written by `make pins`: what the installer takes from PyPI, as wheels for Python {pythons}
# on {processors}. One line for each, which it hands to pip as it is.
"""


def wanted() -> list[Requirement]:
    """Return the requirements of pyproject.toml, including those for building."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = told["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    return [Requirement(line) for line in (*lines, *told["build-system"]["requires"])]


def resolved(python: str, processor: str) -> dict[str, tuple[str, str, list[str]]]:
    """Return the packages that pip would choose: version, hash and requirements."""
    kinds = ("manylinux2014", "manylinux_2_17", "manylinux_2_28")
    command = [
        *("python3", "-m", "pip", "install", "--quiet", "--dry-run", "--report=-", "--target=none"),
        *("--ignore-installed", "--only-binary=:all:", f"--python-version={python}"),
        *(f"--platform={kind}_{processor}" for kind in kinds),
        *map(str, wanted()),
    ]
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if ran.returncode:
        sys.exit("pins: pip did not find everything; it says why above. pins.txt is as it was.")
    taken = {}
    for one in json.loads(ran.stdout)["install"]:
        told = one["metadata"]
        digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
        name = told["name"].lower().replace("_", "-")
        taken[name] = (told["version"], digest, told.get("requires_dist", []))
    return taken


def main() -> None:
    """Ask for every system, and write what they agree on."""
    versions: dict[str, set[str]] = defaultdict(set)
    hashes: dict[str, set[str]] = defaultdict(set)
    for python, processor in product(PYTHONS, PROCESSORS):
        taken = resolved(python, processor)
        there = {canonicalize_name(name) for name in taken}
        for name, (version, digest, asked) in taken.items():
            versions[name].add(version)
            hashes[name].add(digest)
            for each in map(Requirement, asked):
                # pip looks at the Python it runs on; this looks at the one the pins are for.
                asks = each.marker is None or each.marker.evaluate({"python_version": python})
                if asks and canonicalize_name(each.name) not in there:
                    sys.exit(f"pins: {name} needs {each.name} on Python {python}: try that Python")
    for name in FROM_THE_SYSTEM:
        versions.pop(name, None)
    torn = [name for name, several in versions.items() if len(several) > 1]
    if torn:
        sys.exit(
            f"pins: no version of {', '.join(torn)} suits every system. pins.txt is as it was."
        )
    head = _HEAD.format(pythons=" and ".join(PYTHONS), processors=" and ".join(PROCESSORS))
    lines = []
    for name in sorted(versions):
        known = (f"--hash=sha256:{each}" for each in sorted(hashes[name]))
        lines.append(" ".join((f"{name}=={min(versions[name])}", *known)) + "\n")
    PINS.write_text(head + "".join(lines))
    print(f"{PINS.relative_to(ROOT)}: {', '.join(line.split()[0] for line in lines)}")


if __name__ == "__main__":
    main()
