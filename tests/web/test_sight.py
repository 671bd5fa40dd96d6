"""The pictures that pages may ask for."""

import numpy as np

from firmware.web.last_picture import LastPicture
from vision.reading import Reading


def test_the_picture_before_the_last_can_still_be_asked_for() -> None:
    sight = LastPicture()
    assert sight.picture(1) is None
    for grey in (10, 120, 240):
        sight.saw(np.full((24, 32, 3), grey, np.uint8), Reading(()))
    assert sight.picture(1) is None
    assert sight.picture(2) is not None
    assert sight.picture(3) not in {None, sight.picture(2)}
