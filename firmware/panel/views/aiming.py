"""Aims the camera: moves the corners of the throw zone over its picture."""

from firmware.camera.mat import MatSeen
from firmware.camera.table_camera import BRIGHT, DARK, GLARING, SHARP, Glance
from firmware.camera.zone import WHOLE, Zone, moved
from firmware.errors import CameraTrouble, DeviceTrouble
from firmware.panel.view import View
from firmware.panel.view_kinds import SubView
from firmware.panel.views.menus import NoteView
from firmware.screens.kinds import Aim, Message, Progress, Screen
from firmware.table.requests import KeepZone, ShowCamera

STEP = 0.02
"""Fraction of the picture's width or height per press."""


class AimView(SubView):
    """OK goes from corner to corner, horizontally then vertically; left and right move it."""

    name = "aim"

    def __init__(self, back: View) -> None:
        super().__init__(back)
        self.zone: Zone = self.session.zone or WHOLE
        self.corner = 0
        self.down = False
        self.glance: Glance | None = None
        self.trouble: DeviceTrouble | None = None
        self.session.ask(ShowCamera(on=True))

    def saw(self, glance: Glance) -> None:
        self.glance, self.trouble = glance, None

    def unseen(self, trouble: DeviceTrouble) -> None:
        self.trouble = trouble

    def screen(self) -> Screen:
        if self.trouble is not None:
            text = self.session.words.error(self.trouble)
            foot = self.say("BACK: leave")
            return Message("aim_blind", self.say("No picture"), (text,), foot, alarm=True)
        glance = self.glance or Glance(b"", (0, 0), 0.0, 0.0, 0.0)
        return Aim(
            self.name,
            glance.thumbnail,
            glance.size,
            self.zone.corners,
            self.corner,
            glance.focus,
            glance.light,
            line=self._line(glance),
            foot=self.say("< up  down >") if self.down else self.say("< left  right >"),
        )

    def _line(self, glance: Glance) -> str:
        for bad, text in (
            (glance.light < DARK, self.say("Too dark")),
            (glance.light > BRIGHT, self.say("Too bright")),
            (glance.glare > GLARING, self.say("Glare")),
            (glance.focus < SHARP, self.say("Not sharp")),
        ):
            if bad and glance.thumbnail:
                return text
        return self._mat_line(glance.mat) or self.say("Corner {number}", number=self.corner + 1)

    def _mat_line(self, mat: MatSeen | CameraTrouble | None) -> str:
        """Describe how well the mat is seen, if there is one; its zones are then used."""
        if mat is None:
            return ""
        if isinstance(mat, MatSeen):
            return self.say("Mat: {count} of 4", count=mat.markers)
        return {
            "mat_twice": self.say("Two mats"),
            "mat_mirrored": self.say("Mat mirrored"),
            "mat_unknown": self.say("Unknown mat"),
            "mat_covered": self.say("Mat covered"),
            "mat_bent": self.say("Mat not flat"),
        }[mat.code]

    def step(self, by: int) -> View:
        """Move the corner left or right, or up or down."""
        if self._blind:
            return self
        across, down = (0.0, by * STEP) if self.down else (by * STEP, 0.0)
        self.zone = moved(self.zone, self.corner, across, down)
        return self

    def ok(self) -> View:
        """Switch to vertical, then to the next corner."""
        if self._blind:
            return self
        if self.down:
            self.corner = (self.corner + 1) % len(self.zone.corners)
        self.down = not self.down
        return self

    def scan(self) -> View:
        """Use this zone, and focus and meter the camera on it."""
        if self._blind:
            return self
        self.session.ask(ShowCamera(on=False))
        self.session.ask(KeepZone(self.zone))
        return FocusView(self._back, self.zone)

    @property
    def _blind(self) -> bool:
        return self.trouble is not None or self.glance is None

    def back(self) -> View:
        self.session.ask(ShowCamera(on=False))
        return self._back


class FocusView(SubView):
    """Waits some seconds for the camera to focus and meter."""

    name = "focusing"

    def __init__(self, back: View, zone: Zone) -> None:
        super().__init__(back)
        self.zone = zone

    def screen(self) -> Screen:
        return Progress(self.name, self.say("Aim the camera"), self.say("Focusing"))

    def done(self, trouble: DeviceTrouble | None) -> View:
        """Go on; after a failure the zone is unchanged."""
        if trouble is not None:
            title, text = self.say("Not saved"), self.session.words.error(trouble)
        else:
            self.session.zone = self.zone
            title, text = self.say("Aim the camera"), self.say("Zone, focus and light saved")
        return NoteView(self._back, title, text)
