"""Heckmeck Barbecue: plates on a grill of 14 spots, worms, and snails for failed attempts.

References like R9 are to the rulings in docs/rules.md.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Self, cast

from rules import dice
from rules.box import WormBox, scale
from rules.dice import DiceSet, Face, TableDice
from rules.errors import IllegalMove
from rules.events import (
    DealPlates,
    Event,
    Events,
    LaySnails,
    NoPlateLeft,
    PlacePlate,
    PlaceSnail,
    PlateHome,
    SetSnails,
    SetSpot,
    SetWorms,
    StealWorms,
    TakeSnail,
    TakeSnailFromPool,
    TakeWorms,
)
from rules.game import Setup
from rules.grill import (
    EMPTY,
    MOST_WORMS,
    PLATES,
    SNAIL,
    SNAIL_POINTS,
    SNAILS,
    WORM_POOL,
    GrillTable,
    Spot,
)
from rules.heckmeck import Heckmeck
from rules.moves import Stop
from rules.outcome import Standing, rank
from rules.players import Colour
from rules.table import Table


class BarbecueVariant(StrEnum):
    """Table options of Barbecue."""

    STOP_IS_FAIL = "stop_is_fail"
    """A player may stop with a worthless result, which is a failed attempt (R6)."""
    STRICT_WORMS = "strict_worms"
    """If the worm pool is too small, a player gets what is left (R12, R74)."""
    STRICT_PLATES = "strict_plates"
    """Without a plate in hand there is no action (R13)."""


@dataclass(frozen=True)
class Barbecue(Heckmeck[GrillTable, WormBox]):
    """The state of a game of Heckmeck Barbecue."""

    NAME: ClassVar[str] = "barbecue"
    NUMBERS: ClassVar[tuple[int, ...]] = tuple(range(23, 37))
    MOST_PLAYERS: ClassVar[int] = 5
    COLOURS: ClassVar[tuple[Colour, ...]] = (
        Colour.GREEN,
        Colour.YELLOW,
        Colour.BLUE,
        Colour.BLACK,
        Colour.ORANGE,
    )
    VARIANTS: ClassVar[tuple[str, ...]] = tuple(BarbecueVariant)
    BOX: ClassVar[WormBox] = WormBox(
        worms=scale((range(23, 25), 1), (range(25, 29), 2), (range(29, 33), 3), (range(33, 37), 4)),
        assumed=True,
    )
    TABLE: ClassVar[type[Table]] = GrillTable

    @classmethod
    def check_box(cls, box: WormBox) -> None:
        box.check(cls.NUMBERS)

    @classmethod
    def own_dice(cls, box: WormBox) -> DiceSet:
        """Faces 1, 2, 3, 4, 6 and the worm."""
        return dice.BARBECUE

    @classmethod
    def stand_ins(cls, box: WormBox) -> TableDice:
        return dice.stand_in(Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.WORM, Face.SIX)

    @classmethod
    def _first_table(cls, setup: Setup[WormBox]) -> tuple[GrillTable, Events]:
        nothing = (0,) * len(setup.players)
        table = GrillTable({}, nothing, nothing)
        plates = (DealPlates(seat, PLATES) for seat in range(len(setup.players)))
        return table, (*plates, LaySnails(SNAILS))

    def spots(self, table: GrillTable | None = None) -> Iterator[tuple[int, Spot]]:
        """Return each number with what is on its spot, on the given table or the current one."""
        lying = table or self.table
        return ((number, lying[number]) for number in self.NUMBERS)

    def _pieces(self) -> Iterator[tuple[str, str]]:
        players = self.setup.players
        spots = []
        for number, spot in self.spots():
            lying = ["snail"] if spot.snail else []
            if spot.owner is not None:
                lying = [players[spot.owner].name] * spot.plates
            spots.append(":".join((str(number), *lying)))
        yield "grill", " ".join(spots)
        for player, worms, snails in zip(players, self.table.worms, self.table.snails, strict=True):
            yield player.name, f"worms={worms} snails={snails}"

    # Rolling the dice: when a player may stop (R6, R71).

    def _refuse_stop(self, move: Stop) -> IllegalMove | None:
        refusal = super()._refuse_stop(move)
        if refusal is not None or BarbecueVariant.STOP_IS_FAIL in self.setup.variants:
            return refusal
        why = self._why_worthless()
        if why is None:
            return None
        return IllegalMove("stop_brings_nothing", why=why, total=self.turn.total)

    def _why_worthless(self) -> str | None:
        """Return why the result brings neither worms nor a snail; None if it brings some."""
        why = self._why_failed()
        total = self.turn.total
        if why is not None:
            return why
        if total > self.NUMBERS[-1]:
            return None if self._snail_for_more() is not None else "no_snail"
        if self.table[total].snail:
            return None
        if self._no_action():
            return "no_plate"
        return None if self._worms_gained(total) else "no_worms"

    def _why_failed(self) -> str | None:
        """Return why the attempt failed, except for throwing only old faces."""
        total = self.turn.total
        if not self.turn.has_worm:
            return "no_worm"
        if total < self.NUMBERS[0]:
            return "too_low"
        if total <= self.NUMBERS[-1] and self.table[total].plates == 2:
            return "blocked"
        return None

    # Placing plates and snatching worms: the spot decides what happens (R8, R9).

    def _settle(self) -> tuple[Self, Events]:
        why = self._why_failed()
        total = self.turn.total
        if why is not None:
            return self._fail(why)
        if total > self.NUMBERS[-1]:
            return self._more_than_grill()
        spot = self.table[total]
        if spot.snail:
            return self._take_snail(total)
        if self._no_action():
            return self._pass_on(NoPlateLeft(self.player, total))
        if spot.owner is None or spot.owner == self.player:
            return self._occupy(total)
        return self._steal(total, spot.owner)

    def _occupy(self, number: int) -> tuple[Self, Events]:
        """Put a plate on an empty spot, or a second one to protect the player's own."""
        worms = self._worms_gained(number)
        table, laid = self._lay_plate(self.table.with_worms(self.player, worms), number)
        paid = (TakeWorms(self.player, worms),) if worms else ()
        return self._but(table=table)._pass_on(laid, *paid)

    def _steal(self, number: int, rival: int) -> tuple[Self, Events]:
        """Take the rival's worms, and replace the rival's plate."""
        worms = self._worms_gained(number)
        moved = self.table.with_worms(self.player, worms).with_worms(rival, -worms)
        table, laid = self._lay_plate(moved.with_spot(number, EMPTY), number)
        stolen = (StealWorms(self.player, rival, worms),) if worms else ()
        return self._but(table=table)._pass_on(*stolen, PlateHome(rival, number), laid)

    def _lay_plate(self, table: GrillTable, number: int) -> tuple[GrillTable, Event]:
        """Put another plate on the spot, if the player has one in hand (R13)."""
        if not self._plate_in_hand():
            return table, NoPlateLeft(self.player, number)
        spot = Spot(self.player, table[number].plates + 1)
        return table.with_spot(number, spot), PlacePlate(self.player, number)

    def _worms_gained(self, number: int) -> int:
        """Return the worms printed on the spot, or what is left of them on a strict table."""
        printed = self.setup.box.worms[number]
        if BarbecueVariant.STRICT_WORMS not in self.setup.variants:
            return printed
        owner = self.table[number].owner
        if owner is None or owner == self.player:
            return min(printed, WORM_POOL - sum(self.table.worms))
        return min(printed, self.table.worms[owner])

    def _plate_in_hand(self) -> bool:
        return self.table.plates_out(self.player) < PLATES

    def _no_action(self) -> bool:
        return BarbecueVariant.STRICT_PLATES in self.setup.variants and not self._plate_in_hand()

    # Snails.

    def _highest(self, wanted: Callable[[Spot], bool]) -> int | None:
        """Return the highest number whose spot satisfies the condition."""
        lying = self.table.spots
        return next((at for at in self.NUMBERS[::-1] if wanted(lying.get(at, EMPTY))), None)

    def _snail_for_more(self) -> Event | None:
        """Take a snail for a result above the grill: from the pool, then the highest spot (R10)."""
        if self.table.snail_pool:
            return TakeSnailFromPool(self.player)
        number = self._highest(lambda spot: spot.snail)
        return None if number is None else TakeSnail(self.player, number)

    def _more_than_grill(self) -> tuple[Self, Events]:
        match self._snail_for_more():
            case TakeSnail(spot=number):
                return self._take_snail(number)
            case TakeSnailFromPool() as event:
                return self._but(table=self.table.with_snail(self.player))._pass_on(event)
        return self._end("no_snail")

    def _take_snail(self, number: int) -> tuple[Self, Events]:
        """Take the snail from its spot; no plate is put there (R9)."""
        table = self.table.with_spot(number, EMPTY).with_snail(self.player)
        return self._but(table=table)._pass_on(TakeSnail(self.player, number))

    def _fail(self, why: str, *events: Event) -> tuple[Self, Events]:
        """Put a snail on the highest empty spot, else on the highest single plate (R14 to R16)."""
        told = (*events, self._failed(why))
        table = self.table
        if not table.snail_pool:
            return self._end("snails_used_up", *told)
        number = self._highest(lambda spot: spot.empty)
        if number is not None:
            state = self._but(table=table.with_spot(number, SNAIL))
            return state._pass_on(*told, PlaceSnail(number))
        number = self._highest(lambda spot: spot.plates == 1)
        if number is None:
            return self._end("grill_full", *told)
        home = PlateHome(cast("int", table[number].owner), number)  # a plate has an owner
        state = self._but(table=table.with_spot(number, SNAIL))
        return state._pass_on(*told, home, PlaceSnail(number))

    def _possible_endings(self) -> tuple[str | None, ...]:
        return (None, "no_snail", "snails_used_up", "grill_full")

    # Final score (R17, R18).

    def points(self) -> tuple[int, ...]:
        """Return the points: one per worm, three per snail."""
        table = self.table
        return tuple(
            worms + SNAIL_POINTS * snails
            for worms, snails in zip(table.worms, table.snails, strict=True)
        )

    def standings(self) -> tuple[Standing, ...]:
        """Rank by points, then by the highest plate on the grill."""
        scores = {
            player: (points, max((at for at, _ in self.table.plates_of(player)), default=None))
            for player, points in enumerate(self.points())
        }
        return rank(scores, self.gone)

    # Repair.

    def _impossible(self, table: GrillTable) -> IllegalMove | None:
        return self._impossible_spot(table) or self._impossible_hand(table)

    def _impossible_spot(self, table: GrillTable) -> IllegalMove | None:
        seats = range(len(self.setup.players))
        least, most = self.NUMBERS[0], self.NUMBERS[-1]
        for number, spot in table.spots.items():
            if number not in self.NUMBERS:
                return IllegalMove("no_such_spot", spot=number, least=least, most=most)
            if not 0 <= spot.plates <= 2 or (spot.snail and spot.plates):
                return IllegalMove("spot_holds", spot=number)
            if (spot.owner is None) != (spot.plates == 0):
                return IllegalMove("spot_owner", spot=number)
            if spot.owner is not None and spot.owner not in seats:
                return IllegalMove("no_such_player", player=spot.owner)
        return None

    def _impossible_hand(self, table: GrillTable) -> IllegalMove | None:
        count = len(self.setup.players)
        if len(table.worms) != count or len(table.snails) != count:
            return IllegalMove("one_for_each_player", players=count)
        if min(table.worms) < 0 or min(table.snails) < 0:
            return IllegalMove("less_than_nothing")
        if table.snail_pool < 0:
            return IllegalMove("too_many_snails", most=SNAILS)
        strict = BarbecueVariant.STRICT_WORMS in self.setup.variants
        most = WORM_POOL if strict else MOST_WORMS
        if sum(table.worms) > most:
            return IllegalMove("too_many_worms", most=most)
        for player in range(count):
            if table.plates_out(player) > PLATES:
                return IllegalMove("too_many_plates", player=player, most=PLATES)
            least = 0 if strict else self.worms_backing(table, player)
            if table.worms[player] < least:
                return IllegalMove("too_few_worms", player=player, least=least)
        return None

    def worms_backing(self, table: GrillTable, player: int) -> int:
        """Return the worms the player got for the plates on the grill, and must have (R11)."""
        printed = self.setup.box.worms
        return sum(n * printed[at] for at, n in table.plates_of(player))

    def differences(self, table: GrillTable) -> Events:
        """Return what to change so that the pieces lie like that."""
        old = self.table
        spots = (
            SetSpot(number, spot.owner, spot.plates, spot.snail)
            for number, spot in self.spots(table)
            if spot != old[number]
        )
        seats = range(len(self.setup.players))
        worms = (SetWorms(p, table.worms[p]) for p in seats if table.worms[p] != old.worms[p])
        snails = (SetSnails(p, table.snails[p]) for p in seats if table.snails[p] != old.snails[p])
        return (*spots, *worms, *snails)
