"""Several whole answers with one press: carried out in order, each checked when its turn comes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bot.service.choices.choosing import Choosing, one_of_several
from bot.service.choices.reasons import Reason
from bot.service.errors import GameMovedOn
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.responses import BatchResult, NotDone, Receipt, WholeAnswer
from bot.store import prepared as rows
from bot.store.errors import StaleWrite
from bot.store.prepared import Prepared
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.messages import capital
from engine.core.wholes import target_of

TRIES = 3
PHASE_OVER = Reason(code="orders.phase_over", own=True)


class Batches:
    """Carries out what was picked from a list of whole answers."""

    def __init__(self, open_games: OpenGames, choosing: Choosing) -> None:
        self.open_games = open_games
        self.choosing = choosing

    async def choose_all(
        self,
        game_id: int,
        user_id: int,
        decision: str,
        answers: Sequence[WholeAnswer],
        *,
        interaction: str,
        tag: str,
        stays: bool = False,
    ) -> BatchResult:
        """Carry out several whole answers to one decision, in order, with one press.

        Each is checked when its turn comes: what no longer fits is left out and reported, as is
        what news from an earlier one concerns. Raises what `choose` raises, but `WrongChoice`.
        """
        for _ in range(TRIES):
            try:
                async with self.open_games.open(game_id) as game:
                    seat = game.seat_of(user_id).seat
                    before = await self.choosing.all_repeated(game, seat, interaction)
                    if before:
                        return BatchResult(tuple(before))
                    game.must_run()
                    game.playing_seat(user_id)
                    self.choosing.must_be_current(game, Choice(seat, decision), tag)
                    batch = _Batch(self, game, seat, interaction, stays)
                    return await batch.carry_out(decision, answers)
            except StaleWrite:
                continue
        raise GameMovedOn()

    async def keep(
        self, game: OpenGame, seat: int, kind: str, answers: Iterable[dict[str, Any]]
    ) -> int:
        """Keep answers as prepared for when a decision of a kind opens again."""
        return await keep_for_later(self.open_games, game, seat, kind, answers)


async def keep_for_later(
    open_games: OpenGames, game: OpenGame, seat: int, kind: str, answers: Iterable[dict[str, Any]]
) -> int:
    """Prepare answers behind those that wait already: a typed `line` each, or a `value`, which may
    have a `line` that says it in words."""
    new = [
        Prepared(game_id=game.row.id, seat=seat, kind=kind, created_at=game.now, **answer)
        for answer in answers
    ]
    if not new:
        return 0
    async with open_games.store.transaction(game.row.id) as tx:
        numbers = [await rows.add(tx, each) for each in new]
    game.prepared += (
        msgspec.structs.replace(each, id=number) for number, each in zip(numbers, new, strict=True)
    )
    return len(new)


def part_of_turn(game: OpenGame) -> tuple[int, str]:
    """Where in a turn a game is; what happens within movement belongs to movement."""
    rules, state = game.position.rules, game.position.game.state
    return rules.turn(state), rules.step(state)


def may_come_again(game: OpenGame, seat: int, kind: str, part: tuple[int, str]) -> bool:
    """Whether a seat that was asked for a kind in a part of a turn may be asked for it once more in
    it: something is asked in between, and it is not the turn of others already."""
    if part_of_turn(game) != part:
        return False
    pending = [each for each in game.position.pending() if each.blocking]
    if any(each.seat == seat for each in pending):
        return True
    return bool(pending) and not any(each.kind == kind for each in pending)


class _Batch:
    """One press at work: what was done, and what could not be."""

    def __init__(
        self, batches: Batches, game: OpenGame, seat: int, interaction: str, stays: bool
    ) -> None:
        self.batches = batches
        self.game = game
        self.seat = seat
        self.interaction = interaction
        self.stays = stays
        self.receipts: list[Receipt] = []
        self.not_done: list[NotDone] = []
        self.news: set[str] = set()
        """Whatever came to light so far was about these."""

    async def carry_out(self, name: str, answers: Sequence[WholeAnswer]) -> BatchResult:
        """Each answer in order. What is asked in between has to be answered first: the rest waits
        for that as prepared."""
        first = self.open(name)
        assert first is not None
        part = part_of_turn(self.game)
        kept = 0
        for at, answer in enumerate(answers):
            if self.open(name) is None:
                kept = await self.leave(first, answers[at:], part)
                break
            await self.one(first, answer)
        return BatchResult(tuple(self.receipts), tuple(self.not_done), kept)

    async def leave(
        self, first: Decision, answers: Sequence[WholeAnswer], part: tuple[int, str]
    ) -> int:
        """Keep what waits for an answer in between, and give its number; what will not be asked
        again in this part of the turn is not done."""
        if not may_come_again(self.game, self.seat, first.kind, part):
            self.not_done += (self.left(first, each.value, PHASE_OVER) for each in answers)
            return 0
        voice = self.batches.open_games.voice(self.game)
        waiting = [
            {"value": value, "line": capital(voice.choice(first, value))}
            for each in answers
            for value in each.all()
        ]
        return await self.batches.keep(self.game, self.seat, first.kind, waiting)

    def open(self, name: str) -> Decision | None:
        """The decision, while it is open to the seat."""
        pending = self.game.position.pending()
        return next((each for each in pending if (each.seat, each.id) == (self.seat, name)), None)

    async def one(self, first: Decision, answer: WholeAnswer) -> None:
        """One answer and, as far as it fits by then, what belongs to it."""
        for value in answer.all():
            asked = self.open(first.id)
            follows = value is not answer.value
            if asked is None:
                return
            if not follows and self.is_news(asked, value):
                reason = Reason(code="batch.news", own=True)
                self.not_done.append(self.left(first, value, reason))
                return
            try:
                accepted = await self.batches.choosing.accept(
                    self.game,
                    Choice(self.seat, asked.id, value),
                    by="player",
                    interaction=f"{self.interaction}:{len(self.receipts)}",
                    stays=self.stays,
                )
            except IllegalChoice as illegal:
                if not follows:
                    self.not_done.append(self.left(first, value, Reason.of(illegal)))
                return
            voice = self.batches.open_games.voice(self.game)
            receipt = one_of_several(accepted.receipt, voice, asked, value, follows=follows)
            self.receipts.append(receipt)
            self.news |= accepted.news

    def is_news(self, asked: Decision, value: Any) -> bool:
        """Whether what came to light concerns an answer: it leads to where that was."""
        try:
            target = target_of(asked.grammar, asked.grammar.validate(value))
        except Exception:
            return False
        return target is not None and target in self.news

    def left(self, first: Decision, value: Any, reason: Reason) -> NotDone:
        voice = self.batches.open_games.voice(self.game)
        return NotDone(voice.choice(first, value), reason.sentence(voice))
