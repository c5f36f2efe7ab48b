"""People see what they saw: panels, posts, letters and forms, a few turns of each rule set."""

from __future__ import annotations

import pytest

from tests.bot.discord.transcripts.builders import transcript, untold
from tests.bot.discord.transcripts.kept import STORIES, TEXTS, differences, kept

HINT = "People see something else. If they should, `make accept` writes it again, to be read:"
LONGEST = 80
UNTOLD = {
    "board_page": "a board that needs two pages comes late in a game",
    "me_week_away": "a week would end the story",
    "more_counts": "for a choice among many sorts of pieces with several of each",
    "options_page": "no rule set has so many options",
    "order_next": "no rule set asks for an order",
    "order_rest": "no rule set asks for an order",
    "return": "who leaves in a story does not come back",
    "server_language": "there is one language",
    "take_default": "for a table without advice",
    "take_seat": "nobody in a story misses two deadlines in a row",
}
"""The verbs that no story uses, each with its reason; they have tests of their own."""


@pytest.mark.parametrize("name", STORIES)
async def test_people_see_what_they_saw(name: str) -> None:
    found = differences(kept(name), await transcript(STORIES[name]))
    assert not found, "\n".join([HINT, *found[:LONGEST]])


def test_no_text_is_left_over() -> None:
    assert {path.stem for path in TEXTS.iterdir()} == set(STORIES)


async def test_every_button_and_every_command_is_in_a_story() -> None:
    verbs, commands = await untold(map(kept, STORIES))
    assert verbs == set(UNTOLD)
    assert commands == set()
