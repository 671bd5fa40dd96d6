"""Our own letters: which there are, how wide they run, and how marks sit."""

import string
import unicodedata

from firmware.screens.font import can_draw, font
from firmware.screens.layout import OLED_128X64
from tests.screens.pixels import lit

DECISION = OLED_128X64.decision
ALL = (*DECISION, OLED_128X64.small)
LATIN_1 = "".join(chr(code) for code in range(0xC0, 0x100) if code not in {0xD7, 0xF7})
SIGNS = "’‘“”„–—…×→←✓✗°•·€"  # noqa: RUF001

SENTENCES = (
    "Put a snail on 36 and give Ann her plate back",
    "Lege eine Schnecke auf 36, Anna nimmt den Teller zurück",
)


def test_the_characters_that_can_be_drawn() -> None:
    for lettering in ALL:
        printable = string.ascii_letters + string.digits + string.punctuation + " "
        assert font(lettering).missing(printable + LATIN_1 + SIGNS) == ""


def test_latin_names_can_be_drawn() -> None:
    for name in ["Zoë", "Łukasz", "Đorđe", "Ağça", "Jiří", "Ødegård", "Þóra", "Nguyễn", "Ștefan"]:
        assert can_draw(name)
        assert can_draw(unicodedata.normalize("NFD", name))


def test_what_cannot_be_drawn_is_a_hollow_box() -> None:
    for text in ["Ω", "Анна", "漢", "🎲", "a\n", "\x00"]:
        assert not can_draw(text)
        for lettering in ALL:
            letters = font(lettering)
            missing = letters.missing(text)
            assert missing
            assert lit(letters.picture(missing[-1])) == lit(letters.picture("\ufffd"))


def test_decision_text_is_16_pixels_high() -> None:
    for lettering in DECISION:
        letters = font(lettering)
        assert letters.height == 16
        rows = {y for _, y in lit(letters.picture("H"))}
        assert max(rows) - min(rows) + 1 == 12


def test_each_lettering_is_slimmer_than_the_one_before() -> None:
    for sentence in SENTENCES:
        widths = [font(each).width(sentence) / len(sentence) for each in DECISION]
        assert widths == sorted(widths, reverse=True)
        assert widths[0] < 7.5
        assert widths[-1] < 4.75
        assert font(OLED_128X64.small).width(sentence) / len(sentence) < 5


def test_a_mark_changes_its_letter_and_leaves_the_line_whole() -> None:
    for lettering in ALL:
        for letter in [*"ÄÖÜäöüÅåÉéÑñŽžÇçŞşïíŐő"]:
            letters = font(lettering)
            base = unicodedata.normalize("NFD", letter)[0]
            assert lit(letters.picture(letter)) != lit(letters.picture(base))
            assert letters.picture(letter).height == letters.height


def test_letters_differ_from_each_other() -> None:
    for lettering in ALL:
        letters = font(lettering)
        seen: dict[bytes, str] = {}
        for letter in string.ascii_letters + string.digits.replace("0", "") + "ÄÖÜäöüß":
            picture = letters.picture(letter)
            key = picture.tobytes() + bytes([picture.width])
            assert key not in seen, (letter, seen.get(key))
            seen[key] = letter


def test_composed_and_decomposed_text_are_the_same() -> None:
    for lettering in ALL:
        letters = font(lettering)
        apart = unicodedata.normalize("NFD", "Käthe Grün")
        assert letters.picture(apart).tobytes() == letters.picture("Käthe Grün").tobytes()


def test_marks_that_unicode_has_no_letter_for() -> None:
    for lettering in ALL:
        letters = font(lettering)
        assert letters.missing("m\u0308x\u0302") == ""
        assert lit(letters.picture("m\u0308")) > lit(letters.picture("m"))


def test_a_letter_with_two_marks_stays_on_its_line() -> None:
    for lettering in ALL:
        letters = font(lettering)
        feet = {max(y for _, y in lit(letters.picture(letter))) for letter in "eêễ"}
        assert len(feet) == 1
        assert len({letters.picture(letter).tobytes() for letter in "eêễế"}) == 4


def test_spaces_and_hyphens_of_all_kinds() -> None:
    letters = font(OLED_128X64.small)
    assert letters.width("a\u00a0b\u2011c") == letters.width("a b-c")


def test_shortening_leaves_what_fits() -> None:
    letters = font(DECISION[0])
    assert letters.shorten("Ann", 100) == "Ann"
    short = letters.shorten("Wilhelmina Wunderlich", 70)
    assert short.endswith("…")
    assert short.startswith("Wil")
    assert letters.width(short) <= 70
    assert letters.shorten("Ann", 3) == ""
