"""Messages: what a bot sends arrives as it was sent, and Discord's limits hold."""

from __future__ import annotations

import asyncio
import io

import discord
import pytest

from bot.local_discord.payloads.uploads import Upload
from bot.local_discord.world.models import Overwrite
from bot.local_discord.world.permissions import P
from tests.bot.local_discord.builders.tiny_bot import Board, Choice, picture
from tests.bot.local_discord.conftest import Online


async def test_a_message_arrives_with_its_text_and_buttons(online: Online) -> None:
    sent = await online.place.send("  hello  ", view=Choice(online.bot))
    seen = online.last()
    assert seen.content == sent.content == "hello"
    assert [len(row.children) for row in sent.components if isinstance(row, discord.ActionRow)] == [
        4,
        1,
    ]


async def test_an_edit_changes_what_it_names_and_nothing_else(online: Online) -> None:
    sent = await online.place.send("before", view=Choice(online.bot))
    edited = await sent.edit(content="after")
    assert edited.content == online.last().content == "after"
    assert len(edited.components) == 2
    assert edited.edited_at is not None
    cleared = await sent.edit(view=None)
    assert (cleared.content, cleared.components) == ("after", [])


async def test_uploads_are_kept_and_can_be_fetched(online: Online) -> None:
    sent = await online.place.send(file=picture(size=(40, 20)))
    attachment = sent.attachments[0]
    assert (attachment.width, attachment.height) == (40, 20)
    assert attachment.description == "A map of one colour"
    assert (await attachment.read())[:4] == b"\x89PNG"


async def test_an_edit_can_replace_the_picture(online: Online) -> None:
    sent = await online.place.send("map", file=picture("red"))
    before = online.last().attachments[0].id
    await sent.edit(attachments=[picture("blue", (10, 10))])
    assert [each.width for each in online.last().attachments] == [10]
    assert online.table.storage.file(before) is None


async def test_a_layout_arrives_with_its_pictures(online: Online) -> None:
    sent = await online.place.send(view=Board(online.bot), file=picture())
    box = sent.components[0]
    assert isinstance(box, discord.components.Container)
    gallery = next(each for each in box.children if isinstance(each, discord.MediaGalleryComponent))
    assert gallery.items[0].media.width == 320
    assert gallery.items[0].description == "The map: all at peace"
    assert sent.flags.components_v2


async def test_a_layout_can_hold_no_text_beside_it(online: Online) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await online.bot.http.request(
            discord.http.Route(
                "POST", "/channels/{channel_id}/messages", channel_id=online.channel.id
            ),
            json={"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "y"}]},
        )
    assert refused.value.code == 50035
    assert "IS_COMPONENTS_V2" in str(refused.value)


async def test_a_layout_that_names_a_missing_picture_is_refused(online: Online) -> None:
    with pytest.raises(discord.HTTPException, match="referenced attachment was not found"):
        await online.place.send(view=Board(online.bot))


TOO_LONG = "x" * 2001


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"content": TOO_LONG}, "Must be 2000 or fewer in length"),
        ({"content": "x", "components": [{"type": 10, "content": "y"}]}, "Invalid value 10"),
        (
            {
                "content": "x",
                "components": [
                    {
                        "type": 1,
                        "components": [
                            {"type": 2, "style": 1, "label": "a", "custom_id": "same"},
                            {"type": 2, "style": 1, "label": "b", "custom_id": "same"},
                        ],
                    }
                ],
            },
            "custom id cannot be duplicated",
        ),
        (
            {
                "content": "x",
                "components": [
                    {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "y" * 101}]}
                ],
            },
            "Must be 100 or fewer in length",
        ),
        (
            {
                "flags": 1 << 15,
                "components": [
                    {"type": 10, "content": "x" * 2100},
                    {"type": 10, "content": "x" * 2100},
                ],
            },
            "displayable text size exceeds",
        ),
        (
            {"flags": 1 << 15, "components": [{"type": 10, "content": "x"}] * 41},
            "40",
        ),
        ({"content": "x", "nonce": "n" * 26}, "Must be 25 or fewer"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "mutually exclusive",
        ),
    ],
)
async def test_discords_limits_hold(online: Online, body: dict[str, object], said: str) -> None:
    route = discord.http.Route(
        "POST", "/channels/{channel_id}/messages", channel_id=online.channel.id
    )
    with pytest.raises(discord.HTTPException) as refused:
        await online.bot.http.request(route, json=body)
    assert refused.value.status == 400
    assert said in str(refused.value)
    assert online.messages() == []


async def test_an_empty_message_is_refused(online: Online) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await online.place.send("   ")
    assert refused.value.code == 50006


async def test_a_file_over_the_limit_is_refused(online: Online) -> None:
    big = discord.File(io.BytesIO(b"0" * (10 * 1024 * 1024 + 1)), "big.bin")
    with pytest.raises(discord.HTTPException) as refused:
        await online.place.send(file=big)
    assert (refused.value.status, refused.value.code) == (413, 40005)


async def test_the_same_nonce_is_one_message(online: Online) -> None:
    first, second = await asyncio.gather(
        online.place.send("once", nonce="7"), online.place.send("once", nonce="7")
    )
    assert first.id == second.id
    assert len(online.messages()) == 1
    other = await online.place.send("again", nonce="8")
    assert other.id != first.id


async def test_mentions_ping_only_those_allowed(online: Online) -> None:
    ada, bea = online.as_user("ada").user, online.as_user("bea").user
    text = f"<@{ada.id}> and <@{bea.id}>"
    await online.place.send(
        text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(bea.id)])
    )
    assert online.last().mentions == [bea.id]
    await online.place.send(text)
    assert online.last().mentions == []


async def test_a_bot_cannot_ping_everyone_without_the_permission(online: Online) -> None:
    await online.place.send("@everyone", allowed_mentions=discord.AllowedMentions(everyone=True))
    assert not online.last().mention_everyone


async def test_without_permission_to_speak_it_is_refused(online: Online) -> None:
    bot = online.table.world.bot.id
    channel = online.channel
    channel.overwrites[bot] = Overwrite(id=bot, kind=1, deny=P.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden) as refused:
        await online.place.send("hello")
    assert refused.value.code == 50013
    channel.overwrites[bot] = Overwrite(id=bot, kind=1, deny=P.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as unseen:
        await online.place.send("hello")
    assert unseen.value.code == 50001


async def test_without_permission_for_files_a_picture_is_refused(online: Online) -> None:
    bot = online.table.world.bot.id
    online.channel.overwrites[bot] = Overwrite(id=bot, kind=1, deny=P.ATTACH_FILES)
    with pytest.raises(discord.Forbidden):
        await online.place.send(file=picture())
    await online.place.send("words still work")


async def test_private_messages_reach_those_who_want_them(online: Online) -> None:
    bea = online.as_user("bea")
    private = await online.bot.create_dm(discord.Object(bea.user.id))
    await private.send("psst")
    assert online.last(bea.dm()).content == "psst"
    bea.set_dms(False)
    with pytest.raises(discord.Forbidden) as closed:
        await private.send("psst")
    assert closed.value.code == 50007


async def test_people_answer_and_the_bot_hears(online: Online) -> None:
    client = online.as_user("cyn")
    client.say(online.channel, "hi", [Upload("note.txt", b"text")])
    heard = await online.bot.until("message")
    assert heard.author.display_name == "Cyn"
    assert heard.attachments[0].filename == "note.txt"
    reply = await heard.reply("hello Cyn")
    assert reply.reference is not None and reply.reference.message_id == heard.id


async def test_messages_can_be_pinned_read_and_deleted(online: Online) -> None:
    first = await online.place.send("one")
    await online.place.send("two")
    await first.pin()
    pinned = online.table.world.message(online.channel.id, first.id)
    assert pinned is not None and pinned.pinned is not None
    told = [each.content async for each in online.place.history(oldest_first=True)]
    assert told[:2] == ["one", "two"]
    await first.delete()
    with pytest.raises(discord.NotFound) as gone:
        await online.place.fetch_message(first.id)
    assert gone.value.code == 10008


async def test_somebody_elses_message_cannot_be_edited(online: Online) -> None:
    said = online.as_user("ada").say(online.channel, "mine")
    partial = online.place.get_partial_message(said.id)
    with pytest.raises(discord.Forbidden) as refused:
        await partial.edit(content="yours")
    assert refused.value.code == 50005


async def test_threads_start_under_messages_and_alone(online: Online) -> None:
    sent = await online.place.send("a new game")
    thread = await sent.create_thread(name="Game 12")
    assert thread.id == sent.id
    await thread.send("inside")
    private = await online.place.create_thread(name="Secret")
    bea = online.as_user("bea")
    inside = online.table.world.channels[private.id]
    assert not online.table.world.sees(bea.user.id, inside)
    await private.add_user(discord.Object(bea.user.id))
    assert online.table.world.sees(bea.user.id, inside)
    archived = await thread.edit(archived=True)
    assert archived.archived
    bea.say(online.table.world.channels[thread.id], "still here")
    channel = online.table.world.channels[thread.id].thread
    assert channel is not None and not channel.archived


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/guilds/{guild}/invites"),
        ("DELETE", "/channels/{channel}"),
        ("PATCH", "/channels/{channel}"),
        ("PUT", "/channels/{channel}/permissions/1"),
        ("PUT", "/channels/{channel}/messages/1/reactions/x/@me"),
        ("POST", "/channels/{channel}/messages/bulk-delete"),
        ("POST", "/applications/{bot}/commands"),
        ("GET", "/applications/{bot}/emojis"),
        ("POST", "/guilds/{guild}/roles"),
    ],
)
async def test_what_is_not_modelled_says_so_by_name(online: Online, method: str, path: str) -> None:
    bot = online.table.world.bot.id
    where = path.format(guild=online.guild.id, channel=online.channel.id, bot=bot)
    online.table.dispatcher.seen = None
    with pytest.raises(discord.DiscordServerError, match="does not model") as refused:
        await online.bot.http.request(discord.http.Route(method, where), json={})
    assert refused.value.status == 501
    assert online.table.discord.unmodelled


@pytest.mark.parametrize(
    "body",
    [
        {"embeds": [{"title": "Result"}]},
        {"content": "x", "poll": {"question": {}}},
        {"content": "x", "sticker_ids": ["1"]},
        {"flags": 1 << 15, "components": [{"type": 1, "components": [{"type": 5}]}]},
    ],
)
async def test_what_is_not_modelled_in_a_message_says_so(
    online: Online, body: dict[str, object]
) -> None:
    online.table.dispatcher.seen = None
    route = discord.http.Route("POST", f"/channels/{online.channel.id}/messages")
    with pytest.raises(discord.DiscordServerError, match="does not model"):
        await online.bot.http.request(route, json=body)
    assert len(online.table.discord.unmodelled) >= 1
    assert online.messages() == []
