"""`herald bench`: how fast Herald is on this machine."""

from __future__ import annotations

import argparse
import json

from bot.cli.bench.engine import PARTS
from bot.cli.commands import OK, Commands

DECIMALS_BELOW = 100
"""Small figures are shown with a decimal place."""


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("bench", help="measure how fast Herald is here")
    parser.add_argument("--json", action="store_true", help="one object with all figures")
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="time for each figure (1)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure everything and print it."""
    found: dict[str, dict[str, dict[str, float | str]]] = {}
    for part, measure in PARTS.items():
        found[part] = {}
        for figure in measure(args.seconds):
            value = round(figure.value, 1)
            found[part][figure.name] = {"value": value, "unit": figure.unit}
            if not args.json:
                shown = f"{value:,.1f}" if value < DECIMALS_BELOW else f"{value:,.0f}"
                print(f"{part:<8} {figure.name:<28} {shown:>10} {figure.unit}", flush=True)
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
    return OK
