"""A new game: which one, who plays, and what differs from the usual, all on one page."""

from dataclasses import replace
from itertools import groupby
from pathlib import Path

from firmware import boxes
from firmware.errors import Unclear
from firmware.speech.language import ENGLISH, Language
from firmware.speech.sentences import TITLES
from firmware.speech.words import Words
from firmware.terminal import typed
from firmware.terminal.console import Console, ask_or_quit
from firmware.wishes import Wishes
from rules.box import Box, WormBox
from rules.errors import RulesError
from rules.events import Events
from rules.games import GAMES, AnyGame, game_named
from rules.junior import JuniorBox
from rules.players import Colour, Player

CHANGES = "start NAME | dice ordinary | dice own | box | option NAME"
"""What can be typed on the page, in every language."""


def new_game(
    console: Console,
    folder: Path,
    game: str | None = None,
    names: str | None = None,
    language: Language = ENGLISH,
) -> tuple[AnyGame, Events]:
    """Ask what is not given, show it all on one page, and begin."""
    words = Words(language=language)
    chosen = _ask_game(console, words) if game is None else game_named(game)
    if names is None:
        players = _ask_players(console, chosen, words)
    else:
        players = seated(names, chosen, language)
    wishes = Wishes(chosen, players, boxes.remembered(folder, chosen))
    wishes.begin()  # refuses what cannot be before more is asked
    while True:
        console.say("", *_page(wishes, words), "")
        question = language.gettext("Enter to begin, or change something")
        answer = ask_or_quit(console, f"{question} > ")
        if not answer:
            return wishes.begin()
        try:
            changed = _changed(wishes, answer, console, folder, words)
            changed.begin()
            wishes = changed
        except RulesError as error:
            console.say(f"! {Words(wishes.players, language).error(error)}")


def seated(names: str, game: type[AnyGame], language: Language = ENGLISH) -> tuple[Player, ...]:
    """Players from typed names with commas between, each with a colour of its own.

    >>> [str(player.colour) for player in seated("Ann, Ben black", GAMES["barbecue"])]
    ['green', 'black']
    """
    words = Words(language=language)
    wanted = [_name_and_colour(name.strip(), words) for name in names.split(",")]
    if len(wanted) > game.MOST_PLAYERS:  # there might not be a colour for each
        game.check_number_of_players(len(wanted))
    taken = {colour for _, colour in wanted}
    free = (colour for colour in game.COLOURS if colour not in taken)
    return tuple(Player(name, colour or next(free)) for name, colour in wanted)


def _name_and_colour(text: str, words: Words) -> tuple[str, Colour | None]:
    """`Ann blue` is Ann with the blue plates; `Blue` alone is a name."""
    name, _, last = text.rpartition(" ")
    colours = {words.colour(colour).casefold(): colour for colour in Colour}
    colours |= {str(colour): colour for colour in Colour}
    if not name or last.casefold() not in colours:
        return text, None
    return name.strip(), colours[last.casefold()]


def _ask_game(console: Console, words: Words) -> type[AnyGame]:
    _ = words.language.gettext
    console.say(_("Which game?"), "")
    games = list(GAMES.values())
    for number, game in enumerate(games, start=1):
        least, most = game.LEAST_PLAYERS, game.MOST_PLAYERS
        players = _("{least} to {most} players", least=least, most=most)
        console.say(f"  {number}  {TITLES[game.NAME]:24} {players}")
    console.say("")
    while True:
        question = _("1, 2 or 3; Enter for 1")
        answer = ask_or_quit(console, f"{question} > ").casefold() or "1"
        numbers = [str(number) for number in range(1, len(games) + 1)]
        if answer in numbers:
            return games[numbers.index(answer)]
        try:
            return game_named(answer)
        except RulesError as error:
            console.say(f"! {words.error(error)}")


def _ask_players(console: Console, game: type[AnyGame], words: Words) -> tuple[Player, ...]:
    colours = [words.colour(colour) for colour in game.COLOURS]
    usual = ", ".join(colour.capitalize() for colour in colours[: game.LEAST_PLAYERS])
    who = words.language.gettext(
        "Who plays? Names in order of play, with commas between; a colour may follow\n"
        "a name: Ann {colour}, Ben. There are {colours}.",
        colour=colours[2],
        colours=", ".join(colours),
    )
    question = words.language.gettext(
        "{least} to {most}; Enter for {usual}",
        least=game.LEAST_PLAYERS,
        most=game.MOST_PLAYERS,
        usual=usual,
    )
    console.say("", *who.splitlines())
    while True:
        answer = ask_or_quit(console, f"{question} > ")
        try:
            players = seated(answer or usual, game, words.language)
            game.begin(players)
        except RulesError as error:
            console.say(f"! {words.error(error)}")
        else:
            return players


def _page(wishes: Wishes, words: Words) -> list[str]:
    """Everything about the new game, and how to change it."""
    pgettext = words.language.pgettext
    game = wishes.game
    players = ", ".join(
        f"{player.name} ({words.colour(player.colour)})" for player in wishes.players
    )
    own = next(iter(game.dice_sets(wishes.box)))
    lines = [
        TITLES[game.NAME],
        _row(pgettext("row", "players"), players),
        _row(pgettext("row", "starts"), wishes.players[wishes.starter].name),
        _row(pgettext("row", "dice"), words.dice(wishes.dice or own)),
        *_box_lines(wishes.box, words),
        "  " + pgettext("row", "options"),
    ]
    for variant in game.VARIANTS:
        chosen = "[x]" if variant in wishes.variants else "[ ]"
        lines.append(f"  {chosen} {variant:15} {words.variant(variant)}")
    change = words.language.gettext("To change: {changes} | q leaves", changes=CHANGES)
    return [*lines, "", change]


def _row(label: str, told: str) -> str:
    return f"  {label:8} {told}"


def _box_lines(box: Box, words: Words) -> list[str]:
    _ = words.language.gettext
    if not isinstance(box, WormBox):
        return []
    steps = []
    for worms, run in groupby(box.worms, key=lambda number: box.worms[number]):
        numbers = list(run)
        span = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        steps.append(f"{span}: {worms}")
    lines = [_row(words.language.pgettext("row", "worms"), ", ".join(steps))]
    if isinstance(box, JuniorBox):
        doubled = words.face(box.doubled)
        lines.append(_row("", _("on two sides of each die: {face}", face=doubled)))
    if box.assumed:
        lines.append(_row("", _("assumed: compare with your copy, then type box")))
    return lines


def _changed(wishes: Wishes, answer: str, console: Console, folder: Path, words: Words) -> Wishes:
    match answer.casefold().split():
        case ["start", *name]:
            return replace(wishes, starter=typed.player(" ".join(name), wishes.players))
        case ["dice", "own"]:
            return replace(wishes, dice=None)
        case ["dice", "ordinary"]:
            return replace(wishes, dice="standard")
        case ["option", variant]:
            return replace(wishes, variants=wishes.variants ^ {variant})
        case ["box"]:
            box = _ask_box(console, wishes.box, words)
            wishes.game.check_box(box)
            _remember(box, wishes.game, folder, console, words)
            return replace(wishes, box=box)
    raise Unclear("typed_page", word=answer)


def _remember(box: Box, game: type[AnyGame], folder: Path, console: Console, words: Words) -> None:
    try:
        boxes.remember(folder, game, box)
    except OSError as error:
        said = words.language.gettext(
            "Taken for this game, but not remembered: {why}.", why=words.trouble(error)
        )
        console.say(f"! {said}")


def _ask_box(console: Console, box: Box, words: Words) -> Box:
    """What is printed on the owner's copy; Enter confirms what is shown."""
    if not isinstance(box, WormBox):
        return box
    _ = words.language.gettext
    numbers = list(box.worms)
    first, last = numbers[0], numbers[-1]
    console.say(
        _("How many worms are printed on {least} to {most}? Lowest first.", least=first, most=last)
    )
    question = _("Enter for {usual}", usual=" ".join(map(str, box.worms.values())))
    answer = console.ask(f"{question} > ").replace(",", " ").split()
    if answer and len(answer) != len(numbers):
        raise Unclear("typed_worms", count=len(numbers), least=first, most=last)
    worms = dict(zip(numbers, map(typed.number, answer), strict=True)) if answer else box.worms
    if isinstance(box, JuniorBox):
        question = _(
            "What is on two sides of each die? Enter for {face}", face=words.face(box.doubled)
        )
        word = console.ask(f"{question} > ")
        doubled = typed.face(word.casefold()) if word else box.doubled
        return JuniorBox(worms=worms, doubled=doubled)
    return WormBox(worms=worms)
