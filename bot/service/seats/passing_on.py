"""Seats of a running game: leaving, stand-ins, coming back, handing over."""

from __future__ import annotations

import logging

import msgspec

from bot.service.announcing.announcements import (
    Ended,
    SeatPassed,
    in_channel,
    say_in_channel,
)
from bot.service.choices import deciding
from bot.service.choices.choosing import Also
from bot.service.choices.writing import announcing
from bot.service.clock.pausing import MISSED_TWICE
from bot.service.errors import (
    GameMovedOn,
    KnowsAnotherSeat,
    NotInLobby,
    NotPlaying,
    NotSeated,
    SeatedAlready,
    SeatOccupied,
)
from bot.service.game import clocks
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.game.open_votes import withdraw
from bot.service.requests import Actor, Person
from bot.service.responses import GameInfo
from bot.service.seats import agreements
from bot.service.seats.lobby import Lobby
from bot.service.seats.powers import Power, require
from bot.store import Transaction, choices, games, lifecycle, prepared, votes
from bot.store import clocks as clock_rows
from bot.store import seats as rows
from bot.store.errors import BrokenChain, DatabaseCorrupt, SeatTaken
from bot.store.outbox import NewMessage
from bot.store.seats import Kind, Seat, SeatChange

log = logging.getLogger("herald.service")


class Seats:
    """Passes seats on."""

    def __init__(self, open_games: OpenGames, lobby: Lobby) -> None:
        self.open_games = open_games
        self.lobby = lobby

    async def leave(self, game_id: int, user_id: int) -> GameInfo:
        """Leave: the lobby (the host's role passes on; an empty lobby closes), or a running game.

        In a running game a stand-in plays on until someone takes the seat. Raises `NotSeated`.
        """
        async with self.open_games.open(game_id) as game:
            if game.row.status == "lobby":
                return await self.lobby.free_seat(game, user_id)
            self._must_be_live(game)
            seat = game.seat_of(user_id)
            return await self._pass_on(game, seat, None, "stand_in", seat.name, "left")

    async def member_left(self, guild_id: int, user_id: int) -> None:
        """Someone was kicked or banned, or has left: a stand-in plays on in all games there."""
        async with self.open_games.store.reading() as tx:
            own = [each for each in await games.of_user(tx, user_id) if each.guild_id == guild_id]
        for game in own:
            try:
                await self.leave(game.id, user_id)
            except NotSeated:
                continue
            except (BrokenChain, DatabaseCorrupt) as damaged:
                # Nobody plays there before it is put right; the other games go on without them.
                log.error("game=%s cannot be left: %s", game.code, damaged)

    async def stand_in(self, game_id: int, user_id: int) -> GameInfo:
        """Let a stand-in play for the user until they come back."""
        async with self.open_games.open(game_id) as game:
            self._must_be_live(game)
            seat = game.playing_seat(user_id)
            return await self._pass_on(game, seat, user_id, "stand_in", seat.name, "away")

    async def come_back(self, game_id: int, user_id: int) -> GameInfo:
        """Take one's seat back from a stand-in. Raises `NotSeated`."""
        async with self.open_games.open(game_id) as game:
            self._must_be_live(game)
            own = game.info.seat_of(user_id)
            if own is None:
                return await self._return(game, user_id)
            if own.kind == "human":
                return game.info
            return await self._pass_on(game, own, user_id, "human", own.name, "back")

    async def _return(self, game: OpenGame, user_id: int) -> GameInfo:
        """Give a seat back to who left it, or lost it by a vote, unless a turn was played there."""

        async def read(tx: Transaction) -> SeatChange | None:
            lost = [
                each
                for each in await rows.history(tx, game.row.id)
                if each.from_user_id == user_id and each.reason in ("left", "replaced")
            ]
            if not lost:
                return None
            first = await choices.first_by_hand(tx, game.row.id, lost[-1].seat, lost[-1].at)
            turn = game.position.rules.turn(game.position.game.state)
            return lost[-1] if first is None or first.turn >= turn else None

        change = await self.open_games.store.read(read)
        if change is None:
            raise NotSeated()
        seat = game.seats[change.seat]
        return await self._pass_on(game, seat, user_id, "human", change.from_name, "returned")

    async def replace(self, game_id: int, seat: int, newcomer: Person, by: Actor) -> GameInfo:
        """Give a seat to a newcomer at once.

        The host or a moderator may give away seats of AI players, of stand-ins and of those whose
        clock ran out twice in a row; a player may hand over their own. Raises `NotHost`,
        `SeatOccupied`, `SeatedAlready`.
        """
        async with self.open_games.open(game_id) as game:
            self._must_be_live(game)
            old = seat_at(game, seat)
            if by.user_id == old.user_id:
                require(Power.HAND_OVER, by, game.info)
            else:
                require(Power.GIVE_SEAT, by, game.info)
                missed = game.position.misses(seat)
                if old.kind == "human" and missed < MISSED_TWICE:
                    raise SeatOccupied(seat=seat)
            require(Power.ASK_FOR_SEAT, Actor(newcomer.user_id, newcomer.rights), game.info)
            own = by.user_id == old.user_id
            return await self.seat_newcomer(
                game, seat, newcomer, reason="handed_over" if own else "replaced"
            )

    async def seat_newcomer(
        self,
        game: OpenGame,
        seat: int,
        newcomer: Person,
        also: Also | None = None,
        *,
        reason: str = "replaced",
    ) -> GameInfo:
        """Give a seat to a user who has none in the game; `also` is written with it."""
        elsewhere = game.info.seat_of(newcomer.user_id)
        if elsewhere is not None and elsewhere.seat != seat:
            raise SeatedAlready(seat=elsewhere.seat)
        await self.must_know_no_other(game, seat, newcomer.user_id)
        name, old = agreements.check_name(newcomer.name), seat_at(game, seat)
        return await self._pass_on(game, old, newcomer.user_id, "human", name, reason, also=also)

    async def must_know_no_other(self, game: OpenGame, seat: int, user_id: int) -> None:
        """Raise `KnowsAnotherSeat` for a user who has had another seat of the game.

        They have seen its hand and its orders, and would play this one with that in mind.
        """
        for change in await self.open_games.store.read(lambda tx: rows.history(tx, game.row.id)):
            if change.from_user_id == user_id and change.seat != seat:
                raise KnowsAnotherSeat(seat=change.seat)

    def _must_be_live(self, game: OpenGame) -> None:
        if game.row.status == "lobby":
            raise NotInLobby(status="lobby")
        if not game.row.is_live:
            raise NotPlaying(status=game.row.status)

    async def _pass_on(
        self,
        game: OpenGame,
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
        game.sit(tuple(new if each.seat == old.seat else each for each in game.seats))
        said = SeatPassed(
            game_id=game.row.id,
            seat=old.seat,
            from_name=old.name,
            to_name=name,
            to_kind=kind,
            reason=reason,
        )
        # Another player's time begins again, and what was prepared is nobody else's to see.
        gone = [p.id for p in game.prepared if p.seat == old.seat and user_id != old.user_id]
        game.prepared = [each for each in game.prepared if each.id not in gone]
        changed = kind == "human" and user_id != old.user_id
        stale = [each.id for each in game.clocks if changed and each.seat == old.seat]
        game.clocks = [each for each in game.clocks if each.id not in stale]
        plan = clocks.plan(game, None)
        now, row = game.now, game.row
        is_left = any(each.user_id for each in game.seats)

        def shown() -> list[NewMessage]:
            return deciding.at_change(game, plan.ends(game.clocks)) if is_left else []

        try:
            async with announcing(self.open_games.store, game, shown) as tx:
                if also is not None:
                    await also(tx)
                await rows.pass_on(
                    tx,
                    row.id,
                    old.seat,
                    user_id=user_id,
                    kind=kind,
                    name=name,
                    reason=reason,
                    at=now,
                )
                await say_in_channel(tx, row, said, now)
                if user_id != old.user_id:
                    # Consent is a person's: it does not pass on with the seat.
                    await votes.forget_ballots(tx, row.id, old.seat)
                if kind == "human":
                    await withdraw(tx, row, "replace", now, seat=old.seat)
                await prepared.remove(tx, row.id, gone)
                await clock_rows.stop(tx, row.id, [*stale, *(each.id for each in plan.stop)])
                for clock in plan.start if row.status == "running" else ():
                    await clock_rows.start(tx, row.id, clock)
                heir = next((each.user_id for each in game.info.humans), None)
                if not is_left:
                    ended = deciding.post_over(game, is_last=True)
                    ended += in_channel(row, Ended(game_id=row.id, reason="nobody_left"))
                    await lifecycle.abandon_game(tx, row.id, now, ended)
                elif old.user_id == row.host_user_id and user_id is None and heir is not None:
                    await games.change(tx, row.id, host_user_id=heir)
                seated = tuple(await rows.of_game(tx, row.id))
                info = GameInfo(await games.get(tx, row.id), seated)
        except SeatTaken:
            raise GameMovedOn() from None
        self.open_games.schedule(row.id)
        return info


def seat_at(game: OpenGame, seat: int) -> Seat:
    """The seat of that number; raises `NotSeated` when there is none."""
    if not 0 <= seat < len(game.seats):
        raise NotSeated()
    return game.seats[seat]
