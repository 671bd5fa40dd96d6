"""Every setting is declared once; the panel, the page and the docs have all of them."""

from enum import StrEnum
from pathlib import Path

import msgspec
import pytest

from firmware.errors import Unclear
from firmware.screens.kinds import Menu
from firmware.speech.language import ENGLISH
from firmware.speech.settings import SETTINGS, Setting, document
from firmware.store import settings
from firmware.store.settings import Settings
from tests.harness.flow import Flow
from tests.web.served import Served

DOCUMENT = Path(__file__).parents[2] / "docs/table.md"
EACH = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
NO_CAMERA = {setting.name for setting in SETTINGS if not setting.camera and not setting.thrower}


def lines(flow: Flow) -> dict[str, str]:
    """The menu of the panel: what each line says, and its value."""
    assert isinstance(flow.screen, Menu)
    return {item.label: item.value for item in flow.screen.items}


def at_settings(folder: Path, *, camera: bool = True, thrower: bool = False) -> Flow:
    flow = Flow(folder, camera=camera)
    flow.table.session.thrower = thrower
    flow.start()
    flow.table.navigate(flow.table.navigator.settings(flow.table.view))
    return flow


@EACH
def test_the_panel_goes_through_all_values_of_a_setting(tmp_path: Path, setting: Setting) -> None:
    flow = at_settings(tmp_path, thrower=True)
    first, words = lines(flow)[setting.short], setting.choices(ENGLISH).values()
    at = list(lines(flow)).index(setting.short)
    for _ in range(at):
        flow.press("right")
    seen = set()
    for _ in words:
        flow.press("ok")
        seen.add(list(lines(flow).values())[at])
    assert seen == set(words)
    assert lines(flow)[setting.short] == first


async def test_the_page_can_set_each_value_of_every_setting(table: Served) -> None:
    line = await table.page()
    offered = table.table.session.offered_settings()
    for setting, _ in offered:
        told = line.last["settings"][setting.name]
        values = [value for value, _ in told["choices"]]
        assert (told["label"], values) == (setting.label, list(setting.choices(ENGLISH)))
        for value in sorted(values, key=told["value"].__eq__):  # the one that holds comes last
            await line.set(**{setting.name: value})
            assert getattr(settings.load(table.folder), setting.name) == value


async def test_what_a_setting_cannot_be_is_refused_and_changes_nothing(table: Served) -> None:
    line = await table.page()
    before = line.last["settings"]
    wrong = [("players", "3"), ("hints", "yes"), ("language", "xx"), ("brightness", True)]
    for setting, value in wrong:
        line.ask("prefer", setting=setting, value=value)
        assert (await line.said())["text"] == "That is not possible here.", setting
    await line.set(sound=False)
    assert line.last["settings"] == {**before, "sound": {**before["sound"], "value": False}}


def test_without_a_camera_its_settings_are_not_offered(tmp_path: Path) -> None:
    flow = at_settings(tmp_path, camera=False)
    assert {setting.name for setting, _ in flow.table.session.offered_settings()} == NO_CAMERA
    assert len(lines(flow)) == len(NO_CAMERA)
    with pytest.raises(Unclear):
        flow.table.session.set("by_itself", value=True)


def test_all_that_is_on_or_off_or_one_of_some_is_declared() -> None:
    """What is kept beside that is what was played the last time, and how."""
    kinds = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    kept = {
        name
        for name, kind in kinds.items()
        if kind in {bool, bool | None} or (isinstance(kind, type) and issubclass(kind, StrEnum))
    }
    assert {setting.name for setting in SETTINGS} == kept | {"language"}


def test_the_docs_list_every_setting() -> None:
    table = "\n".join(document())
    assert f"\n\n{table}\n\n" in DOCUMENT.read_text(), "python -m firmware.speech.settings"
