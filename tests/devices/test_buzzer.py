"""A real TonalBuzzer on mock pins that can sound."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.tones import Tone

from firmware.devices.buzzer import TUNES, Buzzer
from firmware.errors import DeviceTrouble
from firmware.ports import Tune
from tests.devices.waits import Waits

PIN = 18


class Listener:
    def __init__(self, pin: type[MockPWMPin] = MockPWMPin) -> None:
        self.factory = MockFactory(pin_class=pin)
        self.waits = Waits()
        self.buzzer = Buzzer(PIN, self.factory, self.waits)
        assert self.waits.next() is None

    @property
    def heard(self) -> str | None:
        hertz = self.factory.pin(PIN).frequency
        return None if hertz is None else Tone.from_frequency(hertz).note


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.buzzer.close()


@pytest.mark.parametrize("tune", Tune)
def test_every_note_is_heard_for_its_time(listener: Listener, tune: Tune) -> None:
    listener.buzzer.play(tune)
    for note, seconds in TUNES[tune]:
        assert listener.waits.next() == seconds
        assert listener.heard == note
        listener.waits.pass_seconds()
    assert listener.waits.next() is None
    assert listener.heard is None


class LeftHigh(MockPWMPin):  # type: ignore[misc]  # gpiozero says nothing of its types
    """As with lgpio, which ends a tone in its midst: the pin stays as it is then."""

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        if value is None:
            self._change_state(1)


@pytest.mark.parametrize("tune", Tune)
def test_no_current_flows_while_nothing_is_heard(tune: Tune) -> None:
    listener = Listener(LeftHigh)
    listener.buzzer.play(tune)
    for note, seconds in TUNES[tune]:
        assert listener.waits.next() == seconds
        assert (listener.factory.pin(PIN).state == 0) == (note is None)
        listener.waits.pass_seconds()
    assert listener.waits.next() is None
    assert listener.factory.pin(PIN).state == 0
    listener.buzzer.close()


def test_a_new_tune_breaks_off_the_old_one(listener: Listener) -> None:
    listener.buzzer.play(Tune.FAIL)
    listener.waits.next()
    listener.buzzer.play(Tune.ACCEPTED)
    while listener.waits.next() != TUNES[Tune.ACCEPTED][0][1]:
        pass
    assert listener.heard == TUNES[Tune.ACCEPTED][0][0]


def test_closing_silences_a_tune_and_frees_the_pin(listener: Listener) -> None:
    listener.buzzer.play(Tune.FAIL)
    listener.waits.next()
    listener.buzzer.close()
    assert listener.heard is None
    Buzzer(PIN, listener.factory).close()


def test_a_tune_that_cannot_be_played_is_forgotten(
    listener: Listener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(listener.buzzer._buzzer, "play", lambda note: 1 / 0)
        listener.buzzer.play(Tune.DOUBT)
        assert listener.waits.next() is None
    assert "buzzer failed" in caplog.text
    listener.buzzer.play(Tune.ACCEPTED)
    assert listener.waits.next() == TUNES[Tune.ACCEPTED][0][1]


def test_tunes_are_short_and_tell_themselves_apart() -> None:
    assert len(set(TUNES.values())) == len(Tune)
    assert all(sum(seconds for _, seconds in notes) < 0.7 for notes in TUNES.values())


def test_a_pin_that_cannot_sound() -> None:
    with pytest.raises(DeviceTrouble) as caught:
        Buzzer(PIN, MockFactory())
    assert caught.value.code == "pin_refused"
