"""A lobby card that was posted just before Herald was killed is found again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.service import Actor
from tests.bot.discord.builders.world import World


def hang_before_noting(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Herald is killed after a post and before it is noted: as if time stood still in between."""

    async def never(*args: Any, **options: Any) -> None:
        await world.env.external_wait(asyncio.Event().wait(), reason="about to be killed")

    monkeypatch.setattr(world.herald, "note_message", never)


async def test_a_lobby_card_is_not_left_behind_by_a_kill_before_it_was_noted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hang_before_noting(world, monkeypatch)
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=2)
    (card,) = world.posts()
    game = await world.game()
    assert game.game.lobby_message_id is None
    host = Actor(ada.id)
    await world.herald.lobby.add_ai(game.id, host)
    await world.herald.lobby.start(game.id, host)
    await world.restart()
    await world.env.settle()
    assert (await world.game()).game.lobby_message_id == card.id
    assert "The game has begun" in card and not card.buttons()
    assert sum("seats are taken" in each for each in world.posts()) == 1


async def test_a_card_that_was_posted_and_not_noted_is_the_one_that_changes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hang_before_noting(world, monkeypatch)
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=3)
    (card,) = world.posts()
    await world.herald.lobby.add_ai((await world.game()).id, Actor(ada.id))
    await world.restart()
    await world.env.settle()
    assert [each.id for each in world.posts()] == [card.id]
    assert "2 of 3 seats" in card
