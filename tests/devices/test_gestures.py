"""What fingers mean: presses, holds, repeats; bouncing, stuck and wild contacts."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.devices.gestures import (
    HOLD,
    LONG,
    MOST,
    QUIET,
    REPEAT_EVERY,
    SETTLE,
    STUCK,
    WINDOW,
    Gestures,
    Key,
)
from firmware.ports import Action

SCAN = Key(Action.SCAN)
RIGHT = Key(Action.RIGHT, repeat=True)
LEFT = Key(Action.LEFT, hold=Action.BACK, long=Action.UNDO)
BACK = Key(Action.BACK, long=Action.UNDO, long_after=0.8)
OK_SCAN = Key(Action.OK, hold=Action.SCAN)
NOTHING = Key(None)
KEYS = {"scan": SCAN, "right": RIGHT, "left": LEFT, "back": BACK, "ok": OK_SCAN, "none": NOTHING}

Told = list[tuple[float, Action]]


class Fingers:
    """Presses buttons and ticks when it is due, as whoever drives the recogniser does."""

    def __init__(self) -> None:
        self.gestures = Gestures(KEYS)
        self.now = 100.0
        self.told: Told = []

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := self.gestures.due()) is not None and due <= until:
            self.now = max(due, self.now)
            self._tell(self.gestures.tick(self.now))
        self.now = until

    def down(self, name: str) -> None:
        self._tell(self.gestures.edge(name, self.now, down=True))

    def up(self, name: str) -> None:
        self._tell(self.gestures.edge(name, self.now, down=False))

    def press(self, name: str, seconds: float = 0.1) -> None:
        self.down(name)
        self.wait(seconds)
        self.up(name)
        self.wait(SETTLE)

    @property
    def actions(self) -> list[Action]:
        return [action for _, action in self.told]

    def _tell(self, actions: tuple[Action, ...]) -> None:
        self.told += [(self.now, action) for action in actions]


@pytest.fixture
def fingers() -> Fingers:
    return Fingers()


# Clean presses.


def test_a_key_with_one_meaning_is_told_on_the_way_down(fingers: Fingers) -> None:
    fingers.down("scan")
    fingers.wait(SETTLE)
    assert fingers.actions == [Action.SCAN]
    fingers.wait(5)
    fingers.up("scan")
    fingers.wait(1)
    assert fingers.actions == [Action.SCAN]


def test_how_long_a_button_is_held_decides() -> None:
    for name, seconds, meaning in (
        ("left", 0.1, Action.LEFT),
        ("left", 0.49, Action.LEFT),
        ("left", 0.51, Action.BACK),
        ("left", 1.39, Action.BACK),
        ("left", 1.41, Action.UNDO),
        ("left", 3.0, Action.UNDO),
        ("back", 0.1, Action.BACK),
        ("back", 0.79, Action.BACK),
        ("back", 0.81, Action.UNDO),
        ("ok", 0.1, Action.OK),
        ("ok", 0.51, Action.SCAN),
        ("none", 0.1, None),
    ):
        fingers = Fingers()
        fingers.press(name, seconds)
        assert fingers.actions == ([] if meaning is None else [meaning])


def test_undo_is_told_while_left_is_still_held(fingers: Fingers) -> None:
    fingers.down("left")
    fingers.wait(LONG - 0.01)
    assert fingers.actions == []
    fingers.wait(0.02)
    assert fingers.actions == [Action.UNDO]


def test_a_hold_that_cannot_become_long_is_told_at_once(fingers: Fingers) -> None:
    fingers.down("ok")
    fingers.wait(HOLD)
    assert fingers.actions == [Action.SCAN]


def test_letting_go_just_before_the_time_is_still_a_hold(fingers: Fingers) -> None:
    """The level settles only after the time for UNDO has come."""
    fingers.press("left", LONG - SETTLE / 2)
    assert fingers.actions == [Action.BACK]


def test_a_held_arrow_repeats(fingers: Fingers) -> None:
    fingers.press("right", 0.5 + 3 * REPEAT_EVERY + 0.01)
    times = [round(at - 100, 3) for at, _ in fingers.told]
    assert times == [SETTLE, 0.5, 0.65, 0.8, 0.95]


def test_two_buttons_at_once_are_two_buttons(fingers: Fingers) -> None:
    fingers.down("left")
    fingers.wait(0.05)
    fingers.down("scan")
    fingers.wait(0.05)
    fingers.up("left")
    fingers.wait(0.05)
    fingers.up("scan")
    fingers.wait(0.05)
    assert fingers.actions == [Action.SCAN, Action.LEFT]


def test_keys_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(ValueError, match="repeats"):
        Key(Action.LEFT, hold=Action.BACK, repeat=True)
    with pytest.raises(ValueError, match="longer"):
        Key(Action.LEFT, hold=Action.BACK, long=Action.UNDO, long_after=HOLD)


# Contacts that are not clean.


def test_bouncing_is_one_press(fingers: Fingers) -> None:
    for _ in range(8):
        fingers.down("scan")
        fingers.wait(0.001)
        fingers.up("scan")
        fingers.wait(0.001)
    fingers.press("scan")
    for _ in range(8):
        fingers.down("scan")
        fingers.wait(0.001)
        fingers.up("scan")
        fingers.wait(0.001)
    fingers.wait(1)
    assert fingers.actions == [Action.SCAN]


def test_a_spike_is_no_press(fingers: Fingers) -> None:
    fingers.down("scan")
    fingers.wait(0.001)
    fingers.up("scan")
    fingers.wait(1)
    assert fingers.actions == []


def test_a_contact_that_fails_for_a_moment_is_still_held(fingers: Fingers) -> None:
    fingers.down("left")
    fingers.wait(0.7)
    fingers.up("left")
    fingers.wait(0.003)
    fingers.down("left")
    fingers.wait(0.7)
    assert fingers.actions == [Action.UNDO]


def test_edges_of_equal_time(fingers: Fingers) -> None:
    for _ in range(3):
        fingers.down("scan")
        fingers.up("scan")
    fingers.down("scan")
    fingers.wait(SETTLE)
    assert fingers.actions == [Action.SCAN]


def test_a_missed_edge_changes_nothing(fingers: Fingers) -> None:
    fingers.up("scan")
    fingers.press("scan")
    fingers.up("scan")
    fingers.wait(0.1)
    fingers.press("scan")
    assert fingers.actions == [Action.SCAN] * 2


def test_a_late_thread_gets_the_presses_in_order() -> None:
    """Edges carry their own times, so a hold is no hold because somebody was busy."""
    gestures = Gestures(KEYS)
    actions = list(gestures.edge("left", 0.0, down=True))
    actions += gestures.edge("left", 0.2, down=False)
    actions += gestures.edge("ok", 0.3, down=True)
    actions += gestures.edge("ok", 0.4, down=False)
    actions += gestures.tick(9.0)
    assert actions == [Action.LEFT, Action.OK]


def test_a_late_thread_makes_up_for_no_repeats() -> None:
    gestures = Gestures(KEYS)
    gestures.edge("right", 0.0, down=True)
    gestures.tick(0.1)
    assert gestures.tick(8.0) == (Action.RIGHT,)


def test_a_time_before_the_latest_is_taken_as_the_latest() -> None:
    gestures = Gestures(KEYS)
    gestures.tick(5.0)
    gestures.edge("scan", 4.0, down=True)
    assert gestures.due() == 5.0 + SETTLE


# Buttons that are stuck or wild.


def test_a_stuck_arrow_ends_and_is_told(fingers: Fingers) -> None:
    fingers.down("right")
    fingers.wait(STUCK)
    assert fingers.gestures.stuck() == ("right",)
    count = len(fingers.told)
    fingers.wait(60)
    assert len(fingers.told) == count
    assert fingers.gestures.due() is None
    fingers.press("scan")
    assert fingers.actions[-1] == Action.SCAN


def test_a_stuck_button_that_comes_free_works_again(fingers: Fingers) -> None:
    fingers.press("scan", STUCK + 1)
    assert fingers.gestures.stuck() == ()
    fingers.press("scan")
    assert fingers.actions == [Action.SCAN] * 2


def test_a_button_held_from_the_start_means_nothing() -> None:
    for name in KEYS:
        fingers = Fingers()
        fingers.gestures.held_already(name, fingers.now)
        fingers.wait(STUCK)
        assert fingers.gestures.stuck() == (name,)
        fingers.up(name)
        fingers.wait(1)
        assert fingers.actions == []
        assert fingers.gestures.stuck() == ()


def test_a_wild_key_is_ignored_until_it_is_quiet(fingers: Fingers) -> None:
    for _ in range(100):
        fingers.press("scan", 0.02)
    assert len(fingers.told) == MOST
    assert fingers.gestures.stuck() == ("scan",)
    fingers.press("right")
    fingers.wait(QUIET)
    assert fingers.gestures.stuck() == ()
    fingers.press("scan")
    assert fingers.actions[MOST:] == [Action.RIGHT, Action.SCAN]


def test_a_contact_that_never_rests_is_told(fingers: Fingers) -> None:
    for _ in range(300):
        fingers.down("scan")
        fingers.wait(0.004)
        fingers.up("scan")
        fingers.wait(0.004)
    assert fingers.actions == []
    assert fingers.gestures.stuck() == ("scan",)
    fingers.wait(SETTLE + QUIET)
    assert fingers.gestures.stuck() == ()


def test_no_keys_no_actions() -> None:
    gestures = Gestures({})
    assert gestures.due() is None
    assert gestures.tick(1.0) == ()


# What always holds.

EDGES = st.lists(
    st.tuples(
        st.sampled_from(sorted(KEYS)),
        st.booleans(),
        st.sampled_from([0.0, 0.001, 0.014, SETTLE, 0.016, 0.1, HOLD, 1.5, 11.0])
        | st.floats(0, 12, allow_nan=False),
    ),
    max_size=200,
)


@settings(max_examples=50)
@given(EDGES)
def test_no_sequence_of_edges_floods_the_table_and_all_comes_to_rest(
    edges: list[tuple[str, bool, float]],
) -> None:
    fingers = Fingers()
    for name, down, seconds in edges:
        (fingers.down if down else fingers.up)(name)
        fingers.wait(seconds)
    times = [at for at, _ in fingers.told]
    most = MOST * len(KEYS)
    for first, last in zip(times, times[most:], strict=False):
        assert last - first >= WINDOW
    assert all(before <= after for before, after in pairwise(times))
    for name in KEYS:
        fingers.up(name)
    fingers.wait(QUIET + 2 * SETTLE)
    assert fingers.gestures.stuck() == ()
    assert fingers.gestures.due() is None
    count = len(fingers.told)
    fingers.press("scan")
    assert fingers.actions[count:] == [Action.SCAN]


PRESSES = st.lists(
    st.tuples(
        st.sampled_from(["scan", "right", "left", "back", "ok"]),
        st.floats(0.02, 5),
        st.floats(0.12, 5),
    ),
    max_size=20,
)


@settings(max_examples=40)
@given(PRESSES)
def test_every_clean_press_is_exactly_one_action(presses: list[tuple[str, float, float]]) -> None:
    fingers = Fingers()
    for name, seconds, pause in presses:
        held = min(seconds, 0.45) if name == "right" else seconds
        fingers.press(name, held)
        fingers.wait(pause)
    assert len(fingers.told) == len(presses)
