"""A bot logs in, sees the world and declares its commands."""

from __future__ import annotations

import discord
import pytest

from bot.local_discord.gateway import intents
from bot.local_discord.server import LocalDiscord
from tests.bot.local_discord.builders.tiny_bot import TinyBot
from tests.bot.local_discord.conftest import Online, create_demo_server, logged_in


async def test_a_bot_sees_its_servers_channels_and_members(online: Online) -> None:
    guild = online.bot.guilds[0]
    assert guild.name == "Harbour"
    assert [channel.name for channel in guild.text_channels] == ["games"]
    assert {member.name for member in guild.members} == {"ada", "bea", "cyn", "dan", "tiny"}
    assert guild.me.guild_permissions.manage_messages
    assert guild.owner is not None and guild.owner.display_name == "Ada"


async def test_a_wrong_token_is_refused(table: LocalDiscord) -> None:
    create_demo_server(table)
    async with TinyBot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")


async def test_a_privileged_intent_that_is_not_allowed_is_refused(table: LocalDiscord) -> None:
    create_demo_server(table)
    table.discord.gateway.allowed_intents = intents.MEMBERS
    async with TinyBot() as bot:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await bot.start(table.token)


async def test_without_the_content_intent_a_bot_cannot_read_what_people_write(
    table: LocalDiscord,
) -> None:
    _, channel = create_demo_server(table)
    wanted = discord.Intents.default()
    async with logged_in(table, TinyBot(wanted)) as bot:
        client = table.as_user("ada")
        client.say(channel, "among us")
        assert (await bot.until("message")).content == ""
        client.say(channel, f"<@{table.world.bot.id}> and you")
        assert "and you" in (await bot.until("message", 2)).content
        client.say(client.dm(), "in private")
        assert (await bot.until("message", 3)).content == "in private"


async def test_commands_keep_their_ids_when_declared_again(online: Online) -> None:
    before = {each.name: each.id for each in await online.bot.tree.sync()}
    after = {each.name: each.id for each in await online.bot.tree.sync()}
    assert after == before
    assert {"game", "act", "slow"} <= before.keys()


async def test_commands_that_are_not_declared_again_are_gone(online: Online) -> None:
    online.bot.tree.remove_command("slow")
    await online.bot.tree.sync()
    offered = [each.body["name"] for each in online.as_user("bea").commands(online.channel)]
    assert "slow" not in offered
    assert "act" in offered


async def test_a_bot_can_ask_who_everybody_is(online: Online) -> None:
    guild = online.bot.guilds[0]
    ada = online.as_user("ada").user
    assert (await guild.fetch_member(ada.id)).name == "ada"
    assert (await online.bot.application_info()).id == online.table.world.bot.id
    with pytest.raises(discord.NotFound) as nobody:
        await guild.fetch_member(1)
    assert nobody.value.code == 10013
