"""Base class of small frozen values with a code: moves, events, and problems on the table."""

import re
from typing import ClassVar


class Coded:
    """A value whose code is its class name: `PlacePlate` is `place_plate`."""

    __slots__ = ()
    code: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
