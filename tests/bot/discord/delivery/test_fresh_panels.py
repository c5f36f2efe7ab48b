"""Private panels follow their game while they are fresh."""

from __future__ import annotations

from bot.discord.delivery.fresh_panels import FRESH
from bot.moment import SECOND
from tests.bot.discord.playing import choose, settle_everywhere, to_purchase
from tests.bot.discord.world import Panel, Person, World

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


async def test_a_panel_shows_the_question_that_has_come_up(world: World) -> None:
    mover, other, panel = await waiting(world)
    await choose(mover, "movement", {"do": "end"})
    assert await world.awaited() == [other]
    assert IDLE not in panel
    assert "Your move." in panel
    done = await other.press(panel, "End movement")
    assert "✅" in done


async def test_a_panel_with_an_open_question_is_left_alone(world: World) -> None:
    await world.running(2)
    await to_purchase(world)
    (buyer,) = await world.awaited()
    panel = await buyer.slash("play")
    label = next(each for each in panel.options() if each.startswith("A settler in"))
    panel = await buyer.pick(panel, label)
    assert "▸ " in panel
    game = await world.game()
    await world.bot.fresh_panels.refresh(game.id)
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
