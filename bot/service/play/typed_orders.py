"""Typed choices: found while typing, or written as orders, a line each."""

from __future__ import annotations

import asyncio

from bot.service.errors import BadOrders, GameMovedOn
from bot.service.games.open_game import Still, Table
from bot.service.games.open_games import Hall
from bot.service.play.choosing import Choosing
from bot.service.play.order_lines import LineReader
from bot.service.responses import OrderLine, OrderSheet, Receipt
from bot.service.words import words
from bot.store.errors import StaleWrite
from engine.core.decision import Choice
from engine.notation.phrases import Phrase, Phrases

MOST_LINES = 60
LONGEST_LINE = 300


class Orders:
    """Reads what players type."""

    def __init__(self, hall: Hall, choosing: Choosing) -> None:
        self.hall = hall
        self.choosing = choosing

    async def phrases(self, game_id: int) -> Phrases:
        """The words of a game."""
        async with self.hall.table(game_id) as table:
            return self._phrases(table)

    def _phrases(self, table: Table) -> Phrases:
        return Phrases(table.row.ruleset, self.hall.names(table), table.row.language)

    async def search(self, game_id: int, user_id: int, text: str, limit: int) -> list[Phrase]:
        """Legal choices that fit what was typed (see `Herald.search`)."""
        async with self.hall.table(game_id) as table:
            seat = table.seat_of(user_id).seat
            still, phrases = table.position.still(), self._phrases(table)
        return await asyncio.to_thread(self._found, still, seat, phrases, text, limit)

    def _found(
        self, still: Still, seat: int, phrases: Phrases, text: str, limit: int
    ) -> list[Phrase]:
        known = (seat, tuple(phrases.names))
        if known not in still.indexes:
            still.indexes[known] = phrases.index(still.open_to(seat))
        return phrases.find(still.indexes[known], text[:LONGEST_LINE], limit)

    async def read(self, game_id: int, user_id: int, text: str) -> OrderSheet:
        """Read typed orders (see `Herald.read_orders`)."""
        async with self.hall.table(game_id) as table:
            seat = table.seat_of(user_id).seat
            return await asyncio.to_thread(self._sheet, table, seat, text)

    async def give(self, game_id: int, user_id: int, text: str, interaction: str) -> list[Receipt]:
        """Carry typed orders out (see `Herald.give_orders`)."""
        try:
            async with self.hall.table(game_id) as table:
                return await self._give(table, user_id, text, interaction)
        except StaleWrite:
            raise GameMovedOn() from None

    async def _give(self, table: Table, user_id: int, text: str, interaction: str) -> list[Receipt]:
        seat = table.seat_of(user_id).seat
        before = await self._given_before(table, seat, interaction)
        if before:
            return before
        table.must_run()
        table.playing_seat(user_id)
        sheet = await asyncio.to_thread(self._sheet, table, seat, text)
        if not sheet.is_good:
            raise BadOrders(sheet)
        receipts = []
        for at, line in enumerate(sheet.lines):
            choice = Choice(seat, line.decision, line.value)
            click = f"{interaction}:{at}"
            receipts.append(
                await self.choosing.accept(table, choice, by="player", interaction=click)
            )
        return receipts

    async def _given_before(self, table: Table, seat: int, interaction: str) -> list[Receipt]:
        """The receipts of orders that were carried out before, for the same click."""
        receipts: list[Receipt] = []
        while True:
            click = f"{interaction}:{len(receipts)}"
            before = await self.choosing.repeated(table, seat, click)
            if before is None:
                return receipts
            receipts.append(before)

    def _sheet(self, table: Table, seat: int, text: str) -> OrderSheet:
        """The lines, each read as if those before it were carried out."""
        position = table.position
        phrases = self._phrases(table)
        own = words(table.row.language)
        state = position.rules.copy(position.match.state)
        lines: list[OrderLine] = []
        waits = False
        for number, typed in numbered(text):
            still = Still(position.rules, state, position.number)
            reader = LineReader(table, phrases, still, still.open_to(seat))
            if waits or len(lines) >= MOST_LINES:
                key = "orders.wait" if waits else "orders.too_many"
                problem = own.say(key, most=MOST_LINES)
                lines.append(OrderLine(number=number, text=typed, problem=problem))
                break
            line, decision = reader.read(number, typed)
            lines.append(line)
            if decision is None:
                break
            step = position.rules.carry_out(state, decision, line.value, position.match.dice)
            # What a line brings to light must not be learnt by trying: the rest has to wait.
            waits = step.revealed
        return OrderSheet(position.number, tuple(lines))


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    lines = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()[:LONGEST_LINE]) for number, line in lines if line.strip()]
