"""Ends that go further than one question, by a single press on the panel."""

from __future__ import annotations

from tests.bot.discord.builders.playing import desk, kinds, settle_everywhere, to_trade
from tests.bot.discord.builders.world import World
from tests.bot.service.builders import lay_out
from tests.standard.builders import a_game as a_standard_game


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


async def test_the_only_thing_left_to_do_can_end_the_phase_with_it(world: World) -> None:
    ada, _ = await world.running(2)
    arranged = a_standard_game().without_home("angela").with_units("angela", "gobi", settler=1)
    state = (
        arranged.with_technologies("angela", ancient=2).with_gold("angela", 10).at("purchase").state
    )
    await lay_out(world.herald.store, (await world.game()).id, state)
    await world.restart()
    panel = await ada.slash("play")
    (both,) = [label for label in panel.buttons() if label.endswith(", done buying")]
    panel = await ada.press(panel, both)
    # With 5 gold left, an army could be bought for the new village.
    assert "5 gold" in panel
    assert "purchase" not in await kinds(ada)
