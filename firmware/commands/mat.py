"""The command `grillside mat`: write the printable mat as a PDF."""

import argparse

from firmware.commands.out_file import out_file
from firmware.commands.output import language_of, named
from firmware.commands.printing import mat_pdf
from firmware.errors import Unclear
from firmware.store import files
from vision.errors import MatTrouble
from vision.mat.sheet import Paper, Sheet


def run(args: argparse.Namespace) -> None:
    """Write the PDF, and say how to print it."""
    language = language_of(args)
    out = out_file(args.out, force=args.force)
    try:
        pdf = mat_pdf(Sheet(Paper(args.paper)), language)
    except MatTrouble as error:
        raise Unclear("mat_no_markers") from error
    files.replace(out, pdf)
    print(
        language.gettext(
            "{file}: print it at 100 %, not fitted to the page. The ruler must measure 10 cm.",
            file=named(args.out),
        )
    )
