"""The command line `grillside`."""

import argparse
import contextlib
import errno
import io
import os
import sys
from collections.abc import Sequence

from firmware.commands.output import complain, language_of, named
from firmware.commands.parser import command_parser
from firmware.errors import DeviceTrouble, Unclear
from firmware.speech.words import Words
from rules.errors import RulesError
from vision.errors import BadDice

REFUSED = 2
"""Exit status for unusable input."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Errors end with a message, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names may have letters the terminal lacks
            stream.reconfigure(errors="backslashreplace")
    args = command_parser().parse_args(arguments)
    file = getattr(args, "file", None)
    status: int | None = None
    try:
        status = args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has closed it
        _drop_output()
    except OSError as error:
        _drop_output()
        return _refuse(_system_says(error, args))
    except (RulesError, BadDice) as error:
        about = "" if file is None else f"{named(file)}, "
        return _refuse(f"{about}{Words(language=language_of(args)).error(error)}")
    except ModuleNotFoundError as error:
        return _refuse(Words(language=language_of(args)).error(_lacking(error)))
    except KeyboardInterrupt:
        return 130  # as shells do
    return status or 0


def _lacking(error: ModuleNotFoundError) -> Unclear:
    """Return the package to install first; raise the error itself for a module of our own."""
    package = (error.name or "").partition(".")[0]
    if package in {"", "firmware", "players", "rules", "vision"}:
        raise error
    if package == "cv2":
        return Unclear("opencv_missing")
    return Unclear("package_missing", name=package)


def _system_says(error: OSError, args: argparse.Namespace) -> str:
    """Return what a device or the disk refused, and for which file."""
    words = Words(language=language_of(args))
    if isinstance(error, DeviceTrouble) and error.errno in {None, errno.EBUSY}:
        text = words.error(error)
        return text if error.filename is None else f"{named(error.filename)}: {text}"
    file = getattr(args, "file", None)
    full = error.errno in {errno.ENOSPC, errno.EFBIG}
    output = words.language.gettext("the output")
    where = error.filename or (output if full or file is None else file)
    return f"{named(where)}: {words.trouble(error)}."


def _drop_output() -> None:
    """Discard unwritten output, or Python would retry it at exit and complain."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(message: str) -> int:
    complain(message)
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
