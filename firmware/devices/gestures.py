"""Turns raw edges of buttons into presses, holds and repeats.

Pure; the caller passes the time. A level counts once it has been stable for `SETTLE` seconds, so
neither a bouncing contact nor a spike on a long wire is a press. The length of a hold is measured
between the edges themselves. A button with only one action reports it when pressed, without waiting
for the release.
"""

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from firmware.ports import Action

NEVER = math.inf
SETTLE = 0.015
HOLD = 0.5
LONG = 1.4
REPEAT_AFTER = 0.5
REPEAT_EVERY = 0.15
STUCK = 10.0
"""A button held for this many seconds is stuck; nobody holds one this long on purpose."""
MOST = 10
"""Actions of one key within `WINDOW` seconds; more than a quick finger makes."""
WINDOW = 1.0
QUIET = 1.0
"""A key that sent too many actions is used again after this many quiet seconds."""


@dataclass(frozen=True)
class Key:
    """The actions of one button: when pressed, held, and held for long.

    With both `hold` and `long`, a hold is reported on release, since it may become long. With only
    one of them, it is reported as soon as its time is up. `repeat` is for keys with neither.
    """

    press: Action | None
    hold: Action | None = None
    long: Action | None = None
    repeat: bool = False
    long_after: float = LONG

    def __post_init__(self) -> None:
        if self.repeat and (self.hold or self.long):
            raise ValueError("a key that repeats cannot be held for something else")
        if self.hold and self.long and self.long_after <= HOLD:
            raise ValueError("long must be longer than held")

    @property
    def waits(self) -> bool:
        """Return whether the action depends on when the button is released."""
        return self.hold is not None or self.long is not None

    @property
    def ripe(self) -> tuple[float, Action] | None:
        """Return the seconds after which a held button reports its action."""
        if self.long is not None:
            return self.long_after, self.long
        return None if self.hold is None else (HOLD, self.hold)

    def released(self, seconds: float) -> Action | None:
        """Return the action for a release after so many seconds, if none was reported yet."""
        return self.hold if self.hold is not None and seconds >= HOLD else self.press


class Gestures:
    """Turns the edges of several buttons into actions.

    Call `edge` for each change of a level, and `tick` no later than `due`. A time that goes back is
    taken as the latest known time.
    """

    def __init__(self, keys: Mapping[str, Key]) -> None:
        self._presses = {name: _Press(key) for name, key in keys.items()}
        self._now = -NEVER

    def edge(self, name: str, at: float, *, down: bool) -> tuple[Action, ...]:
        """Note that a button's level changed or bounced; return the actions up to now."""
        actions = self.tick(at)
        self._presses[name].edge(self._now, down=down)
        return actions

    def held_already(self, name: str, at: float) -> None:
        """Ignore a button that is down from the start until it is released."""
        self._now = max(at, self._now)
        self._presses[name].begin_down(self._now)

    def due(self) -> float | None:
        """Return when to call `tick` next; None if never."""
        due = min((press.due() for press in self._presses.values()), default=NEVER)
        return None if due == NEVER else due

    def tick(self, at: float) -> tuple[Action, ...]:
        """Return the actions that became clear by waiting."""
        self._now = max(at, self._now)
        actions: list[Action] = []
        while self._presses:
            first = min(self._presses.values(), key=_Press.due)
            if first.due() > self._now:
                break
            actions.extend(first.step(self._now))
        return tuple(actions)

    def stuck(self) -> tuple[str, ...]:
        """Return the buttons that are held too long or keep bouncing."""
        return tuple(name for name, press in self._presses.items() if press.stuck or press.muted)


class _Press:
    """One button: its raw and its stable level, and what it reported for the current press."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self._raw = self._down = False
        self._raw_at = self._since = -NEVER
        self._restless_since: float | None = None
        self._told = False
        self._repeat_at = NEVER
        self._recent: deque[float] = deque(maxlen=MOST)
        self.stuck = self.muted = False

    def edge(self, at: float, *, down: bool) -> None:
        if self._restless_since is None:
            self._restless_since = at
        elif at - self._restless_since > WINDOW:
            self.muted = True
        self._raw, self._raw_at = down, at

    def begin_down(self, at: float) -> None:
        self._raw = self._down = self._told = True
        self._raw_at = self._since = at

    def due(self) -> float:
        if self._restless_since is not None:
            return self._raw_at + SETTLE
        if not self._down:
            return self._raw_at + QUIET if self.muted else NEVER
        return min(self._ripe_at(), self._repeat_at, NEVER if self.stuck else self._since + STUCK)

    def step(self, now: float) -> tuple[Action, ...]:
        """Return the action that was due first."""
        if self._restless_since is not None:
            self._restless_since = None
            if self._raw == self._down:
                return ()
            self._down = self._raw
            return self._pressed(now) if self._down else self._released(now)
        if not self._down:
            self.muted = False
            return ()
        due = self.due()
        if self._key.ripe and due == self._ripe_at():
            self._told = True
            return self._tell(self._key.ripe[1], now)
        if due == self._repeat_at:
            # After a pause of the machine, missed repeats are skipped.
            following = due + REPEAT_EVERY
            self._repeat_at = following if following > now else now + REPEAT_EVERY
            return self._tell(self._key.press, now)
        self.stuck, self._repeat_at = True, NEVER
        return ()

    def _ripe_at(self) -> float:
        return NEVER if self._told or not self._key.ripe else self._since + self._key.ripe[0]

    def _pressed(self, now: float) -> tuple[Action, ...]:
        self._since = self._raw_at
        self._told = not self._key.waits
        if self._key.waits:
            return ()
        if self._key.repeat:
            self._repeat_at = self._since + REPEAT_AFTER
        return self._tell(self._key.press, now)

    def _released(self, now: float) -> tuple[Action, ...]:
        self.stuck, self._repeat_at = False, NEVER
        if self._told:
            return ()
        return self._tell(self._key.released(self._raw_at - self._since), now)

    def _tell(self, action: Action | None, now: float) -> tuple[Action, ...]:
        if action is None or self.muted:
            return ()
        if len(self._recent) == MOST and now - self._recent[0] < WINDOW:
            self.muted = True
            return ()
        self._recent.append(now)
        return (action,)
