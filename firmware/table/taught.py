"""The names of the dice that were taught at this table."""

from firmware.errors import Unclear
from firmware.speech.short import cut
from firmware.store import taught_dice
from firmware.store.settings import TAUGHT
from firmware.table.dice_in_use import short_trouble
from firmware.table.session import Session
from rules.dice import DICE_SETS
from rules.players import LONGEST_NAME
from vision.errors import BadDice


def refusal(session: Session, name: str) -> str:
    """Return why dice cannot have this name; "" if they can."""
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        return session.say("1 to {most} letters", most=LONGEST_NAME)
    taken = any(taught_dice.same_name(name, each) for each in (*session.taught, *DICE_SETS))
    # Even an unreadable set counts: a newer one must not be overwritten.
    taken = taken or taught_dice.file_of(session.shelf.folder, name) is not None
    return session.say("Other dice are {name}", name=cut(name)) if taken else ""


def check_name(session: Session, name: str) -> None:
    """Refuse a name that dice cannot have; raises `Unclear`."""
    if not name:
        raise Unclear("page_dice_nameless")
    if refusal(session, name):
        raise Unclear("page_dice_name", name=name)


def rename(session: Session, name: str, new: str) -> None:
    """Rename these dice; raises `DiskTrouble`, or `TaughtTrouble` if they are damaged."""
    folder = session.shelf.folder
    try:
        taught_dice.rename(folder, name, new)
    except BadDice as error:
        raise short_trouble(error, name) from error
    _use_instead(session, name, TAUGHT + new)
    session.look_for_dice()


def forget(session: Session, name: str) -> None:
    """Forget these dice; their games use their own dice again. Raises `DiskTrouble`."""
    taught_dice.remove(session.shelf.folder, name)
    session.look_for_dice()
    _use_instead(session, name, "")


def _use_instead(session: Session, name: str, dice: str) -> None:
    used = {g: dice if d == TAUGHT + name else d for g, d in session.settings.dice.items()}
    session.change(dice={game: each for game, each in used.items() if each})
