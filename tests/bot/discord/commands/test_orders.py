"""Typed choices: `/act` finds them while typing, `/orders` takes many lines."""

from __future__ import annotations

from tests.bot.discord.builders.playing import kinds, settle_everywhere, to_purchase
from tests.bot.discord.builders.world import World


async def test_act_suggests_legal_choices_and_makes_the_one_that_is_picked(world: World) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    found = await person.suggestions("act", "what", "ital")
    (name,) = (each for each in found if "Italia" in each)
    panel = await person.slash("act", what=found[name])
    assert "settles in Italia" in panel


async def test_act_understands_words_that_were_typed_and_not_picked(world: World) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    assert "settles in Italia" in await person.slash("act", what="Italia")


async def test_act_asks_which_is_meant_when_it_can_be_several(world: World) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    answer = await person.slash("act", what="an")
    assert "can mean several things" in answer
    label = next(iter(answer.buttons()))
    assert "✅" in await person.press(answer, label)


async def test_act_says_so_when_nothing_fits(world: World) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    assert "Nothing you can do now" in await person.slash("act", what="qqqqqq zzzzzz")


async def test_a_suggestion_that_is_out_of_date_shows_what_is_true_now(world: World) -> None:
    await world.running(2)
    (person,) = await world.awaited()
    found = await person.suggestions("act", "what", "ital")
    old = next(value for name, value in found.items() if "Italia" in name)
    await person.slash("act", what="Gobi")
    assert "old panel" in await person.slash("act", what=old)


async def test_suggestions_for_a_stranger_are_none_and_no_fault(world: World) -> None:
    await world.running(2)
    stranger = world.person("Zoe")
    assert await stranger.suggestions("act", "what", "") == {}


async def test_orders_are_checked_shown_and_then_given(world: World) -> None:
    await world.running(2)
    held = await to_purchase(world)
    (buyer,) = await world.awaited()
    where = held[buyer.id][0]
    game = await world.game()
    phrases = await world.herald.orders.search(game.id, buyer.id, f"swordsman {where}")
    line = phrases[0].notation
    shown = await buyer.actor.slash(world.channel, "orders")
    sheet = await buyer.fill(shown, orders=f"{line}\ndone")
    assert "All of this can be done" in sheet
    assert "✅ 1." in sheet and "✅ 2." in sheet
    assert "purchase" in await kinds(buyer), "nothing is done before it is confirmed"
    panel = await buyer.press(sheet, "Do all 2")
    assert "buys" in panel
    assert "purchase" not in await kinds(buyer)


async def test_a_bad_order_is_named_with_its_reason_and_nothing_is_done(world: World) -> None:
    await world.running(2)
    await to_purchase(world)
    (buyer,) = await world.awaited()
    shown = await buyer.actor.slash(world.channel, "orders")
    sheet = await buyer.fill(shown, orders="sing a song\ndone")
    assert "Nothing has been done yet" in sheet
    assert "❌ 1." in sheet
    assert not any(label.startswith("Do") for label in sheet.buttons())
    again = await buyer.raw_press(sheet, "Change")
    assert again.modal is not None
    sheet = await buyer.fill(again, orders="done")
    assert "All of this can be done" in sheet


async def test_confirmed_orders_are_given_after_a_restart(world: World) -> None:
    await world.running(2)
    await to_purchase(world)
    (buyer,) = await world.awaited()
    shown = await buyer.actor.slash(world.channel, "orders")
    sheet = await buyer.fill(shown, orders="done")
    await world.restart()
    await buyer.press(sheet, "Do it")
    assert "purchase" not in await kinds(buyer)


async def test_typed_orders_cannot_break_out_of_their_block(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (person,) = await world.awaited()
    shown = await person.actor.slash(world.channel, "orders")
    sheet = await person.fill(shown, orders="```\n@everyone **x**\n```end")
    assert not sheet.pings
    assert "'''" in sheet
