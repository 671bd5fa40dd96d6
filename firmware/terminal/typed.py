"""Parses what players type to values of the game."""

from collections.abc import Sequence

from firmware.errors import Unclear
from firmware.speech.drawing import LETTERS
from rules.dice import Face, TableDice
from rules.players import Player


def faces(text: str, dice: TableDice) -> tuple[Face, ...]:
    """Parse dice typed as they lie: `11236www`, or `1 1 worm`.

    >>> from rules.dice import BARBECUE, own
    >>> [str(face) for face in faces("12w", own(BARBECUE))]
    ['1', '2', 'worm']
    """
    seen: list[Face] = []
    for word in text.lower().replace(",", " ").split():
        if word in set(Face):
            seen.append(Face(word))
        elif all(letter in LETTERS or letter in set(Face) for letter in word):
            seen.extend(face(letter) for letter in word)
        else:
            raise Unclear("typed_face", word=word)
    return dice.read(seen)


def face(word: str) -> Face:
    """Parse a face by its letter or its name."""
    if word in LETTERS:
        return LETTERS[word]
    if word not in set(Face):
        raise Unclear("typed_face", word=word)
    return Face(word)


def player(word: str, players: Sequence[Player]) -> int:
    """Parse a player: by name, its beginning, or as 1, 2, 3 in order of play."""
    names = [player.name.casefold() for player in players]
    wanted = word.casefold()
    if wanted in names:
        return names.index(wanted)
    seats = [str(seat) for seat in range(1, len(names) + 1)]
    if wanted in seats:
        return seats.index(wanted)
    fitting = [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    if not fitting:
        raise Unclear("typed_player", word=word, names=tuple(p.name for p in players))
    if len(fitting) > 1:
        known = tuple(players[seat].name for seat in fitting)
        raise Unclear("typed_two_players", word=word, names=known)
    return fitting[0]


def number(word: str) -> int:
    """Parse a whole number of a few digits."""
    if not (word.isascii() and word.isdigit() and len(word) <= 4):
        raise Unclear("typed_number", word=word)
    return int(word)
