"""Servers, members, threads and the application's emojis: the rest of what a bot can ask for."""

from __future__ import annotations

import io

import discord
import pytest
from PIL import Image

from bot.local_discord.world.models import Kind
from bot.local_discord.world.permissions import P
from tests.bot.local_discord.conftest import Online


async def test_a_bot_names_itself_and_gives_roles(online: Online) -> None:
    managed = next(each for each in online.guild.roles.values() if each.managed_by)
    guild = online.bot.guilds[0]
    bea = await guild.fetch_member(online.as_user("bea").user.id)
    role = online.table.world.add_role(online.guild, "Player")
    with pytest.raises(discord.Forbidden):
        await bea.edit(roles=[discord.Object(role.id)])
    managed.permissions |= P.MANAGE_ROLES
    await bea.edit(roles=[discord.Object(role.id)], nick="Queen Bea")
    member = online.guild.members[bea.id]
    assert (member.roles, member.nick) == ([role.id], "Queen Bea")
    await guild.me.edit(nick="Umpire")
    assert online.guild.members[online.table.world.bot.id].nick == "Umpire"
    assert {each.name for each in await guild.fetch_roles()} >= {"@everyone", "Player"}


async def test_a_bot_looks_around(online: Online) -> None:
    guild = await online.bot.fetch_guild(online.guild.id)
    assert guild.approximate_member_count == 5
    assert [each.name for each in await guild.fetch_channels()] == ["games"]
    assert [each.name async for each in online.bot.fetch_guilds()] == ["Harbour"]
    found = await online.bot.fetch_channel(online.channel.id)
    assert isinstance(found, discord.TextChannel)
    assert found.topic == "Where games are played"
    with pytest.raises(discord.NotFound) as unknown:
        await online.bot.fetch_channel(1)
    assert unknown.value.code == 10003


async def test_a_bot_leaves_a_server(online: Online) -> None:
    await online.bot.guilds[0].leave()
    assert online.table.world.bot.id not in online.guild.members
    with pytest.raises(discord.NotFound) as gone:
        await online.bot.fetch_guild(online.guild.id)
    assert gone.value.code == 10004


async def test_who_shares_no_server_gets_no_private_message(online: Online) -> None:
    stranger = online.table.world.add_user("eve", "Eve")
    user = await online.bot.fetch_user(stranger.id)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("hello")
    assert refused.value.code == 50278


async def test_threads_are_joined_left_listed_and_locked(online: Online) -> None:
    thread = await online.place.create_thread(name="Game", type=discord.ChannelType.public_thread)
    assert online.messages()[-1].content == "Game"
    assert [each.name for each in (await online.bot.guilds[0].active_threads())] == ["Game"]
    bea = discord.Object(online.as_user("bea").user.id)
    await thread.add_user(bea)
    assert {each.id for each in await thread.fetch_members()} == {
        bea.id,
        online.table.world.bot.id,
    }
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
    private = await online.place.create_thread(name="Secret")
    await private.edit(archived=True)
    found = [each.name async for each in online.place.archived_threads(private=True)]
    assert found == ["Secret"]


async def test_a_message_has_one_thread(online: Online) -> None:
    sent = await online.place.send("game")
    await sent.create_thread(name="One")
    with pytest.raises(discord.HTTPException) as refused:
        await sent.create_thread(name="Two")
    assert refused.value.code == 160004


async def test_the_application_has_emojis_of_its_own(online: Online) -> None:
    data = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(data, "PNG")
    made = await online.bot.create_application_emoji(name="sword", image=data.getvalue())
    assert [each.name for each in await online.bot.fetch_application_emojis()] == ["sword"]
    await made.edit(name="blade")
    assert (await online.bot.fetch_application_emoji(made.id)).name == "blade"
    assert (await made.read())[:4] == b"\x89PNG"
    sent = await online.place.send(f"{made}")
    await sent.add_reaction(made)
    assert online.last().reactions[0].emoji_id == made.id
    await made.delete()
    assert await online.bot.fetch_application_emojis() == []


async def test_commands_of_one_server_are_added_changed_and_dropped(
    online: Online,
) -> None:
    guild = discord.Object(online.guild.id)
    online.bot.tree.copy_global_to(guild=guild)
    await online.bot.tree.sync(guild=guild)
    listed = await online.bot.tree.fetch_commands(guild=guild)
    one = next(each for each in listed if each.name == "slow")
    await one.edit(description="Think a while")
    changed = await online.bot.tree.fetch_command(one.id, guild=guild)
    assert changed.description == "Think a while"
    await one.delete()
    with pytest.raises(discord.NotFound) as gone:
        await online.bot.tree.fetch_command(one.id, guild=guild)
    assert gone.value.code == 10063


async def test_a_command_for_moderators_is_offered_to_them_alone(online: Online) -> None:
    body = {"name": "end", "description": "End it", "default_member_permissions": "32"}
    await online.bot.http.upsert_global_command(online.table.world.bot.id, body)  # type: ignore[arg-type]  # the library's type leaves out what it sends

    def offered(name: str) -> list[str]:
        return [each.body["name"] for each in online.as_user(name).commands(online.channel)]

    assert "end" in offered("ada")
    assert "end" not in offered("bea")


async def test_history_is_read_in_pages(online: Online) -> None:
    for number in range(7):
        online.as_user("ada").say(online.channel, f"{number}")
    middle = online.messages()[3]
    place = online.place
    before = [each.content async for each in place.history(before=discord.Object(middle.id))]
    after = [each.content async for each in place.history(after=discord.Object(middle.id))]
    around = [
        each.content async for each in place.history(around=discord.Object(middle.id), limit=3)
    ]
    assert (before, after) == (["2", "1", "0"], ["4", "5", "6"])
    assert set(around) == {"2", "3", "4"}
