"""Faces on which light may have washed out pips, and those that only look a little like it."""

import cv2
import numpy as np

from vision.geometry import Frame, Shape
from vision.stages.glare import pale

BROWN, CREAM, WHITE = (40, 60, 110), (225, 245, 255), (255, 255, 255)
GREEN, LAMPLIGHT, CRIMSON = (40, 255, 60), (190, 240, 255), (60, 20, 170)


def die(body: tuple[int, int, int]) -> Frame:
    frame = np.full((200, 300, 3), 90, np.uint8)
    cv2.fillConvexPoly(frame, np.array(FACE.corners).round().astype(int), body)
    return frame


FACE = Shape(np.array([140.0, 90.0]), np.array([[28.0, -9.0], [6.0, 24.0]]))


def spot(colour: tuple[int, int, int], radius: int, body: tuple[int, int, int] = BROWN) -> Frame:
    frame = die(body)
    cv2.circle(frame, (140, 90), radius, colour, -1)
    return frame


def worm(body: tuple[int, int, int], ink: tuple[int, int, int], width: int) -> Frame:
    way = np.array([(122, 84), (132, 100), (140, 80), (148, 100), (160, 88)])
    frame = die(body)
    cv2.polylines(frame, [way], isClosed=False, color=ink, thickness=width)
    return frame


def test_a_face_is_pale_where_much_of_it_is_white_or_cream() -> None:
    for frame, light in (
        (die(BROWN), False),
        (worm(BROWN, WHITE, 3), False),
        (spot(GREEN, 20), False),  # a large drawing in a bright colour
        (spot(WHITE, 5), False),  # a pip
        (worm(CREAM, CRIMSON, 3), True),
        (spot(LAMPLIGHT, 20), True),
        (spot(WHITE, 18), True),
        (die(WHITE), True),
    ):
        assert pale(frame, FACE) is light


def test_what_lies_about_a_face_is_not_seen() -> None:
    lit = np.where(die(BROWN) == 90, np.uint8(255), die(BROWN))
    assert not pale(lit, FACE)


def test_a_face_half_outside_the_picture_has_no_light_there() -> None:
    beyond = Shape(np.array([300.0, 90.0]), FACE.half)
    assert not pale(spot(WHITE, 18), beyond)


def test_a_face_in_a_very_long_picture_and_one_beyond_it() -> None:
    """OpenCV 4 refuses to sample a picture with a side of 32,767 pixels or more."""
    far = np.concatenate([np.zeros((200, 33_000, 3), np.uint8), spot(WHITE, 18)], 1)
    assert pale(far, FACE.moved(1.0, (33_000.0, 0.0)))
    assert not pale(far, FACE.moved(1.0, (-500.0, 0.0)))
