"""Ends that go further than one question, by a single press on the panel."""

from __future__ import annotations

from tests.bot.discord.builders.playing import desk, kinds, settle_everywhere, to_trade
from tests.bot.discord.builders.world import World


async def test_one_press_ends_a_turn_and_the_panel_says_what_it_passes_over(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    panel = await mover.slash("play")
    assert "**End my turn** also passes over: Trade and Purchase." in panel
    panel = await mover.press(panel, "End my turn")
    assert "Trade and Purchase will pass without asking you" in panel
    assert [each.kind for each in (await desk(mover)).prepared] == ["trade", "purchase"]
    plan = await mover.press(panel, "Plan ahead")
    assert "**Trade**: pass" in plan
    await mover.press(plan, "Drop all 2")
    assert (await desk(mover)).prepared == ()


async def test_one_press_is_done_with_trade_in_every_turn_until_there_is_an_offer(
    world: World,
) -> None:
    await world.running(2)
    await to_trade(world)
    ada, _ = world.people
    panel = await ada.slash("play")
    panel = await ada.press(panel, "Done every turn, unless I get an offer")
    assert "trade" not in await kinds(ada)
    orders = next(
        each.decision
        for each in (await desk(ada)).decisions
        if each.decision.kind == "standing_orders"
    )
    assert orders.grammar.current()["trade"] == "offers"  # type: ignore[attr-defined]
    shown = await ada.slash("play")
    assert "unless I get an offer" not in str(shown.buttons())
