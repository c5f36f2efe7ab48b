"""Whole games with no Discord: policies at every seat, everything fixed by one seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from engine.core.game import Game
from engine.core.grammar import Value
from engine.core.policies import play_out, policy

MOST_CHOICES = 1_000_000
"""A game that is not over by then never will be."""
UNFINISHED = "unfinished"


class Plan(msgspec.Struct, frozen=True):
    """What to simulate. `policies` names one for each seat."""

    ruleset: str
    policies: tuple[str, ...]
    seed: int
    options: Mapping[str, Value] = {}

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.policies)


class Score(msgspec.Struct, frozen=True):
    """What a seat came to."""

    seat: int
    rank: int
    score: int
    parts: dict[str, int]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One simulated game. The plan's seed and `game`, its number from 1, bring it back."""

    game: int
    seed: int
    ruleset: str
    players: int
    policies: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[Score, ...]
    turns: int
    choices: int
    end: str


class Spread(msgspec.Struct, frozen=True):
    """Figures of several games."""

    least: int
    mean: float
    most: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Several games together. `wins` are by seat; a shared victory counts for each winner."""

    games: int
    seed: int
    ruleset: str
    players: int
    policies: tuple[str, ...]
    wins: tuple[int, ...]
    ends: dict[str, int]
    turns: Spread
    choices: Spread


def derived(seed: int, number: int, purpose: str) -> bytes:
    """Bytes that follow from a seed, for one purpose in one game."""
    return hashlib.sha256(f"herald simulation {seed} {number} {purpose}".encode()).digest()


def new_game(plan: Plan, number: int, *, record: bool = False) -> Game:
    """Game `number` of a plan, at its beginning."""
    return Game.new(
        plan.ruleset,
        [f"Player {seat + 1}" for seat in range(plan.players)],
        plan.options,
        derived(plan.seed, number, "server"),
        [derived(plan.seed, number, f"player {seat}") for seat in range(plan.players)],
        record=record,
    )


def play_game(plan: Plan, number: int, *, record: bool = False) -> tuple[Game, Result]:
    """Play game `number` of a plan to its end. The result is the same with and without record."""
    game = new_game(plan, number, record=record)
    players = [policy(name) for name in plan.policies]
    rng = Random(derived(plan.seed, number, "policies"))
    choices = play_out(game, players, rng, MOST_CHOICES)
    return game, result_of(plan, number, game, choices)


def play_games(plan: Plan, games: int, *, record_last: bool) -> Iterator[tuple[Game, Result]]:
    """Play the games of a plan one after the other, with a record of the last if asked."""
    for number in range(1, games + 1):
        yield play_game(plan, number, record=record_last and number == games)


def result_of(plan: Plan, number: int, game: Game, choices: int) -> Result:
    """How a game came out."""
    outcome = game.outcome()
    shared: dict[str, Any] = {
        "game": number,
        "seed": plan.seed,
        "ruleset": plan.ruleset,
        "players": plan.players,
        "policies": plan.policies,
        "choices": choices,
    }
    if outcome is None:
        view = game.view(None)
        scores = tuple(Score(seat, 0, score, {}) for seat, score in enumerate(view.scores))
        return Result(winners=(), scores=scores, turns=view.turn, end=UNFINISHED, **shared)
    return Result(
        winners=outcome.winners,
        scores=tuple(
            Score(each.seat, each.rank, each.score, each.parts)
            for each in sorted(outcome.standings, key=lambda standing: standing.seat)
        ),
        turns=outcome.turns,
        end=outcome.reason,
        **shared,
    )


def summary_of(plan: Plan, results: Sequence[Result]) -> Summary:
    """Several games of a plan together; at least one."""
    wins = Counter(seat for result in results for seat in result.winners)
    ends = Counter(result.end for result in results)
    return Summary(
        games=len(results),
        seed=plan.seed,
        ruleset=plan.ruleset,
        players=plan.players,
        policies=plan.policies,
        wins=tuple(wins[seat] for seat in range(plan.players)),
        ends=dict(sorted(ends.items())),
        turns=spread([result.turns for result in results]),
        choices=spread([result.choices for result in results]),
    )


def spread(figures: Sequence[int]) -> Spread:
    """The least, the mean to one place, and the most."""
    return Spread(min(figures), round(sum(figures) / len(figures), 1), max(figures))
