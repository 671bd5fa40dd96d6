"""What a turn of Picnic Blitz is worth: exact over all throws and re-rolls, for many games at once.

Of attacks, each next best one is taken, alone or two for an ant on its food; moves are all tried.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

import numpy as np

from players.ant_net import TRACK, AntNet
from players.ants import FOOD_COST, AntRules, Ants, Side, chosen
from players.six_dice import DICE, Rerolls, better, six_dice
from players.turn import Bools, Floats, Ints
from rules.ant_turn import ONE_GROUP
from rules.tracks import TRACKS

STEPS = np.arange(DICE + 1)
CELLS = len(TRACKS) * len(STEPS)
"""For each track: no move, or so many steps."""
PAIRS = [
    (one, first, other, second)
    for one, other in combinations(range(len(TRACKS)), 2)
    for first in range(1, DICE)
    for second in range(1, DICE + 1 - first)
]
"""Two moves with a queen: a track and its steps, twice."""


@dataclass(frozen=True)
class _Look:
    """Positions, and what each of their tracks comes to, by position, track and seat."""

    at: Ants
    tracks: Floats
    points: Floats
    active: Floats


class AntTurns:
    """The turns of these positions: a column is a game, or with `by_seat` a seat of the only."""

    def __init__(self, rules: AntRules, net: AntNet, at: Ants, *, by_seat: bool = False) -> None:
        self.rules = rules
        self.net = net
        self.at = at
        self._lead = int(at.mover[0]) if by_seat else None
        self.again = self._columns(rules.rerolls(at))
        self.holders = np.nonzero(at.queens[np.arange(len(at)), at.mover])[0]
        """The games whose player has a queen."""
        self._path = [at]
        """The best positions after at most 0, 1, ... attacks."""
        self._worth = [self._own(self.judge(at), at)]
        self._moves: dict[int, Floats] = {}

    @cached_property
    def rerolls(self) -> Rerolls:
        """What throws are worth at their end, and with re-rolls."""
        ends = self._of_throws(0)
        if not self.rules.beginners:
            ends = self._with_queens(ends)
        return six_dice().rerolled(ends, self.again, self._lead)

    @cached_property
    def whole(self) -> Floats:
        """What throws are worth with a whole set of re-rolls."""
        return self.rerolls.whole()

    def _columns(self, by_game: Ints) -> Ints:
        return by_game if self._lead is None else np.repeat(by_game, self.rules.seats)

    @property
    def start(self) -> Floats:
        """The worth of the turn before its first throw, by column."""
        start: Floats = six_dice().chances @ self.whole
        return start

    # Leaves: the net, and the ends of games.

    def look(self, at: Ants) -> _Look:
        games, tracks = len(at), len(TRACKS)
        number = np.tile(np.arange(tracks), games)
        shape = (games * tracks, self.rules.seats)
        side = self.rules.side(at.space.reshape(shape), at.height.reshape(shape), number)
        by_track = (games, tracks, self.rules.seats)
        return _Look(
            at,
            self.net.track(side.inputs).reshape(*by_track, TRACK),
            side.points.reshape(by_track),
            side.active.reshape(by_track),
        )

    def _judge(self, tracks: Floats, points: Floats, active: Floats, at: Ants) -> Floats:
        """Return the win chances at the end of the turn, given the sums over the tracks."""
        rules = self.rules
        after = rules.passed(at)
        sums = rules.sums(points, active, at.queens, after.mover)
        chances = self.net.chances(tracks, sums, rules.stays)
        won = points[np.arange(len(at)), at.mover] >= rules.target
        chances[won] = np.arange(rules.seats) == at.mover[won, None]
        return chances

    def judge(self, at: Ants) -> Floats:
        """Return the win chances if the turns ended like this, by position and seat."""
        look = self.look(at)
        sums = (look.tracks.sum(axis=1), look.points.sum(axis=1), look.active.sum(axis=1))
        return self._judge(*sums, at)

    def _own(self, chances: Floats, at: Ants) -> Floats:
        own: Floats = chances[np.arange(len(at)), at.mover]
        return own

    # Attacks, one after the other.

    def moves(self, attacks: int) -> Floats:
        """Return what each move is worth after at most so many attacks, by cell and column."""
        if attacks not in self._moves:
            while len(self._path) <= attacks:
                self._attack()
            self._moves[attacks] = self._cells(self._path[attacks])
        return self._moves[attacks]

    def _attack(self) -> None:
        """Find the best positions after at most one more attack."""
        path, attacks = self._path, len(self._path)
        best, worth = path[-1], self._worth[-1]
        for begun, cost in ((path[-1], 1), (path[attacks - FOOD_COST], FOOD_COST)):
            if cost <= attacks:
                best, worth = self._push(begun, cost, best, worth)
        path.append(best)
        self._worth.append(worth)

    def _push(self, at: Ants, cost: int, best: Ants, worth: Floats) -> tuple[Ants, Floats]:
        """Return the better of these positions and those after one more attack of this cost."""
        rules, games = self.rules, len(at)
        tries = [(track, seat) for track in range(len(TRACKS)) for seat in range(rules.seats)]
        rows = np.repeat(np.arange(games), len(tries))
        track, rival = np.tile(np.array(tries), (games, 1)).T
        then, legal, costs = rules.pushed(at[rows], track, rival)
        can = np.nonzero(legal & (costs == cost))[0]
        found: Floats = np.full(len(rows), -np.inf, np.float32)
        found[can] = self._own(self.judge(then[can]), then[can])
        found = found.reshape(games, len(tries))
        pick = found.argmax(axis=1)
        gain = found[np.arange(games), pick] > worth
        pushed = then[np.arange(games) * len(tries) + pick]
        return chosen(gain, pushed, best), np.where(gain, found[np.arange(games), pick], worth)

    # Moves.

    def _cells(self, at: Ants) -> Floats:
        """Return what each move is worth; an illegal one is worth as much as none."""
        look, games = self.look(at), len(at)
        rows, track, steps = _grid(games)
        then, legal = self.rules.marched(at[rows], track, steps)
        legal &= steps > 0
        tracks, points, active = self._changed(look, rows, track, then)
        chances = self._judge(tracks, points, active, at[rows])
        chances = chances.reshape(games, CELLS, -1)
        stay = self._judge(
            look.tracks.sum(axis=1), look.points.sum(axis=1), look.active.sum(axis=1), at
        )
        chances = np.where(legal.reshape(games, CELLS, 1), chances, stay[:, None])
        return self._by_column(chances, at)

    def _changed(
        self, look: _Look, rows: Ints, track: Ints, then: Ants
    ) -> tuple[Floats, Floats, Floats]:
        """Return the sums over the tracks after a change of one track."""
        every = np.arange(len(rows))
        side: Side = self.rules.side(then.space[every, track], then.height[every, track], track)
        return (
            look.tracks.sum(axis=1)[rows] - look.tracks[rows, track] + self.net.track(side.inputs),
            look.points.sum(axis=1)[rows] - look.points[rows, track] + side.points,
            look.active.sum(axis=1)[rows] - look.active[rows, track] + side.active,
        )

    def _by_column(self, chances: Floats, at: Ants) -> Floats:
        """Turn chances by game, cell and seat into worth by cell and column."""
        if self._lead is not None:
            return chances[0]
        own: Floats = np.take_along_axis(chances, at.mover[:, None, None], axis=2)[:, :, 0].T
        return own

    def _of_throws(self, more: int) -> Floats:
        """Return what each throw is worth at its end, with so many attacks more than it gives."""
        dice = six_dice()
        cells = np.arange(len(TRACKS)) * len(STEPS) + dice.counts
        ends = np.empty((len(dice.full), self.again.size), np.float32)
        for attacks in np.unique(dice.attacks):
            here = np.nonzero(dice.attacks == attacks)[0]
            level = self.moves(int(attacks) + more)
            best = level[cells[here, 0]]
            for track in range(1, len(TRACKS)):
                best = better(best, level[cells[here, track]], self._lead)
            ends[here] = best
        return ends

    def best_move(self, throw: int, attacks: int) -> Floats:
        """Return what a throw is worth by attacks and a move alone, by column."""
        counts = six_dice().counts[throw]
        cells = self.moves(attacks)[np.arange(len(TRACKS)) * len(STEPS) + counts]
        best = cells[0]
        for cell in cells[1:]:
            best = better(best, cell, self._lead)
        return best

    # Queens.

    @cached_property
    def poorer(self) -> "AntTurns":
        """The turns of those who have a queen, after they have spent it."""
        at = self.rules.with_queen(self.at[self.holders], has=False)
        return AntTurns(self.rules, self.net, at, by_seat=self._lead is not None)

    @cached_property
    def taken(self) -> Floats:
        """What taking a queen is worth, by column; nothing for those who have one."""
        chances = self.judge(self.rules.with_queen(self.at, has=True))
        taken = self._by_column(chances[:, None], self.at)[0].copy()
        taken[self._columns_of(self.holders)] = -1
        return taken

    def _columns_of(self, games: Ints) -> Ints | slice:
        if self._lead is None:
            return games
        return slice(None) if len(games) else slice(0)

    def _with_queens(self, ends: Floats) -> Floats:
        """Return what each throw is worth if a queen may be taken, or the player's spent."""
        lead = self._lead
        best = better(ends, np.broadcast_to(self.taken, ends.shape), lead)
        if len(self.holders):
            columns = self._columns_of(self.holders)
            kept = best[:, columns]
            poorer = self.poorer
            for worth in (poorer.with_attack(), poorer.pairs[1], poorer.whole):
                kept = better(kept, worth, lead)
            best[:, columns] = kept
        return best

    def with_attack(self) -> Floats:
        """Return what each throw is worth with one more attack."""
        return self._of_throws(1)

    @cached_property
    def pairs(self) -> tuple[Floats, Floats]:
        """What two moves and no attack are worth: by pair and column, and by throw and column."""
        at, games = self.at, len(self.at)
        look = self.look(at)
        rows, track, steps = _grid(games)
        then, legal = self.rules.marched(at[rows], track, steps)
        legal &= steps > 0
        changed = self._changed(look, rows, track, then)
        base = (look.tracks.sum(axis=1), look.points.sum(axis=1), look.active.sum(axis=1))
        gains = [new.reshape(games, CELLS, *new.shape[1:]) - old[:, None] for new, old in
                 zip(changed, base, strict=True)]  # fmt: skip
        ones = np.array([one * len(STEPS) + first for one, first, _, _ in PAIRS])
        others = np.array([other * len(STEPS) + second for _, _, other, second in PAIRS])
        both = [old[:, None] + gain[:, ones] + gain[:, others] for old, gain in
                zip(base, gains, strict=True)]  # fmt: skip
        repeated = at[np.repeat(np.arange(games), len(PAIRS))]
        flat = [each.reshape(games * len(PAIRS), *each.shape[2:]) for each in both]
        chances = self._judge(flat[0], flat[1], flat[2], repeated).reshape(games, len(PAIRS), -1)
        legal = legal.reshape(games, CELLS)
        can = (legal[:, ones] & legal[:, others])[:, :, None]
        worth = self._by_column(np.where(can, chances, 0), at)
        best = np.zeros((len(six_dice().full), worth.shape[1]), np.float32)
        for pair, fits in enumerate(_pairs_shown()):
            best[fits] = better(best[fits], worth[pair], self._lead)
        return worth, best

    # Playing a turn, by column; not by seat.

    def play(self, rng: np.random.Generator) -> Ants:
        """Play each turn; return the positions at its end, when it is the next player's turn."""
        dice = six_dice()
        throws = rng.choice(len(dice.full), size=len(self.at), p=dice.chances / dice.chances.sum())
        ends = [self._play_on(game, throw, rng) for game, throw in enumerate(throws.tolist())]
        return self.rules.passed(joined(ends))

    def _play_on(self, game: int, throw: int, rng: np.random.Generator) -> Ants:
        """Play the turn of one game after this throw, with a whole set of re-rolls."""
        dice, rerolls = six_dice(), self.rerolls
        again = int(self.again[game])
        groups = 0 if not again else 1 if again <= ONE_GROUP else 2
        while groups and again > 0:
            best, most = (-1, 0), rerolls.ends[throw, game]
            for thrown in range(1, again + 1):
                holds = dice.holds[thrown][:, throw]
                worth = rerolls.of_hold(holds, thrown, again, groups)[:, game]
                at = int(worth.argmax())
                if worth[at] > most + 1e-6:
                    best, most = (int(holds[at]), thrown), worth[at]
            hold, thrown = best
            if hold < 0:
                break
            throw = dice.thrown(hold, thrown, rng)
            again, groups = again - thrown, groups - 1
        return self._finish(game, throw, rng)

    def _finish(self, game: int, throw: int, rng: np.random.Generator) -> Ants:
        """Attack and move, or do something with a queen, whatever is best."""
        attacks = int(six_dice().attacks[throw])
        if self.rules.beginners:
            return self._move(game, throw, attacks)
        options = {"move": self._moving(game, throw, attacks)[1], "take": self.taken[game]}
        spent = -1
        if game in self.holders:
            spent, poorer = int(np.searchsorted(self.holders, game)), self.poorer
            options["attack"] = poorer.with_attack()[throw, spent]
            options["pair"] = poorer.pairs[1][throw, spent]
            options["reroll"] = poorer.whole[throw, spent]
        match max(options, key=lambda name: options[name]):
            case "take":
                return self.rules.with_queen(self.at[game : game + 1], has=True)
            case "attack":
                return self.poorer._move(spent, throw, attacks + 1)
            case "pair":
                return self.poorer._move_twice(spent, throw)
            case "reroll":
                return self.poorer._play_on(spent, throw, rng)
        return self._move(game, throw, attacks)

    def _moving(self, game: int, throw: int, attacks: int) -> tuple[int, float]:
        """Return the best move of a throw, and what it is worth."""
        counts = six_dice().counts[throw]
        worth = self.moves(attacks)[np.arange(len(TRACKS)) * len(STEPS) + counts, game]
        return int(worth.argmax()), float(worth.max())

    def _move(self, game: int, throw: int, attacks: int) -> Ants:
        track, _ = self._moving(game, throw, attacks)
        at = self._path[attacks][game : game + 1]
        return self._step(at, track, int(six_dice().counts[throw, track]))

    def _step(self, at: Ants, track: int, steps: int) -> Ants:
        then, legal = self.rules.marched(at, np.array([track]), np.array([steps]))
        return then if steps and legal[0] else at

    def _move_twice(self, game: int, throw: int) -> Ants:
        fits = [fits[throw] for fits in _pairs_shown()]
        pair = int(np.where(fits, self.pairs[0][:, game], -1).argmax())
        one, first, other, second = PAIRS[pair]
        return self._step(self._step(self.at[game : game + 1], one, first), other, second)


def worth_of(rules: AntRules, net: AntNet, at: Ants) -> Floats:
    """Return the win chances of positions between two turns, by position and seat."""
    tracks, sums = rules.features(at)
    return net.chances(net.track(tracks).sum(axis=2), sums, rules.stays)


@cache
def _pairs_shown() -> tuple[Bools, ...]:
    """Return for each pair of moves which throws show it."""
    counts = six_dice().counts
    return tuple(
        (counts[:, one] == first) & (counts[:, other] == second)
        for one, first, other, second in PAIRS
    )


def joined(parts: list[Ants]) -> Ants:
    """Return these positions in one."""
    return Ants(
        np.concatenate([part.space for part in parts]),
        np.concatenate([part.height for part in parts]),
        np.concatenate([part.queens for part in parts]),
        np.concatenate([part.mover for part in parts]),
    )


def _grid(games: int) -> tuple[Ints, Ints, Ints]:
    """Return every move of every game: its row, track and steps."""
    rows = np.repeat(np.arange(games), CELLS)
    track = np.tile(np.repeat(np.arange(len(TRACKS)), len(STEPS)), games)
    steps = np.tile(STEPS, games * len(TRACKS))
    return rows, track, steps
