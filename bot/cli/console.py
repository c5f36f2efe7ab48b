"""What all commands share: exit status, wrong use and failure, one line for a person, files."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from typing import Any, TypeAlias

from bot import private_files
from bot.discord import logs
from engine.core.record import PublicRecord, Record, load
from engine.core.strict_json import MOST_BYTES

LONGEST_LINE = 400

Commands: TypeAlias = "argparse._SubParsersAction[Any]"
"""What `ArgumentParser.add_subparsers` gives; argparse has no public name for it."""

OK = 0
FAILED = 1
WRONG_USE = 2
TRY_AGAIN = 75
DO_NOT_RESTART = 78
"""Of `serve` and `check`, as sysexits.h has them: it may pass by itself, or somebody has to act."""


class WrongUse(Exception):
    """The command cannot be carried out as given; the message says what to do."""


class Failed(Exception):
    """The command was right, but what it was to do cannot be done; the message says why."""


def printable(text: str) -> str:
    """Text from outside as it may be shown: no control codes, which a terminal would obey."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def complain(message: str) -> None:
    """One line for a person, on the error stream; where the log is JSON, it is one, too."""
    line = printable(message)[:LONGEST_LINE]
    if logs.is_json():
        logging.getLogger("herald").critical("%s", line)
    else:
        print(f"herald: {line}", file=sys.stderr)


def read_record(path: Path) -> Record | PublicRecord:
    """The game in a file. Raises `WrongUse` when there is none, `BadRecord` when it is no good."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as wrong:
        raise WrongUse(f"cannot read {path}: {wrong.strerror}; name a game file") from None
    return load(data)


def write_file(path: Path, data: bytes, *, private: bool = True) -> None:
    """Write a file, for its owner alone: games are private. Raises `WrongUse` when it cannot be."""
    try:
        private_files.write(path, data) if private else path.write_bytes(data)
    except OSError as wrong:
        raise WrongUse(f"cannot write {path}: {wrong.strerror}; name another file") from None


def whole_number(least: int) -> Any:
    """The type of an argument: a whole number from `least` on."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}")
        return number

    return read
