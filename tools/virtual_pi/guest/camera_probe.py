"""Tests the product's camera in the virtual Pi, as the service's user.

Each test is requested by name and prints its result as a line of JSON. Times are those of the
machine's own clock.
"""

import gc
import json
import resource
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from firmware.camera.pi import PiCamera
from firmware.config.keys import Size
from firmware.errors import CameraTrouble
from firmware.speech.words import Words

LOST = Path("/run/virtual-camera/lost")
SETUP = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
PATCHES = {"red": (250, 250), "green": (250, 650), "blue": (250, 1050)}
"""Where the first pictures are of one colour."""

Found = dict[str, Any]


def taken(camera: PiCamera, most: int) -> list[tuple[float, Any]]:
    """Return pictures of one look."""
    frames = camera.frames()
    try:
        return list(islice(frames, most))
    finally:
        frames.close()  # type: ignore[attr-defined]


def trouble(act: Callable[[], object]) -> Found:
    """How the product fails: its code, its words, and after how many seconds."""
    start = time.monotonic()
    try:
        act()
    except CameraTrouble as error:
        words = Words().error(error)
        return {"code": error.code, "words": words, "seconds": time.monotonic() - start}
    return {"code": "", "words": "", "seconds": time.monotonic() - start}


def memory() -> float:
    """Megabytes that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def processor() -> float:
    """Seconds of a core that it has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def pictures() -> Found:
    """Opening, colours, order, pace, resting and opening again."""
    import cv2
    import numpy as np

    bare = memory()
    start = time.monotonic()
    import picamera2

    loading, loaded = time.monotonic() - start, memory()
    camera = PiCamera()
    start = time.monotonic()
    (_, frame), *_ = taken(camera, 1)
    opening = time.monotonic() - start
    times: list[float] = []
    worked, frames = processor(), camera.frames()
    times += [at for at, _ in islice(frames, 20)]
    frames.close()  # type: ignore[attr-defined]
    worked = (processor() - worked) / len(times)
    open_memory = memory()
    again = []
    for _ in range(5):
        asked = time.monotonic()
        at, _ = taken(camera, 1)[0]
        again.append({"seconds": time.monotonic() - asked, "after": at - asked})
    resting = camera._camera is not None and not camera._camera.started
    before, idle = processor(), time.monotonic()
    time.sleep(3)
    at_rest = (processor() - before) / (time.monotonic() - idle)
    camera.close()
    reopened = time.monotonic()
    taken(camera, 1)
    reopening = time.monotonic() - reopened
    camera.close()
    return {
        "versions": {
            "cv2": cv2.__version__,
            "numpy": np.__version__,
            "python": sys.version.split()[0],
        },
        "library": str(picamera2.__file__),
        "loading": loading,
        "memory": {"bare": bare, "loaded": loaded, "open": open_memory},
        "opening": opening,
        "each": (times[-1] - times[0]) / (len(times) - 1),
        "worked": worked,
        "shape": list(frame.shape),
        "kind": str(frame.dtype),
        "owned": bool(frame.flags.c_contiguous and frame.flags.writeable),
        "colours": {name: [int(v) for v in frame[place]] for name, place in PATCHES.items()},
        "rising": times == sorted(set(times)),
        "again": again,
        "resting": resting,
        "at_rest": at_rest,
        "reopening": reopening,
    }


def flushed() -> Found:
    """Compare picamera2's pictures with and without the product's flush."""
    camera = PiCamera()
    frames = camera.frames()
    next(frames)
    running: Any = camera._camera
    old: list[float] = []
    new: list[float] = []
    for _ in range(5):
        for flush, ages in ((False, old), (True, new)):
            time.sleep(0.2)
            asked = time.monotonic_ns()
            request = running.capture_request(wait=10.0, flush=flush)
            told = request.get_metadata()
            request.release()
            begun = told["SensorTimestamp"] - 1000 * told["ExposureTime"]
            ages.append((begun - asked) / 1e9)
    frames.close()  # type: ignore[attr-defined]
    camera.close()
    return {"without": old, "with": new}


def fields() -> Found:
    """Which mode of which sensor the real picamera2 chooses for the product."""
    import virtual_camera  # type: ignore[import-not-found]

    chosen: Found = {}
    for sensor, modes in virtual_camera.SENSORS.items():
        virtual_camera.sensor = sensor
        for size in Size:
            camera = PiCamera(size.pixels)
            (_, frame), *_ = taken(camera, 1)
            told: Any = camera._camera
            chosen[f"{sensor} {size}"] = {
                "mode": list(told.camera_configuration()["sensor"]["output_size"]),
                "frame": [frame.shape[1], frame.shape[0]],
                "whole": modes[-1],
            }
            camera.close()
    return chosen


def metered() -> Found:
    """What it finds by itself, and that it is used from then on."""
    camera = PiCamera()
    start = time.monotonic()
    settings = camera.meter(focus=True)
    seconds = time.monotonic() - start
    frames = camera.frames()
    next(frames)
    told: Any = camera._camera
    used = dict(told.set)
    frames.close()  # type: ignore[attr-defined]
    camera.close()
    return {
        "exposure": settings.exposure, "gain": settings.gain, "colours": list(settings.colours),
        "lens": settings.lens, "seconds": seconds, "used": used.get("ExposureTime"),
    }  # fmt: skip


def lost() -> Found:
    """No more pictures in the middle, and then again."""
    camera = PiCamera()
    frames = camera.frames()
    next(frames)
    LOST.touch()

    def rest() -> None:
        for _ in frames:
            pass

    found = {"middle": trouble(rest), "still": trouble(lambda: taken(camera, 1))}
    LOST.unlink()
    found["back"] = {"pictures": len(taken(camera, 3))}
    camera.close()
    return found


def missing() -> Found:
    """There is none, from before it is first asked for; then there is."""
    aside = SETUP.with_suffix(".aside")
    SETUP.rename(aside)
    camera = PiCamera()
    try:
        found = {"present": camera.present(), "trouble": trouble(lambda: taken(camera, 1))}
    finally:
        aside.rename(SETUP)
    return found


def busy() -> Found:
    first, second = PiCamera(), PiCamera()
    taken(first, 1)
    held = trouble(lambda: taken(second, 1))
    first.close()
    found = {"held": held, "free": trouble(lambda: taken(second, 1))}
    second.close()
    return found


TRIES = {each.__name__: each for each in (pictures, flushed, fields, metered, lost, missing, busy)}

if __name__ == "__main__":
    for name in sys.argv[1:]:
        gc.collect()  # cameras of the last try
        print(json.dumps({"try": name, **TRIES[name]()}), flush=True)
