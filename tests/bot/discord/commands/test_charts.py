"""Sheets and charts: what the rules show beside the board, on the map, the panel and by `/map`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.discord.pictures.drawing_process import DRAWING_PROCESS
from bot.discord.pictures.pictures import Pictures
from engine.core.registry import rulesets
from tests.bot.discord.builders.world import GALLERY, Panel, World, a_world


def pictured(panel: Panel) -> str:
    """What the picture of a message says to those who do not see it."""
    (shown,) = (each for each in panel.components if each["type"] == GALLERY)
    return str(shown["items"][0]["description"])


@pytest.mark.parametrize("rules", rulesets())
async def test_every_chart_of_the_game_is_two_presses_from_the_map_three_from_the_panel(
    world: World, rules: str
) -> None:
    ada, _ = await world.running(2, rules)
    game = await world.game()
    for opened in (
        await ada.press(world.posts()[-1], "Map"),
        await ada.press_further(await ada.slash("play"), "Charts"),
    ):
        for chart in (await world.herald.look.view(game.id, ada.id)).charts:
            title = world.bot.page.of(game).voice.unescaped.label(chart.title)
            shown = await ada.pick(opened, title[0].upper() + title[1:])
            assert shown.text.startswith(f"### {title[0].upper()}")
            opened = shown


async def test_ones_own_chart_comes_first(world: World) -> None:
    ada, bea = await world.running(2, "advanced")
    for person, name in ((ada, "Ada"), (bea, "Bea")):
        shown = await person.press_further(await person.slash("play"), "Charts")
        assert shown.text.startswith(f"### {name}: cities")


async def test_charts_are_asked_for_by_name_now_or_of_an_earlier_turn(world: World) -> None:
    ada, _ = await world.running(2, "advanced")
    found = await ada.suggestions("map", "chart", "tech")
    assert "Technologies" in found
    assert "Bea" in await ada.slash("map", chart="Bea: cities", turn=0)
    assert "There is no chart “moon”." in await ada.slash("map", chart="moon")


async def test_anybody_may_look_at_charts_as_a_spectator(world: World) -> None:
    await world.running(2, "advanced")
    zoe = world.person("Zoe")
    shown = await zoe.press(world.posts()[-1], "Map")
    assert "Bea: happy 0/0" in await zoe.pick(shown, "Bea: cities")


async def test_a_chart_is_a_picture_that_also_says_what_it_shows(tmp_path: Path) -> None:
    async with a_world(tmp_path, Pictures()) as world:
        ada, _ = await world.running(2, "advanced")
        shown = await ada.slash("map", chart="technologies")
        (file,) = shown.stored.attachments
        content = world.env.backend.cdn.get(file["url"])
        assert content is not None and content.startswith(b"\x89PNG")
        assert "You have 20 gold" in pictured(shown)
        DRAWING_PROCESS.close()
