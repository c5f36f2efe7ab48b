"""`herald tune`: stewards against each other, and weights that win."""

from __future__ import annotations

import argparse
from importlib.resources.abc import Traversable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bot.cli.commands.simulate import clear_progress, options_of, show_progress
from bot.cli.console import FAILED, OK, Commands, WrongUse, whole_number, write_file
from bot.cli.simulation import Plan
from bot.cli.tuning import Match, play_match, steward_of, tune
from engine.world.steward.deciding import Steward
from engine.world.steward.weights import parse_weights, with_reasons, written

TURN_LIMIT = 300
"""Stewards are done long before."""


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("tune", help="tune a steward's weights by self-play")
    parser.add_argument("--ruleset", default="standard", help="the rule set (standard)")
    parser.add_argument("--players", type=whole_number(2), default=2, help="how many play (2)")
    parser.add_argument("--games", type=whole_number(1), default=100, help="games a match (100)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="decides everything (0)")
    parser.add_argument(
        "--against",
        metavar="W",
        help="one match against these weights: a file, or an opponent of the rule set",
    )
    parser.add_argument("--weights", type=Path, metavar="F", help="the steward plays with these")
    parser.add_argument(
        "--least", type=whole_number(0), default=0, help="fail with fewer wins in the match (0)"
    )
    parser.add_argument(
        "--trials", type=whole_number(1), default=20, help="how many changes to try (20)"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="F", help="write the weights found")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one match, or a match for every change tried."""
    steward = steward_of(args.ruleset)
    if args.weights is not None:
        steward = read_steward(steward, args.weights)
    options = options_of(args.ruleset, None, TURN_LIMIT)
    plan = Plan(args.ruleset, ("steward",) * args.players, args.seed, options)
    if args.against is not None:
        return compare(args, plan, steward)
    rng = Random(args.seed)
    for number, trial in enumerate(islice(tune(plan, steward, args.games, rng), args.trials), 1):
        clear_progress()
        print(f"{trial.weight} = {trial.value}: {in_words(trial.match)}{', kept' * trial.kept}")
        show_progress(number, args.trials)
        if trial.kept:
            steward = steward.weighing(**{trial.weight: trial.value})
    if args.output is not None:
        reasons = with_reasons(steward.folder().joinpath("weights.toml").read_text("utf-8"))
        write_file(args.output, written(steward.weights, reasons).encode(), private=False)
    return OK


def compare(args: argparse.Namespace, plan: Plan, steward: Steward[Any]) -> int:
    """One match against other weights."""
    opponent = read_steward(steward, opponent_file(steward, args.against))
    match = Match()
    for match in play_match(plan, steward, opponent, args.games):
        clear_progress()
        show_progress(match.games, args.games)
    print(in_words(match))
    return OK if match.wins >= args.least else FAILED


def in_words(match: Match) -> str:
    """How a match went."""
    return f"{match.wins} of {match.games} won, {match.draws} drawn, {match.losses} lost"


def opponent_file(steward: Steward[Any], name: str) -> Traversable:
    """The file of an opponent: one of the steward's own by its name, else any."""
    own = steward.folder().joinpath("opponents").joinpath(f"{name}.toml")
    return own if own.is_file() else Path(name)


def read_steward(steward: Steward[Any], path: Traversable) -> Steward[Any]:
    """A steward with the weights of a file."""
    try:
        weights = parse_weights(path.read_text("utf-8"), type(steward.weights))
    except (OSError, ValueError, msgspec.MsgspecError) as wrong:
        raise WrongUse(f"cannot read weights from {path}: {wrong}") from None
    return type(steward)(weights)
