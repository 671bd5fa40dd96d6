"""Makes the card as one file: an ext4 file system from a tree, and the kernel that starts it."""

import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.install import host
from tools.install.tree import Tree
from tools.virtual_pi.tree import AGENT, CARD, HOME, SYSTEM, Layer, built, mark

SIZE = "4G"
"""Sparse: on the disk outside it takes what is in it."""

_MAKING = """
set -e
mount -t overlay overlay -o ro,lowerdir={layers} {merged}
truncate -s {size} {image}
mke2fs -q -F -t ext4 -L rootfs -E lazy_itable_init=0,lazy_journal_init=0 -d {merged} {image}
"""

# Debian's own initial disk finds every machine's card by itself: half of an emulated start.
_INITIAL = """
set -e
cd /tmp
apt-get -q download busybox-static
dpkg -x busybox-static_*.deb busybox
mkdir -p made/dev made/proc made/root made/modules
cp busybox/usr/bin/busybox made/
number=10
modprobe -S {version} -a --show-depends virtio_pci virtio_blk crc32c_generic ext4 |
    awk '$1 == "insmod" && !seen[$2]++ {{print $2}}' |
    while read -r file; do
        name=$(basename $file)
        cp $file made/modules/$number-$name
        number=$((number + 1))
    done
busybox/usr/bin/busybox unxz made/modules/*.xz
cat >made/init <<'END'
#!/busybox sh
/busybox mount -t devtmpfs none /dev
for module in /modules/*; do /busybox insmod $module; done
until [ -b /dev/vda ]; do /busybox sleep 0.05; done
/busybox mount -t ext4 /dev/vda /root || exec /busybox poweroff -f
/busybox mount --move /dev /root/dev
exec /busybox switch_root /root /sbin/init
END
chmod 755 made/init
cd made
find . | ../busybox/usr/bin/busybox cpio -o -H newc >/initial
"""


@dataclass(frozen=True)
class Kernel:
    """The kernel, and the initial RAM disk that mounts the card."""

    image: Path
    initial: Path


def made(tree: Tree, name: str, made_of: str) -> Path:
    """The image of this name, made anew unless it was made with the same mark."""
    image, marked = HOME / f"{name}.img", HOME / f"{name}.print"
    if image.exists() and marked.exists() and marked.read_text() == made_of:
        return image
    marked.unlink(missing_ok=True)
    making = image.with_suffix(".part")
    making.unlink(missing_ok=True)
    tree.merged.mkdir(exist_ok=True)
    layers = ":".join(str(layer) for layer in reversed(tree.layers))
    script = _MAKING.format(
        layers=layers, merged=tree.merged, size=SIZE, image=shlex.quote(str(making))
    )
    host.tool("mke2fs")
    subprocess.run(
        [host.tool("setpriv"), "--pdeathsig", "KILL", "unshare", "--mount", "bash", "-c", script],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    making.rename(image)
    marked.write_text(made_of)
    return image


def card(
    layers: tuple[Layer, ...] = (SYSTEM, AGENT, CARD),
    name: str = "card",
    say: Callable[[str], None] = print,
) -> tuple[Path, Kernel]:
    """The installed card as an image, and the kernel to start it with; both are kept."""
    tree = built(layers, say)
    image = made(tree, name, mark(layers))
    return image, debian_kernel(tree)


def debian_kernel(tree: Tree) -> Kernel:
    """Debian's own, taken out of the tree with a small initial disk; made once for each kernel."""
    found = [image for layer in tree.layers for image in (layer / "boot").glob("vmlinuz-*")]
    if not found:
        raise FileNotFoundError("boot/vmlinuz-*")
    version = found[-1].name.removeprefix("vmlinuz-")
    kept = Kernel(HOME / f"vmlinuz-{version}", HOME / f"start-{version}")
    if not kept.initial.exists():
        at = Tree(HOME / "initial", tree.layers, tree.checkout, tree.settings).over("made")
        ran = at.run(_INITIAL.format(version=version))
        if ran.status:
            raise RuntimeError(version, ran.output[-2000:])
        shutil.copy2(found[-1], kept.image)
        shutil.copy2(at.top / "initial", kept.initial)
        shutil.rmtree(at.home)
    return kept
