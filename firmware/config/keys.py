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
    """How large pictures are taken: no larger, since a Zero 2 W has little memory."""

    SMALL = "640x480"
    MIDDLE = "1024x768"
    WIDE = "1280x720"
    LARGE = "1280x960"

    @property
    def pixels(self) -> tuple[int, int]:
        width, height = self.value.split("x")
        return int(width), int(height)


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file. Misspelt keys are refused."""


class Panel(Section, frozen=True):
    """The display. Pins are BCM numbers, here and everywhere."""

    driver: Annotated[
        PanelKind,
        Meta(
            description="The chip of the panel. A picture two pixels aside is an sh1106 that was"
            " told to be an ssd1306. An ssd1322 has 256x64 pixels, the others 128x64. A"
            " preset of buttons that has a panel on its board brings its"
            " own; none: there is no panel."
        ),
    ] = PanelKind.SSD1309
    bus: Annotated[Bus, Meta(description="How the panel is wired. An ssd1322 needs spi.")] = Bus.I2C
    port: Annotated[
        Port,
        Meta(description="Number of the I2C bus or of the SPI port; on SPI it is 0 unless told."),
    ] = 1
    address: Annotated[
        Literal[0x3C, 0x3D],
        Meta(description="On I2C: the panel's address.", extra={"hexadecimal": True}),
    ] = 0x3C
    device: Annotated[Literal[0, 1], Meta(description="On SPI: the chip select, CE0 or CE1.")] = 0
    dc_pin: Annotated[Pin, Meta(description="On SPI: the pin of D/C.")] = 24
    reset_pin: Annotated[
        Pin | None,
        Meta(
            description="The pin of RES or RST. On SPI it is 25 unless told; on I2C there is none"
            " unless told, and some panels that have it stay dark without."
        ),
    ] = None
    rotation: Annotated[
        Literal[0, 180],
        Meta(description="How the panel is mounted. Players can turn it over in the settings."),
    ] = 0
    dim_after: Annotated[Seconds, Meta(description="Seconds without a press until it dims.")] = 120
    blank_after: Annotated[
        Seconds,
        Meta(description="Seconds without a press until it goes dark, which saves the panel."),
    ] = 600


class Pins(Section, frozen=True):
    """Pins of single buttons, in place of the preset's or besides them."""

    scan: Annotated[Pin | None, Meta(description="The pin of SCAN.")] = None
    left: Annotated[Pin | None, Meta(description="The pin of LEFT.")] = None
    right: Annotated[Pin | None, Meta(description="The pin of RIGHT.")] = None
    ok: Annotated[Pin | None, Meta(description="The pin of OK.")] = None
    stop: Annotated[Pin | None, Meta(description="The pin of STOP.")] = None
    back: Annotated[
        Pin | None,
        Meta(description="The pin of a BACK of its own; without it, LEFT held is BACK."),
    ] = None


class Buttons(Section, frozen=True):
    """Which buttons there are. Each is wired to a pin and to ground."""

    preset: Annotated[
        Preset,
        Meta(
            description="Which hardware: the reference box with five buttons, the Adafruit 128x64"
            ' OLED Bonnet, the Waveshare 1.3" OLED HAT, or three buttons alone (left, OK, right).'
            " none: only the pins given in [buttons.pins]."
        ),
    ] = Preset.REFERENCE
    pins: Pins = Pins()


class Camera(Section, frozen=True):
    """The camera that looks down at the dice."""

    kind: Annotated[
        CameraKind,
        Meta(
            description="auto: the Pi's own if there is one, else a webcam. folder: pictures from"
            " a folder, one after the other. simulated: drawn dice. none: entry by buttons."
        ),
    ] = CameraKind.AUTO
    device: Annotated[
        str,
        Meta(description='For usb: which webcam, "/dev/video0" or its number; "" is the first.'),
    ] = ""
    folder: Annotated[str, Meta(description="For folder: where the pictures are.")] = ""
    size: Annotated[Size, Meta(description="How large pictures are taken.")] = Size.LARGE
    mains_hz: Annotated[
        Literal[50, 60],
        Meta(description="Frequency of the mains: lamps flicker with it, and pictures band."),
    ] = 50

    by_itself: Annotated[
        bool,
        Meta(
            description="Whether dice that were thrown and have come to rest are read without a"
            " press. Players can change it in the settings."
        ),
    ] = False


class Sound(Section, frozen=True):
    """A buzzer, if there is one."""

    pin: Annotated[
        Pin | None,
        Meta(description="The pin of a passive buzzer (18 suits). Without it the box is silent."),
    ] = None


class Led(Section, frozen=True):
    """A light that tells from across the room how the table stands, if there is one."""

    pin: Annotated[
        Pin | None,
        Meta(
            description="The pin of an LED and its resistor (12 suits). On: press a button; even"
            " blinking: it reads; two flashes: look at the panel; a flash now and then: it rests."
        ),
    ] = None


class Page(Section, frozen=True):
    """The page in a browser: the table on a phone. Without it nothing is listened to."""

    on: Annotated[
        bool, Meta(description="Whether there is a page at all; it takes some memory.")
    ] = True
    network: Annotated[
        bool,
        Meta(
            description="Whether phones in the same network may see it, each after it was told the"
            " code on the panel (Settings, Phone). false: only programs on this machine."
        ),
    ] = False
    tls: Annotated[
        bool,
        Meta(
            description="Whether phones ask over https, with a certificate that the box makes for"
            " itself: browsers warn once. Phones must be paired anew after it was switched on."
        ),
    ] = False
    port: Annotated[
        Annotated[int, Meta(ge=1, le=65_535)],
        Meta(description="The port it is found at; below 1024 only the system's own may use."),
    ] = 8080


class Game(Section, frozen=True):
    """Where games are kept, and the language before anybody chose one."""

    folder: Annotated[
        str,
        Meta(
            description="Where games, settings and the log are kept;"
            ' "" is grillside in $XDG_DATA_HOME or in ~/.local/share.'
        ),
    ] = ""
    language: Annotated[
        str,
        Meta(
            description='Until players choose another: its code, such as "de";'
            ' "" is that of the system.'
        ),
    ] = ""


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
    """Return a path from the file with ~ expanded to the home folder."""
    path = Path(text)
    try:
        return path.expanduser()
    except RuntimeError:  # a user of the system that has no home
        return path
