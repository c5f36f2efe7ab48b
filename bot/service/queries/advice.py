"""Advice: what a good player would do, noted for the result when someone asks."""

from __future__ import annotations

from bot.service.errors import AdviceOff
from bot.service.game.open_games import OpenGames
from bot.service.queries.queries import Looking
from bot.service.responses import Desk
from bot.store import advice


class Advice:
    """Answers players who ask what a good player would do."""

    def __init__(self, open_games: OpenGames, looking: Looking) -> None:
        self.open_games = open_games
        self.looking = looking

    async def ask(self, game_id: int, user_id: int) -> Desk:
        """A player's desk, with suggestions to show; the result names who asked, and how often.

        Raises `AdviceOff`, and what `desk` raises.
        """
        desk = await self.looking.desk(game_id, user_id)
        if not desk.info.game.pace.advice:
            raise AdviceOff()
        if any(desk.suggestions.values()):
            async with self.open_games.store.transaction(game_id) as tx:
                await advice.note(tx, game_id, desk.seat.seat, desk.number)
        return desk
