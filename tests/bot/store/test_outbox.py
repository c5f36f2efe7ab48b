"""Announcements arrive in order, once, however often sending fails."""

from __future__ import annotations

from random import Random

import pytest

from bot.moment import DAY, HOUR, MINUTE, SECOND, Moment
from bot.store import Store, outbox
from bot.store.errors import Conflict
from bot.store.outbox import LEASE, Backoff, Message, NewMessage
from tests.bot.store.builders import NOON, a_dm, a_game, a_post

ME = "sender"


async def post(store: Store, *messages: NewMessage, now: Moment = NOON) -> list[int]:
    async with store.transaction() as tx:
        return [await outbox.post(tx, None, message, now) for message in messages]


async def claim(
    store: Store, now: Moment = NOON, worker: str = ME, limit: int = 10
) -> list[Message]:
    async with store.transaction() as tx:
        return await outbox.claim(tx, worker, now, limit=limit)


async def sent(store: Store, message: Message, as_id: int = 1, now: Moment = NOON) -> None:
    async with store.transaction() as tx:
        await outbox.sent(tx, message, as_id, now)


async def failed(store: Store, message: Message, now: Moment = NOON, **how: object) -> None:
    async with store.transaction() as tx:
        await outbox.failed(tx, message, "503", now, Random(1), **how)  # type: ignore[arg-type]


async def the(store: Store, number: int) -> Message:
    async with store.reading() as tx:
        found = await outbox.get(tx, number)
    assert found is not None
    return found


async def pending(store: Store) -> int:
    async with store.reading() as tx:
        return (await outbox.counts(tx))["pending"]


def words(messages: list[Message]) -> list[str]:
    return [message.payload["content"] for message in messages]


async def test_a_message_reads_back_as_it_was_posted(store: Store) -> None:
    game = await a_game(store)
    wanted = a_post("Hello", attachments=[{"map": 3, "seat": None}], nonce="n1")
    async with store.transaction() as tx:
        number = await outbox.post(tx, game.id, wanted, NOON)
    (message,) = await claim(store)
    assert (message.id, message.game_id, message.kind) == (number, game.id, "phase")
    assert (message.channel_id, message.user_id, message.target) == (5, None, "channel:5")
    assert message.payload == {"content": "Hello"}
    assert message.attachments == [{"map": 3, "seat": None}]
    assert (message.nonce, message.attempts, message.claimed_by) == ("n1", 1, ME)


async def test_a_target_gets_one_message_at_a_time_in_order(store: Store) -> None:
    await post(store, a_post("1"), a_post("2"), a_dm("a"), a_post("3"), a_dm("b"))
    arrived: list[str] = []
    while batch := await claim(store):
        assert len({message.target for message in batch}) == len(batch)
        arrived += words(batch)
        for message in batch:
            await sent(store, message)
    assert arrived == ["1", "a", "2", "b", "3"]


async def test_what_is_claimed_is_not_claimed_again_and_holds_up_what_follows(store: Store) -> None:
    await post(store, a_post("1"), a_post("2"))
    assert words(await claim(store)) == ["1"]
    assert await claim(store, worker="somebody else") == []


@pytest.mark.parametrize("seed", range(2))
async def test_order_survives_any_failures(store: Store, seed: int) -> None:
    rng = Random(seed)
    for number in range(8):
        await post(store, a_post(str(number), channel_id=rng.choice((5, 6))))
    now, arrived = NOON, dict[str, list[int]]()
    while await pending(store):
        for message in await claim(store, now, limit=rng.choice((1, 5))):
            fate = rng.random()
            if fate < 0.4:
                await failed(store, message, now)
            elif fate < 0.8:
                arrived.setdefault(message.target, []).append(message.id)
                await sent(store, message, now=now)
            # Else the sender died, and the lease has to run out.
        now += rng.choice((SECOND, 10 * SECOND, LEASE))
    assert sum(map(len, arrived.values())) == 8
    assert all(order == sorted(order) for order in arrived.values())


async def test_a_failed_message_comes_back_after_a_while_before_those_behind_it(
    store: Store,
) -> None:
    await post(store, a_post("1"), a_post("2"))
    (first,) = await claim(store)
    await failed(store, first)
    assert await claim(store) == []
    async with store.reading() as tx:
        again = await outbox.next_moment(tx, NOON)
    assert again is not None
    assert NOON < again <= NOON + 2 * SECOND
    (retried,) = await claim(store, again)
    assert (retried.id, retried.attempts, retried.last_error) == (first.id, 2, "503")
    assert retried.nonce == first.nonce


async def test_a_message_that_failed_for_good_lets_the_others_pass(store: Store) -> None:
    (number, _) = await post(store, a_post("1"), a_post("2"))
    (first,) = await claim(store)
    await failed(store, first, for_good=True)
    assert words(await claim(store)) == ["2"]
    gone = await the(store, number)
    assert (gone.state, gone.last_error, gone.done_at) == ("failed", "503", NOON)


async def test_a_message_fails_for_good_after_its_last_try(store: Store) -> None:
    (number,) = await post(store, a_post("1"))
    backoff = Backoff(attempts=2)
    for state in ("pending", "failed"):
        (message,) = await claim(store, NOON + HOUR * (1 + (state == "failed")))
        await failed(store, message, backoff=backoff)
        assert (await the(store, number)).state == state


async def test_discord_may_ask_for_a_longer_wait(store: Store) -> None:
    (number,) = await post(store, a_post("1"))
    (message,) = await claim(store)
    await failed(store, message, wait_at_least=7 * MINUTE)
    assert (await the(store, number)).next_try_at == NOON + 7 * MINUTE


def test_the_wait_doubles_up_to_a_cap_and_chance_only_shortens_it() -> None:
    backoff, rng = Backoff(first=2 * SECOND, cap=MINUTE), Random(5)
    for attempt, longest in ((1, 2), (2, 4), (3, 8), (5, 32), (6, 60), (500, 60)):
        waits = [backoff.wait(attempt, rng) for _ in range(50)]
        assert all(longest * SECOND // 2 <= wait <= longest * SECOND for wait in waits)
        assert len(set(waits)) > 1


async def test_a_crash_between_sending_and_noting_sends_the_same_nonce_again(store: Store) -> None:
    await post(store, a_post("1"))
    (before,) = await claim(store)
    async with store.transaction() as tx:
        assert await outbox.release(tx, "somebody else", NOON) == 0
        assert await outbox.release(tx, ME, NOON) == 1
    (after,) = await claim(store)
    assert (after.id, after.nonce) == (before.id, before.nonce)


async def test_a_dead_senders_message_is_free_when_its_lease_is_over(store: Store) -> None:
    await post(store, a_post("1"))
    await claim(store)
    assert await claim(store, NOON + LEASE - 1, worker="other") == []
    assert len(await claim(store, NOON + LEASE, worker="other")) == 1


async def test_a_sender_that_comes_late_does_not_disturb_the_next(store: Store) -> None:
    (number,) = await post(store, a_post("1"))
    (slow,) = await claim(store)
    (taken,) = await claim(store, NOON + LEASE, worker="other")
    await failed(store, slow, for_good=True)
    assert (await the(store, number)).state == "pending"
    await sent(store, taken, 42)
    await failed(store, taken)
    assert (await the(store, number)).state == "sent"


async def test_later_messages_have_later_nonces_so_that_their_index_grows_at_its_end(
    store: Store,
) -> None:
    numbers = [
        number
        for later in range(20)
        for number in await post(store, a_post(), now=NOON + later * SECOND)
    ]
    nonces = [(await the(store, number)).nonce for number in numbers]
    assert nonces == sorted(nonces)


async def test_no_two_messages_share_a_nonce(store: Store) -> None:
    numbers = await post(store, a_post("1"), a_post("2"))
    nonces = {(await the(store, number)).nonce for number in numbers}
    assert len(nonces) == 2
    assert all(0 < len(nonce) <= 25 for nonce in nonces)
    with pytest.raises(Conflict):
        await post(store, a_post(nonce="same"), a_post(nonce="same"))


async def test_an_edit_of_a_post_not_sent_yet_learns_its_number(store: Store) -> None:
    (original,) = await post(store, a_post("Awaited: 3"))
    await post(store, a_post("Awaited: 2", edits=original))
    (first,) = await claim(store)
    await sent(store, first, 4242)
    (edit,) = await claim(store)
    assert (edit.edits, edit.message_id) == (original, 4242)


async def test_an_edit_whose_original_was_never_sent_has_no_message(store: Store) -> None:
    (original,) = await post(store, a_post("Awaited: 3"))
    await post(store, a_post("Awaited: 2", edits=original))
    (first,) = await claim(store)
    await failed(store, first, for_good=True)
    (edit,) = await claim(store)
    assert (edit.edits, edit.message_id) == (original, None)


async def test_an_edit_of_a_known_message_keeps_its_number(store: Store) -> None:
    await post(store, a_post("Awaited: 2", message_id=77))
    (edit,) = await claim(store)
    assert edit.message_id == 77


async def test_an_edit_goes_where_its_original_went(store: Store) -> None:
    (original,) = await post(store, a_post())
    with pytest.raises(ValueError, match="original"):
        await post(store, a_dm(edits=original))


async def test_a_newer_edit_takes_the_place_of_one_not_sent(store: Store) -> None:
    for left in (3, 2, 1):
        await post(store, a_post(f"Awaited: {left}", message_id=7, supersedes="awaited"))
    await post(store, a_post("elsewhere", channel_id=6, supersedes="awaited"))
    assert words(await claim(store)) == ["Awaited: 1", "elsewhere"]
    async with store.reading() as tx:
        assert (await outbox.counts(tx))["dropped"] == 2


async def test_of_messages_posted_together_the_last_takes_the_others_place(store: Store) -> None:
    awaited = [a_post(f"Awaited: {left}", supersedes="awaited") for left in (3, 2, 1)]
    async with store.transaction() as tx:
        await outbox.post(tx, None, a_post("Awaited: 4", supersedes="awaited"), NOON)
        numbers = await outbox.post_all(tx, None, [*awaited, a_post("and so on")], NOON)
    assert list(numbers) == sorted(numbers)
    assert [(await the(store, number)).state for number in numbers] == [
        "dropped",
        "dropped",
        "pending",
        "pending",
    ]
    assert words(await claim(store)) == ["Awaited: 1"]
    assert await pending(store) == 2


async def test_another_games_message_is_not_superseded(store: Store) -> None:
    one, two = await a_game(store), await a_game(store)
    async with store.transaction() as tx:
        for game in (one, two):
            await outbox.post(tx, game.id, a_dm(f"Game {game.id}", supersedes="ask"), NOON)
    async with store.reading() as tx:
        assert (await outbox.counts(tx))["dropped"] == 0


async def test_a_newer_edit_follows_one_that_is_being_sent(store: Store) -> None:
    await post(store, a_post("Awaited: 2", message_id=7, supersedes="awaited"))
    (under_way,) = await claim(store)
    await post(store, a_post("Awaited: 1", message_id=7, supersedes="awaited"))
    await sent(store, under_way)
    assert words(await claim(store)) == ["Awaited: 1"]


async def test_what_changes_back_and_forth_is_one_message_for_a_while(store: Store) -> None:
    game = await a_game(store)

    async def change(content: str, now: Moment = NOON) -> int:
        async with store.transaction() as tx:
            new = a_post(content, supersedes="away")
            return await outbox.post_or_edit(tx, game.id, new, now, within=HOUR)

    async def arrives(now: Moment = NOON) -> tuple[str, int | None]:
        (message,) = await claim(store, now)
        await sent(store, message, message.message_id or message.id, now)
        return message.payload["content"], message.message_id

    await change("away")
    first = await change("back, before anything was sent")
    assert await arrives() == ("back, before anything was sent", None)
    await change("away")
    await change("back", NOON + MINUTE)
    assert await arrives(NOON + MINUTE) == ("back", first), "the edit between was never sent"
    await change("away", NOON + HOUR)
    assert await arrives(NOON + HOUR) == ("away", first)
    second = await change("back", NOON + HOUR + MINUTE)
    (under_way,) = await claim(store, NOON + HOUR + MINUTE)
    assert (under_way.id, under_way.message_id) == (second, None), "the first one is old by now"
    await change("away", NOON + HOUR + MINUTE)
    await sent(store, under_way, second, NOON + HOUR + MINUTE)
    assert await arrives(NOON + HOUR + MINUTE) == ("away", second)


async def test_a_message_for_later_holds_up_nobody_until_then(store: Store) -> None:
    await post(store, a_dm("Good morning", due_at=NOON + 8 * HOUR), a_dm("Now"))
    (message,) = await claim(store)
    assert message.payload["content"] == "Now"
    await sent(store, message)
    assert await claim(store) == []
    async with store.reading() as tx:
        assert await outbox.next_moment(tx, NOON) == NOON + 8 * HOUR
    assert words(await claim(store, NOON + 8 * HOUR)) == ["Good morning"]


async def test_an_empty_outbox_has_no_next_moment_and_a_full_one_is_ready(store: Store) -> None:
    async with store.reading() as tx:
        assert await outbox.next_moment(tx, NOON) is None
    await post(store, a_post("1"), a_post("2"))
    async with store.reading() as tx:
        assert await outbox.next_moment(tx, NOON + HOUR) == NOON
    await claim(store, NOON + HOUR)
    async with store.reading() as tx:
        assert await outbox.next_moment(tx, NOON + HOUR) == NOON + HOUR + LEASE


async def test_what_is_pending_can_be_dropped_by_game_or_by_target(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        mine = await outbox.post(tx, game.id, a_post(), NOON)
        await outbox.post(tx, None, a_post(), NOON)
        other = await outbox.post(tx, None, a_dm(), NOON)
        assert await outbox.drop(tx, NOON, game_id=game.id) == 1
        assert await outbox.drop(tx, NOON, target="channel:5") == 1
        with pytest.raises(ValueError, match="which"):
            await outbox.drop(tx, NOON)
        assert (await outbox.counts(tx)) == {"pending": 1, "sent": 0, "failed": 0, "dropped": 2}
    assert (await the(store, mine)).state == "dropped"
    assert [message.id for message in await claim(store)] == [other]


async def test_old_messages_are_forgotten_but_failures_and_originals_stay(store: Store) -> None:
    (original, plain) = await post(store, a_post("original"), a_post("plain"))
    (edit, wrong) = await post(store, a_post("edit", edits=original), a_dm("wrong"))
    for message in await claim(store):
        if message.user_id:
            await failed(store, message, for_good=True)
        else:
            await sent(store, message)
    (second,) = await claim(store)
    await sent(store, second)
    async with store.transaction() as tx:
        assert await outbox.forget(tx, NOON) == 0
        assert await outbox.forget(tx, NOON + 1) == 1
        left = [n for n in (original, plain, edit, wrong) if await outbox.get(tx, n)]
    assert left == [original, edit, wrong]


def test_a_message_goes_to_a_channel_or_to_a_user() -> None:
    with pytest.raises(ValueError, match="channel or to a user"):
        NewMessage(kind="x", payload={})
    with pytest.raises(ValueError, match="channel or to a user"):
        NewMessage(kind="x", payload={}, channel_id=1, user_id=2)


def test_a_nonce_is_not_longer_than_discord_allows() -> None:
    with pytest.raises(ValueError, match="25"):
        a_post(nonce="x" * 26)


async def test_a_message_that_may_have_been_posted_is_not_superseded(store: Store) -> None:
    await post(store, a_post("1 of 3 seats", supersedes="lobby"))
    (tried,) = await claim(store)
    async with store.transaction() as tx:
        # Its sender was killed, perhaps after posting.
        await outbox.release(tx, ME, NOON)
    await post(store, a_post("2 of 3 seats", supersedes="lobby"))
    (again,) = await claim(store)
    assert (again.id, again.nonce) == (tried.id, tried.nonce)
    await sent(store, again, 4242)
    assert words(await claim(store)) == ["2 of 3 seats"]


async def test_d_a_clock_set_back_stalls_no_message(store: Store) -> None:
    game = await a_game(store)
    async with store.transaction() as tx:
        number = await outbox.post(tx, game.id, a_post(), NOON + 30 * DAY)
    async with store.transaction() as tx:
        assert await outbox.next_moment(tx, NOON) == NOON
        assert [each.id for each in await outbox.claim(tx, "one", NOON)] == [number]
