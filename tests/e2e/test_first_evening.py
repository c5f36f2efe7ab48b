"""Herald comes onto a server: one post, in the first channel where it may, once."""

from __future__ import annotations

import logging

import pytest

from bot.discord.permissions import wanted
from bot.local_discord.faults import Fault
from bot.local_discord.world.models import Channel, Guild, Message, Overwrite
from bot.local_discord.world.permissions import MEMBER, P
from tests.e2e.builders.club import Club, words

GRANTED = wanted().value
CANNOT = P.SEND_MESSAGES
PLAIN = MEMBER & ~wanted().value & ~P.ADMINISTRATOR


def a_new_server(club: Club, *names: str) -> tuple[Guild, list[Channel]]:
    """A server of Ada's without Herald, where nobody has rights that were not given."""
    world = club.table.world
    guild = world.add_guild("The New Club", club.client("ada").user)
    guild.roles[guild.id].permissions = PLAIN
    return guild, [world.text_channel(guild, name) for name in names]


def come(club: Club, guild: Guild, granted: int = GRANTED) -> None:
    club.table.world.join(guild, club.table.world.bot, granted)


def deny(club: Club, guild: Guild, channel: Channel, permission: int) -> None:
    channel.overwrites = {guild.id: Overwrite(id=guild.id, kind=0, deny=permission)}
    club.table.world.change_channel(channel)


def said(club: Club, channels: list[Channel]) -> list[list[str]]:
    """What stands in each channel."""
    return [[words(each) for each in messages(club, channel)] for channel in channels]


def messages(club: Club, channel: Channel) -> list[Message]:
    return list(club.table.world.messages(channel))


async def test_it_says_once_what_to_type_in_the_first_channel_where_it_may(club: Club) -> None:
    guild, channels = a_new_server(club, "news", "games", "talk")
    deny(club, guild, channels[0], CANNOT)
    come(club, guild)
    await club.rest()
    first, second, third = said(club, channels)
    assert (first, third) == ([], [])
    (post,) = second
    assert "`/game new`" in post and "`/server`" in post
    assert "I still need" not in post
    assert len(post.splitlines()) <= 3
    # Not after a restart, and not when it is removed and invited again.
    await club.restart()
    club.table.world.leave(guild, club.table.world.bot)
    await club.rest()
    come(club, guild)
    await club.rest()
    assert [len(each) for each in said(club, channels)] == [0, 1, 0]


async def test_it_greets_a_server_that_it_came_to_while_it_was_away(club: Club) -> None:
    guild, channels = a_new_server(club, "games")
    await club.close()
    come(club, guild)
    await club.open()
    await club.until(lambda: bool(messages(club, channels[0])))
    await club.rest()
    assert [len(each) for each in said(club, channels)] == [1]


async def test_a_server_that_it_has_known_is_not_greeted(club: Club) -> None:
    posts = len(club.posts())
    await club.restart()
    assert len(club.posts()) == posts == 0


async def test_it_names_what_it_lacks_and_where_that_is_set(club: Club) -> None:
    guild, (channel,) = a_new_server(club, "games")
    deny(club, guild, channel, P.PIN_MESSAGES)
    come(club, guild, GRANTED & ~P.ATTACH_FILES & ~P.CREATE_PUBLIC_THREADS)
    await club.rest()
    ((post,),) = said(club, [channel])
    _, on_server, here = post.split("still need some permissions.**")
    assert "*Server Settings*, *Roles*, *Herald*, *Permissions*" in on_server
    assert "**Attach Files**, for maps and other pictures" in on_server
    assert "**Create Public Threads**" in on_server
    assert "*Edit Channel*, *Permissions*" in here
    assert "**Pin Messages**" in here and "Attach Files" not in here


async def test_where_it_may_write_nowhere_it_says_so_in_the_log_and_greets_later(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    guild, channels = a_new_server(club, "games")
    deny(club, guild, channels[0], CANNOT)
    with caplog.at_level(logging.WARNING, "herald.discord"):
        come(club, guild)
        await club.rest()
    assert f"guild={guild.id} has no channel for me" in caplog.text
    deny(club, guild, channels[0], 0)
    await club.until(lambda: bool(messages(club, channels[0])))
    assert [len(each) for each in said(club, channels)] == [1]


async def test_an_answer_that_is_lost_makes_no_second_post(club: Club) -> None:
    guild, channels = a_new_server(club, "games")
    club.table.faults.add(Fault(kind="lose_answer", method="POST", path=r"/messages$"))
    come(club, guild)
    await club.rest()
    assert [len(each) for each in said(club, channels)] == [1]
