"""`herald balance`: how games between stewards end, and which peoples win them."""

from __future__ import annotations

import argparse

from bot.cli.balance import measure
from bot.cli.console import OK, Commands, whole_number
from engine.core.registry import ruleset


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("balance", help="how games between stewards end, who wins them")
    parser.add_argument("--ruleset", default="rhye", help="the rule set (rhye)")
    parser.add_argument("--games", type=whole_number(1), default=300, help="how many games (300)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="decides everything (0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, and print the tables."""
    ruleset(args.ruleset)
    for line in measure(args.ruleset, args.games, args.seed).lines():
        print(line)
    return OK
