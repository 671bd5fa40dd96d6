"""Every text of the page that is not in its news, for the scripts that show it."""

from collections.abc import Iterator, Mapping

from firmware.actions import Action
from firmware.speech.language import N_, NN_, Language, languages
from firmware.speech.sentences import COLOURS, FACES, PHASES

MOST_DICE = 12
"""More never lie on a table."""

TEXTS: Mapping[str, str] = {
    # The house.
    "skip": N_("To the table"),
    "nav": N_("Parts of the page"),
    "nav.table": N_("Table"),
    "nav.new": N_("New game"),
    "nav.games": N_("Last games"),
    "nav.settings": N_("Settings"),
    "away": N_("The table does not answer. It is being called again."),
    "cancel": N_("Leave it"),
    "none": N_("nothing yet"),
    # The turn.
    "turn": N_("Whose turn it is"),
    "turn_of": N_("It is {name}'s turn."),
    "reading": N_("Reading the dice …"),
    "dice": N_("The dice"),
    "kept": N_("Laid aside"),
    "times": N_("{count} x {face}"),
    "sum": N_("Sum"),
    "worm_yes": N_("with a worm"),
    "worm_no": N_("no worm yet"),
    "again": N_("to throw again: up to {count}"),
    "straight": N_("in a row: {count}"),
    "attacks": N_("attacks: {count}"),
    "marches": N_("moves: {count}"),
    "choices": N_("What can be done"),
    "rethrow": N_("Throw marked dice again (up to {count})"),
    "rescan": N_("Threw some again? Scan (up to {count})"),
    "mark_note": N_("Mark them on the panel: LEFT and RIGHT go to a die, OK marks it."),
    "repair": N_("Put right"),
    # Dice that were read.
    "tray": N_("The tray"),
    "sight": N_("What the camera saw"),
    "sight_label": N_("Picture of the dice as they were read:"),
    "sight_none": N_("No dice were looked at yet."),
    "whole": N_("Whole picture"),
    "accepted": N_("Read without a doubt. Tap a die that is wrong."),
    "accepted_old": N_("Read without a doubt."),
    "doubted": N_("Not certain. Tap a die to say what it shows, or scan again:"),
    "doubted_old": N_("Not certain:"),
    "correct_one": N_("{face}: tap if that is wrong"),
    "correct_old": N_("{face}, laid aside before: tap if that is wrong"),
    "correct_title": N_("What does die {number} show?"),
    "correct_read": N_("Read as {face}, {sure} certain."),
    # The board.
    "board": N_("The pieces on the table"),
    "empty": N_("empty"),
    "snail": N_("a snail"),
    "plate_once": N_("a plate of {name}"),
    "plate_twice": N_("two plates of {name}"),
    "worms_there": N_("Worms: {count}."),
    "tile_up": N_("face up"),
    "tile_down": N_("turned face down"),
    "tile_taken": N_("taken"),
    "stack_none": N_("no tile"),
    "stack_top": N_("{tile} on top, tiles: {count}"),
    "track": N_("Track {number}, food worth {food}."),
    "track_held": N_("{name} holds it."),
    "ants_on": N_("{names} on {space}."),
    "under": N_("under"),
    # Scores.
    "scores": N_("Scores"),
    "target": N_("{points} points win"),
    "points": N_("points: {points}"),
    "to_play": N_("to play"),
    "gone": N_("has left"),
    "won": N_("has won"),
    "worms_has": N_("worms: {count}"),
    "snails_has": N_("snails: {count}"),
    "plates_has": N_("plates left: {count}"),
    "tiles_has": N_("tiles: {count}"),
    "queen_has": N_("has a queen"),
    "ants_active": N_("free ants: {count}"),
    # Moves.
    "moves": N_("Moves"),
    "moves_none": N_("Nothing was played yet."),
    "moves_earlier": N_("Earlier moves"),
    "undo": N_("Undo"),
    "undo_to": N_("Undo back to before: {move}"),
    "undo_title": N_("Take back the last moves?"),
    "undo_text": N_("Moves: {count}, back to before: {move}"),
    "undo_yes": N_("Take them back"),
    "odds": N_("Odds"),
    # The device.
    "panel": N_("The panel"),
    "panel_label": N_("The panel beside the box; it shows the same as this page in short."),
    "space": N_("Space"),
    "key.throw": N_("THROW"),
    "scene": N_("Light and table"),
    "scene.light": N_("Light"),
    "scene.surface": N_("Table"),
    "scene.tilt": N_("Tilt of the camera in degrees:"),
    "scene.blur": N_("Blur:"),
    "scene.spoil": N_("Spoil the next throw"),
    "scene_note": N_("All of it from the next throw on. See how the reader doubts."),
    "light.daylight": N_("daylight"),
    "light.warm": N_("warm lamp"),
    "light.cold": N_("cold lamp"),
    "light.dim": N_("dim"),
    "light.hard": N_("hard shadows"),
    "surface.tray": N_("dice tray"),
    "surface.wood": N_("wood"),
    "surface.felt": N_("felt"),
    "surface.cloth": N_("tablecloth"),
    "surface.paper": N_("paper"),
    "surface.plain": N_("plain"),
    "surface.stone": N_("stone"),
    "spoil.none": N_("do not"),
    "spoil.cocked": N_("a die leans"),
    "spoil.glare": N_("a lamp glares"),
    "spoil.hand": N_("a hand over the dice"),
    "spoil.touching": N_("dice touch"),
    "spoil.cut_off": N_("a die half out of sight"),
    "spoil.blurred": N_("out of focus"),
    "spoil.dark": N_("far too dark"),
    "spoil.stacked": N_("a die on another"),
    # A new game.
    "new_title": N_("A new game"),
    "new_none": N_("The games are being fetched …"),
    "which_game": N_("Which game?"),
    "players_range": N_("{least} to {most} players"),
    "who_plays": N_("Who plays?"),
    "who_note": N_("In the order in which you sit. Without a name, the colour is the name."),
    "add_player": N_("One more player"),
    "name_of": N_("Name of player {number}"),
    "colour_of": N_("Colour of player {number}"),
    "seat_up": N_("{name} sits one place earlier"),
    "seat_out": N_("{name} does not play"),
    "starter": N_("Who starts?"),
    "how_played": N_("How do you play?"),
    "ordinary": N_("With ordinary dice in place of the game's own"),
    "target_option": N_("Points to win"),
    "usual": N_("as usual"),
    "begin": N_("Begin"),
    "printed": N_("What is printed on your box"),
    "printed_assumed": N_("Nobody knows every edition: compare these numbers with your box once."),
    "printed_known": N_("As you have confirmed it."),
    "worms_on": N_("Worms on {number}"),
    "track_number": N_("Track {number}"),
    "spaces": N_("spaces"),
    "spaces_of": N_("Spaces of track {number}"),
    "food": N_("food"),
    "food_of": N_("Food of track {number}"),
    "doubled": N_("Which picture is twice on each die?"),
    # The last games.
    "games": N_("Last games"),
    "games_none": N_("None was played yet."),
    "game_playing": N_("on the table now"),
    "game_open": N_("not finished"),
    "game_damaged": N_("its file is damaged; the good part goes on"),
    "game_won": N_("won by {names}"),
    "moves_count": N_("moves: {count}"),
    "go_on": N_("Go on"),
    # Settings.
    "settings": N_("Settings"),
    "language_of": N_("Language"),
    "hints": N_("Show the odds"),
    "sound": N_("Sound of the table"),
    "keys": N_("Keys of the keyboard work as buttons of the panel"),
    "camera": N_("Aim the camera"),
    "camera_note": N_("The whole tray should be in the picture, sharp and without glare."),
    "aim_on": N_("Show what the camera sees"),
    "aim_off": N_("Enough"),
    "aim_wait": N_("The first picture is on its way …"),
    "aim_picture": N_("What the camera sees now"),
    "phones": N_("Paired phones"),
    "phones_note": N_("Paired now: {count}"),
    "forget_me": N_("Forget this one"),
    "forget_others": N_("Forget all others"),
    "forget_note": N_("To come back, the code on the panel is needed again."),
    # Pairing.
    "pair": N_("Join the table"),
    "pair_note": N_("The panel shows six digits under Settings, Phone."),
    "pair_code": N_("Code"),
    "pair_send": N_("Join"),
    "pair_wrong": N_("That is not the code on the panel. It may have changed."),
    "pair_often": N_("Too many tries. Wait a minute, then look at the panel again."),
    "pair_away": N_("The table does not answer. Try again."),
}

_THROW = NN_("Throw {count} die", "Throw {count} dice")
_SCAN = NN_("Throw {count} die, then scan", "Throw {count} dice, then scan")


def texts(language: Language) -> dict[str, str]:
    """Every text by its key; `{names}` in them are filled by the page."""
    return {
        "language": language.code,
        **{
            f"language.{code}": Language(code).name for code in languages()
        },  # without its catalogue
        **{key: language.gettext(text) for key, text in TEXTS.items()},
        "and": language.pgettext("between items", "and"),
        **{f"face.{face}": language.pgettext("face", word) for face, word in FACES.items()},
        **{f"colour.{colour}": language.pgettext("colour", w) for colour, w in COLOURS.items()},
        **{f"phase.{phase}": language.gettext(text) for phase, text in PHASES.items()},
        **{f"key.{action}": action.upper() for action in Action},  # as on the box itself
        **dict(_counted(language, "throw", _THROW)),
        **dict(_counted(language, "throw_scan", _SCAN)),
    }


def _counted(language: Language, key: str, text: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """A text for each count: only a catalogue knows how many plurals its language has."""
    for count in range(1, MOST_DICE + 1):
        yield f"{key}.{count}", language.ngettext(*text, count)
