"""How each kind of panel is filled."""

from firmware.devices.panel_kinds import PanelKind
from firmware.screens.layout import Layout

LAYOUTS = [Layout(*size) for size in sorted({kind.size for kind in PanelKind})]
"""The smallest first."""
