"""Typed choices: found while typing, or written as orders, a line each."""

from __future__ import annotations

import asyncio

from bot.service.errors import BadOrders, GameMovedOn
from bot.service.games.open_game import OpenGame
from bot.service.games.open_games import OpenGames
from bot.service.games.snapshot import Snapshot
from bot.service.play.choosing import Choosing
from bot.service.play.order_lines import LineReader
from bot.service.responses import OrderLine, OrderSheet, Receipt
from bot.store.errors import StaleWrite
from engine.core.decision import Choice
from engine.notation.phrases import Phrase, Phrases

MOST_LINES = 60
LONGEST_LINE = 300


class Orders:
    """Reads what players type."""

    def __init__(self, open_games: OpenGames, choosing: Choosing) -> None:
        self.open_games = open_games
        self.choosing = choosing

    async def phrases(self, game_id: int) -> Phrases:
        """The words of a game."""
        async with self.open_games.open(game_id) as game:
            return self._phrases(game)

    def _phrases(self, game: OpenGame) -> Phrases:
        return Phrases(game.row.ruleset, self.open_games.voice(game).names, game.row.language)

    async def search(self, game_id: int, user_id: int, text: str, limit: int) -> list[Phrase]:
        """Legal choices that fit what was typed (see `Herald.search`)."""
        async with self.open_games.open(game_id) as game:
            seat = game.seat_of(user_id).seat
            snapshot, phrases = game.position.snapshot(), self._phrases(game)
        return await asyncio.to_thread(self._found, snapshot, seat, phrases, text, limit)

    def _found(
        self, snapshot: Snapshot, seat: int, phrases: Phrases, text: str, limit: int
    ) -> list[Phrase]:
        known = (seat, phrases.voice.names)
        if known not in snapshot.indexes:
            snapshot.indexes[known] = phrases.index(snapshot.open_to(seat))
        return phrases.find(snapshot.indexes[known], text[:LONGEST_LINE], limit)

    async def read(self, game_id: int, user_id: int, text: str) -> OrderSheet:
        """Read typed orders (see `Herald.read_orders`)."""
        async with self.open_games.open(game_id) as game:
            seat = game.seat_of(user_id).seat
            return await asyncio.to_thread(self._sheet, game, seat, text)

    async def give(self, game_id: int, user_id: int, text: str, interaction: str) -> list[Receipt]:
        """Carry typed orders out (see `Herald.give_orders`)."""
        try:
            async with self.open_games.open(game_id) as game:
                return await self._give(game, user_id, text, interaction)
        except StaleWrite:
            raise GameMovedOn() from None

    async def _give(
        self, game: OpenGame, user_id: int, text: str, interaction: str
    ) -> list[Receipt]:
        seat = game.seat_of(user_id).seat
        before = await self._given_before(game, seat, interaction)
        if before:
            return before
        game.must_run()
        game.playing_seat(user_id)
        sheet = await asyncio.to_thread(self._sheet, game, seat, text)
        if not sheet.is_good:
            raise BadOrders(sheet)
        receipts = []
        for at, line in enumerate(sheet.lines):
            choice = Choice(seat, line.decision, line.value)
            click = f"{interaction}:{at}"
            receipts.append(
                await self.choosing.accept(game, choice, by="player", interaction=click)
            )
        return receipts

    async def _given_before(self, game: OpenGame, seat: int, interaction: str) -> list[Receipt]:
        """The receipts of orders that were carried out before, for the same click."""
        receipts: list[Receipt] = []
        while True:
            click = f"{interaction}:{len(receipts)}"
            before = await self.choosing.repeated(game, seat, click)
            if before is None:
                return receipts
            receipts.append(before)

    def _sheet(self, game: OpenGame, seat: int, text: str) -> OrderSheet:
        """The lines, each read as if those before it were carried out."""
        position = game.position
        phrases = self._phrases(game)
        voice = self.open_games.voice(game)
        state = position.rules.copy(position.game.state)
        lines: list[OrderLine] = []
        waits = False
        for number, typed in numbered(text):
            snapshot = Snapshot(position.rules, state, position.number)
            reader = LineReader(voice, phrases, snapshot, snapshot.open_to(seat))
            if waits or len(lines) >= MOST_LINES:
                key = "orders.wait" if waits else "orders.too_many"
                problem = voice.say(key, most=MOST_LINES)
                lines.append(OrderLine(number=number, text=typed, problem=problem))
                break
            line, decision = reader.read(number, typed)
            lines.append(line)
            if decision is None:
                break
            step = position.rules.carry_out(state, decision, line.value, position.game.dice)
            # What a line brings to light must not be learnt by trying: the rest has to wait.
            waits = step.revealed
        return OrderSheet(position.number, tuple(lines))


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    lines = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()[:LONGEST_LINE]) for number, line in lines if line.strip()]
