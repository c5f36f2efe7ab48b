"""What was said long ago is not kept in memory, and is there all the same."""

from __future__ import annotations

from pathlib import Path

from bot.local_discord.world.message_cache import AT_HAND, OWN_AT_HAND
from bot.local_discord.world.models import Flag, Message
from tests.bot.local_discord.conftest import Online, checked_table, create_demo_server

MANY = 2 * AT_HAND + 10


async def test_old_messages_are_read_changed_and_deleted_like_new_ones(tmp_path: Path) -> None:
    async with checked_table(tmp_path) as table:
        _, channel = create_demo_server(table)
        said = [table.as_user("ada").say(channel, f"message {n}") for n in range(MANY)]
    async with checked_table(tmp_path) as table:
        world = table.world
        channel = world.channels[channel.id]
        everything = [each.content for each in world.messages(channel)]
        assert everything == [f"message {n}" for n in range(MANY)]
        assert [each.content for each in world.newest(channel)] == everything[::-1]
        newer = table.as_user("bea").say(channel, "newer")
        assert newer.id > said[-1].id
        old = world.message(channel.id, said[3].id)
        assert old is not None
        old.content = "changed"
        world.change_message(old)
        again = world.message(channel.id, old.id)
        assert again is not None and again.content == "changed"
        table.as_user("ada").delete(again)
        assert world.message(channel.id, old.id) is None
        assert [each.content for each in world.messages(channel)][2:4] == ["message 2", "message 4"]


async def test_a_channel_is_deleted_with_all_that_was_ever_said(tmp_path: Path) -> None:
    async with checked_table(tmp_path) as table:
        _, channel = create_demo_server(table)
        for n in range(MANY):
            table.as_user("ada").say(channel, f"message {n}")
        table.world.delete_channel(channel)
        assert list(table.storage.messages(channel.id, 2**63 - 1)) == []


async def test_what_one_alone_saw_vanishes_when_there_is_much_of_it(
    online: Online,
) -> None:
    world, channel = online.table.world, online.channel
    ada, bea = online.as_user("ada").user, online.as_user("bea").user

    def whisper(to: int) -> Message:
        message = Message(
            id=world.new_id(),
            channel_id=channel.id,
            author_id=world.bot.id,
            sent=world.now(),
            content="psst",
            flags=Flag.EPHEMERAL,
            only=to,
        )
        return world.post(message)

    first, other = whisper(ada.id), whisper(bea.id)
    for _ in range(OWN_AT_HAND):
        whisper(ada.id)
    assert world.message(channel.id, first.id) is None
    assert world.message(channel.id, other.id) is other
    gone = await online.event("MESSAGE_DELETE")
    assert gone.message is first
