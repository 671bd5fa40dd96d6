"""The commands for the box itself: config, doctor, report and splash."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands.out_file import out_file
from firmware.commands.shared_arguments import add_config, add_folder, keep_log_quiet
from firmware.config.file import (
    SERVICE_FOLDER,
    BadConfig,
    box_folder,
    find,
    games_folder,
    load,
    shown_path,
    usable,
)
from firmware.errors import DeviceTrouble
from firmware.speech.language import of_system
from firmware.speech.words import Words, printable

if TYPE_CHECKING:
    from argparse import ArgumentParser, _SubParsersAction

BAD = 1
"""Exit status if the doctor found a fault, or the configuration is unusable."""
REPORT = Path("grillside-report.zip")


def add_commands(commands: "_SubParsersAction[ArgumentParser]") -> None:
    for add in (_add_check, _add_doctor, _add_report, _add_splash):
        add(commands)


def _add_check(commands: "_SubParsersAction[ArgumentParser]") -> None:
    config = commands.add_parser(
        "config", help="check the configuration, or explain its keys",
        description="Checks the configuration and says what is wrong with it.",
        epilog="Example: grillside config --explain",
    )  # fmt: skip
    add_config(config)
    config.add_argument("--explain", action="store_true", help="list every key and what it means")
    config.set_defaults(run=_config)


def _add_doctor(commands: "_SubParsersAction[ArgumentParser]") -> None:
    doctor = commands.add_parser(
        "doctor", help="check panel, buttons, camera and disk, and say what to do",
        description="Checks every part of the box. Exit status 1: something is bad.",
        epilog="Example: grillside doctor --watch",
    )  # fmt: skip
    add_config(doctor)
    doctor.add_argument("--json", action="store_true", help="print JSON")
    doctor.add_argument(
        "--watch", action="store_true", help="wait 10 seconds for a press of each button"
    )
    doctor.set_defaults(run=_doctor)


def _add_report(commands: "_SubParsersAction[ArgumentParser]") -> None:
    report = commands.add_parser(
        "report", help="pack what a bug report needs into one file",
        description="Packs configuration, versions, log and the last games into one file.",
        epilog="Example: grillside report --out report.zip",
    )  # fmt: skip
    add_config(report)
    add_folder(report)
    report.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        default=REPORT,
        help=f"file to write (default: {REPORT})",
    )
    report.add_argument(
        "--with-picture", action="store_true", help="include the last picture that was in doubt"
    )
    report.add_argument(
        "--with-names",
        action="store_true",
        help="include the players' names (default: leave them out)",
    )
    report.set_defaults(run=_report)


def _add_splash(commands: "_SubParsersAction[ArgumentParser]") -> None:
    splash = commands.add_parser(
        "splash", help="show a first picture on the panel while the machine starts",
        description="Shows a picture on the panel and exits. Without a panel it does nothing.",
        epilog="Example: grillside splash",
    )  # fmt: skip
    add_config(splash)
    splash.add_argument(
        "--trouble", action="store_true", help="show that the table could not start"
    )
    splash.set_defaults(run=_splash)


def _config(args: argparse.Namespace) -> int:
    if args.explain:
        from firmware.config.explain import explain  # noqa: PLC0415  # its one use

        print(*explain(), sep="\n")
        return 0
    path = args.config or find()
    words = Words(language=of_system())
    try:
        load(path)
    except BadConfig as bad:
        for problem in bad.problems:
            print(f"grillside: {words.error(problem)}", file=sys.stderr)
        return BAD
    if path is None:
        print(words.language.gettext("No file: this is the reference box."))
    else:
        print(words.language.gettext("{file} is fine.", file=shown_path(path)))
    return 0


def _doctor(args: argparse.Namespace) -> int:
    from firmware.doctor import telling, visit  # noqa: PLC0415  # devices: only here

    keep_log_quiet()
    words = Words(language=of_system())
    if args.watch and not args.json:
        print(words.language.gettext("Press every button once, within ten seconds."), flush=True)
    findings = []
    for finding in visit.doctor(args.config or find(), watched=args.watch):
        findings.append(finding)
        if not args.json:
            print(*telling.lines([finding], words), sep="\n", flush=True)
    report = telling.data(findings, words)
    if args.json:
        print(json.dumps(report, ensure_ascii=True))
    else:
        print(f"\n{telling.summary(findings, words)}")
    return 0 if report["good"] else BAD


def _report(args: argparse.Namespace) -> None:
    from firmware.doctor import (  # noqa: PLC0415
        report,  # its only use
        telling,
        visit,
    )

    keep_log_quiet()
    out = out_file(args.out, force=True)  # a report may replace an earlier one
    path = args.config or find()
    try:
        config = load(path)
    except BadConfig as bad:  # the doctor's part of the report says it
        config = bad.usable
    language = of_system()
    sources = report.Sources(
        config=path,
        folder=args.folder or box_folder(config),
        doctor=lambda: telling.data(visit.doctor(path), Words()),
        home=os.environ.get("HOME", ""),
    )
    parts = list(report.enclosed(sources, names=args.with_names, picture=args.with_picture))
    report.pack(parts, out)
    if SERVICE_FOLDER.is_dir() and not os.access(SERVICE_FOLDER, os.R_OK):
        print(language.gettext("Games and log of the service are missing: run it with sudo."))
    print(language.gettext("{file} holds:", file=printable(str(args.out))))
    for part in parts:
        size = language.gettext("{count} bytes", count=len(part.content))
        print(f"  {part.name}: {language.gettext(part.what)} ({size})")
        if part.damage is not None:
            print(f"    {Words(language=language).error(part.damage)}")
    if args.with_names:
        print(language.gettext("Players' names are in it."))
    else:
        print(language.gettext("Players' names are not in it. Look through it before you send it."))


def _splash(args: argparse.Namespace) -> None:
    from firmware.appliance import splash  # noqa: PLC0415  # its one use
    from firmware.runtime.open_table import chosen_language  # noqa: PLC0415
    from firmware.store import settings  # noqa: PLC0415

    config, _ = usable(args.config or find())
    liked = settings.load(games_folder(config))
    language = chosen_language(liked, config)
    picture = splash.failing(language) if args.trouble else splash.starting(language)
    try:
        splash.show(picture, config, liked)
    except DeviceTrouble as trouble:  # the machine starts anyway
        print(f"grillside: {Words(language=language).error(trouble)}", file=sys.stderr)
