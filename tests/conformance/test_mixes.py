"""Games between AI players end, whatever each of them holds things to be worth."""

from __future__ import annotations

import pytest

from engine.core.registry import rulesets
from tests.conformance.mixes import Mix, mixes

ENDLESS_ONCE = [("civ2010", 6), ("civ2010", 21), ("civ2010", 39), ("advanced", 170)]
"""An offer was made again whenever it was declined; nobody bought what ends a long game."""


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    [*((name, seed) for name in rulesets() for seed in range(3)), *ENDLESS_ONCE],
)
def test_a_game_ends_whatever_the_weights_of_each_seat(ruleset: str, seed: int) -> None:
    assert Mix(ruleset, seed).played().outcome() is not None


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", rulesets())
def test_two_hundred_games_end_whatever_the_weights_of_each_seat(ruleset: str) -> None:
    assert [mix.seed for mix in mixes(ruleset, 200) if mix.played().outcome() is None] == []
