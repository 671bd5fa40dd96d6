"""What the table needs from the world, as small protocols.

Everything is passed in; nothing is a singleton. `firmware.devices` has the real devices, and a
stand-in for each that needs no Pi.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:  # OpenCV and Pillow take longer to load than the first screen may wait
    from PIL.Image import Image

    from vision.geometry import Frame

MOST = 1e9
"""Upper limit of every camera setting."""


class Action(StrEnum):
    """A press, as the table understands it."""

    SCAN = "scan"
    """Read the dice."""
    LEFT = "left"
    RIGHT = "right"
    OK = "ok"
    STOP = "stop"
    """End the turn; elsewhere reduce something."""
    BACK = "back"
    """Leave this screen; in the game, open the menu."""
    UNDO = "undo"
    """A long press of BACK: undo the last move."""


@dataclass(frozen=True)
class CameraSettings:
    """Settings of a camera that make pictures in one light look alike.

    Attributes:
        exposure: In microseconds.
        gain: Of the sensor.
        colours: Gains of red and blue.
        lens: Focus in dioptres; None if the lens is fixed.
    """

    exposure: int
    gain: float
    colours: tuple[float, float]
    lens: float | None = None

    def __post_init__(self) -> None:
        positive = (self.exposure, self.gain, *self.colours)
        if not all(0 < value <= MOST for value in positive):
            raise ValueError("no_settings")
        if self.lens is not None and not abs(self.lens) <= MOST:  # refuses NaN too
            raise ValueError("no_settings")


Clock = Callable[[], float]
"""Seconds that only go forward, independent of the date, such as `time.monotonic`."""


class Buttons(Protocol):
    """The source of presses."""

    def start(self, pressed: Callable[[Action], None]) -> None:
        """Call `pressed` for each action from now on, from any thread; it never blocks."""

    def close(self) -> None:
        """Stop, and release the pins."""


class Display(Protocol):
    """A one-bit panel. Nothing here blocks or raises: a lost panel is recovered automatically."""

    width: int
    height: int

    def show(self, image: "Image") -> None:
        """Show this picture of the panel's size, mode "1", soon."""

    def light(self, level: "Light") -> None:
        """Set the light level."""

    def close(self) -> None:
        """Blank and release it, within half a second."""


class Light(StrEnum):
    """The light level of the panel."""

    FULL = "full"
    DIM = "dim"
    OFF = "off"


class Camera(Protocol):
    """Pictures of the tray.

    Call its methods from one worker thread; they may take a while. They raise
    `firmware.errors.CameraTrouble` if no pictures are available; a later call may succeed.
    """

    def frames(self) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures taken from now on, with timestamps in seconds."""

    def close(self) -> None: ...


@runtime_checkable
class Adjustable(Protocol):
    """A camera whose exposure, gains and focus can be fixed."""

    def use(self, settings: CameraSettings) -> None:
        """Use these settings from now on, even after the camera was disconnected."""

    def meter(self, *, focus: bool) -> CameraSettings | None:
        """Measure light and focus, use the result from now on, and return it.

        None if the camera adjusts itself.
        """


@runtime_checkable
class Exposing(Protocol):
    """A camera that can expose some pictures for longer than the others."""

    def exposed(self, stops: float) -> Iterator[tuple[float, "Frame"]]:
        """Yield pictures like `frames`, with more light; each stop doubles it.

        The exposure of other pictures stays as it is, also if an error ends these.
        """


class Sound(Protocol):
    """Plays three short tunes; nothing here blocks or raises."""

    def play(self, tune: "Tune") -> None:
        """Start a tune."""

    def close(self) -> None:
        """Stop the sound, and release the pin."""


class Tune(StrEnum):
    """The tunes."""

    ACCEPTED = "accepted"
    DOUBT = "doubt"
    FAIL = "fail"


class Led(Protocol):
    """A light that is visible across the room; nothing here blocks or raises."""

    def show(self, glow: "Glow") -> None:
        """Show this state of the table."""

    def close(self) -> None:
        """Switch the light off, and release the pin."""


class Glow(StrEnum):
    """The states of the table that an LED shows."""

    READY = "ready"
    """Waiting for a press."""
    WORKING = "working"
    """Starting, reading or focusing."""
    ALARM = "alarm"
    """The panel shows a problem, a doubt or a failure."""
    RESTING = "resting"
    """The panel is dim or dark; the table is on."""


class Paired(NamedTuple):
    """A paired phone."""

    id: str
    device: str
    """Its device, such as iPhone; "" if unknown."""
    ago: float
    """Seconds since it was last seen; 0 means now."""


class Phone(Protocol):
    """How phones reach the table's page."""

    @property
    def address(self) -> str:
        """The page's address, such as 192.168.1.20:8080; "" without a network."""

    @property
    def needed(self) -> bool:
        """Whether phones have to pair, because the owner has opened the page to the network."""

    @property
    def code(self) -> str:
        """The code that pairs a phone now; it changes after a few minutes."""

    @property
    def key(self) -> str:
        """The key in the QR code that pairs a phone now."""

    @property
    def secure(self) -> bool:
        """Whether the page uses https."""

    @property
    def paired(self) -> "tuple[Paired, ...]": ...

    def forget(self, phone: str | None = None) -> bool:
        """Unpair this phone, or all; return whether that lasts after a restart."""
