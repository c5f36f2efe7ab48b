"""The first post of a game leads to the quick reference, and is pinned where the bot may pin."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from engine.core.registry import ruleset, rulesets
from render import Card, Look, image
from render.cards.reference import reference_pages
from tests.bot.discord.builders.pictures import QuickPictures
from tests.bot.discord.builders.world import GALLERY, Panel, World, a_world, forbid

ASKED = "pin this post yourselves"


@pytest.fixture
async def gallery(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, QuickPictures()) as made:
        yield made


async def first_post(world: World, **permissions: bool) -> Panel:
    people = await world.lobby(2)
    forbid(world, **permissions)
    await people[0].press(world.posts()[0], "Start")
    (found,) = [post for post in world.posts() if "The game begins" in post]
    return found


def pins(world: World) -> list[str]:
    place = f"/channels/{world.channel.id}/messages/pins/"
    return [r.path for r in world.env.http_requests if r.method == "PUT" and place in r.path]


async def test_the_quick_reference_is_pinned_at_the_start(gallery: World) -> None:
    post = await first_post(gallery, pin_messages=True, manage_messages=True)
    assert post.stored.pinned
    assert ASKED not in post
    assert len(pins(gallery)) == 1


async def test_where_the_bot_may_not_pin_players_are_asked_to(gallery: World) -> None:
    post = await first_post(gallery, pin_messages=False)
    assert not post.stored.pinned
    assert ASKED in post
    assert pins(gallery) == []


async def test_what_discord_says_about_a_pin_does_not_stay_in_the_channel(gallery: World) -> None:
    await first_post(gallery, pin_messages=True, manage_messages=True)
    kinds = [each.type for each in gallery.env.backend.messages[gallery.channel.id].values()]
    assert discord.MessageType.pins_add.value not in kinds
    requests = [r for r in gallery.env.http_requests if r.method == "DELETE"]
    assert len(requests) == 1, "the simulation announces a pin as Discord does"


@pytest.mark.parametrize("rules", rulesets())
async def test_the_quick_reference_is_a_press_from_the_first_post_in_parts_a_phone_can_show(
    gallery: World, rules: str
) -> None:
    ada, _ = await gallery.running(2, rules)
    (post,) = [each for each in gallery.posts() if "The game begins" in each]
    shown = await ada.press(post, "Quick reference")
    parts = [each for each in shown.components if each["type"] == GALLERY]
    assert len(parts) > 1
    assert all(len(each["items"]) == 1 for each in parts), "side by side they would be small"
    for page in reference_pages(ruleset(rules).quick_reference()):
        picture = image(Card(page, rules, page=True), Look())
        assert picture.height < 1.5 * picture.width
