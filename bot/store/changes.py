"""Which games this process has changed, so that rows that are in memory need not be read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bot.store import tables

_UNRELATED = frozenset({tables.outbox_messages.name, tables.guilds.name, tables.channels.name})
"""Tables that hold nothing of what is kept in memory about a game."""


class Version(NamedTuple):
    """What was counted when the rows of a game were read."""

    foreign: int
    """Changes by other processes."""
    anywhere: int
    """Changes of this process that may have met any game."""
    own: int
    """Changes of this process to this game."""


class Changes:
    """Counts changes."""

    def __init__(self) -> None:
        self.when_posted: list[Callable[[], None]] = []
        """Called whenever messages may have been put into the outbox."""
        self._anywhere = 0
        self._own: Counter[int] = Counter()

    def note(
        self, wrote: Iterable[str | None], game_id: int | None = None, *, quiet: bool = False
    ) -> None:
        """Note that a transaction ended that wrote to some tables, of one game if that is known.

        A `quiet` one put nothing new into the outbox, if it is known what it wrote.
        """
        tables_written = set(wrote)
        if None in tables_written or (not quiet and tables.outbox_messages.name in tables_written):
            for call in self.when_posted:
                call()
        if not tables_written - _UNRELATED:
            return
        if game_id is None:
            self._anywhere += 1
        else:
            self._own[game_id] += 1

    def version(self, game_id: int, foreign: int) -> Version:
        """The counts for a game."""
        return Version(foreign, self._anywhere, self._own[game_id])

    def after_own(self, before: Version, game_id: int) -> Version | None:
        """The counts after just one more change to a game; None if there were others."""
        after = before._replace(own=before.own + 1)
        return after if after == self.version(game_id, before.foreign) else None
