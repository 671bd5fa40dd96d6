"""The keys of the configuration: a TOML file, decoded by msgspec.

Without a file, this is the reference box. Each key has its default and its description here only:
`grillside config --explain` and docs/configuration.md are made from them
(`firmware.config.explain`). `firmware.config.file` finds the errors in a file, with their lines.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from firmware.devices.panel_kinds import PanelKind

Pin = Annotated[int, Meta(ge=0, le=27)]
"""A BCM number."""
Port = Annotated[int, Meta(ge=0, le=22)]
Seconds = Annotated[int, Meta(ge=5, le=86_400)]


class Bus(StrEnum):
    """How the panel is wired."""

    I2C = "i2c"
    SPI = "spi"


class Preset(StrEnum):
    """Hardware whose pins are known."""

    REFERENCE = "reference"
    BONNET = "adafruit-bonnet"
    HAT = "waveshare-hat"
    THREE = "three"
    NONE = "none"


class CameraKind(StrEnum):
    """Where pictures come from."""

    AUTO = "auto"
    PI = "pi"
    USB = "usb"
    FOLDER = "folder"
    SIMULATED = "simulated"
    NONE = "none"


class Size(StrEnum):
    """Sizes of pictures; larger ones need more memory than a Zero 2 W has."""

    SMALL = "640x480"
    MIDDLE = "1024x768"
    WIDE = "1280x720"
    LARGE = "1280x960"

    @property
    def pixels(self) -> tuple[int, int]:
        width, height = self.value.split("x")
        return int(width), int(height)


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file. It refuses misspelt keys."""


class Panel(Section, frozen=True):
    """The panel. All pins are BCM numbers."""

    driver: PanelKind = PanelKind.SSD1309
    """The panel's chip. If the picture is two pixels too far to one side, the chip is an sh1106 and
    not an ssd1306. An ssd1322 has 256x64 pixels, the others 128x64. Presets with a panel on their
    board set it. none: no panel.
    """
    bus: Bus = Bus.I2C
    """How the panel is wired. An ssd1322 needs spi."""
    port: Port = 1
    """Number of the I2C bus or the SPI port; on SPI the default is 0."""
    address: Annotated[Literal[0x3C, 0x3D], Meta(extra={"hexadecimal": True})] = 0x3C
    """On I2C: the panel's address."""
    device: Literal[0, 1] = 0
    """On SPI: chip select CE0 or CE1."""
    dc_pin: Pin = 24
    """On SPI: pin of D/C."""
    reset_pin: Pin | None = None
    """Pin of RES or RST. On SPI the default is 25. On I2C the default is none; panels that have
    this pin may stay dark without it.
    """
    rotation: Literal[0, 180] = 0
    """How the panel is mounted. Players can turn it in the settings."""
    dim_after: Seconds = 120
    """Seconds without a press until it dims."""
    blank_after: Seconds = 600
    """Seconds without a press until it goes dark, to spare the panel."""


class Pins(Section, frozen=True):
    """Pins of single buttons; they replace the preset's or add to them."""

    scan: Pin | None = None
    """Pin of SCAN."""
    left: Pin | None = None
    """Pin of LEFT."""
    right: Pin | None = None
    """Pin of RIGHT."""
    ok: Pin | None = None
    """Pin of OK."""
    stop: Pin | None = None
    """Pin of STOP."""
    back: Pin | None = None
    """Pin of a separate BACK. Without it, hold LEFT for BACK."""


class Buttons(Section, frozen=True):
    """The buttons. Each connects a pin to ground."""

    preset: Preset = Preset.REFERENCE
    """The hardware: the reference box with five buttons, the Adafruit 128x64 OLED Bonnet, the
    Waveshare 1.3" OLED HAT, or only three buttons (left, OK, right). none: only the pins in
    [buttons.pins].
    """
    pins: Pins = Pins()


class Camera(Section, frozen=True):
    """The camera above the dice."""

    kind: CameraKind = CameraKind.AUTO
    """auto: the Pi's own camera, else a webcam. folder: the pictures of a folder, one after the
    other. simulated: drawn dice. none: enter dice by buttons.
    """
    device: str = ""
    """For usb: the webcam, like "/dev/video0" or its number; "" is the first."""
    folder: str = ""
    """For folder: the folder of pictures."""
    size: Size = Size.LARGE
    """Size of the pictures."""
    mains_hz: Literal[50, 60] = 50
    """Mains frequency. A wrong one shows as bands in the pictures."""

    by_itself: bool = False
    """Whether dice are read automatically when they lie still. Players can change it in the
    settings.
    """


class Sound(Section, frozen=True):
    """An optional buzzer."""

    pin: Pin | None = None
    """Pin of a passive buzzer, for example 18. Without it the box is silent."""


class Led(Section, frozen=True):
    """An optional LED that shows the table's state from afar."""

    pin: Pin | None = None
    """Pin of an LED with its resistor, for example 12. On: press a button; blinking: it reads; two
    flashes: look at the panel; rare flashes: the panel is dark.
    """


class Page(Section, frozen=True):
    """The page in a browser."""

    on: bool = True
    """Whether there is a page; it takes some memory."""
    network: bool = False
    """Whether phones in the same network may see it. Pair each phone with the code on the panel
    (Settings, Phone). false: only this machine.
    """
    tls: bool = False
    """Whether phones use https. The box makes its own certificate, so browsers warn once. After you
    switch it on, pair the phones again.
    """
    port: Annotated[int, Meta(ge=1, le=65_535)] = 8080
    """Port of the page. Ports below 1024 are reserved for root."""


class Game(Section, frozen=True):
    """The folder for games, and the first language."""

    folder: str = ""
    """Folder for games, settings and the log; "" is grillside in $XDG_DATA_HOME or
    ~/.local/share.
    """
    language: str = ""
    """Language until players choose another, like "de"; "" is the system's language."""


class Config(Section, frozen=True):
    """The whole file."""

    panel: Panel = Panel()
    buttons: Buttons = Buttons()
    camera: Camera = Camera()
    sound: Sound = Sound()
    led: Led = Led()
    page: Page = Page()
    game: Game = Game()


def user_path(text: str) -> Path:
    """Return a path from the file, with ~ replaced by the home folder."""
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:  # a user of the system that has no home
        return path
