"""Sent away, forbidden to speak, channels and posts deleted, letters refused, pictures too large:
the game goes on where it was, and Herald says what it could not do."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from bot.discord.interactions import replies
from bot.local_discord.faults import Fault
from bot.local_discord.payloads import uploads
from bot.local_discord.world.models import Kind, Overwrite, ThreadState
from bot.local_discord.world.permissions import P
from bot.local_discord.world.world import Event
from bot.moment import DAY, MINUTE
from bot.service.errors import NotSeated
from tests.e2e.builders.club import Club, labels, words


def letters(club: Club, name: str) -> str:
    return "\n".join(words(each) for each in club.letters(name))


async def test_sent_away_and_invited_again_the_game_goes_on_where_it_was(club: Club) -> None:
    await club.nearly_placed()
    world = club.table.world
    before = len(club.posts())
    world.leave(club.guild, world.bot)
    await club.rest()
    await club.choose("placement", "gobi", patient=False)
    await club.pass_time(DAY // 4, steps=4)
    assert len(club.posts()) == before
    world.join(club.guild, world.bot)
    await club.until(lambda: len(club.posts()) > before)
    await club.rest()
    assert "Gobi" in words(club.last())
    for _ in range(2):
        await club.choose("movement", {"do": "end"})
    titles = [words(each).splitlines()[0] for each in club.posts()[before:]]
    assert [each for each in titles if "##" in each] == [
        "## Turn 1 · Movement",
        "## Turn 1 · Trade",
    ]


def silence(club: Club, deny: int) -> None:
    """Take permissions in the channel from everybody."""
    everyone = club.guild.id
    club.channel.overwrites = {everyone: Overwrite(id=everyone, kind=0, deny=deny)} if deny else {}
    club.table.world.change_channel(club.channel)


@pytest.mark.parametrize(
    ("deny", "named"),
    [
        (P.SEND_MESSAGES, "I lack the permission Send Messages"),
        (P.VIEW_CHANNEL, "I cannot see the channel"),
    ],
)
async def test_a_missing_permission_is_named_to_the_host_and_all_follows_with_it(
    club: Club, deny: int, named: str
) -> None:
    await club.nearly_placed()
    before = len(club.posts())
    silence(club, deny)
    await club.choose("placement", "gobi", patient=False)
    await club.pass_time(20 * MINUTE, steps=4)
    assert len(club.posts()) == before
    assert letters(club, "ada").count(named) == 1
    silence(club, 0)
    await club.until(lambda: len(club.posts()) > before)
    assert "Gobi" in words(club.last())


async def in_a_thread(club: Club) -> ThreadState:
    """A game in a thread of its own, which Herald may not manage, with two regions to be placed."""
    silence(club, P.MANAGE_THREADS)
    await club.run("ada", "game new", rules="standard", seats=2, thread=True)
    world = club.table.world
    (club.channel,) = (each for each in world.channels.values() if each.kind == Kind.THREAD)
    card = next(each for each in club.posts() if "Join" in labels(each))
    await club.press("bea", card, "Join")
    await club.press("ada", card, "Start")
    await club.place("patagonia", "italia")
    assert club.channel.thread is not None
    return club.channel.thread


def close(club: Club, thread: ThreadState, *, archived: bool, locked: bool) -> None:
    """Archive and lock a thread, or open it again."""
    thread.archived, thread.locked = archived, locked
    club.table.world.change_channel(club.channel)


async def test_a_thread_that_fell_asleep_is_woken_by_edits_and_posts(club: Club) -> None:
    thread = await in_a_thread(club)
    before = len(club.posts())
    for region in ("congo", "gobi"):
        close(club, thread, archived=True, locked=False)
        await club.choose("placement", region)
        assert not thread.archived
    assert len(club.posts()) > before
    assert not any("I cannot" in words(each) for each in club.letters("ada"))


async def test_a_locked_thread_is_told_to_the_host_and_all_follows_when_it_is_open(
    club: Club,
) -> None:
    thread = await in_a_thread(club)
    before = len(club.posts())
    close(club, thread, archived=True, locked=True)
    for region in ("congo", "gobi"):
        await club.choose("placement", region, patient=False)
    await club.pass_time(20 * MINUTE, steps=4)
    assert len(club.posts()) == before
    assert letters(club, "ada").count("its thread is locked") == 1
    assert "I cannot see the channel" not in letters(club, "ada")
    # The game goes on: its panel opens wherever the command is typed.
    game, (name, *_) = await club.game(), await club.awaited()
    elsewhere = club.table.world.channels[club.channel.parent_id or 0]
    begun = club.client(name).run(elsewhere, "play", game=game.code)
    await club.rest()
    panel = club.table.world.message(elsewhere.id, begun.original or 0)
    assert panel is not None and "End movement" in labels(panel)
    close(club, thread, archived=True, locked=False)
    await club.until(lambda: len(club.posts()) > before)
    await club.rest()
    assert "Gobi" in words(club.last())


async def test_without_the_permission_to_attach_files_the_board_comes_in_words(club: Club) -> None:
    silence(club, P.ATTACH_FILES)
    await club.begun()
    post = club.last()
    assert post.attachments == []
    assert "I may not attach files here" in words(post)
    assert "My move" in labels(post)


async def test_a_picture_over_the_limit_is_left_out_and_that_is_said(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "UPLOAD_LIMIT", 10)
    await club.begun()
    post = club.last()
    assert post.attachments == []
    assert "The picture is missing: it was too large" in words(post)
    await club.settle(1)


async def test_a_deleted_channel_is_told_to_all_players_and_the_game_is_played_in_letters(
    club: Club,
) -> None:
    await club.begun()
    code = (await club.game()).code
    (name,) = await club.awaited()
    user = club.client(name).user.id
    club.table.world.delete_channel(club.channel)
    await club.bot.herald.play.choose(1, user, "placement", "gobi", interaction="test:gone")
    club.bot.sender.wake()
    await club.rest()
    for each in ("ada", "bea"):
        assert letters(club, each).count("was deleted") == 1
    (other,) = {"ada", "bea"} - {name}
    # Who is up is called in private, with the question itself.
    assert "Where do your people begin?" in letters(club, other)
    begun = club.client(other).run(club.client(other).dm(), "play", game=code)
    panel = await club.shown(begun)
    assert panel is not None and "Where do your people begin?" in words(panel)


async def test_a_channel_that_is_closed_before_a_thread_is_opened_in_it_is_told(
    club: Club,
) -> None:
    asked_for = club.client("ada").run(club.channel, "game new", rules="standard", thread=True)
    silence(club, P.SEND_MESSAGES)
    answer = await club.shown(asked_for)
    assert answer is not None and "I cannot open a thread here" in words(answer)


async def test_whose_letters_are_refused_is_told_how_to_go_on(club: Club) -> None:
    club.client("bea").set_dms(False)
    await club.run("ada", "game new", rules="standard", seats=2)
    answer = await club.press("bea", club.posts()[0], "Join")
    assert answer is not None
    assert "Your direct messages are closed for me" in words(answer)
    assert "My move" in words(answer)
    # Ada's were open when she sat down; a letter that comes back later is told in the channel.
    wishes = await club.bot.herald.me(club.client("ada").user.id)
    await club.bot.herald.save_me(msgspec.structs.replace(wishes, notify="dm"))
    club.client("ada").set_dms(False)
    await club.press("ada", club.posts()[0], "Start")
    await club.place("gobi", "patagonia", "italia", "libya")
    (said,) = (each for each in club.posts() if "I cannot write to you in private" in words(each))
    assert said.mentions == [club.client("ada").user.id]
    panel = await club.press("ada", said, "My move")
    assert panel is not None and "Turn 1" in words(panel)


async def test_posts_that_a_moderator_deletes_come_again(club: Club) -> None:
    await club.run("ada", "game new", rules="standard", seats=2)
    club.client("ada").delete(club.posts()[0])
    await club.run("bea", "game join")
    (card,) = club.posts()
    assert "2 of 2 seats are taken" in words(card)
    await club.press("ada", card, "Start")
    await club.place("gobi", "patagonia", "italia", "libya")
    await club.choose("movement", {"do": "end"})
    await club.choose("movement", {"do": "end"})
    post = club.last()
    club.client("ada").delete(post)
    await club.choose("trade", {"do": "done"})
    again = club.last()
    assert again.id != post.id
    assert "1 of 2 have chosen" in words(again)


async def test_a_channel_that_discord_keeps_waiting_holds_up_no_other(club: Club) -> None:
    await club.nearly_placed()
    first, before = club.channel, len(club.posts())
    game = await club.game()
    (name,) = await club.awaited()
    user = club.client(name).user.id
    club.channel = club.table.world.text_channel(club.guild, "other")
    await club.rest()
    slow = Fault(kind="delay", method="POST", path=f"/channels/{first.id}/messages$", seconds=1.0)
    club.table.faults.add(slow)
    await club.bot.herald.play.choose(game.id, user, "placement", "gobi", interaction="test:slow")
    club.bot.sender.wake()
    await club.until(lambda: club.table.faults.waiting == [])
    club.client("cyn").run(club.channel, "game new", rules="standard", seats=2)
    await club.until(lambda: bool(club.posts()))
    club.channel = first
    assert len(club.posts()) == before
    await club.rest()
    assert len(club.posts()) == before + 1


async def test_who_is_refused_while_discord_is_told_to_wait_is_told_why(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = asyncio.Event()

    def hear(event: Event) -> None:
        if event.name == "INTERACTION_SUCCESS":
            waits.set()

    async def refuse(*args: Any) -> None:
        # Discord has taken the deferral; Herald does not know it yet.
        await waits.wait()
        raise NotSeated

    club.table.world.listen(hear)
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    monkeypatch.setattr(club.bot.herald.look, "in_channel", refuse)
    answer = await club.run("cyn", "play")
    assert answer is not None and "You do not sit at this table" in words(answer)


async def test_a_private_channel_is_opened_once(club: Club) -> None:
    """Discord lets few be opened at a time; discord.py keeps the newest hundred or so."""
    await club.begun()
    club.bot._connection._private_channels.clear()
    club.bot._connection._private_channels_by_user.clear()
    dm_channel = await club.bot.parts.letterbox.of(club.client("bea").user.id)
    await dm_channel.send("Still there?")
    assert club.letters("bea")[-1].content == "Still there?"
    opened = [each.json["recipient_id"] for each in club.asked if "@me/channels" in each.path]
    assert len(opened) == len(set(opened)) == 2
