"""Runs the installer's script, or parts of it, as the tests need it."""

import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "systemd/install"
INSTALLER = ROOT / "install.sh"


@dataclass(frozen=True)
class Card:
    """A folder as the system that is told of; nothing in it is ever changed by the script."""

    root: Path

    @classmethod
    def at(cls, root: Path, release: str = "trixie") -> "Card":
        card = cls(root)
        card.write("etc/os-release", f"VERSION_CODENAME={release}\n")
        card.write("boot/firmware/config.txt", "dtparam=audio=on\n")
        (root / "opt").mkdir()
        return card

    def write(self, path: str, content: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def files(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.root.rglob("*") if path.is_file()}

    def told(self, *arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
        """What the script says about this card; `typed` is what somebody answers at a terminal."""
        asked = [str(INSTALLER), "--dry-run", "--root", str(self.root), *arguments]
        if typed is None:
            return _run(asked, subprocess.DEVNULL)
        ours, theirs = os.openpty()
        try:
            os.write(ours, typed.encode())
            return _run(asked, theirs)
        finally:
            os.close(ours)
            os.close(theirs)


def refused(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The script with arguments that it must refuse before it looks at anything."""
    return _run([str(INSTALLER), *arguments], subprocess.DEVNULL)


def shell(code: str, **variables: object) -> subprocess.CompletedProcess[str]:
    """Code that uses the installer's functions."""
    known = {"dry": "", "root": "", "panel": "", "buttons": "", "checkout": ROOT, **variables}
    setting = "; ".join(f"{name}={shlex.quote(str(value))}" for name, value in known.items())
    parts = ("saying", "arguments", "system", "packages", "program", "boot", "box", "units")
    sourcing = "; ".join(f". {PARTS}/{part}.sh" for part in parts)
    whole = f"set -euo pipefail; shopt -s inherit_errexit; {setting}; {sourcing}; {code}"
    return _run(["bash", "-c", whole], subprocess.DEVNULL)


def words(code: str, **variables: object) -> list[str]:
    """What such code prints, word by word."""
    ran = shell(code, **variables)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def _run(command: list[str], typed: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdin=typed, capture_output=True, text=True, check=False)
