"""The outbox as its sender sees it: what to send next, and noting what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import NamedTuple

from bot.moment import Moment, Span
from bot.service.announcing.announcements import Reminder, SecretAsk, YourTurn
from bot.service.clock.time_source import Time
from bot.store import Store, Transaction, outbox
from bot.store.outbox import Backoff, Message, NewMessage

CALLS = tuple(each.kind() for each in (SecretAsk, YourTurn, Reminder))
"""Letters with buttons that are of use only as long as their reader is asked something."""


class Claimed(NamedTuple):
    """Messages to send, and when there will be more; `soonest` is None if that is not known.

    If they are `all`, nothing waits behind them: there is no more until something new is posted, or
    one of them fails.
    """

    messages: list[Message]
    soonest: Moment | None
    all: bool = False


class Delivery:
    """Gives messages to one sender at a time, in order for each target."""

    def __init__(self, store: Store, time: Time, rng: Random | None = None) -> None:
        self.store = store
        self.time = time
        self._rng = rng or SystemRandom()
        self._sent: list[tuple[Message, int | None, asyncio.Future[None]]] = []
        self._marking = asyncio.Lock()

    def when_posted(self, call: Callable[[], None]) -> None:
        """Have something called whenever there may be something new to send."""
        self.store.when_posted.append(call)

    async def release(self, worker: str) -> None:
        """Give back what a worker had claimed before it crashed."""
        await self.store.write(lambda tx: outbox.release(tx, worker, self.time.now()))

    async def claim(self, worker: str, limit: int) -> Claimed:
        """Take the next messages to send; when there are no more, say when there will be."""
        now = self.time.now()

        async def claim(tx: Transaction) -> Claimed:
            found = await outbox.claim(tx, worker, now, limit=limit)
            if not found:
                return Claimed(found, await outbox.next_moment(tx, now))
            return Claimed(found, None, await outbox.waiting(tx) == len(found))

        return await self.store.write(claim, quiet=True)

    async def sent(self, message: Message, sent_message_id: int | None) -> None:
        """Note that a message was sent, and as which one.

        Those that were sent at about the same time are noted together: a crash before that does
        no harm, for the nonce keeps a message from being posted twice.
        """
        noted = asyncio.get_running_loop().create_future()
        self._sent.append((message, sent_message_id, noted))
        async with self._marking:
            if not noted.done():
                await self._mark()
        await noted

    async def _mark(self) -> None:
        # Others that were sent in the same turn of the loop come along.
        await asyncio.sleep(0)
        batch, self._sent = self._sent, []
        now = self.time.now()

        async def mark(tx: Transaction) -> None:
            for message, sent_message_id, _ in batch:
                await outbox.sent(tx, message, sent_message_id, now)

        try:
            await self.store.write(mark, quiet=True)
        except BaseException:
            # Each of them finds out by itself.
            self._sent = batch + self._sent
            raise
        for _, _, noted in batch:
            if not noted.done():
                noted.set_result(None)

    async def failed(
        self,
        message: Message,
        error: str,
        *,
        backoff: Backoff,
        wait_at_least: Span = 0,
        for_good: bool = False,
    ) -> None:
        """Note that sending a message failed; it is tried again unless it failed `for_good`."""
        now = self.time.now()
        await self.store.write(
            lambda tx: outbox.failed(
                tx,
                message,
                error,
                now,
                self._rng,
                backoff=backoff,
                wait_at_least=wait_at_least,
                for_good=for_good,
            )
        )

    async def hurry(self, channel_ids: Sequence[int]) -> None:
        """Let what waits for another try in these channels be tried now."""
        await self.store.write(lambda tx: outbox.hurry(tx, channel_ids, self.time.now()))

    async def letters(self, game_id: int) -> list[Message]:
        """The letters of a game that call their reader to something, latest first."""
        async with self.store.reading() as tx:
            return await outbox.letters(tx, game_id, CALLS)

    async def close_letter(self, message: Message) -> None:
        """Note that a letter calls to nothing any more."""
        await self.store.write(lambda tx: outbox.close_letter(tx, message.id), quiet=True)

    async def post(self, game_id: int, messages: Sequence[NewMessage]) -> None:
        """Put messages into the outbox."""
        await self.store.write(lambda tx: outbox.post_all(tx, game_id, messages, self.time.now()))
