"""Shows the screens of Barbecue, of the table and of its camera."""

from collections.abc import Mapping
from dataclasses import replace

from firmware.camera.mat import MatSeen
from firmware.camera.table_camera import Glance
from firmware.errors import CameraTrouble, DeviceTrouble
from firmware.panel.view_kinds import PATIENCE
from firmware.panel.views.aiming import AimView
from firmware.panel.views.automatic import ThinkView
from firmware.panel.views.menus import LevelView, RepairView, SeatsView
from firmware.panel.views.names import BoxSeatsView
from firmware.panel.views.new_game import BeginView
from firmware.screens.kinds import State
from firmware.store.files import kept
from firmware.store.journal import DiskTrouble
from rules.players import Level
from tools.gallery.tour import Tour
from tools.gallery.walk import Walk, reading
from vision.reading import Doubt

EIGHT = "1134wwww"
SCATTERED = (0, 1, 3, 4, 6, 7)
"""Dice whose description is as long as any."""

DOUBTED: Mapping[str, tuple[str, tuple[Doubt, ...]]] = {
    "moving": (EIGHT, (Doubt("moving"),)),
    "dark": (EIGHT, (Doubt("dark"),)),
    "out_of_focus": (EIGHT, tuple(Doubt("blurred", {"die": die}) for die in range(8))),
    "cut_off": (EIGHT, (Doubt("cut_off", {"die": 3}),)),
    "covered": (EIGHT, (Doubt("covered", {"die": 3}),)),
    "blurred": (EIGHT, (Doubt("blurred", {"die": 3}),)),
    "leaning": (EIGHT, (Doubt("leaning", {"die": 3}),)),
    "overlapping": (EIGHT, (Doubt("overlapping", {"die": 3}),)),
    "glare": (EIGHT, tuple(Doubt("glare", {"die": die}) for die in SCATTERED)),
    "not_in_set": (EIGHT, (Doubt("not_in_set", {"die": 3, "face": "5"}),)),
    "unknown_art": (EIGHT, (Doubt("unknown_art", {"die": 3}),)),
    "unsure": (EIGHT, (Doubt("unsure", {"die": 3}),)),
    "hidden": (EIGHT, (Doubt("hidden", {"x": 1.0, "y": 1.0}),)),
    "missing": ("1134www", (Doubt("count", {"found": 7, "expected": (8,)}),)),
    "too_many": ("1134wwwww", (Doubt("count", {"found": 9, "expected": (8,)}),)),
    "disagree": (EIGHT, (Doubt("disagree"),)),
}
"""Dice, and the doubts about them, for each cause."""

MATS: Mapping[str, MatSeen | CameraTrouble] = {
    "aim_mat": MatSeen("a4", 4, 350, 5, {}),
    "aim_mat_twice": CameraTrouble("mat_twice"),
    "aim_mat_mirrored": CameraTrouble("mat_mirrored"),
    "aim_mat_unknown": CameraTrouble("mat_unknown"),
    "aim_mat_covered": CameraTrouble("mat_covered", found=1, least=2),
    "aim_mat_bent": CameraTrouble("mat_bent"),
}


_BEGIN = (("new_game", "ok"), ("box", "ok"))


def _start(tour: Tour, walk: Walk) -> None:
    tour.see(walk)
    walk.table.checked("games", State.GOOD)
    walk.table.checked("camera", State.BAD)
    tour.see(walk, "start_camera")
    walk.table.session.chip = "ssd1306"
    tour.go(walk, ("start", "ok"), ("edge", "right ok"))


def _beginning(tour: Tour, walk: Walk) -> None:
    walk.start()
    tour.see(walk)
    tour.go(
        walk,
        ("new_game", "right right right ok"),
        ("names", "ok"),
        ("letters", "right ok stop scan"),
        ("names", "back"),
        ("new_game", "right ok"),
        ("options", "right ok"),
        ("stand_ins", "ok"),
        ("options", "ok right ok"),
        ("boxes", "ok"),
        ("box_menu", "right ok"),
        ("box", "right"),
    )
    tour.see(walk, "box_change")
    tour.go(walk, ("box", "back back"), ("new_game", "left left left left left left ok"))
    tour.go(walk, ("games", "ok"), ("new_game", "ok"), ("box", "ok"))
    walk.table.session.game.close()
    again = Walk(walk.table.session.shelf.folder, tour.language)
    again.start()
    tour.see(again)


def _turn(tour: Tour, walk: Walk) -> None:
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "ok"))
    walk.tray = None
    tour.go(walk, ("throw", "scan"))
    for _ in range(PATIENCE):
        walk.table.tick()
    tour.see(walk, "reading_long")
    tour.go(walk, ("reading", "back"))
    tour.go(walk, ("throw", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "1346"))
    tour.go(walk, ("keep", "stop"), ("stop", "back"), ("keep", "ok"), ("throw_or_stop", "stop"))
    tour.see(walk, "todo_plate")
    tour.go(walk, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "1346"))
    tour.go(walk, ("keep", "ok"))
    tour.see(walk, "throw_or_steal")
    tour.go(walk, ("throw_or_stop", "stop"))
    tour.see(walk, "todo_steal")
    tour.go(walk, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "wwww"))
    tour.go(walk, ("failed", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "3466"))
    tour.go(walk, ("keep", "ok"), ("throw_or_stop", "stop"), ("todo", "1134wwww"), ("keep", "ok"))
    tour.go(walk, ("throw_or_stop", "right"), ("scores", "right"), ("grill", "ok right"))
    tour.see(walk, "grill_spot")
    tour.go(walk, ("grill", "back"), ("throw_or_stop", "left"), ("hint", "back"))


def _following(tour: Tour, walk: Walk) -> None:
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "1134wwww"), ("keep", "wwww"), ("follow_failed", "back"))
    tour.go(walk, ("keep", "2266"), ("follow", "back"), ("keep", "1134www6"), ("reread", "back"))
    walk.scan("1134wwww")
    tour.see(walk, "keep_same")
    walk.scan("1134")
    tour.see(walk, "keep_rest")
    walk.scan("112wwww")
    tour.see(walk, "follow_asking")
    walk.press("back")
    tour.go(walk, ("keep", "undo"), ("undone", "ok"), ("throw", ""))


def _on_a_mat(tour: Tour, walk: Walk) -> None:
    """Show every problem with dice set aside."""
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "ok"))
    walk.scan(reading("1134www6", aside=""))
    for name, tray, aside in (
        ("aside_still_in_tray", "1134w6", "ww"),
        ("aside_missing", "134www6", ""),
        ("aside_too_many", "1134www6", "6"),
        ("aside_mixed", "134ww6", "1w"),
        ("aside_not_thrown", "134www6", "2"),
    ):
        walk.scan(reading(tray, aside=aside))
        tour.see(walk, name)
    walk.scan(reading("11346", aside="www"))
    for name, tray, aside in (
        ("aside_back_in_tray", "1134w6", "ww"),
        ("aside_turned", "11346", "ww3"),
    ):
        walk.scan(reading(tray, aside=aside))
        tour.see(walk, name)
    walk.scan(reading("1w346", aside="www"))
    walk.scan(reading("1346", aside="wwww"))
    tour.see(walk, "aside_already_kept")
    walk.scan(replace(reading("3346"), aside_unclear=True))
    tour.see(walk, "follow_row_unclear")


def _stopping_on_a_mat(tour: Tour, walk: Walk) -> None:
    """Stop on a mat: the dice set aside are read first, as they may include a throw not read."""
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "ok"))
    walk.scan(reading("wwwww123", aside=""))
    walk.scan(reading("123", aside="wwwww"))
    walk.tray = None
    walk.press("stop")
    for _ in range(PATIENCE):
        walk.table.tick()
    tour.see(walk, "reading_stop")
    walk.press("back")
    walk.tray = reading("2", aside="wwwww66")
    walk.press("stop")
    tour.see(walk, "aside_unread")


def _doubts(tour: Tour, walk: Walk) -> None:
    walk.start()
    tour.go(walk, *_BEGIN)
    for cause, (dice, doubts) in DOUBTED.items():
        walk.scan(reading(dice, *doubts))
        tour.see(walk, f"doubt_{cause}")
    tour.go(walk, ("doubt", "ok"), ("correct", "back back"))
    walk.scan(CameraTrouble("camera_gone"))
    tour.see(walk)
    tour.go(walk, ("no_camera", "ok"), ("by_hand", "ok right"))


def _menus(tour: Tour, walk: Walk) -> None:
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "1134wwww"), ("keep", "ok"))
    walk.table.view.unread = True
    tour.see(walk, "throw_unclear")
    tour.go(walk, ("throw_or_stop", "back"))
    tour.go(walk, ("menu", "right right ok"), ("undo_list", "back"))
    tour.go(walk, ("menu", "right right right right ok"), ("rules", "back"))
    tour.go(walk, ("menu", "right ok"), ("settings", "back"))
    tour.go(walk, ("menu", "right right ok"), ("power_off", "right ok"), ("goodbye", ""))


def _box(tour: Tour, walk: Walk) -> None:
    """Show a seat that the box plays, from the new game to its first keep."""
    walk.start()
    walk.table.session.let_play(dict.fromkeys(("green", "yellow", "blue"), Level.STRONG))
    tour.go(walk, *_BEGIN, ("todo", "ok"), ("box_throw", "1134wwww"))
    tour.go(walk, ("box_throw", "back"))
    view = walk.table.navigator.current_view()
    tour.screens.setdefault("thinking", ThinkView(view.navigator).screen())
    repair = RepairView(view)
    tour.screens.setdefault("seats", SeatsView(repair).screen())
    tour.screens.setdefault("level", LevelView(SeatsView(repair), 0).screen())
    begin = BeginView(view.navigator)
    tour.screens.setdefault("box_seats", BoxSeatsView(begin, begin.game).screen())


def _repair(tour: Tour, walk: Walk) -> None:
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "3466"))
    tour.go(walk, ("keep", "ok"), ("throw_or_stop", "stop"), ("todo", "back"))
    tour.go(walk, ("menu", "right right right right ok"), ("repair", "left ok"), ("leave", "ok"))
    tour.go(walk, ("leaving", "back"), ("leave", "back"))
    tour.go(walk, ("repair", "left left ok"), ("adjust", "ok"), ("adjust_grill", "ok back"))
    tour.go(walk, ("adjust", "right ok"), ("adjust_count", "left ok"), ("adjust", "left left ok"))
    tour.see(walk, "adjust_refused")


def _guided(tour: Tour, walk: Walk) -> None:
    walk.start()
    walk.table.session.change(guide=True)
    tour.go(walk, *_BEGIN, ("todo", "ok"))
    tour.see(walk, "guide_throw")
    tour.go(walk, ("guide", "1134wwww"))
    tour.see(walk, "guide_choose")
    tour.go(walk, ("guide", "ok"), ("keep", "ok"))
    tour.see(walk, "guide_go_on")


def _over(tour: Tour, walk: Walk) -> None:
    """Play to the end: after one plate no player reaches another sum, so the snails run out."""
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "1134wwww"), ("keep", "ok"), ("throw_or_stop", "1346"))
    tour.go(walk, ("keep", "ok"), ("throw_or_stop", "stop"), ("todo", "ok"))
    while walk.screen.name != "over":
        walk.scan("22221111")
        walk.press("ok")
        walk.scan("2222")
        walk.press("ok")
    tour.see(walk)
    tour.go(walk, ("over", "ok"), ("ranking", "right"), ("over_why", "right"))
    tour.go(walk, ("over_board", "left left back"), ("menu", "left left ok"))
    tour.go(
        walk, ("new_game", "left left left left left ok"), ("last_games", "ok"), ("saved_game", "")
    )


def _damaged(tour: Tour, walk: Walk) -> None:
    """A game whose file ends in a line damaged by the disk."""
    walk.start()
    tour.go(walk, *_BEGIN, ("todo", "1134wwww"))
    game = walk.table.session.game
    game.close()
    game.path.write_bytes(kept(game.path) + b"?\n")
    again = Walk(walk.table.session.shelf.folder, tour.language)
    again.start()
    tour.go(again, ("resume", "ok"))
    tour.see(again, "note_damaged")


def _trouble(tour: Tour, walk: Walk) -> None:
    walk.table.refuse(DeviceTrouble("pins_missing", reason=""))
    tour.see(walk)
    walk.press("ok")
    walk.table.refuse(DiskTrouble("disk_full", file="", reason=""))
    tour.see(walk, "trouble_disk")


def _aim(tour: Tour, walk: Walk) -> None:
    walk.start()
    walk.table.view = AimView(walk.table.view)
    size = (96, 54)
    walk.saw(Glance(_tray(size), size, focus=0.7, light=0.6, glare=0.0))
    tour.see(walk)
    for name, mat in MATS.items():
        walk.saw(Glance(_tray(size), size, focus=0.7, light=0.6, glare=0.0, mat=mat))
        tour.see(walk, name)
    tour.go(walk, ("aim", "scan"), ("focusing", ""))
    walk.table.calibrated(None)
    tour.see(walk, "aimed")
    walk.press("ok")
    walk.table.view = AimView(walk.table.view)
    walk.table.saw(CameraTrouble("camera_gone"))
    tour.see(walk)


def _tray(size: tuple[int, int]) -> bytes:
    """Return a thumbnail of a tray with dice: a rim, and blocks."""
    width, height = size
    return b"".join(_row(y, width, height) for y in range(height))


def _row(y: int, width: int, height: int) -> bytes:
    bits = [_lit(x, y, width, height) for x in range(width)]
    return bytes(
        sum(bit << (7 - place) for place, bit in enumerate(bits[at : at + 8]))
        for at in range(0, width, 8)
    )


def _lit(x: int, y: int, width: int, height: int) -> bool:
    rim = x in {8, width - 9} or y in {5, height - 6}
    inside = 8 <= x <= width - 9 and 5 <= y <= height - 6
    die = (x - 20) % 24 < 8 and (y - 14) % 18 < 8
    return inside and (rim or die)


STOPS = (
    _start,
    _beginning,
    _turn,
    _following,
    _on_a_mat,
    _stopping_on_a_mat,
    _doubts,
    _menus,
    _box,
    _repair,
    _guided,
    _over,
    _damaged,
    _aim,
    _trouble,
)
