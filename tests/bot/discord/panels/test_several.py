"""Options that are asked for one after the other are picked together."""

from __future__ import annotations

import pytest

from tests.bot.discord.builders.world import Panel, Person, World
from tests.bot.service.builders import lay_out
from tests.fast_play.builders import a_game

FEW = ("gobi", "bactria", "sarmatia")
MANY = (*FEW, "muscovy", "siberia", "persia")


async def a_founder(world: World, places: tuple[str, ...]) -> Person:
    """Ada, whose settlers can found settlements in some places."""
    ada, _ = await world.running(2, "fast_play")
    game = a_game(2).with_settlement("angela", "steppe").with_settlement("angela", "anatolia")
    game.with_explored(*places)
    for place in places:
        game.with_units("angela", place, settler=1)
    state = game.at("settling").state
    await lay_out(world.herald.store, (await world.game()).id, state, "fast_play")
    await world.restart()
    return ada


def founded(panel: Panel) -> int:
    return len([line for line in panel.text.splitlines() if line.startswith("✅")])


@pytest.mark.parametrize("places", [FEW, MANY])
async def test_all_settlements_are_founded_with_one_press(
    world: World, places: tuple[str, ...]
) -> None:
    ada = await a_founder(world, places)
    panel = await ada.slash("play")
    panel = await ada.press(panel, f"All {len(places)}")
    assert founded(panel) == len(places)
    assert "You have nothing to do now" in panel


async def test_some_of_them_are_picked_from_a_list(world: World) -> None:
    ada = await a_founder(world, MANY)
    panel = await ada.slash("play")
    two = [label for label in panel.options() if "illage" in label][:2]
    panel = await ada.pick(panel, *two)
    assert founded(panel) == 2
    assert not set(two) & {*panel.options(), *panel.buttons()}
    assert "Undo: Settle in Muscovy" in panel.buttons(), "one by one they are taken back"
