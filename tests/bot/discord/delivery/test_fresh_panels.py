"""Private panels follow their game while they are fresh."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.delivery.fresh_panels import FRESH, SAID
from bot.discord.screen import Screen
from bot.moment import SECOND
from tests.bot.discord.builders.playing import (
    an_offer,
    choose,
    desk,
    settle_everywhere,
    to_purchase,
    to_second_trade,
)
from tests.bot.discord.builders.world import Panel, Person, World

IDLE = "You have nothing to do now"


async def waiting(world: World) -> tuple[Person, Person, Panel]:
    """Somebody whose panel says that there is nothing to do, and who is awaited."""
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    (other,) = (each for each in world.people[:2] if each is not mover)
    panel = await other.slash("play")
    assert IDLE in panel
    return mover, other, panel


def is_gone(panel: Panel) -> bool:
    return panel.id not in panel.env.backend.messages[panel.channel_id]


async def test_a_panel_shows_the_question_that_has_come_up(world: World) -> None:
    mover, other, panel = await waiting(world)
    await choose(mover, "movement", {"do": "end"})
    assert await world.awaited() == [other]
    assert IDLE not in panel
    assert "Your move." in panel
    done = await other.press(panel, "End movement")
    assert "✅" in done


async def test_a_panel_waits_while_a_press_of_its_player_is_answered(world: World) -> None:
    mover, other, panel = await waiting(world)
    game = await world.game()
    async with world.bot.parts.fresh_panels.answering(game.id, other.id):
        await choose(mover, "movement", {"do": "end"})
        assert await world.awaited() == [other]
        assert IDLE in panel, "the answer may take its place"
    assert "Your move." in panel


@pytest.mark.parametrize("is_late", [False, True])
async def test_what_was_done_is_still_read_when_the_game_goes_on_at_once(
    world: World, is_late: bool
) -> None:
    mover, other, _ = await waiting(world)
    panel = await mover.press(await mover.slash("play"), "End movement")
    assert "has finished moving" in panel
    if is_late:
        await world.env.advance_time(SAID / SECOND)
    await choose(other, "movement", {"do": "end"})
    assert "Trade is open." in panel
    assert ("has finished moving" in panel) is not is_late


async def test_a_panel_with_an_open_question_is_left_alone(world: World) -> None:
    await world.running(2)
    await to_purchase(world)
    (buyer,) = await world.awaited()
    panel = await buyer.slash("play")
    label = next(each for each in panel.options() if each.startswith("A settler in"))
    panel = await buyer.pick(panel, label)
    assert "▸ " in panel
    game = await world.game()
    await world.bot.parts.fresh_panels.refresh(game.id)
    assert "▸ " in panel, "what was picked stays picked"


async def test_a_panel_that_shows_something_else_is_left_alone(world: World) -> None:
    mover, other, panel = await waiting(world)
    plan = await other.press(panel, "Plan ahead")
    await choose(mover, "movement", {"do": "end"})
    assert "Your move." not in plan


async def test_an_old_panel_stays_as_it_was(world: World) -> None:
    mover, _, panel = await waiting(world)
    await world.env.advance_time(FRESH / SECOND)
    await choose(mover, "movement", {"do": "end"})
    assert IDLE in panel


async def test_a_newer_panel_takes_the_place_of_the_older_one(world: World) -> None:
    await world.running(2)
    (mover,) = await world.awaited()
    older = await mover.slash("play")
    newer = await mover.slash("play")
    assert newer.id != older.id
    assert is_gone(older), "two panels of one game would contradict each other"
    assert not is_gone(newer)


async def test_a_suggestion_that_is_carried_out_leaves_one_panel(world: World) -> None:
    await world.running(2)
    (mover,) = await world.awaited()
    panel = await mover.slash("play")
    advice = await mover.press(panel, "Suggest")
    done = await mover.press(advice, "Do it")
    assert "✅" in done
    assert is_gone(panel)
    assert not is_gone(done)


async def test_a_panel_shows_what_is_left_when_a_prepared_order_was_carried_out(
    world: World,
) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    panel = await mover.slash("play")
    before = panel.options()
    desk = await world.herald.look.desk((await world.game()).id, mover.id)
    await choose(mover, "movement", desk.suggestions["movement"][0].value)
    await world.bot.parts.fresh_panels.refresh((await world.game()).id)
    assert await world.awaited() == [mover]
    assert "Your move." in panel
    assert panel.options() != before, "what has moved is not offered again"


async def with_an_offer(world: World) -> tuple[Person, Person, str]:
    """Ada has offered Bea a deal in the second turn's trade."""
    ada, bea = await world.running(2)
    await to_second_trade(world)
    await choose(ada, "trade", an_offer(1, give=1, get=2))
    (offer,) = (await world.herald.look.view((await world.game()).id, ada.id)).offers
    return ada, bea, str(offer.id)


async def test_a_panel_offers_nothing_that_others_have_settled(world: World) -> None:
    ada, bea, offer = await with_an_offer(world)
    panel = await ada.slash("play")
    assert "Withdraw offer 1" in panel.buttons()
    await choose(bea, "trade", {"do": "decline", "offer": offer})
    assert "Withdraw offer 1" not in panel.buttons()


async def test_a_panel_that_the_game_overtakes_while_it_is_made_is_brought_up_to_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bea, offer = await with_an_offer(world)
    composer, answered = world.bot.sender.composer, False
    compose, game = composer.desk, (await world.game()).id
    (asked,) = (each for each in (await desk(bea)).decisions if each.decision.kind == "trade")

    async def slowly(*args: Any, **named: Any) -> Screen:
        nonlocal answered
        screen = await compose(*args, **named)
        if not answered:
            answered = True
            declined = {"do": "decline", "offer": offer}
            await world.herald.play.choose(
                game, bea.id, asked.decision.id, declined, interaction="meanwhile"
            )
        return screen

    monkeypatch.setattr(composer, "desk", slowly)
    panel = await ada.slash("play")
    assert answered
    assert "Withdraw offer 1" not in panel.buttons()
