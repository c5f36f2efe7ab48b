"""One press that ends several parts of a turn: the present one now, later ones in their time."""

from __future__ import annotations

from bot.service.choices.batches import keep_for_later
from bot.service.choices.choosing import TRIES, Choosing
from bot.service.errors import GameMovedOn
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.responses import Receipt
from bot.store import prepared as rows
from bot.store.errors import StaleWrite
from engine.core.decision import Choice


class TurnEnds:
    """Ends turns."""

    def __init__(self, open_games: OpenGames, choosing: Choosing) -> None:
        self.open_games = open_games
        self.choosing = choosing

    async def end_turn(
        self,
        game_id: int,
        user_id: int,
        decision: str,
        *,
        interaction: str,
        tag: str,
        stays: bool = False,
    ) -> Receipt:
        """End an open decision and whatever comes after it in the turn (`Ruleset.ends_after`).

        The later ends are prepared choices that count in this turn only: they can be dropped, and
        what is prepared already stays. Raises what `choose` raises.
        """
        for _ in range(TRIES):
            try:
                async with self.open_games.open(game_id) as game:
                    return await self._end_turn(game, user_id, decision, interaction, tag, stays)
            except StaleWrite:
                continue
        raise GameMovedOn()

    async def _end_turn(
        self, game: OpenGame, user_id: int, name: str, interaction: str, tag: str, stays: bool
    ) -> Receipt:
        seat = game.seat_of(user_id).seat
        before = await self.choosing.repeated(game, seat, interaction)
        if before is not None:
            return before.receipt
        game.must_run()
        game.playing_seat(user_id)
        self.choosing.must_be_current(game, Choice(seat, name), tag)
        pending = game.position.pending()
        asked = next(each for each in pending if (each.seat, each.id) == (seat, name))
        known = {each.id for each in game.prepared}
        # First: what follows at once must not ask for them.
        await self._prepare(game, seat, asked.kind)
        try:
            choice = Choice(seat, name, asked.default)
            accepted = await self.choosing.accept(
                game, choice, by="player", interaction=interaction, stays=stays
            )
        except Exception:
            await self._drop(game, {each.id for each in game.prepared} - known)
            raise
        return accepted.receipt

    async def _prepare(self, game: OpenGame, seat: int, kind: str) -> None:
        """The end of each later part of the turn for which nothing else is prepared."""
        rules = game.position.rules
        turn = rules.turn(game.position.game.state)
        kept = {each.kind for each in game.prepared if each.seat == seat and each.is_waiting}
        for later in rules.ends_after(kind):
            if later not in kept:
                ends = [{"line": "", "turn": turn}]
                await keep_for_later(self.open_games, game, seat, later, ends)

    async def _drop(self, game: OpenGame, gone: set[int]) -> None:
        game.prepared = [each for each in game.prepared if each.id not in gone]
        async with self.open_games.store.transaction(game.row.id) as tx:
            await rows.remove(tx, game.row.id, gone)
