"""Whole games on Discord: from the lobby to the result, every choice by an interaction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord.pictures.pictures import Pictures
from bot.service.game.events import read_events
from bot.store import choices
from engine.core.events import Disclosure
from engine.core.messages import Voice, catalog
from engine.core.record import Record, load, verify
from engine.core.registry import ruleset
from tests.bot.discord.builders.players import Players
from tests.bot.discord.builders.world import Panel, World


def everything_public(world: World) -> str:
    return "\n".join(post.text for post in world.posts())


async def private_lines(world: World, game_id: int, names: list[str]) -> set[str]:
    """What only some were told in a game, as sentences, beyond what everybody was told."""
    rules, voice = ruleset("standard"), Voice(catalog("standard"), names)
    async with world.herald.store.reading() as tx:
        entries = await choices.of_game(tx, game_id, after=-1)
    every: list[Disclosure] = [each for entry in entries for each in read_events(rules, entry)]
    public = {voice.event(each.event) for each in every if each.audience is None}
    return {voice.event(each.event) for each in every if each.audience is not None} - public


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
async def test_people_play_for_longer(world: World, seed: int) -> None:
    await world.running(3, turn_limit=5)
    await Players(world, seed).play(most=3000)
    assert "The end of game" in world.posts()[-1]


async def test_three_people_play_from_the_lobby_to_the_result(world: World) -> None:
    people = await world.running(3, turn_limit=1)
    game = await world.game()
    players = Players(world, 11)
    await players.play()

    result: Panel = world.posts()[-1]
    assert "The end of game" in result
    assert "the turn limit of the table was reached" in result
    assert {"Rematch", "Replay", "Record", "Map", "Log"} == set(result.buttons())
    assert {"placement", "movement", "trade", "purchase"} <= set(players.made)
    assert {"panel", "words", "orders"} <= set(players.ways)

    record_shown = await people[0].press(result, "Record")
    (file,) = record_shown.stored.attachments
    content = world.env.backend.cdn.get(file["url"])
    assert content is not None
    record = load(content)
    assert isinstance(record, Record)
    verify(record)
    assert record.server_seed in result.text

    said = everything_public(world)
    secrets = await private_lines(world, game.id, ["Ada", "Bea", "Cyd"])
    assert not [line for line in secrets if line in said]

    await people[1].press(result, "Rematch")
    again = await world.game()
    assert again.id != game.id
    assert again.game.options["turn_limit"] == 1
    assert again.game.host_user_id == people[1].id


async def test_a_game_against_ai_players_waits_for_nobody_else(world: World) -> None:
    ada = world.person("Ada")
    await ada.slash("game new", rules="standard", seats=3)
    for _ in range(2):
        await ada.press(world.posts()[0], "Add an AI player")
    options = await ada.press(world.posts()[0], "Options")
    shown = await ada.raw_press(options, "Last turn: no limit")
    await ada.fill(shown, number="1")
    await ada.press(world.posts()[0], "Start")
    await Players(world, 3).play()
    assert "The end of game" in world.posts()[-1]


async def test_a_game_that_nobody_plays_is_played_by_the_clock_to_its_end(world: World) -> None:
    await world.running(2, turn_limit=1)
    await world.left_to_clocks()
    result = world.posts()[-1]
    assert "The end of game" in result
    assert "2 times in a row" in everything_public(world)
    assert "could not be made" in await world.people[0].press(result, "Replay")
    world.bot.parts = replace(world.bot.parts, pictures=Pictures())
    film = await world.people[0].press(result, "Replay")
    (file,) = film.stored.attachments
    content = world.env.backend.cdn.get(file["url"])
    assert content is not None and content[:4] == b"RIFF"
