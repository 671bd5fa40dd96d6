"""The players' settings. Each change is saved at once."""

from functools import partial

from firmware.panel.teaching.choose_game import ForGameView
from firmware.panel.teaching.taught_dice import TaughtView
from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView
from firmware.panel.views.phones import PhoneView
from firmware.speech.settings import Setting, Value
from firmware.table.session import Desk


class SettingsView(MenuView):
    """OK changes the chosen setting to its next value."""

    name = "settings"

    def __init__(self, desk: Desk, navigator: Navigator, back: View | None = None) -> None:
        super().__init__(desk, navigator, back)
        desk.look_for_dice()  # they may come from another surface

    def title(self) -> str:
        return self.say("Settings")

    def entries(self) -> tuple[Entry, ...]:
        entries = [self._entry(setting, value) for setting, value in self.desk.offered_settings()]
        if self.desk.camera:
            entries.append(Entry(self.say("New dice…"), self._teach))
        if self.desk.taught:
            entries.append(Entry(self.say("Taught dice…"), lambda: TaughtView(self)))
        if self.desk.camera:
            entries.append(Entry(self.say("Aim the camera…"), lambda: self.navigator.aim(self)))
        phone = self.desk.phone
        if phone is not None:
            entries.append(
                Entry(self.say("Phone…"), lambda: PhoneView(self.desk, self.navigator, phone, self))
            )
        return tuple(entries)

    def _teach(self) -> View:
        return ForGameView(self.desk, self.navigator, self)

    def _entry(self, setting: Setting, value: Value) -> Entry:
        choices = setting.choices(self.desk.language)
        return Entry(self.say(setting.short), partial(self._next, setting, value), choices[value])

    def _next(self, setting: Setting, value: Value) -> View:
        values = list(setting.choices(self.desk.language))
        self.desk.set(setting.name, values[(values.index(value) + 1) % len(values)])
        return self
