"""The players' settings. Each change is saved at once."""

from functools import partial

from firmware.panel.teaching.choose_game import ForGameView
from firmware.panel.teaching.taught_dice import TaughtView
from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView
from firmware.panel.views.phones import PhoneView
from firmware.speech.settings import Setting, Value
from firmware.table.session import Session


class SettingsView(MenuView):
    """OK changes the chosen setting to its next value."""

    name = "settings"

    def __init__(self, session: Session, navigator: Navigator, back: View | None = None) -> None:
        super().__init__(session, navigator, back)
        session.look_for_dice()  # they may come from another surface

    def title(self) -> str:
        return self.say("Settings")

    def entries(self) -> tuple[Entry, ...]:
        entries = [
            self._entry(setting, value) for setting, value in self.session.offered_settings()
        ]
        if self.session.camera:
            entries.append(Entry(self.say("New dice…"), self._teach))
        if self.session.taught:
            entries.append(Entry(self.say("Taught dice…"), lambda: TaughtView(self)))
        if self.session.camera:
            entries.append(Entry(self.say("Aim the camera…"), lambda: self.navigator.aim(self)))
        phone = self.session.phone
        if phone is not None:
            entries.append(
                Entry(
                    self.say("Phone…"), lambda: PhoneView(self.session, self.navigator, phone, self)
                )
            )
        return tuple(entries)

    def _teach(self) -> View:
        return ForGameView(self.session, self.navigator, self)

    def _entry(self, setting: Setting, value: Value) -> Entry:
        choices = setting.choices(self.session.language)
        return Entry(self.say(setting.short), partial(self._next, setting, value), choices[value])

    def _next(self, setting: Setting, value: Value) -> View:
        values = list(setting.choices(self.session.language))
        self.session.set(setting.name, values[(values.index(value) + 1) % len(values)])
        return self
