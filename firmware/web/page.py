"""The page of one table: sends updates to its clients, and handles their messages."""

from base64 import b64encode
from collections.abc import Collection
from typing import Any, Protocol

from firmware.camera.mat import MatSeen
from firmware.errors import DeviceTrouble, Unclear
from firmware.play.match import Stale
from firmware.runtime.loop import TableLoop
from firmware.table.phones import ago, device
from firmware.table.requests import ShowCamera
from firmware.web.clients import Client, Clients
from firmware.web.commands import Commands
from firmware.web.last_picture import LastPicture
from firmware.web.mat import zones_data
from firmware.web.messages import Aim, Correct, Forget, Message, Pieces, Press, Scene, SetAside
from firmware.web.pairing import Pairing
from firmware.web.phones import id_of
from firmware.web.pieces import form_of
from firmware.web.snapshot import Snapshot
from firmware.web.teaching import Lessons
from rules.errors import RulesError

LOOKED = 10.0
"""Seconds for which the panel shows that somebody has looked at a picture."""


class Staging(Protocol):
    """How a simulated camera sees the dice."""

    def as_data(self) -> dict[str, Any]:
        """Return the current conditions and the possible ones."""

    def use(self, wanted: Scene) -> None:
        """Apply from the next throw on; raises `Unclear` for unknown values."""


class Page:
    """The page of a running table; everything here runs in the loop's thread."""

    def __init__(
        self,
        loop: TableLoop,
        last_picture: LastPicture,
        pairing: Pairing,
        hosts: Collection[str],
        staging: Staging | None = None,
    ) -> None:
        self._loop = loop
        self._control = loop.control
        self.session = loop.control.session
        self.last_picture = last_picture
        self.pairing = pairing
        self.hosts = hosts
        self.staging = staging
        self._snapshot = Snapshot(self._control, loop.layout, last_picture, loop.work)
        self.clients = Clients(self._news)
        self._lessons = Lessons(self._control, last_picture)
        self._commands = Commands(self._control)
        self._looked = -LOOKED
        loop.watch(self.changed)

    def _news(self) -> dict[str, Any]:
        news = self._snapshot.as_data(self._loop.light, watched=self._loop.watched)
        news["teaching"] = self._lessons.as_data()
        news["scene"] = None if self.staging is None else self.staging.as_data()
        news["paired"] = self._phones() if self.pairing.needed else None
        news["aim"] = b64encode(self.last_picture.glanced).decode() if self.clients.aiming else None
        news["aim_mat"] = self._aimed_mat() if self.clients.aiming else None
        return {"news": news}

    def _phones(self) -> list[dict[str, str]]:
        """Describe the paired phones."""
        return [
            {"id": phone.id, "device": device(self.session, phone), "ago": ago(self.session, phone)}
            for phone in self.pairing.paired
        ]

    def _aimed_mat(self) -> dict[str, object] | None:
        """Describe the mat while aiming, with its outlines."""
        match self.last_picture.glanced_mat:
            case None:
                return None
            case MatSeen() as mat:
                seen = mat.markers
                text = self.session.say("The mat is seen, {count} of its 4 squares.", count=seen)
                return {"said": text, "size": mat.size, "zones": zones_data(mat.zones)}
            case trouble:
                return {"said": self.session.words.error(trouble), "zones": []}

    def changed(self) -> None:
        """Say that something may have changed."""
        self._watch()
        self.clients.changed()

    def picture(self, number: int) -> bytes | None:
        """Return the latest picture, for somebody who looks at it now."""
        picture = self.last_picture.picture(number)
        if picture is not None:
            self._looked = self._loop.devices.clock()
            self._loop.later(lambda: None)
            self._loop.after(LOOKED + 1, lambda: None)
        return picture

    def paired(self) -> bool:
        """Handle a newly paired phone; return whether it stays paired after a restart."""
        self._loop.later(lambda: None)
        if not self.pairing.phones.kept:
            self.session.unsaved = DeviceTrouble("phones_unkept")
        return self.pairing.phones.kept

    def _watch(self) -> None:
        """Run the camera exactly while somebody aims it, here or on the panel.

        The panel shows the people there that its picture is being watched, unless it is simulated.
        """
        looked = self._loop.devices.clock() - self._looked < LOOKED
        watched = self.staging is None and (self.clients.aiming or looked)
        if self._loop.watched != watched:
            self._loop.watched = watched
            self._loop.later(lambda: None)
        wanted = self.clients.aiming or self._control.aiming
        if self._loop.glancing != wanted:
            self.session.ask(ShowCamera(on=wanted))
            self._loop.later(lambda: None)  # so that it is requested

    def ask(self, client: Client, command: Message) -> None:
        """Carry out a message in the table's loop."""
        self._loop.later(lambda: self._do(client, command))

    def _do(self, client: Client, command: Message) -> None:
        if client not in self.clients.clients:
            return
        try:
            match command:
                case Scene() if self.staging is not None:
                    self.staging.use(command)
                case Aim(on=on):
                    client.aiming = on
                case Forget(who=who):
                    self._forget(client, who)
                case Pieces():
                    self._pieces(client, command)
                case _:
                    self._loop.wake()
                    self._commands.do(command)
                    self._done(client, command)
            if self.session.unsaved is not None:
                self._say(client, self.session.words.error(self.session.unsaved))
        except Stale:
            self._say(client, self.session.say("The game went on meanwhile."), stale=True)
        except RulesError as error:
            self._say(client, self.session.words.error(error))

    def _done(self, client: Client, command: Message) -> None:
        """Tell what the version does not show: useless presses, games given up, corrected dice."""
        match command:
            case Press() if self._control.said:
                self._say(client, self._control.said)
            case SetAside():
                self._snapshot.forget()
            case Correct(faces=words):
                self.session.looked = self.last_picture.corrected(words)

    def _forget(self, client: Client, who: str) -> None:
        if client.token is None or not self.pairing.knows(client.token):
            return
        me = id_of(client.token)
        others = who == "others"
        kept = self.pairing.forget(spared=me) if others else self.pairing.forget(who)
        if not kept:
            self.session.unsaved = DeviceTrouble("phones_unkept")
        for other in self.clients.clients:
            other.wake()

    def _pieces(self, client: Client, command: Pieces) -> None:
        """Send the form only to the page that asked: it shows hidden tiles in stacks."""
        self._commands.check(command)
        if self.session.match is None:
            raise Unclear("page_no_game")
        groups = form_of(self.session.game.state, self.session.words)
        client.tell({"pieces": {"at": command.at, "groups": groups}})

    def _say(self, client: Client, text: str, *, stale: bool = False) -> None:
        client.tell({"said": {"text": text, "stale": stale}})

    def enter(self, token: str | None) -> Client | None:
        """Add a page and tell it which phone it is; return None if there is no room."""
        client = self.clients.enter(token)
        if client is not None and token is not None:
            client.tell({"me": id_of(token)})
        return client

    def left(self, client: Client) -> None:
        self.clients.leave(client)
        self._loop.later(lambda: None)  # one less may be aiming
