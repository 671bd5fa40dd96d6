"""The doctor's texts: for each code the finding, and what to do about it."""

from collections.abc import Mapping

from firmware.doctor.findings import State
from firmware.speech.language import N_

CHECKS = {
    "config": N_("configuration"),
    "panel": N_("panel"),
    "buttons": N_("buttons"),
    "sound": N_("sound"),
    "led": N_("LED"),
    "camera": N_("camera"),
    "disk": N_("disk"),
    "clock": N_("clock"),
    "service": N_("service"),
    "versions": N_("versions"),
}

STATES = {
    State.GOOD: N_("good"),
    State.WARNING: N_("warning"),
    State.BAD: N_("BAD"),
    State.ABSENT: N_("absent"),
}

SENTENCES: Mapping[str, tuple[str, str]] = {
    "check_failed": (
        N_("This check itself failed: {reason}."),
        N_("Please send what `grillside report` packs."),
    ),
    "not_a_pi": (N_("This is no Raspberry Pi, so none is looked for."), ""),
    # configuration
    "config_default": (N_("No file: this is the reference box."), ""),
    "config_read": ("{file}", ""),
    # panel
    "panel_none": (N_("The configuration has none."), ""),
    "panel_answers": (
        N_("It answers at {address} on {node}."),
        N_('Is its picture two pixels aside? Then say driver = "sh1106" in [panel].'),
    ),
    "panel_untold": (
        N_(
            "{node} can be used. A panel on SPI answers nothing, so whether it is there is unknown."
        ),
        N_("Start the table. If it stays dark: look at its wires, and at dc_pin and reset_pin."),
    ),
    "panel_slow": (
        N_("The bus runs at {kilohertz} kHz, so a picture takes {milliseconds} ms."),
        N_("Add dtparam=i2c_arm_baudrate=400000 to /boot/firmware/config.txt and restart."),
    ),
    # buttons
    "buttons_none": (N_("The configuration has none."), ""),
    "button_up": (N_("{label} on GPIO {pin} is up."), ""),
    "button_down": (
        N_("{label} on GPIO {pin} is down."),
        N_("If nobody presses it, it is stuck or wired to ground: check its wires."),
    ),
    "button_pressed": (N_("{label} on GPIO {pin} was pressed."), ""),
    "button_not_pressed": (
        N_("{label} on GPIO {pin} was not pressed."),
        N_("If you did press it: one of its wires goes to GPIO {pin}, the other to ground."),
    ),
    "pins_folder": (
        N_("lgpio cannot write in {folder}, so the buttons may be dead."),
        N_("Start Grillside in a folder it may write in, or name one in LG_WD."),
    ),
    # sound
    "sound_none": (N_("The configuration has none."), ""),
    "sound_pin": (N_("A buzzer on GPIO {pin}; it cannot be asked."), ""),
    # LED
    "led_none": (N_("The configuration has none."), ""),
    "led_pin": (
        N_("An LED on GPIO {pin}; it cannot be asked."),
        N_("If it stays dark while the table runs: turn it round, with the longer leg to the pin."),
    ),
    # camera
    "camera_off": (N_("The configuration has none: throws are entered by buttons."), ""),
    "camera_none": (
        N_("There is no USB camera."),
        N_("Plug one in, or play without: throws can be entered by buttons."),
    ),
    "picture_taken": (N_("A picture of {width} x {height} pixels in {milliseconds} ms."), ""),
    "picture_sharp": (N_("It is sharp ({percent} %)."), ""),
    "picture_blurred": (
        N_("It is blurred ({percent} %), or shows nothing."),
        N_("Put dice in the tray, wipe the lens, and aim the camera in the table's menu."),
    ),
    "picture_lit": (N_("The light is good ({percent} %)."), ""),
    "picture_dark": (
        N_("It is dark ({percent} %)."),
        N_("Give more light, from the side, or take the cap off the lens."),
    ),
    "picture_bright": (N_("It is too bright ({percent} %)."), N_("Give less light.")),
    "picture_clear": (N_("Nothing glares."), ""),
    "picture_glare": (
        N_("{percent} % of it glare."),
        N_("Move the lamp aside, or lay a cloth into the tray."),
    ),
    "mat_seen": (
        N_(
            "A mat on {paper} is seen, {markers} of its 4 squares; the lens is about"
            " {centimetres} cm above it, {degrees} degrees aslant."
        ),
        "",
    ),
    "picture_empty": (N_("No dice found."), N_("Put some in the tray to try the reader.")),
    "picture_read": (N_("Dice read, as {dice}: {faces}, in {milliseconds} ms."), ""),
    # disk
    "disk_good": (N_("{folder}: {free} MB free, a move is safe after {milliseconds} ms."), ""),
    "disk_low": (
        N_("{folder}: only {free} MB free."),
        N_("Games still fit. Make room before the disk is full."),
    ),
    "disk_full": (
        N_("{folder}: {free} MB free, which is nothing."),
        N_("Moves could not be saved. Make room, or name another folder in [game]."),
    ),
    "disk_slow": (
        N_("{folder}: a move is safe only after {milliseconds} ms."),
        N_("The card is slow or worn out: each move waits for it. Use another."),
    ),
    "disk_refuses": (
        "{folder}: {reason}.",
        N_("Moves could not be saved. Give this user the folder, or name another in [game]."),
    ),
    # clock
    "clock_good": (N_("It is {date}."), ""),
    "clock_wrong": (
        N_("It is {date}, which cannot be."),
        N_(
            "Games are saved, but without a date. Connect a network, or set the clock with "
            "timedatectl."
        ),
    ),
    # service
    "part_in_use": (
        N_("The table is using it, so it was not checked."),
        N_("To look at it: sudo systemctl stop grillside, and start it again afterwards."),
    ),
    "service_unknown": (N_("There is no systemd to ask."), ""),
    "service_none": (N_("It is not installed: the table starts only by hand."), ""),
    "service_runs": (
        N_("It runs. {status}"),
        N_("It has buttons and camera. To try them here: sudo systemctl stop grillside."),
    ),
    "service_changing": (N_("It is just starting or stopping."), N_("Check again in a minute.")),
    "service_stopped": (N_("It does not run."), "sudo systemctl start grillside"),
    "service_failed": (
        N_("It has failed ({result}). Games are safe."),
        N_("journalctl -u grillside says why. Then reset-failed and start it with systemctl."),
    ),
    "service_restarted": (
        N_("It was restarted {count} times since the machine started."),
        N_("journalctl -u grillside says why. Please send what `grillside report` packs."),
    ),
    "service_disabled": (
        N_("It does not start with the machine."),
        "sudo systemctl enable grillside",
    ),
    "service_user": (
        N_("There is no user “{user}” for it to run as."),
        "sudo systemd-sysusers",
    ),
    "service_group": (
        N_("Its user “{user}” is not in the group {group}, so a device is refused."),
        "sudo usermod -aG {group} {user}; sudo systemctl restart grillside",
    ),
    # versions
    "machine": ("{model}", ""),
    "version": ("{package} {version}", ""),
    "package_missing": (N_("{package} is not installed."), ""),
    "lgpio_missing": (
        N_("lgpio is not installed, so the buttons are dead."),
        N_(
            "apt install python3-lgpio, and a virtual environment made with"
            " --system-site-packages on the system's own Python."
        ),
    ),
    "picamera2_missing": (
        N_("picamera2 is not installed, so the Pi's own camera cannot be used."),
        N_(
            "apt install --no-install-recommends python3-picamera2, and a virtual environment made"
            " with --system-site-packages on the system's own Python. Never by pip."
        ),
    ),
    "libcamera_missing": (
        N_("picamera2 {version} is there without libcamera: it came by pip, or by another Python."),
        N_(
            "pip uninstall picamera2; then apt install --no-install-recommends python3-picamera2"
            " and a virtual environment made with --system-site-packages."
        ),
    ),
    "numpy_too_new": (
        N_("numpy {version} does not fit the system's picamera2, which was built for numpy 1."),
        N_('pip install "numpy<2", or use Raspberry Pi OS Trixie.'),
    ),
    "gpiozero_too_old": (
        N_("gpiozero {version} opens the wrong chip on a Pi 5."),
        'pip install "gpiozero>=2.0.1.post3"',
    ),
    "pillow_too_new": (
        N_("Pillow {version} breaks luma.oled {luma}."),
        'pip install "pillow<14"',
    ),
    "opencv_twice": (
        N_("Both opencv-python and opencv-python-headless are installed and break each other."),
        N_("pip uninstall both, then pip install opencv-python-headless."),
    ),
    "opencv_full": (
        N_("opencv-python {version} needs a desktop, which Pi OS Lite has not."),
        N_("pip uninstall opencv-python, then pip install opencv-python-headless."),
    ),
    "opencv_missing": (
        N_("OpenCV is not installed, so no dice can be read."),
        N_("apt install python3-opencv, or elsewhere pip install opencv-python-headless."),
    ),
    "opencv_broken": (
        N_("OpenCV cannot be loaded: {reason}."),
        N_("Where libGL is missing: opencv-python-headless in the place of opencv-python."),
    ),
}
