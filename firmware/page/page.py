"""The page of one table: what its pages are told, and what becomes of what they ask."""

from base64 import b64encode
from collections.abc import Collection

import msgspec

from firmware.errors import Unclear
from firmware.mat_seen import MatSeen
from firmware.page.acts import Acts, Stale
from firmware.page.crowd import Client, Crowd
from firmware.page.matted import told_zones
from firmware.page.messages import Aim, Correct, Forget, Message, Pieces, Printed, Scene, SetAside
from firmware.page.news import News
from firmware.page.pairing import Pairing
from firmware.page.pieces import form_of, told_form
from firmware.page.sight import Sight
from firmware.page.staging import Staging
from firmware.page.teaching import Lessons
from firmware.table.aiming import AimView
from firmware.table.asks import ShowCamera
from firmware.table.desk import Desk
from firmware.table.loop import TableLoop
from rules.errors import RulesError


class Page:
    """Belongs to a running table; everything here happens in its loop's thread."""

    def __init__(
        self,
        loop: TableLoop,
        sight: Sight,
        pairing: Pairing,
        hosts: Collection[str],
        staging: Staging | None = None,
    ) -> None:
        self._loop = loop
        self.desk: Desk = loop.table.desk
        self.sight = sight
        self.pairing = pairing
        self.hosts = hosts
        self.staging = staging
        self._news = News(loop.table, sight, loop.work)
        self.crowd = Crowd(self._text)
        self._lessons = Lessons(loop.table, sight)
        self._acts = Acts(loop.table, loop.pressed, self._lessons)
        loop.watch(self.changed)

    def _text(self) -> str:
        told = self._news.told(self._loop.light)
        told["teaching"] = self._lessons.told()
        told["scene"] = None if self.staging is None else self.staging.told()
        told["paired"] = self.pairing.paired if self.pairing.needed else None
        told["aim"] = b64encode(self.sight.glanced).decode() if self.crowd.aiming else None
        told["aim_mat"] = self._aimed_mat() if self.crowd.aiming else None
        return msgspec.json.encode({"news": told}).decode()

    def _aimed_mat(self) -> dict[str, object] | None:
        """How the mat is seen while the camera is aimed, in words and as outlines."""
        match self.sight.glanced_mat:
            case None:
                return None
            case MatSeen() as mat:
                seen = mat.markers
                said = self.desk.say("The mat is seen, {count} of its 4 squares.", count=seen)
                return {"said": said, "size": mat.size, "zones": told_zones(mat.zones)}
            case trouble:
                return {"said": self.desk.words.error(trouble), "zones": []}

    def changed(self) -> None:
        """Something may be new."""
        self._watch()
        self.crowd.changed()

    def _watch(self) -> None:
        """The camera works for as long as anybody aims it, here or on the panel, and no longer."""
        wanted = self.crowd.aiming or isinstance(self._loop.table.view, AimView)
        if self._loop.glancing != wanted:
            self.desk.ask(ShowCamera(on=wanted))
            self._loop.later(lambda: None)  # so that it is asked

    def ask(self, client: Client, asked: Message) -> None:
        """Let the table do this when its turn comes."""
        self._loop.later(lambda: self._do(client, asked))

    def _do(self, client: Client, asked: Message) -> None:
        if client not in self.crowd.clients:
            return
        try:
            match asked:
                case Scene() if self.staging is not None:
                    self.staging.use(asked)
                case Aim(on=on):
                    client.aiming = on
                case Forget(who=who):
                    self._forget(client, who)
                case Pieces():
                    client.say(self._pieces(asked))
                case _:
                    self._acts.do(asked)
                    self._done(asked)
        except Stale:
            client.say(self._said(self.desk.say("Something happened meanwhile."), stale=True))
        except RulesError as error:
            client.say(self._said(self.desk.words.error(error)))

    def _done(self, asked: Message) -> None:
        """Know what the moment does not tell: other numbers on a box, other dice in the picture."""
        match asked:
            case Printed() | SetAside():
                self._news.forget()
            case Correct(faces=words):
                self.desk.looked = self.sight.corrected(words)

    def _forget(self, client: Client, who: str) -> None:
        if client.token is None:
            return
        if who == "me":
            self.pairing.forget(client.token)
        else:
            self.pairing.forget_others(client.token)
        for other in self.crowd.clients:
            other.wake()

    def _pieces(self, asked: Pieces) -> str:
        """For the page that wants to put them right alone: stacks hide what lies in them."""
        self._acts.check(asked)
        if self.desk.journal is None:
            raise Unclear("page_no_game")
        groups = told_form(form_of(self.desk.game.state, self.desk.words))
        return msgspec.json.encode({"pieces": {"at": asked.at, "groups": groups}}).decode()

    def _said(self, text: str, *, stale: bool = False) -> str:
        return msgspec.json.encode({"said": {"text": text, "stale": stale}}).decode()

    def left(self, client: Client) -> None:
        """A page is gone."""
        self.crowd.leave(client)
        self._loop.later(lambda: None)  # somebody less may be aiming
