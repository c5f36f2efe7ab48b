"""The outbox: what is to be sent, written with the choice that caused it and sent afterwards.

Messages to one target (a channel, or a user's DMs) are sent in the order of their numbers, one at a
time: while one waits for another try, those behind it wait too. Each carries a nonce, so that one
whose sending was not noted, because of a crash, is not posted twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Literal

import msgspec
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal_column,
    or_,
    select,
    update,
)

from bot.moment import DAY, MINUTE, SECOND, Moment, Span
from bot.store.games import Json
from bot.store.tables import outbox_messages as outbox
from bot.store.transaction import Transaction

State = Literal["pending", "sent", "failed", "dropped"]

LEASE: Span = MINUTE
"""How long a claimed message is left to its sender. Well below the few minutes for which Discord
remembers a nonce."""
LONGEST_WAIT: Span = DAY
"""Longer than any wait between two tries."""
LETTERS_MOST = 24
"""How many letters of a game are looked at, to see whether they are still true."""
CLOSED = "Closed"
FORGOTTEN_AT_ONCE = 500
NONCE_MOST = 25
"""Discord's limit to a nonce."""


class NewMessage(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be sent to a channel or a user.

    With `message_id` it edits that message; with `edits` it edits the one that an earlier outbox
    message of the same target will have become. It is sent at once or, with `due_at`, not before
    then, and holds up nobody until then. `attachments` say what to draw, not the drawing. A later
    message of the game with the same `supersedes` key takes the place of one not sent yet.
    """

    kind: str
    channel_id: int | None = None
    user_id: int | None = None
    message_id: int | None = None
    edits: int | None = None
    payload: Json
    attachments: list[Json] = []
    nonce: str = ""
    supersedes: str | None = None
    due_at: Moment | None = None

    def __post_init__(self) -> None:
        if (self.channel_id is None) == (self.user_id is None):
            raise ValueError("a message goes to a channel or to a user")
        if len(self.nonce) > NONCE_MOST:
            raise ValueError(f"a nonce has at most {NONCE_MOST} characters")

    @property
    def target(self) -> str:
        """Where it goes; messages with the same target keep their order."""
        if self.user_id is not None:
            return f"user:{self.user_id}"
        return f"channel:{self.channel_id}"


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A message of the outbox.

    Claimed, its `message_id` is also known where `edits` refers to a message sent since. An
    edit without one has lost its original: send it as a new message.
    """

    id: int
    game_id: int | None
    kind: str
    target: str
    channel_id: int | None
    user_id: int | None
    message_id: int | None
    edits: int | None
    payload: Json
    attachments: list[Json]
    nonce: str
    supersedes: str | None
    state: State
    created_at: Moment
    due_at: Moment
    next_try_at: Moment
    attempts: int
    claimed_by: str | None
    last_error: str | None
    sent_message_id: int | None
    done_at: Moment | None


class Backoff(msgspec.Struct, frozen=True, kw_only=True):
    """How failed messages are tried again: after `first`, then after twice as long, up to `cap`.

    The wait is shortened by chance, by up to half, so that many that failed together do not come
    back together. After `attempts` tries a message has failed for good.
    """

    first: Span = 2 * SECOND
    cap: Span = 5 * MINUTE
    attempts: int = 300

    def wait(self, attempt: int, rng: Random) -> Span:
        """How long to wait after try number `attempt` (from 1)."""
        # Shifting further than that would only make a huge number for `min` to cut.
        longest = min(self.cap, self.first << min(attempt - 1, 40))
        return longest - int(longest * rng.random() / 2)


class _Original(msgspec.Struct):
    id: int
    target: str


# Written out: a parameter SQLite compares with the condition of a partial index by its value, and
# prepares the statement again each time it is executed.
_PENDING = outbox.c.state == literal_column("'pending'")


async def post(tx: Transaction, game_id: int | None, new: NewMessage, now: Moment) -> int:
    """Put a message into the outbox and give its number."""
    (number,) = await post_all(tx, game_id, [new], now)
    return number


async def post_all(
    tx: Transaction, game_id: int | None, new: Sequence[NewMessage], now: Moment
) -> tuple[int, ...]:
    """`post` for several, one after the other; their numbers in the same order."""
    await _check_edits(tx, new)
    await _supersede(tx, game_id, new, now)
    rows: list[dict[str, Any]] = []
    later: set[tuple[str, str]] = set()
    for message in reversed(new):
        row = _row(game_id, message, now)
        if message.supersedes is not None:
            # The last of its key here takes the place of the others here, too.
            key = (message.target, message.supersedes)
            if key in later:
                row |= {"state": "dropped", "done_at": now}
            later.add(key)
        rows.insert(0, row)
    return await tx.insert_all(outbox, rows)


async def post_or_edit(
    tx: Transaction, game_id: int, new: NewMessage, now: Moment, *, within: Span
) -> int:
    """`post`, as an edit of what was posted under the same `supersedes` key, if that is not older
    than `within`: what changes back and forth is one message, however often it does."""
    latest = await tx.first(
        _LATEST_OF_KEY, Message, {"game": game_id, "to": new.target, "key": new.supersedes}
    )
    if latest is not None:
        is_superseded = latest.state == "pending" and not latest.attempts
        first = latest.edits if is_superseded or latest.edits is not None else latest.id
        original = None if first is None else await get(tx, first)
        if original is not None and now - original.created_at <= within:
            new = msgspec.structs.replace(new, edits=original.id)
    return await post(tx, game_id, new, now)


def _row(game_id: int | None, new: NewMessage, now: Moment) -> dict[str, Any]:
    due_at = now if new.due_at is None else new.due_at
    return msgspec.structs.asdict(new) | {
        "game_id": game_id,
        "target": new.target,
        "nonce": new.nonce or _nonce(now),
        "state": "pending",
        "created_at": now,
        "due_at": due_at,
        "next_try_at": due_at,
        "attempts": 0,
        "done_at": None,
    }


def _nonce(now: Moment) -> str:
    """A nonce of its own. It begins with the time, so that its index grows at the end: each by
    chance alone would change another page of the database."""
    return f"{now // 1000:x}{secrets.token_urlsafe(10)}"


async def _check_edits(tx: Transaction, new: Sequence[NewMessage]) -> None:
    originals = [message.edits for message in new if message.edits is not None]
    if not originals:
        return
    found = await tx.many(_TARGETS, _Original, {"ids": originals})
    targets = {original.id: original.target for original in found}
    for message in new:
        if message.edits is not None and targets.get(message.edits) != message.target:
            raise ValueError("an edit goes where its original went")


async def _supersede(
    tx: Transaction, game_id: int | None, new: Sequence[NewMessage], now: Moment
) -> None:
    keys = {
        (message.target, message.supersedes) for message in new if message.supersedes is not None
    }
    if not keys:
        return
    dropped = {"game": game_id, "state": "dropped", "done_at": now}
    for target, key in sorted(keys):
        await tx.write(_SUPERSEDE, dropped | {"to": target, "key": key})


def _first_of_each_target() -> ColumnElement[bool]:
    """The oldest message of each target that is due: the only one that may be sent."""
    # One to be sent at once is due whatever the clock says: it may have been set back since.
    is_due = or_(outbox.c.due_at <= bindparam("now"), outbox.c.due_at == outbox.c.created_at)
    first = select(func.min(outbox.c.id)).where(_PENDING, is_due)
    return outbox.c.id.in_(first.group_by(outbox.c.target))


def _claimed() -> Select[Any]:
    """Claimed messages, with the id of the message that one of them edits if that is known now."""
    original = outbox.alias()
    known = func.coalesce(outbox.c.message_id, original.c.sent_message_id)
    columns = [known.label("message_id") if c.name == "message_id" else c for c in outbox.c]
    query = select(*columns).outerjoin(original, original.c.id == outbox.c.edits)
    return query.where(_THESE).order_by(outbox.c.id)


_THESE = outbox.c.id.in_(bindparam("ids", expanding=True))
_TARGETS = select(outbox.c.id, outbox.c.target).where(_THESE)
_SUPERSEDE = update(outbox).where(
    _PENDING,
    outbox.c.target == bindparam("to"),
    outbox.c.supersedes == bindparam("key"),
    outbox.c.game_id.is_not_distinct_from(bindparam("game", type_=outbox.c.game_id.type)),
    # One that was tried may have been posted, though that was not noted: dropped, it would be left
    # behind for ever. It is tried again with its nonce, and the new one follows it.
    outbox.c.attempts == 0,
)
_CLAIMABLE = (
    select(outbox.c.id)
    .where(
        _PENDING,
        _first_of_each_target(),
        # No try is ever put off for so long, unless the clock was set back since.
        or_(
            outbox.c.next_try_at <= bindparam("now"),
            outbox.c.next_try_at > bindparam("far"),
        ),
    )
    .order_by(outbox.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_CLAIM = update(outbox).where(_THESE).values(attempts=outbox.c.attempts + 1)
_CLAIMED = _claimed()
_READY_AT = select(func.min(outbox.c.next_try_at)).where(_PENDING, _first_of_each_target())
_DUE_LATER = select(func.min(outbox.c.due_at)).where(_PENDING, outbox.c.due_at > bindparam("now"))
_BY_ID = select(outbox).where(outbox.c.id == bindparam("message"))
_CHANGE = update(outbox).where(outbox.c.id == bindparam("message"))
_OF_KINDS = select(outbox).where(
    outbox.c.game_id == bindparam("game"), outbox.c.kind.in_(bindparam("kinds", expanding=True))
)
_LATEST_OF_KEY = (
    select(outbox)
    .where(
        outbox.c.game_id == bindparam("game"),
        outbox.c.target == bindparam("to"),
        outbox.c.supersedes == bindparam("key"),
        outbox.c.state != "dropped",
    )
    .order_by(outbox.c.id.desc())
    .limit(1)
)
_LATEST = _OF_KINDS.where(outbox.c.state != "dropped").order_by(outbox.c.id.desc()).limit(1)
_AFTER = _OF_KINDS.where(outbox.c.id > bindparam("first")).order_by(outbox.c.id)
_LETTERS = (
    _OF_KINDS.where(
        or_(
            outbox.c.sent_message_id.is_not(None),
            and_(_PENDING, outbox.c.due_at <= bindparam("now")),
        )
    )
    .order_by(outbox.c.id.desc())
    .limit(LETTERS_MOST)
)
_WAITING = select(func.count()).select_from(outbox).where(_PENDING)


async def claim(
    tx: Transaction, worker: str, now: Moment, *, limit: int = 10, lease: Span = LEASE
) -> list[Message]:
    """Take the next messages to send: at most one of each target, oldest first.

    They are the worker's until `lease` is over; then, unless `sent` or `failed` was noted, they can
    be claimed again. Commit before sending.
    """
    far = now + max(LONGEST_WAIT, lease)
    mine = await tx.column(_CLAIMABLE, {"now": now, "far": far, "most": limit})
    if not mine:
        return []
    values = {"ids": mine, "next_try_at": now + lease, "claimed_by": worker}
    await tx.write(_CLAIM, values)
    return await tx.readable(_CLAIMED, Message, {"ids": mine}, outbox.c.id)


async def waiting(tx: Transaction) -> int:
    """How many messages are to be sent, now or later, those that are claimed among them."""
    return int(await tx.scalar(_WAITING))


async def next_moment(tx: Transaction, now: Moment) -> Moment | None:
    """When there is something to claim, not after `now` if there is already; None if never."""
    ready = await tx.scalar(_READY_AT, {"now": now})
    if ready is not None and ready > now + LONGEST_WAIT:
        ready = now
    later = await tx.scalar(_DUE_LATER, {"now": now})
    return min((int(found) for found in (ready, later) if found is not None), default=None)


async def sent(tx: Transaction, message: Message, sent_message_id: int | None, now: Moment) -> None:
    """Note that a claimed message was sent, and as which one."""
    await sent_all(tx, [(message, sent_message_id)], now)


async def sent_all(
    tx: Transaction, messages: Iterable[tuple[Message, int | None]], now: Moment
) -> None:
    """`sent` for several, each with what it was sent as."""
    done = {"state": "sent", "claimed_by": None, "last_error": None, "done_at": now}
    rows = [{**done, "message": each.id, "sent_message_id": as_id} for each, as_id in messages]
    await tx.write(_CHANGE, rows)


async def failed(
    tx: Transaction,
    message: Message,
    error: str,
    now: Moment,
    rng: Random,
    *,
    backoff: Backoff | None = None,
    wait_at_least: Span = 0,
    for_good: bool = False,
) -> None:
    """Note that sending a claimed message failed; it is tried again unless it failed `for_good`.

    One that failed for good no longer holds up those behind it. A sender whose lease was over and
    whose message another sender has claimed since changes nothing.
    """
    backoff = backoff or Backoff()
    mine = outbox.c.attempts == message.attempts
    statement = update(outbox).where(outbox.c.id == message.id, _PENDING, mine)
    if for_good or message.attempts >= backoff.attempts:
        await tx.write(
            statement.values(state="failed", last_error=error, claimed_by=None, done_at=now)
        )
        return
    wait = max(wait_at_least, backoff.wait(message.attempts, rng))
    await tx.write(statement.values(next_try_at=now + wait, last_error=error, claimed_by=None))


async def release(tx: Transaction, worker: str, now: Moment) -> int:
    """Give back what a worker had claimed before it crashed; how many messages that were.

    Done by the worker of that name when it starts, so that the nonce still counts.
    """
    return await tx.write(
        update(outbox)
        .where(_PENDING, outbox.c.claimed_by == worker)
        .values(claimed_by=None, next_try_at=now)
    )


async def hurry(tx: Transaction, channel_ids: Sequence[int], now: Moment) -> int:
    """Let what waits for another try in these channels be tried now; how many that were."""
    return await tx.write(
        update(outbox)
        .where(
            _PENDING,
            outbox.c.channel_id.in_(channel_ids),
            outbox.c.claimed_by.is_(None),
            outbox.c.due_at <= now,
        )
        .values(next_try_at=now)
    )


async def drop(
    tx: Transaction, now: Moment, *, game_id: int | None = None, target: str | None = None
) -> int:
    """Drop what is pending of a game, or for a target that is gone; how many messages that were."""
    if game_id is None and target is None:
        raise ValueError("say which game's or which target's messages")
    statement = update(outbox).where(_PENDING)
    if game_id is not None:
        statement = statement.where(outbox.c.game_id == game_id)
    if target is not None:
        statement = statement.where(outbox.c.target == target)
    return await tx.write(statement.values(state="dropped", claimed_by=None, done_at=now))


async def get(tx: Transaction, message_id: int) -> Message | None:
    """The message of that outbox number, or None."""
    return await tx.first(_BY_ID, Message, {"message": message_id})


async def of_game(tx: Transaction, game_id: int, *states: State) -> list[Message]:
    """A game's messages in these states (all, if none is named), oldest first."""
    query = select(outbox).where(outbox.c.game_id == game_id).order_by(outbox.c.id)
    return await tx.many(query.where(outbox.c.state.in_(states)) if states else query, Message)


async def latest(tx: Transaction, game_id: int, *kinds: str) -> Message | None:
    """The youngest message of a game that is of one of these kinds and was not dropped."""
    return await tx.first(_LATEST, Message, {"game": game_id, "kinds": list(kinds)})


async def after(tx: Transaction, first: Message, *kinds: str) -> list[Message]:
    """What was sent in a game after a message, of these kinds, closed or not; oldest first."""
    values = {"game": first.game_id, "first": first.id, "kinds": [*kinds, CLOSED]}
    found = await tx.many(_AFTER, Message, values)
    return [each for each in found if each.payload["type"] in kinds]


async def letters(
    tx: Transaction, game_id: int, now: Moment, kinds: Sequence[str]
) -> list[Message]:
    """What was sent about a game, of these kinds, latest first: to users, or by calling them.

    What is due and not sent yet is among them: it will stand below the others in a moment.
    """
    return await tx.many(_LETTERS, Message, {"game": game_id, "kinds": list(kinds), "now": now})


async def close_letter(tx: Transaction, message_id: int) -> None:
    """Note that a letter offers nothing any more: it is of no kind that `letters` finds."""
    await tx.write(_CHANGE, {"message": message_id, "kind": CLOSED})


async def counts(tx: Transaction) -> dict[State, int]:
    """How many messages there are in each state."""
    states: Sequence[State] = ("pending", "sent", "failed", "dropped")
    found: dict[State, int] = {}
    for state in states:
        tally = func.count(case((outbox.c.state == state, 1)))
        found[state] = int(await tx.scalar(select(tally)))
    return found


async def forget(tx: Transaction, before: Moment, keep: Sequence[str] = ()) -> int:
    """Delete some of what was sent or dropped before a moment; how many messages that were.

    Failed messages stay for people to see, as does an original that a message still refers to: it
    can go when the edit has gone. Of each of the kinds to `keep`, the latest of a game stays, too.
    """
    values = {"before": before, "most": FORGOTTEN_AT_ONCE, "keep": list(keep)}
    return await tx.write(_FORGET, values)


_EDIT, _LATER = outbox.alias(), outbox.alias()
_OLD = (
    select(outbox.c.id)
    .where(
        outbox.c.state.in_(("sent", "dropped")),
        outbox.c.done_at < bindparam("before"),
        ~exists().where(_EDIT.c.edits == outbox.c.id),
        or_(
            outbox.c.kind.not_in(bindparam("keep", expanding=True)),
            exists().where(
                _LATER.c.game_id == outbox.c.game_id,
                _LATER.c.kind == outbox.c.kind,
                _LATER.c.state == literal_column("'sent'"),
                _LATER.c.id > outbox.c.id,
            ),
        ),
    )
    .order_by(outbox.c.done_at)
    .limit(bindparam("most"))
)
_FORGET = delete(outbox).where(outbox.c.id.in_(_OLD))
