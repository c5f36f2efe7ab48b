"""`herald export`, `verify`, `replay`: a game as one file, its proof, its history."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from bot.cli.console import OK, Commands, WrongUse, printable, read_record, write_file
from engine.core.dice import share_text
from engine.core.errors import BadRecord
from engine.core.events import Disclosure
from engine.core.messages import Voice, catalog
from engine.core.posted import check_posted
from engine.core.record import (
    PublicRecord,
    Record,
    encode,
    public_events,
    replay,
    verify,
)


def add(commands: Commands) -> None:
    """Declare the commands."""
    parser = commands.add_parser("export", help="write a game as one JSON file")
    parser.add_argument(
        "game", metavar="GAME", help="the code of a game in the database, or a file with one"
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="F", required=True)
    parser.set_defaults(run=run_export)
    parser = commands.add_parser("verify", help="prove a finished game: dice, choices, result")
    parser.add_argument("file", type=Path, metavar="F")
    parser.add_argument(
        "--commitment", metavar="C", help="the seal of the dice as the lobby showed it"
    )
    parser.add_argument(
        "--head",
        dest="heads",
        action="append",
        default=[],
        metavar="H",
        help="a log mark that a post showed, or the seal of the result (can be repeated)",
    )
    parser.add_argument(
        "--word",
        dest="words",
        action="append",
        default=[],
        metavar="W",
        help="your word for the dice, as you type it (can be repeated)",
    )
    parser.set_defaults(run=run_verify)
    parser = commands.add_parser("replay", help="tell a game's history")
    parser.add_argument("file", type=Path, metavar="F")
    parser.add_argument("--seat", type=int, help="also what this seat alone was told (from 0)")
    parser.add_argument(
        "-o", dest="output", type=Path, metavar="FILM", help="draw it instead: .webp or .gif"
    )
    parser.add_argument("--theme", default="dark", help="of the film: dark or light (dark)")
    parser.set_defaults(run=run_replay)


def run_export(args: argparse.Namespace) -> int:
    """Write a game of the database, or one from a file in its normal form."""
    if is_code(args.game) and not Path(args.game).exists():
        from bot.cli.commands.store import exported

        write_file(args.output, exported(args.game))
    else:
        write_file(args.output, encode(read_record(Path(args.game))))
    return OK


def is_code(text: str) -> bool:
    """Whether this may be the code of a game: a plain word, not a path."""
    return text.isascii() and text.isalnum()


def run_verify(args: argparse.Namespace) -> int:
    """Prove a game."""
    record = read_record(args.file)
    if isinstance(record, PublicRecord):
        raise BadRecord("running", "the game is not over, there is nothing to prove yet")
    verdict = verify(record)
    entries = check_posted(record, args.commitment, args.heads, args.words)
    print(f"{args.file}: proved, {verdict.choices} choices and {verdict.draws} draws")
    if not verdict.states:
        version = record.table.ruleset_version
        print(f"version {version} of the rules: fingerprints of states are not made again")
    if not verdict.names:
        print("a player was forgotten at their wish: names are not proved, shares and choices are")
    print(f"commitment {record.table.commitment} is kept by seed {record.server_seed}")
    names = [printable(name) for name in record.table.names]
    for name, share in zip(names, record.table.player_seeds, strict=True):
        print(f"share of {name}: {printable(share_text(bytes.fromhex(share)))}")
    for word in args.words:
        print(f"word {printable(word)} is a share, letter by letter")
    for mark, number in zip(args.heads, entries, strict=True):
        print(f"mark {mark} is that of entry {number}, as posted")
    for line in not_compared(record, args.commitment, entries):
        print(line)
    print(Voice(catalog(record.table.ruleset), names).outcome(verdict.outcome))
    return OK


def not_compared(record: Record, commitment: str | None, entries: list[int]) -> Iterator[str]:
    """What of a proved game nobody has held against a post: it agrees with itself, and no more."""
    if commitment is None:
        yield "not compared with any post: give --commitment as the lobby showed it"
    latest, last = max(entries, default=-1), len(record.entries)
    if latest < 0:
        yield "names, shares and choices are not compared with any post: give --head, best the seal"
    elif latest < last:
        yield f"entries {latest + 1} to {last} are not compared with any post: give --head SEAL"


def run_replay(args: argparse.Namespace) -> int:
    """Tell a game's history."""
    record = read_record(args.file)
    names = [printable(name) for name in record.table.names]
    if args.seat is not None and args.seat not in range(len(names)):
        raise WrongUse(f"--seat must be from 0 to {len(names) - 1}")
    if args.output is not None:
        # Here, for drawing takes longer to import than most commands to run.
        from bot.cli.pictures import write_film

        print(write_film(record, args.output, args.theme, args.seat))
        return OK
    voice = Voice(catalog(record.table.ruleset), names)
    for line in report(record, voice, args.seat):
        print(line)
    return OK


def report(record: Record | PublicRecord, voice: Voice, seat: int | None) -> list[str]:
    """A game's history in words. Raises `BadRecord` where its file names what does not exist."""
    events = list(history(record))
    try:
        return voice.report(events, seat)
    except LookupError as unknown:
        if isinstance(record, Record):
            raise
        # Only a finished game is played again; of a running one everything is as the file says.
        named = printable(str(unknown))[:40]
        raise BadRecord("events", f"the rules do not know {named}") from None


def history(record: Record | PublicRecord) -> Iterator[Disclosure]:
    """All events of a game, as far as the record has them."""
    if isinstance(record, PublicRecord):
        yield from (Disclosure(event) for event in public_events(record))
        return
    for _, step in replay(record):
        yield from step.events
