"""Boots a tree like a machine: its systemd is the first process and runs one script."""

import shlex
import subprocess
import time

from tools.install import host
from tools.install.tree import Ran, Tree

# Everything is inside a mount namespace; the group of processes alone is left, and removed.
_OUTSIDE = """
set -e
groups={home}/groups
mkdir -p $groups
mount -t cgroup2 none $groups
find $groups -maxdepth 1 -name 'grillside-tree-*' -exec find {{}} -depth -type d -delete \\;
group=$(mktemp -d $groups/grillside-tree-XXXXXX)
(
    echo $BASHPID >$group/cgroup.procs
    exec unshare --mount --pid --fork --cgroup --ipc --uts --kill-child bash -c {inside}
) || true
find $group -depth -type d -delete
"""

_INSIDE = """
set -e
{mounts}
cd {merged}
# Of the machine outside not even udev may touch a device.
mount -t sysfs -o ro none sys
mount -t cgroup2 none sys/fs/cgroup
touch dev/console
mount --bind {console} dev/console
mkdir left
pivot_root . left
cd /
umount -l left
rmdir left
exec env -i container=other {environment} \\
    /lib/systemd/systemd --system --log-target=console --show-status=no
"""

_TRIAL = """\
[Unit]
After=grillside.service network.target
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
PassEnvironment={names}
Environment=HOME=/root LANG=C.UTF-8
ExecStart=/bin/bash /trial.sh
StandardOutput=file:/trial.told
StandardError=file:/trial.told
[Install]
WantedBy=multi-user.target
"""


def boot(tree: Tree, script: str, limit: float = 600) -> Ran:
    """Start the tree as a card would start, run the script once it is up, and shut it down."""
    start = time.monotonic()
    units = tree.top / "etc/systemd/system"
    wants = units / "multi-user.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    (units / "trial.service").write_text(_TRIAL.format(names=" ".join(tree.settings)))
    (wants / "trial.service").unlink(missing_ok=True)
    (wants / "trial.service").symlink_to("../trial.service")
    (tree.top / "trial.sh").write_text(f"set -e\n{script}\necho trial ended well\n")
    console = tree.home / "console"
    console.write_text("")
    inside = _INSIDE.format(
        mounts=tree.mounts(), merged=tree.merged, console=console, environment=tree.environment()
    )
    outside = _OUTSIDE.format(home=tree.home, inside=shlex.quote(inside))
    subprocess.run(
        [host.tool("setpriv"), "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork",
         "--kill-child", "bash", "-c", outside],
        check=False, timeout=limit, stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip
    told = tree.top / "trial.told"
    said = told.read_text(errors="replace") if told.exists() else console.read_text()
    ended = said.endswith("trial ended well\n")
    return Ran(0 if ended else 1, said, time.monotonic() - start, killed=False)
