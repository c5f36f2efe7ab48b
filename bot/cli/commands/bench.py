"""`herald bench`: how fast Herald is on this machine."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from bot.cli.bench.figures import Figure, Part
from bot.cli.bench.parts import PARTS
from bot.cli.console import OK, Commands, WrongUse, whole_number

DECIMALS_BELOW = 100
"""Small figures are shown with a decimal place."""
LOAD_GAMES, MEMORY_GAMES = 1000, 5


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("bench", help="measure how fast Herald is here")
    parser.add_argument("--json", action="store_true", help="one object with all figures")
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="time for each figure (1)"
    )
    parser.add_argument(
        "--load", action="store_true", help="only the service under a crowd of players"
    )
    parser.add_argument(
        "--memory", action="store_true", help="only what bot and pictures take, and their start"
    )
    parser.add_argument(
        "--games",
        type=whole_number(1),
        metavar="N",
        help=f"with --load ({LOAD_GAMES}) and --memory ({MEMORY_GAMES})",
    )
    parser.add_argument(
        "--rate", type=whole_number(1), default=50, help="with --load: choices a second (50)"
    )
    parser.add_argument(
        "--flood",
        nargs="?",
        const="lines",
        default="",
        choices=("lines", "records", "pictures"),
        help="with --load: what one guest asks for without an end (lines)",
    )
    parser.add_argument(
        "--presses", action="store_true", help="only how many presses reference turns take"
    )
    parser.add_argument(
        "--desk",
        action="store_true",
        help="only the rules desk: what its answers cost, and how many are right",
    )
    parser.add_argument(
        "--scale", action="store_true", help="only what many stored games cost, as a page"
    )
    parser.add_argument(
        "--postgres", default="", metavar="URL", help="with --scale: an empty database, left empty"
    )
    parser.add_argument(
        "--page",
        type=Path,
        default=Path("docs/scale.md"),
        metavar="F",
        help="with --scale: where the page goes (docs/scale.md)",
    )
    parser.add_argument(
        "--against",
        choices=("chess",),
        help="only random play, for each random move of python-chess (a development dependency)",
    )
    parser.add_argument(
        "--days",
        action="store_true",
        help="only how many days games take with people who look in three times a day",
    )
    parser.add_argument(
        "--players", default="4", metavar="N", help="with --days: players at a table, or all (4)"
    )
    parser.add_argument(
        "--seeds", type=whole_number(1), default=20, help="with --days: games of each kind (20)"
    )
    parser.add_argument(
        "--absent",
        action="store_true",
        help="only what it costs to miss every third deadline, by what plays instead",
    )
    parser.add_argument(
        "--pairs", type=whole_number(2), default=200, help="with --absent: games of each kind (200)"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="with --days and --absent: write them as a page; the lobby says the days of --days",
    )
    parser.set_defaults(run=run)


def load_of(args: argparse.Namespace) -> Part:
    """The load that was asked for, as something to measure."""
    # Here, for the database takes longer to import than most commands to run.
    from bot.cli.bench.load import Load, bench_load

    def measure(seconds: float) -> Iterator[Figure]:
        load = Load(
            games=args.games or LOAD_GAMES, rate=args.rate, seconds=seconds, flood=args.flood
        )
        return bench_load(load)

    return measure


def scale_of(args: argparse.Namespace) -> Part:
    """What many games cost; the page is written when all is measured."""
    from bot.cli.bench.scale import NotEmpty, Scale, figures, page, rows_of

    if not args.page.parent.is_dir():
        raise WrongUse(f"there is no folder {args.page.parent}; say --page F")

    def measure(seconds: float) -> Iterator[Figure]:
        load, rows = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0, []
        try:
            for row in rows_of(Scale(postgres=args.postgres)):
                rows.append(row)
                yield from figures(row)
        except NotEmpty as wrong:
            raise WrongUse(str(wrong)) from None
        args.page.write_text(page(rows, load), "utf-8")

    return measure


def memory_of(args: argparse.Namespace) -> Part:
    """The memory that was asked for, as something to measure."""
    from bot.cli.bench.memory import bench_memory

    return partial(bench_memory, args.games or MEMORY_GAMES)


def presses(seconds: float) -> Iterator[Figure]:
    """How many presses each reference turn takes, whatever the time."""
    # Here, for it plays games up to those turns.
    from bot.cli.bench.presses.turns import TURNS, play

    for turn in TURNS:
        count = play(turn)
        missed = f", {len(count.unreached)} not reached" if count.unreached else ""
        typed = f"{len(count.lines)} lines of /orders for {count.groups} groups"
        unit = f"presses for {count.choices} choices (at most {turn.most}{missed}); {typed}"
        yield Figure(f"{turn.rules}: {turn.name}", count.presses, unit)


def parts_of(args: argparse.Namespace) -> dict[str, Part]:
    """What was asked for, everything unless something was named."""
    if args.load:
        return {"load": load_of(args)}
    if args.scale:
        return {"scale": scale_of(args)}
    if args.memory:
        return {"memory": memory_of(args)}
    if args.against:
        from bot.cli.bench.chess_moves import bench_against_chess

        return {args.against: bench_against_chess}
    if args.desk:
        return {"desk": PARTS["desk"]}
    return {"presses": presses} if args.presses else PARTS


def run_days(args: argparse.Namespace) -> int:
    """Measure how many days games take; each line is printed as soon as it is known."""
    from bot.cli.bench.days.report import as_data, as_line, as_page, by_hand, groups, rows
    from bot.service.timing.lengths import LENGTHS

    if args.players != "all" and not args.players.isdecimal():
        raise WrongUse("--players takes a number, or all")
    counts = range(2, 7) if args.players == "all" else [int(args.players)]
    found = []
    for row in rows(groups(players=counts), args.seeds):
        found.append(row)
        if not args.json:
            print(as_line(row), flush=True)
    if args.json:
        print(json.dumps([row.as_object() for row in found]))
    if args.output:
        page = Path(args.output)
        page.write_text(as_page(found, args.seeds) + by_hand(page), "utf-8")
        data = json.dumps(as_data(found), indent=2)
        LENGTHS.write_text(data + "\n", "utf-8")
    return OK


def run_absent(args: argparse.Namespace) -> int:
    """Measure what missed deadlines cost; each line is printed as soon as it is known."""
    from bot.cli.bench.absent import as_line, as_page, rows

    found = []
    for row in rows(args.pairs):
        found.append(row)
        if not args.json:
            print(as_line(row), flush=True)
    if args.json:
        print(json.dumps([row._asdict() for row in found]))
    if args.output:
        Path(args.output).write_text(as_page(found), "utf-8")
    return OK


def run(args: argparse.Namespace) -> int:
    """Measure everything and print it."""
    if args.absent:
        return run_absent(args)
    if args.days:
        return run_days(args)
    found: dict[str, dict[str, dict[str, float | str]]] = {}
    if args.against and not find_spec(args.against):
        raise WrongUse(f"{args.against} is not installed: pip install {args.against}")
    parts = parts_of(args)
    for part, measure in parts.items():
        found[part] = {}
        for figure in measure(args.seconds):
            value = round(figure.value, 1 if figure.value >= 1 else 3)
            found[part][figure.name] = {"value": value, "unit": figure.unit}
            if not args.json:
                shown = f"{value:,}" if value < DECIMALS_BELOW else f"{value:,.0f}"
                print(f"{part:<8} {figure.name:<44} {shown:>10} {figure.unit}", flush=True)
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
    return OK
