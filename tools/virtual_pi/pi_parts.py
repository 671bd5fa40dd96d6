"""Builds the parts that only a Pi's system has: kernel modules, and lgpio.

Debian's kernel lacks simulated pins: gpio-sim is built as a module from its own source, with the
bus whose other end is a program (linux/i2c-glass.c), and the identity of a Pi (linux/virtual-pi.c).
Debian has no lgpio: it is built from its own source as the package of Raspberry Pi OS.
"""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

from tools.install import trees
from tools.install.tree import CHECKOUT, Tree
from tools.virtual_pi.tree import HERE, HOME, RELEASE, SYSTEM, built

LINUX = HERE / "linux"
MADE = HOME / "parts"
LGPIO = MADE / "python3-lgpio.deb"
PROGRAMS = (MADE / "relay", MADE / "ear")
MODULES = MADE / "modules"
"""To be put into the folder of the same name of the system."""

_LGPIO = "0.2.2.0"
_TOOLS = """
set -e
export DEBIAN_FRONTEND=noninteractive
version=$(ls /boot | sed -n 's/^vmlinuz-//p')
apt-get -q update
apt-get -q -y install --no-install-recommends gcc g++ kmod libc6-dev make python3-dev python3-pip \\
    python3-setuptools python3-wheel swig xz-utils linux-headers-$version linux-source-6.12
"""
# What gpio-sim needs besides is not in Debian's kernel either, and asks there for one thing that
# modules are not given: the kernel's own way to the same is.
_MODULES = f"""
set -e
version=$(ls /boot | sed -n 's/^vmlinuz-//p')
cp -r {CHECKOUT}/tools/virtual_pi/linux /root/linux
cd /root/linux
tar -xf /usr/src/linux-source-6.12.tar.xz --strip-components=3 \\
    linux-source-6.12/drivers/gpio/gpio-sim.c linux-source-6.12/kernel/irq/irq_sim.c
mv gpio-sim.c gpio-sim-core.c
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' irq_sim.c
make -s -C /usr/lib/modules/$version/build M=/root/linux modules
mkdir -p /made/modules/$version/updates
cp *.ko /made/modules/$version/updates/
for name in relay ear; do gcc -O2 -Wall -static -o /made/$name $name.c; done
"""
_PACKAGE = f"""
set -e
cd /root
pip download -q --no-deps --no-build-isolation --no-binary :all: lgpio=={_LGPIO}
tar xf lgpio-{_LGPIO}.tar.gz
cd lgpio-{_LGPIO}
PYPI=1 python3 setup.py -q build_ext install --root /root/package --install-layout deb
mkdir /root/package/DEBIAN
cat >/root/package/DEBIAN/control <<'END'
Package: python3-lgpio
Version: {_LGPIO}
Architecture: amd64
Maintainer: The Grillside authors <nobody@localhost>
Depends: python3
Description: lgpio as Raspberry Pi OS has it, built for the virtual Pi
END
dpkg-deb --root-owner-group -b /root/package /made/python3-lgpio.deb
"""


class Failed(RuntimeError):
    """A build failed; its last output says why."""


def made(say: Callable[[str], None] = print) -> Path:
    """The folder with all of it, made anew if what it is made of changed."""
    below = built((SYSTEM,), say)
    mark, wanted = MADE / "print", _mark()
    if mark.exists() and mark.read_text() == wanted:
        return MADE
    mark.unlink(missing_ok=True)
    home = HOME / "making"
    checkout = trees.copy_checkout(home / "checkout")
    tree = Tree(home, below.layers, checkout, below.settings).over("tools")
    (tree.top / "made").mkdir()
    for name, script in (("tools", _TOOLS), ("modules", _MODULES), ("lgpio", _PACKAGE)):
        ran = tree.run(script)
        if ran.status:
            raise Failed(name, ran.output[-4000:])
        say(f"{name} made in {ran.seconds:.0f} s")
    shutil.rmtree(MADE, ignore_errors=True)
    shutil.copytree(tree.top / "made", MADE)
    mark.write_text(wanted)
    shutil.rmtree(home)
    return MADE


def _mark() -> str:
    told = hashlib.sha256("\0".join((SYSTEM.print(""), _TOOLS, _MODULES, _PACKAGE)).encode())
    for file in sorted(LINUX.iterdir()):
        told.update(file.name.encode() + file.read_bytes())
    return told.hexdigest() + RELEASE
