"""The players' settings. Each change is saved at once."""

from functools import partial

from firmware.panel.teaching.choose_game import ForGameView
from firmware.panel.teaching.taught_dice import TaughtView
from firmware.panel.view import View
from firmware.panel.views.aiming import AimView
from firmware.panel.views.menus import Entry, SubMenu
from firmware.panel.views.phones import PhoneView
from firmware.speech.language import N_
from firmware.speech.settings import Setting, Value


class SettingsView(SubMenu):
    """OK changes the chosen setting to its next value."""

    name = "settings"
    heading = N_("Settings")

    def __init__(self, back: View) -> None:
        super().__init__(back)
        self.session.look_for_dice()  # they may come from another surface

    def entries(self) -> tuple[Entry, ...]:
        entries = [
            self._entry(setting, value) for setting, value in self.session.offered_settings()
        ]
        if self.session.camera:
            entries.append(Entry(self.say("New dice…"), partial(ForGameView, self)))
        if self.session.taught:
            entries.append(Entry(self.say("Taught dice…"), partial(TaughtView, self)))
        if self.session.camera:
            entries.append(Entry(self.say("Aim the camera…"), partial(AimView, self)))
        if self.session.phone is not None:
            phone = partial(PhoneView, self, self.session.phone)
            entries.append(Entry(self.say("Phone…"), phone))
        return tuple(entries)

    def _entry(self, setting: Setting, value: Value) -> Entry:
        choices = setting.choices(self.session.language)
        return Entry(self.say(setting.short), partial(self._next, setting, value), choices[value])

    def _next(self, setting: Setting, value: Value) -> View:
        values = list(setting.choices(self.session.language))
        self.session.set(setting.name, values[(values.index(value) + 1) % len(values)])
        return self
