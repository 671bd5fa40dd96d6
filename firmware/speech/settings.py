"""Declares every setting once, for the panel's menu, the page's form and docs/table.md.

`firmware.store.settings.Settings` has a field of the same name, with its value and default. `python
-m firmware.speech.settings` prints the table of docs/table.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware.speech.language import ENGLISH, N_, Language, languages
from firmware.store.settings import NEW, Brightness, Pace

Value = bool | str


@dataclass(frozen=True)
class Setting:
    """A setting of the table: on or off, or one of several words."""

    name: str
    short: str
    """Its name on the panel."""
    label: str
    """Its name on the page."""
    words: Mapping[Value, str] = field(default_factory=lambda: {False: N_("no"), True: N_("yes")})
    """Each possible value with its word."""
    camera: bool = False
    """Whether it is useful only with a camera."""
    thrower: bool = False
    """Whether it is useful only where the program throws the dice."""

    def choices(self, language: Language) -> dict[Value, str]:
        """Return each possible value with its text."""
        return {value: language.gettext(word) for value, word in self.words.items()}


class _LanguageSetting(Setting):
    def choices(self, language: Language) -> dict[Value, str]:  # noqa: ARG002
        """Return each language by its own name, whatever the current one."""
        return {code: Language(code).name for code in languages()}


SETTINGS = (
    _LanguageSetting("language", N_("Language"), N_("Language")),
    Setting("hints", N_("Hints"), N_("Show the odds")),
    Setting("guide", N_("Guide"), N_("Guide the first turn of the next game")),
    Setting(
        "by_itself",
        N_("Auto-read"),
        N_("Read the dice automatically when they lie still"),
        camera=True,
    ),
    Setting("sound", N_("Sound"), N_("Sound of the table")),
    Setting(
        "brightness",
        N_("Brightness"),
        N_("Brightness of the panel"),
        {Brightness.LOW: N_("low"), Brightness.MEDIUM: N_("medium"), Brightness.HIGH: N_("high")},
    ),
    Setting(
        "pace",
        N_("Box’s pace"),
        N_("Pace of the box, where the program throws"),
        {Pace.SLOW: N_("slow"), Pace.MEDIUM: N_("medium"), Pace.FAST: N_("fast")},
        thrower=True,
    ),
    Setting("turned", N_("Upside down"), N_("Turn the panel's picture upside down")),
    Setting(
        "keep_doubtful",
        N_("Save unclear"),
        N_("Save the last unclear picture, for a bug report"),
        camera=True,
    ),
)


def document() -> Iterator[str]:
    """Return the lines of the table in docs/table.md."""
    yield "| on the panel | on the page | values | at first |"
    yield "|---|---|---|---|"
    for setting in SETTINGS:
        choices = setting.choices(ENGLISH)
        first = choices.get(getattr(NEW, setting.name), "as configured")
        yield f"| {setting.short} | {setting.label} | {', '.join(choices.values())} | {first} |"


if __name__ == "__main__":
    print(*document(), sep="\n")
