"""Votes, and what the table or its host decides: more time, a pause, an undo, a newcomer, the end.

What a vote decides is carried out in the transaction that closes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from bot.moment import DAY
from bot.service.announcing.announcements import (
    Ended,
    Extended,
    Paused,
    Resumed,
    VoteClosed,
    VoteOpened,
    in_channel,
    say_in_channel,
)
from bot.service.choices import deciding
from bot.service.choices.choosing import Also
from bot.service.choices.undo import Undo
from bot.service.choices.writing import announcing
from bot.service.clock.deadlines import is_abandoned, one_by_one
from bot.service.clock.pausing import MISSED_TWICE, pause
from bot.service.errors import (
    NoMoreExtensions,
    NotAllowed,
    NothingToExtend,
    NotPlaying,
    OutOfTheGame,
    Refused,
    RightsUnknown,
    SeatedAlready,
    SeatOccupied,
    StandInPlays,
    VoteOver,
    VoteRunning,
)
from bot.service.game import clocks, days
from bot.service.game.clocks import Setting
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.requests import Actor, Person, Rights
from bot.service.responses import GameInfo, VoteInfo, VoteKind
from bot.service.seats import agreements
from bot.service.seats.passing_on import Seats, seat_at
from bot.service.seats.powers import Power, require
from bot.service.timing import hours
from bot.store import Transaction, games, lifecycle
from bot.store import clocks as clock_rows
from bot.store import seats as seat_rows
from bot.store import votes as rows
from bot.store.errors import StaleWrite, VoteOpen, WrongStatus
from bot.store.votes import Ballot, Vote

OPEN_FOR = DAY
BY_ALL: tuple[VoteKind, ...] = ("undo", "end")

LookUp = Callable[[int, GameInfo], Awaitable[Rights]]
"""A user's rights in a game's own channel and server."""


class Votes:
    """Asks the table and does what it decides."""

    def __init__(self, open_games: OpenGames, undo: Undo, seats: Seats) -> None:
        self.open_games = open_games
        self.undo = undo
        self.seats = seats
        self.look_up: LookUp | None = None
        """Asks the chat for a user's rights, as they are now; without one, everybody may sit."""

    async def propose(self, game_id: int, user_id: int, kind: VoteKind) -> VoteInfo:
        """Ask the table; the asker agrees. It is carried out as soon as enough do.

        "extension" and "pause" need more than half of those who play; "undo" and "end" everybody
        who has a seat, also those who are away or have a stand-in. For "replace" see `volunteer`.
        Raises `VoteRunning`, `NoMoreExtensions`, `NothingToExtend`, `NothingToUndo`, `NotSeated`.
        """
        async with self.open_games.open(game_id) as game:
            may_rest = kind in ("pause", "end") and game.row.status == "paused"
            if not may_rest:
                game.must_run()
            seat = game.playing_seat(user_id).seat
            detail = await self._detail(game, kind, seat)
            return await self._open(game, kind, seat, detail)

    async def volunteer(self, game_id: int, seat: int, newcomer: Person) -> VoteInfo:
        """Ask the table for a seat that a stand-in or an AI player has; over half must agree.

        Raises `NotMember`.
        """
        async with self.open_games.open(game_id) as game:
            if game.row.status not in ("running", "paused"):
                raise NotPlaying(status=game.row.status)
            missed = game.position.misses(seat)
            if seat_at(game, seat).kind == "human" and missed < MISSED_TWICE:
                raise SeatOccupied(seat=seat)
            elsewhere = game.info.seat_of(newcomer.user_id)
            if elsewhere is not None:
                raise SeatedAlready(seat=elsewhere.seat)
            asker = Actor(newcomer.user_id, newcomer.rights)
            require(Power.ASK_FOR_SEAT, asker, game.info)
            await self.seats.must_know_no_other(game, seat, newcomer.user_id)
            name = agreements.check_name(newcomer.name)
            detail = {"seat": seat, "user_id": newcomer.user_id, "name": name}
            return await self._open(game, "replace", None, detail)

    async def _detail(self, game: OpenGame, kind: VoteKind, seat: int) -> dict[str, object]:
        if kind == "undo":
            return {"number": await self.undo.latest_of(game, seat)}
        if kind == "pause" and game.row.status == "paused":
            return {"resume": True}
        if kind != "extension":
            return {}
        if not any(clock.kind == "decision" for clock in game.clocks):
            raise NothingToExtend()
        view = game.position.game.view(None)
        detail: dict[str, object] = {"turn": view.turn, "phase": view.phase}
        before = await self.open_games.store.read(lambda tx: rows.of_game(tx, game.row.id))
        passed = [
            vote
            for vote in before
            if (vote.kind, vote.state, vote.detail) == ("extension", "passed", detail)
        ]
        if len(passed) >= game.row.pace.extensions:
            raise NoMoreExtensions(most=game.row.pace.extensions)
        return detail

    async def _open(
        self, game: OpenGame, kind: VoteKind, seat: int | None, detail: dict[str, object]
    ) -> VoteInfo:
        new = Vote(
            game_id=game.row.id,
            kind=kind,
            seat=seat,
            detail=detail,
            opened_at=game.now,
            closes_at=game.now + OPEN_FOR,
        )
        try:
            async with self.open_games.store.transaction(game.row.id) as tx:
                vote_id = await rows.propose(tx, new)
                await say_in_channel(
                    tx, game.row, VoteOpened(game_id=game.row.id, vote_id=vote_id), game.now
                )
        except VoteOpen as other:
            raise VoteRunning(kind=kind, vote_id=other.vote_id) from None
        self.open_games.wake_scheduler()
        vote = msgspec.structs.replace(new, id=vote_id)
        info = VoteInfo(vote, (), *electorate(game, kind, detail))
        if seat is None or seat not in info.voters:
            return info
        return await self._cast(game, info, seat, True)

    async def vote(self, game_id: int, user_id: int, vote_id: int, agrees: bool) -> VoteInfo:
        """Answer a vote; a later answer replaces it. Raises `VoteOver`, `NotSeated`."""
        newcomer = await self._newcomer(vote_id) if agrees else None
        try:
            async with self.open_games.open(game_id) as game:
                info = await self._read(game, vote_id)
                if info is None or info.vote.state != "open":
                    raise VoteOver(state=info.vote.state if info else "")
                seat = game.seat_of(user_id).seat
                if seat not in info.voters:
                    raise OutOfTheGame() if seat in game.fallen else StandInPlays()
                return await self._cast(game, info, seat, agrees, newcomer)
        except StaleWrite:
            # Another process went on with the game: the ballot was not kept.
            raise VoteOver(state="open") from None

    async def _newcomer(self, vote_id: int) -> Actor | None:
        """Who would be seated by a vote, with their rights now. Looked up before the game is
        opened: an answer may take its time."""
        async with self.open_games.store.reading() as tx:
            vote = await rows.get(tx, vote_id)
            if vote is None or vote.state != "open" or vote.kind != "replace":
                return None
            info = await now(tx, vote.game_id)
        user_id: int = vote.detail["user_id"]
        if self.look_up is None:
            return Actor(user_id)
        return Actor(user_id, await self.look_up(user_id, info))

    async def _read(self, game: OpenGame, vote_id: int) -> VoteInfo | None:
        async with self.open_games.store.reading() as tx:
            vote = await rows.get(tx, vote_id)
            if vote is None or vote.game_id != game.row.id:
                return None
            cast = await rows.ballots(tx, vote_id)
        return VoteInfo(vote, tuple(cast), *electorate(game, vote.kind, vote.detail))

    async def _cast(
        self,
        game: OpenGame,
        info: VoteInfo,
        seat: int,
        agrees: bool,
        newcomer: Actor | None = None,
    ) -> VoteInfo:
        ballot = Ballot(vote_id=info.vote.id, seat=seat, agrees=agrees, at=game.now)
        others = tuple(each for each in info.ballots if each.seat != seat)
        counted = VoteInfo(info.vote, (*others, ballot), info.voters, info.needed)

        async def write(tx: Transaction) -> None:
            await rows.cast(tx, info.vote.id, seat, agrees, game.now)

        return await self._decide(game, counted, write, newcomer)

    async def _decide(
        self, game: OpenGame, info: VoteInfo, write: Also, newcomer: Actor | None
    ) -> VoteInfo:
        """Write a ballot, and carry out or refuse what is decided by it.

        `newcomer` is who would be seated: someone who may not sit here any more makes it void.
        """
        against = len(info.voters) - len(info.agreeing) - len(info.missing)
        if len(info.agreeing) >= info.needed:
            if newcomer is not None and not may_sit(newcomer, game):
                async with self.open_games.store.transaction(game.row.id) as tx:
                    await write(tx)
                    await self._close(tx, game, info.vote, "withdrawn", is_gone=True)
                return closed(info, "withdrawn")
            await self._carry_out(game, info.vote, write)
            return closed(info, "passed")
        refused = against > len(info.voters) - info.needed
        async with self.open_games.store.transaction(game.row.id) as tx:
            await write(tx)
            if refused:
                await self._close(tx, game, info.vote, "refused")
        return closed(info, "refused") if refused else info

    async def _close(
        self,
        tx: Transaction,
        game: OpenGame,
        vote: Vote,
        state: rows.State,
        *,
        is_gone: bool = False,
    ) -> None:
        await rows.close(tx, vote.id, state, game.now)
        said = VoteClosed(game_id=game.row.id, vote_id=vote.id, is_gone=is_gone)
        await say_in_channel(tx, game.row, said, game.now)

    async def _carry_out(self, game: OpenGame, vote: Vote, write: Also) -> None:
        async def also(tx: Transaction) -> None:
            await write(tx)
            await self._close(tx, game, vote, "passed")

        if vote.kind == "undo":
            assert vote.seat is not None
            click = f"vote:{vote.id}"
            await self.undo.by_consent(game, vote.seat, vote.detail["number"], click, also)
        elif vote.kind == "replace":
            newcomer = Person(vote.detail["user_id"], vote.detail["name"])
            await self.seats.seat_newcomer(game, vote.detail["seat"], newcomer, also)
        elif vote.kind == "extension":
            await self._extend(game, also)
        elif vote.kind == "pause":
            stop = not vote.detail.get("resume")
            await (self._pause if stop else self._resume)(game, None, also)
        else:
            await self._end(game, Ended(game_id=game.row.id, reason="consent"), also)

    async def find(self, vote_id: int) -> Vote | None:
        """A vote as it is now, or None."""
        return await self.open_games.store.read(lambda tx: rows.get(tx, vote_id))

    async def lapse(self) -> None:
        """Close the votes whose time is over: as those stand who still sit at the table."""
        over = await self.open_games.store.read(lambda tx: rows.lapsed(tx, self.open_games.now()))

        async def lapse(vote: Vote) -> None:
            newcomer = await self._newcomer(vote.id)
            async with self.open_games.open(vote.game_id) as game:
                await self._lapse(game, vote, newcomer)

        await one_by_one(over, lapse)

    async def _lapse(self, game: OpenGame, vote: Vote, newcomer: Actor | None) -> None:
        info = await self._read(game, vote.id)
        if info is None or info.vote.state != "open":
            return
        if len(info.agreeing) >= info.needed:
            try:
                await self._decide(game, info, nothing, newcomer)
                return
            except (Refused, StaleWrite):
                # It cannot be carried out any more.
                pass
        async with self.open_games.store.transaction(game.row.id) as tx:
            await self._close(tx, game, vote, "lapsed")

    async def _extend(self, game: OpenGame, also: Also) -> None:
        game.must_run()
        minutes = game.row.pace.extension_minutes
        longer = [
            clocks.longer(game, clock, hours.minutes(minutes))
            for clock in game.clocks
            if clock.kind in ("decision", "turn")
        ]
        ends = clocks.ClockPlan((), (), tuple(longer)).ends(game.clocks)
        store = self.open_games.store
        async with announcing(store, game, lambda: deciding.at_change(game, ends)) as tx:
            await also(tx)
            for each in longer:
                await clock_rows.postpone(tx, each.clock.id, each.due_at, each.remind_at)
            await say_in_channel(
                tx, game.row, Extended(game_id=game.row.id, minutes=minutes), game.now
            )
        self.open_games.schedule(game.row.id)

    async def pause(self, game_id: int, by: Actor) -> GameInfo:
        """Stop the game and its clocks. Players who are not the host `propose` it."""
        async with self.open_games.open(game_id) as game:
            require(Power.PAUSE, by, game.info)
            return await self._pause(game, by.user_id, nothing)

    async def _pause(self, game: OpenGame, by: int | None, also: Also) -> GameInfo:
        await pause(self.open_games, game, Paused(game_id=game.row.id, by=by), also)
        return await self.open_games.store.read(lambda tx: now(tx, game.row.id))

    async def resume(self, game_id: int, by: Actor) -> GameInfo:
        """Let a paused game go on; its clocks have left what they had.

        Where it stopped because nobody was there, they begin anew: else it would stop again at the
        next one that was nearly over.

        Players who are not the host `propose` it, kind "pause".
        """
        async with self.open_games.open(game_id) as game:
            # What stopped because nobody was there goes on when somebody is.
            seat = game.info.seat_of(by.user_id)
            if seat is None or not is_abandoned(game):
                require(Power.PAUSE, by, game.info)
            return await self._resume(game, by.user_id, nothing)

    async def _resume(self, game: OpenGame, by: int | None, also: Also) -> GameInfo:
        going_on: list[Setting] = []
        anew = is_abandoned(game)
        turn_ends = days.turn_end(game, game.now) if game.row.pace.kind == "daily" else None
        for clock in game.clocks:
            if clock.seat is not None and clock.paused_at is not None:
                resting = clocks.rest(game, clock.seat)
                left = hours.waking(clock.paused_at, clock.due_at, resting)
                running = msgspec.structs.replace(clock, paused_at=None)
                going = clocks.set_for(game, running, max(left, clocks.span(game) if anew else 0))
                if anew and turn_ends is not None and going.due_at > turn_ends:
                    going = clocks.setting(game, running, turn_ends, resting)
                going_on.append(going)
            elif clock.kind == "turn" and clock.paused_at is not None:
                # Turns end at the table's hour, none with less time than it had.
                shifted = clock.due_at + game.now - clock.paused_at
                end = days.next_hour(game.row.pace, shifted)
                going_on.append(Setting(clock, turn_ends if anew and turn_ends else end, None))
        game.row = msgspec.structs.replace(game.row, status="running")
        ends = clocks.ClockPlan((), (), tuple(going_on)).ends(())
        store = self.open_games.store
        try:
            async with announcing(store, game, lambda: deciding.at_change(game, ends)) as tx:
                await also(tx)
                await lifecycle.resume_game(tx, game.row.id, game.now)
                for each in going_on:
                    await clock_rows.postpone(tx, each.clock.id, each.due_at, each.remind_at)
                await say_in_channel(tx, game.row, Resumed(game_id=game.row.id, by=by), game.now)
                info = await now(tx, game.row.id)
        except WrongStatus as wrong:
            raise NotPlaying(status=wrong.status) from None
        self.open_games.schedule(game.row.id)
        return info

    async def end(self, game_id: int, by: Actor) -> GameInfo:
        """End a game without a result. Players who are not the host `propose` it."""
        async with self.open_games.open(game_id) as game:
            require(Power.END, by, game.info)
            return await self._end(game, Ended(game_id=game_id, reason="host"), nothing)

    async def _end(self, game: OpenGame, ended: Ended, also: Also) -> GameInfo:
        try:
            async with self.open_games.store.transaction(game.row.id) as tx:
                await also(tx)
                has_begun = game.row.started_at is not None
                said = deciding.post_over(game, is_last=True) if has_begun else []
                said += in_channel(game.row, ended)
                await lifecycle.abandon_game(tx, game.row.id, game.now, said)
                return await now(tx, game.row.id)
        except WrongStatus as wrong:
            raise NotPlaying(status=wrong.status) from None


def electorate(
    game: OpenGame, kind: VoteKind, about: Mapping[str, object]
) -> tuple[tuple[int, ...], int]:
    """Who votes, and how many must agree.

    People whose seat is out of the game by its rules have no vote, unless nobody else is left.
    Where all must agree, also those are asked who are away: consent of those who happen to be there
    would let the last active player undo a reveal alone. Otherwise those vote who play themselves.
    """
    people = [seat.seat for seat in game.info.seats if seat.user_id is not None]
    living = [seat for seat in people if seat not in game.fallen]
    voters = tuple(living or people)
    if kind in BY_ALL:
        return voters, len(voters)
    voters = tuple(seat for seat in voters if not game.plays_itself(seat))
    if kind == "replace":
        # Who does not answer is not asked whether they are to be replaced.
        voters = tuple(seat for seat in voters if seat != about["seat"]) or voters
    return voters, len(voters) // 2 + 1


def may_sit(newcomer: Actor, game: OpenGame) -> bool:
    """Whether someone may have a seat of a game; raises `RightsUnknown` where nobody can say."""
    try:
        require(Power.ASK_FOR_SEAT, newcomer, game.info)
    except RightsUnknown:
        raise
    except NotAllowed:
        return False
    return True


def closed(info: VoteInfo, state: rows.State) -> VoteInfo:
    """A vote that has just been closed."""
    vote = msgspec.structs.replace(info.vote, state=state)
    return VoteInfo(vote, info.ballots, info.voters, info.needed)


async def nothing(tx: Transaction) -> None:
    """Nothing else to be written."""


async def now(tx: Transaction, game_id: int) -> GameInfo:
    """A game as it is after what the transaction did."""
    seated = await seat_rows.of_game(tx, game_id)
    return GameInfo(await games.get(tx, game_id), tuple(seated))
