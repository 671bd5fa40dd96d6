"""The thread behind buzzer and LED."""

from threading import Event
from threading import enumerate as threads

import pytest

from firmware.devices.steps import Steps
from firmware.devices.waiting import wait
from tests.devices.waits import LIMIT


class ClearsLate(Event):
    """Cleared only after somebody has set it, as may happen by chance."""

    def clear(self) -> None:
        self.wait(LIMIT)
        super().clear()


def test_it_ends_even_if_it_is_closed_between_two_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.devices.steps.Event", ClearsLate)
    put: list[bool] = []
    Steps("closed late", put.append, resting=False, wait=wait).close()
    assert "closed late" not in {thread.name for thread in threads()}
    assert put[-1] is False
