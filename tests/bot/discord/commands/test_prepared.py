"""Planning ahead: orders for a decision that is not open yet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import update

from bot.store import tables
from engine.rulesets.advanced.tables import CARD, TABLES
from tests.advanced.builders import a_game as an_advanced_game
from tests.bot.discord.builders.playing import choose, kinds, pass_by, settle_everywhere, to_trade
from tests.bot.discord.builders.world import Panel, Person, World
from tests.bot.service.builders import lay_out


async def write(person: Person, panel: Panel, phase: str, orders: str) -> Panel:
    """Write orders for a phase on the screen of what is prepared."""
    custom_id, value = panel.options()[phase]
    shown = await person._who(panel).select(panel.handle, [value], custom_id=custom_id)
    return await person.fill(shown, orders=orders)


async def waiting_mover(world: World) -> tuple[Person, Person]:
    """Who moves now, and somebody who moves later."""
    (mover,) = await world.awaited()
    return mover, next(each for each in world.people if each is not mover)


async def test_prepared_orders_are_shown_and_played_when_their_time_comes(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    mover, other = await waiting_mover(world)
    plan = await other.press(await other.slash("play"), "Plan ahead")
    assert "Nothing is prepared." in plan
    assert "Placement" not in plan.options()
    plan = await write(other, plan, "Movement", "end")
    plan = await write(other, plan, "Trade", "")
    assert "**Movement**: `end`" in plan
    assert "**Trade**: pass" in plan
    panel = await other.press(plan, "Back to my panel")
    assert "2 prepared choices are waiting" in panel
    await choose(mover, "movement", {"do": "end"})
    assert await world.awaited() == [mover]
    assert await kinds(mover) == ["trade"]
    assert "prepared" not in await other.slash("play")


async def test_prepared_orders_survive_a_restart_and_can_be_dropped(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    mover, other = await waiting_mover(world)
    plan = await other.press(await other.slash("play"), "Plan ahead")
    plan = await write(other, plan, "Movement", "end")
    plan = await write(other, plan, "Purchase", "done\nbuy nothing")
    await world.restart()
    plan = await other.pick(plan, "Purchase: buy nothing")
    assert "Dropped" in plan
    assert "buy nothing" not in plan
    plan = await other.press(plan, "Drop all 2")
    assert "Nothing is prepared." in plan
    await choose(mover, "movement", {"do": "end"})
    assert await world.awaited() == [other]


@pytest.mark.parametrize("closed", [False, True])
async def test_what_cannot_be_played_comes_back_with_the_reason(world: World, closed: bool) -> None:
    await world.running(2)
    await settle_everywhere(world)
    mover, other = await waiting_mover(world)
    if closed:
        await world.herald.note_dm((await world.game()).id, other.id, False)
    plan = await other.press(await other.slash("play"), "Plan ahead")
    await write(other, plan, "Movement", "move 9 tank gobi > atlantis\nend")
    letters = len(other.letters())
    await choose(mover, "movement", {"do": "end"})
    assert await world.awaited() == [other]
    # Called in the channel, told in private, and reminded on the panel and in the inbox.
    assert other.id in {ping for post in world.posts()[-2:] for ping in post.pings}
    if closed:
        assert len(other.letters()) == letters
    else:
        assert "2 choices you had prepared" in other.letters()[-1]
        assert "`move 9 tank gobi > atlantis`" in other.letters()[-1]
    panel = await other.slash("play")
    assert "`move 9 tank gobi > atlantis` came back: " in panel
    assert "2 prepared choices came back" in await other.slash("inbox")
    # Nobody else hears of it.
    public = "\n".join(post.text for post in world.posts())
    assert "atlantis" not in public
    await choose(other, "movement", {"do": "end"})
    assert "came back" not in await other.slash("play")


async def test_orders_for_what_has_opened_meanwhile_are_not_lost(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    mover, other = await waiting_mover(world)
    plan = await other.press(await other.slash("play"), "Plan ahead")
    custom_id, value = plan.options()["Movement"]
    shown = await other._who(plan).select(plan.handle, [value], custom_id=custom_id)
    await choose(mover, "movement", {"do": "end"})
    told = await other.fill(shown, orders="end")
    assert "right now" in told
    assert "end" in told
    # The old screen offers what can no longer be prepared.
    again = await other.select(plan, custom_id, [value])
    assert "not among the things you can prepare" in again


async def test_an_order_cannot_break_out_of_its_marks(world: World) -> None:
    await world.running(2)
    await to_trade(world)
    (person, *_) = await world.awaited()
    plan = await person.press_further(await person.slash("play"), "Plan ahead")
    plan = await write(person, plan, "Purchase", "`@everyone` **bold** <@1>")
    assert "`'@everyone' **bold** <@1>`" in plan
    assert plan.pings == set()
    await pass_by(world, "trade", {"do": "done"})


async def test_what_waits_for_a_question_in_between_is_said_once(world: World) -> None:
    gardens = TABLES.wonders[TABLES.wonder_index["hanging_gardens"]]
    case = an_advanced_game(2).with_gold("angela", 200)
    for place in ("nile", "persia", "yunnan"):
        case = case.with_settlement("angela", place)
    case = case.with_cards("brad", *TABLES.technology_cards[CARD[gardens.technology]].needs)
    ada, _ = await world.running(2, "advanced")
    await lay_out(
        world.herald.store, (await world.game()).id, case.at("purchase").state, "advanced"
    )
    await world.restart()
    panel = await ada.pick(await ada.slash("play"), "Masonry", "Bronze Working")
    (pay,) = (each for each in panel.buttons() if re.fullmatch(r"Pay \d+ gold", each))
    panel = await ada.press(panel, pay)
    assert "You get 2 settlers from the Hanging Gardens." in panel
    assert "⏳ One prepared choice is waiting" in panel
    assert panel.text.count("wait") == 1


DAMAGED: dict[str, dict[str, Any]] = {
    "no reason": {"returned": {"why": "nobody knows"}},
    "a number": {"returned": 5},
    "facts that are a list": {"returned": {"code": "not_so_many", "data": [1]}},
    "facts twice": {"returned": {"code": "not_so_many", "data": {"code": 1, "rule": 2}}},
    "facts of another kind": {"returned": {"code": "not_so_many", "data": {"kind": {"key": 1}}}},
    "an unknown kind": {"kind": "nonsense", "returned": []},
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
async def test_a_damaged_choice_that_came_back_is_said_plainly_and_goes(
    world: World, damage: dict[str, Any]
) -> None:
    await world.running(2)
    await settle_everywhere(world)
    _, other = await waiting_mover(world)
    plan = await other.press(await other.slash("play"), "Plan ahead")
    await write(other, plan, "Movement", "end")
    world.expected.append("handed back is damaged")
    async with world.herald.store.transaction() as tx:
        await tx.write(update(tables.prepared_choices).values(**damage))
    panel = await other.slash("play")
    assert "came back: It was damaged" in panel
    assert "came back: It was damaged" in await other.press(panel, "Plan ahead")
    (mover,) = await world.awaited()
    await choose(mover, "movement", {"do": "end"})
    await choose(other, "movement", {"do": "end"})
    assert "came back" not in await other.slash("play")
