"""The panel's rotation and chip, from the configuration and the players' settings."""

from collections.abc import Mapping

from firmware.config import keys as config
from firmware.config import wired
from firmware.devices.panel import BRIGHTEST, Rotation
from firmware.devices.wiring import Chip
from firmware.store.settings import Brightness, Settings

CONTRASTS: Mapping[Brightness, int] = {
    Brightness.LOW: 20,
    Brightness.MEDIUM: 110,
    Brightness.HIGH: BRIGHTEST,
}


def rotation(panel: config.Panel, settings: Settings) -> Rotation:
    mounted = Rotation(panel.rotation)
    turned = Rotation.NONE if mounted is Rotation.HALF else Rotation.HALF
    return turned if settings.turned else mounted


def seen_chip(panel: config.Panel, settings: Settings) -> Chip | None:
    """Return the panel's chip, as far as people have confirmed it; None without a panel."""
    told = wired.chip(panel)
    if told is not None and settings.chip and settings.chip_for == told:
        return Chip(settings.chip)
    return told
