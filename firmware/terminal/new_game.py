"""A new game: which one, who plays, and what differs from the usual, all on one page."""

from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from firmware import boxes
from firmware.errors import Unclear
from firmware.terminal import typed
from firmware.terminal.console import Console, ask_or_quit
from firmware.words import DICE, TITLES, VARIANTS, Words
from rules.box import Box, WormBox
from rules.errors import RulesError
from rules.events import Events
from rules.games import GAMES, AnyGame, game_named
from rules.junior import JuniorBox
from rules.players import Colour, Player

CHANGES = "To change: start NAME | dice ordinary | dice own | box | option NAME | q leaves"


@dataclass(frozen=True)
class Wishes:
    """What is settled about the new game so far."""

    game: type[AnyGame]
    players: tuple[Player, ...]
    box: Box
    starter: int = 0
    dice: str | None = None
    variants: frozenset[str] = frozenset()

    def begin(self) -> tuple[AnyGame, Events]:
        """Begin it; `BadSetup` says what cannot be."""
        return self.game.begin(
            self.players,
            starter=self.starter,
            box=self.box,
            variants=self.variants,
            dice=self.dice,
        )


def new_game(
    console: Console, folder: Path, game: str | None = None, names: str | None = None
) -> tuple[AnyGame, Events]:
    """Ask what is not given, show it all on one page, and begin."""
    chosen = _ask_game(console) if game is None else game_named(game)
    players = _ask_players(console, chosen) if names is None else seated(names, chosen)
    wishes = Wishes(chosen, players, boxes.remembered(folder, chosen))
    wishes.begin()  # refuses what cannot be before more is asked
    while True:
        console.say("", *_page(wishes), "")
        answer = ask_or_quit(console, "Enter to begin, or change something > ")
        if not answer:
            return wishes.begin()
        try:
            changed = _changed(wishes, answer, console, folder)
            changed.begin()
            wishes = changed
        except RulesError as error:
            console.say(f"! {Words(wishes.players).error(error)}")


def seated(names: str, game: type[AnyGame]) -> tuple[Player, ...]:
    """Players from typed names with commas between, each with a colour of its own.

    >>> [str(player.colour) for player in seated("Ann, Ben black", GAMES["barbecue"])]
    ['green', 'black']
    """
    wanted = [_name_and_colour(name.strip()) for name in names.split(",")]
    if len(wanted) > game.MOST_PLAYERS:  # there might not be a colour for each
        game.check_number_of_players(len(wanted))
    taken = {colour for _, colour in wanted}
    free = (colour for colour in game.COLOURS if colour not in taken)
    return tuple(Player(name, colour or next(free)) for name, colour in wanted)


def _name_and_colour(text: str) -> tuple[str, Colour | None]:
    """`Ann blue` is Ann with the blue plates; `Blue` alone is a name."""
    name, _, last = text.rpartition(" ")
    colours = {str(colour) for colour in Colour}
    if not name or last.casefold() not in colours:
        return text, None
    return name.strip(), Colour(last.casefold())


def _ask_game(console: Console) -> type[AnyGame]:
    console.say("Which game?", "")
    games = list(GAMES.values())
    for number, game in enumerate(games, start=1):
        players = f"{game.LEAST_PLAYERS} to {game.MOST_PLAYERS} players"
        console.say(f"  {number}  {TITLES[game.NAME]:24} {players}")
    console.say("")
    while True:
        answer = ask_or_quit(console, "1, 2 or 3; Enter for 1 > ").casefold() or "1"
        numbers = [str(number) for number in range(1, len(games) + 1)]
        if answer in numbers:
            return games[numbers.index(answer)]
        try:
            return game_named(answer)
        except RulesError as error:
            console.say(f"! {Words().error(error)}")


def _ask_players(console: Console, game: type[AnyGame]) -> tuple[Player, ...]:
    usual = ", ".join(colour.capitalize() for colour in game.COLOURS[: game.LEAST_PLAYERS])
    console.say("", "Who plays? Names in order of play, with commas between; a colour may follow")
    console.say(f"a name: Ann {game.COLOURS[2]}, Ben. There are {', '.join(game.COLOURS)}.")
    while True:
        prompt = f"{game.LEAST_PLAYERS} to {game.MOST_PLAYERS}; Enter for {usual} > "
        answer = ask_or_quit(console, prompt)
        try:
            players = seated(answer or usual, game)
            game.begin(players)
        except RulesError as error:
            console.say(f"! {Words().error(error)}")
        else:
            return players


def _page(wishes: Wishes) -> list[str]:
    """Everything about the new game, and how to change it."""
    game = wishes.game
    players = ", ".join(f"{player.name} ({player.colour})" for player in wishes.players)
    own = next(iter(game.dice_sets(wishes.box)))
    lines = [
        TITLES[game.NAME],
        f"  players  {players}",
        f"  starts   {wishes.players[wishes.starter].name}",
        f"  dice     {DICE[wishes.dice or own]}",
        *_box_lines(wishes.box),
        "  options",
    ]
    for variant in game.VARIANTS:
        chosen = "[x]" if variant in wishes.variants else "[ ]"
        lines.append(f"  {chosen} {variant:15} {VARIANTS[variant]}")
    return [*lines, "", CHANGES]


def _box_lines(box: Box) -> list[str]:
    if not isinstance(box, WormBox):
        return []
    steps = []
    for worms, run in groupby(box.worms, key=lambda number: box.worms[number]):
        numbers = list(run)
        span = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        steps.append(f"{span}: {worms}")
    lines = [f"  worms    {', '.join(steps)}"]
    if isinstance(box, JuniorBox):
        lines.append(f"           on two sides of each die: {box.doubled}")
    if box.assumed:
        lines.append("           assumed: compare with your copy, then type box")
    return lines


def _changed(wishes: Wishes, answer: str, console: Console, folder: Path) -> Wishes:
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
            box = _ask_box(console, wishes.box)
            wishes.game.check_box(box)
            _remember(box, wishes.game, folder, console)
            return replace(wishes, box=box)
    raise Unclear("typed_page", word=answer)


def _remember(box: Box, game: type[AnyGame], folder: Path, console: Console) -> None:
    try:
        boxes.remember(folder, game, box)
    except OSError as error:
        console.say(f"! Taken for this game, but not remembered: {error.strerror}.")


def _ask_box(console: Console, box: Box) -> Box:
    """What is printed on the owner's copy; Enter confirms what is shown."""
    if not isinstance(box, WormBox):
        return box
    numbers = list(box.worms)
    console.say(f"How many worms are printed on {numbers[0]} to {numbers[-1]}? Lowest first.")
    shown = " ".join(map(str, box.worms.values()))
    answer = console.ask(f"Enter for {shown} > ").replace(",", " ").split()
    if answer and len(answer) != len(numbers):
        raise Unclear("typed_worms", count=len(numbers), least=numbers[0], most=numbers[-1])
    worms = dict(zip(numbers, map(typed.number, answer), strict=True)) if answer else box.worms
    if isinstance(box, JuniorBox):
        word = console.ask(f"What is on two sides of each die? Enter for {box.doubled} > ")
        doubled = typed.face(word.casefold()) if word else box.doubled
        return JuniorBox(worms=worms, doubled=doubled)
    return WormBox(worms=worms)
