"""Sentences about devices, disk, configuration and scripts: the problem, and what to do.

Those about devices and disk also appear on the panel, which holds about sixty letters.
"""

from collections.abc import Mapping

from firmware.speech.language import N_, Template

TROUBLES: Mapping[str, Template] = {
    # the camera
    "camera_missing": N_("No camera. Power off, push its ribbon in, start again."),
    "camera_busy": N_("Another program has the camera. Close it."),
    "mat_mirrored": N_("The mat is mirrored: by the printer, or by the camera?"),
    "mat_twice": N_("Two mats are seen: take one away."),
    "mat_unknown": N_("A mat of another version: print one with grillside mat."),
    "mat_covered": N_("Only {found} of the mat's squares is seen: uncover {least}."),
    "mat_bent": N_("The mat does not lie flat: smooth it, or print it anew."),
    "mat_no_markers": N_("This OpenCV has no markers: a mat needs a newer one."),
    "camera_gone": N_("Camera lost: check its cable. Use the buttons."),
    "camera_frozen": N_("The camera shows an old picture: check its cable. Use the buttons."),
    "camera_library": N_("picamera2 is missing: apt install python3-picamera2."),
    "reader_library": N_("OpenCV is missing: apt install python3-opencv."),
    "folder_empty": N_("No pictures in {folder}."),
    "folder_unreadable": N_("{folder} cannot be read."),
    "picture_unreadable": N_("{file} is no picture."),
    "taught_gone": N_("The dice {name} are gone: teach them again."),
    "taught_damaged": N_("The dice {name} are damaged: teach them again."),
    "taught_newer": N_("The dice {name} need a newer Grillside: update."),
    "taught_other_game": N_("The dice {name} were taught for another game."),
    "device_failed": N_("A device failed: try again or use the buttons."),
    # the panel
    "panel_bus_off": N_("No {node}: switch the bus on in raspi-config."),
    "panel_permission": N_("No right to use {node}: join its group, start again."),
    "panel_blocked": N_("{node} is blocked: SDA or SCL shorted or swapped? Check wires."),
    "panel_silent": N_("No panel at {address}: check its four wires."),
    "panel_elsewhere": N_("The panel is at {address}, not at {wanted}: change the config."),
    "panel_claimed": N_("A driver of the system has the panel at {address}."),
    "panel_broken": N_("The panel fails: {reason}."),
    "panel_library": N_("{library} is missing: install luma.oled."),
    "panel_pins": N_("Without pins no panel on {node}."),
    # the pins
    "pins_missing": N_("No pins here: buttons cannot work. Try table --sim."),
    "pins_library": N_("{library} is missing: apt install python3-lgpio."),
    "pins_permission": N_("No right to use {node}: join the group gpio."),
    "pins_folder": N_("{folder} must be writable for the pins."),
    "pin_unknown": N_("There is no pin {pin}."),
    "pin_taken": N_("Pin {pin} is taken: two buttons, or another program."),
    "button_stuck": N_("{button} stuck: free it, check its wires. The others work."),
    "pin_refused": N_("Pin {pin} cannot be used: {reason}."),
    # the page
    "page_not_here": N_("That is not possible here."),
    "page_dice": N_("{count} dice: not now."),
    "page_dice_nameless": N_("Say what the dice shall be called."),
    "page_dice_name": N_("Dice cannot be called “{name}”: too long, or taken."),
    "page_marks": N_("You can re-roll {count} at most."),
    "page_same": N_("Nothing was changed."),
    "page_no_throw": N_("There is no throw to correct."),
    "page_no_game": N_("There is no such game."),
    "page_tls": N_("No page: its certificate cannot be made. Is openssl installed?"),
    "page_port": N_("No page: port {port} is taken. Change the config."),
    # the system
    "power_refused": N_("The system refuses to power off. Pull the plug: all is saved."),
    "no_box": N_("No panel and no buttons here. Try: grillside table --sim"),
    "no_terminal": N_("This is no terminal: keys cannot be read. Use --script."),
    # the disk
    "disk_full": N_("The disk is full: not saved, not done. Make room."),
    "disk_no_file": N_("{file} is no regular file: not saved. Remove it."),
    "disk_files": N_("Too many open files: not saved, not done. Start again."),
    "settings_unkept": N_("The disk refuses: settings hold until power-off."),
    "boxes_unkept": N_("The disk refuses: your box holds until power-off."),
    "phones_unkept": N_("The disk refuses: phones stay so until power-off."),
    "disk_read_only": N_("Disk read-only: not saved, not done. Restart, or change it."),
    "disk_not_ours": N_("No right to write {file}: not saved. Run grillside doctor."),
    "disk_gone": N_("The disk is gone: not saved, not done. Put it back."),
    "disk_failing": N_("The disk fails: not saved, not done. Change the card."),
    "game_elsewhere": N_("This game runs in another program. Close that."),
    # the configuration
    "config_missing": N_("There is no such file. Write it, or leave --config out."),
    "config_unreadable": N_("It cannot be read: {reason}."),
    "config_too_large": N_("More than {most} kB: this is no configuration."),
    "config_not_utf8": N_("This is no UTF-8 text. Save it as UTF-8."),
    "config_syntax": N_("This is no TOML from column {column} on. Text needs quotes."),
    "config_twice": N_("This is there twice. Take one away."),
    "config_unknown": N_("There is no “{key}”. Possible: {known}."),
    "config_unknown_near": N_("There is no “{key}”. Do you mean “{nearest}”?"),
    "config_table": N_("“{key}” must be a table: [{key}]."),
    "config_one_of": N_("“{key}” is {value}. Possible: {known}."),
    "config_number": N_("“{key}” cannot be {value}, only {least} to {most}."),
    "config_text": N_("“{key}” cannot be {value}, only text in quotes."),
    "config_blank_before_dim": N_("It goes dark before it dims: set panel.blank_after to {least}."),
    "config_needs_folder": N_("Pictures from a folder need camera.folder too."),
    "config_pin_twice": N_("GPIO {pin} is taken by “{other}”. Give “{key}” another."),
    # scripts
    "script_needs_sim": N_("Scripts drive the simulated table only: say --sim as well."),
    "record_needs_script": N_("Only a script is recorded: say --script FILE as well."),
    "script_not_text": N_("line {line}: this is no text."),
    "script_too_long": N_("line {line}: the file is too long for a script."),
    "script_line": N_(
        "line {line}: “{words}” is no step; there are throw, spoil, press, expect, plug,"
        " unplug, wait."
    ),
    "script_face": N_("line {line}: no die shows “{word}”; write 1 to 6, or worm."),
    "script_dice": N_("line {line}: no die on this table shows “{word}”."),
    "script_action": N_("line {line}: there is no button “{word}”, only: {actions}."),
    "script_spoil": N_("line {line}: these dice are too few to be spoilt so."),
    "script_wait": N_("line {line}: “{word}” is no wait; 0 to {most} seconds are."),
    "script_screen": N_("line {line}: the screen is “{stands}”, not “{wanted}”."),
}
