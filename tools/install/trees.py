"""Tests the installer in clean trees of whole systems: `make trees`, or with releases to test.

It needs root, Debian with debootstrap, and the network, and takes about twenty minutes. The trees
are Debian's, for this machine's architecture: packages that only Raspberry Pi OS has are replaced
by Debian's, which is reported. They are kept in .trees/, of which only the bases are used again.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.install import host
from tools.install.booting import boot
from tools.install.listing import differences
from tools.install.tree import CHECKOUT, INCLUDED, Ran, Tree

ROOT = Path(__file__).parents[2]
TREES = ROOT / ".trees"
RELEASES = ("trixie", "bookworm")

INSTALL = f"{CHECKOUT}/install.sh"
BOOT = """\
# Only what matters here of a fresh card's file.
#dtparam=i2c_arm=on
dtparam=audio=on
dtoverlay=vc4-kms-v3d
[cm4]
otg_mode=1
"""
FIRST = (
    "Unpacking python3-opencv", "Setting up python3-numpy", "== The program", "Collecting",
    "Installing collected", "Successfully installed", "== I2C and SPI", "== How the box",
    "== Into use", "== The service", "== Done",
)  # fmt: skip
"""When a first install is killed, one after the other, each time run again."""
UPDATE = (
    "== The program", "Collecting", "Installing collected", "Successfully installed", "== Into use",
    "== The service", "== Done",
)  # fmt: skip
"""The same for an update."""
KEPT = {
    "etc/grillside", "etc/grillside/config.toml", "var/lib/grillside",
    "var/lib/grillside/game.jsonl", "etc/passwd", "etc/group", "etc/shadow", "etc/gshadow",
}  # fmt: skip
"""What remains after uninstalling: games, configuration, and their user."""


SIMULATED = """\
[Service]
Type=exec
ExecStart=
ExecStart=/opt/grillside/bin/grillside table --sim --page
"""
PAGE = """
{as_user} grillside table --sim --page >/tmp/told 2>&1 &
for each in $(seq 200); do
    address=$(grep -o 'http://[^ ]*' /tmp/told) && break
    sleep 0.5
done
/usr/bin/python3 -c 'import sys, urllib.request as to; to.urlopen(sys.argv[1])' $address
"""
BOOTED = f"""
never() {{ if "$@" 2>/dev/null; then exit 1; fi; }}
program() {{ tr '\\0' ' ' </proc/$(systemctl show -P MainPID grillside)/cmdline; echo; }}
systemctl is-active grillside
program | grep '^/opt/grillside-a/'
{INSTALL}
systemctl is-active grillside
program | grep '^/opt/grillside-b/'
never ls -d /opt/grillside-a
before=$(systemctl show -P MainPID grillside)
{INSTALL}
[ $before = $(systemctl show -P MainPID grillside) ]
{INSTALL} --uninstall
never systemctl is-active grillside
never grep -lz '^/opt/grillside' /proc/[0-9]*/cmdline
"""


class Failed(AssertionError):
    """The installer failed."""


def expect(holds: object, what: str, ran: Ran | None = None) -> None:
    if not holds:
        tail = "" if ran is None else f"\n{ran.output[-3000:]}"
        raise Failed(what + tail)


def copy_checkout(target: Path, version: str = "") -> Path:
    """Return the checkout without ignored files, optionally as a newer version."""
    shutil.rmtree(target, ignore_errors=True)
    names = host.told("git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z")
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    if version:
        project = target / "pyproject.toml"
        lines = project.read_text().splitlines(keepends=True)
        new = (
            f'version = "{version}"\n' if line.startswith("version =") else line for line in lines
        )
        project.write_text("".join(new))
    return target


def base(release: str) -> Path:
    """A clean system, made once."""
    folder = TREES / release / "base"
    if not folder.exists():
        making = folder.with_suffix(".part")
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [host.tool("debootstrap"), "--variant=minbase", f"--include={INCLUDED}", release,
             str(making), host.mirror()],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        making.rename(folder)
    return folder


def prepared(release: str) -> Tree:
    """A card before the installer: Debian with what Raspberry Pi OS has besides."""
    home = TREES / release
    checkout = copy_checkout(home / "checkout")
    tree = Tree(home, (base(release),), checkout).over("prepared")
    etc, boot = tree.top / "etc/apt", tree.top / "boot/firmware"
    # The packages are not what is tried: dpkg need not wait for the disk at each of their files.
    careless = tree.top / "etc/dpkg/dpkg.cfg.d"
    for folder in (etc / "apt.conf.d", boot, careless):
        folder.mkdir(parents=True)
    (etc / "sources.list").write_text(f"deb {host.mirror()} {release} main\n")
    (etc / "apt.conf.d/00host").write_text(host.apt_settings())
    (careless / "trees").write_text("force-unsafe-io\n")
    (boot / "config.txt").write_text(BOOT)
    ran = tree.run("for name in gpio i2c spi; do groupadd --system $name; done")
    expect(ran.status == 0, "the tree cannot be entered", ran)
    return tree


def works(tree: Tree, command: str, what: str) -> Ran:
    ran = tree.run(command)
    expect(ran.status == 0, f"{what}: status {ran.status}", ran)
    return ran


def packages(tree: Tree) -> str:
    return works(tree, "dpkg-query -W -f '${Package} ${Version} ${Status}\\n'", "dpkg").output


def say(release: str, what: str, seconds: float | None = None) -> None:
    print(f"{release}: {what}" + ("" if seconds is None else f" ({seconds:.0f} s)"), flush=True)


def try_release(release: str) -> None:
    """Everything, on one release; it stops at the first thing that is wrong."""
    card = prepared(release)
    clean = card.over("clean")
    ran = works(clean, f"{INSTALL} --yes", "a first install")
    say(release, "installed", ran.seconds)
    try_again(release, clean)
    look_around(release, clean.over("looked"))
    before = try_broken_off(release, card, clean)
    try_update(release, clean)
    try_refusals(release, clean)
    try_booted(release, clean)
    try_removing(release, clean, before)


def try_again(release: str, clean: Tree) -> None:
    again = clean.over("again")
    ran = works(again, f"{INSTALL} --yes", "a second install")
    changed = differences(clean.listing(), again.listing())
    expect(not changed, f"the second install changed {changed}", ran)
    say(release, "installed again: nothing changed", ran.seconds)


def look_around(release: str, tree: Tree) -> None:
    own = works(tree, "ls -d /opt/grillside/lib/python3*/site-packages/*.dist-info", "ls").output
    names = sorted(Path(line).stem for line in own.split())
    say(release, f"pip brought {', '.join(names)}")
    expect(not any(name.startswith(("pip-", "setuptools-")) for name in names), "pip is left there")
    foreign = works(
        tree, "find /opt/grillside/ ! -user root -o ! -type l -perm /7022", "find"
    ).output
    expect(not foreign, f"others than root can change {foreign}")
    say(release, "the program is root's alone, without pip and setuptools")

    units = "/etc/systemd/system/grillside*.service /etc/systemd/system/grillside*.socket"
    ran = works(tree, f"systemd-analyze verify {units}", "systemd-analyze verify")
    expect(not ran.output, "systemd-analyze complains", ran)
    enabled = "systemctl is-enabled grillside.service grillside-splash.service"
    ran = works(tree, f"{enabled} grillside-power-off.socket", "systemctl is-enabled")
    expect(ran.output.split() == ["enabled"] * 3, "not all is enabled", ran)
    say(release, "units verified, enabled")

    picture = f"{CHECKOUT}/tests/vision/gate/barbecue-03.jpg"
    ran = tree.run(f"grillside read {picture} --dice barbecue --expect 5")
    say(release, f"grillside read: {ran.output.strip().splitlines()[-1]}", ran.seconds)
    expect("5 dice: 1 worm 1 2 6" in ran.output, "the picture is not read", ran)

    as_user = "setpriv --reuid grillside --regid grillside --init-groups "
    as_user += "env HOME=/ XDG_DATA_HOME=/tmp LG_WD=/tmp"
    ran = works(
        tree, f"{as_user} grillside table --sim --seed 1 --script {CHECKOUT}/docs/table.script",
        "a simulated game",
    )  # fmt: skip
    say(release, "a game played by a script, as the service's user", ran.seconds)
    ran = works(tree, PAGE.format(as_user=as_user), "the page")
    say(release, "the page answers", ran.seconds)
    doctored(release, tree.run(f"{as_user} grillside doctor --json"))
    cameras(release, tree)


def doctored(release: str, ran: Ran) -> None:
    findings = json.loads(ran.output)["findings"]
    bad = [f"{one['check']} {one['code']}" for one in findings if one["state"] == "bad"]
    versions = {
        one["arguments"]["package"]: one["arguments"]["version"] for one in findings
        if one["code"] == "version"
    }  # fmt: skip
    expect({"Python", "numpy", "pillow"} <= versions.keys(), "doctor tells no versions", ran)
    expect(not any("versions" in one for one in bad), "versions do not go together", ran)
    told = ", ".join(f"{name} {version}".strip() for name, version in versions.items())
    say(release, f"doctor: {told}; bad: {', '.join(bad)}")


def cameras(release: str, tree: Tree) -> None:
    install = "apt-get -q -y install --no-install-recommends python3-libcamera"
    if tree.run(f"apt-get -q update; {install}").status:
        say(release, "no python3-libcamera in Debian: not tried")
        return
    works(tree, "/opt/grillside/bin/python -I -c 'import libcamera'", "libcamera")
    say(release, "libcamera, Debian's instead of picamera2, is seen by the program")


def try_broken_off(release: str, card: Tree, clean: Tree) -> dict[str, str]:
    """Kill a first installation repeatedly; return the tree with only the packages."""
    tree = card.over("broken")
    before: dict[str, str] = {}
    for point in FIRST:
        ran = tree.run(f"{INSTALL} --yes", kill_at=point)
        expect(ran.killed, f"it never came to '{point}'", ran)
        if point == "== The program":
            before = tree.listing()
    ran = works(tree, f"{INSTALL} --yes", "an install after all that")
    changed = differences(clean.listing(), tree.listing())
    expect(not changed, f"after being killed it is not the same: {changed}", ran)
    expect(packages(tree) == packages(clean), "not the same packages")
    say(release, f"killed at {len(FIRST)} points and run again: the same as without")
    return before


def try_update(release: str, clean: Tree) -> None:
    newer = copy_checkout(clean.home / "newer", "99.0")
    tree = clean.over("updated", newer)
    use(tree)
    mine = {path: told for path, told in tree.listing().items() if path in KEPT}
    old = works(tree, "grillside --version", "the old version").output
    swap = UPDATE.index("== Into use")
    expected = {point: "grillside 99.0\n" if i > swap else old for i, point in enumerate(UPDATE)}
    for point in UPDATE:
        ran = tree.run(INSTALL, kill_at=point)
        expect(ran.killed, f"it never came to '{point}'", ran)
        ran = works(tree, "grillside --version", f"the program after '{point}'")
        # A kill comes a moment after the words: near the swap either may be the one in use.
        possible = {old, "grillside 99.0\n"} if point == "== Into use" else {expected[point]}
        expect(ran.output in possible, "the wrong version", ran)
    ran = works(tree, INSTALL, "the update")
    after = tree.listing()
    expect(mine == {path: after[path] for path in mine}, "a game or the configuration changed")
    folders = works(tree, "ls -d /opt/grillside*", "ls").output.split()
    expect(folders == ["/opt/grillside", "/opt/grillside-b"], f"left: {folders}")
    say(release, f"updated, killed at {len(UPDATE)} points: a whole program at each, games kept")


def use(tree: Tree) -> None:
    """As if people had played and changed the configuration."""
    works(
        tree, "install -d -o grillside -g grillside /var/lib/grillside; "
        "echo game > /var/lib/grillside/game.jsonl; echo '# mine' >> /etc/grillside/config.toml",
        "playing",
    )  # fmt: skip


def try_booted(release: str, clean: Tree) -> None:
    """The card as a machine that runs, with a simulated table for want of panel and buttons."""
    tree = clean.over("booted", clean.home / "newer")
    simulated = tree.top / "etc/systemd/system/grillside.service.d/trial.conf"
    simulated.parent.mkdir(parents=True)
    simulated.write_text(SIMULATED)
    ran = boot(tree, BOOTED)
    expect(ran.status == 0, "the installer on a running system", ran)
    expect("It runs." in ran.output, "it was started again though nothing changed", ran)
    expect("opt/grillside-b" not in tree.listing(), "it is still there", ran)
    say(release, "booted: runs by itself, restarted by an update, stopped at the end", ran.seconds)


def try_refusals(release: str, clean: Tree) -> None:
    newer = clean.home / "newer"
    tree = clean.over("refused", newer)
    ran = tree.run(f"PIP_NO_INDEX=1 PIP_FIND_LINKS=/nowhere {INSTALL}")
    expect(ran.status == 1 and "What ran before still runs" in ran.output, "no network", ran)
    works(tree, "grillside --version", "the program without a network")
    changed = differences(clean.listing(), tree.listing())
    expect(not changed, f"a failed update changed {changed}", ran)
    ran = tree.run(f"flock /run/grillside-install.lock {INSTALL}")
    expect(ran.status == 1 and "Another install.sh" in ran.output, "two at once", ran)
    ran = tree.run(f"{INSTALL} --uninstall --purge")
    expect(ran.status == 1 and "add --yes" in ran.output, "games removed without asking", ran)
    expect(not differences(clean.listing(), tree.listing()), "a refusal changed something")
    say(release, "refused with nothing changed: no network, two at once, purge without asking")

    tree = clean.over("second")
    site = "/opt/grillside/lib/python3*/site-packages"
    works(tree, f"mkdir $(echo {site})/cv2", "a second OpenCV")
    ran = works(tree, INSTALL, "an install over a second OpenCV")
    expect("a second one of its own" in ran.output, "a second OpenCV is not noticed", ran)
    works(tree, f"ls -d {site}; ! ls -d {site}/cv2", "a program without a second OpenCV")
    say(release, "a second OpenCV in the program: noticed, and built anew without")


def try_removing(release: str, clean: Tree, before: dict[str, str]) -> None:
    tree = clean.over("removed")
    use(tree)
    ran = works(tree, f"{INSTALL} --uninstall", "taking it away")
    expect("/var/lib/grillside" in ran.output, "it does not say where games lie", ran)
    left = differences(before, tree.listing())
    expect(set(left) == KEPT, f"left behind: {set(left) ^ KEPT}", ran)
    ran = works(tree, f"{INSTALL} --uninstall", "taking it away twice")
    expect(set(differences(before, tree.listing())) == KEPT, "the second time differs", ran)
    ran = works(tree, f"{INSTALL} --uninstall --purge --yes", "purge")
    left = differences(before, tree.listing())
    expect(not left, f"purge left behind: {left}", ran)
    say(release, "taken away: games and configuration left; purged: nothing left")


def chosen(arguments: Sequence[str]) -> Iterator[str]:
    for name in arguments or RELEASES:
        if name not in RELEASES:
            sys.exit(f"trees: {name} is none of {', '.join(RELEASES)}")
        yield name


if __name__ == "__main__":
    for each in chosen(sys.argv[1:]):
        try_release(each)
