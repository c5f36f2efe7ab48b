"""Faults between bot and Discord: every kind of call survives them, and nothing happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.table.faults import Fault
from bot.table.rate_limits import Limit
from tests.table.conftest import Seated
from tests.table.tiny_bot import picture

Deed = Callable[[Seated], Awaitable[Any]]


async def send_dm(seated: Seated) -> None:
    user = await seated.bot.fetch_user(seated.hand("bea").user.id)
    await user.send("psst")


async def answer(seated: Seated) -> None:
    begun = seated.hand("ada").run(seated.channel, "game new", ruleset="fast")
    assert await seated.answered(begun) == "INTERACTION_SUCCESS"


async def think(seated: Seated) -> None:
    begun = seated.hand("ada").run(seated.channel, "slow")
    await seated.answered(begun)
    await seated.bot.until("slow")


async def edit(seated: Seated) -> None:
    await (await seated.place.send("before")).edit(content="after")


async def delete(seated: Seated) -> None:
    await (await seated.place.send("gone")).delete()


async def thread(seated: Seated) -> None:
    await (await seated.place.send("game")).create_thread(name="Game")


CALLS: dict[str, tuple[str, str, Deed]] = {
    "sending": ("POST", r"/channels/\d+/messages$", lambda seated: seated.place.send("hi")),
    "uploading": (
        "POST",
        r"/channels/\d+/messages$",
        lambda seated: seated.place.send(file=picture()),
    ),
    "editing": ("PATCH", r"/channels/\d+/messages/\d+$", edit),
    "deleting": ("DELETE", r"/channels/\d+/messages/\d+$", delete),
    "starting a thread": ("POST", "/threads$", thread),
    "opening a private channel": ("POST", "/users/@me/channels$", send_dm),
    "answering": ("POST", "/callback$", answer),
    "editing an answer": ("PATCH", "/messages/@original$", think),
    "following up": ("POST", r"/webhooks/\d+/[^/]+$", think),
    "declaring commands": ("PUT", "/commands$", lambda seated: seated.bot.tree.sync()),
    "looking someone up": (
        "GET",
        r"/users/\d+$",
        lambda seated: seated.bot.fetch_user(seated.hand("ada").user.id),
    ),
}


@pytest.mark.parametrize("call", CALLS)
async def test_a_rate_limit_is_waited_out(seated: Seated, call: str) -> None:
    method, path, deed = CALLS[call]
    seated.table.faults.add(Fault(kind="rate_limit", method=method, path=path, seconds=0.02))
    await deed(seated)
    assert len(seated.table.faults.struck) == 1


async def test_every_call_is_tried_again_after_a_failure(seated: Seated) -> None:
    """All at once, for discord.py waits a second before it tries again."""
    for method, path in {(method, path) for method, path, _ in CALLS.values()}:
        seated.table.faults.add(Fault(kind="status", method=method, path=path, status=502))
    await asyncio.gather(*(deed(seated) for _, _, deed in CALLS.values()))
    assert seated.table.faults.waiting == []


async def test_a_failure_that_lasts_is_told(seated: Seated) -> None:
    seated.table.faults.add(Fault(kind="status", method="POST", path="/messages$", status=503))
    with pytest.raises(discord.DiscordServerError) as failed:
        await seated.place.send("hi")
    assert failed.value.status == 503
    assert seated.messages() == []


async def test_a_lost_answer_with_a_nonce_is_one_message(seated: Seated) -> None:
    seated.table.faults.add(
        Fault(kind="lose_answer_status", method="POST", path="/messages$", status=502)
    )
    sent = await seated.place.send("once", nonce="42")
    assert [each.id for each in seated.messages()] == [sent.id]


async def test_a_follow_up_has_no_nonce_so_a_lost_answer_says_it_twice(seated: Seated) -> None:
    seated.table.faults.add(
        Fault(kind="lose_answer_status", method="POST", path="/webhooks/", status=502)
    )
    await think(seated)
    assert [each.content for each in seated.messages()] == ["Thought.", "And more.", "And more."]


async def test_a_line_cut_after_the_effect_can_be_mended_by_the_nonce(seated: Seated) -> None:
    seated.table.faults.add(Fault(kind="lose_answer", method="POST", path="/messages$"))
    with pytest.raises(aiohttp.ClientError):
        await seated.place.send("once", nonce="43")
    sent = await seated.place.send("once", nonce="43")
    assert [each.id for each in seated.messages()] == [sent.id]


async def test_a_line_cut_before_the_effect_changes_nothing(seated: Seated) -> None:
    seated.table.faults.add(Fault(kind="drop", method="POST", path="/messages$"))
    with pytest.raises(aiohttp.ClientError):
        await seated.place.send("never")
    assert seated.messages() == []


async def test_an_answer_that_was_lost_is_refused_when_given_again(seated: Seated) -> None:
    seated.table.faults.add(
        Fault(kind="lose_answer_status", method="POST", path="/callback$", status=502)
    )
    begun = seated.hand("ada").run(seated.channel, "game new", ruleset="fast")
    assert await seated.answered(begun) == "INTERACTION_SUCCESS"
    error = await seated.bot.until("error")
    assert isinstance(error.original, discord.HTTPException)
    assert error.original.code == 40060
    assert [each.content for each in seated.messages()] == ["Fast for 3"]
    seated.bot.errors.clear()


async def test_a_slow_line_only_delays(seated: Seated) -> None:
    seated.table.faults.add(Fault(kind="delay", method="POST", path="/messages$", seconds=0.05))
    await seated.place.send("late")
    assert seated.last().content == "late"


async def test_faults_wait_for_their_turn(seated: Seated) -> None:
    seated.table.faults.add(Fault(kind="status", path="/messages$", status=503, skip=1, times=1))
    await seated.place.send("first")
    with pytest.raises(discord.DiscordServerError):
        await seated.place.send("second")
    await seated.place.send("third")
    assert [each.content for each in seated.messages()] == ["first", "third"]


async def test_a_full_bucket_slows_the_bot_down_and_loses_nothing(seated: Seated) -> None:
    seated.table.standin.limits.limits["POST /channels/{channel}/messages"] = Limit(2, 0.1)
    await asyncio.gather(*(seated.place.send(f"{number}") for number in range(6)))
    assert {each.content for each in seated.messages()} == set("012345")


async def test_a_request_over_the_limit_gets_discords_headers(seated: Seated) -> None:
    seated.table.standin.limits.limits["POST /channels/{channel}/typing"] = Limit(1, 30.0)
    url = f"{seated.table.origin}/api/v10/channels/{seated.channel.id}/typing"
    headers = {"Authorization": f"Bot {seated.table.token}"}
    async with aiohttp.ClientSession(headers=headers) as http:
        async with http.post(url) as first:
            assert first.headers["X-RateLimit-Remaining"] == "0"
            assert first.headers["X-RateLimit-Limit"] == "1"
            bucket = first.headers["X-RateLimit-Bucket"]
        async with http.post(url) as second:
            body = await second.json()
    assert second.status == 429
    assert second.headers["X-RateLimit-Bucket"] == bucket
    assert second.headers["X-RateLimit-Scope"] == "user"
    assert second.headers["Via"]
    assert 0 < body["retry_after"] <= 30
    assert body["global"] is False


async def test_the_limit_on_everything_holds(seated: Seated) -> None:
    seated.table.standin.limits.everywhere = Limit(0, 0.1)
    seated.table.standin.limits.forget()
    url = f"{seated.table.origin}/api/v10/users/@me"
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bot {seated.table.token}"}) as http,
        http.get(url) as answer,
    ):
        assert answer.status == 429
        assert answer.headers["X-RateLimit-Global"] == "true"
        assert (await answer.json())["global"] is True
