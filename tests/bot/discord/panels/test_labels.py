"""What buttons and lines say: consequences, whose they are, nothing that says nothing."""

from __future__ import annotations

from tests.bot.discord.builders.playing import (
    choose,
    desk,
    settle_everywhere,
    to_purchase,
    to_trade,
)
from tests.bot.discord.builders.world import Panel, World


async def test_few_options_say_what_speaks_for_them(world: World) -> None:
    await world.running(2, "civ2010")
    while "Where do you found your capital?" not in (panel := await play(world)):
        (person, *_) = await world.awaited()
        await person.pick(panel, next(iter(panel.options())))
    assert "around it:" in panel, "each place with what lies around it"
    # Where no points are counted, a colon parts a name from what was done.
    assert "**Ada**: leads" in world.posts()[-1].text


async def play(world: World) -> Panel:
    """The panel of somebody who is awaited."""
    (person, *_) = await world.awaited()
    return await person.slash("play")


async def test_the_list_of_a_part_says_which_part_it_is(world: World) -> None:
    await world.running(2)
    panel = await play(world)
    assert "Africa: choose one" in [each.get("placeholder") for each in panel.selects()]


async def test_a_rival_who_has_nothing_yet_is_not_named_in_a_race(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    panel = await mover.slash("play")
    races = next(line for line in panel.text.splitlines() if "Race: " in line)
    assert " 0)" not in races


async def test_a_panel_without_a_list_of_the_best_does_not_speak_of_something_else(
    world: World,
) -> None:
    await world.running(2)
    await to_trade(world)
    (person, *_) = await world.awaited()
    panel = await person.slash("play")
    assert "Make an offer" in panel.buttons()
    assert "omething else" not in panel.text


async def test_a_list_in_which_nothing_is_suggested_does_not_claim_to_go_by_worth(
    world: World,
) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    while (best := (await desk(mover)).suggestions["movement"][0].value) != {"do": "end"}:
        await choose(mover, "movement", best)
    panel = await mover.slash("play")
    assert "Pick as many as you like" in placeholders(panel), "swordsmen could still move"
    assert not any("est first" in each for each in placeholders(panel))


def placeholders(panel: Panel) -> list[str]:
    return [each.get("placeholder", "") for each in panel.selects()]


async def test_what_is_picked_is_listed_with_prices_the_sum_and_what_is_left(world: World) -> None:
    await world.running(2)
    await to_purchase(world)
    (buyer,) = await world.awaited()
    panel = await buyer.slash("play")
    assert "Best first: pick as many as you like" in placeholders(panel)
    settler = next(each for each in panel.options() if each.startswith("A settler in"))
    panel = await buyer.pick(panel, settler, "Technology")
    assert f"▸ {settler}, 5 gold" in panel
    assert "▸ Technology, 10 gold" in panel
    assert "**15 gold** in all, 15 gold left." in panel
    assert "Pay 15 gold" in panel.buttons()
