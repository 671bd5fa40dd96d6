"""Settings: what the players like. Each change is kept at once."""

from firmware.panel.teaching.start import ForGameView
from firmware.panel.teaching.taught_dice import TaughtView
from firmware.panel.view import Navigator, View
from firmware.panel.views.menus import Entry, MenuView
from firmware.panel.views.phones import PhoneView
from firmware.speech.language import language_named, languages
from firmware.store.settings import Brightness
from firmware.table.requests import UseSettings
from firmware.table.session import Desk


class SettingsView(MenuView):
    """OK changes the chosen setting to its next value."""

    name = "settings"

    def __init__(self, desk: Desk, navigator: Navigator, back: View | None = None) -> None:
        super().__init__(desk, navigator, back)
        desk.look_for_dice()  # which may have come from elsewhere

    def title(self) -> str:
        """Settings."""
        return self.say("Settings")

    def entries(self) -> tuple[Entry, ...]:
        """Each with its value."""
        settings = self.desk.settings
        levels = {
            Brightness.LOW: self.say("low"),
            Brightness.MEDIUM: self.say("medium"),
            Brightness.HIGH: self.say("high"),
        }
        entries = [
            Entry(self.say("Language"), self._language, self.desk.language.name),
            Entry(self.say("Hints"), self._hints, self._yes(settings.hints)),
            Entry(self.say("Brightness"), self._brightness, levels[settings.brightness]),
            Entry(self.say("Sound"), self._sound, self._yes(settings.sound)),
            Entry(self.say("Upside down"), self._turned, self._yes(settings.turned)),
            Entry(self.say("Save unclear"), self._doubtful, self._yes(settings.keep_doubtful)),
        ]
        if self.desk.camera:
            by_itself = self._yes(self.desk.by_itself)
            entries.append(Entry(self.say("Read unasked"), self._by_itself, by_itself))
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

    def _yes(self, on: bool) -> str:  # noqa: FBT001  # a setting is on or off
        return self.say("yes") if on else self.say("no")

    def _language(self) -> View:
        known = languages()
        code = known[(known.index(self.desk.language.code) + 1) % len(known)]
        self.desk.change(language=code)
        self.desk.language = language_named(code)
        return self

    def _hints(self) -> View:
        self.desk.change(hints=not self.desk.settings.hints)
        return self

    def _brightness(self) -> View:
        levels = list(Brightness)
        at = levels.index(self.desk.settings.brightness)
        self.desk.change(brightness=levels[(at + 1) % len(levels)])
        self.desk.ask(UseSettings())
        return self

    def _sound(self) -> View:
        self.desk.change(sound=not self.desk.settings.sound)
        self.desk.ask(UseSettings())
        return self

    def _by_itself(self) -> View:
        self.desk.change(by_itself=not self.desk.by_itself)
        return self

    def _turned(self) -> View:
        self.desk.change(turned=not self.desk.settings.turned)
        self.desk.ask(UseSettings())
        return self

    def _doubtful(self) -> View:
        self.desk.change(keep_doubtful=not self.desk.settings.keep_doubtful)
        self.desk.ask(UseSettings())
        return self
