"""The table's languages: English in the source, others in catalogues.

A language is one file, `locale/CODE.po`, for terminal, panel and page alike. Texts name their
placeholders: `language.gettext("{player}, your turn", player="Ann")`. Texts in tables are marked
there and translated when they are used. `make words` adds every marked text to the catalogues.
"""

import gettext
import io
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from firmware.errors import Unclear

SOURCE = "en"
"""The language of the source, which needs no catalogue."""

_FOLDER = Path(__file__).with_name("locale")


Template = str | tuple[str, str]
"""A text with placeholders, or its two forms for one and for many."""


@dataclass(frozen=True)
class Wording:
    """Both forms of what is said of a code."""

    long: Template
    """The sentence, for the terminal, the page and the log."""
    short: Template
    """The panel's phrase; "" if it has none."""


def N_(text: str) -> str:  # noqa: N802  # as it is called wherever gettext is used
    """Mark a text in a table, to be translated with `gettext`."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Mark a text with a plural, to be translated with `ngettext`."""
    return one, many


def NP_(context: str, text: str) -> str:  # noqa: ARG001, N802
    """Mark a word with several meanings, to be translated with `pgettext` and its context."""
    return text


@dataclass(frozen=True)
class Language:
    """The source's texts in one language. A text without a translation stays English."""

    code: str
    _catalogue: gettext.NullTranslations = field(
        default_factory=gettext.NullTranslations, repr=False, compare=False
    )

    def gettext(self, text: str, /, **filled: object) -> str:
        """Translate the text, and fill its `{placeholders}` if values are given."""
        said = self._catalogue.gettext(text) if text else ""  # "" would be the catalogue's header
        return said.format(**filled) if filled else said

    def ngettext(self, one: str, many: str, count: int, /, **filled: object) -> str:
        """Translate the text for this count; fill `{count}` and other given values."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **filled)

    def said(self, template: Template, /, **filled: object) -> str:
        """Translate the template and fill it; `count` chooses among two forms."""
        if isinstance(template, str):
            return self.gettext(template, **filled)
        return self.ngettext(*template, int(str(filled.pop("count"))), **filled)

    def pgettext(self, context: str, text: str, /, **filled: object) -> str:
        """Translate the text in this context."""
        said = self._catalogue.pgettext(context, text)
        return said.format(**filled) if filled else said

    @property
    def name(self) -> str:
        """The language's own name: English, Deutsch."""
        from babel import Locale  # noqa: PLC0415  # only where languages are listed

        own = Locale.parse(self.code).get_display_name() or self.code
        return own[:1].upper() + own[1:]


ENGLISH = Language(SOURCE)


def languages() -> tuple[str, ...]:
    """Return the codes of the available languages, English first."""
    try:
        return (SOURCE, *sorted(path.stem for path in _FOLDER.glob("*.po")))
    except OSError:  # unreadable catalogues are ignored
        return (SOURCE,)


@cache
def language_named(code: str) -> Language:
    """Return the language with this code; raises `Unclear` with the available ones."""
    if code == SOURCE:
        return ENGLISH
    if code not in languages():
        raise Unclear("language_unknown", language=code, languages=languages())
    # Most tables need one catalogue, English ones none; it is read when needed, in about 50 ms.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    with (_FOLDER / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Language(code, gettext.GNUTranslations(compiled))


def of_system(environment: Mapping[str, str] | None = None) -> Language:
    """Return the first available language that the environment asks for; else English."""
    environment = os.environ if environment is None else environment
    variables = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((environment[name] for name in variables if environment.get(name)), "")
    for locale in wanted.split(":"):
        code = locale.split(".")[0].split("@")[0]
        for known in (code, code.split("_")[0]):
            if known in languages():
                return language_named(known)
    return ENGLISH
