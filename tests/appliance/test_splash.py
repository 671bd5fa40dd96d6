"""The first picture: on the real driver, early, and never in the way of a machine that starts."""

import atexit
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from luma.core.interface.serial import i2c

from firmware.appliance import splash
from firmware.appliance.panel_options import CONTRASTS, rotation, seen_kind
from firmware.commands.cli import main
from firmware.config.keys import Bus, Config, Panel
from firmware.devices.bus import Wire
from firmware.devices.panel_kinds import PanelKind
from firmware.errors import DeviceTrouble
from firmware.screens.draw import draw
from firmware.speech.language import ENGLISH
from firmware.store import settings as likings
from firmware.store.settings import Brightness, Settings
from tests.devices import chips

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

STARTING = splash.starting(ENGLISH)


class Shown:
    """A panel on its bus, and what stood on it when the program had ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, driver: str = "ssd1309") -> None:
        self.chip = chips.CHIPS[driver]()
        self.bus = chips.Bus(self.chip)
        self._last: list[Callable[[], None]] = []
        monkeypatch.setattr(atexit, "register", self._last.append)

    def open(self, *_: object) -> Wire:
        wire: Wire = i2c(bus=self.bus)
        return wire

    def show(self, panel: Panel, settings: Settings | None = None, **how: Any) -> bool:
        how = {"has": lambda _: True, **how}
        liked = settings or Settings()
        shown = splash.show(STARTING, Config(panel=panel), liked, open_wire=self.open, **how)
        for end in self._last:
            end()
        return shown


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    return Shown(monkeypatch)


def test_it_stands_when_the_program_has_ended(shown: Shown) -> None:
    assert shown.show(Panel())
    assert shown.chip.lit
    assert shown.chip.image().tobytes() == draw(STARTING).tobytes()
    assert shown.chip.contrast == CONTRASTS[Brightness.HIGH]


def test_it_looks_as_people_like_it(shown: Shown) -> None:
    shown.show(Panel(), Settings(turned=True, brightness=Brightness.LOW))
    assert shown.chip.image().tobytes() == draw(STARTING).rotate(180).tobytes()
    assert shown.chip.contrast == CONTRASTS[Brightness.LOW]


def test_the_chip_that_people_saw_is_driven(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown(monkeypatch, "sh1106")
    shown.show(Panel(driver=PanelKind.SSD1306), Settings(chip="sh1106", chip_for="ssd1306"))
    assert shown.chip.image().tobytes() == draw(STARTING).tobytes()


def test_what_was_seen_of_another_panel_says_nothing() -> None:
    assert seen_kind(Panel(), Settings(chip="sh1106", chip_for="ssd1306")) == "ssd1309"
    assert seen_kind(Panel(driver=PanelKind.NONE), Settings(chip="sh1106")) == "none"


@pytest.mark.parametrize(
    ("mounted", "turned", "degrees"), [(0, False, 0), (0, True, 180), (180, True, 0)]
)
def test_which_way_up(mounted: int, turned: bool, degrees: int) -> None:
    panel = Panel(rotation=mounted)  # type: ignore[arg-type]
    assert rotation(panel, Settings(turned=turned)) == degrees


@pytest.mark.parametrize(
    "panel", [Panel(driver=PanelKind.NONE), Panel(bus=Bus.SPI, port=0), Panel(reset_pin=4)]
)
def test_panels_that_need_pins_are_left_alone(shown: Shown, panel: Panel) -> None:
    assert not shown.show(panel)
    assert shown.bus.writes == 0


def test_the_bus_is_waited_for(shown: Shown) -> None:
    looks = iter([False, False, True])
    waited: list[float] = []
    assert shown.show(Panel(), has=lambda _: next(looks), sleep=waited.append)
    assert len(waited) == 2


def test_but_not_for_long(shown: Shown) -> None:
    waited: list[float] = []
    shown.bus.unplug()
    with pytest.raises(DeviceTrouble, match="panel_silent"):
        shown.show(Panel(), has=lambda _: False, sleep=waited.append)
    assert sum(waited) == pytest.approx(splash.PATIENCE)


def test_the_other_picture_says_that_the_table_was_given_up() -> None:
    assert draw(splash.failing(ENGLISH)).tobytes() != draw(STARTING).tobytes()


# The command.


def configured(folder: Path, text: str) -> list[str]:
    (folder / "config.toml").write_text(text)
    return ["splash", "--config", str(folder / "config.toml")]


@pytest.mark.parametrize("more", [[], ["--trouble"]])
def test_a_machine_without_a_panel_starts_all_the_same(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
) -> None:
    monkeypatch.setattr(splash, "PATIENCE", 0.0)
    command = configured(tmp_path, f'[panel]\nport = 22\n[game]\nfolder = "{tmp_path}"\n')
    assert main([*command, *more]) == 0
    assert "/dev/i2c-22" in capsys.readouterr().err


def test_it_speaks_as_people_chose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(splash, "show", lambda *told: asked.append(told))
    likings.save(tmp_path, Settings(language="de"))
    assert main([*configured(tmp_path, f'[game]\nfolder = "{tmp_path}"\n'), "--trouble"]) == 0
    screen, config, settings = asked[0]
    assert "Spiele" in screen.lines[0]
    assert config.game.folder == str(tmp_path)
    assert settings.language == "de"


def test_it_loads_neither_numpy_nor_opencv() -> None:
    code = (
        "import sys; import firmware.commands.cli, firmware.appliance.splash, luma.oled.device;"
        "sys.exit(bool({'cv2', 'numpy', 'gpiozero'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
