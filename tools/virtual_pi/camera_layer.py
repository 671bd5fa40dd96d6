"""Installs the virtual Pi's camera: Debian's libcamera, picamera2, and the missing parts.

Raspberry Pi OS has a package of picamera2; Debian has none, so it comes from pip, as do its
libraries that Debian lacks. `guest/virtual_camera.py` describes the changes to it.
"""

from pathlib import Path

from tools.virtual_pi.tree import HERE, Layer, write

PICAMERA2 = "0.3.38"
SETUP = "/usr/share/libcamera/pipeline/virtual/virtual.yaml"
"""What makes a virtual camera: without this file there is none."""

PROBE = "usr/local/lib/virtual-pi/camera_probe.py"

_LIBRARY = "usr/lib/python3/dist-packages"
_GUEST = HERE / "guest"
# PiDNG writes raw pictures, which nobody here wants: its compiled part is left out.
_SCRIPT = f"""
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get -q -y install --no-install-recommends python3-libcamera libcamera-ipa \\
    python3-prctl python3-av python3-jsonschema python3-tqdm python3-piexif python3-libarchive-c
python3 -m venv /tmp/fetching
pip="/tmp/fetching/bin/pip -q"
$pip install --no-deps --target /{_LIBRARY} \\
    picamera2=={PICAMERA2} simplejpeg==1.9.0 videodev2==0.0.4
$pip download --no-deps --no-binary pidng -d /tmp/fetching pidng==4.0.9
tar -xzf /tmp/fetching/pidng-4.0.9.tar.gz -C /{_LIBRARY} --strip-components=2 pidng-4.0.9/src/pidng
cat >>/{_LIBRARY}/picamera2/__init__.py <<'END'

import sys

import virtual_camera  # the tests' own
from picamera2.allocators import dmaallocator

virtual_camera.adapt(sys.modules[__name__], dmaallocator, libcamera)
END
"""
# As in Raspberry Pi OS; only that there the name is that of a kind of memory that Debian has not.
_RULES = """\
SUBSYSTEM=="dma_heap", GROUP="video", MODE="0660"
SUBSYSTEM=="dma_heap", KERNEL=="system", SYMLINK+="dma_heap/vidbuf_cached"
"""


def _place(root: Path) -> None:
    for name in ("virtual_camera.py", "pykms.py"):
        write(root, f"{_LIBRARY}/{name}", (_GUEST / name).read_text())
    write(root, PROBE, (_GUEST / "camera_probe.py").read_text())
    write(root, "etc/udev/rules.d/99-virtual-camera.rules", _RULES)


CAMERA = Layer("camera", _SCRIPT, (_GUEST,), _place)
"""To be put below the product: its installer finds picamera2 as on a Pi."""
