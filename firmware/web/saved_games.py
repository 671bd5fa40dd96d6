"""The games that a page can begin or resume."""

from typing import Any

from firmware.play.as_data import view_record
from firmware.speech.drawing import marks
from firmware.speech.games import WORDS
from firmware.store.journal import follow
from firmware.store.settings import TAUGHT
from firmware.store.shelf import Saved
from firmware.table.session import Session
from rules.dice import STANDARD
from rules.games import GAMES, AnyGame
from rules.plain import to_plain

SHOWN = 12
"""Recent games listed."""


def offered_games(session: Session) -> list[dict[str, Any]]:
    """Return the possible new games, with the choices of the last one."""
    return [_offered(game, session) for game in GAMES.values()]


def _offered(game: type[AnyGame], session: Session) -> dict[str, Any]:
    words, settings = session.words, session.settings
    box = session.boxes(game).box
    ordinary = len(game.dice_sets(box)) > 1
    taught = session.taught_for(game)
    seats = [colour for colour in settings.seats if colour in game.COLOURS]
    return {
        "name": game.NAME,
        "title": WORDS[game.NAME].title,
        "least": game.LEAST_PLAYERS,
        "most": game.MOST_PLAYERS,
        "colours": game.COLOURS,
        "variants": [{"name": str(v), "label": words.variant(v)} for v in game.VARIANTS],
        "dice": {
            "own": words.dice(game.own_dice(box).name),
            "ordinary": words.dice(STANDARD.name) if ordinary else "",
            "taught": taught,
        },
        "box": to_plain(box),
        "seats": [
            {
                "name": "" if colour in settings.levels else settings.names.get(colour, ""),
                "colour": colour,
                "level": settings.levels.get(colour),
            }
            for colour in seats[: settings.players]
        ],
        "on": [v for v in settings.variants.get(game.NAME, ()) if v in game.VARIANTS],
        "ordinary": settings.dice.get(game.NAME) == STANDARD.name,
        "taught": next((t for t in taught if TAUGHT + t == settings.dice.get(game.NAME)), ""),
    }


def last_games(session: Session) -> list[dict[str, Any]]:
    """Return the recent games, the newest first."""
    return [_saved(saved, session) for saved in session.shelf.recent(SHOWN)]


def unfinished_game(session: Session) -> dict[str, Any] | None:
    """Return the game that can be resumed, with its state; None during a game."""
    saved = None if session.match is not None else session.shelf.unfinished()
    if saved is None:
        return None
    record = follow(saved.path).record
    letters = marks(record.state.setup.players)
    return {**_saved(saved, session), "letters": letters, "view": view_record(record)}


def _saved(saved: Saved, session: Session) -> dict[str, Any]:
    return {
        "game": saved.path.name,
        "title": WORDS[saved.game].title,
        "players": [player.name for player in saved.players],
        "begun": None if saved.begun is None else saved.begun.isoformat(),
        "moves": saved.moves,
        "over": saved.over,
        "winners": [saved.players[seat].name for seat in saved.winners],
        "damaged": saved.damage is not None,
        "playing": session.match is not None and session.match.path == saved.path,
    }
