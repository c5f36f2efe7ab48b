"""The options of a full table can be seen and set in every rule set, on as many pages as needed."""

from __future__ import annotations

import pytest

from engine.core.registry import ruleset, rulesets
from tests.bot.discord.builders.raw import press_at_once
from tests.bot.discord.builders.world import NAMES, World

COMMON = {"How many players", "The pace", "How long a phase lasts", "When time runs out"}
MORE = "Further options"
ANYONE = "Anyone who has its code can look at it"


@pytest.mark.parametrize("rules", rulesets())
async def test_the_options_of_a_full_table_can_be_seen_and_set(world: World, rules: str) -> None:
    seats = min(max(ruleset(rules).seats), len(NAMES))
    host, *_ = await world.lobby(seats, rules)
    panel = await host.slash("game options")
    first, shown, typed = panel.text, set[str](), set[str]()
    while True:
        new = {each["placeholder"] for each in panel.selects()} - shown
        if not new:
            break
        shown |= new
        typed |= {each for each in panel.buttons() if not each.startswith(MORE)}
        if any(each.startswith(MORE) for each in panel.buttons()):
            panel = await host.press(panel, MORE)
    assert shown > COMMON and "Make another player the host …" in shown
    common = len(COMMON) + len({"Who may look", "Advice", "Remove", "Make another"})
    assert len(shown) - common + len(typed) - 1 == len(ruleset(rules).option_defaults)
    # What is set stays on its page, and all pages come around.
    for _ in range(5):
        if ANYONE not in panel.options():
            panel = await host.press(panel, MORE)
    done = await host.pick(panel, ANYONE)
    assert ANYONE in done.options() and (await world.game()).game.open_to_outsiders
    assert first in done


async def test_a_number_that_was_typed_is_shown_on_its_page(world: World) -> None:
    host, *_ = await world.lobby(2, "civ2010")
    panel = await host.slash("game options")
    for _ in range(5):
        if asked := [each for each in panel.buttons() if ": " in each]:
            break
        panel = await host.press(panel, MORE)
    done = await host.fill(await host.raw_press(panel, asked[0]), number="9")
    assert [each for each in done.buttons() if ": " in each and "9" in each]


async def test_two_changes_of_the_pace_at_once_both_count(world: World) -> None:
    ada, *_ = await world.lobby(2, "fast_play")
    panel = await ada.slash("game options")
    known = panel.options()
    pressed = [known["When time runs out, a stand-in chooses."], known["Nobody is given advice"]]
    await press_at_once(*((ada, panel, each) for each in pressed))
    pace = (await world.game()).game.pace
    assert (pace.at_the_end, pace.advice) == ("stand_in", False)
