"""A choice that was accepted, and what its player reads of it: made only when it is asked for.

Nobody reads the receipt of an AI player, and what a choice brought to light is asked only by a
press that has more answers to give.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bot.service.choices.receipt_lines import receipt_lines
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.game.voices import voice_of
from bot.service.responses import Receipt
from bot.store.choices import LogEntry
from engine.core.decision import Decision
from engine.core.events import Disclosure
from engine.core.lazy import lazy
from engine.core.messages import catalog
from engine.core.ruleset import Step
from engine.notation.phrases import choice_name


class Accepted:
    """A choice, or the taking back of one, that is in the store.

    `decision` is what it answered, None for a taking back. `repeated` means that the same click
    had been accepted before.
    """

    def __init__(
        self,
        open_games: OpenGames,
        game: OpenGame,
        row: LogEntry,
        decision: Decision | None,
        step: Step[Any],
        *,
        repeated: bool = False,
    ) -> None:
        assert row.seat is not None
        self.seat = row.seat
        self._row = row
        self._decision = decision
        self._step = step
        self._repeated = repeated
        self._finished = game.row.status == "finished"
        self._voice = open_games.voice(game)
        self._catalog = catalog(game.row.ruleset, game.row.language)

    @lazy
    def words(self) -> str:
        """What was chosen, in words; empty for a taking back."""
        if self._decision is None:
            return ""
        voice = voice_of(self._catalog, self._voice.names)
        return choice_name(voice, self._decision, self._row.value)

    @lazy
    def receipt(self) -> Receipt:
        """What the player reads of it."""
        row, seat, events = self._row, self.seat, self._step.events
        assert row.by != "host"
        first = next((each for each in events if each.reaches(seat)), None)
        return Receipt(
            game_id=row.game_id,
            number=row.number,
            seat=seat,
            decision=row.decision,
            kind=row.kind,
            by=row.by,
            words=self.words,
            lines=tuple(receipt_lines(self._voice, events, seat)),
            is_reported=first is not None and first.event.actor == seat,
            revealed=self._step.revealed,
            undoes=row.undoes,
            repeated=self._repeated,
            finished=self._finished,
        )

    @lazy
    def news(self) -> frozenset[str]:
        """The things and places that it brought something to light about."""
        return news_in(self._step.events, self.seat) if self._step.revealed else frozenset()


def news_in(events: Iterable[Disclosure], seat: int) -> frozenset[str]:
    """What was brought to light by a seat's choice is about these. Where its own pieces went to is
    no news, unless they found something there."""
    return named_in(each for each in events if each.event.tells_news or each.event.actor != seat)


def named_in(events: Iterable[Disclosure]) -> frozenset[str]:
    """Every word of the rules in some events: places, pieces, cards."""
    return frozenset(_words(msgspec.to_builtins([each.event for each in events])))


def _words(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for each in part.values():
            yield from _words(each)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _words(each)
