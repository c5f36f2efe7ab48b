"""`/why`: questions about the position are answered from views and the record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.discord.commands.why_topics import TOPICS, topic_of
from bot.discord.posts.explanations import battle_of
from engine.core.events import Event
from engine.core.registry import rulesets
from engine.notation.asked_orders import asked_order
from engine.world.events import BattleBegan, BattleEnded, Produced
from tests.bot.discord.builders.world import World


@pytest.mark.parametrize("rules", rulesets())
async def test_every_topic_is_answered_in_every_rule_set(world: World, rules: str) -> None:
    ada, _ = await world.running(2, rules)
    for topic in TOPICS:
        answer = await ada.slash("why", about=topic)
        assert answer.text.startswith("###"), topic
        assert "{" not in answer.text, topic


async def test_in_a_lobby_there_was_no_battle_yet(world: World) -> None:
    ada, *_ = await world.lobby(2)
    assert "no battle" in await ada.slash("why", about="battle")


async def test_whoever_waits_learns_for_whom_and_until_when(world: World) -> None:
    ada, bea = await world.running(2, "standard")
    status = await world.herald.look.status((await world.game()).id)
    awaited = status.awaited[0].seat.name
    waiting = bea if awaited == "Ada" else ada
    answer = await waiting.slash("why", about="why is it not my turn")
    assert f"waits for {awaited}" in answer
    assert "<t:" in answer


async def test_an_impossible_order_is_answered_with_the_fact_and_the_rule(world: World) -> None:
    people = dict(zip(("Ada", "Bea"), await world.running(2, "standard"), strict=True))
    status = await world.herald.look.status((await world.game()).id)
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
        ("why did i get so little gold this turn", "income"),
        ("why did we lose that battle last turn", "battle"),
        ("why can't i move?", "turn"),
        ("why can\u2019t i do anything", "turn"),
        ("income", "income"),
        ("how much gold does a settler cost", None),
        ("how do i get more gold", None),
        ("what does a monopoly of wine do", None),
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
        ("standard", "why cant i build a knight?", "buy knight"),
        ("fast_play", "why can't we purchase a catapult", "buy catapult"),
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
    assert "Rule 8.2: Units and settlers" in answer.buttons()


async def test_a_score_comes_with_what_would_change_it(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    assert "Metropolis 4" in await ada.slash("why", about="score")


@pytest.mark.parametrize("rules", rulesets())
async def test_a_spectator_is_told_about_everybody(world: World, rules: str) -> None:
    await world.running(2, rules)
    await settled(world)
    zoe = world.person("Zoe")
    income = await zoe.slash("why", about="income")
    assert income.text.startswith("### Where income comes from")
    assert income.text.count("Ada receives") == income.text.count("Bea receives") == 1
    scores = await zoe.slash("why", about="score")
    assert {"Ada", "Bea"} <= {
        line.split("**")[1] for line in scores.text.splitlines() if "**" in line
    }
    assert "You have no seat in this game." in await zoe.slash("why", about="why cant i move")


_SETTLING: dict[str, list[tuple[int, str, Any]]] = {}
"""The advised choices of the set-up of each rule set: the dice are the same in every world."""


async def settled(world: World) -> None:
    """Play by advice until the first turn."""
    game = await world.game()
    known = _SETTLING.get(game.game.ruleset)
    if known is None:
        _SETTLING[game.game.ruleset] = [each async for each in settling(world, game.id)]
    for number, (seat, decision, value) in enumerate(known or ()):
        user = world.people[seat].id
        await world.herald.play.choose(
            game.id, user, decision, value, interaction=f"settled:{number}"
        )
    status = await world.herald.look.status(game.id)
    assert status.view is not None and status.view.turn


async def settling(world: World, game: int) -> AsyncIterator[tuple[int, str, Any]]:
    """The choices of a set-up by advice, each after it was made."""
    for number in range(40):
        status = await world.herald.look.status(game)
        assert status.view is not None
        if status.view.turn:
            return
        seat = status.awaited[0].seat
        assert seat.user_id is not None
        desk = await world.herald.advice.ask(game, seat.user_id)
        asked = next(each.decision for each in desk.decisions if each.decision.blocking)
        value = desk.suggestions[asked.id][0].value
        click = f"settled:{number}"
        await world.herald.play.choose(game, seat.user_id, asked.id, value, interaction=click)
        yield seat.seat, asked.id, value
    raise AssertionError("no end to the set-up")


async def test_whoever_is_named_is_who_it_is_about(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    await settled(world)
    about_both = await ada.slash("why", about="why does Bea earn more than me")
    assert "Bea receives" in about_both
    assert "Ada receives" in about_both
    about_bea = await ada.slash("why", about="what is bea's score made of")
    assert "**Bea**" in about_bea
    about_all = await ada.slash("why", about="why did he get so much gold")
    assert "Bea receives" in about_all


async def test_income_below_the_minimum_says_what_is_added(world: World) -> None:
    ada, _ = await world.running(2, "standard")
    await settled(world)
    answer = await ada.slash("why", about="income")
    assert "Up to the minimum: **8**" in answer
    assert "Together: **10**" in answer


async def test_what_a_taxation_would_bring_is_known_before(world: World) -> None:
    ada, _ = await world.running(2, "rhye")
    await settled(world)
    assert "As things stand, the next income:\nSettlements: **5**" in await ada.slash(
        "why", about="income"
    )


async def test_what_cities_produce_is_told_city_by_city(world: World) -> None:
    ada, _ = await world.running(2, "civ2010")
    await settled(world)
    answer = await ada.slash("why", about="why do i make so little production")
    assert "As things stand, the production:\nThe city in" in answer


@pytest.mark.parametrize(
    ("rules", "typed", "said"),
    [
        (
            "fast_play",
            "why can't i build a horseman",
            "It still needs horses exploited by anybody.",
        ),
        ("rhye", "why cant i research gunpowder yet", "It still needs Guilds and Calendar."),
        ("civ2010", "why can't i build a library", "It still needs Writing."),
        ("advanced", "why cant i build a temple", "It still needs Mysticism."),
        ("rhye", "why can't i build a city", "Now it is *Movement*; this belongs to *Actions*."),
    ],
)
async def test_what_stands_in_the_way_of_a_thing_is_said(
    world: World, rules: str, typed: str, said: str
) -> None:
    await world.running(2, rules)
    await settled(world)
    (awaited, *_) = await world.awaited()
    assert said in await awaited.slash("why", about=typed)


async def test_whoever_waits_is_told_so_before_the_rule(world: World) -> None:
    people = await world.running(2, "standard")
    (awaited,) = await world.awaited()
    (waiting,) = [each for each in people if each is not awaited]
    answer = await waiting.slash("why", about="why can't i attack her")
    assert answer.text.startswith("It is Placement. The game waits for")
    assert "5.1 Declaring" in answer


def a_battle(*sides: int) -> tuple[Event, ...]:
    return BattleBegan("gobi", sides[:1], sides[1:]), BattleEnded("gobi", sides[0], sides[1:])


def test_the_battle_that_is_told_is_one_of_those_who_ask() -> None:
    own, later = a_battle(0, 1), a_battle(1, 2)
    income = Produced(0, 10, 10)
    events = [*own, income, *later, income]
    assert battle_of(events, (0,)) == list(own)
    assert battle_of(events, (2,)) == list(later)
    assert battle_of(events, (3,)) == list(later), "the latest where they were in none"
    assert battle_of([income], (0,)) == ()
