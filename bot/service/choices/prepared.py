"""Prepared choices: answers that were queued for decisions that are not open yet."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bot.service.announcing.announcements import HandedBack, to_user
from bot.service.choices import deciding, preferences
from bot.service.choices.batches import PHASE_OVER, may_come_again, part_of_turn
from bot.service.choices.choosing import Choosing
from bot.service.choices.desks import desk_of
from bot.service.choices.order_lines import LineReader, NotUnderstood
from bot.service.choices.pace import Pace
from bot.service.choices.reasons import Reason
from bot.service.choices.typed_orders import MOST_SECONDS, MOST_STEPS, numbered
from bot.service.choices.writing import announcing
from bot.service.errors import OpenNow, TooManyPrepared, UnknownKind
from bot.service.game.awaited import ends_of
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.responses import Desk
from bot.store import prepared as rows
from bot.store.outbox import NewMessage
from bot.store.prepared import Prepared
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.notation.phrases import Phrases
from engine.notation.step_limit import StepLimit, TooMuchWork

MOST_PREPARED = 50
LONGEST_VALUE = 4000


class PreparedChoices:
    """Keeps what players queue."""

    def __init__(self, open_games: OpenGames) -> None:
        self.open_games = open_games

    async def prepare(self, game_id: int, user_id: int, kind: str, value: Any) -> Desk:
        """Queue a choice for the next decision of a kind. It is played when that opens.

        Raises `OpenNow`, `UnknownKind`, `TooManyPrepared`.
        """
        if len(msgspec.json.encode(value)) > LONGEST_VALUE:
            raise TooManyPrepared(most=MOST_PREPARED)
        return await self._keep(game_id, user_id, kind, [{"value": value}])

    async def prepare_orders(self, game_id: int, user_id: int, kind: str, text: str) -> Desk:
        """Queue typed orders, one per line, for the next decision of a kind (`Desk.can_prepare`).

        They are read and played when it opens; a bad one comes back with the reason, and all behind
        it. No orders at all stand for what the clock would choose. Raises what `prepare` raises.
        """
        async with self.open_games.open(game_id) as game:
            lines = [line for _, line in numbered(game.row.ruleset, text)] or [""]
        return await self._keep(game_id, user_id, kind, [{"line": line} for line in lines])

    async def _keep(
        self, game_id: int, user_id: int, kind: str, answers: list[dict[str, Any]]
    ) -> Desk:
        async with self.open_games.open(game_id) as game:
            game.must_run()
            seat = game.playing_seat(user_id)
            if not game.catalog.has(f"ask.{kind}"):
                raise UnknownKind(kind=kind)
            for decision in game.position.pending():
                if decision.seat == seat.seat and decision.kind == kind and decision.blocking:
                    raise OpenNow(decision=decision.id)
            own = [each for each in game.prepared if each.seat == seat.seat]
            if len(own) + len(answers) > MOST_PREPARED:
                raise TooManyPrepared(most=MOST_PREPARED)
            async with self.open_games.store.transaction(game.row.id) as tx:
                for answer in answers:
                    new = Prepared(
                        game_id=game_id, seat=seat.seat, kind=kind, created_at=game.now, **answer
                    )
                    number = await rows.add(tx, new)
                    game.prepared.append(msgspec.structs.replace(new, id=number))
            return desk_of(self.open_games, game, seat)

    async def forget(self, game_id: int, user_id: int, prepared_id: int | None = None) -> Desk:
        """Take one prepared choice away, or all."""
        async with self.open_games.open(game_id) as game:
            seat = game.seat_of(user_id)
            gone = {
                each.id
                for each in game.prepared
                if each.seat == seat.seat and prepared_id in (None, each.id)
            }
            async with self.open_games.store.transaction(game.row.id) as tx:
                await rows.remove(tx, game_id, gone)
            game.prepared = [each for each in game.prepared if each.id not in gone]
            return desk_of(self.open_games, game, seat)


async def play_prepared(open_games: OpenGames, choosing: Choosing, game: OpenGame) -> bool:
    """Play the next prepared choice whose decision is open; False when there is none.

    One that the rules do not allow is handed back with the reason, and those behind it with it:
    they were thought of as its sequel.
    """
    for decision in game.position.pending():
        queue = [
            each
            for each in game.prepared
            if each.is_waiting and (each.seat, each.kind) == (decision.seat, decision.kind)
        ]
        if not decision.blocking or not queue:
            continue
        value: Any = None
        try:
            value = await _value(open_games, game, decision, queue[0])
            choice = Choice(decision.seat, decision.id, value)
            part = part_of_turn(game)
            await choosing.accept(game, choice, by="orders", used_prepared=[queue[0].id])
            await _phase_over(open_games, game, decision, queue[1:], part)
        except NotUnderstood as unread:
            await _hand_back(open_games, game, decision, queue, unread.reason)
        except IllegalChoice as illegal:
            voice = open_games.voice(game)
            reason = preferences.reason(game, decision, value, illegal, voice)
            await _hand_back(open_games, game, decision, queue, reason)
        return True
    return False


async def _phase_over(
    open_games: OpenGames,
    game: OpenGame,
    decision: Decision,
    left: list[Prepared],
    part: tuple[int, str],
) -> None:
    """Hand back what was left when the phase that it was prepared for ended."""
    if left and not may_come_again(game, decision.seat, decision.kind, part):
        await _hand_back(open_games, game, decision, left, PHASE_OVER)


async def _value(open_games: OpenGames, game: OpenGame, decision: Decision, kept: Prepared) -> Any:
    """The answer that was prepared; raises `NotUnderstood` for a line that means nothing now."""
    if kept.line is None or kept.value is not None:
        return kept.value
    if not kept.line:
        return decision.default
    limit = StepLimit(MOST_STEPS, Pace(MOST_SECONDS, rest=0))
    names = open_games.voice(game).names
    phrases = Phrases(game.row.ruleset, names, game.row.language, limit)
    reader = LineReader(open_games.voice(game), phrases, game.position.snapshot(), [decision])
    try:
        _, value = await asyncio.to_thread(reader.meaning, kept.line)
    except TooMuchWork:
        raise NotUnderstood(Reason(code="orders.too_hard", own=True)) from None
    return value


async def _hand_back(
    open_games: OpenGames, game: OpenGame, decision: Decision, queue: list[Prepared], reason: Reason
) -> None:
    said = HandedBack(
        game_id=game.row.id,
        seat=decision.seat,
        decision_kind=decision.kind,
        values=tuple(each.value for each in queue if each.line is None),
        lines=tuple(each.line for each in queue if each.line is not None),
        **msgspec.structs.asdict(reason),
    )
    gone, why = {each.id for each in queue}, msgspec.to_builtins(reason)
    game.prepared = [
        msgspec.structs.replace(each, returned=why) if each.id in gone else each
        for each in game.prepared
    ]

    def announced() -> list[NewMessage]:
        messages = []
        if deciding.reached_in_private(game, decision.seat):
            messages.append(to_user(deciding.user_of(game, decision.seat), said))
        # Nothing was announced while the choice waited to be played: now its player is awaited.
        return messages + deciding.at_rest(game, ends_of(game.clocks), None)

    async with announcing(open_games.store, game, announced) as tx:
        await rows.hand_back(tx, game.row.id, gone, why)
