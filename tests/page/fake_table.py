"""A table without a loop or devices, to look at the page: it plays by the rules, at once.

Run `python -m tests.page.fake_table --game junior --moves 30`, then open http://127.0.0.1:8099/.
"""

import argparse
import asyncio
import random
import tempfile
from base64 import b64encode
from dataclasses import asdict
from datetime import date
from pathlib import Path
from time import monotonic
from typing import Any

import cv2
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.drawing import draw_outcome, marks
from firmware.hints import hint_lines
from firmware.page import messages, texts
from firmware.page.guard import COOKIE, Guard
from firmware.page.offers import offers
from firmware.page.pairing import Pairing
from firmware.screens.draw import draw
from firmware.screens.kinds import Message as PanelMessage
from firmware.speech.language import language_named
from firmware.speech.sentences import TITLES
from firmware.speech.short import Short
from firmware.speech.words import Words
from firmware.turns import told
from firmware.view import view_record
from rules.dice import DICE_SETS, STANDARD, Face
from rules.errors import RulesError
from rules.games import GAMES, AnyGame
from rules.heckmeck import Heckmeck
from rules.moves import Move, Throw
from rules.plain import to_plain
from rules.players import Colour, Player
from rules.record import Record
from tests.greedy import greedy_move
from vision.reading import Doubt, ReadDie, Reading
from vision.scene import LIGHTS, SPOILS, SURFACES, Scene, render

STATIC = Path(texts.__file__).parent / "static"
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gül")
LAMP = {"light": "daylight", "surface": "tray", "tilt": 8.0, "blur": 0.7, "spoil": ""}


class FakeTable:
    """One game, and what the page is told of it."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.chance = random.Random(arguments.seed)
        self.language = language_named(arguments.language)
        self.simulated = not arguments.real
        self.hints = arguments.hints
        self.sound = True
        self.aiming = False
        self.busy = False
        self.scene: dict[str, Any] = dict(LAMP)
        self.jpeg = b""
        self.reading: Reading | None = None
        self.pictures = 0
        self.record: Record | None = None
        if arguments.game:
            self.begin(GAMES[arguments.game], arguments.players)
            self.play_on(arguments.moves)
            self.look_at_last()

    def begin(self, game: type[AnyGame], count: int) -> None:
        players = [Player(n, c) for n, c in zip(NAMES[:count], game.COLOURS, strict=False)]
        self.record = Record.begin(*game.begin(players), date(2026, 11, 15).isoformat())

    def play_on(self, moves: int) -> None:
        for _ in range(moves):
            assert self.record is not None
            if self.record.state.ending is not None:
                return
            self.record.play(self._some_move(self.record.state))

    def _some_move(self, state: AnyGame) -> Move:
        if isinstance(state, Heckmeck):
            return greedy_move(state, self.chance)
        legal = state.legal_moves()
        if legal.choices:
            return self.chance.choice(legal.choices)
        return Throw(self.chance.choices(state.setup.dice.sides, k=legal.dice))

    def look_at_last(self) -> None:
        """As if the last throw had been read."""
        assert self.record is not None
        throws = [step.move for step in self.record.steps if isinstance(step.move, Throw)]
        if throws:
            self.look(throws[-1].faces, "")

    def throw(self) -> None:
        """Throw what is to be thrown; a spoilt throw is doubted and does not count yet."""
        assert self.record is not None
        state = self.record.state
        dice = state.setup.table_dice
        sides = DICE_SETS[dice.name].sides
        count = state.legal_moves().dice
        faces = tuple(self.chance.choices(sides, k=count))
        self.look(faces, self.scene["spoil"])
        if not self.scene["spoil"]:
            self.record.play(Throw(dice.read(faces)))
        self.scene["spoil"] = ""

    def look(self, faces: tuple[Face, ...], spoil: str) -> None:
        assert self.record is not None
        self.pictures += 1
        dice_set = DICE_SETS[self.record.state.setup.table_dice.name]
        scene = Scene(
            dice_set, faces, seed=self.pictures, place=3, edge=60.0, spoil=spoil or None,  # type: ignore[arg-type]
            light=self.scene["light"], surface=self.scene["surface"], tilt=self.scene["tilt"],
            blur=self.scene["blur"], jpeg=None,
        )  # fmt: skip
        shot = render(scene)
        _, encoded = cv2.imencode(".jpg", cv2.resize(shot.frame, (960, 720)))
        self.jpeg = encoded.tobytes()
        read = tuple(
            ReadDie(die.face, 0.61 if die.spoilt else self.chance.uniform(0.97, 1), die.corners)
            for die in shot.dice
        )
        spoilt = [at for at, die in enumerate(shot.dice) if die.spoilt]
        doubts = [Doubt("unsure", {"die": at}) for at in spoilt] or [Doubt("dark")]
        self.reading = Reading(read, tuple(doubts) if spoil else ())

    # What the page is told.

    def news(self) -> dict[str, Any]:
        words = PanelMessage("fake", "Grillside", ("A table to look at",), "OK: go on")
        return {
            "at": "" if self.record is None else f"0001-fake:{len(self.record.lines)}",
            "language": self.language.code,
            "hints": self.hints,
            "sound": self.sound,
            "busy": self.busy,
            "screen": "fake",
            "panel": b64encode(draw(words).tobytes()).decode(),
            "light": "full",
            "game": None if self.record is None else self._game(self.record),
            "sight": self._sight(),
            "games": [self._offered(game) for game in GAMES.values()],
            "recent": self._recent(),
            "scene": {**self.scene, "lights": LIGHTS, "surfaces": SURFACES, "spoils": SPOILS}
            if self.simulated
            else None,
            "aim": b64encode(self.jpeg).decode() if self.aiming else None,
            "paired": None if self.simulated else 2,
        }

    def _game(self, record: Record) -> dict[str, Any]:
        state = record.state
        words = Words(state.setup.players, self.language)
        short = Short(state.setup.players, self.language)
        outcome = state.outcome()
        return {
            "title": TITLES[state.NAME],
            "letters": marks(state.setup.players),
            "view": view_record(record),
            "told": [words.event(event) for event in told(record.events)],
            "offers": [
                {"label": offer.label, "brings": offer.brings, "repair": offer.repair}
                for offer in offers(state, words)
            ],
            "moves": [short.move(step.move) for step in record.steps[-40:]],
            "odds": hint_lines(state, words) if self.hints and outcome is None else None,
            "outcome": None if outcome is None else draw_outcome(outcome, words),
        }

    def _sight(self) -> dict[str, Any] | None:
        if self.reading is None or self.record is None:
            return None
        dice = self.record.state.setup.table_dice
        words = Words((), self.language)
        return {
            "picture": self.pictures,
            "size": (1280, 960),
            "accepted": self.reading.accepted,
            "dice": [
                {**asdict(die), "means": dice.meaning.get(die.face, die.face)}
                for die in self.reading.dice
            ],
            "doubts": [words.doubt(doubt) for doubt in self.reading.doubts],
            "faces": DICE_SETS[dice.name].faces,
            "correctable": self._correctable,
        }

    @property
    def _correctable(self) -> bool:
        assert self.record is not None
        if self.reading is not None and not self.reading.accepted:
            return True
        return bool(self.record.steps) and isinstance(self.record.steps[-1].move, Throw)

    def _offered(self, game: type[AnyGame]) -> dict[str, Any]:
        words = Words((), self.language)
        seats = zip(NAMES[:3], game.COLOURS, strict=False)
        return {
            "name": game.NAME,
            "title": TITLES[game.NAME],
            "least": game.LEAST_PLAYERS,
            "most": game.MOST_PLAYERS,
            "colours": game.COLOURS,
            "variants": [{"name": str(v), "label": words.variant(v)} for v in game.VARIANTS],
            "dice": {
                "own": words.dice(game.own_dice(game.BOX).name),
                "ordinary": words.dice(STANDARD.name) if len(game.dice_sets(game.BOX)) > 1 else "",
            },
            "box": to_plain(game.BOX),
            "seats": [{"name": name, "colour": colour} for name, colour in seats],
            "on": [],
            "ordinary": False,
        }

    def _recent(self) -> list[dict[str, Any]]:
        rows: list[tuple[str, bool, list[str]]] = [
            ("barbecue", False, []), ("junior", True, ["Ben", "Cleo"]), ("bratwurmeck", False, []),
        ]  # fmt: skip
        return [
            {
                "game": f"{9 - at:04}-{name}.jsonl",
                "title": TITLES[name],
                "players": NAMES[:3],
                "begun": f"2026-11-{14 - at}",
                "moves": 31 * (at + 1),
                "over": over,
                "winners": winners,
                "damaged": at == 2,
                "playing": at == 0,
            }
            for at, (name, over, winners) in enumerate(rows)
        ]

    # What the page asks.

    def do(self, asked: messages.Message) -> None:
        """Do it, or raise `RulesError`."""
        match asked:
            case messages.Begin(game=game, players=seats, starter=starter, variants=variants):
                players = [Player(seat.name, Colour(seat.colour)) for seat in seats]
                begun = GAMES[game].begin(players, starter=starter, variants=variants)
                self.record, self.reading = Record.begin(*begun), None
            case messages.Prefer(language=language, hints=hints, sound=sound):
                self.language = language_named(language) if language else self.language
                self.hints = self.hints if hints is None else hints
                self.sound = self.sound if sound is None else sound
            case messages.Scene():
                self.scene = {name: getattr(asked, name) for name in LAMP}
            case messages.Aim(on=on):
                self.aiming = on
            case _ if self.record is not None:
                self._play(self.record, asked)

    def _play(self, record: Record, asked: messages.Message) -> None:
        match asked:
            case messages.Press(action="scan") if record.state.legal_moves().dice:
                self.throw()
            case messages.Press(action="undo") if record.steps:
                record.undo(1)
            case messages.Choose(choice=choice):
                words = Words(record.state.setup.players, self.language)
                record.play(offers(record.state, words)[choice].moves[0])
            case messages.Undo(count=count):
                record.undo(count)
            case messages.Correct(faces=faces):
                self._correct(record, tuple(map(Face, faces)))

    def _correct(self, record: Record, faces: tuple[Face, ...]) -> None:
        assert self.reading is not None
        move: Move = Throw(record.state.setup.table_dice.read(faces))
        waited = self.reading.accepted
        if waited:
            record.instead(1, [(move, None)])
        else:
            record.play(move)
        dice = zip(self.reading.dice, faces, strict=True)
        self.reading = Reading(tuple(ReadDie(face, 1.0, die.corners) for die, face in dice))


def app(table: FakeTable, pairing: Pairing) -> Starlette:
    """The page, and the table behind it."""

    async def socket(websocket: WebSocket) -> None:
        await attend(table, websocket)

    async def index(_request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def words(_request: Request) -> Response:
        return JSONResponse(texts.texts(table.language))

    async def picture(request: Request) -> Response:
        known = request.path_params["number"] == table.pictures and table.jpeg
        return Response(table.jpeg, 200 if known else 404, media_type="image/jpeg")

    async def pair(request: Request) -> Response:
        token = pairing.pair((await request.json())["code"])
        answer = Response(status_code=403 if token is None else 204)
        if token is not None:
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
        return answer

    return Starlette(
        routes=[
            Route("/", index),
            Route("/pair", pair, methods=["POST"]),
            Route("/texts.json", words),
            Route("/picture/{number:int}.jpg", picture),
            WebSocketRoute("/socket", socket),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
    )


async def attend(table: FakeTable, websocket: WebSocket) -> None:
    """One page, for as long as it is open."""
    await websocket.accept()
    while True:
        await _tell(websocket, news=table.news())
        try:
            asked = messages.read_message(await websocket.receive_text())
            if asked.at != table.news()["at"]:
                await _tell(websocket, said={"text": "Too late.", "stale": True})
            else:
                table.busy = isinstance(asked, messages.Press)
                await _tell(websocket, news=table.news())
                await asyncio.to_thread(table.do, asked)
        except RulesError as error:
            text = Words((), table.language).error(error)
            await _tell(websocket, said={"text": text, "stale": False})
        except WebSocketDisconnect:
            return
        finally:
            table.busy = False


async def _tell(websocket: WebSocket, **told: object) -> None:
    await websocket.send_text(msgspec.json.encode(told).decode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=("", *GAMES), default="barbecue")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--moves", type=int, default=0, help="played by chance at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", default="en")
    parser.add_argument("--real", action="store_true", help="a box, not a simulated table")
    parser.add_argument("--hints", action="store_true")
    parser.add_argument("--pair", action="store_true", help="only with the code it prints")
    parser.add_argument("--port", type=int, default=8099)
    arguments = parser.parse_args()
    pairing = Pairing(Path(tempfile.mkdtemp()), monotonic, needed=arguments.pair)
    if arguments.pair:
        print(pairing.code, flush=True)
    page = app(FakeTable(arguments), pairing)
    guarded = Guard(page, {f"127.0.0.1:{arguments.port}"}, pairing)
    uvicorn.run(guarded, host="127.0.0.1", port=arguments.port, log_level="warning", ws="wsproto")


if __name__ == "__main__":
    main()
