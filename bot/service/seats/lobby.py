"""The lobby: seats before the start."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bot.service.announcing import deciding
from bot.service.announcing.announcements import Ended, LobbyCard, in_channel
from bot.service.clock import clocks
from bot.service.errors import (
    ChannelBusy,
    GameMovedOn,
    NoHumans,
    NotInLobby,
    NotSeated,
    SeatedAlready,
    TableFull,
    TooFewPlayers,
)
from bot.service.games.open_game import Position, Table, stored_events
from bot.service.games.open_games import Hall
from bot.service.requests import Actor, NewLobby, Person
from bot.service.responses import GameInfo
from bot.service.seats import agreements
from bot.service.words import words
from bot.store import Transaction, games, lifecycle, outbox, seats
from bot.store import clocks as clock_rows
from bot.store.clocks import NewClock
from bot.store.errors import ChannelTaken, SeatTaken, WrongStatus
from bot.store.games import Game, NewGame, Pace
from bot.store.lifecycle import SetUp
from bot.store.moment import DAY
from bot.store.seats import Seat
from engine.core.dice import commitment
from engine.core.game import Game as Match
from engine.core.registry import ruleset

SEED_BYTES = 32
PLAYER_SEED_BYTES = 16
LOBBY_DAYS = 14
"""A lobby that nobody starts closes after so long."""


class Lobby:
    """Opens games, seats people and begins."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def open(self, new: NewLobby) -> GameInfo:
        """Open a game (see `Herald.open_lobby`)."""
        server_seed, now = self.hall.rng.randbytes(SEED_BYTES), self.hall.now()
        row = NewGame(
            ruleset=new.ruleset,
            ruleset_version=agreements.rules_called(new.ruleset).version,
            options=agreements.check_options(new.ruleset, new.options),
            seats_wanted=agreements.check_seats(new.ruleset, new.seats),
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            is_thread=new.is_thread,
            host_user_id=new.host.user_id,
            pace=agreements.check_pace(new.pace),
            language=new.language,
            theme=new.theme,
            commitment=commitment(server_seed),
            server_seed=server_seed,
            created_at=now,
        )
        try:
            async with self.hall.store.transaction() as tx:
                game = await games.create(tx, row, self.hall.rng)
                if new.host_plays:
                    await seats.sit(tx, self._seat(game, (), new.host, new.colour, None))
                end = now + LOBBY_DAYS * DAY
                closing = NewClock(decision="lobby", kind="lobby", opened_at=now, due_at=end)
                await clock_rows.start(tx, game.id, closing)
                await say_card(tx, game, now)
                info = GameInfo(game, tuple(await seats.of_game(tx, game.id)))
        except ChannelTaken as taken:
            async with self.hall.store.reading() as tx:
                other = await games.get(tx, taken.game_id)
                seated = await seats.of_game(tx, taken.game_id)
            raise ChannelBusy(GameInfo(other, tuple(seated))) from None
        self.hall.wake.set()
        return info

    def _seat(
        self,
        game: Game,
        others: tuple[Seat, ...],
        person: Person,
        colour: str | None,
        seed: bytes | None,
    ) -> Seat:
        return Seat(
            game_id=game.id,
            seat=len(others),
            user_id=person.user_id,
            name=agreements.check_name(person.name),
            colour=agreements.free_colour(others, colour),
            player_seed=self._seed(seed),
            joined_at=self.hall.now(),
        )

    def _seed(self, given: bytes | None) -> bytes:
        drawn = self.hall.rng.randbytes(PLAYER_SEED_BYTES)
        return drawn if given is None else agreements.check_seed(given)

    @asynccontextmanager
    async def _changing(self, game_id: int) -> AsyncIterator[tuple[Table, Transaction]]:
        """A lobby to be changed; its card is shown anew. Raises `NotInLobby`."""
        async with self.hall.table(game_id) as table:
            if table.row.status != "lobby":
                raise NotInLobby(status=table.row.status)
            try:
                async with self.hall.store.transaction() as tx:
                    yield table, tx
                    await say_card(tx, table.row, table.now)
            except (SeatTaken, WrongStatus):
                # Another process was faster.
                raise GameMovedOn() from None

    async def _now(self, tx: Transaction, game_id: int) -> GameInfo:
        return GameInfo(await games.get(tx, game_id), tuple(await seats.of_game(tx, game_id)))

    async def join(
        self, game_id: int, person: Person, colour: str | None, seed: bytes | None
    ) -> GameInfo:
        """Sit down (see `Herald.join`)."""
        async with self._changing(game_id) as (table, tx):
            seated = table.info.seat_of(person.user_id)
            if seated is not None:
                raise SeatedAlready(seat=seated.seat)
            if not table.info.free_seats:
                raise TableFull(seats=table.row.seats_wanted)
            await seats.sit(tx, self._seat(table.row, table.seats, person, colour, seed))
            return await self._now(tx, game_id)

    async def add_ai(self, game_id: int, by: Actor, colour: str | None) -> GameInfo:
        """Let an AI player sit down (see `Herald.add_ai`)."""
        async with self._changing(game_id) as (table, tx):
            agreements.must_be_host(table.row, by)
            if not table.info.free_seats:
                raise TableFull(seats=table.row.seats_wanted)
            person = Person(0, self._ai_name(table))
            seat = self._seat(table.row, table.seats, person, colour, None)
            await seats.sit(tx, msgspec.structs.replace(seat, user_id=None, kind="ai"))
            return await self._now(tx, game_id)

    def _ai_name(self, table: Table) -> str:
        taken = set(table.info.names)
        own = words(table.row.language)
        names = (own.say("ai.name", n=n) for n in range(1, len(taken) + 2))
        return next(name for name in names if name not in taken)

    async def leave(self, table: Table, user_id: int) -> GameInfo:
        """Free a user's seat. The host's role passes on; an empty lobby closes."""
        seat = table.seat_of(user_id)
        async with self.hall.store.transaction() as tx:
            await self._free(tx, table, seat)
            return await self._now(tx, table.row.id)

    async def remove(self, game_id: int, seat: int, by: Actor) -> GameInfo:
        """Send somebody away (see `Herald.remove_seat`)."""
        async with self._changing(game_id) as (table, tx):
            agreements.must_be_host(table.row, by)
            if not 0 <= seat < len(table.seats):
                raise NotSeated()
            await self._free(tx, table, table.seats[seat])
            return await self._now(tx, game_id)

    async def _free(self, tx: Transaction, table: Table, seat: Seat) -> None:
        game, now = table.row, table.now
        await seats.leave(tx, game.id, seat.seat)
        people = [other for other in table.info.humans if other.seat != seat.seat]
        if not people:
            closed = Ended(game_id=game.id, reason="lobby_closed")
            await say_card(tx, game, now)
            await lifecycle.abandon_game(tx, game.id, now, in_channel(game, closed))
            return
        if seat.user_id == game.host_user_id and people[0].user_id is not None:
            await games.change(tx, game.id, host_user_id=people[0].user_id)
        await say_card(tx, game, now)

    async def set_options(self, game_id: int, options: Mapping[str, Any], by: Actor) -> GameInfo:
        """Change options (see `Herald.set_options`)."""
        async with self._changing(game_id) as (table, tx):
            agreements.must_be_host(table.row, by)
            chosen = agreements.check_options(table.row.ruleset, {**table.row.options, **options})
            await games.change(tx, game_id, options=chosen)
            return await self._now(tx, game_id)

    async def set_seats(self, game_id: int, wanted: int, by: Actor) -> GameInfo:
        """Change how many can sit down (see `Herald.set_seats`)."""
        async with self._changing(game_id) as (table, tx):
            agreements.must_be_host(table.row, by)
            agreements.check_seats(table.row.ruleset, wanted)
            if wanted < len(table.seats):
                raise TableFull(seats=len(table.seats))
            await games.change(tx, game_id, seats_wanted=wanted)
            return await self._now(tx, game_id)

    async def set_colour(self, game_id: int, user_id: int, colour: str) -> GameInfo:
        """Choose one's colour (see `Herald.set_colour`)."""
        async with self._changing(game_id) as (table, tx):
            seat = table.seat_of(user_id)
            others = [other for other in table.seats if other.seat != seat.seat]
            chosen = agreements.free_colour(others, colour)
            await seats.change(tx, game_id, seat.seat, colour=chosen)
            return await self._now(tx, game_id)

    async def set_pace(self, game_id: int, pace: Pace, by: Actor) -> GameInfo:
        """Change the pace, in the lobby or in play (see `Herald.set_pace`)."""
        async with self.hall.table(game_id) as table:
            agreements.must_be_host(table.row, by)
            agreements.check_pace(pace)
            async with self.hall.store.transaction() as tx:
                await games.change(tx, game_id, pace=pace)
                if table.row.status == "lobby":
                    await say_card(tx, table.row, table.now)
                return await self._now(tx, game_id)

    async def set_host(self, game_id: int, to: int, by: Actor) -> GameInfo:
        """Pass the host's role on (see `Herald.set_host`)."""
        async with self.hall.table(game_id) as table:
            agreements.must_be_host(table.row, by)
            table.seat_of(to)
            async with self.hall.store.transaction() as tx:
                await games.change(tx, game_id, host_user_id=to)
                if table.row.status == "lobby":
                    await say_card(tx, table.row, table.now)
                return await self._now(tx, game_id)

    async def start(self, game_id: int, by: Actor) -> GameInfo:
        """Begin (see `Herald.start`)."""
        async with self.hall.table(game_id) as table:
            if table.row.status != "lobby":
                raise NotInLobby(status=table.row.status)
            agreements.must_be_host(table.row, by)
            least = ruleset(table.row.ruleset).seats.start
            if len(table.seats) < least:
                raise TooFewPlayers(least=least, seated=len(table.seats))
            if not table.info.humans:
                raise NoHumans()
            info = await self._begin(table)
        self.hall.stir(game_id)
        return info

    async def _begin(self, table: Table) -> GameInfo:
        row = table.row
        async with self.hall.store.reading() as tx:
            server_seed = await games.server_seed(tx, row.id)
        match = Match.new(
            row.ruleset,
            table.info.names,
            row.options,
            server_seed,
            [seat.player_seed for seat in table.seats],
        )
        begun = Table(
            msgspec.structs.replace(row, status="running"),
            table.seats,
            (),
            (),
            table.wishes,
            Position(match, {}, {}),
            table.now,
        )
        journal = begun.position.journal
        set_up = SetUp(
            draws=[list(draw) for draw in journal.setup.draws],
            events=stored_events(journal.told),
            hash=journal.head,
            state_hash=journal.state_hash,
        )
        plan = clocks.plan(begun, None)
        async with self.hall.store.transaction() as tx:
            await games.change(
                tx, row.id, options=match.table.options, ruleset_version=match.rules.version
            )
            await lifecycle.start_game(
                tx,
                row.id,
                set_up,
                begun.position.encoded(),
                at=table.now,
                start_clocks=plan.start,
                say=deciding.at_start(begun),
            )
            return await self._now(tx, row.id)


async def say_card(tx: Transaction, game: Game, now: int) -> None:
    """Have the lobby's card shown as it is."""
    for message in in_channel(game, LobbyCard(game_id=game.id)):
        await outbox.post(tx, game.id, message, now)
