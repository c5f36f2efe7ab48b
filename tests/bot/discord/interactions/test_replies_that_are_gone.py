"""Somebody dismisses a private reply before its content is there: nothing has failed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.discord.builders.world import World

UNKNOWN_MESSAGE = 10008


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [("map", {}, "Unexplored"), ("card", {"name": "no such card"}, "no such card")],
    ids=["an answer", "a refusal"],
)
async def test_a_private_reply_that_is_gone_is_given_again(
    world: World, command: str, options: dict[str, Any], said: str
) -> None:
    ada, _ = await world.running(2)
    original = "/webhooks/*/messages/@original"
    world.env.inject_error("PATCH", original, status=404, code=UNKNOWN_MESSAGE)
    assert said in await ada.slash(command, **options)
    edits = [each for each in world.env.http_requests if each.path.endswith("/@original")]
    assert len(edits) == 1, "it was deferred, and gone when the answer came"
