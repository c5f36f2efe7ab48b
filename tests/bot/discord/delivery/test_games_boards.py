"""The board of games: one message that always shows every game of a server."""

from __future__ import annotations

import discord
import pytest
from simcord import ChannelHandle
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.store import Transaction, people
from engine.core.registry import add_ruleset
from tests.bot.discord.builders.world import Panel, Person, World

add_ruleset("skirmish", "tests.toy.skirmish")

CHANNELS = 8
REST = 15 / 3600
"""Hours after which a board that has changed is edited again."""


@pytest.fixture
def news(world: World) -> ChannelHandle:
    """A channel that is kept for the board."""
    return world.guild.create_text_channel("news")


def manager(world: World) -> Person:
    granted = discord.Permissions(manage_guild=True)
    return world.person("Max", roles=[world.guild.create_role("x", permissions=granted)])


async def choose(person: Person, *channels: ChannelHandle) -> Panel:
    """Choose the channel of the board, or none."""
    screen = await person.slash("server")
    (menu,) = (
        each["custom_id"]
        for each in screen.components
        if each["type"] == CHANNELS and "board" in each["placeholder"]
    )
    shown = await person.select(screen, menu, channels)
    await person.world.pass_time(hours=REST)
    return shown


def messages(world: World, channel: ChannelHandle) -> list[Panel]:
    return [Panel(world.env, channel.id, each.id) for each in channel.history()]


def forbid(
    world: World, channel: ChannelHandle, role: int | None = None, **permissions: bool
) -> None:
    """Set what a role, or everybody, may do in a channel."""
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    whose = role or world.guild.default_role.id
    change = Overwrite(whose, OverwriteType.ROLE, allow.value, deny.value)
    world.env.backend.set_overwrite(channel.id, change)


async def test_one_message_shows_a_game_from_its_lobby_to_its_end(
    world: World, news: ChannelHandle
) -> None:
    await choose(manager(world), news)
    (board,) = messages(world, news)
    assert "No game is being played" in board
    ada, *_ = await world.lobby(3)
    await world.pass_time(hours=REST)
    assert f"<#{world.channel.id}>\nIn the lobby: 3 of 3 seats are taken." in board
    await ada.press(world.posts()[0], "Start")
    await world.pass_time(hours=REST)
    post = next(line for line in world.posts()[-1].text.splitlines() if "Waiting for" in line)
    assert ", until <t:" in post
    (cyd,) = await world.awaited()
    assert post.replace("**", "").replace(cyd.mention, "Cyd") in board
    await ada.slash("game pause")
    await world.pass_time(hours=REST)
    assert "Paused." in board and "Waiting" not in board
    await ada.slash("game resume")
    await world.pass_time(hours=REST)
    assert "Waiting for" in board
    await ada.press(await ada.slash("game end"), "End the game")
    await world.pass_time(hours=REST)
    assert "No game is being played" in board
    assert len(messages(world, news)) == 1
    assert not board.pings


async def test_games_come_first_that_end_first(world: World, news: ChannelHandle) -> None:
    await choose(manager(world), news)
    later, world.channel = world.channel, world.guild.create_text_channel("sooner")
    await world.running(2, "skirmish")
    await world.pass_time(hours=1)
    sooner, world.channel = world.channel, later
    await world.running(2, "skirmish")
    await world.pass_time(hours=REST)
    (board,) = messages(world, news)
    assert "2 games on this server" in board
    assert board.text.index(f"<#{sooner.id}>") < board.text.index(f"<#{later.id}>")


async def test_a_channel_that_some_of_its_readers_cannot_see_is_not_named(
    world: World, news: ChannelHandle
) -> None:
    await choose(manager(world), news)
    guests = world.guild.create_role("guests")
    forbid(world, world.channel, guests.id, view_channel=False)
    await world.running(2, "skirmish")
    await world.pass_time(hours=REST)
    (board,) = messages(world, news)
    assert "No game is being played" in board
    forbid(world, news, guests.id, view_channel=False)
    await world.pass_time(hours=REST)
    assert f"<#{world.channel.id}>" in board


async def test_a_board_that_was_deleted_is_there_again_with_the_next_change(
    world: World, news: ChannelHandle
) -> None:
    await choose(manager(world), news)
    (board,) = messages(world, news)
    world.env.backend.delete_message(news.id, board.id)
    await world.running(2, "skirmish")
    await world.pass_time(hours=REST)
    (board,) = messages(world, news)
    assert "One game on this server" in board


async def test_after_a_restart_the_same_message_goes_on(world: World, news: ChannelHandle) -> None:
    await choose(manager(world), news)
    ada, _ = await world.running(2, "skirmish")
    await world.pass_time(hours=REST)
    await world.restart()
    await ada.slash("game pause")
    await world.pass_time(hours=REST)
    (board,) = messages(world, news)
    assert "Paused." in board


async def test_a_board_whose_number_was_not_written_down_is_found_again(
    world: World, news: ChannelHandle
) -> None:
    await choose(manager(world), news)
    guild = world.guild.id

    async def forget(tx: Transaction) -> None:
        await people.save_guild(tx, people.Guild(guild_id=guild, board_channel_id=news.id))

    await world.herald.store.write(forget)
    await world.restart()
    await world.pass_time(hours=REST)
    assert len(messages(world, news)) == 1


async def test_the_board_moves_and_goes_as_it_is_chosen(world: World, news: ChannelHandle) -> None:
    max_, other = manager(world), world.guild.create_text_channel("other")
    await choose(max_, news)
    await choose(max_, other)
    assert messages(world, news) == [] and len(messages(world, other)) == 1
    await choose(max_)
    assert messages(world, other) == []
    await world.running(2, "skirmish")
    await world.pass_time(hours=REST)
    assert messages(world, other) == messages(world, news) == []


async def test_where_herald_may_not_write_the_screen_says_what_it_lacks(
    world: World, news: ChannelHandle
) -> None:
    world.expected.append("the board of games cannot be shown")
    forbid(world, news, send_messages=False)
    max_ = manager(world)
    assert "I lack the permission Send Messages" in await choose(max_, news)
    assert messages(world, news) == []
    forbid(world, news, send_messages=True)
    await world.pass_time(hours=REST)
    assert len(messages(world, news)) == 1
    assert "I lack" not in await max_.slash("server")
