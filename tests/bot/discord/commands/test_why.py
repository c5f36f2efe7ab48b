"""`/why`: questions about the position are answered from views and the record."""

from __future__ import annotations

import pytest

from bot.discord.commands.why import TOPICS, topic_of
from engine.core.registry import rulesets
from engine.notation.asked_orders import asked_order
from tests.bot.discord.world import World


@pytest.mark.parametrize("rules", rulesets())
async def test_every_topic_is_answered_in_every_rule_set(world: World, rules: str) -> None:
    ada, _ = await world.running(2, rules)
    for topic in TOPICS:
        answer = await ada.slash("why", about=topic)
        assert answer.text.startswith("###"), topic
        assert "{" not in answer.text, topic


async def test_whoever_waits_learns_for_whom_and_until_when(world: World) -> None:
    ada, bea = await world.running(2, "standard")
    status = await world.herald.status((await world.game()).id)
    awaited = status.awaited[0].seat.name
    waiting = bea if awaited == "Ada" else ada
    answer = await waiting.slash("why", about="why is it not my turn")
    assert f"waits for {awaited}" in answer
    assert "<t:" in answer


async def test_an_impossible_order_is_answered_with_the_fact_and_the_rule(world: World) -> None:
    people = dict(zip(("Ada", "Bea"), await world.running(2, "standard"), strict=True))
    status = await world.herald.status((await world.game()).id)
    asked = people[status.awaited[0].seat.name]
    answer = await asked.slash("why", about="place bering sea")
    assert "Bering Sea" in answer
    assert any(label.startswith("Rule 2.4") for label in answer.buttons())


async def test_a_question_about_the_rules_is_answered_by_the_desk(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    assert "lague" in await ada.slash("why", about="what does the plague do")


async def test_another_topic_is_one_press_away(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    answer = await ada.slash("why")
    assert "turn 1 begins" in await ada.pick(answer, "What happens next?")


@pytest.mark.parametrize(
    ("typed", "topic"),
    [
        ("why is it not my turn", "turn"),
        ("who are we waiting for", "turn"),
        ("why did i only get 10 gold", "income"),
        ("how did i lose the fight", "battle"),
        ("why is she ahead of me", "score"),
        ("what comes next", "next"),
        ("move 2 swordsman gobi steppe", None),
    ],
)
def test_a_question_is_told_from_an_order(typed: str, topic: str | None) -> None:
    assert topic_of(typed) == topic


@pytest.mark.parametrize(
    ("rules", "typed", "order"),
    [
        (
            "standard",
            "why can't i move my settler from gobi to steppe?",
            "move settler gobi > steppe",
        ),
        ("standard", "why can i not buy a knight", "buy knight"),
        ("standard", "move 2 swordsman gobi > steppe", "move 2 swordsman gobi > steppe"),
        ("rhye", "action research gunpowder", "action research gunpowder"),
        ("standard", "why cant i move my swordsman 3 spaces", None),
        ("standard", "why did i lose", None),
        ("fast_play", "why can't i grow my village", None),
        ("advanced", "why cant i trade", None),
        ("civ2010", "why can i not learn this", None),
    ],
)
def test_an_order_is_told_from_a_question(rules: str, typed: str, order: str | None) -> None:
    assert asked_order(rules, typed) == order


async def test_an_order_for_another_phase_is_answered_with_what_it_lacks(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    answer = await ada.slash("why", about="why can't i buy a knight")
    assert "that is for the phase *Purchase*" in answer
    assert "It still needs the medieval era." in answer


async def test_a_score_comes_with_what_would_change_it(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    assert "Metropolis 4" in await ada.slash("why", about="score")
