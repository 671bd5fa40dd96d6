"""Taught dice: the names of their faces, and pictures of the drawn ones.

Pictures are saved instead of embeddings, so that a new net can read old lessons.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.errors import BadDice, BadPicture
from vision.files import dice_file
from vision.files.dice_file import LONGEST, check_name
from vision.files.headers import read_header
from vision.files.pictures import decode as decode_picture
from vision.geometry import Frame
from vision.stages.dice_kinds import PIPS
from vision.stages.looker import SIDE

MOST_FACES, MOST_LOOKS = 12, 24
_QUALITY = 90


@dataclass(frozen=True, eq=False)
class Taught:
    """A set of taught dice.

    Attributes:
        name: The name of the set.
        faces: The names of its faces; "1" to "6" are pips and need no pictures.
        looks: Pictures of each drawn face for the looker, `SIDE` pixels wide and high.
    """

    name: str
    faces: tuple[str, ...]
    looks: Mapping[str, tuple[Frame, ...]]

    def __post_init__(self) -> None:
        if not 1 <= len(self.faces) <= MOST_FACES:
            raise BadDice("face_count", faces=len(self.faces), most=MOST_FACES)
        for name in (self.name, *self.faces):
            check_name(name)
        twice = [face for n, face in enumerate(self.faces) if _same(face, self.faces[:n])]
        if twice:
            raise BadDice("face_twice", name=twice[0])
        drawn = {face for face in self.faces if face not in PIPS}
        if not drawn:
            raise BadDice("all_pips")
        if set(self.looks) != drawn:
            raise BadDice("dice_damaged")
        for face, looks in self.looks.items():
            _check_count(face, len(looks))
            if any(look.shape != (SIDE, SIDE, 3) for look in looks):
                raise BadDice("dice_damaged")


def _same(face: str, others: tuple[str, ...]) -> bool:
    return face.casefold() in {other.casefold() for other in others}


def _check_count(face: str, looks: int) -> None:
    if not 1 <= looks <= MOST_LOOKS:
        raise BadDice("look_count", name=face[: LONGEST + 1], looks=looks, most=MOST_LOOKS)


def encode(taught: Taught, **beside: object) -> bytes:
    """Return the set as a file; other keys may be added, which `decode` ignores."""
    looks = {face: [_packed(look) for look in looks] for face, looks in taught.looks.items()}
    content = {"name": taught.name, "faces": list(taught.faces), "looks": looks}
    return dice_file.written({**content, **beside})


def decode(stored: bytes) -> Taught:
    """Return the set in a file; raises `BadDice` if it is unusable."""
    return read(dice_file.opened(stored))


def read(content: Mapping[str, Any]) -> Taught:
    """Return the set in the content of a file; raises `BadDice` as above."""
    name, faces, looks = (content.get(key) for key in ("name", "faces", "looks"))
    if not (isinstance(name, str) and isinstance(faces, list) and isinstance(looks, dict)):
        raise BadDice("dice_damaged")
    if not all(isinstance(face, str) for face in faces):
        raise BadDice("dice_damaged")
    # How much there is, before any of it is unpacked.
    if max(len(faces), len(looks)) > MOST_FACES:
        raise BadDice("face_count", faces=max(len(faces), len(looks)), most=MOST_FACES)
    for face, packed in looks.items():
        if not isinstance(packed, list):
            raise BadDice("dice_damaged")
        _check_count(face, len(packed))
    unpacked = {face: tuple(map(_unpacked, packed)) for face, packed in looks.items()}
    return Taught(name, tuple(faces), unpacked)


def _packed(look: Frame) -> str:
    _, stored = cv2.imencode(".jpg", look, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return base64.b64encode(stored.tobytes()).decode()


def _unpacked(packed: object) -> Frame:
    """Return a picture of exactly the saved kind; others could need any amount of memory."""
    if not isinstance(packed, str):
        raise BadDice("dice_damaged")
    try:
        stored = base64.b64decode(packed, validate=True)
        header = read_header(stored)
        if not header.jpeg or (header.width, header.height) != (SIDE, SIDE):
            raise BadDice("dice_damaged")
        return np.ascontiguousarray(decode_picture(stored).frame)
    except (binascii.Error, BadPicture, ValueError) as error:
        raise BadDice("dice_damaged") from error
