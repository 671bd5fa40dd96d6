"""The terminal and the table keep their games on one shelf."""

from pathlib import Path

from rules import Bratwurmeck, Player
from tests.harness.flow import Flow


def test_a_game_of_the_terminal_is_offered(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    colours = Bratwurmeck.COLOURS
    players = [Player("Ann", colours[0]), Player("Ben", colours[1])]
    flow.table.session.shelf.begin(*Bratwurmeck.begin(players)).close()
    flow.start()
    flow.follow([("resume", "ok"), ("todo", "ok"), ("throw", "back"), ("menu", "")])
    assert isinstance(flow.table.session.game.state, Bratwurmeck)


def test_names_the_panel_has_no_letters_for(tmp_path: Path) -> None:
    flow = Flow(tmp_path)
    flow.table.session.change(names={"green": "Ωμέγα", "yellow": "Zoë"})
    flow.start()
    flow.follow([("new_game", "left"), ("new_game", "ok"), ("box", "ok"), ("todo", "ok")])
    short = flow.table.session.short
    assert [short.name(0), short.name(1)] == ["Green", "Zoë"]
    assert flow.table.session.game.state.setup.players[0].name == "Ωμέγα"
