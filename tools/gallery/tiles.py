"""Shows the screens of the games with tiles: Bratwurmeck and Junior."""

from collections import Counter
from typing import cast

from firmware.ports import Action
from firmware.screens.kinds import Choice
from rules.dice import Face
from rules.moves import Adjust
from rules.tiles import AnyTileGame, Tiles, TileTable
from tools.gallery.tour import Stop, Tour
from tools.gallery.walk import Walk


class _Guided:
    """Plays one game and collects its screens under its name."""

    def __init__(self, tour: Tour, walk: Walk, game: str, *variants: str) -> None:
        self.tour = tour
        self.walk = walk
        self.game = game
        walk.table.session.change(game=game, variants={game: variants})
        walk.start()

    def begin(self) -> None:
        """Start: the pieces are laid out, and the first player is to throw."""
        while self.walk.screen.name != "throw":
            self.walk.press("ok")

    def lay(self, up: Tiles, *stacks: Tiles, player: int = 0) -> None:
        """Start with these open tiles and these stacks; this player is to throw."""
        self.begin()
        state = cast("AnyTileGame", self.walk.table.session.game.state)
        seen = Counter((*up, *(tile for stack in stacks for tile in stack)))
        down = tuple((Counter(state.TILES) - seen).elements())
        self.walk.table.session.game.play(Adjust(TileTable(up, down, stacks), player))
        self.walk.table.view = self.walk.table.navigator.game()

    def see(self, name: str = "") -> None:
        """Collect the current screen."""
        self.tour.see(self.walk, f"{self.game}_{name or self.walk.screen.name}")

    def point(self, face: Face) -> None:
        """Move the cursor to the dice with this face, and collect the screen."""
        while isinstance(screen := self.walk.screen, Choice):
            if screen.groups[screen.chosen].face is face:
                break
            self.walk.press("right")
        self.see()

    def go(self, *steps: tuple[str, str]) -> None:
        """Do the steps, collecting the screen before each; raises `LookupError` on another one."""
        for expected, done in steps:
            if self.walk.screen.name != expected:
                raise LookupError(self.walk.screen.name, expected)
            self.see()
            for each in done.split():
                if each in set(Action):
                    self.walk.press(each)
                else:
                    self.walk.scan(each)


def _bratwurmeck_begins(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "bratwurmeck")
    guided.see("new_game")
    walk.press("right", "right", "right", "right", "right", "right", "ok", "left")
    guided.see("options")
    walk.press("back", *["left"] * 6, "ok")
    guided.go(("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "3455"))
    guided.see("keep_second")
    guided.go(("keep", "stop"), ("stop", "stop"), ("todo", "ok"))


UP = (21, 22, 24, 27, 28, 30, 33, 34)
STACKS = ((23,), (26, 29, 25), (31,))
"""35 and 36 are face down, and 32 too."""


def _bratwurmeck_takes(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "bratwurmeck")
    guided.lay(UP, *STACKS)
    guided.go(("throw", "right"), ("scores", "right"), ("tiles", "ok"))
    guided.see("tile_open")
    walk.press(*["right"] * 4)
    guided.see("tile_on_top")
    walk.press("right")
    guided.see("tile_below")
    walk.press("left", "left", "left", "left", "left", "left", "left")
    guided.see("tile_turned")
    walk.press("ok")
    guided.go(("throw", "111wwwww"), ("keep", "ok"))
    guided.see("throw_or_choose")
    guided.go(("throw_or_stop", "left"), ("hint", "back"), ("throw_or_stop", "stop"))
    guided.go(("take", "back"), ("menu", "right right right ok"))
    guided.see("hint_take")
    walk.press("back")
    guided.go(("take", "ok"))
    guided.see("todo_snatch")
    walk.press("undo")
    guided.go(("undone", "ok"), ("take", "right"))
    guided.see("take_grill")
    walk.press("ok")
    guided.see("todo_lower")
    walk.press("undo")
    guided.see("undone_lower")


def _bratwurmeck_fails(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "bratwurmeck")
    guided.lay(UP, *STACKS)
    guided.go(("throw", "11234555"), ("keep", "ok"))
    guided.see("throw_in_vain")
    walk.press("stop")
    guided.see("stop_costs")
    walk.press("undo", "ok", "stop")
    guided.see("stop_keep_costs")
    walk.press("ok")
    guided.go(("throw_or_stop", "55555"), ("failed", "undo"), ("undone", "ok"))


def _bratwurmeck_quiet(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "bratwurmeck", "quiet_snatches")
    guided.lay(UP, *STACKS)
    guided.go(("throw", "111wwwww"), ("keep", "ok"))
    guided.see("quiet_stop")
    guided.go(("throw_or_stop", "stop"), ("which_tile", "left ok"))
    guided.see("which_tile_wrong")


def _bratwurmeck_in_vain(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "bratwurmeck", "quiet_snatches")
    guided.lay((33, 34), *STACKS)
    guided.go(("throw", "111wwwww"), ("keep", "ok"), ("throw_or_stop", "stop"))
    guided.see("which_tile_none")
    guided.go(("which_tile", "ok"), ("in_vain", "back"))


def _bratwurmeck_repaired(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "bratwurmeck")
    guided.lay(UP, *STACKS)
    walk.table.view = walk.table.view.game_panel.adjust(walk.table.view)
    guided.go(("adjust", "ok"), ("adjust_tiles", "ok"))
    guided.see("adjust_turned")
    walk.press(*["right"] * 8)
    guided.see("adjust_below")
    walk.press("ok")
    guided.see("adjust_on_top")
    walk.press("back", "left", "ok")
    guided.see("adjusted")


def _bratwurmeck_over(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "bratwurmeck")
    guided.lay((21,), (33, 22), (36,), (31,), player=1)
    guided.go(("throw", "1112wwww"), ("keep", "ok"), ("throw_or_stop", "1234"))
    guided.point(Face.ONE)
    guided.go(("keep", "ok"), ("throw_or_stop", "stop"))
    guided.see("todo_last")
    walk.press("ok")
    guided.go(("over", "ok"), ("ranking", "right"), ("over_why", "right"), ("over_board", ""))


def _junior_begins(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "junior")
    guided.see("new_game")
    walk.press(*["right"] * 4, "ok", "left")
    guided.see("options")
    walk.press("back", *["left"] * 4)
    guided.go(("new_game", "ok"), ("box", "left"))
    guided.see("box_dice")
    walk.press("scan", "ok")
    guided.go(("todo", "bbccew"), ("keep", "ok"), ("throw_or_stop", "ekwc"))
    guided.point(Face.WORM)
    guided.go(("keep", "ok"))
    guided.see("throw_or_take")
    guided.go(("throw_or_stop", "right"), ("scores", "right"), ("tiles", "right"), ("hint", "ok"))
    guided.go(("throw_or_stop", "bww"))
    guided.see("todo_nothing_new")
    walk.scan("bbccce")
    walk.scan("ccc")
    guided.go(("follow_failed", "ok"), ("failed", "ok"))


JUNIOR_UP = (4, 4, 5, 6, 6, 8)
JUNIOR_PILES = ((9, 5), (9, 7), (8, 7))


def _junior_pinches(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "junior")
    guided.lay(JUNIOR_UP, *JUNIOR_PILES)
    walk.press("right", "right", "ok", *["right"] * 6)
    guided.see("tile_on_top")
    walk.press("ok")
    guided.go(("throw", "bbcwww"), ("keep", "ok"), ("throw_or_stop", "cwww"))
    guided.point(Face.WORM)
    guided.go(("keep", "ok"))
    guided.see("throw_or_pinch")
    guided.go(
        ("throw_or_stop", "right"), ("scores", "left"), ("throw_or_stop", "left"), ("hint", "ok")
    )
    walk.press("stop")
    guided.go(("take", "ok"))
    guided.see("todo_pinch")


def _junior_follows(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "junior")
    guided.lay(JUNIOR_UP, (9, 5), (9, 7), (8,))
    walk.scan("bbbcww")
    guided.go(("keep", "ok"), ("throw_or_stop", "eew"))
    guided.go(("keep", "bw"))
    guided.go(("follow_ended", "ok"), ("take", "right"))
    guided.see("take_grill")


def _junior_over(tour: Tour, walk: Walk) -> None:
    guided = _Guided(tour, walk, "junior")
    guided.lay((4,), (9,), (8,), (5,), player=1)
    guided.go(("throw", "bwwwcc"))
    guided.point(Face.WORM)
    guided.go(("keep", "ok"), ("throw_or_stop", "cek"))
    guided.go(("keep", "ok"), ("throw_or_stop", "stop"), ("todo", "ok"))
    guided.go(("over", "ok"), ("ranking", "right"), ("over_why", "right"), ("over_board", ""))


STOPS: tuple[Stop, ...] = (
    _bratwurmeck_begins,
    _bratwurmeck_takes,
    _bratwurmeck_fails,
    _bratwurmeck_quiet,
    _bratwurmeck_in_vain,
    _bratwurmeck_repaired,
    _bratwurmeck_over,
    _junior_begins,
    _junior_pinches,
    _junior_follows,
    _junior_over,
)
