"""A real LED on mock pins."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from firmware.devices.led import RHYTHMS, PinLed
from firmware.devices.presets import PRESETS
from firmware.errors import DeviceTrouble
from firmware.ports import Glow
from tests.devices.waits import Waits

PIN = 12


class Watcher:
    def __init__(self) -> None:
        self.factory = MockFactory()
        self.waits = Waits()
        self.led = PinLed(PIN, self.factory, self.waits)
        assert self.waits.next() is None

    @property
    def lit(self) -> bool:
        return bool(self.factory.pin(PIN).state)


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    watcher = Watcher()
    yield watcher
    watcher.led.close()


def test_it_is_dark_before_anything_is_shown(watcher: Watcher) -> None:
    assert not watcher.lit


@pytest.mark.parametrize("glow", Glow)
def test_every_rhythm_is_seen_twice(watcher: Watcher, glow: Glow) -> None:
    watcher.led.show(glow)
    for lit, seconds in (*RHYTHMS[glow], *RHYTHMS[glow]):
        assert watcher.waits.next() == seconds
        assert watcher.lit is lit
        watcher.waits.pass_seconds()


def test_another_state_breaks_a_rhythm_off_and_the_same_one_does_not(watcher: Watcher) -> None:
    watcher.led.show(Glow.RESTING)
    assert watcher.waits.next() == RHYTHMS[Glow.RESTING][0][1]
    watcher.led.show(Glow.RESTING)
    watcher.waits.pass_seconds()
    assert watcher.waits.next() == RHYTHMS[Glow.RESTING][1][1]
    watcher.led.show(Glow.READY)
    assert watcher.waits.next() is None
    assert watcher.lit


def test_closing_leaves_it_dark_and_the_pin_free(watcher: Watcher) -> None:
    watcher.led.show(Glow.READY)
    watcher.waits.next()
    watcher.led.close()
    assert not watcher.lit
    PinLed(PIN, watcher.factory).close()


def test_a_light_that_fails_is_left_alone_until_the_next_state(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(type(watcher.led._led), "value", property(lambda _: 0))
        watcher.led.show(Glow.WORKING)
        assert watcher.waits.next() is None
    assert "led failed" in caplog.text
    watcher.led.show(Glow.READY)
    assert watcher.waits.next() is None
    assert watcher.lit


def test_rhythms_tell_themselves_apart_and_flash_at_most_three_times_a_second() -> None:
    assert set(RHYTHMS) == set(Glow)
    assert len(set(RHYTHMS.values())) == len(Glow)
    for rhythm in RHYTHMS.values():
        flashes = sum(lit for lit, _ in rhythm)
        lasts = sum(seconds for _, seconds in rhythm if seconds is not None)
        assert lasts == 0 or flashes / lasts <= 3


def test_a_pin_that_is_taken() -> None:
    factory = MockFactory()
    held = PinLed(PIN, factory)
    with pytest.raises(DeviceTrouble) as caught:
        PinLed(PIN, factory)
    held.close()
    assert caught.value.code == "pin_taken"


def test_every_preset_has_a_pin_of_its_own_for_it() -> None:
    for preset in PRESETS.values():
        others = {button.pin for button in preset.buttons.values()} | {preset.buzzer_pin}
        assert preset.led_pin not in others
