"""Shows the screens of Picnic Blitz."""

from typing import cast

from rules.moves import Adjust
from rules.picnic_blitz import PicnicBlitz
from rules.players import Level
from tools.gallery.tour import Stop, Tour
from tools.gallery.walk import Walk

NAMES = {"black": "Ann", "red": "Ben", "blue": "Wilhelmina"}

ANTS = ((1, 1, 5), (0, 1, 5), (0, 2, 4), (2, 3, 8), (1, 3, 6), (2, 4, 2), (0, 4, 4), (1, 4, 5),
        (2, 5, 3), (1, 6, 9))  # fmt: skip
"""The ants by track and space; in a pile the lowest first."""


def _begin(walk: Walk, ants: tuple[tuple[int, int, int], ...] = (), *, queens: bool = True) -> None:
    """A game in progress, with these ants on the board."""
    walk.table.session.change(game="picnic_blitz", names=NAMES)
    walk.start()
    walk.press("ok", "ok", "ok")
    table = cast("PicnicBlitz", walk.table.session.game.state).table
    for player, track, space in ants:
        table = table.moved(player, track, space)
    for seat in range(2):
        table = table.with_queen(seat, has=queens)
    if ants:
        walk.table.session.game.play(Adjust(table, 0))
    walk.table.view = walk.table.navigator.game()


def _beginning(tour: Tour, walk: Walk) -> None:
    walk.table.session.change(game="picnic_blitz", names=NAMES)
    walk.start()
    tour.see(walk, "picnic_new_game")
    walk.press(*["right"] * 3, "ok", "right", "right")
    tour.see(walk, "picnic_options")
    tour.go(walk, ("options", "back"))
    walk.press(*["left"] * 3)
    tour.go(walk, ("new_game", "ok"), ("picnic_box", "right"), ("picnic_box_change", "scan"))
    tour.go(walk, ("picnic_box", "ok"))
    tour.see(walk, "picnic_lay_out")
    tour.go(walk, ("todo", "ok"), ("picnic_throw", "112355"), ("picnic_move", "ok"))
    tour.see(walk, "picnic_todo")


def _dice(tour: Tour, walk: Walk) -> None:
    _begin(walk, ANTS)
    tour.go(walk, ("picnic_throw", "112456"), ("picnic_dice", "112456"), ("picnic_same", "back"))
    tour.go(walk, ("picnic_dice", "left"))
    tour.see(walk, "picnic_die")
    tour.go(walk, ("picnic_dice", "ok"))
    tour.see(walk, "picnic_marked")
    tour.go(walk, ("picnic_dice", "333333"), ("picnic_doubt", "ok"), ("correct", "back"))
    tour.go(walk, ("picnic_dice", "back"), ("menu", "right right right right right ok"))
    tour.go(walk, ("picnic_hint", "ok"))
    tour.see(walk, "picnic_hint_more")
    tour.go(walk, ("picnic_hint", "back"), ("picnic_dice", "112355"))
    tour.go(walk, ("picnic_move", "112356"))
    tour.see(walk, "picnic_misread")
    tour.go(walk, ("picnic_doubt", "back"), ("picnic_move", "333333"))
    tour.see(walk, "picnic_used_up")


def _box(tour: Tour, walk: Walk) -> None:
    """Show dice that the box re-rolls."""
    _begin(walk, ANTS)
    walk.table.session.game.seat(0, Level.STRONG)
    tour.go(walk, ("picnic_throw", "112234"), ("box_dice", ""))


def _second_throw(tour: Tour, walk: Walk) -> None:
    _begin(walk, ((0, 1, 1), (0, 2, 1), (0, 3, 1), (0, 4, 1)))
    tour.go(walk, ("picnic_throw", "112456"), ("picnic_dice", "112466"))
    tour.go(walk, ("picnic_how_many", "right ok"))
    tour.see(walk, "picnic_second_throw")


def _attacks(tour: Tour, walk: Walk) -> None:
    _begin(walk, ANTS)
    tour.go(walk, ("picnic_throw", "123345"))
    tour.see(walk, "picnic_straight")
    tour.go(walk, ("picnic_dice", "ok"), ("picnic_attack", "right"))
    tour.see(walk, "picnic_attack_other")
    tour.go(walk, ("picnic_attack", "left left"))
    tour.see(walk, "picnic_no_attack")
    tour.go(walk, ("picnic_attack", "right ok"), ("picnic_pushed", "111111"))
    tour.go(walk, ("picnic_late", "ok"), ("picnic_pushed", "left left"))
    tour.see(walk, "picnic_attack_queen")
    tour.go(walk, ("picnic_attack", "ok"))
    tour.see(walk, "picnic_queen_attack")
    tour.go(walk, ("picnic_attack", "undo"))
    tour.see(walk, "picnic_undone")
    tour.go(walk, ("undone", "undo"))
    tour.see(walk, "picnic_undone_attack")
    tour.go(walk, ("undone", "ok"), ("picnic_dice", "ok"), ("picnic_attack", "right ok"))
    tour.see(walk, "picnic_pushed_more")
    tour.go(walk, ("picnic_pushed", "ok"), ("picnic_attack", "stop"), ("picnic_move", "stop"))


def _queen_throw(tour: Tour, walk: Walk) -> None:
    _begin(walk, ANTS)
    tour.go(walk, ("picnic_throw", "112456"), ("picnic_dice", "123345"))
    tour.see(walk, "picnic_straight_queen")
    tour.go(walk, ("picnic_dice", "left"))
    tour.see(walk, "picnic_queen_throw")
    tour.go(walk, ("picnic_dice", "ok"))


def _moves(tour: Tour, walk: Walk) -> None:
    _begin(walk, ANTS)
    tour.go(walk, ("picnic_throw", "122224"), ("picnic_dice", "ok"), ("picnic_move", "right"))
    tour.see(walk, "picnic_move_pins")
    tour.go(walk, ("picnic_move", "right"))
    tour.see(walk, "picnic_move_queen")
    tour.go(walk, ("picnic_move", "ok"))
    tour.see(walk, "picnic_move_first")
    tour.go(walk, ("picnic_move", "ok"))
    tour.see(walk, "picnic_move_second")
    tour.go(walk, ("picnic_move", "stop"))
    tour.see(walk, "picnic_stop_second")
    tour.go(walk, ("picnic_stop", "back"), ("picnic_move", "ok"))
    tour.see(walk, "picnic_todo_queen")
    tour.go(walk, ("todo", "334466"), ("picnic_dice", "stop"), ("picnic_stop", "stop"))
    tour.see(walk, "picnic_todo_pass")


def _pages(tour: Tour, walk: Walk) -> None:
    _begin(walk, ANTS)
    walk.press("right")
    tour.see(walk, "picnic_scores")
    tour.go(walk, ("scores", "right"), ("picnic_board", "ok"))
    tour.see(walk, "picnic_ant")
    tour.go(walk, ("picnic_board", "right"))
    tour.see(walk, "picnic_ant_pinned")
    tour.go(walk, ("picnic_board", "back"), ("picnic_throw", "back"))
    tour.go(walk, ("menu", "right right right right ok"), ("repair", "right right ok"))
    tour.see(walk, "picnic_pieces")
    tour.go(walk, ("adjust", "ok"), ("picnic_adjust", "ok back"), ("adjust", "left ok"))
    tour.see(walk, "picnic_adjusted")


def _queen(tour: Tour, walk: Walk) -> None:
    _begin(walk, ANTS, queens=False)
    tour.go(walk, ("picnic_throw", "333666"), ("picnic_dice", "stop"))
    tour.see(walk, "picnic_stop_queen")
    tour.go(walk, ("picnic_stop", "stop"))
    tour.see(walk, "picnic_todo_take")


def _over(tour: Tour, walk: Walk) -> None:
    _begin(walk, (*((0, track, 5 + track) for track in (1, 2)), (0, 3, 6), (1, 3, 7), (1, 4, 7)))
    tour.go(walk, ("picnic_throw", "334455"), ("picnic_dice", "ok"))
    tour.see(walk, "picnic_move_win")
    tour.go(walk, ("picnic_move", "ok"))
    tour.see(walk, "picnic_todo_over")
    tour.go(walk, ("todo", "ok"))
    tour.see(walk, "picnic_over")
    for name in ("picnic_ranking", "picnic_over_why", "picnic_over_board"):
        walk.press("right")
        tour.see(walk, name)


STOPS: tuple[Stop, ...] = (
    _beginning,
    _box,
    _dice,
    _second_throw,
    _attacks,
    _queen_throw,
    _moves,
    _queen,
    _pages,
    _over,
)
