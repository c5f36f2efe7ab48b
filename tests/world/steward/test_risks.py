"""Risks that a steward keeps over many choices are those it would find now."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.rulesets.advanced.steward import STEWARD as ADVANCED
from engine.rulesets.standard.steward import STEWARD as STANDARD
from engine.world.steward.strategy import Strategy
from engine.world.view import WorldView

STEWARDS = {"standard": STANDARD, "advanced": ADVANCED}
CHOICES, EVERY = 400, 3


def found_now(s: Strategy, region: int) -> float:
    """The chance that a region is taken next turn, worked out from each attack."""
    attacks = s.attackers(region)
    guards = s.own_army(region)
    return max((p * s.assault(units, guards, owner) for p, owner, units in attacks), default=0.0)


@pytest.mark.parametrize("name", ["standard", "advanced"])
def test_a_kept_risk_is_the_one_found_now(name: str) -> None:
    steward = STEWARDS[name]
    game = Game.new(name, ["Ada", "Bo", "Cy"], {}, b"server", [b"a", b"b", b"c"], record=False)
    rng, at_risk = Random(3), 0
    for _ in range(CHOICES // EVERY):
        play_out(game, [policy("random")] * 3, rng, EVERY)
        for seat in range(3):
            view = game.view(seat)
            assert isinstance(view, WorldView)
            s = steward.survey(view, seat)
            for home in s.homes:
                risk = s.present_risk(home)
                assert risk == found_now(s, home)
                at_risk += risk > 0
    assert at_risk
