"""A bot logs in, sees the world and declares its commands."""

from __future__ import annotations

import discord
import pytest

from bot.table.gateway import intents
from bot.table.server import Table
from tests.table.conftest import Seated, furnish, logged_in
from tests.table.tiny_bot import TinyBot


async def test_a_bot_sees_its_servers_channels_and_members(seated: Seated) -> None:
    guild = seated.bot.guilds[0]
    assert guild.name == "Harbour"
    assert [channel.name for channel in guild.text_channels] == ["games"]
    assert {member.name for member in guild.members} == {"ada", "bea", "cyn", "dan", "tiny"}
    assert guild.me.guild_permissions.manage_messages
    assert guild.owner is not None and guild.owner.display_name == "Ada"


async def test_a_wrong_token_is_refused(table: Table) -> None:
    furnish(table)
    async with TinyBot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")


async def test_a_privileged_intent_that_is_not_allowed_is_refused(table: Table) -> None:
    furnish(table)
    table.standin.gateway.allowed_intents = intents.MEMBERS
    async with TinyBot() as bot:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await bot.start(table.token)


async def test_without_the_content_intent_a_bot_cannot_read_what_people_write(table: Table) -> None:
    _, channel = furnish(table)
    wanted = discord.Intents.default()
    async with logged_in(table, TinyBot(wanted)) as bot:
        hand = table.hand("ada")
        hand.say(channel, "among us")
        assert (await bot.until("message")).content == ""
        hand.say(channel, f"<@{table.world.bot.id}> and you")
        assert "and you" in (await bot.until("message", 2)).content
        hand.say(hand.dm(), "in private")
        assert (await bot.until("message", 3)).content == "in private"


async def test_commands_keep_their_ids_when_declared_again(seated: Seated) -> None:
    before = {each.name: each.id for each in await seated.bot.tree.fetch_commands()}
    after = {each.name: each.id for each in await seated.bot.tree.sync()}
    assert after == before
    assert {"game", "act", "slow", "Quote"} <= before.keys()


async def test_commands_that_are_not_declared_again_are_gone(seated: Seated) -> None:
    seated.bot.tree.remove_command("slow")
    await seated.bot.tree.sync()
    offered = [each.body["name"] for each in seated.hand("bea").commands(seated.channel)]
    assert "slow" not in offered
    assert "act" in offered


async def test_a_bot_can_ask_who_everybody_is(seated: Seated) -> None:
    guild = seated.bot.guilds[0]
    ada = seated.hand("ada").user
    assert (await seated.bot.fetch_user(ada.id)).global_name == "Ada"
    assert (await guild.fetch_member(ada.id)).name == "ada"
    assert [each.name for each in await guild.query_members("be", limit=5)] == ["bea"]
    assert (await seated.bot.application_info()).id == seated.table.world.bot.id
    assert len([each async for each in guild.fetch_members(limit=None)]) == 5
    with pytest.raises(discord.NotFound) as nobody:
        await seated.bot.fetch_user(1)
    assert nobody.value.code == 10013
