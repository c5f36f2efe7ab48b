"""Suggestions of every rule set: legal, the same whatever the seat may not know, and as good as
the steward: the first is what it would do itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.discord.interactions.ids import Ids
from bot.discord.interactions.panel_state import DraftCache, PanelIds, PanelState
from bot.discord.panels.advice import advice_lines
from bot.discord.panels.question import Guidance, Question
from bot.discord.voices import rules_voice
from engine.conformance.twins import twin_of
from engine.core.advice import Suggestion
from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.registry import ruleset, rulesets
from engine.core.ruleset import Ruleset

STEPS, EVERY = 240, 12


def words(
    rules: Ruleset[Any], state: Any, decision: Decision, found: Sequence[Suggestion]
) -> list[str]:
    """What a player is shown who asks for advice."""
    view = rules.view(state, decision.seat)
    return advice_lines(
        Question(
            decision,
            PanelState(1, decision.seat, "0123abcd"),
            PanelIds(Ids(b"test"), DraftCache()),
            rules_voice(rules.name, ("Ada", "Bea", "Cyd")),
            view.areas,
            Guidance(found, partial(rules.follow_up, view, decision)),
        )
    )


@pytest.mark.parametrize("name", rulesets())
def test_suggestions_are_legal_know_nothing_hidden_and_begin_with_the_stewards_own_choice(
    name: str,
) -> None:
    rules, rng = ruleset(name), Random(11)
    dice = KeyedDice(b"\x05" * 32, [b"x"] * 3)
    state = rules.start(3, {}, dice).state
    suggested = exchanged = 0
    for at in range(STEPS):
        pending = rules.pending(state)
        asked = next((each for each in pending if each.blocking), None)
        if asked is None:
            break
        if at % EVERY == 0:
            view = rules.view(state, asked.seat)
            found = rules.suggest(view, (asked,), Random(1), 12)
            for each in found:
                assert each.decision == asked.id
                choice = Choice(asked.seat, asked.id, each.value)
                rules.apply(state, choice, dice)
            other = twin_of(rules, state, asked.seat, Random(at))
            same = next(e for e in rules.pending(other) if (e.seat, e.id) == (asked.seat, asked.id))
            exchanged += rules.hash(other) != rules.hash(state)
            hidden = rules.suggest(rules.view(other, asked.seat), (same,), Random(1), 12)
            assert [(each.value, each.reason) for each in hidden] == [
                (each.value, each.reason) for each in found
            ]
            assert words(rules, other, same, hidden) == words(rules, state, asked, found)
            suggested += len(found)
            own_way = rules.steward(view, (asked,), Random(1))
            assert asked.grammar.validate(own_way.value) == found[0].value, asked.kind
        own = [each for each in pending if each.seat == asked.seat]
        choice = rules.steward(rules.view(state, asked.seat), own, rng)
        state = rules.apply(state, choice, dice).state
    assert suggested >= STEPS // EVERY
    assert exchanged, "something was hidden from the seat"
