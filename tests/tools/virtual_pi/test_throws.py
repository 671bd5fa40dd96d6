"""The pure parts of what stands before the virtual camera."""

from itertools import pairwise

import cv2
import numpy as np

from rules.barbecue import Barbecue
from rules.moves import Throw
from tools.virtual_pi.camera_game import PLAYERS
from tools.virtual_pi.guest.virtual_camera import _coloured
from tools.virtual_pi.throws import PICTURES, Tray, count, script
from vision.files.pictures import decode


def test_the_script_is_a_whole_game_in_which_all_happens() -> None:
    moves = script(PLAYERS)
    assert moves == script(PLAYERS)
    assert count(moves) == 25
    thrown = [sorted(move.faces) for move in moves if isinstance(move, Throw)]
    assert all(one != two for one, two in pairwise(thrown))
    state, _ = Barbecue.begin(PLAYERS)
    told = set()
    for move in moves:
        state, events = state.play(move)
        told |= {event.code for event in events}
    assert state.ending is not None
    wanted = {"place_plate", "take_worms", "steal_worms", "place_snail", "take_snail", "failed"}
    assert wanted <= told


def test_pictures_of_a_throw_differ_by_their_noise_alone() -> None:
    throw = next(move for move in script(PLAYERS) if isinstance(move, Throw))
    files = Tray(7).pictures(throw.faces)
    assert len(set(files)) == PICTURES
    one, two, *_ = (decode(file).frame.astype(int) for file in files)
    assert one.shape == (960, 1280, 3)
    assert 0 < np.abs(one - two).mean() < 4


def test_what_the_virtual_camera_gives_becomes_blue_green_and_red() -> None:
    for colour in ((0, 0, 230), (0, 230, 0), (230, 0, 0), (0, 0, 0), (255, 255, 255)):
        picture = np.full((4, 8, 3), colour, np.uint8)
        light, red, blue = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb))
        colours = cv2.merge([blue[::2, ::2], red[::2, ::2]]).reshape(2, 8)
        seen = _coloured(np.vstack([light, colours]))
        assert np.abs(seen.astype(int) - picture).max() <= 4
