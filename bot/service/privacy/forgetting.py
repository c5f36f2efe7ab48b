"""Forgets a person: their name and number leave every row, and their games stay provable."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple, get_args

import msgspec

from bot.service.choices.fair_turns import FairTurns
from bot.service.errors import NotSeated
from bot.service.game.open_games import OpenGames
from bot.service.game.open_votes import withdraw
from bot.service.game.states import agreed_hash, engine_table
from bot.service.game.voices import own_voice
from bot.service.responses import GameInfo
from bot.store import Transaction, choices, games, personal, seats, votes
from bot.store.choices import SETUP
from bot.store.errors import BrokenChain, DatabaseCorrupt, StoreError
from bot.store.games import GameRow, Status
from bot.store.personal import Line, Noted
from bot.store.seats import Seat, SeatChange

log = logging.getLogger("herald.service")

ERASING_PAUSE = 600.0
"""So many seconds lie between two times that the whole file is written anew: meanwhile nobody can
choose anything."""
STATUSES = get_args(Status)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Leave = Callable[[int, int], Awaitable[GameInfo]]


class KnownGames(NamedTuple):
    """The games that somebody who wants to be forgotten is in, or was."""

    waiting: int
    running: int
    over: int


class Forgetting:
    """Forgets people. What was half done is done by asking again."""

    def __init__(self, open_games: OpenGames, leave: Leave, turns: FairTurns) -> None:
        self.open_games = open_games
        self.turns = turns
        self._leave = leave
        self._erased_at = -ERASING_PAUSE
        self._erasing: asyncio.Task[None] | None = None

    async def known(self, user_id: int) -> KnownGames:
        """In how many games a user is, or was: what `forget` is about."""
        own = await self.open_games.store.read(lambda tx: games.of_user(tx, user_id, STATUSES))
        statuses = [each.status for each in own]
        running = statuses.count("running") + statuses.count("paused")
        waiting = statuses.count("lobby")
        return KnownGames(waiting, running, len(statuses) - waiting - running)

    async def forget(self, user_id: int) -> bool:
        """Delete what is stored about a user; False where that is nothing.

        Settings, lessons and letters go. Games that wait or run are left (see `Seats.leave`). In
        all games the name is replaced by one that says nothing and the number is taken out; choices
        and shares of the dice stay, so that the games can be proved. Who comes back is new. Raises
        `TooBusy`.
        """
        return await self.turns.run_async(user_id, lambda: self._forget(user_id))

    async def _forget(self, user_id: int) -> bool:
        store = self.open_games.store
        if not await store.read(lambda tx: personal.is_known(tx, user_id)):
            return False
        about = await store.read(lambda tx: personal.games_about(tx, user_id))
        for game_id in about:
            await self._rename(game_id, user_id)
            await self._leave_game(game_id, user_id)
        await store.write(lambda tx: personal.forget(tx, user_id))
        for game_id in about:
            async with self.open_games.lock_of(game_id):
                self.open_games.forget(game_id)
            self.open_games.schedule(game_id)
        await self._erase()
        return True

    async def _leave_game(self, game_id: int, user_id: int) -> None:
        try:
            async with self.open_games.store.reading() as tx:
                row = await games.get(tx, game_id)
            if row.is_live:
                await self._leave(game_id, user_id)
        except NotSeated:
            return
        except (BrokenChain, DatabaseCorrupt) as damaged:
            # Nobody plays there; the seat is nobody's all the same.
            log.error("game=%s is damaged and was not left: %s", game_id, damaged)

    async def _rename(self, game_id: int, user_id: int) -> None:
        """Replace someone's name and words in a game; their number stays until all is done."""
        open_games = self.open_games
        async with open_games.lock_of(game_id):
            async with open_games.store.transaction(game_id) as tx:
                await replace_name(tx, await games.lock(tx, game_id), user_id, open_games.now())
            open_games.forget(game_id)

    async def _erase(self) -> None:
        """See that no trace is left in the file: at once, or, if that was done lately, later."""
        if self._erasing is not None:
            return
        wait = self._erased_at + ERASING_PAUSE - monotonic()
        if wait <= 0:
            await self._erase_now()
        else:
            self._erasing = asyncio.create_task(self._erase_later(wait))

    async def _erase_later(self, wait: float) -> None:
        try:
            await asyncio.sleep(wait)
            await self._erase_now()
        finally:
            self._erasing = None

    async def _erase_now(self) -> None:
        self._erased_at = monotonic()
        try:
            await self.open_games.store.erase_traces()
        except StoreError as failed:
            log.error("what was forgotten may still be read in the file: %s", failed)

    async def close(self) -> None:
        """Do now what was to be done later: nobody would do it after a restart."""
        if self._erasing is not None:
            self._erasing.cancel()
            await asyncio.gather(self._erasing, return_exceptions=True)
            await self._erase_now()


async def replace_name(tx: Transaction, row: GameRow, user_id: int, now: int) -> None:
    """Replace someone's name in all rows of a game, and note that names are not those of then."""
    await withdraw(tx, row, "replace", now, user_id=user_id)
    seated, history = await seats.of_game(tx, row.id), await seats.history(tx, row.id)
    first = None if row.started_at is None else await choices.get(tx, row.id, SETUP)
    was_sound = first is not None and await _is_sound(tx, row, seated)
    known: dict[str, str] = {}
    for seat in seated if row.status != "lobby" else ():
        new = free_name(row, seat.seat, seated)
        past = [change for change in history if change.seat == seat.seat]
        for holder, field, name in holders(seat, past):
            if holder != user_id:
                continue
            known[name] = new
            if isinstance(field, Seat):
                await personal.rename_seat(tx, row.id, seat.seat, new)
            else:
                await personal.rename_change(tx, field[0].id, **{field[1]: new})
    await _rewrite(tx, row.id, user_id, known)
    if first is not None and was_sound and known:
        agreed = await engine_table(tx, row, await seats.of_game(tx, row.id))
        await games.change(tx, row.id, agreed_hash=agreed_hash(agreed, first))


async def _is_sound(tx: Transaction, row: GameRow, seated: Sequence[Seat]) -> bool:
    """Whether what was agreed is as it was: damage is not made good by replacing a name."""
    first = await choices.get(tx, row.id, SETUP)
    try:
        agreed = await engine_table(tx, row, seated)
    except BrokenChain:
        return False
    return first is not None and agreed_hash(agreed, first) == (row.agreed_hash or first.hash)


Field = Seat | tuple[SeatChange, str]


def holders(seat: Seat, past: Sequence[SeatChange]) -> list[tuple[int | None, Field, str]]:
    """Whose name stands in each place where a seat has one: in its history, and now.

    A stand-in plays under the name of who left.
    """
    found: list[tuple[int | None, Field, str]] = []
    holder = past[0].from_user_id if past else seat.user_id
    for change in past:
        found.append((holder, (change, "from_name"), change.from_name))
        if change.to_user_id is not None or change.to_kind != "stand_in":
            holder = change.to_user_id
        found.append((holder, (change, "to_name"), change.to_name))
    return [*found, (holder, seat, seat.name)]


def free_name(row: GameRow, seat: int, seated: Sequence[Seat]) -> str:
    """What a seat is called whose player was forgotten: a name that nobody else has there."""
    taken = {each.name.casefold() for each in seated if each.seat != seat}
    voice = own_voice(row.language)
    letters = (letter * count for count in (1, 2, 3) for letter in (LETTERS[seat], *LETTERS))
    names = (voice.say("forgotten.name", letter=each) for each in letters)
    return next(name for name in names if name.casefold() not in taken)


async def _rewrite(tx: Transaction, game_id: int, user_id: int, known: Mapping[str, str]) -> None:
    """Replace names in what is to be said, was said, was typed in advance or voted on."""
    for noted in await personal.messages(tx, game_id):
        changed = without(noted, user_id, known)
        if changed != noted:
            await personal.change_message(tx, changed)
    for line in await personal.lines(tx, game_id):
        typed = None if line.line is None else in_text(line.line, known)
        renamed = Line(line.id, typed, in_json(line.returned, known))
        if renamed != line:
            await personal.change_line(tx, renamed)
    for vote in await votes.of_game(tx, game_id):
        if vote.detail.get("user_id") == user_id:
            voice = own_voice()
            nobody = {"user_id": personal.NOBODY, "name": voice.say("forgotten.volunteer")}
            await personal.change_vote(tx, vote.id, vote.detail | nobody)


def without(noted: Noted, user_id: int, known: Mapping[str, str]) -> Noted:
    """The facts of a message without someone: as who did something, who is invited, and by name."""
    facts = dict(noted.payload)
    if facts.get("by") == user_id:
        facts["by"] = None if facts["type"] != "Invited" else personal.NOBODY
    if "users" in facts:
        facts["users"] = [each for each in facts["users"] if each != user_id]
    for field in ("from_name", "to_name"):
        if field in facts:
            facts[field] = known.get(facts[field], facts[field])
    for field in ("lines", "data"):
        if field in facts:
            facts[field] = in_json(facts[field], known)
    key, error = noted.supersedes, noted.last_error
    for name, new in known.items():
        if key is not None and key.startswith("away:") and key.endswith(f":{name}"):
            key = f"{key.removesuffix(name)}{new}"
    if error is not None and (str(user_id) in error or in_text(error, known) != error):
        error = ""
    return msgspec.structs.replace(noted, payload=facts, supersedes=key, last_error=error)


def in_json(value: Any, known: Mapping[str, str]) -> Any:
    """A JSON value with names replaced in all its texts."""
    if isinstance(value, str):
        return in_text(value, known)
    if isinstance(value, list):
        return [in_json(each, known) for each in value]
    if isinstance(value, dict):
        return {name: in_json(each, known) for name, each in value.items()}
    return value


def in_text(text: str, known: Mapping[str, str]) -> str:
    """What somebody typed, with names replaced however they are written.

    >>> in_text("offer ADA 5 gold", {"Ada": "Player B"})
    'offer Player B 5 gold'
    """
    for name, new in known.items():
        whole = rf"(?<!\w){re.escape(name)}(?!\w)"
        text = re.sub(whole, new.replace("\\", r"\\"), text, flags=re.IGNORECASE)
    return text
