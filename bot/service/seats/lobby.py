"""The lobby: seats before the start."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bot.moment import DAY
from bot.service.announcing.announcements import Ended, Invited, LobbyCard, in_channel
from bot.service.choices import deciding, preferences
from bot.service.errors import (
    BadWord,
    ChannelBusy,
    GameMovedOn,
    NoHumans,
    NotInLobby,
    NotSeated,
    SeatedAlready,
    TableFull,
    TooFewPlayers,
    TooManyLobbies,
    TooManyOpened,
)
from bot.service.game import clocks
from bot.service.game.events import stored_events
from bot.service.game.open_game import OpenGame, Rows
from bot.service.game.open_games import OpenGames
from bot.service.game.position import Position
from bot.service.game.voices import own_voice
from bot.service.requests import Actor, NewLobby, Person
from bot.service.responses import GameInfo
from bot.service.seats import agreements
from bot.service.seats.powers import Power, require
from bot.service.seats.servers import check_opening
from bot.store import Transaction, games, lifecycle, outbox, prepared, seats
from bot.store import clocks as clock_rows
from bot.store.clocks import Clock
from bot.store.errors import ChannelTaken, SeatTaken, WrongStatus
from bot.store.games import GameRow, Pace
from bot.store.lifecycle import SetUp
from bot.store.seats import Seat
from engine.core.dice import commitment
from engine.core.game import Game
from engine.core.registry import ruleset

SEED_BYTES = 32
NEW_GAME = 0
"""Stands for a game that has no number yet: nothing about any other is changed."""
NO_SHARE = b""
"""The share of a player who has given no word yet since the commitment is public."""
CLICK = "click"
"""What a share begins with that is the number of a click."""
WAITING_MOST = 5
"""How many games of one host may wait for players."""
OPENED_MOST = 20
"""How many games a user may open in channels within a day: each is a post or a thread there."""
LOBBY_DAYS = 14
"""A lobby that nobody starts closes after so long."""


class Lobby:
    """Opens games, seats people and begins."""

    def __init__(self, open_games: OpenGames) -> None:
        self.open_games = open_games

    async def may_open(self, user_id: int, new: NewLobby | None = None) -> None:
        """See whether a user may open one more game, and `new` one where they want to, before a
        thread is made for it.

        Raises `TooManyLobbies` or `TooManyOpened`, `MayNotOpen`, `NoGamesHere` or `ServerFull`.
        """

        async def check(tx: Transaction) -> None:
            await self._check_host(tx, user_id)
            if new is not None:
                await check_opening(tx, new)

        await self.open_games.store.read(check)

    async def _check_host(self, tx: Transaction, user_id: int) -> None:
        since = self.open_games.now() - DAY
        waiting, opened = await games.opened_by(tx, user_id, since)
        if waiting >= WAITING_MOST:
            raise TooManyLobbies(most=WAITING_MOST)
        if opened >= OPENED_MOST:
            raise TooManyOpened(most=OPENED_MOST)

    async def open(self, new: NewLobby) -> GameInfo:
        """Open a game; its commitment to the dice is fixed and public from now on.

        Raises `ChannelBusy` (with the game that is there), `BadOptions`, `BadSeatCount`, `BadPace`,
        and what `may_open` raises.
        """
        server_seed, now = self.open_games.rng.randbytes(SEED_BYTES), self.open_games.now()
        row = GameRow(
            ruleset=new.ruleset,
            ruleset_version=agreements.rules_called(new.ruleset).version,
            options=agreements.check_options(new.ruleset, new.options),
            seats_wanted=agreements.check_seats(new.ruleset, new.seats),
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            is_thread=new.is_thread,
            host_user_id=new.host.user_id,
            pace=Pace(phase_minutes=0) if new.practice else agreements.check_pace(new.pace),
            language=new.language,
            theme=new.theme,
            commitment=commitment(server_seed),
            created_at=now,
        )
        try:
            async with self.open_games.store.transaction(NEW_GAME) as tx:
                if new.channel_id is not None:
                    await self._check_host(tx, new.host.user_id)
                await check_opening(tx, new)
                game = await games.create(tx, row, server_seed, self.open_games.rng)
                if new.host_plays:
                    # Before the commitment is public nobody has a share in the dice.
                    await seats.sit(tx, self._seat(game, (), new.host, new.colour, NO_SHARE))
                end = now + LOBBY_DAYS * DAY
                closing = Clock(decision="lobby", kind="lobby", opened_at=now, due_at=end)
                await clock_rows.start(tx, game.id, closing)
                await say_card(tx, game, now)
                info = GameInfo(game, tuple(await seats.of_game(tx, game.id)))
        except ChannelTaken as taken:
            async with self.open_games.store.reading() as tx:
                other = await games.get(tx, taken.game_id)
                seated = await seats.of_game(tx, taken.game_id)
            raise ChannelBusy(GameInfo(other, tuple(seated))) from None
        self.open_games.wake_scheduler()
        return info

    def _seat(
        self,
        game: GameRow,
        others: tuple[Seat, ...],
        person: Person,
        colour: str | None,
        share: bytes,
    ) -> Seat:
        return Seat(
            game_id=game.id,
            seat=len(others),
            user_id=person.user_id,
            name=agreements.check_name(person.name),
            colour=agreements.free_colour(others, colour),
            player_seed=share,
            joined_at=self.open_games.now(),
        )

    @asynccontextmanager
    async def _changing(self, game_id: int) -> AsyncIterator[tuple[OpenGame, Transaction]]:
        """A lobby to be changed; its card is posted again. Raises `NotInLobby`."""
        async with self.open_games.open(game_id) as game:
            if game.row.status != "lobby":
                raise NotInLobby(status=game.row.status)
            try:
                async with self.open_games.store.transaction(game.row.id) as tx:
                    yield game, tx
                    await say_card(tx, game.row, game.now)
            except (SeatTaken, WrongStatus):
                # Another process was faster.
                raise GameMovedOn() from None

    async def _now(self, tx: Transaction, game_id: int) -> GameInfo:
        return GameInfo(await games.get(tx, game_id), tuple(await seats.of_game(tx, game_id)))

    async def join(
        self,
        game_id: int,
        person: Person,
        *,
        colour: str | None = None,
        interaction: str | None = None,
    ) -> GameInfo:
        """Sit down. The number of the click is the player's share of the dice (see `set_word`).

        Raises `NotMember`, `NotInLobby`, `TableFull`, `SeatedAlready`, `ColourTaken`.
        """
        async with self._changing(game_id) as (game, tx):
            require(Power.JOIN, Actor(person.user_id, person.rights), game.info)
            seated = game.info.seat_of(person.user_id)
            if seated is not None:
                raise SeatedAlready(seat=seated.seat)
            if not game.info.free_seats:
                raise TableFull(seats=game.row.seats_wanted)
            share = share_of(interaction, len(game.seats))
            await seats.sit(tx, self._seat(game.row, game.seats, person, colour, share))
            return await self._now(tx, game_id)

    async def add_ai(self, game_id: int, by: Actor, *, colour: str | None = None) -> GameInfo:
        """Let an AI player sit down. Raises `NotHost`, `NotInLobby`, `TableFull`."""
        async with self._changing(game_id) as (game, tx):
            require(Power.SEAT_AI, by, game.info)
            if not game.info.free_seats:
                raise TableFull(seats=game.row.seats_wanted)
            person = Person(0, self._ai_name(game))
            seat = self._seat(game.row, game.seats, person, colour, NO_SHARE)
            await seats.sit(tx, msgspec.structs.replace(seat, user_id=None, kind="ai"))
            return await self._now(tx, game_id)

    async def invite(self, game_id: int, by: Actor, before: GameInfo) -> GameInfo:
        """Invite all who played a game to the lobby of another; AI players sit down at once."""
        for seat in before.seats:
            if seat.kind == "ai":
                await self.add_ai(game_id, by)
        users = [seat.user_id for seat in before.seats if seat.user_id not in (None, by.user_id)]
        async with self._changing(game_id) as (game, tx):
            if users:
                invited = Invited(game_id=game_id, by=by.user_id, users=tuple(users))
                await outbox.post_all(tx, game_id, in_channel(game.row, invited), game.now)
            return await self._now(tx, game_id)

    def _ai_name(self, game: OpenGame) -> str:
        """A name that nobody has here; which come first depends on the game, for variety."""
        taken = {name.casefold() for name in game.info.names}
        own = own_voice(game.row.language)
        names = own.say("ai.names").split(", ")
        first = game.row.id % len(names)
        free = [name for name in (*names[first:], *names[:first]) if name.casefold() not in taken]
        return free[0] if free else own.say("ai.another", name=names[first])

    async def free_seat(self, game: OpenGame, user_id: int) -> GameInfo:
        """Free a user's seat. The host's role passes on; an empty lobby closes."""
        seat = game.seat_of(user_id)
        async with self.open_games.store.transaction(game.row.id) as tx:
            await self._free(tx, game, seat)
            return await self._now(tx, game.row.id)

    async def remove(self, game_id: int, seat: int, by: Actor) -> GameInfo:
        """Send someone, or an AI player, away from the lobby. Raises `NotHost`, `NotInLobby`."""
        async with self._changing(game_id) as (game, tx):
            require(Power.SEAT_AI, by, game.info)
            if not 0 <= seat < len(game.seats):
                raise NotSeated()
            await self._free(tx, game, game.seats[seat])
            return await self._now(tx, game_id)

    async def _free(self, tx: Transaction, game: OpenGame, seat: Seat) -> None:
        row, now = game.row, game.now
        await seats.leave(tx, row.id, seat.seat)
        people = [other for other in game.info.humans if other.seat != seat.seat]
        if not people:
            closed = Ended(game_id=row.id, reason="lobby_closed")
            await say_card(tx, row, now)
            await lifecycle.abandon_game(tx, row.id, now, in_channel(row, closed))
            return
        if seat.user_id == row.host_user_id and people[0].user_id is not None:
            await games.change(tx, row.id, host_user_id=people[0].user_id)
        await say_card(tx, row, now)

    async def set_options(self, game_id: int, options: Mapping[str, Any], by: Actor) -> GameInfo:
        """Change some of the table's options in the lobby. Raises `BadOptions`, `NotHost`."""
        async with self._changing(game_id) as (game, tx):
            require(Power.SET_OPTIONS, by, game.info)
            chosen = agreements.check_options(game.row.ruleset, {**game.row.options, **options})
            await games.change(tx, game_id, options=chosen)
            now = await self._now(tx, game_id)
            for seat in preferences.outdated(now):
                await seats.prefer(tx, game_id, seat.seat, None)
            return await self._now(tx, game_id)

    async def set_seats(self, game_id: int, wanted: int, by: Actor) -> GameInfo:
        """Change how many can sit down. Raises `BadSeatCount`, `NotHost`, `NotInLobby`."""
        async with self._changing(game_id) as (game, tx):
            require(Power.SET_OPTIONS, by, game.info)
            agreements.check_seats(game.row.ruleset, wanted)
            if wanted < len(game.seats):
                raise TableFull(seats=len(game.seats))
            await games.change(tx, game_id, seats_wanted=wanted)
            return await self._now(tx, game_id)

    async def set_colour(self, game_id: int, user_id: int, colour: str) -> GameInfo:
        """Choose one's colour in the lobby. Raises `ColourTaken`, `NotSeated`, `NotInLobby`."""
        async with self._changing(game_id) as (game, tx):
            seat = game.seat_of(user_id)
            others = [other for other in game.seats if other.seat != seat.seat]
            chosen = agreements.free_colour(others, colour)
            await seats.change(tx, game_id, seat.seat, colour=chosen)
            return await self._now(tx, game_id)

    async def set_preference(self, game_id: int, user_id: int, key: str | None) -> GameInfo:
        """Choose in the lobby what the game would ask for at its start; None takes it back.

        What can be chosen is `GameInfo.lobby_choice`; the choice is public. Raises
        `PreferenceTaken`, `NoLobbyChoice`, `NotSeated`, `NotInLobby`.
        """
        async with self._changing(game_id) as (game, tx):
            seat = game.seat_of(user_id)
            chosen = None if key is None else agreements.check_preference(game.info, seat, key)
            await seats.prefer(tx, game_id, seat.seat, chosen)
            return await self._now(tx, game_id)

    async def set_word(self, game_id: int, user_id: int, word: str) -> GameInfo:
        """Give one's own word for the dice, in the lobby. Raises `BadWord`, `NotSeated`.

        A word is given once: for one that can be foreseen, a secret that suits it could be found by
        trying before the lobby is opened.
        """
        share = agreements.check_word(word).encode()
        async with self._changing(game_id) as (game, tx):
            if await seats.gave_before(tx, game_id, user_id, share):
                raise BadWord(longest=len(share), reason="used")
            await seats.change(tx, game_id, game.seat_of(user_id).seat, player_seed=share)
            return await self._now(tx, game_id)

    async def set_pace(self, game_id: int, pace: Pace, by: Actor) -> GameInfo:
        """Set the pace; see `change_pace`."""
        return await self.change_pace(game_id, lambda _: pace, by)

    async def change_pace(
        self, game_id: int, change: Callable[[Pace], Pace], by: Actor
    ) -> GameInfo:
        """Make another pace of that which is, in the lobby or in play; clocks that run keep time.

        Raises `BadPace`, `NotHost`.
        """
        async with self.open_games.open(game_id) as game:
            require(Power.SET_OPTIONS, by, game.info)
            pace = change(game.row.pace)
            agreements.check_pace(pace)
            async with self.open_games.store.transaction(game.row.id) as tx:
                await games.change(tx, game_id, pace=pace)
                if game.row.status == "lobby":
                    await say_card(tx, game.row, game.now)
                return await self._now(tx, game_id)

    async def set_watching(self, game_id: int, open_to_outsiders: bool, by: Actor) -> GameInfo:
        """Choose whether people outside the server may see the game. Raises `NotHost`."""
        async with self.open_games.open(game_id) as game:
            require(Power.SET_OPTIONS, by, game.info)
            async with self.open_games.store.transaction(game.row.id) as tx:
                await games.change(tx, game_id, open_to_outsiders=open_to_outsiders)
                if game.row.status == "lobby":
                    await say_card(tx, game.row, game.now)
                return await self._now(tx, game_id)

    async def set_host(self, game_id: int, to: int, by: Actor) -> GameInfo:
        """Pass the host's role to another seated user. Raises `NotHost`, `NotSeated`."""
        async with self.open_games.open(game_id) as game:
            require(Power.SET_HOST, by, game.info)
            game.seat_of(to)
            async with self.open_games.store.transaction(game.row.id) as tx:
                await games.change(tx, game_id, host_user_id=to)
                if game.row.status == "lobby":
                    await say_card(tx, game.row, game.now)
                return await self._now(tx, game_id)

    async def start(self, game_id: int, by: Actor, *, interaction: str | None = None) -> GameInfo:
        """Begin, with the seats in the order people joined.

        The number of the click is the share of who has given no word since the lobby was opened.
        Raises `NotHost`, `NotInLobby`, `TooFewPlayers`, `NoHumans`.
        """
        async with self.open_games.open(game_id) as game:
            if game.row.status != "lobby":
                raise NotInLobby(status=game.row.status)
            require(Power.START, by, game.info)
            least = ruleset(game.row.ruleset).seats.start
            if len(game.seats) < least:
                raise TooFewPlayers(least=least, seated=len(game.seats))
            if not game.info.humans:
                raise NoHumans()
            info = await self._begin(game, interaction)
        self.open_games.schedule(game_id)
        return info

    async def _begin(self, game: OpenGame, click: str | None) -> GameInfo:
        row = game.row
        shares = [share_at_start(each, click) for each in game.seats]
        new = [each.seat for each in game.seats if each.player_seed != shares[each.seat]]
        game.sit(
            tuple(
                msgspec.structs.replace(each, player_seed=shares[each.seat]) for each in game.seats
            )
        )
        server_seed = await self.open_games.store.read(lambda tx: games.server_seed(tx, row.id))
        engine_game = Game.new(
            row.ruleset,
            game.info.names,
            row.options,
            server_seed,
            [seat.player_seed for seat in game.seats],
        )
        kept = list(preferences.as_prepared(game.info, game.now))
        rows = Rows(
            row=msgspec.structs.replace(row, status="running"),
            seats=game.seats,
            clocks=(),
            # They have no numbers yet; that they wait decides what is announced.
            prepared=tuple(kept),
            wishes=game.wishes,
            position=Position(engine_game, {}, {}),
        )
        begun = OpenGame(rows, game.now)
        journal = begun.position.journal
        set_up = SetUp(
            turn=engine_game.rules.turn(engine_game.state),
            draws=[list(draw) for draw in journal.setup.draws],
            events=stored_events(journal.disclosures),
            hash=journal.head,
            state_hash=journal.state_hash,
        )
        plan = clocks.plan(begun, None)
        async with self.open_games.store.transaction(game.row.id) as tx:
            for seat in new:
                share = game.seats[seat].player_seed
                await seats.change(tx, row.id, seat, player_seed=share)
            await games.change(
                tx,
                row.id,
                options=engine_game.table.options,
                ruleset_version=engine_game.rules.version,
            )
            await lifecycle.start_game(
                tx,
                row.id,
                set_up,
                begun.position.encoded(),
                at=game.now,
                awaited=begun.position.awaited(),
                start_clocks=plan.start,
                say=deciding.at_start(begun, plan),
            )
            for each in kept:
                await prepared.add(tx, each)
            return await self._now(tx, row.id)


def share_at_start(seat: Seat, click: str | None) -> bytes:
    """The share that a seat has in the dice when the game begins.

    Who gave no word since the lobby was opened takes part with the click that starts the game. That
    of an AI player is its place at the table then: an earlier one would depend on who was there and
    has left, and so on whoever sends AI players in and out.
    """
    if seat.kind == "ai":
        return f"ai {seat.seat}".encode()
    return share_of(click, seat.seat) if seat.player_seed == NO_SHARE else seat.player_seed


def share_of(click: str | None, seat: int) -> bytes:
    """A player's share of the dice without a word of theirs: the number of their click.

    The number is Discord's. Herald itself draws no share: its operator could draw again and
    again until the dice are to their liking. Where nothing is clicked it is the place at the table,
    from 1: a share is kept as long as the game, so it says nothing about who the player is.
    """
    return (f"user {seat + 1}" if click is None else f"{CLICK} {click}").encode()


async def say_card(tx: Transaction, game: GameRow, now: int) -> None:
    """Have the lobby's card shown as it is."""
    for message in in_channel(game, LobbyCard(game_id=game.id)):
        await outbox.post(tx, game.id, message, now)
