"""Faults between bot and Discord: every kind of call survives them, and nothing happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.local_discord.faults import Fault
from bot.local_discord.rate_limits import Limit
from tests.bot.local_discord.builders.tiny_bot import picture
from tests.bot.local_discord.conftest import Online

Deed = Callable[[Online], Awaitable[Any]]


async def send_dm(online: Online) -> None:
    private = await online.bot.create_dm(discord.Object(online.as_user("bea").user.id))
    await private.send("psst")


async def answer(online: Online) -> None:
    begun = online.as_user("ada").run(online.channel, "game new", ruleset="fast")
    assert await online.answered(begun) == "INTERACTION_SUCCESS"


async def think(online: Online) -> None:
    begun = online.as_user("ada").run(online.channel, "slow")
    await online.answered(begun)
    await online.bot.until("slow")


async def edit(online: Online) -> None:
    await (await online.place.send("before")).edit(content="after")


async def delete(online: Online) -> None:
    await (await online.place.send("gone")).delete()


async def thread(online: Online) -> None:
    await (await online.place.send("game")).create_thread(name="Game")


CALLS: dict[str, tuple[str, str, Deed]] = {
    "sending": (
        "POST",
        r"/channels/\d+/messages$",
        lambda online: online.place.send("hi"),
    ),
    "uploading": (
        "POST",
        r"/channels/\d+/messages$",
        lambda online: online.place.send(file=picture()),
    ),
    "editing": ("PATCH", r"/channels/\d+/messages/\d+$", edit),
    "deleting": ("DELETE", r"/channels/\d+/messages/\d+$", delete),
    "starting a thread": ("POST", "/threads$", thread),
    "opening a private channel": ("POST", "/users/@me/channels$", send_dm),
    "answering": ("POST", "/callback$", answer),
    "editing an answer": ("PATCH", "/messages/@original$", think),
    "following up": ("POST", r"/webhooks/\d+/[^/]+$", think),
    "declaring commands": ("PUT", "/commands$", lambda online: online.bot.tree.sync()),
    "looking someone up": (
        "GET",
        r"/guilds/\d+/members/\d+$",
        lambda online: online.bot.guilds[0].fetch_member(online.as_user("ada").user.id),
    ),
}


@pytest.mark.parametrize("call", CALLS)
async def test_a_rate_limit_is_waited_out(online: Online, call: str) -> None:
    method, path, action = CALLS[call]
    online.table.faults.add(Fault(kind="rate_limit", method=method, path=path, seconds=0.02))
    await action(online)
    assert len(online.table.faults.struck) == 1


async def test_every_call_is_tried_again_after_a_failure(online: Online) -> None:
    """All at once, for discord.py waits a second before it tries again."""
    for method, path in {(method, path) for method, path, _ in CALLS.values()}:
        online.table.faults.add(Fault(kind="status", method=method, path=path, status=502))
    await asyncio.gather(*(action(online) for _, _, action in CALLS.values()))
    assert online.table.faults.waiting == []


async def test_a_failure_that_lasts_is_told(online: Online) -> None:
    online.table.faults.add(Fault(kind="status", method="POST", path="/messages$", status=503))
    with pytest.raises(discord.DiscordServerError) as failed:
        await online.place.send("hi")
    assert failed.value.status == 503
    assert online.messages() == []


async def test_a_lost_answer_with_a_nonce_is_one_message(online: Online) -> None:
    online.table.faults.add(
        Fault(kind="lose_answer_status", method="POST", path="/messages$", status=502)
    )
    sent = await online.place.send("once", nonce="42")
    assert [each.id for each in online.messages()] == [sent.id]


async def test_a_follow_up_has_no_nonce_so_a_lost_answer_says_it_twice(
    online: Online,
) -> None:
    online.table.faults.add(
        Fault(kind="lose_answer_status", method="POST", path="/webhooks/", status=502)
    )
    await think(online)
    assert [each.content for each in online.messages()] == [
        "Thought.",
        "And more.",
        "And more.",
    ]


async def test_a_line_cut_after_the_effect_can_be_mended_by_the_nonce(
    online: Online,
) -> None:
    online.table.faults.add(Fault(kind="lose_answer", method="POST", path="/messages$"))
    with pytest.raises(aiohttp.ClientError):
        await online.place.send("once", nonce="43")
    sent = await online.place.send("once", nonce="43")
    assert [each.id for each in online.messages()] == [sent.id]


async def test_a_line_cut_before_the_effect_changes_nothing(online: Online) -> None:
    online.table.faults.add(Fault(kind="drop", method="POST", path="/messages$"))
    with pytest.raises(aiohttp.ClientError):
        await online.place.send("never")
    assert online.messages() == []


async def test_an_answer_that_was_lost_is_refused_when_given_again(online: Online) -> None:
    online.table.faults.add(
        Fault(kind="lose_answer_status", method="POST", path="/callback$", status=502)
    )
    begun = online.as_user("ada").run(online.channel, "game new", ruleset="fast")
    assert await online.answered(begun) == "INTERACTION_SUCCESS"
    error = await online.bot.until("error")
    assert isinstance(error.original, discord.HTTPException)
    assert error.original.code == 40060
    assert [each.content for each in online.messages()] == ["Fast for 3"]
    online.bot.errors.clear()


async def test_a_slow_line_only_delays(online: Online) -> None:
    online.table.faults.add(Fault(kind="delay", method="POST", path="/messages$", seconds=0.05))
    await online.place.send("late")
    assert online.last().content == "late"


async def test_faults_wait_for_their_turn(online: Online) -> None:
    online.table.faults.add(Fault(kind="status", path="/messages$", status=503, skip=1, times=1))
    await online.place.send("first")
    with pytest.raises(discord.DiscordServerError):
        await online.place.send("second")
    await online.place.send("third")
    assert [each.content for each in online.messages()] == ["first", "third"]


async def test_a_full_bucket_slows_the_bot_down_and_loses_nothing(online: Online) -> None:
    online.table.discord.limits.limits["POST /channels/{channel}/messages"] = Limit(2, 0.1)
    await asyncio.gather(*(online.place.send(f"{number}") for number in range(6)))
    assert {each.content for each in online.messages()} == set("012345")


async def test_a_request_over_the_limit_gets_discords_headers(online: Online) -> None:
    online.table.discord.limits.limits["GET /channels/{channel}"] = Limit(1, 30.0)
    url = f"{online.table.origin}/api/v10/channels/{online.channel.id}"
    headers = {"Authorization": f"Bot {online.table.token}"}
    async with aiohttp.ClientSession(headers=headers) as http:
        async with http.get(url) as first:
            assert first.headers["X-RateLimit-Remaining"] == "0"
            assert first.headers["X-RateLimit-Limit"] == "1"
            bucket = first.headers["X-RateLimit-Bucket"]
        async with http.get(url) as second:
            body = await second.json()
    assert second.status == 429
    assert second.headers["X-RateLimit-Bucket"] == bucket
    assert second.headers["X-RateLimit-Scope"] == "user"
    assert second.headers["Via"]
    assert 0 < body["retry_after"] <= 30
    assert body["global"] is False


async def test_the_limit_on_everything_holds(online: Online) -> None:
    online.table.discord.limits.everywhere = Limit(0, 0.1)
    online.table.discord.limits.forget()
    url = f"{online.table.origin}/api/v10/users/@me"
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {online.table.token}"}) as http,
        http.get(url) as answer,
    ):
        assert answer.status == 429
        assert answer.headers["X-RateLimit-Global"] == "true"
        assert (await answer.json())["global"] is True
