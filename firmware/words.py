"""The words for every code of the rules and of vision, in one place. English so far.

A template names the arguments of its code. Where `count` decides between one and many there are
two templates. A line for players says what happened and what to do, in the order they need it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from rules.coded import Coded
from rules.errors import BadRecord, RulesError
from rules.events import Event, SetSpot
from rules.follow import Problem
from rules.moves import Keep, Move, Take
from rules.players import Player
from vision.errors import BadPicture
from vision.reading import Doubt

Template = str | tuple[str, str]

TITLES = {
    "barbecue": "Heckmeck Barbecue",
    "bratwurmeck": "Heckmeck am Bratwurmeck",
    "junior": "Heckmeck Junior",
}

DICE = {
    "barbecue": "the game's own brown dice",
    "classic": "the game's own dice",
    "junior": "the game's own picture dice",
    "standard": "ordinary dice, standing in for its own",
}

VARIANTS = {
    "stop_is_fail": "you may stop with nothing: a failed attempt",
    "strict_worms": "only 50 worms: when they run out, you get the rest",
    "strict_plates": "without a plate left you get nothing on the grill",
    "alternative": "shorter: a returned tile that is the highest is turned",
    "quiet_snatches": "nobody is reminded of a snatch",
    "must_pinch": "who can pinch must pinch",
    "any_lower": "a lower tile need not be the next lower one",
    "open_worms": "everybody's worms are shown during the game",
}

_PHASES = {
    "throw": "throw the dice",
    "keep": "lay dice aside",
    "take": "pick a tile",
}

_WHYS = {
    # why a turn ended
    "stopped": "stopped",
    "all_dice": "all dice are aside",
    "all_faces": "every face is aside",
    "only_old": "the throw shows nothing new",
    # why it brings nothing
    "no_worm": "there is no worm among the dice",
    "too_low": "the sum is too low for the grill",
    "blocked": "two plates lie on that spot",
    "no_tile": "no tile is to be had for that sum",
    "no_snail": "there is no snail left to take",
    "no_plate": "no plate is left in hand",
    "no_worms": "there are no worms left to take",
    # why the game is over
    "snails_used_up": "all snails have come into the game and there was a failed attempt",
    "grill_full": "no spot is left for the snail of a failed attempt",
    "grill_empty": "no tile is left face up on the grill",
}

_EVENTS: Mapping[str, Template] = {
    "thrown": "{player} threw {faces}.",
    "set_aside": "{player}: lay {count} x {face} aside.",
    "throw_again": ("{player}: throw the die again.", "{player}: throw the {count} dice again."),
    "pass_dice": "All dice to {player}.",
    "turn_ended": "{player}'s turn ends with {total} ({why}).",
    "failed": "{player} gets nothing: {why}.",
    "game_over": "The game is over: {why}.",
    "deal_plates": "{player}: take your {count} plates.",
    "lay_snails": "Lay the {count} snails beside the grill.",
    "place_plate": "{player}: lay a plate on {spot}.",
    "plate_home": "{player}: take your plate back from {spot}.",
    "take_worms": (
        "{player}: take 1 worm from the pool.",
        "{player}: take {count} worms from the pool.",
    ),
    "steal_worms": (
        "{player}: take 1 worm from {rival}.",
        "{player}: take {count} worms from {rival}.",
    ),
    "place_snail": "Put a snail on {spot}.",
    "take_snail": "{player}: take the snail from {spot}.",
    "take_snail_from_pool": "{player}: take a snail from the pool.",
    "no_plate_left": "{player}: you have no plate left for {spot}.",
    "lay_tiles": "Lay the tiles on the grill, face up: {tiles}.",
    "take_tile": "{player}: take the {tile} from the grill, onto your stack.",
    "snatch_tile": "{player}: take the {tile} from {rival}, onto your stack.",
    "return_tile": "{player}: put your {tile} back on the grill, face up.",
    "turn_tile": "Turn the {tile} on the grill face down.",
    "skipped": "{player}'s turn is skipped.",
    "left": "{player} goes home. The pieces stay where they are.",
    "set_spot_empty": "{spot}: nothing lies there.",
    "set_spot_snail": "{spot}: a snail lies there.",
    "set_spot_plates": "{spot}: {plates} of {owner}'s plates, nothing else.",
    "set_worms": ("{player} has 1 worm.", "{player} has {count} worms."),
    "set_snails": ("{player} has 1 snail.", "{player} has {count} snails."),
    "set_grill": "On the grill, face up: {up}; face down: {down}.",
    "off_stack": "{player}: from the top of your stack goes {tiles}.",
    "onto_stack": "{player}: onto your stack goes {tiles}.",
    "set_dice": "Dice: {player} has them. Aside: {aside}; in the tray: {tray}; the rest in hand.",
}

_PROBLEMS: Mapping[str, Template] = {
    "dice_done": "No dice are needed now.",
    "not_on_the_dice": "These dice have no {face}.",
    "dice_missing": "A die is missing: {seen} of {wanted}. Look on the floor.",
    "too_many_dice": "Too many dice: {seen} instead of {wanted}.",
    "nothing_aside": "Lay some dice aside first: all of one face.",
    "still_in_tray": (
        "All of {face}: one is still in the tray.",
        "All of {face}: {count} are still in the tray.",
    ),
    "too_many_aside": "More {face} lie aside than you threw.",
    "already_kept": "You kept {face} already in this turn.",
    "not_thrown": "You did not throw {face}.",
    "mixed_faces": "Only one face at a time, not {faces}.",
    "kept_turned": "A kept die was turned: it showed {face}.",
    "back_in_tray": "A kept die is back in the tray: {face}.",
    "no_such_group": "No face was thrown {count} times.",
}

_DOUBTS: Mapping[str, Template] = {
    "count": "Dice found: {found}; there should be {expected}. Put that right, then scan again.",
    "unsure": "Die {die} is not clear: move it a little or give more light, then scan again.",
    "hidden": "Something at {x}, {y} may be a die: lay it where it can be seen, then scan again.",
    "leaning": "Die {die} leans: lay it flat, then scan again.",
    "dark": "It is too dark: give more light, then scan again.",
    "bright": "It is too bright, nothing can be seen: less light, then scan again.",
    "blurred": "Die {die} is blurred: let it lie still and wipe the lens, then scan again.",
    "glare": "Light glares on die {die}: move the die or the lamp, then scan again.",
    "cut_off": "Die {die} is cut off: move it away from the edge, then scan again.",
    "overlapping": "Two faces show where die {die} lies: lay it flat and apart, then scan again.",
    "covered": "Something lies over die {die}: take it away, then scan again.",
    "not_in_set": "Die {die} shows {face}, which these dice have not: are they the right dice?",
    "unknown_art": "Die {die} shows a drawing these dice have not: are they the right dice?",
    "odd_size": "Die {die} is far larger or smaller than the others: take away what is no die.",
    "moving": "Something moved all the time: let the dice lie, hands off, then scan again.",
    "disagree": "Pictures of this throw do not agree: move the dice a little, then scan again.",
}

_ERRORS: Mapping[str, Template] = {
    # moves
    "game_over": "The game is over.",
    "not_in_this_game": "This game has no move “{move}”.",
    "throw_not_now": "No throw now: first {phase}.",
    "keep_not_now": "Nothing to lay aside now: first {phase}.",
    "stop_not_now": "No stopping now: first {phase}.",
    "take_not_now": "No tile to pick now: first {phase}.",
    "number_of_dice": "Dice to throw: {left}. You gave {dice}.",
    "face_unknown": "These dice have no {face}: they show {faces}.",
    "not_thrown": "There is no {face} in this throw.",
    "already_kept": "You kept {face} already in this turn. Choose another face.",
    "stop_before_first_throw": "Throw first: a turn cannot stop before it began.",
    "stop_brings_nothing": "{total} brings nothing, so you cannot stop: {why}. Throw on.",
    "cannot_take": "{tile} is not to be had with {total}.",
    "only_throws_are_read": "Only a throw is read from dice, not “{move}”.",
    "nothing_to_undo": "There is nothing to undo: this is the start of the game.",
    # repairs
    "pick_first": "Pick a tile first, or undo. Then the table can be put right.",
    "nothing_to_void": "No throw lies there to be voided. To take a finished turn back, undo it.",
    "no_such_player": "{player} is not playing in this game.",
    "gone_home": "{player} has gone home.",
    "too_few_would_stay": "At least {least} players must stay. To end the game here, type q.",
    "table_of_another_game": "That table is not one of {game}.",
    "no_such_spot": "There is no spot {spot}: they go from {least} to {most}.",
    "spot_holds": "Spot {spot} can hold one plate, two plates of one player, or one snail.",
    "spot_owner": "Spot {spot}: plates need an owner, and an owner needs plates.",
    "one_for_each_spot": "There must be one entry for each of the {spots} spots.",
    "one_for_each_player": "There must be one entry for each of the {players} players.",
    "less_than_nothing": "Nobody can have less than nothing.",
    "too_many_snails": "There are only {most} snails in the box.",
    "too_many_worms": "There can be only {most} worms on the table.",
    "too_many_plates": "{player} has only {most} plates.",
    "too_few_worms": (
        "{player} has too few worms: the plates on the grill were paid with {least}."
    ),
    "no_such_tile": "There is no tile {tile}: they go from {least} to {most}.",
    "tile_missing": "The {tile} lies nowhere: each tile must be on the grill or in a stack.",
    "tile_too_many": "The {tile} lies there once too often.",
    # a new game
    "game_unknown": "No game is called “{game}”. There are: {games}.",
    "number_of_players": "This game is for {least} to {most} players, not for {players}.",
    "name_empty": "A name needs 1 to {longest} letters.",
    "name_too_long": "That name has {length} characters; {longest} is the most.",
    "name_right_to_left": (
        "“{character}” cannot be drawn: names are letters written from left to right."
    ),
    "name_character": (
        "A name cannot contain “{character}” ({code_point}): use letters, digits, spaces, - ' ."
    ),
    "name_twice": "Two players are called {name}. Give one another name.",
    "colour_unknown": "This game has no {colour}: choose from {colours}.",
    "colour_twice": "Two players have {colour}. The colours are {colours}.",
    "starter_unknown": "Player {starter} cannot start: players are 0 to {most}.",
    "variant_unknown": "This game has no option “{variant}”. It has: {variants}.",
    "dice_unknown": "It cannot be played with “{dice}” dice, only with: {sets}.",
    "no_doubled_face": "The {dice} dice have no doubled face; only the junior dice have one.",
    "box_of_another_game": "{field}: that is not what is printed on {game}.",
    "box_unknown": "{field}: there is no such number; they go from {least} to {most}.",
    "box_missing": "{field}: the number of worms is missing.",
    "box_worms": "{field}: worms are 1 to {most}.",
    "box_doubled": "{field}: must be one of {faces}.",
    # what players type
    "no_advice": "There is no advice for {game}.",
    "no_hints": "This table wants nobody reminded, so there are no hints.",
    "resume_alone": "a game that is resumed has its players: leave --game and --players out.",
    "no_home": "No home folder is known: say --folder DIR, where games shall be kept.",
    "typed_face": "“{word}” is neither dice nor a command. ? lists all you can type.",
    "typed_player": "“{word}” is nobody here. The players are {names}.",
    "typed_two_players": "“{word}” could be {names}. Type more of the name.",
    "typed_number": "“{word}” is no number.",
    "typed_adjust": "That says nothing about the pieces. ? shows how to adjust.",
    "nothing_differs": "The pieces lie like that already.",
    "typed_page": ("“{word}” changes nothing here. The line above the question says what does."),
    "nothing_to_snatch": "In this game nothing can be snatched.",
    "no_snatch": "{rival} has no tile on top that {total} could snatch.",
    "typed_worms": "{count} numbers are needed, one for each of {least} to {most}.",
    # pictures
    "expect_count": "“{word}” is no number of dice: say --expect 8, or --expect 7,8 for either.",
    "empty_file": "the file is empty.",
    "not_a_picture": "this is no picture of a kind that is read here: save it as JPEG or PNG.",
    "damaged": "the picture is damaged or breaks off: copy it again, or take a new one.",
    "too_small": (
        "{width} x {height} pixels cannot show a die: at least {least} x {least} are needed."
    ),
    "too_large": "{width} x {height} pixels are too many to be read here: make it smaller.",
    "file_too_large": "the file has more than {most} MB: this is no picture of dice.",
    "not_a_file": "this is neither a file nor a folder.",
    "no_pictures": "there are no pictures in this folder.",
    "cannot_open": "{reason}.",
    "video_broken": "the video is damaged or of an unknown kind: save it as MP4, or film again.",
    "video_too_long": "the video is longer than {most} seconds: cut out one throw.",
    # records
    "record_empty": "the record is empty: its first line must be the header.",
    "lines_from_one": "there is no line {at}: lines are counted from 1, the header.",
    "no_such_line": "there is no line {at}: the record has {most}.",
    "record_too_long": "the record has more than {most} lines: this is no game.",
    "line_blank": "the line is blank.",
    "byte_order_mark": "the file begins with a byte order mark: save it as plain UTF-8.",
    "record_newer": (
        "the record is of version {version}, this program knows {known}: update Grillside."
    ),
    "record_version": "there is no record version {version}; this program knows {known}.",
    "line_too_long": "the line is longer than {most} bytes: this is no record.",
    "line_torn": "the line breaks off at column {column}: the record was cut short.",
    "not_json": "this is not one JSON object; the trouble begins at column {column}.",
    "not_utf8": "no UTF-8 text from column {column} on: this is no record.",
    "too_deep": "brackets are nested too deeply: this is no record.",
    "number_too_long": "a number has more than {most} digits.",
    "not_a_json_number": "{word} is no number in JSON.",
    "field_twice": "the field “{field}” is there twice.",
    "unknown_field": "unknown field “{field}”; known here: {known}.",
    "missing_field": "the field “{field}” is missing ({wanted}).",
    "wrong_type": "“{field}” must be {wanted}.",
    "not_a_number": "“{field}” must end in a number without leading zeros.",
    "unknown_word": "“{field}” cannot be “{word}”; it is one of: {known}.",
    "unknown_move": "unknown move “{move}”; this game knows: {known}.",
}

_REASONS = {**_WHYS, **_PHASES}

_WANTED = {
    "list": "a list",
    "object": "an object",
    "text": "text",
    "number": "a whole number",
    "truth": "true or false",
}


_JOINED = {
    "faces": " ", "tiles": " ", "up": " ", "down": " ", "tray": " ", "aside": " ",
    "expected": " or ",
}  # fmt: skip
"""Between the items of a list; a comma where nothing is said."""


class Words:
    """Words about a game of these players."""

    def __init__(self, players: Sequence[Player] = ()) -> None:
        self._names = [player.name for player in players]

    def error(self, error: RulesError | BadPicture) -> str:
        """What is wrong, and what would be right."""
        said = self._fill(_ERRORS[error.code], error.arguments)
        return f"line {error.line}: {said}" if isinstance(error, BadRecord) else said

    def event(self, event: Event) -> str:
        """What happened, or what is to be done on the table."""
        code = event.code
        if isinstance(event, SetSpot):
            code += "_snail" if event.snail else "_plates" if event.plates else "_empty"
        return self._fill(_EVENTS[code], _arguments(event))

    def problem(self, problem: Problem) -> str:
        """What is wrong with the dice on the table."""
        return self._fill(_PROBLEMS[problem.code], _arguments(problem))

    def doubt(self, doubt: Doubt) -> str:
        """Why a reading is not to be trusted, and what to do; dice are counted from 1."""
        return self._fill(_DOUBTS[doubt.code], doubt.arguments)

    def move(self, move: Move) -> str:
        """What a player may choose."""
        match move:
            case Keep(face):
                return f"keep {face}"
            case Take(tile, None):
                return f"take {tile} from the grill"
            case Take(tile, int(rival)):
                return f"take {tile} from {self.name(rival)}"
        return move.code

    def why(self, code: str) -> str:
        """The reason of an end."""
        return _WHYS[code]

    def name(self, player: int) -> str:
        """The player in this seat."""
        return self._names[player] if 0 <= player < len(self._names) else f"Player {player}"

    def _fill(self, template: Template, arguments: Mapping[str, Any]) -> str:
        if isinstance(template, tuple):
            template = template[0] if arguments["count"] == 1 else template[1]
        return template.format(**{name: self._say(name, arguments[name]) for name in arguments})

    def _say(self, name: str, argument: object) -> str:
        match name:
            case "player" | "rival" | "owner" if isinstance(argument, int):
                return self.name(argument)
            case "die" if isinstance(argument, int):
                return str(argument + 1)
            case "x" | "y" if isinstance(argument, float):
                return str(round(argument))
            case "why" | "phase":
                return _REASONS[str(argument)]
            case "wanted" if argument in _WANTED:
                return _WANTED[str(argument)]
        if isinstance(argument, tuple):
            return _JOINED.get(name, ", ").join(map(str, argument)) or "none"
        return printable(str(argument))


def _arguments(told: Coded) -> dict[str, Any]:
    return {field.name: getattr(told, field.name) for field in fields(told)}  # type: ignore[arg-type]


def printable(text: str) -> str:
    """Text from outside, safe to print: no control characters, nothing a terminal acts upon."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
