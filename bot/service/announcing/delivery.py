"""The outbox as its sender sees it: what to send next, and noting what became of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import NamedTuple, TypeVar

from bot.moment import Moment, Span
from bot.service.announcing.announcements import (
    AwaitedEdit,
    News,
    PhasePost,
    Reminder,
    SecretAsk,
    StillThere,
    VoteOpened,
    YourTurn,
    announcement,
)
from bot.service.timing.time_source import Time
from bot.store import Store, Transaction, outbox
from bot.store.outbox import Backoff, Message, NewMessage
from bot.store.store import Work

T = TypeVar("T")

PAUSE = 0.05
"""Seconds in which posts are gathered when many are written: nobody notices, and it is cheaper."""
CALLS = tuple(each.kind() for each in (SecretAsk, StillThere, YourTurn, Reminder, News, VoteOpened))
"""Letters with buttons that are of use only as long as their reader is asked something: News as
long as an offer can be answered, votes as long as they are open."""


class Claimed(NamedTuple):
    """Messages to send, and when there will be more; `soonest` is None if that is not known.

    If they are `all`, nothing waits behind them: there is no more until something new is posted, or
    one of them fails.
    """

    messages: list[Message]
    soonest: Moment | None
    all: bool = False


class NotNoted(Exception):
    """A message was sent and that could not be noted: it will be sent again, with its nonce."""


class Sent(NamedTuple):
    """A message that was sent, as which one, and who waits for that to be noted."""

    message: Message
    as_message: int | None
    noted: asyncio.Future[None]


class Delivery:
    """Gives messages to one sender at a time, in order for each target.

    With a `pause` of some seconds between two claims, what is posted within it is claimed together,
    and what was sent in it is noted in the same transaction: under load that is a third of the
    transactions. What comes after a longer pause does not wait.
    """

    def __init__(
        self, store: Store, time: Time, rng: Random | None = None, *, pause: float = 0
    ) -> None:
        self.store = store
        self.time = time
        self._rng = rng or SystemRandom()
        self._pause = pause
        self._claimed_at = -pause
        self._sent: list[Sent] = []
        self._marking: asyncio.Task[None] | None = None
        """What will note those that were sent."""

    def when_posted(self, call: Callable[[], None]) -> None:
        """Have something called whenever there may be something new to send."""
        self.store.when_posted.append(call)

    async def release(self, worker: str) -> None:
        """Give back what a worker had claimed before it crashed."""
        await self.store.write(lambda tx: outbox.release(tx, worker, self.time.now()))

    async def claim(self, worker: str, limit: int) -> Claimed:
        """Take the next messages to send; when there are no more, say when there will be."""
        loop = asyncio.get_running_loop()
        early = self._claimed_at + self._pause - loop.time()
        if early > 0:
            await asyncio.sleep(early)
        self._claimed_at = loop.time()
        now = self.time.now()

        async def claim(tx: Transaction) -> Claimed:
            found = await outbox.claim(tx, worker, now, limit=limit)
            if not found:
                return Claimed(found, await outbox.next_moment(tx, now))
            return Claimed(found, None, await outbox.waiting(tx) == len(found))

        # While much is posted, the next choice is soon here to be committed with.
        return await self._marking_also(claim, now, patience=self._pause if early > 0 else 0)

    async def sent(self, message: Message, sent_message_id: int | None) -> None:
        """Note that a message was sent, and as which one.

        Those that were sent at about the same time are noted together: a crash before that does
        no harm, for the nonce keeps a message from being posted twice.
        """
        noted = asyncio.get_running_loop().create_future()
        self._sent.append(Sent(message, sent_message_id, noted))
        if self._marking is None:
            self._marking = asyncio.create_task(self._mark_soon())
        await noted

    async def _mark_soon(self) -> None:
        """Note what was sent, a moment later: others come along, or the next claim takes all."""
        try:
            while self._sent:
                await asyncio.sleep(self._pause)
                if self._sent:
                    # Those who wait for it learn what went wrong.
                    with contextlib.suppress(Exception):
                        await self._marking_also(nothing_else, self.time.now())
        finally:
            self._marking = None

    async def _marking_also(self, work: Work[T], now: Moment, *, patience: float = 0) -> T:
        """Do work in a transaction that first notes what was sent."""
        batch, self._sent = self._sent, []

        async def both(tx: Transaction) -> T:
            await outbox.sent_all(tx, ((message, as_id) for message, as_id, _ in batch), now)
            return await work(tx)

        try:
            found = await self.store.write(both, quiet=True, patience=patience)
        except asyncio.CancelledError:
            for _, _, noted in batch:
                noted.cancel()
            raise
        except Exception as error:
            for _, _, noted in batch:
                if not noted.done():
                    noted.set_exception(NotNoted(str(error)))
                    noted.exception()  # Who does not wait any more need not hear of it.
            raise
        for _, _, noted in batch:
            if not noted.done():
                noted.set_result(None)
        return found

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
        """The letters of a game that call their reader to something, latest first.

        Those that are on their way have no `sent_message_id` yet.
        """
        async with self.store.reading() as tx:
            return await outbox.letters(tx, game_id, self.time.now(), CALLS)

    async def latest_edit(self, game_id: int) -> AwaitedEdit | None:
        """The latest edit of a game's phase post; None if it was not edited."""
        kinds = PhasePost.kind(), AwaitedEdit.kind()
        found = await self.store.read(lambda tx: outbox.latest(tx, game_id, *kinds))
        said = None if found is None else announcement(found)
        return said if isinstance(said, AwaitedEdit) else None

    async def close_letter(self, message: Message) -> None:
        """Note that a letter calls to nothing any more."""
        await self.store.write(lambda tx: outbox.close_letter(tx, message.id), quiet=True)

    async def post(self, game_id: int, messages: Sequence[NewMessage]) -> None:
        """Put messages into the outbox."""
        await self.store.write(lambda tx: outbox.post_all(tx, game_id, messages, self.time.now()))


async def nothing_else(tx: Transaction) -> None:
    """A transaction that does no more."""
