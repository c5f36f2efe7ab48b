"""`herald`, the one program. Exit status 0: done; 1: a check failed; 2: wrong use.

`serve` and `check` also end with 75 and 78, see `bot.cli.commands`.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import NoReturn

from bot.cli.commands import (
    balance,
    bench,
    docs,
    hosting,
    play,
    records,
    render,
    rules,
    serve,
    simulate,
    store,
    tune,
)
from bot.cli.console import FAILED, WRONG_USE, Failed, WrongUse, complain
from bot.version import VERSION
from engine.core.errors import BadRecord, HeraldError

INTERRUPTED = 130
PIPE_CLOSED = 141
THREAD_SECONDS = 0.0005
"""How long a thread that computes may keep the others waiting.

With Python's 5 ms, one guest's typed lines made every step of everybody's choice wait so long.
"""
COLLECTIONS = (10_000, 20, 100)
"""When Python looks for unused cycles of objects: rarely among all.

With a thousand games in memory, looking through everything stops every game for 400 ms.
"""


class Parser(argparse.ArgumentParser):
    """Complains in one line that says where to read on."""

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(WRONG_USE)


def parser() -> Parser:
    """Every command with its arguments."""
    whole = Parser(
        prog="herald",
        description="A game master for slow civilization board games.",
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"herald {VERSION}")
    whole.set_defaults(run=serve.run)
    commands = whole.add_subparsers(metavar="COMMAND", parser_class=Parser)
    for module in (
        *(serve, play, simulate, balance, records, render, rules, docs),
        *(tune, bench, store, hosting),
    ):
        module.add(commands)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line; gives the exit status."""
    if isinstance(sys.stdout, TextIOWrapper):  # A name that the terminal cannot spell is no fault.
        sys.stdout.reconfigure(errors="replace")
    sys.setswitchinterval(THREAD_SECONDS)
    gc.set_threshold(*COLLECTIONS)
    try:
        args = parser().parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
    except SystemExit as done:  # From argparse: help was printed, or a complaint.
        return done.code if isinstance(done.code, int) else 0
    except (BadRecord, Failed) as bad:
        complain(str(bad))
        return FAILED
    except (WrongUse, HeraldError) as wrong:
        complain(str(wrong))
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads on. What is still buffered must not fail again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return status
