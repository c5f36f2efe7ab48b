"""The table keeps its world, its clock and its keys between two starts."""

from __future__ import annotations

from pathlib import Path

import discord

from bot.moment import DAY
from tests.bot.local_discord.builders.tiny_bot import Board, picture
from tests.bot.local_discord.conftest import Online, checked_table, create_demo_server, logged_in


async def test_stop_and_start_and_everything_is_there(tmp_path: Path) -> None:
    async with checked_table(tmp_path) as table:
        _, channel = create_demo_server(table)
        async with logged_in(table) as bot:
            await bot.tree.sync()
            place = bot.get_channel(channel.id)
            assert isinstance(place, discord.TextChannel)
            sent = await place.send(view=Board(bot), file=picture())
            table.as_user("bea").say(channel, "nice")
        table.as_user("bea").set_dms(False)
        table.time.skip(3 * DAY)
        before = (table.token, table.guard.key, table.time.now())
    async with checked_table(tmp_path) as table:
        assert (table.token, table.guard.key) == before[:2]
        assert table.time.now() >= before[2]
        channel = table.world.channels[channel.id]
        assert [each.content for each in table.world.messages(channel)] == ["", "nice"]
        assert not table.as_user("bea").user.dms_open
        assert "board" in [each.body["name"] for each in table.as_user("ada").commands(channel)]
        async with logged_in(table) as bot:
            place = bot.get_channel(channel.id)
            assert isinstance(place, discord.TextChannel)
            again = await place.fetch_message(sent.id)
            assert (await again.attachments[0].read())[:4] == b"\x89PNG"
            assert table.origin in again.attachments[0].url
            newer = await place.send("after the break")
            assert newer.id > again.id


async def test_what_one_alone_saw_is_not_kept(tmp_path: Path) -> None:
    async with checked_table(tmp_path) as table:
        guild, channel = create_demo_server(table)
        async with logged_in(table) as bot:
            await bot.tree.sync()
            online = Online(table, guild, channel, bot)
            await online.answered(table.as_user("ada").run(channel, "act", what="pass"))
            assert online.last().content == "Done: pass"
    async with checked_table(tmp_path) as table:
        assert list(table.world.messages(table.world.channels[channel.id])) == []
