"""Real gpiozero inputs on mock pins: from a pin's level to an action."""

import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import enumerate as threads
from types import SimpleNamespace

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.devices import presets
from firmware.devices.buttons import PinButtons
from firmware.devices.gestures import HOLD, LONG, SETTLE, STUCK, Key
from firmware.devices.pins import open_pins
from firmware.devices.wiring import Spi, WiredButton
from firmware.errors import DeviceTrouble
from firmware.ports import Action
from tests.devices.waits import LIMIT, Waits
from tests.harness.clock import ManualClock

BUTTONS = presets.BOX.buttons


class Box:
    """The reference box with fingers on it."""

    def __init__(self) -> None:
        self.factory = MockFactory()
        self.clock = ManualClock()
        self.waits = Waits()
        self.buttons = PinButtons(BUTTONS, self.factory, self.clock, self.waits)
        self.actions: SimpleQueue[Action] = SimpleQueue()

    def start(self) -> None:
        self.buttons.start(self.actions.put)
        assert self.waits.next() is None

    def pin(self, name: str) -> MockPin:
        return self.factory.pin(BUTTONS[name].pin)

    def down(self, name: str) -> float | None:
        """Close the contact; how long the thread then waits."""
        self.pin(name).drive_low()
        return self.waits.next()

    def up(self, name: str) -> float | None:
        self.pin(name).drive_high()
        return self.waits.next()

    def wait(self, seconds: float) -> float | None:
        self.clock.advance(seconds)
        self.waits.pass_seconds()
        return self.waits.next()

    def action(self) -> Action:
        return self.actions.get(timeout=LIMIT)


@pytest.fixture
def box() -> Iterator[Box]:
    box = Box()
    yield box
    box.buttons.close()


def test_a_press_is_an_action(box: Box) -> None:
    box.start()
    for name in ("SCAN", "STOP", "RIGHT", "OK"):
        assert box.down(name) == pytest.approx(SETTLE)
        box.wait(SETTLE)
        assert box.action() == Action(name.lower())
        box.up(name)
        assert box.wait(SETTLE) is None
        assert box.actions.empty()


def test_left_held_is_back_and_then_undo(box: Box) -> None:
    box.start()
    box.down("LEFT")
    assert box.wait(SETTLE) == pytest.approx(LONG - SETTLE)
    box.clock.advance(HOLD)
    box.up("LEFT")
    box.wait(SETTLE)
    assert box.action() == Action.BACK
    box.down("LEFT")
    box.wait(SETTLE)
    box.wait(LONG)
    assert box.action() == Action.UNDO


def test_an_idle_thread_waits_without_a_limit(box: Box) -> None:
    """Nothing wakes it but an edge: no busy loop, and no thread of gpiozero's either."""
    before = set(threads())
    box.start()
    assert [thread.name for thread in set(threads()) - before] == ["buttons"]
    assert box.waits.asked.empty()


def test_a_button_stuck_from_the_start_does_nothing(box: Box) -> None:
    box.pin("LEFT").drive_low()
    assert box.buttons.down() == ("LEFT",)
    box.buttons.start(box.actions.put)
    assert box.waits.next() == STUCK
    box.wait(STUCK)
    assert box.buttons.stuck() == ("LEFT",)
    box.down("OK")
    box.wait(SETTLE)
    assert box.action() == Action.OK


def test_a_listener_that_fails_does_not_silence_the_buttons(
    box: Box, caplog: pytest.LogCaptureFixture
) -> None:
    def pressed(action: Action) -> None:
        box.actions.put(action)
        if action is Action.SCAN:
            raise RuntimeError("no table")

    box.buttons.start(pressed)
    box.waits.next()
    for name in ("SCAN", "OK"):
        box.down(name)
        box.wait(SETTLE)
    assert [box.action(), box.action()] == [Action.SCAN, Action.OK]
    assert "no table" in caplog.text


def test_a_clock_that_fails_does_not_raise_in_gpiozero(
    box: Box, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.start()
    with monkeypatch.context() as patch:
        patch.setattr(type(box.clock), "__call__", lambda _: 1 / 0)
        box.pin("SCAN").drive_low()
    assert "edge not noted" in caplog.text


def test_closing_ends_the_thread_and_frees_the_pins(box: Box) -> None:
    before = set(threads())
    box.start()
    box.buttons.close()
    assert not set(threads()) - before
    again = PinButtons(BUTTONS, box.factory, box.clock)
    again.close()
    again.close()


# Pins that cannot be had.


def test_a_pin_that_is_taken_is_named_and_the_others_are_let_go(box: Box) -> None:
    wired = {"A": WiredButton(6, Key(Action.OK)), "B": BUTTONS["OK"]}
    with pytest.raises(DeviceTrouble) as caught:
        PinButtons(wired, box.factory, box.clock)
    assert (caught.value.code, caught.value.arguments) == ("pin_taken", {"pin": 5})
    PinButtons({"A": wired["A"]}, box.factory, box.clock).close()


def test_a_pin_the_pi_does_not_have(box: Box) -> None:
    with pytest.raises(DeviceTrouble) as caught:
        PinButtons({"A": WiredButton(99, Key(Action.OK))}, box.factory, box.clock)
    assert (caught.value.code, caught.value.arguments) == ("pin_unknown", {"pin": 99})


def test_a_pin_that_refuses(box: Box) -> None:
    class Refusing(MockPin):  # type: ignore[misc]
        def _set_bounce(self, value: float | None) -> None:
            raise OSError("no such flag")

    box.factory.pin(6, pin_class=Refusing)
    with pytest.raises(DeviceTrouble) as caught:
        PinButtons({"A": WiredButton(6, Key(Action.OK))}, box.factory, box.clock)
    assert caught.value.code == "pin_refused"


def test_a_machine_without_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(DeviceTrouble) as caught:
        open_pins()
    assert caught.value.code == "pins_library"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RuntimeError("can not open gpiochip"), "pins_permission"),
        (FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "pins_folder"),
    ],
)
def test_pins_that_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception, code: str
) -> None:
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("os.access", lambda *_: False)
    _lgpio_fails(monkeypatch, error)
    with pytest.raises(DeviceTrouble) as caught:
        open_pins(tmp_path)
    assert caught.value.code == code


def test_a_machine_without_pins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _lgpio_fails(monkeypatch, RuntimeError("unable to locate Pi revision"))
    with pytest.raises(DeviceTrouble) as caught:
        open_pins(tmp_path)
    assert caught.value.code == "pins_missing"


def test_the_pins_of_a_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(LGPIOFactory=MockFactory)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    assert isinstance(open_pins(), MockFactory)


def _lgpio_fails(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """gpiozero's factory on lgpio, as far as it gets."""

    def factory() -> None:
        raise error

    module = SimpleNamespace(LGPIOFactory=factory)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)


# Presets.


@pytest.mark.parametrize("preset", presets.PRESETS.values(), ids=presets.PRESETS)
class TestPresets:
    def test_every_action_can_be_reached(self, preset: presets.Preset) -> None:
        keys = [button.key for button in preset.buttons.values()]
        reached = {action for key in keys for action in (key.press, key.hold, key.long)}
        assert reached >= set(Action)

    def test_no_pin_is_used_twice(self, preset: presets.Preset) -> None:
        pins = [button.pin for button in preset.buttons.values()]
        bus = preset.bus
        pins += [preset.buzzer_pin, 2, 3, *range(7, 12)]
        if isinstance(bus, Spi):
            pins += [bus.command_pin, bus.reset_pin]
        assert len(set(pins)) == len(pins)

    def test_its_buttons_can_be_opened(self, preset: presets.Preset) -> None:
        PinButtons(preset.buttons, MockFactory(), ManualClock()).close()
