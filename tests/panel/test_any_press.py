"""Buttons pressed at random in games for tiles: no trouble, no text cut, nothing rewritten."""

import random
from pathlib import Path

import pytest

from firmware.ports import Action
from firmware.screens.draw import overflow
from firmware.speech.drawing import LETTERS
from firmware.speech.language import languages
from firmware.store.settings import Settings
from firmware.table.requests import Look
from rules import Bratwurmeck, Junior
from rules.heckmeck import AnyHeckmeck
from tests.harness.flow import Flow, reading

PRESSES = 400
ACTIONS = {Action.OK: 6, Action.STOP: 5, Action.SCAN: 5, Action.LEFT: 3, Action.RIGHT: 4,
           Action.BACK: 1, Action.UNDO: 1}  # fmt: skip
NAMES = {"green": "Wilhelmina", "yellow": "Ben", "blue": "Maximilian"}

_LETTERS = {face: letter for letter, face in LETTERS.items()}


class Thrower(Flow):
    """Throws fair dice whenever the table looks."""

    dice = random.Random(0)

    def begin(self, settings: Settings) -> None:
        """Begin a new game, whatever was chosen meanwhile."""
        self.table.session.change(game=settings.game, variants=settings.variants)
        self.table.view = self.table.navigator.begin()
        while self.name in {"new_game", "box"}:
            self.press(Action.OK)

    def _answer(self) -> None:
        for ask in self.table.take_requests():
            if isinstance(ask, Look):
                sides = self.table.session.game.state.setup.dice.sides
                count = self.dice.choice(sorted(ask.expected))
                faces = self.dice.choices(sides, k=count)
                letters = "".join(_LETTERS.get(face, str(face)) for face in faces)
                self.table.seen(ask.ticket, reading(letters))
                self._answer()


def journals(flow: Flow) -> dict[str, str]:
    folder = flow.table.session.shelf.folder
    return {path.name: path.read_text() for path in folder.glob("*.jsonl")}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("game", "variants"),
    [
        (Bratwurmeck, ()),
        (Bratwurmeck, ("quiet_snatches", "alternative")),
        (Junior, ()),
        (Junior, ("any_lower", "open_worms")),
    ],
)
@pytest.mark.proof
def test_any_press_leads_somewhere(
    tmp_path: Path, game: type[AnyHeckmeck], variants: tuple[str, ...], language: str
) -> None:
    settings = Settings(
        game=game.NAME, names=NAMES, variants={game.NAME: variants}, hints=True, language=language
    )
    flow = Thrower(tmp_path, language, settings=settings)
    flow.dice = random.Random(f"{game.NAME} {variants}")
    flow.start()
    seen = set()
    written = journals(flow)
    for _ in range(PRESSES):
        if flow.table.session.match is None or flow.name in {"goodbye", "new_game"}:
            flow.begin(settings)
        (action,) = flow.dice.choices(list(ACTIONS), list(ACTIONS.values()))
        before = flow.screen
        flow.press(action)
        assert flow.name != "trouble", (before, action)
        assert overflow(flow.screen) == (), (before, action, flow.screen)
        now = journals(flow)
        assert all(now[name].startswith(text) for name, text in written.items()), (before, action)
        written = now
        seen.add(flow.name)
    assert {"keep", "throw_or_stop", "todo", "failed", "tiles", "scores"} <= seen
