"""Builds the card of the virtual Pi as a tree of files, in cached layers: `.virtual-pi/`.

Each layer contains the changes of one script, and is built again only if the script, its inputs or
a lower layer changed.
"""

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.install import host, trees
from tools.install.tree import CHECKOUT, Tree

HOME = trees.ROOT / ".virtual-pi"
HERE = Path(__file__).parent
RELEASE = "trixie"

# A kernel for want of our own, and what Raspberry Pi OS Lite has besides the smallest Debian.
_SYSTEM = f"""
set -e
export DEBIAN_FRONTEND=noninteractive
for name in gpio i2c spi; do groupadd --system --force $name; done
apt-get -q update
echo 'RESUME=none' >/etc/initramfs-resume
apt-get -q -y install --no-install-recommends \\
    linux-image-amd64 initramfs-tools kmod dbus iproute2 procps i2c-tools
cat >/tmp/packages.sh <<'END'
set -e
root='' dry=''
act() {{ "$@"; }}
. {CHECKOUT}/systemd/install/packages.sh
sort_packages
[ ${{#missing[@]}} = 0 ] || apt_quietly install --no-install-recommends "${{missing[@]}}"
END
bash /tmp/packages.sh
rm -f /etc/initramfs-resume
systemctl disable apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \\
    systemd-timesyncd e2scrub_all.timer fstrim.timer 2>/dev/null || true
"""  # noqa: S608 (no SQL: a script of the shell)
_AGENT = """
set -e
systemctl enable virtual-pi-agent.service systemd-networkd.service
systemctl disable systemd-networkd-wait-online.service
systemctl mask systemd-networkd-wait-online.service getty@tty1.service serial-getty@ttyS0.service
passwd -d root
"""
_AGENT_UNIT = """\
# Only the tests have this: commands from outside, as root.
[Unit]
DefaultDependencies=no
After=systemd-udev-trigger.service
[Service]
ExecStart=/usr/bin/python3 -I /usr/local/lib/virtual-pi/agent.py
Restart=always
RestartSec=0
[Install]
WantedBy=sysinit.target
"""
_NETWORK = """\
[Match]
Name=en* eth*
[Network]
Address=10.0.2.15/24
Gateway=10.0.2.2
LinkLocalAddressing=no
IPv6AcceptRA=no
"""
_FSTAB = "/dev/vda / ext4 defaults,noatime 0 1\n"
_INSTALL = f"{CHECKOUT}/install.sh --yes --panel ssd1306 --buttons reference"


@dataclass(frozen=True)
class Layer:
    """The changes of one script; `reads` are files it depends on, `place` copies some first."""

    name: str
    script: str
    reads: tuple[Path, ...] = ()
    place: Callable[[Path], None] | None = None

    def print(self, below: str) -> str:
        """Equal when nothing has changed."""
        told = hashlib.sha256(f"{below}\0{self.name}\0{self.script}".encode())
        for path in self.reads:
            files = sorted(path.rglob("*")) if path.is_dir() else [path]
            for file in files:
                if file.is_file() and "__pycache__" not in file.parts:
                    told.update(str(file.relative_to(trees.ROOT)).encode() + file.read_bytes())
        return told.hexdigest()[:32]


def write(root: Path, name: str, content: str) -> None:
    """A file of a layer."""
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content)


def _place_system(root: Path) -> None:
    write(root, "etc/apt/sources.list", f"deb {host.mirror()} {RELEASE} main\n")
    write(root, "etc/apt/apt.conf.d/00host", host.apt_settings())
    write(root, "etc/dpkg/dpkg.cfg.d/trees", "force-unsafe-io\n")
    write(root, "boot/firmware/config.txt", trees.BOOT)


def _place_agent(root: Path) -> None:
    page = (_ROOT / "systemd/network-page.conf").read_text()
    write(root, "usr/local/lib/virtual-pi/network-page.conf", page)
    write(root, "usr/local/lib/virtual-pi/agent.py", (HERE / "agent.py").read_text())
    write(root, "etc/systemd/system/virtual-pi-agent.service", _AGENT_UNIT)
    write(root, "etc/systemd/network/10-virtual-pi.network", _NETWORK)
    write(root, "etc/fstab", _FSTAB)
    write(root, "etc/hostname", "raspberrypi\n")


_ROOT = trees.ROOT
SYSTEM = Layer("system", _SYSTEM, (_ROOT / "systemd/install/packages.sh",), _place_system)
AGENT = Layer("agent", _AGENT, (HERE / "agent.py",), _place_agent)
CARD = Layer(
    "card", _INSTALL,
    tuple(_ROOT / name for name in ("firmware", "players", "rules", "vision", "systemd",
                                    "install.sh", "pyproject.toml")),
)  # fmt: skip


def built(layers: tuple[Layer, ...], say: Callable[[str], None] = print) -> Tree:
    """The tree with these layers over the smallest Debian; those that stand are not made again."""
    home = HOME / RELEASE
    home.mkdir(parents=True, exist_ok=True)
    archives, known = home / "archives", trees.TREES / RELEASE / "archives"
    if not archives.exists() and known.exists():
        shutil.copytree(known, archives)
    checkout = trees.copy_checkout(home / "checkout")
    tree = Tree(home, (trees.base(RELEASE),), checkout)
    below = ""
    for layer in layers:
        below = layer.print(below)
        marked = home / f"{layer.name}.print"
        if marked.exists() and marked.read_text() == below:
            tree = Tree(home, (*tree.layers, home / layer.name), checkout, tree.settings)
            continue
        marked.unlink(missing_ok=True)
        tree = tree.over(layer.name)
        if layer.place:
            layer.place(tree.top)
        ran = tree.run(layer.script)
        if ran.status:
            raise RuntimeError(layer.name, ran.output[-4000:])
        say(f"layer {layer.name} made in {ran.seconds:.0f} s")
        marked.write_text(below)
    return tree


def mark(layers: tuple[Layer, ...]) -> str:
    """Return the sources of the tree with these layers."""
    return (HOME / RELEASE / f"{layers[-1].name}.print").read_text()
