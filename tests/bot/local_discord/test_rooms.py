"""Servers, threads and history: the rest of what a bot can ask for."""

from __future__ import annotations

import discord
import pytest

from bot.local_discord.world.models import Kind
from tests.bot.local_discord.conftest import Online

MANAGE = discord.Permissions(manage_guild=True)


async def test_a_bot_looks_around(online: Online) -> None:
    guild = await online.bot.fetch_guild(online.guild.id)
    assert guild.name == "Harbour"
    assert [each.name for each in await guild.fetch_channels()] == ["games"]
    assert [each.name async for each in online.bot.fetch_guilds()] == ["Harbour"]
    found = await online.bot.fetch_channel(online.channel.id)
    assert isinstance(found, discord.TextChannel)
    assert found.topic == "Where games are played"
    with pytest.raises(discord.NotFound) as unknown:
        await online.bot.fetch_channel(1)
    assert unknown.value.code == 10003


async def test_who_shares_no_server_gets_no_private_message(online: Online) -> None:
    stranger = online.table.world.add_user("eve", "Eve")
    private = await online.bot.create_dm(discord.Object(stranger.id))
    with pytest.raises(discord.Forbidden) as refused:
        await private.send("hello")
    assert refused.value.code == 50278


async def test_threads_are_joined_left_and_locked(online: Online) -> None:
    thread = await online.place.create_thread(name="Game", type=discord.ChannelType.public_thread)
    assert online.messages()[-1].content == "Game"
    bea = discord.Object(online.as_user("bea").user.id)
    await thread.add_user(bea)
    assert (await thread.fetch_member(bea.id)).id == bea.id
    await thread.remove_user(bea)
    await thread.leave()
    await thread.join()
    assert (await thread.fetch_member(online.table.world.bot.id)).id == online.table.world.bot.id
    with pytest.raises(discord.NotFound):
        await thread.fetch_member(bea.id)
    await thread.edit(archived=True, locked=True, name="Over")
    kept = online.table.world.channels[thread.id]
    assert (kept.name, kept.kind) == ("Over", Kind.THREAD)
    with pytest.raises(Exception, match="Thread is archived"):
        online.as_user("bea").say(kept, "too late")


async def test_a_message_has_one_thread(online: Online) -> None:
    sent = await online.place.send("game")
    await sent.create_thread(name="One")
    with pytest.raises(discord.HTTPException) as refused:
        await sent.create_thread(name="Two")
    assert refused.value.code == 160004


async def test_a_command_for_moderators_is_offered_to_them_alone(online: Online) -> None:
    online.bot.tree.get_command("slow").default_permissions = MANAGE  # type: ignore[union-attr]  # a command, no group
    await online.bot.tree.sync()

    def offered(name: str) -> list[str]:
        return [each.body["name"] for each in online.as_user(name).commands(online.channel)]

    assert "slow" in offered("ada")
    assert "slow" not in offered("bea")


async def test_history_is_read_in_pages(online: Online) -> None:
    for number in range(7):
        online.as_user("ada").say(online.channel, f"{number}")
    middle = online.messages()[3]
    place = online.place
    before = [each.content async for each in place.history(before=discord.Object(middle.id))]
    after = [each.content async for each in place.history(after=discord.Object(middle.id))]
    assert (before, after) == (["2", "1", "0"], ["4", "5", "6"])
