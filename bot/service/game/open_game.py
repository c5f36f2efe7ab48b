"""A game under its lock: its rows, and the engine's side of it.

States of the engine are seen in this folder and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

import msgspec

from bot.moment import Moment
from bot.service.errors import NotPlaying, NotSeated, StandInPlays
from bot.service.game.position import Position
from bot.service.game.voices import game_catalog
from bot.service.responses import GameInfo
from bot.service.timing import hours
from bot.store.changes import Version
from bot.store.clocks import Clock
from bot.store.games import GameRow
from bot.store.people import User
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from engine.core.messages import Catalog

BASE_SIZE = 24 << 10
"""Bytes that the rows of a game take, its position aside."""


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """A game's rows as they were at a version of the store, with its position unless in a lobby.

    They are kept between calls and shared: nobody changes them.
    """

    row: GameRow
    seats: tuple[Seat, ...]
    clocks: tuple[Clock, ...]
    prepared: tuple[Prepared, ...]
    wishes: Mapping[int, User]
    position: Position | None
    version: Version | None = None

    def at(self, version: Version | None) -> Rows:
        """The same, known to be true at a version."""
        return msgspec.structs.replace(self, version=version)

    @property
    def size(self) -> int:
        """About how many bytes of memory they take."""
        return BASE_SIZE + (self.position.size if self.position is not None else 0)


class OpenGame:
    """A game under its lock, for one piece of work: its rows may be changed here, then written."""

    def __init__(self, rows: Rows, now: Moment) -> None:
        self.row = rows.row
        self.wishes = rows.wishes
        self.now = now
        self.sit(rows.seats)
        self.clocks = list(rows.clocks)
        self.prepared = list(rows.prepared)
        self.version = rows.version
        self._position = rows.position
        self.opened = perf_counter()
        """When the work on the next choice began, for the log."""

    def sit(self, seats: tuple[Seat, ...]) -> None:
        """Note who sits where, from now on."""
        self.seats = seats
        self.names = tuple([seat.name for seat in seats])
        """The players' names, by seat."""
        self._playing_themselves: frozenset[int] | None = None

    def rows(self) -> Rows:
        """The rows as they are here now."""
        return Rows(
            row=self.row,
            seats=self.seats,
            clocks=tuple(self.clocks),
            prepared=tuple(self.prepared),
            wishes=self.wishes,
            position=self._position,
            version=self.version,
        )

    @property
    def info(self) -> GameInfo:
        """The game and its seats."""
        return GameInfo(self.row, self.seats)

    @property
    def has_begun(self) -> bool:
        """Whether there is an engine's side."""
        return self._position is not None

    @property
    def position(self) -> Position:
        """The engine's side; raises `NotPlaying` in a lobby or a game ended in it."""
        if self._position is None:
            raise NotPlaying(status=self.row.status)
        return self._position

    @property
    def is_ahead(self) -> bool:
        """Whether something was played here that is not in the store."""
        return self._position is not None and self._position.number != self.row.choice_count

    @property
    def catalog(self) -> Catalog:
        """The sentences of the rules and of the service, in the game's language."""
        return game_catalog(self.row.ruleset, self.row.language)

    @property
    def fallen(self) -> tuple[int, ...]:
        """The seats that are out of the game by its rules."""
        return self.position.game.view(None).fallen

    def must_run(self) -> None:
        """Raise `NotPlaying` unless the game is being played now."""
        if self.row.status != "running":
            raise NotPlaying(status=self.row.status)

    def seat_of(self, user_id: int) -> Seat:
        """A user's seat; raises `NotSeated`."""
        found = self.info.seat_of(user_id)
        if found is None:
            raise NotSeated()
        return found

    def playing_seat(self, user_id: int) -> Seat:
        """The seat a user plays; raises `NotSeated`, or `StandInPlays` if a stand-in does."""
        seat = self.seat_of(user_id)
        if seat.kind != "human":
            raise StandInPlays()
        return seat

    def wishes_of(self, seat: int) -> User:
        """How the occupant of a seat wants to be treated."""
        user_id = self.seats[seat].user_id
        if user_id is None:
            return User(user_id=0)
        return self.wishes.get(user_id) or User(user_id=user_id)

    def plays_itself(self, seat: int) -> bool:
        """Whether an AI player has the seat, or a stand-in plays for its absent player."""
        return seat in self.playing_themselves

    @property
    def playing_themselves(self) -> frozenset[int]:
        """The seats of AI players and of those for whom a stand-in plays; found once."""
        if self._playing_themselves is None:
            found = (seat.seat for seat in self.seats if self._needs_nobody(seat))
            self._playing_themselves = frozenset(found)
        return self._playing_themselves

    def _needs_nobody(self, seat: Seat) -> bool:
        if seat.kind != "human":
            return True
        wishes = self.wishes_of(seat.seat)
        return wishes.when_away == "stand_in" and hours.is_away(wishes, self.now)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is there but AI players and stand-ins."""
        return len(self.playing_themselves) == len(self.seats)
