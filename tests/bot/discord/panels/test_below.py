"""What stands below every panel: little, so that it takes one row on a phone."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.discord.delivery.fresh_panels import FRESH
from bot.discord.panels.player_panel import player_panel, question_of
from bot.moment import SECOND
from engine.core.registry import rulesets
from tests.bot.discord.builders.playing import choose, desk, settle_everywhere
from tests.bot.discord.builders.world import BUTTON, World

ROW = 1


@pytest.mark.parametrize("rules", rulesets())
async def test_three_short_buttons_stand_below_a_panel_and_the_others_behind_more(
    world: World, rules: str
) -> None:
    await world.running(2, rules)
    (person, *_) = await world.awaited()
    panel = await person.slash("play")
    (last,) = [each for each in panel.components if each["type"] == ROW][-1:]
    labels = [each["label"] for each in last["components"] if each["type"] == BUTTON]
    assert labels[-1] == "More …" and len(labels) <= 3
    further = await person.press(panel, "More …")
    assert further.id == panel.id
    assert {"Refresh", *labels[:-1]} <= set(further.buttons())
    assert "More …" not in further.buttons()


async def test_a_panel_shows_the_earliest_of_several_clocks_and_no_other(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    seen = await desk(mover)
    first, *rest = seen.decisions
    late, soon = 2_000_000_000 * SECOND, 1_900_000_000 * SECOND
    decisions = (replace(first, due_at=late), *(replace(each, due_at=soon) for each in rest[:1]))
    page = world.bot.page.of(seen.info)
    busy = replace(seen, decisions=decisions)
    shown = player_panel(page, busy, question_of(page, busy, decisions[0]))
    assert len(decisions) == 2
    assert re.findall(r"<t:(\d+):f>", str(shown.components())) == [str(soon // SECOND)]


async def test_what_a_panel_asks_is_still_asked_beside_what_more_shows(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    panel = await mover.press(await mover.slash("play"), "More …")
    assert "Your move." in panel and "Also: Standing orders" in panel.buttons()
    assert "✅" in await mover.press(panel, "End movement")


async def test_more_on_a_panel_whose_question_is_over_says_so(world: World) -> None:
    await world.running(2)
    await settle_everywhere(world)
    (mover,) = await world.awaited()
    panel = await mover.slash("play")
    await world.env.advance_time(FRESH / SECOND)
    await choose(mover, "movement", {"do": "end"})
    assert "That was an old panel" in await mover.press(panel, "More …")
