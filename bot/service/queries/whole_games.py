"""A game with its complete log, read from the store outside of the game's lock."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.service.game.events import read_events
from bot.service.game.log import entries_after
from bot.service.game.open_game import OpenGame
from bot.service.game.states import draws_of, engine_entry, engine_table, has_its_hash
from bot.store import Store, Transaction
from bot.store.choices import SETUP, LogEntry
from bot.store.errors import BrokenChain
from bot.store.games import GameRow
from bot.store.seats import Seat
from engine.core.game import Game, Journal, Setup, Table
from engine.core.record import Record, replay
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset

Scores = tuple[tuple[int, tuple[int, ...]], ...]
"""The scores of all seats at the end of each turn: (turn, by seat)."""


class WholeGame(NamedTuple):
    """What has to be known of a game, at one moment, to read all of it later."""

    row: GameRow
    seats: Sequence[Seat]
    rules: Ruleset[Any]
    state: Any
    server_seed: bytes
    head: str
    """The fingerprint of its latest entry."""

    @classmethod
    def of(cls, game: OpenGame) -> WholeGame:
        """Note where a game stands, under its lock."""
        position = game.position
        state = position.rules.copy(position.game.state)
        seed, head = position.game.server_seed, position.journal.head
        return cls(game.row, tuple(game.seats), position.rules, state, seed, head)

    async def read(self, store: Store) -> Game:
        """The game with its complete log, fit to make a record of. Raises `BrokenChain`.

        A long log takes a while: neither the event loop nor a connection is held up by it.
        """
        entries, agreed = await store.read(self._rows)
        return await asyncio.to_thread(self._made, entries, agreed)

    async def _rows(self, tx: Transaction) -> tuple[list[LogEntry], Table]:
        # Entries that were added since are left out: the state is that of the noted moment.
        count = self.row.choice_count
        entries = await entries_after(tx, self.row.id, SETUP - 1, count, limit=count + 1)
        return entries, await engine_table(tx, self.row, self.seats)

    def _made(self, entries: Sequence[LogEntry], agreed: Table) -> Game:
        for entry in entries:
            if not has_its_hash(entry):
                raise BrokenChain(self.row.id, entry.number, "the entry was changed")
        first, *chosen = entries
        journal = Journal.resume(
            agreed,
            Setup(draws_of(first), first.state_hash),
            entries[-1].hash,
            entries[-1].state_hash,
            entries=[engine_entry(each) for each in chosen],
            first_link=first.hash if self.row.agreed_hash else "",
            disclosures=[each for entry in entries for each in read_events(self.rules, entry)],
        )
        return Game.resume(agreed, self.server_seed, self.state, journal)


def scores_by_turn(record: Record) -> Scores:
    """The scores at the end of each turn, from a replay.

    Looks only where there was a headline, since a turn never ends without one.
    """
    rules = ruleset(record.table.ruleset)
    found: dict[int, tuple[int, ...]] = {}
    last: Any = None
    for _, step in replay(record, trusted=True):
        last = step.state
        if any(type(each.event).headline for each in step.events):
            view = rules.view(step.state, None)
            found[view.turn] = view.scores
    if last is not None:
        view = rules.view(last, None)
        found[view.turn] = view.scores
    return tuple(sorted(found.items()))
