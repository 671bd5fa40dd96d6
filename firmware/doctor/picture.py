"""Takes a picture of the tray, checks its quality and reads it. Loads OpenCV."""

from collections.abc import Callable

from firmware.camera.aiming import focus, glare, light
from firmware.camera.mat import MISLEADING, MatSeen, seen_mat
from firmware.camera.table_camera import BRIGHT, DARK, GLARING, SHARP
from firmware.doctor.findings import Findings, State, note
from firmware.errors import CameraTrouble
from firmware.ports import Camera
from firmware.speech.causes import causes
from rules.dice import DiceSet
from vision.geometry import Frame
from vision.reading import Reading

_DENIED = {
    "dark": "picture_lit",
    "glare": "picture_clear",
    "out_of_focus": "picture_sharp",
    "blurred": "picture_sharp",
}
"""Praise for the picture that is omitted if dice are doubted for the opposite reason."""


def check_camera(
    camera: Camera,
    read: Callable[[], Reading | None],
    dice_set: DiceSet,
    now: Callable[[], float],
) -> Findings:
    """Take a picture, check it and read its dice; raises `CameraTrouble` without a picture."""
    start = now()
    frame = next((frame for _, frame in camera.frames()), None)
    if frame is None:
        raise CameraTrouble("camera_gone")
    height, width = frame.shape[:2]
    taken = round(1000 * (now() - start))
    yield State.GOOD, note("picture_taken", width=width, height=height, milliseconds=taken)
    found = [*judged(frame), *matted(frame)]
    start = now()
    reading = read()
    seen = (
        [] if reading is None else [*_dice_found(reading, dice_set, round(1000 * (now() - start)))]
    )
    denied = {_DENIED.get(content.code) for _, content in seen}
    yield from ((state, content) for state, content in found if content.code not in denied)
    yield from seen


def judged(frame: Frame) -> Findings:
    """Check focus, light and glare."""
    sharp, bright, burnt = (round(100 * part(frame)) for part in (focus, light, glare))
    if sharp >= 100 * SHARP:
        yield State.GOOD, note("picture_sharp", percent=sharp)
    else:
        yield State.WARNING, note("picture_blurred", percent=sharp)
    if bright < 100 * DARK:
        yield State.WARNING, note("picture_dark", percent=bright)
    elif bright > 100 * BRIGHT:
        yield State.WARNING, note("picture_bright", percent=bright)
    else:
        yield State.GOOD, note("picture_lit", percent=bright)
    if burnt >= 100 * GLARING:
        yield State.WARNING, note("picture_glare", percent=burnt)
    else:
        yield State.GOOD, note("picture_clear")


def matted(frame: Frame) -> Findings:
    """Check the mat, if there is one. Problems that affect reading are reported with the dice."""
    match seen_mat(frame):
        case MatSeen(paper=paper, markers=markers, height=height, tilt=tilt):
            seen = {"markers": markers, "centimetres": round(height / 10), "degrees": tilt}
            yield State.GOOD, note("mat_seen", paper=paper.upper(), **seen)
        case CameraTrouble() as trouble if trouble.code not in MISLEADING:
            yield State.WARNING, trouble


def _dice_found(reading: Reading, dice_set: DiceSet, milliseconds: int) -> Findings:
    yield from ((State.WARNING, cause) for cause in causes(reading.doubts, len(reading.dice)))
    if reading.dice:
        faces = tuple(map(str, reading.faces))
        read = note("picture_read", dice=dice_set.name, faces=faces, milliseconds=milliseconds)
        yield State.GOOD if reading.accepted else State.WARNING, read
    elif reading.accepted:
        yield State.GOOD, note("picture_empty")
