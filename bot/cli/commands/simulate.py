"""`herald simulate`: whole games with no Discord."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from bot.cli.console import OK, Commands, WrongUse, whole_number, write_file
from bot.cli.simulation import Plan, Result, Summary, play_games, summary_of
from bot.version import MADE_BY
from engine.core.grammar import Amount, Grammar, OneOf, Unfit, Value
from engine.core.policies import POLICIES, policy
from engine.core.record import export
from engine.core.registry import ruleset

TURN_LIMIT = 300
"""Idle players would never finish; players who try are done long before."""


def add(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("simulate", help="play whole games with no Discord")
    parser.add_argument("--ruleset", default="standard", help="the rule set (standard)")
    parser.add_argument("--players", type=whole_number(1), default=3, help="how many play (3)")
    parser.add_argument("--games", type=whole_number(1), default=1, help="how many games (1)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="decides everything (0)")
    parser.add_argument(
        "--policy",
        default="random",
        metavar="P[,P...]",
        help=f"one for all seats or one for each: {', '.join(POLICIES)} (random)",
    )
    parser.add_argument(
        "--turn-limit",
        type=whole_number(0),
        metavar="T",
        help=f"the last turn, 0 for none ({TURN_LIMIT})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the table, such as length=long; may be repeated",
    )
    parser.add_argument("--export", type=Path, metavar="F", help="keep the last game in this file")
    parser.add_argument(
        "--json", action="store_true", help="an object for each game, then one for all"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, and say how it went."""
    if args.export is not None and not args.export.parent.is_dir():
        raise WrongUse(f"there is no folder {args.export.parent}; create it first")
    options = {
        **options_of(args.ruleset, args.turn_limit, TURN_LIMIT),
        **chosen_options(args.ruleset, args.option),
    }
    plan = Plan(args.ruleset, policies_of(args.policy, args.players), args.seed, options)
    began = time.perf_counter()
    results: list[Result] = []
    for game, result in play_games(plan, args.games, record_last=args.export is not None):
        results.append(result)
        clear_progress()
        print(as_json(result) if args.json else as_row(result, heading=len(results) == 1))
        show_progress(len(results), args.games)
        if game.journal is not None:
            write_file(args.export, export(game, MADE_BY))
    clear_progress()
    summary = summary_of(plan, results)
    print(as_json(summary) if args.json else in_words(summary))
    if not args.json:
        choices, seconds = sum(result.choices for result in results), time.perf_counter() - began
        print(
            f"{choices:,} choices in {seconds:.2f} s: {choices / seconds:,.0f} choices per second"
        )
    return OK


def policies_of(given: str, players: int) -> tuple[str, ...]:
    """A policy for each seat; raises `UnknownPolicy`, or `WrongUse` for a wrong number of them."""
    names = tuple(given.split(","))
    for name in names:
        policy(name)
    if len(names) not in (1, players):
        raise WrongUse(
            f"{len(names)} policies for {players} players; give one, or one for each seat"
        )
    return names if len(names) == players else names * players


def options_of(name: str, turn_limit: int | None, otherwise: int) -> Mapping[str, Value]:
    """The table's options; raises `WrongUse` for a turn limit the rule set does not have."""
    fields = {field.name: field.grammar for field in ruleset(name).options.fields}
    limits = fields.get("turn_limit")
    if not isinstance(limits, Amount):
        if turn_limit is not None:
            raise WrongUse(f"{name} has no turn limit; leave --turn-limit out")
        return {}
    if turn_limit is None:
        turn_limit = min(otherwise, limits.most)
    if not limits.least <= turn_limit <= limits.most:
        raise WrongUse(f"--turn-limit must be from {limits.least} to {limits.most}")
    return {"turn_limit": turn_limit}


def chosen_options(name: str, given: Sequence[str]) -> Mapping[str, Value]:
    """What `--option` says; raises `WrongUse` for what the rule set does not have."""
    fields = {field.name: field.grammar for field in ruleset(name).options.fields}
    found: dict[str, Value] = {}
    for each in given:
        key, _, typed = each.partition("=")
        grammar = fields.get(key)
        if grammar is None:
            raise WrongUse(f"{name} has no option {key!r}; it has {', '.join(fields)}")
        assert isinstance(grammar, Grammar), "an option of a table depends on no other"
        try:
            found[key] = grammar.validate(option_value(grammar, typed))
        except Unfit:
            raise WrongUse(f"--option {key} cannot be {typed!r}{suggestion(grammar)}") from None
    return found


def option_value(grammar: Grammar, typed: str) -> Value:
    """A typed value as the option takes it: a number, a list or a word."""
    if isinstance(grammar, Amount):
        return int(typed) if typed.lstrip("-").isdigit() else typed
    if isinstance(grammar, OneOf):
        return typed
    return [part for part in typed.split(",") if part]


def suggestion(grammar: Grammar) -> str:
    """What an option can be, where that is a short list."""
    if isinstance(grammar, Amount):
        return f"; it is from {grammar.least} to {grammar.most}"
    if isinstance(grammar, OneOf):
        return f"; choose one of {', '.join(grammar.keys)}"
    return ""


def as_json(fact: Result | Summary) -> str:
    """A fact on one line, always in the same order."""
    return msgspec.json.encode(fact).decode()


ROW = "{:>5} {:>6} {:>8}  {:<22} {:<12} {}"


def as_row(result: Result, heading: bool) -> str:
    """A game as a row of a table."""
    winners = ", ".join(str(seat) for seat in result.winners) or "-"
    scores = ", ".join(str(score.score) for score in result.scores)
    row = ROW.format(result.game, result.turns, result.choices, result.end, winners, scores)
    if not heading:
        return row
    return ROW.format("game", "turns", "choices", "end", "winner", "points by seat") + "\n" + row


def in_words(summary: Summary) -> str:
    """All games together."""
    wins = ", ".join(
        f"seat {seat} ({name}) {won}"
        for seat, (name, won) in enumerate(zip(summary.policies, summary.wins, strict=True))
    )
    ends = ", ".join(f"{end} {count}" for end, count in summary.ends.items())
    lines = [f"wins: {wins}", f"ends: {ends}"]
    for name, figures in (("turns", summary.turns), ("choices", summary.choices)):
        lines.append(f"{name}: {figures.least} to {figures.most}, on average {figures.mean}")
    return "\n".join(lines)


def show_progress(done: int, games: int) -> None:
    """Say on a terminal how far it is."""
    if done < games and sys.stderr.isatty():
        print(f"\r{done} of {games} games", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    """Take the progress line away."""
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
