"""Games between random players end by their own rules, whatever happens on the way."""

from __future__ import annotations

from random import Random

import pytest

from engine.conformance.twins import census
from engine.core.dice import KeyedDice
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.state import State

LONGEST = 20_000
VICTORIES = {"military", "culture", "economic", "technology"}


def played(players: int, seed: int, **options: str) -> State:
    """A whole game; the census is looked at now and then."""
    rng, dice = Random(seed), KeyedDice(b"%d" % seed, [b"seat"] * players)
    state = RULESET.start(players, options, dice).state
    before = census(RULESET, state)
    for number in range(LONGEST):
        pending = RULESET.pending(state)
        if not pending:
            break
        blocking = [decision for decision in pending if decision.blocking]
        decision = rng.choice(blocking if rng.random() < 0.95 else pending)
        RULESET.carry_out(state, decision, decision.grammar.sample(rng), dice)
        if number % 40 == 0:
            assert census(RULESET, state) == before
    return state


@pytest.mark.parametrize("players", sorted(RULESET.seats))
def test_random_games_end_by_their_rules(players: int) -> None:
    assert {played(players, seed).end for seed in range(2)} <= VICTORIES


HOUSE = (
    *("join_groups", "no_relics", "fewer_water_tiles", "scouts_steal_combat", "free_program"),
    *("scouts_explore_huts", "edge_cities", "optional_fortification", "invest_one_per_turn"),
)


def test_a_game_with_every_house_rule_ends() -> None:
    options = dict.fromkeys(HOUSE, "on") | {
        "military_tradition": "2",
        "coin_tokens": "square",
        "city_state_tokens": "undefended",
    }
    assert played(3, 5, **options).end in VICTORIES


def test_a_game_of_the_base_set_without_options_ends() -> None:
    options = {"sets": "base", "nobles": "off", "investments": "off", "civilizations": "dealt"}
    assert played(2, 6, **options).end in VICTORIES
