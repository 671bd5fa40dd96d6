"""The configuration: an empty file is the reference box; a mistake is told with its line."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from firmware.config import explain as config_explain
from firmware.config import file as config_file
from firmware.config.file import BadConfig, decode, find, games_folder, load, shown_path
from firmware.config.keys import Bus, CameraKind, Config, Panel, Preset, Size, user_path
from firmware.config.lines import key_lines
from firmware.config.validate import all_keys
from firmware.devices.panel_kinds import PanelKind
from firmware.errors import Unclear

FILE = Path("config.toml")
DOCUMENT = Path(__file__).parents[2] / "docs/configuration.md"


def told(text: str) -> list[tuple[str, int, str]]:
    """Code, line and key of everything that is wrong."""
    with pytest.raises(BadConfig) as raised:
        decode(text, FILE)
    return [(bad.code, bad.line, str(bad.arguments.get("key"))) for bad in raised.value.problems]


def first(text: str) -> BadConfig:
    with pytest.raises(BadConfig) as raised:
        decode(text, FILE)
    return raised.value


# what it is


def test_no_file_is_the_reference_box() -> None:
    assert load(None) == Config() == decode("", FILE) == decode("# nothing\n", FILE)
    assert Config().panel.driver is PanelKind.SSD1309
    assert Config().buttons.preset is Preset.REFERENCE


def test_what_is_told_holds_and_the_rest_is_the_reference() -> None:
    config = decode('[panel]\naddress = 0x3D\n[camera]\nkind = "usb"\n[sound]\npin = 18\n', FILE)
    assert config.panel == Panel(address=0x3D)
    assert config.camera.kind is CameraKind.USB
    assert config.sound.pin == 18


def test_a_board_with_a_panel_brings_its_driver_and_bus() -> None:
    panel = decode('[buttons]\npreset = "waveshare-hat"\n', FILE).panel
    assert (panel.driver, panel.bus, panel.port) == (PanelKind.SH1106, Bus.SPI, 0)
    assert decode('buttons.preset = "adafruit-bonnet"', FILE).panel.driver is PanelKind.SSD1306


def test_what_is_told_about_the_panel_beats_the_board() -> None:
    panel = decode('[buttons]\npreset = "waveshare-hat"\n[panel]\ndriver = "none"\n', FILE).panel
    assert panel.driver is PanelKind.NONE


def test_spi_is_port_0_unless_told() -> None:
    buttons = "buttons.preset = 'none'\n"
    assert decode(f'{buttons}[panel]\nbus = "spi"\n', FILE).panel.port == 0
    assert decode('[panel]\nbus = "i2c"\n', FILE).panel.port == 1


def test_sizes_are_small_enough_for_little_memory() -> None:
    assert all(width * height <= 1_500_000 for width, height in (size.pixels for size in Size))


# what it cannot be


MISTAKES = [
    ('[panel]\n\ndriver = "ssd1307"\n', "config_one_of", 3, "panel.driver"),
    ("[panel]\naddress = 0x3E\n", "config_one_of", 2, "panel.address"),
    ("[panel]\nrotation = 90\n", "config_one_of", 2, "panel.rotation"),
    ("[panel]\ndriver = 1306\n", "config_one_of", 2, "panel.driver"),
    ("[panel]\ndriver = 'ssd1322'\nbus = 'i2c'\n", "config_one_of", 3, "panel.bus"),
    ("[sound]\npin = 28\n", "config_number", 2, "sound.pin"),
    ("[sound]\npin = true\n", "config_number", 2, "sound.pin"),
    ("[sound]\npin = '18'\n", "config_number", 2, "sound.pin"),
    ("[game]\nfolder = 3\n", "config_text", 2, "game.folder"),
    ("[game]\nlanguage = 'xx'\n", "config_one_of", 2, "game.language"),
    ("# first\npanel = 'ssd1309'\n", "config_table", 2, "panel"),
    ("[buttons]\npins = [1, 2]\n", "config_table", 2, "buttons.pins"),
    ("[panel]\ndrivr = 'ssd1309'\n", "config_unknown_near", 2, "panel.drivr"),
    ("[buttons.pins]\nscam = 3\n", "config_unknown_near", 2, "buttons.pins.scam"),
    ("[panle]\ndriver = 'ssd1309'\n", "config_unknown_near", 1, "panle"),
    ("\ndriver = 'ssd1309'\n", "config_unknown_near", 2, "driver"),
    ("[[panel]]\n", "config_table", 1, "panel"),
    ("[wifi]\n", "config_unknown", 1, "wifi"),
    ("[camera]\nkind = 'folder'\n", "config_needs_folder", 2, "camera.kind"),
    ("[panel]\nblank_after = 30\n", "config_blank_before_dim", 2, "panel.blank_after"),
    ("[panel]\ndim_after = 3600\n", "config_blank_before_dim", 2, "panel.dim_after"),
    ("[buttons.pins]\nscan = 5\nok = 5\n", "config_pin_twice", 3, "buttons.pins.ok"),
    ("[buttons.pins]\nscan = 2\n", "config_pin_twice", 2, "buttons.pins.scan"),
    ("[sound]\npin = 3\n", "config_pin_twice", 2, "sound.pin"),
    ("[sound]\npin = 12\n[led]\npin = 12\n", "config_pin_twice", 4, "led.pin"),
]


def test_every_mistake_is_told_with_its_line() -> None:
    for text, code, line, key in MISTAKES:
        assert told(text) == [(code, line, key)]


def test_a_misspelt_or_misplaced_key_is_told_the_right_one() -> None:
    for text, nearest in (
        ("[panel]\ndrivr = 'none'", "panel.driver"),
        ("[panle]", "panel"),
        ("driver = 'none'", "panel.driver"),
        ("[camera]\nlanguage = 'de'", "game.language"),
        ("[buttons]\nscan = 3", "buttons.pins.scan"),
    ):
        assert first(text).arguments["nearest"] == nearest


def test_an_impossible_value_is_told_the_possible_ones() -> None:
    assert first("[panel]\naddress = 60.5").arguments["known"] == ("0x3c", "0x3d")
    assert first("[camera]\nmains_hz = 55").arguments["known"] == ("50", "60")
    number = first("[sound]\npin = 99").arguments
    assert (number["value"], number["least"], number["most"]) == ("99", 0, 27)


def test_who_else_has_the_pin_is_told() -> None:
    assert first("[sound]\npin = 3").arguments["other"] == "panel.bus"
    assert decode("[panel]\ndriver = 'none'\n[sound]\npin = 3", FILE).sound.pin == 3


HAT = 'buttons.preset = "waveshare-hat"'


def test_a_pin_that_is_taken_is_told_at_the_key_that_stands_in_the_file() -> None:
    """By the preset, by another key of the panel, by its reset; else at its table."""
    for text, line, key, other in (
        (f"{HAT}\n[sound]\npin = 21\n", 3, "sound.pin", "buttons.preset"),
        ('[panel]\nbus = "spi"\ndc_pin = 25\n', 3, "panel.dc_pin", "panel.reset_pin"),
        ("[panel]\nreset_pin = 22\n", 2, "panel.reset_pin", "buttons.preset"),
        (f"{HAT}\n\n[panel]\nport = 1\n", 1, None, "panel.bus"),
    ):
        clash = first(text)
        assert (clash.code, clash.line) == ("config_pin_twice", line)
        assert clash.arguments["other"] == other
        assert key in {None, clash.arguments["key"]}
    assert decode("[sound]\npin = 25", FILE).sound.pin == 25


def test_all_mistakes_are_told_together_in_the_order_of_the_file() -> None:
    text = '[sound]\npin = 99\n\n[panel]\ndrivr = "x"\nrotation = 1\n[camera]\nkind = "folder"\n'
    assert told(text) == [
        ("config_number", 2, "sound.pin"),
        ("config_unknown_near", 5, "panel.drivr"),
        ("config_one_of", 6, "panel.rotation"),
        ("config_needs_folder", 8, "camera.kind"),
    ]


def test_the_sound_part_of_a_bad_file_can_be_used() -> None:
    usable = first("[game]\nfolder = '/srv/games'\n[sound]\npin = 99\n").usable
    assert (usable.game.folder, usable.sound.pin) == ("/srv/games", None)
    assert first("[game]\nfolder = '/srv/games'\n[sound\n").usable == Config()


def test_what_is_no_toml_is_told_with_its_line() -> None:
    for text, code, line in (
        ("[panel]\ndriver = ssd1306\n", "config_syntax", 2),
        ("[panel\ndriver = 'none'\n", "config_syntax", 1),
        ("[panel]\ndriver = 'none\nport = 1\n", "config_syntax", 2),
        ("[game]\nfolder = '''\nnever ends\n", "config_syntax", 2),
        ("[panel]\nport = 1\nport = 2", "config_twice", 3),
        ("[panel]\n[sound]\n[panel]\n", "config_twice", 3),
        ("x = " + "[" * 5000, "config_syntax", 1),
    ):
        assert [(bad.code, bad.line) for bad in first(text).problems] == [(code, line)]


# the file


def test_a_file_that_was_asked_for_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="config_missing"):
        load(tmp_path / "none.toml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="config_unreadable"):
        load(tmp_path)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"[panel]\n# \xff\n")
    with pytest.raises(BadConfig, match="config_not_utf8") as raised:
        load(path)
    assert raised.value.line == 2
    path.write_bytes(b"#" * (config_file.LARGEST + 1))
    with pytest.raises(BadConfig, match="config_too_large"):
        load(path)


def test_a_file_from_windows_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"[sound]\r\npin = 18\r\n")
    assert load(path).sound.pin == 18


def test_the_users_file_comes_before_the_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = tmp_path / "etc.toml"
    monkeypatch.setattr(config_file, "SYSTEM", system)
    own = tmp_path / "home/.config/grillside/config.toml"
    own.parent.mkdir(parents=True)
    home = {"HOME": str(tmp_path / "home")}
    assert find(home) is None
    system.touch()
    assert find(home) == find({}) == system
    own.touch()
    assert find(home) == own
    assert find({**home, "XDG_CONFIG_HOME": str(tmp_path / "other")}) == system


def test_a_file_that_cannot_be_looked_at_is_told_and_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = tmp_path / "config.toml"
    loop.symlink_to(loop)
    monkeypatch.setattr(config_file, "SYSTEM", loop)
    assert find({}) == loop
    with pytest.raises(BadConfig, match="config_unreadable"):
        load(find({}))


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_cls: type[Path]) -> Path:
        raise RuntimeError

    monkeypatch.setenv("HOME", "/home/ann")
    assert games_folder(Config(), {}) == Path("/home/ann/.local/share/grillside")
    assert games_folder(Config(), {"XDG_DATA_HOME": "/data"}) == Path("/data/grillside")
    assert games_folder(decode("game.folder = '/srv/games'", FILE)) == Path("/srv/games")
    own = games_folder(decode("game.folder = '~/games'", FILE))
    assert own == Path(os.path.expanduser("~/games"))  # noqa: PTH111
    monkeypatch.setattr(Path, "home", classmethod(nobody))
    with pytest.raises(Unclear, match="no_home"):
        games_folder(Config(), {})


def test_a_home_that_is_not_known_stays_as_it_is() -> None:
    assert user_path("~no-such-user/games") == Path("~no-such-user/games")


def test_paths_are_shown_without_the_users_name() -> None:
    assert shown_path(Path("/home/ann/x/config.toml"), "/home/ann") == "~/x/config.toml"
    assert shown_path(Path("/home/anna/config.toml"), "/home/ann") == "/home/anna/config.toml"
    assert shown_path(Path("/etc/config.toml"), "") == "/etc/config.toml"


# lines


def test_lines_are_found_however_it_is_written() -> None:
    text = (
        '# [panel]\n"panel".driver = """\n[sound]\npin = 1\n"""\n'
        "buttons = { preset = 'none', pins = { scan = 3 } }\n"
        "game.list = [\n  1, # two\n  2,\n]\n  [ camera ] # here\n\n  kind = 'usb'\n"
    )
    assert key_lines(text) == {
        ("panel",): 2,
        ("panel", "driver"): 2,
        ("buttons",): 6,
        ("buttons", "preset"): 6,
        ("buttons", "pins"): 6,
        ("buttons", "pins", "scan"): 6,
        ("game",): 7,
        ("game", "list"): 7,
        ("camera",): 11,
        ("camera", "kind"): 13,
    }


_LINES = st.sampled_from(
    [
        "[panel]",
        "[buttons.pins]",
        "[[x]]",
        "driver = 'sh1106'",
        "port = 77",
        "scan = 4",
        "ok = 4",
        "pins.scan = 4",
        "a = '''",
        "'''",
        "b = [",
        "]",
        "# note",
        "",
        "= 3",
        "panel = 4",
        "sound.pin = -1",
    ]
)


def problems(text: str) -> tuple[BadConfig, ...]:
    try:
        decode(text, FILE)
    except BadConfig as bad:
        return bad.problems
    return ()


@settings(max_examples=40)
@given(st.lists(_LINES, max_size=12), st.text(max_size=60))
def test_any_text_is_decoded_or_told_with_lines_of_it(lines: list[str], any_text: str) -> None:
    for problem in problems("\n".join(lines)):
        assert 1 <= problem.line <= max(len(lines), 1)
    assert all(problem.code.startswith("config_") for problem in problems(any_text))


# explained


def test_every_key_is_explained() -> None:
    told = {
        f"{part.name}.{entry.name}" for part in config_explain.parts() for entry in part.entries
    }
    tables = {".".join(key[:-1]) for key in all_keys(Config)}
    assert told == {".".join(key) for key in all_keys(Config)} - tables
    for part in config_explain.parts():
        assert part.meaning
        assert all(entry.meaning.endswith(".") for entry in part.entries)


def test_the_explanation_is_itself_a_file_that_changes_nothing() -> None:
    assert decode("\n".join(config_explain.explain()), FILE) == Config()


def test_every_default_that_is_explained_is_the_default() -> None:
    lines = [
        f"{part.name}.{entry.name} = {entry.default}"
        for part in config_explain.parts()
        for entry in part.entries
        if entry.default
    ]
    assert decode("\n".join(lines), FILE) == Config()
    assert len(lines) > len(structs.fields(Config))


def test_the_page_says_what_the_program_does() -> None:
    page = "\n".join(config_explain.document())
    assert f"{page}\n" == DOCUMENT.read_text(), (
        "python -m firmware.config.explain > docs/configuration.md"
    )


def test_the_example_of_the_page_can_be_used() -> None:
    [example] = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    config = decode(example, FILE)
    assert (config.panel.driver, config.buttons.pins.scan, config.sound.pin) == ("sh1106", 16, 18)
