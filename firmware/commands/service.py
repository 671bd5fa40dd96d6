"""The commands for the box itself: config, doctor, report and splash."""

import argparse
import json
import os

from firmware.commands.out_file import out_file
from firmware.commands.output import complain, keep_log_quiet, named
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
from firmware.speech.words import Words

BAD = 1
"""Exit status if the doctor found a fault, or the configuration is unusable."""


def run_config(args: argparse.Namespace) -> int:
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
            complain(words.error(problem))
        return BAD
    if path is None:
        print(words.language.gettext("No file: this is the reference box."))
    else:
        print(words.language.gettext("{file} is fine.", file=shown_path(path)))
    return 0


def run_doctor(args: argparse.Namespace) -> int:
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


def run_report(args: argparse.Namespace) -> None:
    from firmware.doctor import report, telling, visit  # noqa: PLC0415  # as above

    keep_log_quiet()
    out = out_file(args.out, force=True)  # a report may replace an earlier one
    path = args.config or find()
    config, _ = usable(path)  # the doctor's part of the report says what is wrong
    language = of_system()
    parts = list(
        report.enclosed(
            path,
            args.folder or box_folder(config),
            lambda: telling.data(visit.doctor(path), Words()),
            os.environ.get("HOME", ""),
            names=args.with_names,
            picture=args.with_picture,
        )
    )
    report.pack(parts, out)
    if SERVICE_FOLDER.is_dir() and not os.access(SERVICE_FOLDER, os.R_OK):
        print(language.gettext("Games and log of the service are missing: run it with sudo."))
    print(language.gettext("{file} holds:", file=named(args.out)))
    for part in parts:
        size = language.gettext("{count} bytes", count=len(part.content))
        print(f"  {part.name}: {language.gettext(part.what)} ({size})")
        if part.damage is not None:
            print(f"    {Words(language=language).error(part.damage)}")
    if args.with_names:
        print(language.gettext("Players' names are in it."))
    else:
        print(language.gettext("Players' names are not in it. Look through it before you send it."))


def run_splash(args: argparse.Namespace) -> None:
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
        complain(Words(language=language).error(trouble))
