"""Typed choices: found while typing, or written as orders, a line each."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from bot.moment import SECOND
from bot.service.choices.batches import PHASE_OVER, keep_for_later, may_come_again, part_of_turn
from bot.service.choices.choosing import Choosing, one_of_several
from bot.service.choices.desks import recurring
from bot.service.choices.fair_turns import FairTurns
from bot.service.choices.order_lines import LineReader, NotUnderstood
from bot.service.choices.pace import REST, Pace
from bot.service.choices.reasons import Reason
from bot.service.errors import BadOrders, GameMovedOn, OrdersInterrupted
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.game.snapshot import Snapshot
from bot.service.responses import OrderLine, OrderSheet, Receipt
from bot.store import prepared as rows
from bot.store.errors import StaleWrite, StoreError
from engine.core.decision import Choice
from engine.core.dice import LOOK_AHEAD
from engine.core.errors import IllegalChoice
from engine.core.messages import Voice
from engine.core.wholes import target_of
from engine.notation.order_lists import BETWEEN, orders_on
from engine.notation.patterns import meant_for
from engine.notation.phrases import Phrase, Phrases
from engine.notation.step_limit import StepLimit, TooMuchWork

MOST_LINES = 60
LONGEST_LINE = 300
MOST_STEPS = 60_000
MOST_SECONDS = 1.0
"""How much work one request may cause, in steps and in seconds of computing; what people write
takes a hundredth of it."""
TRIES = 3
DOUBLED = 10 * SECOND
"""The same line kept twice within this time was sent once."""


class Orders:
    """Reads what players type."""

    def __init__(self, open_games: OpenGames, choosing: Choosing, turns: FairTurns) -> None:
        self.open_games = open_games
        self.turns = turns
        self.choosing = choosing

    async def phrases(self, game_id: int) -> Phrases:
        """The words of a game, in its language and with its players."""
        async with self.open_games.open(game_id) as game:
            return self._phrases(game)

    def _phrases(self, game: OpenGame, rest: float = REST) -> Phrases:
        names = self.open_games.voice(game).names
        limit = StepLimit(MOST_STEPS, Pace(MOST_SECONDS, rest))
        return Phrases(game.row.ruleset, names, game.row.language, limit)

    async def search(self, game_id: int, user_id: int, text: str, limit: int = 25) -> list[Phrase]:
        """Legal choices of the user that fit what was typed, best first (for `/act`)."""
        self.turns.must_have_room(user_id)
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
        """Read typed orders, one per line, each as if those before it were done. Changes nothing.

        Never raises for what was typed: a bad line says what is wrong with it.
        """
        self.turns.must_have_room(user_id)
        async with self.open_games.open(game_id) as game:
            reading = self._reading(game, game.seat_of(user_id).seat, text)
        return await self.turns.run(user_id, reading.sheet)

    def _reading(self, game: OpenGame, seat: int, text: str) -> SheetReading:
        """What is needed to read a sheet outside of the game's lock."""
        position, voice = game.position, self.open_games.voice(game)
        state = position.rules.copy(position.game.state)
        snapshot = Snapshot(position.rules, state, position.number)
        return SheetReading(snapshot, voice, self._phrases(game), seat, text)

    async def give(
        self, game_id: int, user_id: int, text: str, *, interaction: str
    ) -> list[Receipt]:
        """Carry typed orders out, in order. Raises `BadOrders` when a line is bad; then none is.

        They are read outside of the game's lock; if the game moved on since, once more.
        """
        for _ in range(TRIES):
            async with self.open_games.open(game_id) as game:
                seat = game.seat_of(user_id).seat
                done = await self.choosing.all_repeated(game, seat, interaction)
                rest = after_lines(game.row.ruleset, text, len(done))
                if done and (done[-1].revealed or not numbered(game.row.ruleset, rest)):
                    # The same click again: what had to wait for a reveal is kept already.
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
        receipts: list[Receipt] = []
        news: frozenset[str] = frozenset()
        lines = list(sheet.lines)
        returning: list[tuple[OrderLine, Reason]] = []
        parts: dict[str, tuple[int, str]] = {}
        # Under the game's lock there is no pause, and all lines together may take what one may.
        phrases = self._phrases(game, rest=0)
        for at, line in enumerate(lines):
            if line.later:
                click = f"{interaction}:{first + at}"
                try:
                    gone_on = await self._go_on(game, seat, line, news, click, phrases)
                except NotUnderstood as wrong:
                    returning.append((line, wrong.reason))
                    continue
                if not gone_on:
                    over, waiting = split_by_phase(game, seat, lines[at:], parts)
                    returning += ((each, PHASE_OVER) for each in over)
                    await keep_lines(self.open_games, game, seat, waiting)
                    break
                continue
            choice = Choice(seat, line.decision, line.value)
            decision = game.position.rules.decision(game.position.game.state, choice)
            parts[decision.kind] = part_of_turn(game)
            click = f"{interaction}:{first + len(receipts)}"
            try:
                accepted = await self.choosing.accept(game, choice, by="player", interaction=click)
            except StoreError as error:
                if isinstance(error, StaleWrite) or not at:
                    raise
                total = first + len(sheet.lines)
                raise OrdersInterrupted(done=first + at, lines=total) from error
            voice = self.open_games.voice(game)
            receipts.append(one_of_several(accepted.receipt, voice, decision, line.value))
            news |= accepted.news
        # At the end: a choice of the same kind takes away what came back before it.
        for line, reason in returning:
            await come_back(self.open_games, game, seat, line, reason)
        return receipts

    async def _go_on(
        self,
        game: OpenGame,
        seat: int,
        line: OrderLine,
        news: frozenset[str],
        click: str,
        phrases: Phrases,
    ) -> bool:
        """Carry out a line that had to wait, if its time has come; False while it has not.

        Raises `NotUnderstood` for what cannot be done as things are now, or is about what has just
        come to light.
        """
        snapshot = game.position.snapshot()
        decisions = [each for each in snapshot.open_to(seat) if each.kind == line.later]
        if not any(each.blocking for each in decisions):
            return False
        reader = LineReader(self.open_games.voice(game), phrases, snapshot, decisions)
        try:
            decision, value = await asyncio.to_thread(reader.meaning, line.text)
            if target_of(decision.grammar, value) in news:
                raise NotUnderstood(Reason(code="batch.news", own=True))
            choice = Choice(seat, decision.id, value)
            await self.choosing.accept(game, choice, by="player", interaction=click)
        except TooMuchWork:
            raise NotUnderstood(Reason(code="orders.too_hard", own=True)) from None
        except IllegalChoice as illegal:
            raise NotUnderstood(Reason.of(illegal)) from None
        return True


def split_by_phase(
    game: OpenGame, seat: int, lines: Sequence[OrderLine], parts: Mapping[str, tuple[int, str]]
) -> tuple[list[OrderLine], list[OrderLine]]:
    """Lines whose phase ended with the lines before them, and those that can wait for theirs.

    `parts` says in which part of the turn the kinds of those before them were asked.
    """
    over = [
        line
        for line in lines
        if line.later in parts and not may_come_again(game, seat, line.later, parts[line.later])
    ]
    return over, [line for line in lines if line not in over]


async def keep_lines(
    open_games: OpenGames, game: OpenGame, seat: int, lines: Sequence[OrderLine]
) -> None:
    """Keep lines as prepared for the decisions that they wait for."""
    waiting = {
        (each.kind, each.line)
        for each in game.prepared
        if each.seat == seat and game.now - each.created_at < DOUBLED
    }
    for line in lines:
        kind = line.later or line.decision
        if (kind, line.text) in waiting:
            # The same click, delivered twice.
            continue
        await keep_for_later(open_games, game, seat, kind, [{"line": line.text}])


async def come_back(
    open_games: OpenGames, game: OpenGame, seat: int, line: OrderLine, reason: Reason
) -> None:
    """Hand a line back, to be seen on its player's panel with the reason."""
    await keep_for_later(open_games, game, seat, line.later, [{"line": line.text}])
    kept, why = game.prepared.pop(), msgspec.to_builtins(reason)
    async with open_games.store.transaction(game.row.id) as tx:
        await rows.hand_back(tx, game.row.id, {kept.id}, why)
    game.prepared.append(msgspec.structs.replace(kept, returned=why))


class SheetReading(NamedTuple):
    """Typed orders and a copy of the game to read them against."""

    snapshot: Snapshot
    voice: Voice
    phrases: Phrases
    seat: int
    text: str

    def sheet(self) -> OrderSheet:
        """The lines, each read as if those before it were carried out."""
        rules, state, number = self.snapshot.rules, self.snapshot.state, self.snapshot.number
        lines: list[OrderLine] = []
        waits = ""
        for at, typed in numbered(rules.name, self.text):
            if len(lines) >= MOST_LINES:
                problem = self.voice.say("orders.too_many", most=MOST_LINES)
                lines.append(OrderLine(number=at, text=typed, problem=problem))
                break
            if waits:
                # What a line brings to light must not be learnt by trying: the rest has to wait.
                later = meant_for(rules.name, typed) or waits
                lines.append(OrderLine(number=at, text=typed, words=typed, later=later))
                continue
            snapshot = Snapshot(rules, state, number)
            reader = LineReader(self.voice, self.phrases, snapshot, snapshot.open_to(self.seat))
            line, decision = reader.read(at, typed)
            if decision is None:
                lines.append(self.for_later(line, snapshot))
                continue
            if waiting := [each.number for each in lines if each.later]:
                # In its place it would be kept for another turn, while the game waits for it.
                problem = self.voice.say("orders.above", line=waiting[0])
                lines.append(OrderLine(number=at, text=typed, problem=problem))
                continue
            lines.append(line)
            step = rules.carry_out(state, decision, line.value, LOOK_AHEAD)
            waits = decision.kind if step.revealed else ""
        return OrderSheet(number, tuple(lines))

    def for_later(self, line: OrderLine, snapshot: Snapshot) -> OrderLine:
        """A line that is meant for a decision that is not open is no mistake: it can wait."""
        kind = meant_for(self.snapshot.rules.name, line.text)
        asked = {each.kind for each in snapshot.open_to(self.seat) if each.blocking}
        if kind is None or kind in asked or kind not in recurring(self.snapshot.rules.name):
            return line
        return OrderLine(number=line.number, text=line.text, words=line.text, later=kind)


def after_lines(ruleset: str, text: str, done: int) -> str:
    """A text without its first `done` orders; lines stay where they are, so that numbers stay."""
    lines = []
    for line in text.splitlines():
        orders = orders_on(ruleset, line)
        kept = orders[done:]
        done -= len(orders) - len(kept)
        lines.append(BETWEEN.join(kept))
    return "\n".join(lines)


def numbered(ruleset: str, text: str) -> list[tuple[int, str]]:
    """The orders that say something, each with the number of its line."""
    return [
        (number, order[:LONGEST_LINE])
        for number, line in enumerate(text.splitlines(), start=1)
        for order in orders_on(ruleset, line)
    ]
