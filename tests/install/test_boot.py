"""The Pi's config.txt: one marked block, put in once and taken out whole."""

from pathlib import Path

from tests.install.script import Card, shell

OURS = """\
# grillside begin: written by install.sh, taken out by install.sh --uninstall
[all]
dtoverlay=
dtparam=i2c_arm=on
dtparam=i2c_arm_baudrate=400000
dtparam=spi=on
# grillside end
"""
OWN_SPEED = OURS.replace("dtparam=i2c_arm_baudrate=400000\n", "")

SAMPLES: dict[str, str | bytes] = {
    "empty": "",
    "a comment": "# nothing\n",
    "no final newline": "dtparam=audio=on",
    "on already": "dtparam=i2c_arm=on\ndtparam=spi=on\n",
    "off": "dtparam=i2c_arm=off\n",
    "many in a line": "dtparam=audio=on,i2c_arm=on,spi=on\n",
    "commented out": "#dtparam=i2c_arm=on\n#dtparam=i2c_arm_baudrate=1000000\n",
    "under another model": "arm_boost=1\n[pi4]\ndtparam=i2c_arm=on\n",
    "speed of another model": "[pi5]\ndtparam=i2c_arm_baudrate=1000000\n",
    "an overlay at the end": "[all]\ndtoverlay=gpio-fan,gpiopin=14\n",
    "from Windows": "dtparam=audio=on\r\n[all]\r\n",
    "not UTF-8": b"# f\xfcr alle\ndtparam=audio=on\n",
    "odd characters": "initial_turbo=\\n%s$HOME`id`*\n",
}
OWN_SPEEDS = {
    "quicker": "dtparam=i2c_arm_baudrate=1000000\n",
    "with others": "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n",
    "its old name": "dtparam=i2c_baudrate=50000\n",
    "its number": "  dtparam=i2c1_baudrate=400000\n",
    "after all": "[pi4]\narm_boost=1\n[all]\ndtparam=i2c_arm_baudrate=200000\n",
}

CHANGED, SAME = "changed", "same"
SET = f'set_buses "$file" && echo {CHANGED} || echo {SAME}'


def content(sample: str | bytes) -> bytes:
    return sample.encode() if isinstance(sample, str) else sample


def with_newline(sample: bytes) -> bytes:
    return sample if not sample or sample.endswith(b"\n") else sample + b"\n"


def test_the_block_is_added_once_and_taken_out_whole(tmp_path: Path) -> None:
    """Of all these files in one go: a shell takes longer to start than to do it."""
    cards = {name: Card(tmp_path / f"{n}") for n, name in enumerate(SAMPLES)}
    files = {
        name: card.write("boot/firmware/config.txt", SAMPLES[name]) for name, card in cards.items()
    }
    roots = " ".join(str(card.root) for card in cards.values())
    ran = shell(
        f"for root in {roots}; do file=$root/boot/firmware/config.txt; "
        f"{SET}; {SET}; cp $file $file.with; turn_off_buses; done"
    )
    assert ran.stdout.split() == [CHANGED, SAME] * len(SAMPLES), ran.stderr
    for name, file in files.items():
        before = with_newline(content(SAMPLES[name]))
        assert Path(f"{file}.with").read_bytes() == before + OURS.encode(), name
        assert file.read_bytes().removesuffix(b"\n") == before.removesuffix(b"\n"), name


def test_a_speed_of_ones_own_stays(tmp_path: Path) -> None:
    for name, sample in OWN_SPEEDS.items():
        file = Card(tmp_path).write("config.txt", sample)
        ran = shell(f"{SET}; {SET}", file=file)
        assert ran.stdout.split() == [CHANGED, SAME], ran.stderr
        assert file.read_text() == sample + OWN_SPEED, name


def test_what_somebody_wrote_below_stays_below(tmp_path: Path) -> None:
    file = Card(tmp_path).write("config.txt", f"a=1\n{OURS}b=2\n")
    assert shell(SET, file=file).stdout.split() == [SAME]
    ran = shell('without_block "$file"', file=file)
    assert ran.stdout == "a=1\nb=2\n"


def test_a_block_that_was_changed_is_put_right(tmp_path: Path) -> None:
    off = OURS.replace("spi=on", "spi=off")
    file = Card(tmp_path).write("config.txt", f"a=1\n{off}b=2\n")
    assert shell(SET, file=file).stdout.split() == [CHANGED]
    assert file.read_text() == f"a=1\nb=2\n{OURS}"


def test_a_block_without_its_end_takes_nothing_of_others_with_it(tmp_path: Path) -> None:
    torn = OURS.replace("# grillside end\n", "")
    file = Card(tmp_path).write("config.txt", f"a=1\n{torn}b=2\n")
    assert shell(SET, file=file).stdout.split() == [CHANGED]
    assert file.read_text() == f"a=1\nb=2\n{OURS}"


def test_the_file_of_before_bookworm_is_found(tmp_path: Path) -> None:
    card = Card(tmp_path)
    old = card.write("boot/config.txt", "")
    assert shell("boot_file", root=tmp_path).stdout == str(old)
    new = card.write("boot/firmware/config.txt", "")
    assert shell("boot_file", root=tmp_path).stdout == str(new)


def pi(tmp_path: Path, speed: int) -> Card:
    """A Pi whose kernel has both buses, at this speed."""
    card = Card.at(tmp_path)
    card.write("proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
    card.write("dev/i2c-1", "")
    card.write("dev/spidev0.0", "")
    card.write("sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", speed.to_bytes(4, "big"))
    return card


REBOOT = "if reboot_needed; then echo reboot; else echo none; fi"


def needed(tmp_path: Path) -> str:
    ran = shell(REBOOT, root=tmp_path)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


def test_no_reboot_where_the_kernel_has_everything_already(tmp_path: Path) -> None:
    pi(tmp_path, 400_000)
    assert needed(tmp_path) == "none"


def test_a_reboot_for_another_speed(tmp_path: Path) -> None:
    card = pi(tmp_path, 100_000)
    assert needed(tmp_path) == "reboot"
    card.write("boot/firmware/config.txt", "dtparam=i2c_arm_baudrate=100000\n")
    assert needed(tmp_path) == "none"


def test_a_reboot_for_a_bus_that_is_not_on(tmp_path: Path) -> None:
    (pi(tmp_path, 400_000).root / "dev/i2c-1").unlink()
    assert needed(tmp_path) == "reboot"


def test_no_reboot_because_a_kernel_does_not_tell_its_speed(tmp_path: Path) -> None:
    card = pi(tmp_path, 100_000)
    (card.root / "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency").unlink()
    assert needed(tmp_path) == "none"


def test_what_is_no_pi_needs_no_reboot(tmp_path: Path) -> None:
    Card.at(tmp_path)
    assert needed(tmp_path) == "none"
