"""Typed choices: found while typing, or written as orders, a line each."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from bot.service.errors import BadOrders, GameMovedOn, OrdersInterrupted
from bot.service.games.open_game import OpenGame
from bot.service.games.open_games import OpenGames
from bot.service.games.snapshot import Snapshot
from bot.service.play.choosing import Choosing
from bot.service.play.fair_turns import FairTurns
from bot.service.play.order_lines import LineReader
from bot.service.responses import OrderLine, OrderSheet, Receipt
from bot.store.errors import StaleWrite, StoreError
from engine.core.decision import Choice
from engine.core.dice import Dice
from engine.core.messages import Voice
from engine.notation.budget import Budget, TooMuchWork
from engine.notation.phrases import Phrase, Phrases

MOST_LINES = 60
LONGEST_LINE = 300
MOST_STEPS = 60_000
MOST_SECONDS = 1.0
"""How much work one request may cause; what people write takes a hundredth of it."""
TRIES = 3


class Orders:
    """Reads what players type."""

    def __init__(self, open_games: OpenGames, choosing: Choosing, turns: FairTurns) -> None:
        self.open_games = open_games
        self.turns = turns
        self.choosing = choosing

    async def phrases(self, game_id: int) -> Phrases:
        """The words of a game."""
        async with self.open_games.open(game_id) as game:
            return self._phrases(game)

    def _phrases(self, game: OpenGame, steps: int = MOST_STEPS) -> Phrases:
        names = self.open_games.voice(game).names
        budget = Budget(steps, deadline(MOST_SECONDS))
        return Phrases(game.row.ruleset, names, game.row.language, budget)

    async def search(self, game_id: int, user_id: int, text: str, limit: int) -> list[Phrase]:
        """Legal choices that fit what was typed (see `Herald.search`)."""
        async with self.open_games.open(game_id) as game:
            seat = game.seat_of(user_id).seat
            snapshot, phrases = game.position.snapshot(), self._phrases(game)

        def find() -> list[Phrase]:
            return self._found(snapshot, seat, phrases, text, limit)

        return await self.turns.run(user_id, find)

    def _found(
        self, snapshot: Snapshot, seat: int, phrases: Phrases, text: str, limit: int
    ) -> list[Phrase]:
        known = (seat, phrases.voice.names)
        if known not in snapshot.indexes:
            snapshot.indexes[known] = phrases.index(snapshot.open_to(seat))
        try:
            return phrases.find(snapshot.indexes[known], text[:LONGEST_LINE], limit)
        except TooMuchWork:
            return []

    async def read(self, game_id: int, user_id: int, text: str) -> OrderSheet:
        """Read typed orders (see `Herald.read_orders`)."""
        async with self.open_games.open(game_id) as game:
            reading = self._reading(game, game.seat_of(user_id).seat, text)
        return await self.turns.run(user_id, reading.sheet)

    def _reading(self, game: OpenGame, seat: int, text: str) -> SheetReading:
        """What is needed to read a sheet outside of the game's lock."""
        position, voice = game.position, self.open_games.voice(game)
        state = position.rules.copy(position.game.state)
        snapshot = Snapshot(position.rules, state, position.number)
        dice = position.game.dice
        return SheetReading(snapshot, dice, voice, self._phrases(game), seat, text)

    async def give(self, game_id: int, user_id: int, text: str, interaction: str) -> list[Receipt]:
        """Carry typed orders out (see `Herald.give_orders`).

        They are read outside of the game's lock; if the game moved on since, once more.
        """
        for _ in range(TRIES):
            async with self.open_games.open(game_id) as game:
                seat = game.seat_of(user_id).seat
                done = await self._given_before(game, seat, interaction)
                rest = after_lines(text, len(done))
                if done and not numbered(rest):
                    return done
                game.must_run()
                game.playing_seat(user_id)
                reading = self._reading(game, seat, rest)
            sheet = await self.turns.run(user_id, reading.sheet)
            if not sheet.is_good:
                raise BadOrders(sheet, done=len(done))
            try:
                async with self.open_games.open(game_id) as game:
                    if game.position.number == sheet.number:
                        return done + await self._carry_out(
                            game, user_id, sheet, interaction, len(done)
                        )
            except StaleWrite:
                continue
        raise GameMovedOn()

    async def _carry_out(
        self, game: OpenGame, user_id: int, sheet: OrderSheet, interaction: str, first: int
    ) -> list[Receipt]:
        seat = game.playing_seat(user_id).seat
        game.must_run()
        receipts = []
        for at, line in enumerate(sheet.lines, start=first):
            choice = Choice(seat, line.decision, line.value)
            click = f"{interaction}:{at}"
            try:
                receipts.append(
                    await self.choosing.accept(game, choice, by="player", interaction=click)
                )
            except StoreError as error:
                if isinstance(error, StaleWrite) or not at:
                    raise
                total = first + len(sheet.lines)
                raise OrdersInterrupted(done=at, lines=total) from error
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


class SheetReading(NamedTuple):
    """Typed orders and a copy of the game to read them against."""

    snapshot: Snapshot
    dice: Dice
    voice: Voice
    phrases: Phrases
    seat: int
    text: str

    def sheet(self) -> OrderSheet:
        """The lines, each read as if those before it were carried out."""
        rules, state, number = self.snapshot.rules, self.snapshot.state, self.snapshot.number
        lines: list[OrderLine] = []
        waits = False
        for at, typed in numbered(self.text):
            snapshot = Snapshot(rules, state, number)
            reader = LineReader(self.voice, self.phrases, snapshot, snapshot.open_to(self.seat))
            if waits or len(lines) >= MOST_LINES:
                key = "orders.wait" if waits else "orders.too_many"
                problem = self.voice.say(key, most=MOST_LINES)
                lines.append(OrderLine(number=at, text=typed, problem=problem))
                break
            line, decision = reader.read(at, typed)
            lines.append(line)
            if decision is None:
                break
            step = rules.carry_out(state, decision, line.value, self.dice)
            # What a line brings to light must not be learnt by trying: the rest has to wait.
            waits = step.revealed
        return OrderSheet(number, tuple(lines))


def deadline(seconds: float) -> Callable[[], bool]:
    """Tells whether so many seconds have passed since it was first asked."""
    began: list[float] = []

    def over() -> bool:
        if not began:
            began.append(time.monotonic())
        return time.monotonic() - began[0] > seconds

    return over


def after_lines(text: str, done: int) -> str:
    """A text with its first `done` lines that say something left empty, so that numbers stay."""
    gone = {number for number, _ in numbered(text)[:done]}
    lines = enumerate(text.splitlines(), start=1)
    return "\n".join("" if number in gone else line for number, line in lines)


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    lines = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()[:LONGEST_LINE]) for number, line in lines if line.strip()]
