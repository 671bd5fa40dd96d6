"""The panel's rotation and chip, from the configuration and the players' settings."""

from collections.abc import Mapping

from firmware.config import keys as config
from firmware.devices.panel import BRIGHTEST, Rotation
from firmware.devices.panel_kinds import PanelKind
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


def seen_kind(panel: config.Panel, settings: Settings) -> PanelKind:
    """Return the kind of panel, as far as people have confirmed it."""
    if settings.chip and settings.chip_for == panel.driver:
        return PanelKind(settings.chip)
    return panel.driver
