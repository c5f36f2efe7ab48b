"""Games between AI players who each judge by weights of their own, drawn wildly.

`python -m tests.conformance.mixes civ2010 --games 200` plays so many and says which did not end.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.grammar import Value
from engine.core.policies import Eyes, Policy, StewardPolicy, play_out
from engine.core.registry import ruleset, rulesets
from engine.rulesets.civ2010 import steward as civ2010
from engine.rulesets.civ2010.steward.weights import WEIGHTS as CIV2010_WEIGHTS
from engine.world.ruleset import WorldRuleset
from engine.world.steward.weights import checked

EXTREMES = (0.0, 1e-3, 1e3, 1e6)
"""Figures that make one judgement nothing, or everything."""
WILD = 0.2
"""How often a figure is one of the extremes."""
SHARES = (0.05, 0.3, 1.0)
"""How many of a seat's weights are drawn: one odd figure does other harm than nothing but such."""
MOST_CHOICES = 100_000
"""Many times what the longest games take."""


class Mix(NamedTuple):
    """A game with the weights of each seat; its number brings it back."""

    ruleset: str
    seed: int

    @property
    def rng(self) -> Random:
        """The source of everything that is drawn for the game."""
        return Random(f"mix {self.ruleset} {self.seed}")

    def played(self, most_choices: int = MOST_CHOICES) -> Game:
        """The game, played to its end or for so many choices."""
        rng, rules = self.rng, ruleset(self.ruleset)
        seats = rng.choice(sorted(rules.seats))
        game = Game.new(
            self.ruleset,
            [f"Player {seat + 1}" for seat in range(seats)],
            options_of(self.ruleset, rng),
            rng.randbytes(32),
            [rng.randbytes(32) for _ in range(seats)],
            record=False,
        )
        weigh, weights = steward_of(self.ruleset)
        players: list[Policy] = [Watched(weigh(drawn(weights, rng))) for _ in range(seats)]
        play_out(game, players, rng, most_choices)
        return game


class Watched(StewardPolicy):
    """A steward that must not repeat an offer to whoever refused it, unless something changed."""

    def choose(self, eyes: Eyes, rng: Random) -> Choice:
        choice = super().choose(eyes, rng)
        if isinstance(choice.value, dict) and choice.value.get("do") == "offer":
            assert not eyes.view.has_refused(int(choice.value["to"])), choice
        return choice


def options_of(name: str, rng: Random) -> Mapping[str, Value]:
    """Options of a table: each as most tables have it, or drawn."""
    rules = ruleset(name)
    found: dict[str, Any] = {}
    for field in rules.options.fields:
        grammar = field.given(dict(found), rules.options.source)
        if grammar is not None:
            chosen, usual = grammar.sample(rng), rules.option_defaults[field.name]
            found[field.name] = chosen if rng.random() < 0.5 else usual
    return found


def steward_of(name: str) -> tuple[Callable[[Any], Any], msgspec.Struct]:
    """How a rule set's steward decides with certain weights, and the weights it comes with."""
    rules = ruleset(name)
    if isinstance(rules, WorldRuleset):
        steward = rules.stand_in
        assert steward is not None, "all of ours have one"
        return lambda weights: steward.weighing(**msgspec.structs.asdict(weights)).decide, (
            steward.weights
        )
    return lambda weights: partial(civ2010.decide, weights=weights), CIV2010_WEIGHTS


def drawn(weights: msgspec.Struct, rng: Random) -> msgspec.Struct:
    """Weights of the same kind: a few of them drawn, many, or all."""
    kind = type(weights)
    hints, share = get_type_hints(kind), rng.choice(SHARES)
    values = {
        name: one_drawn(value, hints[name], rng) if rng.random() < share else value
        for name, value in msgspec.structs.asdict(weights).items()
    }
    for name, value in values.items():
        try:
            checked(kind, {**msgspec.structs.asdict(weights), name: value})
        except msgspec.ValidationError:
            values[name] = getattr(weights, name)
    return checked(kind, values)


def one_drawn(value: Any, hint: Any, rng: Random) -> Any:
    """A weight drawn: figures by themselves, what is ordered in another order."""
    if isinstance(value, dict):
        among = get_args(hint)[1] if get_origin(hint) is dict else None
        return {key: one_drawn(each, among, rng) for key, each in value.items()}
    if isinstance(value, tuple):
        items = [one_drawn(each, None, rng) for each in value]
        return tuple(rng.sample(items, len(items)))
    if isinstance(value, str):
        return rng.choice(get_args(hint)) if get_origin(hint) is Literal else value
    if isinstance(value, int):
        return rng.choice((0, 1, 100, rng.randint(0, 100), rng.randint(0, 2 * value + 2)))
    if rng.random() < WILD:
        return rng.choice(EXTREMES)
    return (value or 1.0) * 10 ** rng.uniform(-2, 2)


def mixes(name: str, games: int, seed: int = 0) -> Iterator[Mix]:
    """So many mixes of one rule set."""
    return (Mix(name, number) for number in range(seed, seed + games))


def main() -> int:
    """Play, and say which games did not end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="*", default=rulesets())
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    failed = 0
    for name in args.ruleset:
        began, unfinished, ends = time.process_time(), [], dict[str, int]()
        for mix in mixes(name, args.games, args.seed):
            outcome = mix.played().outcome()
            if outcome is None:
                unfinished.append(mix.seed)
            else:
                ends[outcome.reason] = ends.get(outcome.reason, 0) + 1
        failed += len(unfinished)
        spent = time.process_time() - began
        print(f"{name}: {len(unfinished)} of {args.games} games unfinished {unfinished or ''}")
        print(f"  {ends}, {spent:.0f} s of CPU time", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
