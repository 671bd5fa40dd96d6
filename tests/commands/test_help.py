"""The help of every command: each argument is explained, and each example can be typed."""

import argparse
import shlex
from collections.abc import Iterator

from firmware.commands.parser import command_parser


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser, and those of all commands below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from commands(below)


ALL = list(commands(command_parser()))


def names(parser: argparse.ArgumentParser) -> str:
    return parser.prog


def test_every_argument_and_command_has_a_help_text() -> None:
    for parser in ALL:
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                assert {told.dest for told in action._choices_actions if told.help} == {
                    *action.choices
                }
            else:
                assert action.help, action.dest
                assert action.help is not argparse.SUPPRESS
        assert parser.format_help()


def test_every_command_has_an_example_that_can_be_typed() -> None:
    for parser in ALL:
        said, _, example = (parser.epilog or "").partition(": ")
        assert said == "Example"
        assert f"{example} ".startswith(f"{parser.prog} ")
        asked = command_parser().parse_args(shlex.split(example)[1:])
        assert callable(asked.run)
