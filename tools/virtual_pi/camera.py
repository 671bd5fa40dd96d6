"""Step 2, the camera: the product's own, with the real picamera2 and libcamera.

Pictures come from libcamera's virtual camera, which shows files; `guest/virtual_camera.py` adds
what it lacks of a Pi's camera.
"""

import io
import json
import re
import tarfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tools.virtual_pi.camera_layer import PROBE, SETUP
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.report import Report

FOLDER = "/run/virtual-camera"
_AS_USER = "cd /tmp; setpriv --reuid grillside --regid grillside --init-groups"
_YAML = """\
"{name}":
  supported_formats:
  - {{width: 1280, height: 960, frame_rates: [10, 30]}}
  - {{width: 1280, height: 720, frame_rates: [10, 30]}}
  - {{width: 1024, height: 768, frame_rates: [10, 30]}}
  - {{width: 640, height: 480, frame_rates: [10, 30]}}
  frames:
    path: "{folder}"
  location: "CameraLocationFront"
  model: "Virtual dice"
"""
WHOLE = {"imx708": [2304, 1296], "imx219": [1640, 1232]}
"""The modes that see all of their sensors, two by two."""

Found = dict[str, Any]


def show(machine: Machine, name: str, pictures: Sequence[bytes]) -> None:
    """Let the virtual camera show these pictures in turn, from when it is found next."""
    folder = f"{FOLDER}/{name}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for number, picture in enumerate(pictures):
            file = tarfile.TarInfo(f"{number}.jpg")
            file.size, file.mode = len(picture), 0o644
            tar.addfile(file, io.BytesIO(picture))
    machine.check(f"mkdir -p {folder}; tar -x -C {folder}", given=packed.getvalue())
    # The camera looks for a change of this file: it must be whole whenever it looks.
    machine.write(f"{SETUP}.new", _YAML.format(name=name, folder=folder))
    machine.check(f"mv {SETUP}.new {SETUP}; chown -R grillside {FOLDER} $(dirname {SETUP})")


def no_camera(machine: Machine) -> None:
    """From when it is looked for next."""
    machine.check(f"rm -f {SETUP}")


def patches() -> list[bytes]:
    """Three pictures with a patch of each colour, and each of another grey."""
    files = []
    for grey in (60, 110, 160):
        picture = np.full((960, 1280, 3), grey, np.uint8)
        for left, colour in ((100, (0, 0, 230)), (500, (0, 230, 0)), (900, (230, 0, 0))):
            picture[100:400, left : left + 300] = colour
        files.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes())
    return files


def probe(machine: Machine, *tries: str, limit: float = 1_200) -> dict[str, Found]:
    """Test the product's camera in the machine, with its own Python and user."""
    said = machine.check(
        f"{_AS_USER} /opt/grillside/bin/python /{PROBE} {' '.join(tries)} 2>/tmp/probe.err"
        " || { tail -30 /tmp/probe.err; false; }",
        limit,
    )
    found = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    return {one["try"]: one for one in found}


def try_virtual(machine: Machine, report: Report) -> None:
    """The product's camera on libcamera's virtual one."""
    show(machine, "patches", patches())
    found = probe(machine, "pictures", "flushed", "metered", "lost", "busy", "fields", "missing")
    _told_pictures(found["pictures"], report)
    old, new = found["flushed"]["without"], found["flushed"]["with"]
    report.holds(
        "a picture that was begun before it was asked for: only without the flush",
        max(old) < 0 <= min(new), f"{min(old):.2f} s, with it {min(new):+.2f} s",
    )  # fmt: skip
    _told_metered(found["metered"], report)
    lost = found["lost"]
    report.holds("no more pictures in the middle: the product says so",
                 lost["middle"]["code"] == lost["still"]["code"] == "camera_gone",
                 f"{lost['middle']['seconds']:.1f} s", lost["middle"]["words"])  # fmt: skip
    report.holds("pictures again once they come", lost["back"]["pictures"] == 3)
    busy = found["busy"]
    report.holds("opened twice: refused with a reason, free again when closed",
                 busy["held"]["code"] == "camera_busy" and not busy["free"]["code"],
                 words=busy["held"]["words"])  # fmt: skip
    wrong = [
        name for name, one in found["fields"].items()
        if name != "try" and (one["mode"] != WHOLE[name.split()[0]] or _size(name) != one["frame"])
    ]  # fmt: skip
    report.holds("picamera2 chooses the mode that sees the whole sensor, at every size",
                 len(found["fields"]) == 9 and not wrong, "8 of 8", " ".join(wrong))  # fmt: skip
    missing = found["missing"]
    report.holds("no camera: refused with a reason",
                 not missing["present"] and missing["trouble"]["code"] == "camera_missing",
                 words=missing["trouble"]["words"])  # fmt: skip


def _size(name: str) -> list[int]:
    return [int(part) for part in name.split()[1].split("x")]


def _told_pictures(told: Found, report: Report) -> None:
    versions = ", ".join(f"{name} {version}" for name, version in told["versions"].items())
    report.holds("pictures as OpenCV wants them",
                 told["shape"] == [960, 1280, 3] and told["kind"] == "uint8" and told["owned"],
                 words=versions)  # fmt: skip
    wanted = {"red": [0, 0, 230], "green": [0, 230, 0], "blue": [230, 0, 0]}
    off = max(
        abs(a - b) for name in wanted
        for a, b in zip(told["colours"][name], wanted[name], strict=True)
    )  # fmt: skip
    report.holds("red stays red, green green, blue blue", off <= 8, f"off by {off} of 255")
    again = told["again"]
    report.holds("timestamps rise, and none is from before it was asked for",
                 told["rising"] and min(one["after"] for one in again) > 0)  # fmt: skip
    report.holds(
        "it rests between looks", told["resting"], f"{100 * told['at_rest']:.1f} % of a core"
    )
    memory = told["memory"]
    report.holds("picamera2 loaded", told["library"], f"{told['loading']:.1f} s",
                 f"{memory['loaded'] - memory['bare']:.0f} MB")  # fmt: skip
    report.holds("opened, to the first picture", told["opening"] < 60, f"{told['opening']:.2f} s",
                 f"{memory['open'] - memory['loaded']:.0f} MB more")  # fmt: skip
    seconds = sorted(one["seconds"] for one in again)[len(again) // 2]
    report.holds("started again, to the first picture", seconds < 60, f"{seconds:.2f} s")
    report.holds("a picture each", told["each"] < 10, f"{told['each']:.3f} s",
                 f"{1000 * told['worked']:.0f} ms of a core each")  # fmt: skip
    report.holds("closed and opened again", told["reopening"] < 60, f"{told['reopening']:.2f} s")


def _told_metered(told: Found, report: Report) -> None:
    exposure = told["exposure"]
    report.holds("metered: whole flickers of a lamp, and used from then on",
                 exposure % 10_000 == 0 and told["used"] == exposure,
                 f"{told['seconds']:.1f} s", f"{exposure} us, gain {told['gain']}")  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """Return the service's memory in megabytes, and its processor seconds."""

    now: float
    most: float
    own: float
    """The part of the memory that cannot be read again from files."""
    work: float


def measured(machine: Machine) -> Measured:
    """How much that is now."""
    told = machine.check(
        "cd /proc/$(systemctl show -P MainPID grillside); grep -E 'VmHWM|Rss|RSS' status; cat stat"
    )
    sizes = {name: int(size) / 1e3 for name, size in re.findall(r"(\w+):\s+(\d+) kB", told)}
    times = told.rpartition(")")[2].split()  # what comes after the name of the program
    own = sizes["VmRSS"] - sizes["RssFile"]
    return Measured(sizes["VmRSS"], sizes["VmHWM"], own, (int(times[11]) + int(times[12])) / 100)


def idle(machine: Machine, seconds: float = 10) -> float:
    """Return the part of a core that the idle service uses."""
    before, start = measured(machine).work, time.monotonic()
    time.sleep(seconds)
    return (measured(machine).work - before) / (time.monotonic() - start)
