"""Typed choices: found while typing, or written as orders, a line each."""

from __future__ import annotations

from bot.service.answers import OrderSheet, Receipt
from bot.service.choosing import Choosing
from bot.service.hall import Hall
from bot.service.phrases import Phrase, Phrases


class Orders:
    """Reads what players type."""

    def __init__(self, hall: Hall, choosing: Choosing) -> None:
        self.hall = hall
        self.choosing = choosing

    async def phrases(self, game_id: int) -> Phrases:
        """The words of a game."""
        raise NotImplementedError

    async def search(self, game_id: int, user_id: int, text: str, limit: int) -> list[Phrase]:
        raise NotImplementedError

    async def read(self, game_id: int, user_id: int, text: str) -> OrderSheet:
        raise NotImplementedError

    async def give(self, game_id: int, user_id: int, text: str, interaction: str) -> list[Receipt]:
        raise NotImplementedError
