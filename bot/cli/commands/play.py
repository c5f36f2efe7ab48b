"""`herald play`: a game in the terminal."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from random import Random
from typing import Any

from bot.cli.commands.simulate import options_of
from bot.cli.console import OK, Commands, WrongUse, whole_number, write_file
from bot.cli.simulation import Plan, new_game
from bot.cli.terminal.game import HotSeat
from bot.version import MADE_BY
from engine.core.record import export

DEFAULTS: dict[str, Any] = {
    "ruleset": "standard",
    "players": 3,
    "people": 1,
    "seed": None,
    "turn_limit": None,
    "export": None,
}


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("play", help="play in the terminal, one seat after the other")
    parser.add_argument("--ruleset", help="the rule set (standard)")
    parser.add_argument("--players", type=whole_number(1), help="how many play (3)")
    parser.add_argument("--people", type=whole_number(0), help="how many of them sit here (1)")
    parser.add_argument("--seed", type=whole_number(0), help="play a certain game, not a new one")
    parser.add_argument("--turn-limit", type=whole_number(0), metavar="T", help="the last turn")
    parser.add_argument("--export", type=Path, metavar="F", help="keep the game in this file")
    parser.set_defaults(run=run, **DEFAULTS)


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or the people leave."""
    if args.people > args.players:
        raise WrongUse(f"{args.people} people for {args.players} seats; raise --players")
    seed = secrets.randbits(128) if args.seed is None else args.seed
    options = options_of(args.ruleset, args.turn_limit, 0)
    plan = Plan(args.ruleset, ("steward",) * args.players, seed, options)
    game = new_game(plan, 1, record=True)
    HotSeat(game, range(args.people), Random(seed)).play()
    if args.export is not None:
        write_file(args.export, export(game, MADE_BY))
    return OK
