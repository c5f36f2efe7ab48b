"""Prints a digest of whole games, to prove that a change of the code left the rules alone.

Run it on two commits and compare the outputs: the same rule set, number of players, policy and seed
must give the same line. `--trace` prints the events themselves, to find the first that differs.

    PYTHONPATH=. python tests/proof/same_games.py --seeds 20 > /tmp/after.txt
    PYTHONPATH=. python tests/proof/same_games.py --only standard-3-random-7 --trace

Events are compared by class name and fields; `RENAMED` and `ADDED` hold what was renamed or added
on purpose since the commit compared with. Random players pick here by themselves and not with
`Grammar.sample`, so that a node that is asked in another shape still gets the same answers.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from engine.core.decision import Choice, Decision
from engine.core.game import Game
from engine.core.grammar import Form, OneOf
from engine.core.policies import Eyes, Policy, StewardPolicy, policy
from engine.core.registry import ruleset

RULESETS = ("fast_play", "standard", "advanced", "rhye", "civ2010")
POLICIES = ("random", "steward")
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "fast_play": ({}, {}, {}, {"turn_limit": 12}),
    "standard": ({}, {"purchases": "together"}, {"empty_markers": "fewer"}, {"turn_limit": 12}),
    "advanced": ({}, {"length": "medium"}, {"length": "long"}, {"purchases": "together"}),
}
"""The options of a game, by its seed in turn; none in the other rule sets."""
RENAMED: dict[str, str] = {}
"""New names of event classes, and the old ones they are compared as."""
ADDED: dict[str, tuple[str, ...]] = {"BattleFought": ("round",)}
"""Fields, by the old name of their class, that the old commit does not have."""
OPEN_SHARE = 0.05


class Case(NamedTuple):
    """One game: everything about it follows from these."""

    ruleset: str
    seats: int
    policy: str
    seed: int

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.seats}-{self.policy}-{self.seed}"


def cases(seeds: int) -> Iterator[Case]:
    """Every rule set, number of players and policy, seed by seed, so that a cut run is of use."""
    for seed in range(seeds):
        for name in RULESETS:
            for seats in ruleset(name).seats:
                for player in POLICIES:
                    yield Case(name, seats, player, seed)


def pick(decision: Decision, rng: Random) -> Any:
    """A random answer. All settings of standing orders are given, one after the other."""
    if decision.kind == "standing_orders":
        return {name: rng.choice(keys) for name, keys in settings(decision)}
    return decision.grammar.sample(rng)


def settings(decision: Decision) -> list[tuple[str, tuple[str, ...]]]:
    """The names and keys of standing orders."""
    # By attribute, since the commit compared with may not have the node.
    parts = getattr(decision.grammar, "parts", None)
    if parts is not None:
        return [(part.name, tuple(part.grammar.keys)) for part in parts]
    grammar = decision.grammar
    assert isinstance(grammar, Form)
    found = []
    for field in grammar.fields:
        asked = field.given({}, grammar.source)
        assert isinstance(asked, OneOf)
        found.append((field.name, tuple(asked.keys)))
    return found


def player(name: str, game: Game) -> Policy:
    """A policy; Fast Play's steward judges as in the first release, since it was tuned later."""
    if (name, game.rules.name) != ("steward", "fast_play"):
        return policy(name)
    return earlier_steward()


@cache
def earlier_steward() -> Policy:
    """Fast Play's steward of the first release, which the commit compared with still has."""
    try:
        from engine.rulesets.fast_play.steward import STEWARD
        from engine.world.steward.weights import read_weights
    except ImportError:
        return policy("steward")
    package, kind = "engine.rulesets.fast_play.steward", type(STEWARD.weights)
    weights = read_weights(package, kind, "opponents/first_release.toml")
    return StewardPolicy(type(STEWARD)(weights).decide)


def choose(name: str, game: Game, seat: int, own: list[Decision], rng: Random) -> Choice:
    """The answer of a policy to one of a seat's decisions."""
    if name != "random":
        return player(name, game).choose(Eyes(game.rules, seat, own, game.view), rng)
    if rng.random() >= OPEN_SHARE:
        own = [decision for decision in own if decision.blocking]
    decision = rng.choice(own)
    return Choice(seat, decision.id, pick(decision, rng))


def plain(event: Any) -> tuple[str, dict[str, Any]]:
    """An event as its class was called before, with the fields it had."""
    name = RENAMED.get(type(event).__name__, type(event).__name__)
    fields = {
        field: msgspec.to_builtins(getattr(event, field))
        for field in sorted(event.__struct_fields__)
        if field not in ADDED.get(name, ())
    }
    return name, untagged(fields)


def untagged(value: Any) -> Any:
    """Plain data without the tags of the structs in it."""
    if isinstance(value, dict):
        return {key: untagged(one) for key, one in value.items() if key != "type"}
    return [untagged(one) for one in value] if isinstance(value, list) else value


def play(case: Case, trace: bool) -> str:
    """Play one game to its end; gives the line that is compared."""
    rng = Random(f"{case}")
    options = OPTIONS.get(case.ruleset, ({},))
    game = Game.new(
        case.ruleset,
        [f"player {seat}" for seat in range(case.seats)],
        options[case.seed % len(options)],
        b"server %d" % case.seed,
        [b"player %d" % seat for seat in range(case.seats)],
        record=False,
    )
    digest = hashlib.sha256()
    choices = 0
    while True:
        pending = sorted(game.pending(), key=lambda decision: (decision.seat, decision.id))
        awaited = sorted({decision.seat for decision in pending if decision.blocking})
        if not awaited:
            break
        seat = rng.choice(awaited)
        own = [decision for decision in pending if decision.seat == seat]
        step = game.play(choose(case.policy, game, seat, own, rng))
        choices += 1
        for told in step.events:
            fact = (*plain(told.event), told.audience)
            digest.update(msgspec.json.encode(fact, order="deterministic"))
            if trace:
                print(choices, fact)
    outcome = game.rules.outcome(game.state)
    assert outcome is not None
    ranks = " ".join(f"{s.seat}:{s.rank}:{s.score}" for s in outcome.standings)
    return f"{case} {digest.hexdigest()[:24]} {choices} {outcome.turns} {outcome.reason} {ranks}"


def main() -> None:
    """Print one line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--only", default="", help="the games whose name contains this")
    parser.add_argument("--trace", action="store_true", help="print every event")
    asked = parser.parse_args()
    for case in cases(asked.seeds):
        if asked.only in str(case):
            print(play(case, asked.trace))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
