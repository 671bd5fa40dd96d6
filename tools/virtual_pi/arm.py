"""An emulated ARM processor, program by program: Debian for 64-bit ARM, unpacked.

The packages are not configured, which would take an hour here; the necessary results of their
scripts (the choice of BLAS) are created by hand. The emulator is Debian's too, and is kept in the
folder.
"""

import json
import os
import shlex
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tools import make_gate as gate
from tools.figures.versions import Job, Version, compare
from tools.install import host
from tools.install.trees import ROOT, base
from tools.virtual_pi.report import Report
from tools.virtual_pi.tree import HOME, RELEASE

FOLDER = HOME / "arm64"
PICTURES = 20
_LOOKED_AT_OFTEN = {"blurred", "glare", "hand"}
"""Problems of pictures that the reader looks at repeatedly: a minute each, emulated."""
TESTS = ("barbecue", "bratwurmeck", "junior", "picnic_blitz", "setup")
_PACKAGES = (
    "base-files", "coreutils", "libc-bin", "python3", "python3-numpy", "python3-opencv",
    "python3-pil", "python3-msgspec", "python3-babel", "python3-segno", "python3-starlette",
    "python3-uvicorn", "python3-wsproto", "python3-spidev",
)  # fmt: skip
_FROM_PIP = (
    "luma.oled", "luma.core", "smbus2", "cbor2", "gpiozero", "colorzero",
    "pytest", "pluggy", "iniconfig", "packaging", "pygments", "hypothesis", "sortedcontainers",
)  # fmt: skip
_EMULATOR = "qemu-aarch64-static"
_PROCESSOR = "cortex-a72"  # of a Pi 4; all that the emulator can takes five times as long to start
_LIBRARIES = "usr/lib/aarch64-linux-gnu"

_ENTERING = """#!/bin/bash
# Python of another tree, with the checkout at its own place; all mounts end with it.
inside='set -e
mount -t tmpfs none {merged}
mkdir {merged}/upper {merged}/work {merged}/tree
cd {merged}
mount -t overlay overlay -o lowerdir={layers},upperdir=upper,workdir=work tree
cd tree
mkdir -p proc tmp dev .{checkout}
mount -t proc proc proc
mount -t tmpfs none tmp
for device in null zero urandom random; do
    touch dev/$device
    mount --bind /dev/$device dev/$device
done
mount --bind {checkout} .{checkout}
mount -o remount,ro,bind .{checkout}
{emulator_in}
exec env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 XDG_DATA_HOME=/tmp \\
    PYTHONDONTWRITEBYTECODE=1 QEMU_CPU={processor} \\
    NOTIFY_SOCKET="$NOTIFY_SOCKET" PYTHONPATH={checkout}:/site \\
    $(command -v chroot) . {emulator} /usr/bin/python3 "$@"'
exec setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child \\
    bash -c "$inside" python "$@"
"""


def fetched(say: Callable[[str], None]) -> Path:
    tree = FOLDER / "tree"
    if tree.exists():
        return tree
    say("fetching and unpacking Debian for 64-bit ARM")
    _fetch_packages()
    making = FOLDER / "tree.part"
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    for name in ("bin", "sbin", "lib"):
        (making / "usr" / name).mkdir(parents=True)
        (making / name).symlink_to(f"usr/{name}")
    for archive in sorted((FOLDER / "archives").glob("*.deb")):
        _unpack(archive, making)
    for name in ("blas/libblas.so.3", "lapack/liblapack.so.3"):
        (making / _LIBRARIES / Path(name).name).symlink_to(name)
    _fetch_wheels(making / "site")
    _fetch_emulator()
    making.rename(tree)
    return tree


def _unpack(archive: Path, tree: Path) -> None:
    # Through tar, which leaves the links of /bin and /lib as they are.
    content = subprocess.Popen(
        [host.tool("dpkg-deb"), "--fsys-tarfile", str(archive)], stdout=subprocess.PIPE
    )
    subprocess.run(
        [host.tool("tar"), "-x", "--keep-directory-symlink", "-C", str(tree)],
        stdin=content.stdout, check=True,
    )  # fmt: skip
    if content.wait():
        raise RuntimeError(archive.name)


def _fetch_packages() -> None:
    for name in ("lists/partial", "archives/partial"):
        (FOLDER / name).mkdir(parents=True, exist_ok=True)
    (FOLDER / "sources.list").write_text(f"deb [arch=arm64] {host.mirror()} {RELEASE} main\n")
    (FOLDER / "status").touch()
    settings = {
        "APT::Architecture": "arm64", "APT::Architectures": "arm64", "APT::Sandbox::User": "root",
        "APT::Install-Recommends": "false", "Dir::State": FOLDER,
        "Dir::State::status": FOLDER / "status", "Dir::State::lists": FOLDER / "lists",
        "Dir::Cache": FOLDER, "Dir::Cache::archives": FOLDER / "archives",
        "Dir::Etc::sourcelist": FOLDER / "sources.list", "Dir::Etc::sourceparts": "/dev/null",
    }  # fmt: skip
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    apt = [host.tool("apt-get"), "-q", "-y", *options]
    quiet = subprocess.DEVNULL
    subprocess.run([*apt, "update"], check=True, stdout=quiet)
    subprocess.run([*apt, "--download-only", "install", *_PACKAGES], check=True, stdout=quiet)


def _fetch_wheels(site: Path) -> None:
    tags = ("manylinux2014", "manylinux_2_17", "manylinux_2_28")
    platforms = [word for tag in tags for word in ("--platform", f"{tag}_aarch64")]
    subprocess.run(
        [host.tool("python3"), "-m", "pip", "install", "-q", "--no-deps", "--target", str(site),
         "--only-binary", ":all:", "--python-version", "3.13", *platforms, *_FROM_PIP],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _fetch_emulator() -> None:
    folder = FOLDER / "emulator"
    folder.mkdir(exist_ok=True)
    subprocess.run(
        [host.tool("apt-get"), "-q", "-o", "APT::Sandbox::User=root", "download",
         "qemu-user-static"],
        check=True, cwd=folder, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    _unpack(next(folder.glob("*.deb")), folder)


def python(name: str, layers: Sequence[Path], *, emulated: bool) -> Path:
    """A program that is Python in a tree of these layers, the lowest first."""
    merged = FOLDER / f"merged-{name}"
    merged.mkdir(parents=True, exist_ok=True)
    program = FOLDER / "emulator/usr/bin" / _EMULATOR
    file = FOLDER / f"python-{name}"
    script = _ENTERING.format(
        merged=merged,
        layers=":".join(str(layer) for layer in reversed(layers)),
        checkout=ROOT,
        processor=_PROCESSOR,
        emulator=f"/{_EMULATOR}" if emulated else "",
        emulator_in=f"cp {shlex.quote(str(program))} ." if emulated else "",
    )
    file.write_text(script)
    file.chmod(0o755)
    return file


def try_arm(report: Report) -> None:
    """The rules, the table's start and the reader, against the same on this processor."""
    theirs = python("arm64", (fetched(report.say),), emulated=True)
    ours = python("amd64", (base(RELEASE), HOME / RELEASE / "system"), emulated=False)
    compare_rules(ours, theirs, report)
    start_table(theirs, report)
    compare_readers(ours, theirs, report)


def compare_rules(ours: Path, theirs: Path, report: Report) -> None:
    """Games from the same seeds, and the tests of the rules themselves."""
    here, there = (_said(each, "-m", "tools.virtual_pi.arm_rules") for each in (ours, theirs))
    moves = sum(count for count, _ in json.loads(here).values())
    report.holds("arm64: games from the same seeds are the same, line by line", here == there,
                 f"{moves} moves of {len(json.loads(here))} games")  # fmt: skip
    begun = time.monotonic()
    tests = [f"{ROOT}/tests/rules/test_{name}.py" for name in TESTS]
    said = _said(theirs, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    last = said.strip().splitlines()[-1] if said.strip() else "nothing said"
    report.holds("arm64: tests of the rules", " passed" in last and "failed" not in last, last,
                 f"{time.monotonic() - begun:.0f} s under emulation")  # fmt: skip


def start_table(theirs: Path, report: Report) -> None:
    """The service's own command, until it tells the system that it is ready."""
    name = f"grillside-virtual-pi-{os.getpid()}"
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard,
        tempfile.NamedTemporaryFile("w", dir=FOLDER, suffix=".toml") as box,
    ):
        heard.bind(f"\0{name}")
        heard.settimeout(240)
        box.write('[camera]\nkind = "none"\n[page]\nnetwork = true\nport = 18079\n')
        box.flush()
        begun = time.monotonic()
        process = subprocess.Popen(
            [theirs, "-m", "firmware.commands.cli",
             "table", "--config", box.name, "--folder", "/games"],
            env={**os.environ, "NOTIFY_SOCKET": f"@{name}"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            told = heard.recv(200).decode()
        except TimeoutError:
            told = "nothing"
        seconds = time.monotonic() - begun
        process.kill()  # and with it all that runs in its namespace
        _, complaints = process.communicate()
    report.holds("arm64: the table starts", told == "READY=1", f"{seconds:.0f} s under emulation",
                 complaints.strip()[-200:])  # fmt: skip


def _said(program: Path, *arguments: str) -> str:
    ran = subprocess.run(
        [program, *arguments], check=False, capture_output=True, text=True, cwd=ROOT
    )
    return ran.stdout or ran.stderr


def compare_readers(ours: Path, theirs: Path, report: Report) -> None:
    """Compare the same pictures on both processors."""
    shown = [one for one in gate.pictures() if one.spoilt not in _LOOKED_AT_OFTEN]
    chosen = shown[:: max(1, len(shown) // PICTURES)][:PICTURES]
    jobs = [Job(gate.FOLDER / one.file, one.dice_set, len(one.dice)) for one in chosen]
    with Version(ours) as here, Version(theirs) as there:
        versions = f"Python {there.versions['Python']}, OpenCV {there.versions['OpenCV']}"
        both = []
        for number, job in enumerate(jobs, start=1):
            both.append((here.read(job), there.read(job)))
            report.say(f"picture {number} of {len(jobs)}: {job.path.name}")
    it = compare([one for one, _ in both], [two for _, two in both])
    dice = sum(len(one.faces) for one, _ in both)
    report.holds(
        f"arm64: {len(jobs)} pictures are read with the same faces, verdicts and doubts",
        (it.other_faces, it.other_verdict, it.other_doubts) == (0, 0, 0),
        f"{len(jobs)} pictures, {dice} dice, confidences at most {it.apart:.4f} apart",
        f"{versions}; other faces {it.other_faces}, verdicts {it.other_verdict},"
        f" doubts {it.other_doubts}; {it.took:.0f} ms each under emulation",
    )
