"""A table: a game in memory, with everything about it that the store keeps.

States of the engine are seen here and in `loading`, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import perf_counter

from bot.moment import Moment
from bot.service.clock import hours
from bot.service.errors import NotPlaying, NotSeated, StandInPlays
from bot.service.games.position import Position
from bot.service.responses import GameInfo
from bot.service.voices import game_catalog
from bot.store.clocks import Clock
from bot.store.games import GameRow
from bot.store.people import User
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from engine.core.messages import Catalog


class OpenGame:
    """A game under its lock: the rows as they are now, and its position unless it is a lobby.

    The rows are read anew each time a table is opened, so that whatever was changed elsewhere
    (another process, another part) is seen.
    """

    def __init__(
        self,
        row: GameRow,
        seats: Iterable[Seat],
        clocks: Iterable[Clock],
        prepared: Iterable[Prepared],
        wishes: Mapping[int, User],
        position: Position | None,
        now: Moment,
    ) -> None:
        self.row = row
        self.seats = tuple(seats)
        self.clocks = list(clocks)
        self.prepared = list(prepared)
        self.wishes = wishes
        self._position = position
        self.now = now
        self.opened = perf_counter()
        """When the work on the next choice began, for the log."""

    @property
    def info(self) -> GameInfo:
        """The game and its seats."""
        return GameInfo(self.row, self.seats)

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
        if self.seats[seat].kind != "human":
            return True
        wishes = self.wishes_of(seat)
        return wishes.when_away == "stand_in" and hours.is_away(wishes, self.now)

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is there but AI players and stand-ins."""
        return all(self.plays_itself(seat.seat) for seat in self.seats)

    def can_play_on(self) -> bool:
        """Whether something can be played at once: an AI player's choice, or a prepared one.

        A table that everybody has left for a while waits for them.
        """
        if self.row.status != "running" or self._position is None or self.is_deserted:
            return False
        kept = {(each.seat, each.kind) for each in self.prepared if each.is_waiting}
        return any(
            decision.blocking
            and (self.plays_itself(decision.seat) or (decision.seat, decision.kind) in kept)
            for decision in self.position.game.pending()
        )
