"""What the sender is given, and when it is woken for more."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.service import Herald
from bot.service.announcing.delivery import Delivery, NotNoted
from bot.store import outbox
from bot.store.outbox import Backoff, NewMessage
from tests.bot.service.builders import a_lobby


async def some_posts(herald: Herald, *channels: int) -> None:
    """An outbox with just these messages."""
    info = await a_lobby(herald)
    async with herald.store.transaction() as tx:
        await outbox.drop(tx, herald.time.now(), game_id=info.id)
    posts = [NewMessage(kind="x", channel_id=channel, payload={}) for channel in channels]
    await herald.delivery.post(info.id, posts)


async def test_the_sender_knows_when_nothing_waits_behind_its_messages(herald: Herald) -> None:
    await some_posts(herald, 1, 1, 2)
    first = await herald.delivery.claim("sender", 10)
    # The second of channel 1 has to wait for the first.
    assert ([each.channel_id for each in first.messages], first.all) == ([1, 2], False)
    for message in first.messages:
        await herald.delivery.sent(message, message.id)
    last = await herald.delivery.claim("sender", 10)
    assert ([each.channel_id for each in last.messages], last.all) == ([1], True)


async def test_a_message_for_later_is_one_that_waits(herald: Herald) -> None:
    await some_posts(herald, 1)
    later = herald.time.now() + 1_000_000
    await herald.delivery.post(1, [NewMessage(kind="x", channel_id=2, payload={}, due_at=later)])
    claimed = await herald.delivery.claim("sender", 10)
    assert (len(claimed.messages), claimed.all) == (1, False)
    assert (await herald.delivery.claim("sender", 10)).soonest == later


async def test_the_sender_is_woken_by_news_and_not_by_its_own_notes(herald: Herald) -> None:
    await some_posts(herald, 1, 2)
    woken: list[str] = []
    herald.delivery.when_posted(lambda: woken.append("woken"))
    one, two = (await herald.delivery.claim("sender", 10)).messages
    await herald.delivery.sent(one, 5)
    await herald.delivery.close_letter(one)
    assert not woken
    # It has to be tried again: the sender must ask when.
    await herald.delivery.failed(two, "not now", backoff=Backoff())
    assert len(woken) == 1
    await herald.delivery.post(1, [NewMessage(kind="x", channel_id=3, payload={})])
    assert len(woken) == 2


async def test_what_was_sent_is_noted_with_the_next_claim(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    await some_posts(herald, 1, 1)
    delivery = Delivery(herald.store, herald.time, pause=0.01)
    (first,) = (await delivery.claim("sender", 10)).messages
    written: list[object] = []
    write = herald.store.write

    async def counted(*given: Any, **named: Any) -> Any:
        written.append(given)
        return await write(*given, **named)

    monkeypatch.setattr(herald.store, "write", counted)
    noting = asyncio.create_task(delivery.sent(first, 7))
    await asyncio.sleep(0)
    (second,) = (await delivery.claim("sender", 10)).messages
    await noting
    assert len(written) == 1 and second.id > first.id
    async with herald.store.reading() as tx:
        noted = await outbox.get(tx, first.id)
    assert noted is not None and (noted.state, noted.sent_message_id) == ("sent", 7)


async def test_nobody_has_to_claim_for_what_was_sent_to_be_noted(herald: Herald) -> None:
    await some_posts(herald, 1)
    delivery = Delivery(herald.store, herald.time, pause=0.01)
    (only,) = (await delivery.claim("sender", 10)).messages
    await delivery.sent(only, 7)
    async with herald.store.reading() as tx:
        noted = await outbox.get(tx, only.id)
    assert noted is not None and noted.state == "sent"


async def test_who_sent_learns_that_it_could_not_be_noted(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    await some_posts(herald, 1, 2)
    delivery = Delivery(herald.store, herald.time, pause=0.01)
    one, two = (await delivery.claim("sender", 10)).messages

    async def broken(*given: object, **named: object) -> None:
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(herald.store, "write", broken)
    done = await asyncio.gather(
        delivery.sent(one, 7), delivery.sent(two, 8), return_exceptions=True
    )
    assert all(isinstance(each, RuntimeError | NotNoted) for each in done)
    monkeypatch.undo()
    await delivery.sent(one, 7)


async def test_what_is_sent_while_the_first_are_being_noted_is_noted_as_well(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    await some_posts(herald, 1, 2)
    one, two = (await herald.delivery.claim("sender", 10)).messages
    write, begun, go_on = herald.store.write, asyncio.Event(), asyncio.Event()

    async def slow(*given: Any, **named: Any) -> Any:
        begun.set()
        await go_on.wait()
        return await write(*given, **named)

    monkeypatch.setattr(herald.store, "write", slow)
    first = asyncio.create_task(herald.delivery.sent(one, 7))
    await begun.wait()
    second = asyncio.create_task(herald.delivery.sent(two, 8))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(first, second)
    async with herald.store.reading() as tx:
        noted = [await outbox.get(tx, each.id) for each in (one, two)]
    assert [each.state for each in noted if each is not None] == ["sent", "sent"]


async def test_who_waits_no_more_keeps_nothing_from_being_noted(herald: Herald) -> None:
    await some_posts(herald, 1, 2)
    one, two = (await herald.delivery.claim("sender", 10)).messages
    first = asyncio.create_task(herald.delivery.sent(one, 7))
    second = asyncio.create_task(herald.delivery.sent(two, 8))
    await asyncio.sleep(0)
    first.cancel()
    await second
    async with herald.store.reading() as tx:
        noted = [await outbox.get(tx, each.id) for each in (one, two)]
    assert [each.state for each in noted if each is not None] == ["sent", "sent"]
