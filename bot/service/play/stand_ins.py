"""Seats that play by themselves: AI players, stand-ins for those who are away, what was prepared.

They play until the game awaits a person, each choice written down on its own, so that a crash at
any moment costs nothing. Thinking is done outside the event loop, on a copy of the game.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from random import Random

from bot.service.clock import clocks
from bot.service.games.open_game import Still, Table
from bot.service.games.open_games import Hall
from bot.service.play.choosing import Choosing
from bot.service.play.prepared import play_prepared
from bot.store import clocks as clock_rows
from bot.store.errors import StaleWrite
from bot.store.moment import MINUTE
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.game import By
from engine.core.policies import Eyes, policy

log = logging.getLogger("herald.service")

MOST_IN_A_ROW = 5000
"""A table that plays on for longer without a person is looked after later."""
RETRY_AFTER = MINUTE


class StandIns:
    """Plays for whoever does not."""

    def __init__(self, hall: Hall, choosing: Choosing) -> None:
        self.hall = hall
        self.choosing = choosing

    async def settle(self, game_id: int) -> None:
        """Play until the game awaits a person, is paused or over.

        A fault leaves the game where it is, to be tried again later.
        """
        self.hall.restless.discard(game_id)
        self.hall.later.pop(game_id, None)
        try:
            for _ in range(MOST_IN_A_ROW):
                if not await self._go_on(game_id):
                    return
            log.warning("game=%s plays on and on by itself", game_id)
        except Exception:
            log.exception("game=%s cannot go on by itself", game_id)
        self.hall.later[game_id] = self.hall.now() + RETRY_AFTER

    async def _go_on(self, game_id: int) -> bool:
        """Play one choice; False when a person is awaited."""
        try:
            async with self.hall.table(game_id) as table:
                if not table.is_restless():
                    await self._rest(table)
                    return False
                if not await play_prepared(self.hall, self.choosing, table):
                    await self._play(table)
        except StaleWrite:
            # Another process was faster: look at what it made of the game.
            pass
        return True

    async def _rest(self, table: Table) -> None:
        """See that clocks run for all who are awaited, also for those who have just come back."""
        if table.row.status != "running":
            return
        starting = clocks.plan(table, None).start
        if starting:
            async with self.hall.store.transaction() as tx:
                for clock in starting:
                    await clock_rows.start(tx, table.row.id, clock)
        if table.is_deserted:
            returns = [table.wishes_of(seat.seat).away_until for seat in table.info.humans]
            soonest = min((each for each in returns if each is not None), default=None)
            if soonest is not None:
                self.hall.later[table.row.id] = soonest

    async def _play(self, table: Table) -> None:
        decision = next(
            decision
            for decision in table.position.match.pending()
            if decision.blocking and table.plays_itself(decision.seat)
        )
        await self.play_for(table, decision, by="ai")

    async def play_for(
        self, table: Table, decision: Decision, *, by: By, interaction: str | None = None
    ) -> None:
        """Let a steward make one choice for a seat; the default, if it has none that is legal."""
        choice = await self.advice(table, decision)
        try:
            await self.choosing.accept(table, choice, by=by, interaction=interaction)
        except IllegalChoice as illegal:
            log.error(
                "game=%s number=%d seat=%d kind=%s the steward's choice is illegal: %s",
                table.row.code,
                table.position.number,
                decision.seat,
                decision.kind,
                illegal.code,
            )
            default = Choice(decision.seat, decision.id, decision.default)
            await self.choosing.accept(table, default, by=by, interaction=interaction)

    async def advice(self, table: Table, decision: Decision) -> Choice:
        """What a steward would choose for a seat that is awaited."""
        position = table.position
        still = Still(position.rules, position.rules.copy(position.match.state), position.number)
        rng = Random(seed_of(position.match.server_seed, position.number))
        try:
            return await asyncio.to_thread(think, still, decision.seat, rng)
        except Exception:
            log.exception(
                "game=%s number=%d seat=%d kind=%s the steward fails",
                table.row.code,
                position.number,
                decision.seat,
                decision.kind,
            )
            return Choice(decision.seat, decision.id, decision.default)


def think(still: Still, seat: int, rng: Random) -> Choice:
    """A steward's choice for a seat that is awaited."""
    eyes = Eyes(still.rules, seat, still.open_to(seat), still.view)
    return policy("steward").choose(eyes, rng)


def seed_of(server_seed: bytes, number: int) -> int:
    """What a steward's chances depend on: a secret until the end of the game, then known."""
    digest = hashlib.sha256(b"steward %d " % number + server_seed).digest()
    return int.from_bytes(digest[:8], "big")
