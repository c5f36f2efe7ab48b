"""Presses that come too late, twice, from somebody else, from nowhere, or after a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.discord.delivery.fresh_panels import FRESH
from bot.discord.interactions.ids import Ids
from bot.moment import SECOND
from bot.store.errors import DatabaseFull
from tests.bot.discord.builders.playing import (
    an_offer,
    choose,
    desk,
    kinds,
    pass_by,
    to_purchase,
    to_second_trade,
    to_trade,
)
from tests.bot.discord.builders.raw import deliver_twice, press_anything, press_at_once
from tests.bot.discord.builders.world import Panel, Person, World


async def placing(world: World) -> tuple[Person, Panel]:
    """Somebody who is about to choose a region, with the panel that lists it."""
    await world.running(2)
    (person,) = await world.awaited()
    panel = await person.slash("play")
    panel = await person.pick(panel, "Europe")
    assert "Italia" in panel.options()
    return person, panel


async def placed(world: World) -> list[str]:
    """What was placed, as the log tells it."""
    page = await world.herald.look.log((await world.game()).id)
    return [line for line in page.lines if "settles" in line]


async def test_a_choice_is_made_by_pressing_and_what_came_of_it_is_shown_once(
    world: World,
) -> None:
    person, panel = await placing(world)
    panel = await person.pick(panel, "Italia")
    (confirmed,) = [line for line in panel.text.splitlines() if "Italia" in line]
    assert confirmed.startswith("✅ **") and "settles in Italia" in confirmed
    assert "You have nothing to do now" in panel


async def test_a_button_pressed_too_late_shows_what_is_true_now(world: World) -> None:
    person, old = await placing(world)
    confirm = old.options()["Italia"]
    await world.env.advance_time(FRESH / SECOND)
    await choose(person, "placement", "gobi")
    result = await press_anything(person, old, confirm)
    panel = world.answer(result)
    assert "That was an old panel" in panel
    assert len(await placed(world)) == 1


async def test_two_presses_at_once_are_both_answered_and_one_counts(world: World) -> None:
    person, panel = await placing(world)
    confirm = panel.options()["Italia"]
    results = await press_at_once((person, panel, confirm), (person, panel, confirm))
    assert all(result.acknowledged for result in results)
    assert len(await placed(world)) == 1


async def test_the_same_press_delivered_twice_is_one_choice(world: World) -> None:
    person, panel = await placing(world)
    result = await deliver_twice(person, panel, panel.options()["Italia"])
    assert result.acknowledged
    assert len(await placed(world)) == 1


@pytest.mark.parametrize(
    "forged",
    ["h1AAAAAAAApy.B.A.0123abcd.A...", "x", "h1", "h", "persistent_view:ok", "h1€€€€€€€€€"],
)
async def test_a_forged_button_is_refused_politely(world: World, forged: str) -> None:
    person, panel = await placing(world)
    result = await press_anything(person, panel, forged)
    assert "not one of mine" in world.answer(result)
    assert not await placed(world)


async def test_a_button_of_an_older_herald_says_so(world: World) -> None:
    person, panel = await placing(world)
    confirm = panel.options()["Italia"]
    answer = world.answer(await press_anything(person, panel, "h0" + confirm[0][2:]))
    assert "older version" in answer
    unknown = world.bot.page.ids.make("zz", 1)
    assert "older version" in world.answer(await press_anything(person, panel, unknown))


async def test_a_button_signed_with_another_key_is_refused(world: World) -> None:
    person, panel = await placing(world)
    press = world.bot.page.ids.read(panel.options()["Italia"][0])
    forged = Ids(b"not the key").make(press.verb, press.game, *press.rest)
    assert "not one of mine" in world.answer(await press_anything(person, panel, forged))


async def test_a_press_by_somebody_else_is_told_whose_it_is(world: World) -> None:
    person, panel = await placing(world)
    (other,) = (each for each in world.people if each is not person)
    name = "Ada" if person is world.people[0] else "Bea"
    confirm = panel.options()["Italia"]
    answer = world.answer(await press_anything(other, panel, confirm))
    assert answer.text == f"This is for {name}."
    assert not await placed(world)


async def test_a_stranger_is_told_that_they_have_no_seat(world: World) -> None:
    await world.running(2)
    stranger = world.person("Zoe")
    assert "do not sit at this table" in await stranger.press(world.posts()[-1], "My move")


async def test_old_buttons_work_after_a_restart(world: World) -> None:
    person, panel = await placing(world)
    await world.restart()
    panel = await person.pick(panel, "Italia")
    assert "settles in Italia" in panel
    assert "My move" in world.posts()[-1].buttons()
    (other,) = await world.awaited()
    assert "Where do your people begin?" in await other.press(world.posts()[-1], "My move")


async def test_a_modal_that_was_open_during_a_restart_is_read_after_it(world: World) -> None:
    people = await world.running(2)
    await to_second_trade(world)
    panel = await people[0].slash("trade", **{"with": people[1].actor.user})
    shown = await people[0].raw_press(panel, "Another number")
    await world.restart()
    panel = await people[0].fill(shown, number="7")
    assert "Gold you give: **7**" in panel


async def test_options_that_changed_under_a_panel_are_noticed(world: World) -> None:
    ada, bea = await world.running(2)
    await to_trade(world)
    await choose(ada, "trade", an_offer(1, give=5))
    panel = await ada.slash("trade", **{"with": bea.actor.user})
    # While the panel is open, five gold change hands: all of it is more than is left to give.
    await choose(bea, "trade", {"do": "accept", "offer": "1"})
    everything = str(
        max(int(each) for each in (*panel.options(), *panel.buttons()) if each.isdecimal())
    )
    use = ada.pick if everything in panel.options() else ada.press
    assert "That was an old panel" in await use(panel, everything)


async def test_a_fault_is_apologised_for_with_a_reference_that_the_log_has(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person, panel = await placing(world)
    world.expected.append("out of ink")

    async def broken(*args: Any, **facts: Any) -> None:
        raise RuntimeError("out of ink")

    monkeypatch.setattr(world.herald.play, "choose", broken)
    answer = await person.pick(panel, "Italia")
    assert "Sorry" in answer and "Nothing in the game is lost" in answer
    reference = answer.text.split("`")[1]
    assert any(reference in record.getMessage() for record in caplog.records)
    monkeypatch.undo()
    assert "✅" in await person.pick(panel, "Italia")


async def test_a_database_that_fails_changes_nothing_and_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, panel = await placing(world)
    world.expected.append("the disk is full")

    async def full(*args: Any, **facts: Any) -> None:
        raise DatabaseFull("herald.db")

    monkeypatch.setattr(world.herald.play, "choose", full)
    answer = await person.pick(panel, "Italia")
    assert "nothing has changed" in answer
    monkeypatch.undo()
    assert "✅" in await person.pick(panel, "Italia")


async def test_an_answer_that_takes_long_is_announced_to_discord_in_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, panel = await placing(world)
    choose_now = world.herald.play.choose
    moments = []

    async def slowly(*args: Any, **facts: Any) -> Any:
        await asyncio.sleep(2)
        moments.append(world.env.now())
        return await choose_now(*args, **facts)

    monkeypatch.setattr(world.herald.play, "choose", slowly)
    confirm = panel.options()["Italia"]
    asked = world.env.now()
    result = await press_anything(person, panel, confirm)
    await world.pass_time(hours=0.01)
    assert result.acknowledged and result.deferred
    assert moments and (moments[0] - asked).total_seconds() >= 2
    assert "settles in Italia" in panel


async def test_why_not_is_answered_by_the_rules(world: World) -> None:
    await world.running(2)
    held = await to_purchase(world)
    (buyer,) = await world.awaited()
    panel = await buyer.press(await buyer.slash("play"), "Step by step")
    shown = await buyer.raw_press(panel, "Why not …?")
    answer = await buyer.fill(shown, wish="Tank")
    assert "cannot be bought in the ancient era" in answer
    panel = await buyer.pick(panel, "Settler")
    shown = await buyer.raw_press(panel, "Why not …?")
    other = next(regions for user, regions in held.items() if user != buyer.id)
    place = other[0].replace("_", " ")
    assert "You have no settlement in" in await buyer.fill(shown, wish=place)


async def test_back_and_cancel_lead_out_of_a_form(world: World) -> None:
    await world.running(2)
    await to_purchase(world)
    (buyer,) = await world.awaited()
    panel = await buyer.press(await buyer.slash("play"), "Step by step")
    panel = await buyer.pick(panel, "Swordsman")
    assert "Purchase: **Swordsman**" in panel
    assert "Start over" not in panel.buttons(), "one step back is the start"
    panel = await buyer.press(panel, "Back")
    assert "Purchase: **" not in panel
    panel = await buyer.press(panel, "Back")
    assert "Step by step" in panel.buttons()
    panel = await buyer.press(panel, "Step by step")
    panel = await buyer.pick(panel, "Swordsman")
    panel = await buyer.press(panel, next(iter(panel.buttons())))
    panel = await buyer.press(panel, "Start over")
    assert "Purchase: **" not in panel
    assert "What do you buy?" in panel


async def test_step_by_step_begins_with_what_the_only_action_needs(world: World) -> None:
    await world.running(2)
    await to_purchase(world)
    await pass_by(world, "purchase", {"buy": "done"})
    (mover,) = await world.awaited()
    panel = await mover.press(await mover.slash("play"), "Step by step")
    assert "Move" not in panel.buttons() and "End movement" not in panel.buttons()
    assert "From" in panel
    panel = await mover.press(panel, "Back")
    assert {"Step by step", "End movement"} <= set(panel.buttons())


async def test_the_rule_behind_a_question_is_one_press_away_and_can_be_shown_to_all(
    world: World,
) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    panel = await person.slash("play")
    rule = await person.press(panel, "The rule")
    assert "Standard rules" in rule
    before = len(world.posts())
    await person.press(rule, "Share")
    assert len(world.posts()) == before + 1


async def test_another_open_decision_is_reached_from_the_panel(world: World) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    panel = await person.slash("play")
    panel = await person.press_further(panel, "Also: Standing orders")
    assert "Standing orders" in panel and "When you earn a wonder" in panel
    assert "placement" in await kinds(person)
    assert (await desk(person)).seat.user_id == person.id
