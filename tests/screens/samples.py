"""Screens as they stand on the panel in a game."""

from firmware.screens.kinds import (
    Aim,
    Blank,
    Check,
    Checks,
    Choice,
    DiceRow,
    Die,
    Edge,
    GrillStrip,
    Group,
    Invitation,
    Item,
    Letters,
    Mark,
    Menu,
    Message,
    Progress,
    Prompt,
    Score,
    ScoreTable,
    Screen,
    Spot,
    Stack,
    StandIns,
    State,
    Tile,
    TileGrill,
    TileState,
    TrackBoard,
    TrackRow,
    WormTable,
)  # fmt: skip
from rules.dice import Face

KEY = "204816357912468013"

WORMS = tuple((number, (number - 21 + 4) // 4) for number in range(23, 37))
SIDE, ROWS = 64, 48


def thumbnail() -> bytes:
    """A tray with three dice, as one bit a pixel."""
    rows = []
    for y in range(ROWS):
        row = 0
        for x in range(SIDE):
            tray = 8 <= x < 56 and 6 <= y < 42
            lit = tray and any(abs(x - a) < 4 and abs(y - b) < 4 for a, b in
                               ((20, 16), (38, 22), (26, 32)))  # fmt: skip
            edge = tray and (x in {8, 55} or y in {6, 41})
            row = row << 1 | (lit or edge)
        rows.append(row.to_bytes(SIDE // 8, "big"))
    return b"".join(rows)


SPOTS = tuple(
    Spot(number, worms, owner={23: "A", 25: "B", 27: "B", 31: "C"}.get(number, ""),
         plates={23: 1, 25: 2, 27: 1, 31: 1}.get(number, 0), snail=number in {33, 34})
    for number, worms in WORMS
)  # fmt: skip

ZONE = ((0.12, 0.12), (0.88, 0.14), (0.86, 0.88), (0.12, 0.86))
KEPT = (Group(Face.WORM, 2), Group(Face.SIX, 1))
THROW = (
    Group(Face.ONE, 1, Mark.STRUCK), Group(Face.TWO, 1), Group(Face.THREE, 2),
    Group(Face.SIX, 1, Mark.STRUCK), Group(Face.WORM, 3),
)  # fmt: skip
READ = tuple(Die(face) for face in (Face.ONE, Face.TWO, Face.TWO, Face.FOUR, Face.SIX, Face.SIX,
                                    Face.WORM, Face.WORM))  # fmt: skip
DOUBT = (*READ[:5], Die(Face.SIX, Mark.DOUBTED), Die(None, Mark.DOUBTED), READ[7])

_GONE = {22: TileState.TAKEN, 25: TileState.TAKEN, 31: TileState.TAKEN, 36: TileState.TURNED}
TILES = tuple(
    Tile(number, (number - 17) // 4, _GONE.get(number, TileState.OPEN)) for number in range(21, 37)
)
JUNIOR_WORMS = ((4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 4))
JUNIOR_TILES = tuple(
    Tile(number, worms, TileState.TAKEN if copy and number == 6 else TileState.OPEN)
    for number, worms in JUNIOR_WORMS for copy in (0, 1)
)  # fmt: skip
STACKS = (Stack("A", 25, 2), Stack("B", 31, 1, turn=True), Stack("C", None, 0))
SEVEN = tuple(Stack(letter, 22 + 2 * place, place + 1, turn=letter == "C")
              for place, letter in enumerate("ABCDEFG"))  # fmt: skip
TRACKS = (
    TrackRow(1, 2, ("AB", "", "C", "", "", "")),
    TrackRow(2, 2, ("", "A", "", "CD", "", "", "B"), captured=True),
    TrackRow(3, 3, ("",) * 8),
    TrackRow(4, 3, ("", "", "", "", "ABCD", "", "", "")),
    TrackRow(5, 3, ("", "CAB", "", "", "", "", "", "", "D"), captured=True),
    TrackRow(6, 4, ("", "", "", "DC", "", "", "", "B", "A", "")),
)
PIPS = (Face.ONE, Face.TWO, Face.THREE, Face.FOUR, Face.FIVE, Face.SIX)
PICTURES = (Face.WORM, Face.CUCUMBER, Face.CHEESE, Face.KETCHUP, Face.BUN)
DELICACIES = tuple(zip(PIPS, (*PICTURES, Face.BUN), strict=True))

ENGLISH: tuple[Screen, ...] = (
    Checks("start", "Grillside", (
        Check("Panel", State.GOOD), Check("Buttons", State.GOOD), Check("Camera", State.BAD),
        Check("Sound", State.ABSENT), Check("Games", State.WAITING),
    )),
    Message("resume", "A game is not finished", ("Ann, Ben, Cem: go on?",), "OK yes   BACK no"),
    Menu("new", "New game", (Item("Play"), Item("Players", "3"), Item("Names"), Item("Box")), 0),
    Menu("settings", "Settings", (Item("Language", "English"), Item("Hints", "off"),
         Item("Brightness", "3"), Item("Sound", "on"), Item("Turn panel", "180")), 3, "BACK done"),
    WormTable("box", "Worms on your box?", WORMS, foot="OK right   LEFT change"),
    WormTable("box-dice", "Box like this?", JUNIOR_WORMS, foot="OK right", twice=Face.BUN),
    WormTable("box-dice-change", "Twice?", JUNIOR_WORMS, WormTable.DICE, twice=Face.CHEESE),
    WormTable("box-change", "Worms on 25", WORMS, 25, "LEFT RIGHT 1-4   OK done"),
    Aim("aim", thumbnail(), (SIDE, ROWS), ZONE, 1, 0.8, 0.45, "Upper right", "LEFT RIGHT move"),
    Prompt("throw", "Ann", 8, "Throw 8 dice", foot="then SCAN"),
    Prompt("throw-on", "Ann", 5, "Throw 5", KEPT, "16", worm=True, stop="16: too low to stop"),
    Prompt("throw-stop", "Ben", 3, "Throw 3 or stop",
           (Group(Face.WORM, 3), Group(Face.SIX, 2)), "27", worm=True,
           stop="27: Cem’s plate, steal 2", foot="STOP"),
    Progress("reading", "Reading", "Hands off, please", None, 7),
    Progress("reading-far", "Reading", "Look: 3 of 5", 0.6, 7),
    DiceRow("read", "8 dice", READ, None, lines=("SCAN again, OK right",)),
    DiceRow("read-doubt", "Not sure of 2 dice", DOUBT, 5, tick=True, lines=("Is this a 6?",)),
    DiceRow("correct", "Correct", DOUBT, 5, open=True, more=True, tick=True,
            lines=("Turn, then OK",)),
    DiceRow("enter", "Enter the throw", READ[2:6], 4, more=True, tick=True, lines=("Add a die",),
            foot="LEFT RIGHT choose   OK"),
    Choice("keep", "Ann", THROW, 4, "then 31, worm", before=KEPT, total="16"),
    Choice("keep-struck", "Ann", THROW, 3, "6: kept already", before=KEPT, total="16"),
    Choice("keep-inferred", "Ann", THROW[1:], 1, "then 22, worm", before=KEPT[:1], total="10",
           inferred=Group(Face.SIX, 1)),
    Message("stop", "Ben stops with 27", ("Lay a plate on 27", "Take 2 worms from Cem"),
            "SCAN done"),
    Message("failed", "Ann failed: no worm", ("Put a snail on 36", "Cem: take your plate home"),
            "SCAN done", alarm=True),
    Message("turn", "Next", ("Ben’s turn",), "SCAN throw"),
    GrillStrip("grill", "The grill", SPOTS, 27, "27: Ben’s, 2 worms"),
    GrillStrip("grill-blocked", "The grill", SPOTS, 25, "25: Ben’s two, blocked"),
    TileGrill("tiles", "The grill", TILES, STACKS, foot="OK: tile by tile"),
    TileGrill("tiles-one", "The grill", TILES, SEVEN, 6, "27: 2 worms"),
    TileGrill("tiles-junior", "The grill", JUNIOR_TILES, STACKS[:2], 4),
    TrackBoard("tracks", "Ann: 5 of 7", TRACKS, foot="OK: ant by ant"),
    TrackBoard("tracks-push", "Ann attacks", TRACKS, (1, 7), 6, "2 attacks: off the food"),
    StandIns("stand-ins", "Ordinary dice", DELICACIES, "OK"),
    StandIns("stand-in", "Ordinary dice",
             tuple(zip(PIPS, (*PIPS[:5], Face.WORM), strict=True)), "OK: understood"),
    ScoreTable("scores-queens", "Points", (
        Score("A", "Ann", "5/7", queen=True), Score("B", "Ben", "2/7", turn=True),
        Score("C", "Cem", "0/7", queen=True),
    )),
    ScoreTable("scores-tiles", "Points", tuple(
        Score(letter, name, "?", tiles=tiles, turn=letter == "C") for letter, name, tiles in
        (("A", "Ann", "3"), ("B", "Ben", "0"), ("C", "Cem", "2"), ("D", "Dora", "1"),
         ("E", "Edgar", "1"), ("F", "Fritz", "2"), ("G", "Gustav-Emanuel", "1"))
    ), foot="hidden until the end"),
    ScoreTable("scores", "Points", (
        Score("A", "Ann", "14", "8", "2"), Score("B", "Ben", "21", "15", "2", turn=True),
        Score("C", "Cem", "9", "9", "0"),
    )),
    ScoreTable("over", "Game over", (
        Score("B", "Ben", "27", "18", "3", rank="1."),
        Score("A", "Ann", "24", "18", "2", rank="2."),
        Score("C", "Cem", "24", "15", "3", rank="2."),
        Score("D", "Dora", "9", "9", "0", rank="4."),
        Score("E", "Edgar-Emanuel", "8", "8", "0", rank="5."),
    ), "Ben wins with 27"),
    Letters("name", "Name of player 1", "Ann", (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "✓"), 13,
            "OK take   STOP done"),
    Message("camera-gone", "No camera", ("Power off, reseat the ribbon. Or enter dice by hand.",),
            "OK by hand", alarm=True),
    Invitation("phone", "192.168.178.120:8080", "204816", KEY,
               ("2 paired", "STOP: forget")),
    Edge("edge", "Is the frame complete?", "OK: yes   RIGHT: no"),
    Blank(),
)  # fmt: skip
