"""A table that knows no rule: it only moves pieces as the events say.

A second implementation on purpose. It never looks at a state; if following the events leads
anywhere else than to the state's own table, the events do not tell people enough.
"""

from collections import Counter, defaultdict

from rules import events as told
from rules.events import Event

WORM = "worm"
SNAIL = "snail"
ANT = "ant"
QUEEN = "queen"


class DumbTable:
    """Pieces in places, stacks of tiles, and dice."""

    def __init__(self) -> None:
        self.hands: defaultdict[int, Counter[str]] = defaultdict(Counter)
        """By player: their plates, worms and snails."""
        self.spots: defaultdict[int, Counter[str]] = defaultdict(Counter)
        """By number: plates as `plate 0` for player 0, or a snail."""
        self.snail_pool = 0
        self.up: Counter[int] = Counter()
        self.down: Counter[int] = Counter()
        self.stacks: defaultdict[int, list[int]] = defaultdict(list)
        self.tracks: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        """By track and space: whose ants lie there, the lowest first."""
        self.on_backs: set[tuple[int, int]] = set()
        """By track and player: ants that lie on their backs. At home they stand."""
        self.queen_pool = 0
        self.tray: list[str] = []
        self.aside: list[str] = []
        self.dice_with = -1

    def follow(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._do(event)
        held = [*self.hands.values(), *self.spots.values()]
        assert all(count >= 0 for pieces in held for count in pieces.values())
        assert all(count >= 0 for tiles in (self.up, self.down) for count in tiles.values())
        assert self.snail_pool >= 0
        assert self.queen_pool >= 0

    def _do(self, event: Event) -> None:
        match event:
            case told.SetDice(player, tray, aside):
                self.tray, self.aside = list(map(str, tray)), list(map(str, aside))
                self.dice_with = player
            case told.Thrown() | told.SetAside() | told.ThrowAgain() | told.PassDice():
                self._dice(event)
            case told.SetSpot() | told.SetWorms() | told.SetSnails():
                self._set_grill(event)
            case told.SetGrill(up, down):
                self.up, self.down = Counter(up), Counter(down)
            case told.OffStack(player, tiles):
                assert tuple(self.stacks[player][-len(tiles) :]) == tiles
                del self.stacks[player][-len(tiles) :]
            case told.OntoStack(player, tiles):
                self.stacks[player] += tiles
            case _:
                self._plates_and_worms(event)
                self._snails(event)
                self._tiles(event)
                self._ants(event)
                self._food_and_queens(event)

    def _dice(self, event: Event) -> None:
        match event:
            case told.Thrown(_, faces):
                self.tray = [str(face) for face in faces]
            case told.SetAside(_, face, count):
                assert self.tray.count(face) == count
                self.tray = [die for die in self.tray if die != face]
                self.aside += [str(face)] * count
            case told.ThrowAgain(_, count):
                assert len(self.tray) == count
                self.tray = []
            case told.PassDice(player):
                self.tray, self.aside, self.dice_with = [], [], player

    def _plates_and_worms(self, event: Event) -> None:
        match event:
            case told.DealPlates(player, count):
                self.hands[player][f"plate {player}"] += count
            case told.PlacePlate(player, spot):
                self.hands[player][f"plate {player}"] -= 1
                self.spots[spot][f"plate {player}"] += 1
            case told.PlateHome(player, spot):
                self.spots[spot][f"plate {player}"] -= 1
                self.hands[player][f"plate {player}"] += 1
            case told.TakeWorms(player, count):
                self.hands[player][WORM] += count
            case told.StealWorms(player, rival, count):
                self.hands[rival][WORM] -= count
                self.hands[player][WORM] += count

    def _snails(self, event: Event) -> None:
        match event:
            case told.LaySnails(count):
                self.snail_pool += count
            case told.PlaceSnail(spot):
                self.snail_pool -= 1
                self.spots[spot][SNAIL] += 1
            case told.TakeSnail(player, spot):
                self.spots[spot][SNAIL] -= 1
                self.hands[player][SNAIL] += 1
            case told.TakeSnailFromPool(player):
                self.snail_pool -= 1
                self.hands[player][SNAIL] += 1

    def _tiles(self, event: Event) -> None:
        match event:
            case told.LayTiles(tiles):
                self.up.update(tiles)
            case told.TakeTile(player, tile):
                self.up[tile] -= 1
                self.stacks[player].append(tile)
            case told.SnatchTile(player, rival, tile):
                assert self.stacks[rival].pop() == tile
                self.stacks[player].append(tile)
            case told.ReturnTile(player, tile):
                assert self.stacks[player].pop() == tile
                self.up[tile] += 1
            case told.TurnTile(tile):
                self.up[tile] -= 1
                self.down[tile] += 1

    def _set_grill(self, event: Event) -> None:
        """What an adjustment says; pieces come from, and go back to, where they belong."""
        match event:
            case told.SetSpot(spot, owner, plates, snail):
                for piece, count in self.spots.pop(spot, Counter()).items():
                    if piece == SNAIL:
                        self.snail_pool += count
                    else:
                        self.hands[int(piece.split()[1])][piece] += count
                if owner is not None:
                    self.hands[owner][f"plate {owner}"] -= plates
                    self.spots[spot][f"plate {owner}"] = plates
                if snail:
                    self.snail_pool -= 1
                    self.spots[spot][SNAIL] = 1
            case told.SetWorms(player, count):
                self.hands[player][WORM] = count
            case told.SetSnails(player, count):
                self.snail_pool -= count - self.hands[player][SNAIL]
                self.hands[player][SNAIL] = count

    def _ants(self, event: Event) -> None:
        match event:
            case told.DealAnts(player, count):
                self.hands[player][ANT] += count
            case told.PushAnt(player, track, to):
                self._lift(player, track)
                if to:
                    self.hands[player][ANT] -= 1
                    self.tracks[track, to].insert(0, player)
            case told.MoveAnt(player, track, to):
                self._lift(player, track)
                self.hands[player][ANT] -= 1
                self.tracks[track, to].append(player)
            case told.SetTrack(track, piles):
                for player in list(self.hands):
                    self._lift(player, track)
                for space, pile in enumerate(piles, start=1):
                    for player in pile:
                        self.hands[player][ANT] -= 1
                        self.tracks[track, space].append(player)
        self.on_backs &= self._on_board()

    def _lift(self, player: int, track: int) -> None:
        """Take the player's ant off the track, if there is one."""
        for (at, _), pile in self.tracks.items():
            if at == track and player in pile:
                pile.remove(player)
                self.hands[player][ANT] += 1

    def _on_board(self) -> set[tuple[int, int]]:
        """By track and player: every ant that is not at home."""
        return {(track, ant) for (track, _), pile in self.tracks.items() for ant in pile}

    def _food_and_queens(self, event: Event) -> None:
        match event:
            case told.CaptureTrack(_, track, _):
                self.on_backs |= {ant for ant in self._on_board() if ant[0] == track}
            case told.OpenTrack(track):
                self.on_backs = {ant for ant in self.on_backs if ant[0] != track}
            case told.LayQueens(count):
                self.queen_pool += count
            case told.QueenTaken(player):
                self._give_queens(player, 1)
            case told.QueenSpent(player, _):
                self._give_queens(player, -1)
            case told.SetQueen(player, has):
                self._give_queens(player, int(has) - self.hands[player][QUEEN])

    def _give_queens(self, player: int, count: int) -> None:
        self.queen_pool -= count
        self.hands[player][QUEEN] += count
