"""A new game: which one, who plays, and its options, all on one page."""

from dataclasses import replace
from pathlib import Path

from firmware.errors import Unclear
from firmware.play.setup import Setup
from firmware.speech.games import WORDS
from firmware.speech.words import Words
from firmware.store import boxes
from firmware.terminal import typed
from firmware.terminal.console import Console, ask_or_quit
from firmware.terminal.game_options import ask_box, page_rows
from rules.box import Box
from rules.errors import BadSetup, RulesError
from rules.events import Events
from rules.games import GAMES, AnyGame, game_named
from rules.players import Colour, Player

ENGLISH_WORDS = Words()


def new_game(
    console: Console,
    folder: Path,
    game: str | None = None,
    names: str | None = None,
    words: Words = ENGLISH_WORDS,
) -> tuple[AnyGame, Events]:
    """Ask for what is missing, show it all on one page, and begin."""
    chosen = _ask_game(console, words) if game is None else game_named(game)
    if names is None:
        players = _ask_players(console, chosen, words)
    else:
        players = seated(names, chosen, words)
    setup = Setup(chosen, players, boxes.remembered(folder, chosen))
    setup.begin()  # refuses an impossible setup before asking for more
    while True:
        console.print("", *_page(setup, words), "")
        question = words.say("Enter to begin, or change something")
        begin, leave = ("Enter", words.say("begin the game")), ("q", words.say("leave"))
        answer = ask_or_quit(console, f"{question} > ", begin, *_changes(setup, words), leave)
        if not answer:
            return setup.begin()
        try:
            changed = _changed(setup, answer, console, folder, words)
            changed.begin()
            setup = changed
        except RulesError as error:
            console.print(f"! {Words(setup.players, words.language).error(error)}")


def seated(names: str, game: type[AnyGame], words: Words = ENGLISH_WORDS) -> tuple[Player, ...]:
    """Return players from typed names separated by commas, each with a colour.

    >>> [str(player.colour) for player in seated("Ann, Ben black", GAMES["barbecue"])]
    ['green', 'black']
    """
    wanted = [_name_and_colour(name.strip(), words) for name in names.split(",")]
    if len(wanted) > game.MOST_PLAYERS:  # there might not be a colour for each
        game.check_number_of_players(len(wanted))
    taken = {colour for _, colour in wanted}
    free = (colour for colour in game.COLOURS if colour not in taken)
    return tuple(Player(name, colour or next(free)) for name, colour in wanted)


def _name_and_colour(text: str, words: Words) -> tuple[str, Colour | None]:
    """Split `Ann blue` into Ann with the blue plates; `Blue` alone is a name."""
    name, _, last = text.rpartition(" ")
    colours = {words.colour(colour).casefold(): colour for colour in Colour}
    colours |= {str(colour): colour for colour in Colour}
    if not name or last.casefold() not in colours:
        return text, None
    return name.strip(), colours[last.casefold()]


def _ask_game(console: Console, words: Words) -> type[AnyGame]:
    console.print(words.say("Which game?"), "")
    games = list(GAMES.values())
    for number, game in enumerate(games, start=1):
        least, most = game.LEAST_PLAYERS, game.MOST_PLAYERS
        players = words.say("{least} to {most} players", least=least, most=most)
        console.print(f"  {number}  {WORDS[game.NAME].title:24} {players}")
    console.print("")
    question = words.say("{least} to {most}; Enter for {usual}", least=1, most=len(games), usual=1)
    rows = (
        (words.say("1 to {most}", most=len(games)), words.say("the game with this number")),
        (", ".join(GAMES), words.say("the game with this name")),
        ("Enter", WORDS[games[0].NAME].title),
        ("q", words.say("leave")),
    )
    while True:
        answer = ask_or_quit(console, f"{question} > ", *rows).casefold() or "1"
        numbers = [str(number) for number in range(1, len(games) + 1)]
        if answer in numbers:
            return games[numbers.index(answer)]
        try:
            return game_named(answer)
        except RulesError as error:
            console.print(f"! {words.error(error)}")


def _ask_players(console: Console, game: type[AnyGame], words: Words) -> tuple[Player, ...]:
    colours = [words.colour(colour) for colour in game.COLOURS]
    usual = ", ".join(colour.capitalize() for colour in colours[: game.LEAST_PLAYERS])
    who = words.say(
        "Who plays? Names in order of play, with commas between; a colour may follow\n"
        "a name: Ann {colour}, Ben. There are {colours}.",
        colour=colours[2],
        colours=", ".join(colours),
    )
    question = words.say(
        "{least} to {most}; Enter for {usual}",
        least=game.LEAST_PLAYERS,
        most=game.MOST_PLAYERS,
        usual=usual,
    )
    console.print("", *who.splitlines())
    rows = (
        ("Ann, Ben", words.say("the names in order of play; each gets a free colour")),
        (f"Ann {colours[2]}, Ben", words.say("Ann gets this colour")),
        ("Enter", usual),
        ("q", words.say("leave")),
    )
    while True:
        answer = ask_or_quit(console, f"{question} > ", *rows)
        try:
            players = seated(answer or usual, game, words)
            game.begin(players)
        except RulesError as error:
            console.print(f"! {words.error(error)}")
        else:
            return players


def _page(setup: Setup, words: Words) -> list[str]:
    """Return everything about the new game, and how to change it."""
    pgettext = words.language.pgettext
    game = setup.game
    players = ", ".join(
        f"{player.name} ({words.colour(player.colour)})" for player in setup.players
    )
    lines = [
        WORDS[game.NAME].title,
        _row(pgettext("row", "players"), players),
        _row(pgettext("row", "starts"), setup.players[setup.starter].name),
        _row(pgettext("row", "dice"), _dice(setup, words)),
        *(_row(label, text) for label, text in page_rows(setup.begin()[0], words)),
        "  " + pgettext("row", "options"),
    ]
    for variant in game.VARIANTS:
        chosen = "[x]" if variant in setup.variants else "[ ]"
        lines.append(f"  {chosen} {variant:15} {words.variant(variant)}")
    changes = " | ".join(command for command, _ in _changes(setup, words))
    change = words.say("To change: {changes} | q leaves", changes=changes)
    return [*lines, "", change]


def _dice(setup: Setup, words: Words) -> str:
    own = next(iter(setup.game.dice_sets(setup.box)))
    if setup.dice in {None, own}:
        return words.dice(own)
    dice = words.dice(setup.dice or own)
    return words.say("{dice}, standing in for its own", dice=dice)


def _changes(setup: Setup, words: Words) -> list[tuple[str, str]]:
    """Return the commands on the page, the same in every language, with their meaning."""
    dice = [
        ("dice ordinary", words.say("you play with ordinary dice")),
        ("dice own", words.say("you play with the game's own dice")),
    ]
    return [
        ("start NAME", words.say("this player starts")),
        *(dice if len(setup.game.dice_sets(setup.box)) > 1 else ()),
        ("box", words.say("type what is printed on your copy of the game")),
        ("option NAME", words.say("switch an option on or off")),
    ]


def _row(label: str, text: str) -> str:
    return f"  {label:8} {text}"


def _changed(setup: Setup, answer: str, console: Console, folder: Path, words: Words) -> Setup:
    match answer.casefold().split():
        case ["start", *name]:
            return replace(setup, starter=typed.player(" ".join(name), setup.players))
        case ["dice", "own"]:
            return replace(setup, dice=None)
        case ["dice", "ordinary"]:
            return replace(setup, dice="standard")
        case ["option", variant]:
            return _with_option(setup, variant)
        case ["box"]:
            box = ask_box(setup.box, console, words)
            setup.game.check_box(box)
            _remember(box, setup.game, folder, console, words)
            return replace(setup, box=box)
    raise Unclear("typed_page", word=answer)


def _with_option(setup: Setup, variant: str) -> Setup:
    """Switch an option on or off; it replaces options it excludes."""
    switched = replace(setup, variants=setup.variants ^ {variant})
    try:
        switched.begin()
    except BadSetup as error:
        clash = error.arguments.get("variants")
        if error.code != "variants_clash" or not isinstance(clash, tuple):
            raise
        return replace(setup, variants=setup.variants.difference(clash) | {variant})
    return switched


def _remember(box: Box, game: type[AnyGame], folder: Path, console: Console, words: Words) -> None:
    try:
        boxes.remember(folder, game, box)
    except OSError as error:
        text = words.say("Used for this game, but not saved: {why}.", why=words.trouble(error))
        console.print(f"! {text}")
