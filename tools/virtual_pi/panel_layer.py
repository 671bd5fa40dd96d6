"""Installs the virtual Pi's pins and bus: their owners, lgpio, and the connection to the panel.

The panel is outside (`wire.py`); its connection is ready before the product's first picture, like a
real panel.
"""

import shutil
from pathlib import Path

from tools.virtual_pi import pi_parts
from tools.virtual_pi.tree import Layer, write

LIBRARY = "usr/local/lib/virtual-pi"
_SCRIPT = f"""
set -e
dpkg -i /{LIBRARY}/python3-lgpio.deb
depmod $(ls /usr/lib/modules)
systemctl enable virtual-pi-glass.service
"""
# As in Raspberry Pi OS: the service's user is in these groups.
_RULES = """\
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
"""
_UNIT = f"""\
# Only the tests have this: the way to the panel.
[Unit]
DefaultDependencies=no
After=systemd-modules-load.service
Before=grillside-splash.service sysinit.target
ConditionPathExists=/dev/i2c-glass
[Service]
Type=notify
ExecStart=/{LIBRARY}/relay
Restart=always
RestartSec=0
[Install]
WantedBy=sysinit.target
"""


def _place(root: Path) -> None:
    (root / LIBRARY).mkdir(parents=True)
    for part in (pi_parts.LGPIO, *pi_parts.PROGRAMS):
        shutil.copy2(part, root / LIBRARY / part.name)
    shutil.copytree(pi_parts.MODULES, root / "usr/lib/modules")
    write(root, "etc/modules-load.d/virtual-pi.conf", "virtual-pi\n")
    write(root, "etc/udev/rules.d/99-virtual-pi.rules", _RULES)
    write(root, "etc/systemd/system/virtual-pi-glass.service", _UNIT)


def layer() -> Layer:
    """To be put below the product: its installer finds lgpio as on a Pi."""
    return Layer("panel", _SCRIPT, (pi_parts.made(),), _place)
