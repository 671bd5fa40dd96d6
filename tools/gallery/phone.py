"""Shows the screens that invite phones."""

from dataclasses import dataclass

from firmware.ports import Paired
from tools.gallery.tour import Tour
from tools.gallery.walk import Walk


@dataclass
class _Phone:
    address: str = ""
    needed: bool = False
    code: str = "204816"
    key: str = "204816357912468013"
    secure: bool = False
    paired: tuple[Paired, ...] = ()

    def forget(self, phone: str | None = None) -> bool:
        self.paired = tuple(each for each in self.paired if phone not in (None, each.id))
        return True


def _phones(tour: Tour, walk: Walk) -> None:
    walk.start()
    phone = walk.table.session.phone = _Phone()
    walk.table.view = walk.table.navigator.settings(walk.table.view)
    walk.press("left", "ok")
    tour.see(walk, "phone_off")
    phone.needed = True
    tour.see(walk, "phone_waiting")
    phone.address = "192.168.178.120:8080"
    tour.see(walk)
    phone.secure = True
    tour.see(walk, "phone_secure")
    phone.secure = False
    phone.paired = (Paired("a", "iPhone", 0), Paired("b", "Android", 7300), Paired("c", "", 3e6))
    tour.see(walk, "phone_paired")
    tour.go(walk, ("phone", "stop"), ("phones", "right ok"), ("forget_phones", "right ok"))
    tour.go(walk, ("phone", "stop"), ("phones", "left ok"), ("forget_phones", "back"))
    tour.go(walk, ("phone", "back"))


STOPS = (_phones,)
