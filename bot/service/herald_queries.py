"""The part of `Herald` that changes nothing: games, views, the log, results."""

from __future__ import annotations

from bot.service.queries.queries import Looking
from bot.service.responses import (
    CatchUp,
    DoneForYou,
    Export,
    GameInfo,
    InboxItem,
    LogPage,
    LogReport,
    Result,
    Status,
)
from engine.core.events import Event
from engine.core.messages.digest import Digest
from engine.core.view import View


class HeraldQueries:
    """What a chat can look up."""

    _looking: Looking

    async def game(self, game_id: int) -> GameInfo:
        """A game and its seats. Raises `UnknownGame`."""
        return await self._looking.game(game_id)

    async def game_in_channel(self, channel_id: int) -> GameInfo | None:
        """The game that a channel hosts now."""
        return await self._looking.in_channel(channel_id)

    async def game_by_code(self, code: str) -> GameInfo | None:
        """The game of that public code."""
        return await self._looking.by_code(code)

    async def status(self, game_id: int) -> Status:
        """Where a game stands, for everybody."""
        return await self._looking.status(game_id)

    async def view(
        self, game_id: int, user_id: int | None = None, number: int | None = None
    ) -> View:
        """What a user's seat may know, now or after an entry; with None, what a spectator may.

        Someone without a seat is a spectator. Raises `NotPlaying` in the lobby.
        """
        return await self._looking.view(game_id, user_id, number)

    async def log(
        self,
        game_id: int,
        user_id: int | None = None,
        *,
        since: int = -1,
        until: int | None = None,
        limit: int = 200,
    ) -> LogReport:
        """What a user's seat, or a spectator, may know of the entries after `since`, as sentences.

        -1 begins with the set-up. At most `limit` entries are read.
        """
        return await self._looking.log(game_id, user_id, since, until, limit)

    async def log_page(
        self,
        game_id: int,
        user_id: int | None = None,
        *,
        since: int | None = None,
        first: int | None = None,
        last: int | None = None,
        letters: int,
    ) -> LogPage:
        """A page of the log, for leafing; without more said, the latest.

        Or that which follows entry `since`, the last one of a turn; or that which begins with the
        place `first`, or ends with the place `last`. It has whole turns where they fit. It does not
        depend on what others did in secret, except for the places of what it says.
        """
        return await self._looking.log_page(game_id, user_id, since, first, last, letters)

    async def end_of_turn(self, game_id: int, turn: int) -> int:
        """The number of the last entry that left a game in a turn, or in an earlier one."""
        return await self._looking.end_of_turn(game_id, turn)

    async def digest(
        self,
        game_id: int,
        user_id: int | None = None,
        *,
        since: int | None = None,
        until: int | None = None,
        limit: int = 1000,
    ) -> Digest:
        """What a user's seat, or a spectator, may know after an entry, in a few words.

        Without `since`: after the seat's own latest entry, or from the beginning.
        """
        return await self._looking.digest(game_id, user_id, since, until, limit)

    async def done_by_clock(self, game_id: int, number: int) -> DoneForYou | None:
        """What all may know of what was done when a player's time was over, up to an entry."""
        return await self._looking.done_by_clock(game_id, number)

    async def catch_up(
        self, game_id: int, user_id: int, since: int | None = None
    ) -> CatchUp | None:
        """What happened in a game after an entry, as a user may know it; None for nothing.

        Without `since`: while the user was away, the last time, or lately for a spectator.
        """
        return await self._looking.catch_up(game_id, user_id, since)

    async def happened(
        self, game_id: int, since: int, until: int, *, limit: int = 200
    ) -> list[Event]:
        """The public events after one entry, up to another, for pictures."""
        return await self._looking.happened(game_id, since, until, limit)

    async def heard(self, game_id: int, user_id: int, *, limit: int = 400) -> list[Event]:
        """The latest events that a user's seat, or a spectator, may see, oldest first."""
        return await self._looking.heard(game_id, user_id, limit)

    async def log_mark(self, game_id: int, number: int) -> str:
        """What is posted of the log's fingerprint after an entry, to hold a record against."""
        return await self._looking.log_mark(game_id, number)

    async def inbox(self, user_id: int) -> list[InboxItem]:
        """What awaits a user in all games, soonest clock first; then their other games."""
        return await self._looking.inbox(user_id)

    async def export(self, game_id: int, user_id: int = 0) -> Export:
        """A game as one file, for a user. Raises `NotPlaying` in the lobby, and `TooBusy`."""
        return await self._looking.export(game_id, user_id)

    async def result(self, game_id: int) -> Result:
        """How a game ended. Raises `NotFinished`."""
        return await self._looking.result(game_id)
