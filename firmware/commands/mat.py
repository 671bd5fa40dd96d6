"""The command `grillside mat`: the printed mat as a PDF."""

import argparse

from firmware import files
from firmware.commands.asking import language_of
from firmware.errors import Unclear
from firmware.printing import mat_pdf
from vision.errors import MatTrouble
from vision.mat.sheet import Paper, Sheet


def run(asked: argparse.Namespace) -> None:
    """Write the PDF, and say how to print it."""
    language = language_of(asked)
    try:
        pdf = mat_pdf(Sheet(Paper(asked.paper)), language)
    except MatTrouble as error:
        raise Unclear("mat_no_markers") from error
    files.replace(asked.out, pdf)
    print(
        language.gettext(
            "{file}: print it at 100 %, not fitted to the page. The ruler must measure 10 cm.",
            file=asked.out,
        )
    )
