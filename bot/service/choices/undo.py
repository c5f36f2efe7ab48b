"""Undo: alone while nothing was revealed, by consent of all beyond that, always logged."""

from __future__ import annotations

from bot.service.announcing.announcements import Undone, in_channel
from bot.service.choices.choosing import Also, Choosing
from bot.service.errors import GameMovedOn, NeedsConsent, NothingToUndo
from bot.service.game.clocks import ClockPlan
from bot.service.game.log import entries_after, standing
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.game.states import must_be_as_written, state_after
from bot.service.responses import Receipt
from bot.store.choices import SETUP, AlreadyRecorded
from bot.store.errors import StaleWrite
from bot.store.outbox import NewMessage
from engine.core.errors import IllegalChoice
from engine.core.game import OWN_HAND

FAR_ENOUGH = 500
"""How many entries back a choice can be taken back by consent."""


class Undo:
    """Takes choices back."""

    def __init__(self, open_games: OpenGames, choosing: Choosing) -> None:
        self.open_games = open_games
        self.choosing = choosing

    async def alone(self, game_id: int, user_id: int, *, interaction: str) -> Receipt:
        """Take the latest own choice back, while nothing was revealed by it.

        Raises `NeedsConsent` when the table has to agree (`propose` it, kind "undo"), or
        `NothingToUndo`.
        """
        try:
            async with self.open_games.open(game_id) as game:
                return await self._alone(game, user_id, interaction)
        except StaleWrite:
            raise GameMovedOn() from None

    async def _alone(self, game: OpenGame, user_id: int, interaction: str) -> Receipt:
        seat = game.seat_of(user_id).seat
        before = await self.choosing.repeated(game, seat, interaction)
        if before is not None:
            return before.receipt
        game.must_run()
        game.playing_seat(user_id)
        await self.choosing.note_rest(game)
        try:
            step = game.position.game.take_back(seat)
        except IllegalChoice:
            number = await self.latest_of(game, seat)
            raise NeedsConsent(number=number) from None
        try:
            accepted = await self.choosing.record(game, step, interaction)
        except AlreadyRecorded as already:
            accepted = await self.choosing.recorded_before(game, seat, already)
        return accepted.receipt

    async def latest_of(self, game: OpenGame, seat: int) -> int:
        """The latest choice of a seat's own hand that still counts; raises `NothingToUndo`."""
        count = game.row.choice_count
        recent = await self.open_games.store.read(
            lambda tx: entries_after(
                tx, game.row.id, max(SETUP, count - FAR_ENOUGH), count, FAR_ENOUGH
            )
        )
        for entry in recent:
            must_be_as_written(entry)
        for entry in reversed(standing(recent)):
            if entry.seat == seat and entry.by in OWN_HAND and not entry.undoes:
                return entry.number
        raise NothingToUndo()

    async def by_consent(
        self, game: OpenGame, seat: int, number: int, interaction: str, also: Also
    ) -> Receipt:
        """Go back to before entry `number`, as all agreed. `also` is written with it."""
        game.must_run()
        position = game.position
        await self.choosing.note_rest(game)
        before = await self.open_games.store.read(
            lambda tx: state_after(tx, position.rules, game.row, number - 1)
        )
        try:
            step = position.game.rewind(seat, number, before)
        except IllegalChoice:
            raise NothingToUndo() from None

        def say(entry: int, _: ClockPlan) -> list[NewMessage]:
            undone = Undone(
                game_id=game.row.id, seat=seat, number=entry, undoes=number, consent=True
            )
            return in_channel(game.row, undone)

        try:
            accepted = await self.choosing.record(game, step, interaction, say=say, also=also)
        except AlreadyRecorded as already:
            accepted = await self.choosing.recorded_before(game, seat, already)
        return accepted.receipt
