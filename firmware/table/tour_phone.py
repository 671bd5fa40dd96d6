"""The walk past the screens that invite phones."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware.table.walk import Walk

if TYPE_CHECKING:  # the tour leads here
    from firmware.table.tour import Tour


@dataclass
class _Phone:
    address: str = ""
    open: bool = False
    code: str = "204816"
    key: str = "204816357912468013"
    paired: int = 0

    def forget_all(self) -> None:
        self.paired = 0


def _phones(tour: "Tour", walk: Walk) -> None:
    walk.start()
    phone = walk.table.desk.phone = _Phone()
    walk.table.view = walk.table.places.settings(walk.table.view)
    walk.press("left", "ok")
    tour.see(walk, "phone_off")
    phone.open = True
    tour.see(walk, "phone_waiting")
    phone.address = "192.168.178.120:8080"
    tour.see(walk)
    phone.paired = 2
    tour.see(walk, "phone_paired")
    tour.go(walk, ("phone", "stop"), ("forget_phones", "right ok"), ("phone", "back"))


STOPS = (_phones,)
