"""The page of one table: what its pages are told, and what becomes of what they ask."""

import logging
from base64 import b64encode
from collections.abc import Collection

import msgspec

from firmware.page.acts import Acts, Stale
from firmware.page.crowd import Client, Crowd
from firmware.page.messages import Aim, Forget, Message, Scene
from firmware.page.news import News
from firmware.page.pairing import Pairing
from firmware.page.sight import Sight
from firmware.page.staging import Staging
from firmware.table.aiming import AimView
from firmware.table.asks import ShowCamera
from firmware.table.desk import Desk
from firmware.table.loop import TableLoop
from rules.errors import RulesError

_log = logging.getLogger(__name__)


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
        self._news = News(loop.table, sight)
        self.crowd = Crowd(self._text)
        self._acts = Acts(loop.table, loop.pressed)
        loop.watch(self.changed)

    def _text(self) -> str:
        told = self._news.told(self._loop.light)
        told["scene"] = None if self.staging is None else self.staging.told()
        told["paired"] = self.pairing.paired if self.pairing.needed else None
        told["aim"] = b64encode(self.sight.glanced).decode() if self.crowd.aiming else None
        return msgspec.json.encode({"news": told}).decode()

    def changed(self) -> None:
        """Something may be new."""
        self.crowd.changed()

    def ask(self, client: Client, asked: Message) -> None:
        """Let the table do this when its turn comes."""
        self._loop.later(lambda: self._do(client, asked))

    def _do(self, client: Client, asked: Message) -> None:
        try:
            match asked:
                case Scene() if self.staging is not None:
                    self.staging.use(asked)
                case Aim(on=on):
                    self._aim(client, on=on)
                case Forget(who=who):
                    self._forget(client, who)
                case _:
                    self._acts.do(asked)
                    self._news.forget()
        except Stale:
            client.say(self._said(self.desk.say("Something happened meanwhile."), stale=True))
        except RulesError as error:
            client.say(self._said(self.desk.words.error(error)))

    def _aim(self, client: Client, *, on: bool) -> None:
        """Pictures for as long as anybody looks; what the panel shows of them is its own affair."""
        client.aiming = on
        view = self._loop.table.view
        if on or not (self.crowd.aiming or isinstance(view, AimView)):
            self.desk.ask(ShowCamera(on=on))

    def _forget(self, client: Client, who: str) -> None:
        if client.token is None:
            return
        if who == "me":
            self.pairing.forget(client.token)
        else:
            self.pairing.forget_others(client.token)
        for other in self.crowd.clients:
            other.wake()

    def _said(self, text: str, *, stale: bool = False) -> str:
        return msgspec.json.encode({"said": {"text": text, "stale": stale}}).decode()

    def left(self, client: Client) -> None:
        """A page is gone."""
        self.crowd.leave(client)
        if client.aiming:
            self._loop.later(lambda: self._aim(client, on=False))
