"""Opens what every table needs before it runs, on the box or simulated."""

import logging
import logging.handlers
import os
from io import TextIOWrapper
from pathlib import Path

from firmware.camera import zone
from firmware.config.keys import Config
from firmware.speech.language import Language, language_named, languages, of_system
from firmware.store import settings as likings
from firmware.store.files import LOG, descriptor
from firmware.store.settings import Settings
from firmware.store.shelf import Shelf, today
from firmware.table.session import Session

LOG_BYTES = 200_000


class _Log(logging.handlers.RotatingFileHandler):
    """Writes only into a regular file: a pipe would block, and a link leads elsewhere."""

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        handle = descriptor(path, path.parent, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        return open(handle, "a", encoding=self.encoding)  # noqa: PTH123  # no name, a descriptor


def keep_log(folder: Path) -> None:
    """Write the log into the games' folder, or nowhere if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = _Log(folder / LOG, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.raiseExceptions = False  # a full disk must not print tracebacks


def chosen_language(settings: Settings, config: Config) -> Language:
    """Return the players' language, else the configured one, else the system's."""
    for code in (settings.language, config.game.language):
        if code in languages():
            return language_named(code)
    return of_system()


def open_session(folder: Path, config: Config, *, camera: bool) -> Session:
    """Open the games and settings in this folder."""
    settings = likings.load(folder)
    calibration = zone.load(folder)
    return Session(
        Shelf(folder, today),
        chosen_language(settings, config),
        settings,
        camera=camera,
        auto_read_default=config.camera.by_itself,
        zone=None if calibration is None else calibration.zone,
    )
