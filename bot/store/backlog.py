"""Queries about what is due and not done, for a host's monitoring."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import bindparam, func, literal_column, select

from bot.moment import Moment
from bot.store.games import LIVE_STATUSES
from bot.store.tables import clocks, games, outbox_messages
from bot.store.transaction import Transaction

# Written out, as in the outbox.
_IS_PENDING = outbox_messages.c.state == literal_column("'pending'")
_UNSENT = (_IS_PENDING, outbox_messages.c.due_at <= bindparam("now"))
_LATE = (
    clocks.c.paused_at.is_(None),
    clocks.c.kind != "turn",
    clocks.c.due_at <= bindparam("now"),
)
_MESSAGES = select(func.count()).select_from(outbox_messages).where(*_UNSENT)
_FIRST_MESSAGE = select(func.min(outbox_messages.c.due_at)).where(*_UNSENT)
_CLOCKS = select(func.count()).select_from(clocks).where(*_LATE)
_FIRST_CLOCK = select(func.min(clocks.c.due_at)).where(*_LATE)
_GAMES = select(func.count()).select_from(games).where(games.c.status == bindparam("status"))

Overdue = tuple[int, Moment | None]
"""How many there are, and since when the first of them is due."""


async def messages(tx: Transaction, now: Moment) -> Overdue:
    """The messages that are due and not sent."""
    values = {"now": now}
    return int(await tx.scalar(_MESSAGES, values)), await tx.scalar(_FIRST_MESSAGE, values)


async def late_clocks(tx: Transaction, now: Moment) -> Overdue:
    """The clocks that have run out and were not acted on."""
    values = {"now": now}
    return int(await tx.scalar(_CLOCKS, values)), await tx.scalar(_FIRST_CLOCK, values)


async def live_games(tx: Transaction) -> Mapping[str, int]:
    """How many games there are that are not over, by what they do."""
    return {status: int(await tx.scalar(_GAMES, {"status": status})) for status in LIVE_STATUSES}
