"""Small frozen values that are known by a code: moves, events, and what is wrong on the table."""

import re
from typing import ClassVar


class Coded:
    """A value whose class name is its code: `PlacePlate` is `place_plate`."""

    __slots__ = ()
    code: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
