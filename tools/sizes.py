"""Measures the size of each dependency on a Pi: `python -m tools.sizes`.

Needs the Internet, and apt. Wheels are those that pip would install on a 64-bit Pi with Python
3.13, unpacked. Packages of the system are those of Debian Trixie for arm64, each with what it adds
to Python and to the packages before it; recommended packages are omitted, as by the installer.
"""

import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.parser import BytesParser
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_28_aarch64", "linux_aarch64")
FROM_APT = (
    "python3-numpy", "python3-pil", "python3-opencv", "python3-spidev", "python3-lgpio",
    "python3-picamera2",
)  # fmt: skip
SOURCE = "deb [arch=arm64 trusted=yes] http://deb.debian.org/debian trixie main\n"
KILO = 1000


@dataclass(frozen=True)
class Wheel:
    """A package from pip."""

    name: str
    version: str
    licence: str
    packed: int
    unpacked: int

    @classmethod
    def of(cls, path: Path) -> "Wheel":
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
            told = BytesParser().parsebytes(archive.read(metadata))
            unpacked = sum(entry.file_size for entry in archive.infolist())
        licence = told["License-Expression"] or _classified(told.get_all("Classifier", []))
        licence = licence or (told["License"] or "").split("\n")[0]
        return cls(told["Name"], told["Version"], licence, path.stat().st_size, unpacked)


def _classified(classifiers: list[str]) -> str:
    found = [told.rsplit(" :: ", 1)[-1] for told in classifiers if told.startswith("License")]
    return ", ".join(found)


def wanted() -> list[str]:
    """Return the packages that pip installs on a Pi, by pyproject.toml."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = told["optional-dependencies"]
    return [*told["dependencies"], *extras["opencv"], *extras["pi"]]


def wheels(folder: Path) -> list[Wheel]:
    """All that pip would bring, the largest first."""
    platforms = [word for name in PLATFORMS for word in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:",
               "--python-version", "313", *platforms, "--dest", str(folder), *wanted()]  # fmt: skip
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    found = map(Wheel.of, folder.glob("*.whl"))
    return sorted(found, key=lambda wheel: -wheel.unpacked)


class Apt:
    """Debian's packages for a Pi, queried in a separate folder; nothing is installed."""

    def __init__(self, folder: Path) -> None:
        for part in ("lists/partial", "cache/archives/partial", "etc"):
            (folder / part).mkdir(parents=True)
        (folder / "status").touch()
        (folder / "etc/sources.list").write_text(SOURCE)
        settings = {
            "APT::Architecture": "arm64",
            "APT::Architectures::": "arm64",
            "APT::Install-Recommends": "false",
            "Acquire::Languages": "none",
            "Dir::Etc": f"{folder}/etc",
            "Dir::State::lists": f"{folder}/lists",
            "Dir::State::status": f"{folder}/status",
            "Dir::Cache": f"{folder}/cache",
        }
        self._options = [
            word for key, value in settings.items() for word in ("-o", f"{key}={value}")
        ]
        self._run("apt-get", "update", "-qq")

    def _run(self, program: str, *words: str) -> str:
        command = [program, *self._options, *words]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return done.stdout

    def brought(self, *packages: str) -> frozenset[str]:
        """Everything that is installed for these, with nothing there before."""
        told = self._run("apt-get", "install", "--simulate", *packages)
        return frozenset(re.findall(r"^Inst (\S+)", told, re.MULTILINE))

    def kilobytes(self, packages: frozenset[str]) -> int:
        """Return the sizes that the packages declare."""
        told = self._run("apt-cache", "show", "--no-all-versions", *sorted(packages))
        return sum(map(int, re.findall(r"^Installed-Size: (\d+)", told, re.MULTILINE)))

    def sizes(self) -> Iterator[str]:
        before = self.brought("python3", "python3-venv")
        asked = ["python3", "python3-venv"]
        for package in FROM_APT:
            try:
                after = self.brought(*asked, package)
            except subprocess.CalledProcessError:
                yield f"{package}: not in Debian, so not measured"
                continue
            asked.append(package)
            alone = self.kilobytes(frozenset({package})) / KILO
            more = self.kilobytes(after - before) / KILO if after - before else 0.0
            yield f"{package}: {alone:.1f} MB, {len(after - before)} packages of {more:.1f} MB"
            before = after


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for wheel in wheels(Path(folder)):
            packed, unpacked = wheel.packed / KILO**2, wheel.unpacked / KILO**2
            print(f"{wheel.name} {wheel.version}: {packed:.1f} MB packed, {unpacked:.1f} MB;"
                  f" {wheel.licence}")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for line in Apt(Path(folder)).sizes():
            print(line)


if __name__ == "__main__":
    main()
