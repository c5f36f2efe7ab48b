"""Plays games of such people from the lobby to the result, and says where the days went."""

from __future__ import annotations

import asyncio
import heapq
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import repeat
from random import Random
from typing import Any, get_args

import msgspec

from bot.cli.bench.days.people import Guest, looks
from bot.moment import DAY, HOUR, Moment, moment
from bot.service import Actor, Herald, NewLobby, Person
from bot.store import Store, choices
from bot.store.games import Pace, PaceKind, at_pace
from engine.core.registry import ruleset

MONDAY = moment(datetime(2024, 1, 1, tzinfo=UTC))
"""The midnight before the first day."""
BEGINNING = MONDAY + 20 * HOUR
LONGEST = 1000
"""A game that takes so many days counts as unfinished."""
TOGETHER: Mapping[str, Any] = {"purchases": "together", "start_and_production": "together"}
PACES: Mapping[str, Pace] = {kind: at_pace(Pace(), kind) for kind in get_args(PaceKind)}


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be lived through. With `together` people are asked at once where a table may; where
    the table `rests`, all are done with trade unless somebody offers them something."""

    ruleset: str
    players: int
    seed: int
    pace: str = "relaxed"
    together: bool = False
    rests: bool = False
    options: dict[str, Any] = {}


class Lived(msgspec.Struct, frozen=True, kw_only=True):
    """How a game went: how long, how often each person had to look in, what was waited for."""

    table: Table
    finished: bool
    turns: int
    days: float
    sittings: float
    """Sittings in which something was asked, of all people."""
    bare_ends: dict[str, int]
    """Answers that did no more than end or pass over something, of all people, by its kind."""
    forced: int
    """Sittings in which there was no more to say than such ends, of all people."""
    waited: dict[str, float]
    """Days by the kind of decision that was awaited; equal parts where there were several."""
    lapsed: int
    """How many choices clocks and stand-ins made."""


class Skipping:
    """Time that passes only by leaps. It fulfils `bot.service.timing.time_source.Time`."""

    def __init__(self, start: Moment) -> None:
        self.moment = start

    def now(self) -> Moment:
        """The moment it is."""
        return self.moment

    async def wait(self, until: Moment | None, wake: asyncio.Event) -> None:
        """Nothing runs in the background here: whoever leaps ticks."""
        raise NotImplementedError


def _together(name: str) -> dict[str, Any]:
    """The options of a rule set by which people are asked at once."""
    return {key: value for key, value in TOGETHER.items() if key in ruleset(name).option_defaults}


def has_together(name: str) -> bool:
    """Whether tables of a rule set may ask people at once where the rules ask them in turn."""
    return bool(_together(name))


def live(table: Table) -> Lived:
    """Play a game of people from its lobby to its end."""
    with tempfile.TemporaryDirectory(prefix="herald-days-") as folder:
        return asyncio.run(_live(f"sqlite:///{folder}/herald.db", table))


async def _live(url: str, table: Table) -> Lived:
    time, rng = Skipping(BEGINNING), Random(f"{table.ruleset} {table.players} {table.seed}")
    async with await Store.open(url) as store:
        herald = Herald(store, time, rng=rng)
        game_id = await _begin(herald, table)
        users = range(1, table.players + 1)
        guests = [
            Guest(herald, game_id, user, Random(rng.getrandbits(64)), rests=table.rests)
            for user in users
        ]
        days = _Days(herald, game_id, time)
        await herald.scheduler.tick()
        await days.note()
        for when, guest in _visits(guests, rng):
            await days.pass_until(when)
            if days.is_over:
                break
            await guest.look_in()
            await days.note()
        return await days.lived(table, guests)


async def _begin(herald: Herald, table: Table) -> int:
    new = NewLobby(
        ruleset=table.ruleset,
        host=Person(1, "Guest 1"),
        seats=table.players,
        options=table.options | (_together(table.ruleset) if table.together else {}),
        pace=PACES[table.pace],
    )
    info = await herald.lobby.open(new)
    for user in range(2, table.players + 1):
        await herald.lobby.join(info.id, Person(user, f"Guest {user}"), interaction=f"join {user}")
    await herald.lobby.start(info.id, Actor(1), interaction="start")
    return info.id


def _visits(guests: list[Guest], rng: Random) -> Iterator[tuple[Moment, Guest]]:
    """Who looks in when, after the game began."""
    own = [looks(MONDAY, Random(rng.getrandbits(64))) for _ in guests]
    for when, at in heapq.merge(*[zip(each, repeat(at)) for at, each in enumerate(own)]):
        if when > BEGINNING:
            yield when, guests[at]


class _Days:
    """Lets time pass at a table, and keeps account of what was waited for."""

    def __init__(self, herald: Herald, game_id: int, time: Skipping) -> None:
        self.herald = herald
        self.game_id = game_id
        self.time = time
        self.is_over = False
        self._awaited: frozenset[str] = frozenset()
        self._waited: Counter[str] = Counter()

    async def pass_until(self, when: Moment) -> None:
        """Go on to a moment; on the way clocks run out, and what follows from that happens."""
        while not self.is_over:
            due = await self.herald.scheduler.next_moment()
            if due is None or due > when:
                self._leap(when)
                return
            self._leap(max(due, self.time.moment))
            await self.herald.scheduler.tick()
            await self.note()

    def _leap(self, when: Moment) -> None:
        for kind in self._awaited:
            self._waited[kind] += (when - self.time.moment) // len(self._awaited)
        self.time.moment = when

    async def note(self) -> None:
        """See what is awaited now."""
        status = await self.herald.look.status(self.game_id)
        late = self.time.moment - BEGINNING > LONGEST * DAY
        self.is_over = late or status.info.game.status != "running"
        self._awaited = frozenset(kind for each in status.awaited for kind in each.kinds)

    async def lived(self, table: Table, guests: list[Guest]) -> Lived:
        """How it went."""
        status = await self.herald.look.status(self.game_id)
        assert status.view is not None
        log = await self.herald.store.read(lambda tx: choices.of_game(tx, self.game_id))
        return Lived(
            table=table,
            finished=status.outcome is not None,
            turns=status.view.turn,
            days=(self.time.moment - BEGINNING) / DAY,
            sittings=sum(guest.sittings for guest in guests),
            bare_ends=dict(sum((guest.bare_ends for guest in guests), Counter()).most_common()),
            forced=sum(guest.forced for guest in guests),
            waited={kind: span / DAY for kind, span in self._waited.most_common()},
            lapsed=sum(entry.by in ("clock", "ai") for entry in log),
        )
