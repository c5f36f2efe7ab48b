"""Games between random players end by their own rules, whatever happens on the way."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.conformance.boards import board_faults
from engine.conformance.twins import census
from engine.core.decision import Choice
from engine.core.dice import KeyedDice
from engine.rulesets.fast_play import RULESET
from engine.rulesets.fast_play.state import State
from tests.fast_play.soundness import faults

LONGEST = 20_000


def played(players: int, seed: int) -> State:
    """A whole game; every census is looked at."""
    rng, dice = Random(seed), KeyedDice(b"%d" % seed, [b"seat"] * players)
    state = RULESET.start(players, {}, dice).state
    before = census(RULESET, state)
    for _ in range(LONGEST):
        pending = RULESET.pending(state)
        if not pending:
            break
        blocking = [decision for decision in pending if decision.blocking]
        decision = rng.choice(blocking if rng.random() < 0.95 else pending)
        choice = Choice(decision.seat, decision.id, decision.grammar.sample(rng))
        RULESET.play(state, choice, dice, decision)
        assert census(RULESET, state) == before
        assert [*board_faults(state), *faults(state)] == []
    return state


@pytest.mark.parametrize("players", sorted(RULESET.seats))
def test_random_games_end_by_their_rules(players: int) -> None:
    reasons = Counter(played(players, seed).end for seed in range(8))
    assert set(reasons) <= {"beyond_modern", "no_fuel", "last_one_standing"}


def test_both_common_ends_come_up() -> None:
    reasons = {played(2, seed).end for seed in range(100, 112)}
    assert {"beyond_modern", "no_fuel"} <= reasons
