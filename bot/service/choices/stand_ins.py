"""Seats that play by themselves: AI players, stand-ins for absent players, prepared choices.

They play until the game awaits a person, each choice written down on its own, so that a crash at
any moment costs nothing. Thinking is done outside the event loop, on a copy of the game.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from random import Random

from bot.moment import MINUTE, Moment
from bot.service.choices import deciding
from bot.service.choices.choosing import Choosing, Say
from bot.service.choices.playing_on import can_play_on
from bot.service.choices.preferences import left_to_people
from bot.service.choices.prepared import play_prepared
from bot.service.choices.writing import announcing
from bot.service.game import clocks, days
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.game.snapshot import Snapshot
from bot.store import clocks as clock_rows
from bot.store.errors import BrokenChain, DatabaseCorrupt, StaleWrite
from engine.core.absence import careful
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.game import By
from engine.core.policies import Eyes, policy

log = logging.getLogger("herald.service")

MOST_IN_A_ROW = 5000
"""A table that plays on for longer without a person is looked after later."""
RETRY_AFTER = MINUTE


class StandIns:
    """Plays for the seats whose players do not."""

    def __init__(self, open_games: OpenGames, choosing: Choosing) -> None:
        self.open_games = open_games
        self.choosing = choosing

    async def settle(self, game_id: int) -> None:
        """Play until the game awaits a person, is paused or over.

        A fault leaves the game where it is, to be tried again later.
        """
        self.open_games.playable.discard(game_id)
        self.open_games.retry_at.pop(game_id, None)
        try:
            for _ in range(MOST_IN_A_ROW):
                if not await self._go_on(game_id):
                    return
            log.warning("game=%s plays on and on by itself", game_id)
        except (BrokenChain, DatabaseCorrupt) as damaged:
            log.error("game=%s cannot go on: %s", game_id, damaged)
        except Exception:
            log.exception("game=%s cannot go on by itself", game_id)
        self.open_games.retry_at[game_id] = self.open_games.now() + RETRY_AFTER

    async def _go_on(self, game_id: int) -> bool:
        """Play one choice; False when a person is awaited."""
        try:
            async with self.open_games.open(game_id) as game:
                if not can_play_on(game):
                    await self._rest(game)
                    return False
                await self.choosing.note_rest(game)
                if not await play_prepared(self.open_games, self.choosing, game):
                    await self._play(game)
        except StaleWrite:
            # Another process was faster: look at what it made of the game.
            pass
        return True

    async def _rest(self, game: OpenGame) -> None:
        """See that clocks run for all who are awaited, also for those who have just come back, and
        that the channel says so: not by choices alone it changes who is awaited until when."""
        if game.row.status != "running":
            return
        await self.choosing.note_rest(game)
        plan = clocks.ClockPlan((), clocks.plan(game, None).start, ())
        ends = plan.ends(game.clocks)
        if plan.start or deciding.is_behind(game, ends):
            store = self.open_games.store
            async with announcing(
                store, game, lambda: deciding.at_rest(game, ends, None, at_once=True)
            ) as tx:
                for clock in plan.start:
                    await clock_rows.start(tx, game.row.id, clock)
        if game.is_deserted:
            returns = [game.wishes_of(seat.seat).away_until for seat in game.info.humans]
            soonest = min((each for each in returns if each is not None), default=None)
            if soonest is not None:
                self.open_games.retry_at[game.row.id] = soonest
                await self._wait_with_the_turn(game, soonest)

    async def _wait_with_the_turn(self, game: OpenGame, until: Moment) -> None:
        """Let a daily turn last until who comes back first has had time to play."""
        turn = days.turn_clock(game)
        if turn is None or game.row.pace.kind != "daily":
            return
        due = days.next_hour(game.row.pace, until + days.LEAST_TURN)
        if due > turn.due_at:
            async with self.open_games.store.transaction(game.row.id) as tx:
                await clock_rows.postpone(tx, turn.id, due, None)

    async def _play(self, game: OpenGame) -> None:
        decision = next(
            decision
            for decision in game.position.pending()
            if decision.blocking
            and (game.plays_itself(decision.seat) or days.is_over_for(game, decision.seat))
        )
        if game.plays_itself(decision.seat):
            await self.play_for(game, decision, by="ai")
        else:
            await self.play_absent(game, decision, by="ai")

    async def play_absent(
        self,
        game: OpenGame,
        decision: Decision,
        *,
        by: By,
        interaction: str | None = None,
        say: Say | None = None,
    ) -> None:
        """Answer a question whose time is over, in the way that the table has chosen."""
        plays = game.row.pace.at_the_end
        if plays == "default":
            choice = Choice(decision.seat, decision.id, decision.default)
            await self.choosing.accept(game, choice, by=by, interaction=interaction, say=say)
            return
        with_care = plays == "careful"
        await self.play_for(
            game, decision, by=by, interaction=interaction, with_care=with_care, say=say
        )

    async def play_for(
        self,
        game: OpenGame,
        decision: Decision,
        *,
        by: By,
        interaction: str | None = None,
        with_care: bool = False,
        say: Say | None = None,
    ) -> None:
        """Let a steward make one choice for a seat; the default, if it has none that is legal."""
        choice = await self.advice(game, decision, with_care=with_care)
        try:
            await self.choosing.accept(game, choice, by=by, interaction=interaction, say=say)
        except IllegalChoice as illegal:
            log.error(
                "game=%s number=%d seat=%d kind=%s the steward's choice is illegal: %s",
                game.row.code,
                game.position.number,
                decision.seat,
                decision.kind,
                illegal.code,
            )
            default = Choice(decision.seat, decision.id, decision.default)
            await self.choosing.accept(game, default, by=by, interaction=interaction, say=say)

    async def advice(
        self, game: OpenGame, decision: Decision, *, with_care: bool = False
    ) -> Choice:
        """What a steward would choose for a seat that is awaited; `with_care` nothing grave."""
        position = game.position
        snapshot = Snapshot(
            position.rules, position.rules.copy(position.game.state), position.number
        )
        rng = Random(seed_of(position.game.server_seed, position.number))
        modest = left_to_people(game, decision)
        try:
            if with_care:
                asked = modest or decision
                view = snapshot.view(decision.seat)
                return await asyncio.to_thread(careful, snapshot.rules, view, asked, rng)
            return await asyncio.to_thread(think, snapshot, decision.seat, rng, modest)
        except Exception:
            log.exception(
                "game=%s number=%d seat=%d kind=%s the steward fails",
                game.row.code,
                position.number,
                decision.seat,
                decision.kind,
            )
            return Choice(decision.seat, decision.id, decision.default)


def think(snapshot: Snapshot, seat: int, rng: Random, modest: Decision | None = None) -> Choice:
    """A steward's choice for a seat that is awaited.

    `modest` is asked in place of the decision of its id: it has fewer options.
    """
    decisions = snapshot.open_to(seat)
    if modest is not None:
        decisions = [modest if each.id == modest.id else each for each in decisions]
    eyes = Eyes(snapshot.rules, seat, decisions, snapshot.view)
    return policy("steward").choose(eyes, rng)


def seed_of(server_seed: bytes, number: int) -> int:
    """What a steward's chances depend on: a secret until the end of the game, then known."""
    digest = hashlib.sha256(b"steward %d " % number + server_seed).digest()
    return int.from_bytes(digest[:8], "big")
