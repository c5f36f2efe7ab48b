"""Whole games by pressing: every decision can be answered by what its panel offers."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.discord.interactions.panel_state import STEPS, WHOLES
from bot.discord.interactions.verbs import Verb
from bot.discord.panels import amount
from bot.discord.panels.catalogue import picks_of
from bot.discord.panels.draft import codes_of_value, walk
from bot.discord.panels.question import Notice
from bot.discord.voices import rules_voice
from bot.service.game.snapshot import Snapshot
from engine.core.decision import Choice, Decision
from engine.core.dice import KeyedDice
from engine.core.grammar import (
    Value,
)
from engine.core.messages import Voice
from engine.core.registry import ruleset, rulesets
from tests.bot.discord.panels.builders import IDS, Hand, check_limits

ENOUGH = 8
"""So often a kind of decision is pressed in a game; of those after it, every third."""


@pytest.mark.parametrize("name", rulesets())
@pytest.mark.parametrize(
    ("seeds", "enough"),
    [(range(2), ENOUGH), pytest.param(range(10), 1000, marks=pytest.mark.soak)],
)
def test_every_decision_of_whole_games_can_be_answered_by_pressing(
    name: str, seeds: range, enough: int
) -> None:
    rules = ruleset(name)
    voice = rules_voice(name, ["Ada", "*Bea*", "Cyd"])
    seen: set[str] = set()
    for seed in seeds:
        rng = Random(seed)
        dice = KeyedDice(bytes([seed]) * 32, [b"x"] * 3)
        state = rules.start(3, {}, dice).state
        asked: Counter[str] = Counter()
        for _ in range(120):
            pending = rules.pending(state)
            if not pending:
                break
            fresh = [each for each in pending if each.kind not in seen]
            awaited = [each for each in pending if each.blocking]
            decision = rng.choice(fresh or awaited)
            seen.add(decision.kind)
            asked[decision.kind] += 1
            if asked[decision.kind] <= enough or not asked[decision.kind] % 3:
                value = pressed(decision, voice, rng)
            else:
                value = decision.grammar.sample(rng)
            rules.play(state, Choice(decision.seat, decision.id, value), dice, decision)
    assert len(seen) > 4


@pytest.mark.parametrize("name", rulesets())
@pytest.mark.parametrize("choices", [60, pytest.param(1200, marks=pytest.mark.soak)])
def test_whatever_is_advised_can_be_chosen_by_a_press(name: str, choices: int) -> None:
    rules, dice = ruleset(name), KeyedDice(b"advised" * 5, [b"x"] * 3)
    state = rules.start(3, {}, dice).state
    for number in range(choices):
        now = Snapshot(rules, state, number)
        awaited = [each for each in now.pending if each.blocking]
        if not awaited:
            break
        asked = awaited[number % len(awaited)]
        best, *_ = advised = now.suggested(asked.seat)[asked.id]
        for each in advised:
            codes = codes_of_value(asked.grammar, each.value)
            assert walk(asked.grammar, codes).value == asked.grammar.validate(each.value)
        state = rules.apply(state, Choice(asked.seat, asked.id, best.value), dice).state


def pressed(decision: Decision, voice: Voice, rng: Random) -> Value:
    """The answer that random presses come to."""
    hand = Hand(decision.grammar, decision.kind, voice)
    hand.decision = decision
    hand.state = hand.state._replace(mode=rng.choice((WHOLES, STEPS)))
    for _ in range(400):
        check_limits(hand)
        ways = [
            each
            for each in hand.actions()
            if not each.get("disabled")
            and IDS.read(each["custom_id"]).verb not in (Verb.CANCEL_DRAFT, Verb.WHY_NOT)
        ]
        if hand.question.is_complete:
            return hand.value
        ahead = [e for e in ways if IDS.read(e["custom_id"]).verb != Verb.DRAFT_BACK]
        ways = ahead if rng.random() < 0.9 else ways
        way = rng.choice(ways)
        if IDS.read(way["custom_id"]).verb == Verb.TYPE_NUMBER:
            grammar = hand.question.leaf.grammar
            hand.state = amount.typed_number(hand.question, str(grammar.sample(rng)))
            continue
        values: list[str] = []
        if way["type"] == 3:
            size = rng.randint(way["min_values"], way["max_values"])
            values = [option["value"] for option in rng.sample(way["options"], size)]
        try:
            verb = hand.use(way, values)
            if verb == Verb.CHOOSE_DEFAULT:
                return walk(
                    decision.grammar, codes_of_value(decision.grammar, decision.default)
                ).value
            if verb in (Verb.DO_WHOLES, Verb.DO_AND_END):
                catalogue = hand.question.catalogue
                assert catalogue is not None
                return catalogue.entry(picks_of(hand.state.work)[0]).value
        except Notice:
            continue
    raise AssertionError(f"no end to {decision.kind}")
