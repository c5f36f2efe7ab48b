"""Stewards tuned by self-play: matches in pairs, and weights that are kept when they win."""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import msgspec

from bot.cli.simulation import MOST_CHOICES, Plan, derived, new_game
from engine.core.errors import HeraldError
from engine.core.policies import Policy, StewardPolicy, play_out
from engine.core.registry import ruleset
from engine.world.steward.deciding import Steward
from engine.world.steward.weights import checked

STEP = 0.35
"""How far one figure is changed at a time, as a part of itself."""


class NoWeights(HeraldError):
    """The rule set's steward has no weights to tune."""

    def __str__(self) -> str:
        return f"the steward of {self.args[0]} has no weights to tune"


class Match(msgspec.Struct, frozen=True):
    """Games of a challenger against an opponent at every other seat; a shared victory is a draw."""

    games: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def losses(self) -> int:
        """The games that the opponent won."""
        return self.games - self.wins - self.draws

    @property
    def is_better(self) -> bool:
        """Whether the challenger won by more than chance would explain, by one deviation."""
        return self.wins - self.losses > math.sqrt(self.games)


def steward_of(name: str) -> Steward[Any]:
    """The steward of a rule set; raises `UnknownRuleset` or `NoWeights`."""
    module = type(ruleset(name)).__module__.rpartition(".")[0]
    try:
        found = import_module(f"{module}.steward").STEWARD
    except (ImportError, AttributeError):
        raise NoWeights(name) from None
    assert isinstance(found, Steward)
    return found


def play_match(
    plan: Plan, challenger: Steward[Any], opponent: Steward[Any], games: int
) -> Iterator[Match]:
    """Games until `games` are played, and how the match stands after each.

    Every beginning is played from each seat in turn, so that nobody is ahead by a lucky one.
    """
    stands = Match()
    for game in range(games):
        beginning, seat = divmod(game, plan.players)
        table = new_game(plan, beginning)
        players: list[Policy] = [StewardPolicy(opponent.decide) for _ in range(plan.players)]
        players[seat] = StewardPolicy(challenger.decide)
        rng = Random(derived(plan.seed, beginning, "policies"))
        play_out(table, players, rng, MOST_CHOICES)
        outcome = table.outcome()
        winners = outcome.winners if outcome is not None else ()
        stands = Match(
            stands.games + 1,
            stands.wins + (winners == (seat,)),
            stands.draws + (seat in winners and len(winners) > 1),
        )
        yield stands


class Trial(msgspec.Struct, frozen=True):
    """A change of one weight, how it did against the weights before, and whether it stays."""

    weight: str
    value: Any
    match: Match
    kept: bool


def tune(plan: Plan, steward: Steward[Any], games: int, rng: Random) -> Iterator[Trial]:
    """Change one weight after the other for as long as trials are taken, keeping what wins."""
    for number in range(MOST_CHOICES):
        name, value = vary(steward.weights, rng)
        challenger = steward.weighing(**{name: value})
        fresh = msgspec.structs.replace(plan, seed=plan.seed + number)
        *_, match = play_match(fresh, challenger, steward, games)
        if match.is_better:
            steward = challenger
        yield Trial(name, value, match, match.is_better)


def vary(weights: msgspec.Struct, rng: Random) -> tuple[str, Any]:
    """One of the weights with another value that makes sense."""
    values = msgspec.structs.asdict(weights)
    while True:
        name = rng.choice(sorted(values))
        value = varied(values[name], rng)
        if value == values[name]:
            continue
        try:
            checked(type(weights), {**values, name: value})
        except msgspec.ValidationError:
            continue
        return name, value


def varied(value: Any, rng: Random) -> Any:
    """A figure a little larger or smaller; of several, one; two of an order change places."""
    if isinstance(value, tuple):
        items = list(value)
        first, second = rng.randrange(len(items)), rng.randrange(len(items))
        if isinstance(items[first], str):
            items[first], items[second] = items[second], items[first]
        else:
            items[first] = varied(items[first], rng)
        return tuple(items)
    if isinstance(value, int):
        return value + rng.choice((-2, -1, 1, 2))
    return float(f"{value * math.exp(rng.uniform(-STEP, STEP)):.3g}")
