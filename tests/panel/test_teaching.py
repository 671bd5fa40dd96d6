"""Teaching new dice by buttons: every way there is, and what is kept in the end."""

import shutil
from pathlib import Path

import pytest

from firmware.camera.face_check import OddLook, TooAlike
from firmware.camera.taught_faces import MeantDice, TaughtTrouble
from firmware.errors import CameraTrouble
from firmware.panel.teaching.choose_game import ForGameView
from firmware.panel.teaching.taught_dice import TaughtView
from firmware.panel.view_kinds import PATIENCE
from firmware.ports import Action
from firmware.screens.kinds import DiceRow, Menu, Message
from firmware.speech.language import languages
from firmware.store import taught_dice
from firmware.store.journal import DiskTrouble
from firmware.store.settings import Settings, load
from firmware.table.requests import Compare, Learn, Look, StopLooking
from firmware.table.teaching import TeachingSession
from rules.barbecue import Barbecue
from rules.dice import Face
from rules.games import GAMES, AnyGame
from rules.junior import Junior
from rules.picnic_blitz import PicnicBlitz
from tests.harness.bench import LOOK
from tests.harness.flow import Flow, reading
from tests.panel.test_beginning import choose, line, started, write
from tests.panel.test_every_action import NEW_DICE, Explorer, Sight, Sighted
from tests.panel.test_tour import screens
from vision.files.taught_dice import MOST_LOOKS
from vision.reader import Lesson
from vision.reading import Doubt

EIGHT = "wwwwwwww"
PICTURES = ("1", "2", "3", "4", "6", "worm")


def at_new_dice(folder: Path, game: type[AnyGame] = Barbecue) -> Flow:
    flow = started(folder, Settings(game=game.NAME))
    choose(flow, "Settings")
    choose(flow, "New dice")
    return flow


def taught(folder: Path, name: str = "") -> Flow:
    """A table that was taught a worm beside pips, back in the settings."""
    flow = at_new_dice(folder)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.follow([("teach_throw", "1134wwww"), ("teach_read", "ok")])
    flow.follow([("teach_throw", "12346www"), ("teach_read", "ok"), ("teach_name", "")])
    if name:
        flow.press(*["stop"] * 20)
        write(flow, name)
    else:
        flow.press("scan")
    flow.follow([("note", "ok"), ("settings", "")])
    return flow


def message(flow: Flow) -> Message:
    assert isinstance(flow.screen, Message)
    return flow.screen


def shown(flow: Flow) -> Face:
    """Return the face to show."""
    assert isinstance(flow.screen, DiceRow)
    assert {die.face for die in flow.screen.dice} == {flow.screen.dice[0].face}
    face = flow.screen.dice[0].face
    assert face is not None
    return face


def show_all(flow: Flow) -> list[Face]:
    """Press SCAN for every requested face."""
    faces = []
    while flow.name == "teach_show":
        faces.append(shown(flow))
        flow.scan(EIGHT)
    return faces


# From the settings to dice that are kept.


def test_a_worm_beside_pips_takes_one_look_and_two_throws(tmp_path: Path) -> None:
    flow = taught(tmp_path)
    assert taught_dice.names(tmp_path) == ("Barbecue B",)
    dice = taught_dice.load(tmp_path, "Barbecue B")
    assert dice.faces("barbecue") == {face: Face(face) for face in PICTURES}
    assert {face: len(looks) for face, looks in dice.taught.looks.items()} == {"worm": 8}
    assert load(tmp_path).dice == {"barbecue": "taught:Barbecue B"}
    assert [type(ask) for ask in flow.requests if isinstance(ask, Learn | Compare | Look)] == [
        Learn, Compare, Look, Look,
    ]  # fmt: skip


def test_pictures_alone_are_shown_one_by_one_under_names_that_are_no_pips(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "right"), ("teach_pips", "ok")])
    assert show_all(flow) == list(PICTURES)
    flow.follow([("teach_throw", "11"), ("teach_read", "")])


def test_fewer_dice_than_four_cannot_be_a_throw_that_is_right(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.scan(reading("123", Doubt("count", {"found": 3, "expected": (4, 5, 6, 7, 8)})))
    flow.follow([("teach_unclear", "ok"), ("teach_unclear", "")])


@pytest.mark.parametrize("game", GAMES.values())
@pytest.mark.parametrize("pips", [True, False])
def test_every_game_can_have_new_dice(tmp_path: Path, game: type[AnyGame], *, pips: bool) -> None:
    flow = at_new_dice(tmp_path, game)
    flow.press("ok")
    asked = flow.name == "teach_pips"
    assert asked is (game is not Junior)
    if asked:
        flow.press(*([] if pips else ["right"]), "ok")
    own = game.own_dice(game.BOX).faces
    wanted = [face for face in own if not (pips and face.isdecimal())]
    if not wanted:
        assert game is PicnicBlitz
        flow.follow([("note", "ok"), ("teach_pips", "")])
        return
    assert show_all(flow) == wanted
    assert flow.name == "teach_throw"


def test_the_check_reads_with_what_was_just_taught(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "right"), ("teach_pips", "ok")])
    show_all(flow)
    flow.scan("1134wwww")
    ask = flow.requests[-2] if not isinstance(flow.requests[-1], Look) else flow.requests[-1]
    assert isinstance(ask, Look)
    assert isinstance(ask.dice, MeantDice)
    assert ask.dice.means["picture 1"] is Face.ONE
    assert set(ask.dice.taught.looks) == set(ask.dice.means)
    assert ask.expected == frozenset({4, 5, 6, 7, 8})


# Doubts, and ways back.


def test_a_doubt_is_told_and_the_face_asked_again(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "right"), ("teach_pips", "ok")])
    flow.scan(EIGHT)
    assert shown(flow) is Face.TWO
    flow.scan(reading("ww", Doubt("count", {"found": 2, "expected": (4, 5, 6, 7, 8)})))
    assert isinstance(flow.screen, DiceRow)
    assert flow.screen.lines == ("2 dice seen, 4 needed",)
    assert shown(flow) is Face.TWO
    flow.scan(EIGHT)
    assert shown(flow) is Face.THREE


def test_back_goes_one_face_back_and_then_to_the_question(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "right"), ("teach_pips", "ok")])
    flow.scan(EIGHT)
    flow.scan(EIGHT)
    assert shown(flow) is Face.THREE
    flow.press("back", "back")
    assert shown(flow) is Face.ONE
    flow.follow([("teach_show", "back"), ("teach_pips", "back"), ("teach_game", "back")])
    assert flow.name == "settings"


def test_nothing_is_kept_before_the_end(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.follow([("teach_throw", "1134wwww"), ("teach_read", "ok"), ("teach_throw", "back")])
    flow.follow([("teach_leave", "right"), ("teach_leave", "ok"), ("settings", "")])
    assert taught_dice.names(tmp_path) == ()
    assert load(tmp_path).dice == {}


def test_whoever_leaves_by_mistake_goes_on(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.follow([("teach_throw", "back"), ("teach_leave", "ok"), ("teach_throw", "")])


def test_scan_leaves_no_teaching_for_the_game(tmp_path: Path) -> None:
    flow = started(tmp_path, Settings())
    flow.press("ok", "ok", "ok", "back")
    choose(flow, "Settings")
    choose(flow, "New dice")
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.follow([("teach_throw", "back"), ("teach_leave", "scan"), ("teach_leave", "")])


def test_a_camera_that_is_gone_can_be_tried_again(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", "")])
    flow.scan(CameraTrouble("camera_gone"))
    assert "Camera lost" in message(flow).lines[0]
    flow.follow([("teach_blind", EIGHT), ("teach_throw", "")])
    flow.scan(CameraTrouble("camera_gone"))
    flow.follow([("teach_blind", "1134wwww"), ("teach_read", "")])


def test_a_look_that_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", "scan")])
    for _ in range(PATIENCE):
        flow.table.tick()
    flow.follow([("teach_look", "back"), ("teach_show", "")])
    assert isinstance(flow.requests[-1], StopLooking)


# Faces that are too alike, and dice that are misread.


def test_only_what_is_too_alike_is_shown_again(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path, Junior)
    flow.press("ok")
    flow.problems = (TooAlike(("worm", "ketchup")),)
    show_all(flow)
    assert message(flow).lines == ("worm and ketchup: show them again, in better light.",)
    flow.problems = ()
    flow.follow([("teach_alike", "ok"), ("teach_show", "")])
    assert show_all(flow) == [Face.WORM, Face.KETCHUP]
    assert flow.name == "teach_throw"


def test_alike_faces_are_told_together_and_each_odd_one_once(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path, Junior)
    flow.press("ok")
    flow.problems = (
        TooAlike(("cheese", "worm")),
        TooAlike(("bun", "worm")),
        OddLook("ketchup", 2),
        OddLook("ketchup", 3),
    )
    show_all(flow)
    assert message(flow).lines[0].startswith("worm and cheese and bun:")
    flow.press("ok")
    assert message(flow).lines[0].startswith("ketchup: one die")
    flow.press("ok")
    assert show_all(flow) == [Face.WORM, Face.CHEESE, Face.KETCHUP, Face.BUN]


def test_who_has_shown_them_again_can_go_on_as_it_is(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path, Junior)
    flow.press("ok")
    flow.problems = (TooAlike(("worm", "ketchup")),)
    show_all(flow)
    flow.follow([("teach_alike", "stop"), ("teach_alike", "ok")])
    show_all(flow)
    flow.follow([("teach_alike", "stop"), ("teach_throw", "")])


def test_a_misread_face_is_shown_beside_how_it_was_shown_before(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.follow([("teach_throw", "1134wwww"), ("teach_read", "stop"), ("teach_which", "ok")])
    flow.follow([("teach_show", EIGHT), ("teach_throw", "1134wwww"), ("teach_read", "ok")])
    flow.follow([("teach_throw", "1134wwww"), ("teach_read", "ok"), ("teach_name", "scan")])
    dice = taught_dice.load(tmp_path, "Barbecue B")
    assert len(dice.taught.looks["worm"]) == 16


def test_the_doubted_face_is_offered_first(tmp_path: Path) -> None:
    flow = at_new_dice(tmp_path, Junior)
    flow.press("ok")
    show_all(flow)
    flow.scan(reading("wckb", Doubt("unsure", {"die": 2})))
    flow.follow([("teach_unclear", "stop"), ("teach_which", "")])
    assert isinstance(flow.screen, Menu)
    assert flow.screen.items[flow.screen.chosen].label == "ketchup"


# Their name.


def test_a_name_of_their_own_which_no_other_dice_have(tmp_path: Path) -> None:
    flow = taught(tmp_path, "anna")
    assert flow.table.session.settings.dice == {"barbecue": "taught:Anna"}
    flow = taught(tmp_path)
    flow = taught(tmp_path)
    assert taught_dice.names(tmp_path) == ("Anna", "Barbecue B", "Barbecue C")
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.follow([("teach_throw", "1134wwww"), ("teach_read", "ok")])
    flow.follow([("teach_throw", "12346www"), ("teach_read", "ok"), ("teach_name", "")])
    flow.press(*["stop"] * 20)
    flow.follow([("teach_name", "scan"), ("note", "ok"), ("teach_name", "")])
    for name in ("anna", "junior"):
        flow.press(*["stop"] * 20)
        write(flow, name)
        assert message(flow).lines == (f"Other dice are {name.capitalize()}",)
        flow.press("ok")
    flow.follow([("teach_name", "back"), ("teach_read", "")])


def test_a_disk_that_refuses_keeps_nothing_and_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flow = at_new_dice(tmp_path)
    flow.follow([("teach_game", "ok"), ("teach_pips", "ok"), ("teach_show", EIGHT)])
    flow.follow([("teach_throw", "1134wwww"), ("teach_read", "ok")])
    flow.follow([("teach_throw", "12346www"), ("teach_read", "ok"), ("teach_name", "")])

    def full(*_: object) -> None:
        raise DiskTrouble("disk_full", file="", reason="")

    with monkeypatch.context() as patched:
        patched.setattr(taught_dice, "save", full)
        flow.follow([("teach_name", "scan"), ("trouble", "ok"), ("teach_name", "")])
    assert flow.table.session.settings.dice == {}
    flow.follow([("teach_name", "scan"), ("note", "ok"), ("settings", "")])
    assert taught_dice.names(tmp_path) == ("Barbecue B",)


# Playing with them.


def in_game(flow: Flow) -> None:
    """A new game, at the first throw."""
    flow.press("back")
    choose(flow, "3 players")
    flow.follow([("box", "ok"), ("todo", "ok"), ("throw", "")])


def test_a_game_asks_for_the_taught_dice_and_is_recorded_with_its_own(tmp_path: Path) -> None:
    flow = taught(tmp_path)
    in_game(flow)
    flow.follow([("throw", "1134wwww"), ("keep", "")])
    looks = [ask for ask in flow.requests if isinstance(ask, Look)]
    assert looks[-1].dice == "taught:Barbecue B"
    assert flow.table.session.game.state.setup.table_dice.name == "barbecue"
    assert "taught" not in flow.table.session.game.path.read_text()


def test_the_dice_are_chosen_in_turn_at_the_beginning(tmp_path: Path) -> None:
    flow = taught(tmp_path)
    flow.press("back")
    choose(flow, "Options")
    assert line(flow, "Dice") == "Barbec…"
    flow.press("right", "ok")
    assert line(flow, "Dice") == "own"
    flow.follow([("options", "ok"), ("stand_ins", "ok")])
    assert line(flow, "Dice") == "ordinary"
    flow.press("ok")
    assert line(flow, "Dice") == "Barbec…"
    assert load(tmp_path).dice == {"barbecue": "taught:Barbecue B"}


def test_dice_for_another_game_are_not_offered(tmp_path: Path) -> None:
    flow = taught(tmp_path)
    flow.press("back")
    choose(flow, "Other game")
    choose(flow, "Junior")
    choose(flow, "Options")
    flow.press("right", "ok")
    flow.follow([("stand_ins", "ok"), ("options", "ok")])
    assert line(flow, "Dice") == "own"


@pytest.mark.parametrize(("press", "then"), [("ok", "by_hand"), ("stop", "reading")])
def test_dice_that_are_gone_are_told_and_the_game_goes_on(
    tmp_path: Path, press: str, then: str
) -> None:
    flow = taught(tmp_path)
    in_game(flow)
    flow.scan(TaughtTrouble("taught_gone", name="Barbecue"))
    assert "gone" in message(flow).lines[0]
    flow.tray = None
    flow.follow([("no_taught", press), (then, "")])
    if press == "stop":
        looks = [ask for ask in flow.requests if isinstance(ask, Look)]
        assert looks[-1].dice == "barbecue"
        assert load(tmp_path).dice == {}


def test_with_ordinary_dice_in_the_record_taught_ones_are_not_asked_for(tmp_path: Path) -> None:
    flow = started(tmp_path, Settings(dice={"barbecue": "standard"}))
    flow.follow([("new_game", "ok"), ("box", "ok"), ("todo", "ok"), ("throw", "")])
    flow.table.session.use_dice(Barbecue, "taught:Barbecue B")
    assert flow.table.session.dice_name == "standard"


# Whatever is pressed.


class Taught(Sighted):
    """A table whose camera sees lessons too; with nothing but worms, faces are too alike."""

    def _answer(self) -> None:
        for ask in tuple(self.table.session.requests):
            if isinstance(ask, Learn | Compare):
                self.table.session.requests.remove(ask)
                self._learn(ask)
        super()._answer()

    def _learn(self, ask: Learn | Compare) -> None:
        self.looked = True
        match self.sight:
            case Sight.NOT_YET:
                return
            case Sight.FEWER if isinstance(ask, Compare):
                return
            case Sight.NOTHING:
                self.table.unseen(ask.ticket, CameraTrouble("camera_gone"))
            case _ if isinstance(ask, Compare):
                alike = self.sight is Sight.WORMS
                self.table.compared(ask.ticket, (OddLook("worm", 0),) if alike else ())
            case _:
                doubts = (Doubt("dark"),) if self.sight is Sight.DOUBT else ()
                self.table.learnt(ask.ticket, Lesson(reading(EIGHT, *doubts), (LOOK,) * 8))
        self._answer()


@pytest.mark.proof
@pytest.mark.parametrize("language", languages())
def test_every_action_leads_somewhere(tmp_path: Path, language: str) -> None:
    folder = tmp_path / "table"

    def fresh() -> Taught:
        shutil.rmtree(folder, ignore_errors=True)
        table = Taught(folder, language)
        table.start()
        return table

    def at_first() -> Taught:
        table = fresh()
        table.table.view = ForGameView(table.table.view)
        return table

    def kept() -> Taught:
        table = fresh()
        taught = TeachingSession.of(table.table.session, Barbecue, pips=True)
        taught.learn("worm", [LOOK], more=False)
        taught_dice.save(folder, taught.named("Anna"))
        table.table.view = TaughtView(table.table.navigator.settings(table.table.view))
        return table

    def named() -> Taught:
        table = at_first()
        for action in ["ok", "ok", "scan", "scan", "ok", "scan", "ok"]:
            table.do((Action(action), Sight.DICE))
        assert table.name == "teach_name"
        return table

    explorer = Explorer(
        [at_first, kept, named], beyond=lambda table: not table.name.startswith((*NEW_DICE, "note"))
    )
    explorer.explore()
    toured = {screen.name for screen in screens("en").values()}
    assert {name for name in toured if name.startswith(NEW_DICE)} - explorer.seen == {"no_taught"}
    assert not explorer.wrote


# What becomes of them.


def test_another_name_is_the_name_in_every_game(tmp_path: Path) -> None:
    flow = taught(tmp_path)
    choose(flow, "Taught dice")
    flow.follow([("taught", "ok"), ("taught_menu", "ok"), ("letters", "")])
    flow.press(*["stop"] * 20)
    write(flow, "anna")
    assert isinstance(flow.screen, Menu)
    assert [item.label for item in flow.screen.items] == ["Anna"]
    assert taught_dice.names(tmp_path) == ("Anna",)
    assert load(tmp_path).dice == {"barbecue": "taught:Anna"}
    assert taught_dice.load(tmp_path, "Anna").faces("barbecue") is not None


def test_forgotten_dice_are_used_nowhere(tmp_path: Path) -> None:
    flow = taught(tmp_path)
    choose(flow, "Taught dice")
    flow.follow([("taught", "ok"), ("taught_menu", "left"), ("taught_menu", "ok")])
    flow.follow([("taught_forget", "ok"), ("taught_menu", "ok"), ("taught_forget", "right")])
    flow.follow([("taught_forget", "ok"), ("settings", "")])
    assert taught_dice.names(tmp_path) == ()
    assert load(tmp_path).dice == {}
    assert isinstance(flow.screen, Menu)
    assert "Taught dice…" not in [item.label for item in flow.screen.items]


def test_damaged_dice_keep_their_name_and_say_so(tmp_path: Path) -> None:
    flow = taught(tmp_path)
    (path,) = taught_dice.all_files(tmp_path)
    path.write_text(path.read_text().replace('"looks": {', '"looks": 3, "was": {'))
    choose(flow, "Taught dice")
    flow.follow([("taught", "ok"), ("taught_menu", "ok"), ("letters", "")])
    flow.press(*["stop"] * 20)
    write(flow, "anna")
    flow.follow([("trouble", "ok"), ("letters", "")])
    assert taught_dice.names(tmp_path) == ("Barbecue B",)


def test_without_a_camera_nothing_can_be_taught(tmp_path: Path) -> None:
    flow = Flow(tmp_path, camera=False)
    flow.start()
    choose(flow, "Settings")
    assert isinstance(flow.screen, Menu)
    assert "New dice…" not in [item.label for item in flow.screen.items]


def test_what_was_taught_is_worked_out_anew_only_if_more_was_shown(tmp_path: Path) -> None:
    course = TeachingSession.of(Flow(tmp_path).table.session, Barbecue, pips=True)
    course.learn("worm", [LOOK], more=False)
    meant = course.meant()
    assert course.meant() is meant
    course.learn("worm", [LOOK] * 30, more=True)
    assert course.meant() is not meant
    assert len(course.meant().taught.looks["worm"]) == MOST_LOOKS
