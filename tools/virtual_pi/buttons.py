"""Step 4, the buttons: real pins of the kernel, held by gpiozero and lgpio for the service.

`hands.py` presses them; the panel and the table's page show the effects.
"""

import itertools
import statistics
import threading

from rules.moves import Keep
from tools.virtual_pi.bench import BUZZER, LED, PINS, Bench
from tools.virtual_pi.machine import Machine
from tools.virtual_pi.panel_layer import LIBRARY
from tools.virtual_pi.playing import Person
from tools.virtual_pi.report import Report
from tools.virtual_pi.wire import Wire

BOX = f"""\
[panel]
driver = "ssd1309"
dim_after = {{dim}}
blank_after = {{blank}}
[buttons]
preset = "reference"
[camera]
kind = "none"
[sound]
pin = {BUZZER}
[led]
pin = {LED}
[page]
network = true
"""
WALK = (
    "right", "right", "left", "ok", "right", "stop", "scan", "ok", "ok", "scan", "right", "ok",
)  # fmt: skip
"""Presses of every button, through menus into a game whose dice are told by hand."""
_CHIP = """
import lgpio
chip = lgpio.gpiochip_open(0)
_, lines, name, label = lgpio.gpio_get_chip_info(chip)
print(lines, name, label)
"""
_TAKEN = """
import lgpio, time
chip = lgpio.gpiochip_open(0)
lgpio.gpio_claim_output(chip, {pin})
print("taken", flush=True)
time.sleep(600)
"""
CHIP = ["58", "gpiochip0", "pinctrl-bcm2711"]
# Both in seconds since the machine started.
_TIMED = """
read -r pressed _ </proc/uptime; down {pin}; wait_for 0.06; up {pin}; wait_for 2
read -r written </run/virtual-pi-written
echo $pressed $written
"""
MENU, ENDLESS = 3, 86_400
PRESSES = 5
LISTENED = 5.0
LONGEST = 400
"""Presses, after which something is wrong."""
_TAPPED = "down {pin}; wait_for 0.06; up {pin}; wait_for 0.1"


def box(dim: int = ENDLESS, blank: int = ENDLESS) -> str:
    """The reference box with a light and a buzzer."""
    return BOX.format(dim=dim, blank=blank)


def try_buttons(machine: Machine, wire: Wire, report: Report) -> None:
    """All that concerns the pins, on a machine whose kernel has simulated ones."""
    with Person(machine, seed=4) as person:
        bench = Bench(machine, person, wire)
        bench.build(box(), "ssd1309")
        look_at_the_pins(bench, report)
        told = walked_by_phone(bench)
        bench.build(box(), "ssd1309")
        contacts(bench, report)
        same_as_the_phone(bench, told, report)
        held_right(bench, report)
        quickness(bench, report)
        held_left(bench, report)
        stuck(bench, report)
        rest_and_wake(bench, report)
        refused(bench, report)
        watched_by_the_doctor(bench, report)
        a_game_by_buttons(bench, report)


def look_at_the_pins(bench: Bench, report: Report) -> None:
    machine = bench.machine
    chip = machine.check(f"cd /tmp && python3 -c '{_CHIP}'").split()
    report.holds("the chip is a Pi's, as lgpio sees it", chip == CHIP, words=" ".join(chip))
    owner = machine.check("stat -c '%G %a' /dev/gpiochip0; cat /proc/device-tree/model")
    report.holds("of the group gpio, on a Pi by its device tree",
                 owner.startswith("gpio 660") and "Raspberry Pi 4" in owner,
                 words=owner.replace("\n", ", ").rstrip("\0"))  # fmt: skip
    factory = machine.check(
        "tr '\\0' '\\n' </proc/$(systemctl show -P MainPID grillside)/environ | grep FACTORY;"
        "/opt/grillside/bin/python -c 'import gpiozero, lgpio, importlib.metadata as m;"
        'print(m.version("gpiozero"), lgpio.get_module_version(), lgpio.__file__)\''
    )
    report.holds("gpiozero of the product on lgpio of the system",
                 "/usr/lib/python3/dist-packages/lgpio.py" in factory,
                 words=" ".join(factory.split()))  # fmt: skip
    pulls = [machine.read(f"$(ls -d /sys/devices/platform/*/gpiochip*/sim_gpio{pin})/pull")
             for pin in PINS.values()]  # fmt: skip
    report.holds("five buttons pulled up by the service", pulls == [b"pull-up\n"] * len(PINS))


def walked_by_phone(bench: Bench) -> list[bytes]:
    """Return the pictures after each press of the walk on the phone."""
    told = []
    for action in WALK:
        bench.person.tap(action)
        bench.person.settle()
        told.append(bench.drawn)
    return told


def same_as_the_phone(bench: Bench, told: list[bytes], report: Report) -> None:
    """Each button does what the same button of the page does, and the glass shows it."""
    wrong = ""
    for number, action in enumerate(WALK):
        bench.press(action)
        if not bench.news(lambda news: not news["busy"]) or not bench.comes(told[number]):
            wrong = f"press {number + 1}, {action}: {bench.person.news['screen']}"
            break
    report.holds("a walk by pins shows what the same walk by phone showed", not wrong,
                 f"{len(WALK)} presses, {len(set(told))} pictures", wrong)  # fmt: skip


def contacts(bench: Bench, report: Report) -> None:
    """Test a bad contact, without lasting effects."""
    bench.shows()
    pin, start = PINS["right"], bench.drawn
    bench.person.tap("right")
    one = bench.drawn
    bench.person.tap("left")
    back = bench.drawn
    bench.fingers(f"jump {pin} pull-down 8; wait_for 0.1; jump {pin} pull-up 8; wait_for 0.3")
    report.holds("a contact that jumps eight times is one press", back == start and one != start
                 and bench.comes(one))  # fmt: skip
    bench.press("left")
    bench.comes(start)
    bench.fingers(f"jump {pin} pull-up 1; wait_for 0.05;" * 6)
    report.holds("spikes on the wire are no press", bench.drawn == start == bench.wire.seen())


def held_left(bench: Bench, report: Report) -> None:
    """Test that LEFT held is BACK: out of a die being entered, then out of the throw."""
    before = bench.screen("by_hand")
    for _ in range(2):
        bench.press("left", 0.8)
        bench.person.hear(1.0)
    left = bench.news(lambda news: news["screen"] != "by_hand")
    report.holds("LEFT held for 0.8 s is BACK", before and left and bench.shows(),
                 words=bench.person.news["screen"])  # fmt: skip


def held_right(bench: Bench, report: Report) -> None:
    """Test that RIGHT held repeats: a die being entered keeps turning."""
    moved = set()
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            moved.add(bench.drawn)

    watching = threading.Thread(target=watch)
    watching.start()
    bench.press("right", 2.0)
    stop.set()
    watching.join()
    report.holds("RIGHT held goes on by itself", len(moved) > MENU, f"{len(moved)} pictures in 2 s")


def quickness(bench: Bench, report: Report) -> None:
    """Measure the time from a press to the last byte of the new picture."""
    bench.shows()
    times = []
    for _ in range(PRESSES):
        said = bench.fingers(_TIMED.format(pin=PINS["right"]))
        pressed, _, written = said.partition(" ")
        if float(written) > float(pressed):
            times.append(float(written) - float(pressed))
    middle = statistics.median(times) if times else 9.0
    report.holds("from the finger to the picture", middle < 1.5, f"{middle * 1000:.0f} ms",
                 f"the middle one of {len(times)}; this machine is emulated")  # fmt: skip


def stuck(bench: Bench, report: Report) -> None:
    pin, before = PINS["scan"], bench.drawn
    bench.fingers(f"down {pin}; wait_for 11")
    told = bench.drawn != before and bench.shows()
    words = bench.person.news["screen"]
    bench.fingers(f"up {pin}; wait_for 0.5")
    report.holds("a button held for ten seconds is told as stuck", told, words=words)


def _rises(heard: list[tuple[float, bool]]) -> list[float]:
    return [at for at, level in heard[1:] if level]


def _lit(heard: list[tuple[float, bool]]) -> list[float]:
    """How long each flash was."""
    return [end[0] - start[0] for start, end in itertools.pairwise(heard) if start[1]]


def _ms(seconds: list[float]) -> str:
    return ", ".join(f"{each * 1000:.0f} ms" for each in seconds)


def rest_and_wake(bench: Bench, report: Report) -> None:
    bench.build(box(dim=5, blank=10), "ssd1309")
    bench.shows()
    drawn = bench.drawn
    dim = bench.news(lambda news: news["light"] == "dim", 12)
    contrast = bench.contrast(1)
    flashes = _listen(bench, LED, 4.5)
    dark = bench.news(lambda news: news["light"] == "off", 20)
    off = bench.comes(bytes(1024))
    bench.press("ok")
    woken = bench.comes(drawn)
    report.holds("it dims and goes dark by itself", dim and contrast == 1 and dark and off,
                 f"contrast {contrast}", f"told: dim {dim}, off {dark}; dark: {off}")  # fmt: skip
    report.holds("a button wakes it and does nothing else", woken and bench.drawn == drawn)
    lit = _lit(flashes)
    report.holds("the light only flashes while it rests", lit and max(lit) < 0.5, _ms(lit))


def refused(bench: Bench, report: Report) -> None:
    """Pins that cannot be had: told on the panel, and the table runs on."""
    machine = bench.machine
    machine.check("systemctl stop grillside")
    holder = _TAKEN.format(pin=PINS["scan"])
    machine.check(
        f"cd /tmp; setsid python3 -c '{holder}' >/tmp/taken 2>&1 </dev/null & echo $! >/tmp/holder"
    )
    machine.wait("grep taken /tmp/taken")
    bench.start()
    report.holds("a pin that another program holds: told", _told(bench, "Pin 17 is taken"))
    alarm = _lit(_listen(bench, LED, 3.5))
    report.holds("the light flashes twice, again and again, where something is wrong",
                 len(alarm) >= MENU and max(alarm) < 0.5, _ms(alarm))  # fmt: skip
    machine.check("kill $(cat /tmp/holder); systemctl stop grillside; chmod 600 /dev/gpiochip0")
    bench.start()
    report.holds("pins without the right to use them: told", _told(bench, "No right to use"))
    machine.check("chmod 660 /dev/gpiochip0")


def _told(bench: Bench, words: str) -> bool:
    """Whether the service says this in the journal since it was started, and shows it."""
    since = "$(systemctl show -P ExecMainStartTimestamp grillside | cut -d' ' -f2-3)"
    asked = f'journalctl -q -o cat -u grillside --since "{since}"'
    try:
        bench.machine.wait(f"{asked} | grep -q '{words}'", 20)
    except TimeoutError:
        return False
    return bench.screen("trouble", "edge") and bench.shows()


def watched_by_the_doctor(bench: Bench, report: Report) -> None:
    """It sees each button pressed, while the table does not run."""
    bench.machine.check("systemctl stop grillside")
    pins = " ".join(map(str, PINS.values()))
    script = f"for pin in $(yes {pins} | head -20); do down $pin; wait_for 0.15; up $pin; done"
    hands = threading.Thread(target=bench.fingers, args=(script, 120))
    hands.start()
    said = bench.doctor("buttons", "--watch")
    hands.join()
    report.holds("the doctor sees every button pressed", said == ["good button_pressed"] * 5,
                 words=", ".join(said))  # fmt: skip


def a_game_by_buttons(bench: Bench, report: Report, throws: int = 2) -> None:
    """Fingers on the pins and eyes on the glass alone; dice are told by the buttons too.

    The last throw has nothing but what lies aside already: it fails, and the buzzer tells.
    """
    bench.build(box(), "ssd1309")
    person, same, presses = bench.person, True, 0
    while presses < LONGEST and (person.news["game"] is None or presses == 0):
        bench.press("ok")
        presses += 1
        same = bench.shows() and same
    light_and_silence(bench, report)
    thrown, heard = 0, [(0.0, False)]
    while presses < LONGEST and thrown < throws:
        if any(not offer["repair"] for offer in person.news["game"]["offers"]):
            bench.press("ok")
            presses += 1
        elif person.news["screen"] != "by_hand":
            bench.press("scan")
            presses += 1
        else:
            thrown += 1
            names = dice_told(person, failing=thrown == throws)
            bench.fingers("; ".join(_TAPPED.format(pin=PINS[name]) for name in names), 120)
            if thrown < throws:
                bench.press("ok")
            else:
                heard = _listen(bench, BUZZER, LISTENED, _TAPPED.format(pin=PINS["ok"]))
            presses += len(names) + 1
        person.hear(0.5)
        same = bench.shows() and same
    moves = [type(step.move).__name__ for step in person.record().steps]
    report.holds("a game by buttons and panel alone", same and moves.count("Throw") == throws,
                 f"{throws} throws, {presses} presses", ", ".join(moves))  # fmt: skip
    periods = [rise - before for before, rise in itertools.pairwise(_rises(heard))]
    tone = 1 / statistics.median(periods) if periods else 0.0
    report.holds("a throw that fails: the buzzer sounds", periods, f"{tone:.0f} Hz",
                 f"{len(periods)} swings, 440 to 660 Hz meant")  # fmt: skip
    report.holds("no current flows through it afterwards", heard[-1][1] is False)


def dice_told(person: Person, *, failing: bool) -> list[str]:
    """Buttons that tell a throw, but for the last OK: by chance, or what was kept last again."""
    state = person.record().state
    dice, faces = state.legal_moves().dice, tuple(state.setup.table_dice.meaning)
    turns = [person.chance.randrange(6) for _ in range(dice)]
    if failing:
        kept = [step.move.face for step in person.record().steps if isinstance(step.move, Keep)]
        turns = [faces.index(kept[-1]), *[0] * (dice - 1)]  # each begins as the one before it
    return [name for each in turns for name in (*["right"] * each, "ok")]


def light_and_silence(bench: Bench, report: Report) -> None:
    """Return the levels of the two output pins while the table waits."""
    steady = _listen(bench, LED, 1.0)
    report.holds("the light is on while the table waits", [level for _, level in steady] == [True])
    report.holds("the buzzer is silent", _listen(bench, BUZZER, 0.2)[0][1] is False)


def _listen(bench: Bench, pin: int, seconds: float, first: str = "") -> list[tuple[float, bool]]:
    """The levels of a pin that the table drives: each change, in seconds since the start."""
    ear = f"/{LIBRARY}/ear $(dirname $(at {pin}))/value {seconds}"
    said = bench.fingers(f"{ear} >/tmp/heard &\nwait_for 0.3\n{first}\nwait; cat /tmp/heard", 90)
    changes = (line.split() for line in said.splitlines())
    return [(float(at), level == "1") for at, level in changes]
