"""Figures that are kept from one plan to the next are those that would be found afresh."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.dice import KeyedDice
from engine.core.grammar import Quota
from engine.rulesets.rhye import RULESET
from engine.rulesets.rhye.actions import recruitment
from engine.rulesets.rhye.actions.construction import wonders_with
from engine.rulesets.rhye.actions.figures import Figures, terms_of
from engine.rulesets.rhye.actions.recruitment import barracks_of
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.trade import unlearnable_with

KEPT: tuple[Any, ...] = (
    recruitment.newest,
    recruitment.land_units,
    recruitment.prices_of,
    recruitment.raised_in,
    recruitment.raised_by,
    terms_of,
    wonders_with,
    unlearnable_with,
)


def offer_of(figures: Figures) -> tuple[Any, ...]:
    """Everything that a seat can raise, with prices and limits."""
    found: Quota = barracks_of(figures).recruits
    return list(found.keys), found.copies, found.costs, found.groups, found.quotas


def figures_of(state: State, seat: int) -> tuple[Any, ...]:
    """What a seat plans with."""
    figures = Figures(state, seat)
    owned = state.technologies[seat]
    return offer_of(figures), figures.terms, wonders_with(owned), unlearnable_with(owned)


@pytest.mark.parametrize("seats", [2, 5])
def test_figures_that_are_kept_are_those_found_afresh(seats: int) -> None:
    dice, rng = KeyedDice(b"figures", [b"seat"] * seats), Random(seats)
    state = RULESET.start(seats, {"turn_limit": 25}, dice).state
    planned = 0
    while asked := RULESET.asked(state):
        decision = rng.choice([each for each in asked if each.blocking])
        if decision.kind == "action":
            kept = figures_of(state, decision.seat)
            for function in KEPT:
                function.cache_clear()
            assert figures_of(state, decision.seat) == kept
            planned += 1
        RULESET.carry_out(state, decision, decision.grammar.sample(rng), dice)
    assert planned > 20
