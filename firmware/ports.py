"""What the table needs of the world, as small protocols. Each is passed in; none is a singleton.

Real devices are in `firmware.devices`, each beside one that needs no Pi.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:  # loading OpenCV or Pillow takes longer than showing the first screen
    from PIL.Image import Image

    from vision.reading import Frame

MOST = 1e9
"""No camera is set to more, of anything."""


class Action(StrEnum):
    """One press, as the table understands it."""

    SCAN = "scan"
    """Look at the dice."""
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    STOP = "stop"
    """End the turn; elsewhere: less of something."""
    BACK = "back"
    """Leave this screen; from the game itself: to the menu."""
    UNDO = "undo"
    """BACK held: take the last move back."""


@dataclass(frozen=True)
class CameraSettings:
    """What a camera was set to, so that pictures of one light look alike.

    Attributes:
        exposure: Microseconds.
        gain: Of the sensor.
        colours: Gains of red and blue.
        lens: Where the lens was focused, in dioptres; None where it cannot be moved.
    """

    exposure: int
    gain: float
    colours: tuple[float, float]
    lens: float | None = None

    def __post_init__(self) -> None:
        positive = (self.exposure, self.gain, *self.colours)
        if not all(0 < value <= MOST for value in positive):
            raise ValueError("no_settings")
        if self.lens is not None and not abs(self.lens) <= MOST:  # nor what is no number
            raise ValueError("no_settings")


class Clock(Protocol):
    """Seconds that only go forward, whatever happens to the date."""

    def now(self) -> float:
        """Seconds since some moment."""


class Buttons(Protocol):
    """Where presses come from."""

    def start(self, pressed: Callable[[Action], None]) -> None:
        """Call `pressed` for each action from now on, from whatever thread; it never blocks."""

    def close(self) -> None:
        """No more presses; the pins are free."""


class Display(Protocol):
    """A one-bit panel. Nothing here blocks or raises: a lost panel is found again on its own."""

    width: int
    height: int

    def show(self, image: "Image") -> None:
        """Show this picture of the panel's size, mode "1", soon."""

    def light(self, level: "Light") -> None:
        """How bright it is."""

    def close(self) -> None:
        """Blank it and let go of it, within half a second."""


class Light(StrEnum):
    """How bright the panel is."""

    FULL = "full"
    DIM = "dim"
    OFF = "off"


class Camera(Protocol):
    """Pictures of the tray. Its methods are called from one worker thread and may take their time.

    They raise `firmware.errors.CameraTrouble` when there are no pictures to be had; a later call
    may succeed again.
    """

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Pictures taken from now on, with timestamps in seconds, until no more are asked for."""

    def close(self) -> None:
        """Let go of the camera."""


@runtime_checkable
class Adjustable(Protocol):
    """A camera whose exposure, gains and focus can be fixed."""

    def use(self, settings: CameraSettings) -> None:
        """Take all pictures with these from now on, also after it was gone."""

    def meter(self, *, focus: bool) -> CameraSettings | None:
        """Measure the light (and focus), use what was found from now on, and tell it.

        None from a camera that turns out to set itself.
        """


class Sound(Protocol):
    """Three short patterns; nothing here blocks or raises."""

    def play(self, tune: "Tune") -> None:
        """Begin to play it."""

    def close(self) -> None:
        """Be silent, and let go of the pin."""


class Tune(StrEnum):
    """What can be heard."""

    ACCEPTED = "accepted"
    DOUBT = "doubt"
    FAIL = "fail"


class Led(Protocol):
    """A light that is seen from across the room; nothing here blocks or raises."""

    def show(self, glow: "Glow") -> None:
        """Show how the table stands, until told otherwise."""

    def close(self) -> None:
        """Dark, and let go of the pin."""


class Glow(StrEnum):
    """How the table stands, as a light tells it."""

    READY = "ready"
    """It waits for a press."""
    WORKING = "working"
    """It starts, reads or focuses."""
    ALARM = "alarm"
    """The panel says that something is wrong, in doubt, or has failed."""
    RESTING = "resting"
    """The panel is dim or dark; the table is on."""


class Paired(NamedTuple):
    """A phone that is paired."""

    id: str
    device: str
    """What it is, such as iPhone; "": it did not say."""
    ago: float
    """Seconds since it was here; 0 is now."""


class Phone(Protocol):
    """How people's phones come to see the table's page."""

    @property
    def address(self) -> str:
        """Where the page is, such as 192.168.1.20:8080; "" while there is no network."""

    @property
    def open(self) -> bool:
        """Whether the owner has opened the page to the network."""

    @property
    def code(self) -> str:
        """What is typed to pair a phone now; another one after a few minutes."""

    @property
    def key(self) -> str:
        """What a phone reads from the QR code to be paired now."""

    @property
    def secure(self) -> bool:
        """Whether phones ask over https."""

    @property
    def paired(self) -> "tuple[Paired, ...]":
        """The phones that are paired."""

    def forget(self, phone: str | None = None) -> bool:
        """Let this phone be paired no more, or none; whether that is also so after a start."""
