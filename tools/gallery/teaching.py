"""Shows the screens for teaching new dice."""

from firmware.camera.face_check import OddLook, TooAlike
from firmware.camera.taught_faces import TaughtTrouble
from firmware.errors import CameraTrouble
from firmware.panel.teaching.choose_game import ForGameView
from firmware.panel.view_kinds import PATIENCE
from rules.dice import Face
from tools.gallery.tour import Tour
from tools.gallery.walk import Walk, reading
from vision.reading import Doubt

WORMS = "wwwwwwww"


def _at_first(walk: Walk) -> None:
    walk.start()
    begin = walk.table.view
    walk.table.view = ForGameView(begin)


def _shown(tour: Tour, walk: Walk) -> None:
    """Teach Barbecue's worm, beside pips, with every doubt on the way."""
    _at_first(walk)
    tour.see(walk)
    walk.tray = None
    tour.go(walk, ("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", "scan"))
    for _ in range(PATIENCE):
        walk.table.tick()
    tour.see(walk, "teach_look_long")
    tour.go(walk, ("teach_look", "back"))
    for doubt in (Doubt("count", {"found": 3, "expected": (4, 5, 6, 7, 8)}), Doubt("dark")):
        walk.scan(reading("www", doubt))
        tour.see(walk, f"teach_doubt_{doubt.code}")
    walk.scan(CameraTrouble("camera_gone"))
    tour.see(walk)
    tour.go(walk, ("teach_blind", "ok"), ("teach_doubt", WORMS), ("teach_throw", "1134wwww"))
    tour.go(walk, ("teach_read", "ok"), ("teach_throw", "back"), ("teach_leave", "back"))
    walk.scan(reading("1134wwww", Doubt("unsure", {"die": 7})))
    tour.see(walk, "teach_unclear")
    tour.go(walk, ("teach_unclear", "stop"), ("teach_which", "back"), ("teach_unclear", "ok"))
    tour.go(walk, ("teach_name", "scan"))
    tour.see(walk, "teach_kept")
    _kept(tour, walk)


def _kept(tour: Tour, walk: Walk) -> None:
    tour.go(walk, ("note", "ok"))
    walk.table.view = walk.table.navigator.settings(walk.table.view)
    tour.see(walk, "settings_taught")
    tour.go(walk, ("settings", "left left ok"), ("taught", "ok"), ("taught_menu", "left ok"))
    tour.go(walk, ("taught_forget", "back"))
    tour.go(walk, ("taught_menu", "right right ok"), ("taught_game", "ok"), ("taught_means", ""))
    tour.go(walk, ("taught_means", "back back back back back"))
    tour.go(walk, ("new_game", "right right right right ok"), ("options", ""))
    tour.see(walk, "options_taught")
    tour.go(walk, ("options", "back"), ("new_game", "left left left left ok"), ("box", "ok"))
    tour.go(walk, ("todo", "ok"))
    walk.scan(TaughtTrouble("taught_gone", name="Barbecue"))
    tour.see(walk)


def _alike(tour: Tour, walk: Walk) -> None:
    """Teach dice with pictures only, some of them too alike."""
    _at_first(walk)
    walk.tray = reading(WORMS)
    tour.go(walk, ("teach_game", "ok"), ("teach_pips", "right ok"))
    tour.see(walk, "teach_picture")
    walk.problems = (TooAlike(("picture 1", "worm")), OddLook("picture 3", 0))
    _show_all(tour, walk)
    tour.see(walk)
    tour.go(walk, ("teach_alike", "ok"))
    tour.see(walk, "teach_odd")
    names = tuple(f"picture {face}" for face in (Face.ONE, Face.TWO, Face.THREE, Face.FOUR))
    walk.problems = (TooAlike(names),)
    tour.go(walk, ("teach_alike", "ok"))
    _show_all(tour, walk)
    tour.see(walk, "teach_alike_again")


def _pips_alone(tour: Tour, walk: Walk) -> None:
    """Teach ordinary dice, which have no drawings."""
    _at_first(walk)
    tour.go(walk, ("teach_game", "left ok"), ("teach_pips", "ok"))
    tour.see(walk, "teach_nothing")


def _comparing(tour: Tour, walk: Walk) -> None:
    _at_first(walk)
    tour.go(walk, ("teach_game", "ok"), ("teach_pips", "ok"))
    walk.compares = False
    tour.go(walk, ("teach_show", WORMS), ("teach_compare", "back"))
    walk.compares = True
    tour.go(walk, ("teach_show", WORMS))
    walk.tray = None
    tour.go(walk, ("teach_throw", "scan"))


def _show_all(tour: Tour, walk: Walk) -> None:
    while walk.screen.name == "teach_show":
        tour.go(walk, ("teach_show", "scan"))


STOPS = (_shown, _alike, _pips_alone, _comparing)
