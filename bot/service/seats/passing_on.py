"""Seats in play: leaving, standing in, coming back, handing over."""

from __future__ import annotations

import msgspec

from bot.service.announcing import deciding
from bot.service.announcing.announcements import Ended, SeatPassed, in_channel
from bot.service.clock import clocks
from bot.service.errors import (
    GameMovedOn,
    NotInLobby,
    NotPlaying,
    NotSeated,
    SeatedAlready,
    SeatOccupied,
)
from bot.service.games.open_game import Table
from bot.service.games.open_games import Hall
from bot.service.play.choosing import Also
from bot.service.requests import Actor, Person
from bot.service.responses import GameInfo
from bot.service.seats import agreements
from bot.store import clocks as clock_rows
from bot.store import games, lifecycle, outbox, prepared
from bot.store import seats as rows
from bot.store.errors import SeatTaken
from bot.store.seats import Kind, Seat

MISSED_TWICE = 2
"""So often in a row the clock must have chosen for a player before the host may replace them."""


class Seats:
    """Passes seats on."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def leave(self, table: Table, user_id: int) -> GameInfo:
        """Leave a running game for good: a stand-in plays on until somebody takes the seat."""
        self._must_be_live(table)
        seat = table.seat_of(user_id)
        return await self._pass_on(table, seat, None, "stand_in", seat.name, "left")

    async def stand_in(self, game_id: int, user_id: int) -> GameInfo:
        """Let a stand-in play (see `Herald.stand_in`)."""
        async with self.hall.table(game_id) as table:
            self._must_be_live(table)
            seat = table.playing_seat(user_id)
            return await self._pass_on(table, seat, user_id, "stand_in", seat.name, "away")

    async def come_back(self, game_id: int, user_id: int) -> GameInfo:
        """Take one's seat back (see `Herald.come_back`)."""
        async with self.hall.table(game_id) as table:
            self._must_be_live(table)
            seat = table.seat_of(user_id)
            if seat.kind == "human":
                return table.info
            return await self._pass_on(table, seat, user_id, "human", seat.name, "back")

    async def replace(self, game_id: int, seat: int, newcomer: Person, by: Actor) -> GameInfo:
        """Give a seat to a newcomer (see `Herald.replace`)."""
        async with self.hall.table(game_id) as table:
            self._must_be_live(table)
            old = seat_at(table, seat)
            if by.user_id != old.user_id:
                agreements.must_be_host(table.row, by)
                missed = table.position.lapses.get(seat, 0)
                if old.kind == "human" and missed < MISSED_TWICE:
                    raise SeatOccupied(seat=seat)
            return await self.seat_newcomer(table, seat, newcomer)

    async def seat_newcomer(
        self, table: Table, seat: int, newcomer: Person, also: Also | None = None
    ) -> GameInfo:
        """Give a seat to somebody who has none in the game; `also` is written with it."""
        elsewhere = table.info.seat_of(newcomer.user_id)
        if elsewhere is not None and elsewhere.seat != seat:
            raise SeatedAlready(seat=elsewhere.seat)
        name, old = agreements.check_name(newcomer.name), seat_at(table, seat)
        return await self._pass_on(
            table, old, newcomer.user_id, "human", name, "replaced", also=also
        )

    def _must_be_live(self, table: Table) -> None:
        if table.row.status == "lobby":
            raise NotInLobby(status="lobby")
        if not table.row.is_live:
            raise NotPlaying(status=table.row.status)

    async def _pass_on(
        self,
        table: Table,
        old: Seat,
        user_id: int | None,
        kind: Kind,
        name: str,
        reason: str,
        *,
        also: Also | None = None,
    ) -> GameInfo:
        """Pass a seat on with what follows: its clocks, the host's role, the end if all left."""
        new = msgspec.structs.replace(old, user_id=user_id, kind=kind, name=name)
        table.seats = tuple(new if each.seat == old.seat else each for each in table.seats)
        said = SeatPassed(
            game_id=table.row.id,
            seat=old.seat,
            from_name=old.name,
            to_name=name,
            to_kind=kind,
            reason=reason,
        )
        # Another player's time begins anew, and what was prepared is nobody else's to see.
        gone = [p.id for p in table.prepared if p.seat == old.seat and user_id != old.user_id]
        table.prepared = [each for each in table.prepared if each.id not in gone]
        changed = kind == "human" and user_id != old.user_id
        stale = [each.id for each in table.clocks if changed and each.seat == old.seat]
        table.clocks = [each for each in table.clocks if each.id not in stale]
        plan = clocks.plan(table, None)
        now, game = table.now, table.row
        try:
            async with self.hall.store.transaction() as tx:
                if also is not None:
                    await also(tx)
                await rows.pass_on(
                    tx,
                    game.id,
                    old.seat,
                    user_id=user_id,
                    kind=kind,
                    name=name,
                    reason=reason,
                    at=now,
                )
                for message in in_channel(game, said):
                    await outbox.post(tx, game.id, message, now)
                await prepared.remove(tx, game.id, gone)
                await clock_rows.stop(tx, game.id, [*stale, *(each.id for each in plan.stop)])
                for clock in plan.start if game.status == "running" else ():
                    await clock_rows.start(tx, game.id, clock)
                heir = next((each.user_id for each in table.info.humans), None)
                if heir is None and not any(each.user_id for each in table.seats):
                    ended = deciding.post_over(table)
                    ended += in_channel(game, Ended(game_id=game.id, reason="nobody_left"))
                    await lifecycle.abandon_game(tx, game.id, now, ended)
                elif old.user_id == game.host_user_id and user_id is None and heir is not None:
                    await games.change(tx, game.id, host_user_id=heir)
                seated = tuple(await rows.of_game(tx, game.id))
                info = GameInfo(await games.get(tx, game.id), seated)
        except SeatTaken:
            raise GameMovedOn() from None
        self.hall.stir(game.id)
        return info


def seat_at(table: Table, seat: int) -> Seat:
    """The seat of that number; raises `NotSeated` when there is none."""
    if not 0 <= seat < len(table.seats):
        raise NotSeated()
    return table.seats[seat]
