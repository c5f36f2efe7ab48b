"""Keeps private panels true while they can still be edited: fifteen minutes after their last press.

Each player has one in a game: where a newer one is shown, the older one goes away.
An ephemeral message is edited through the interaction that showed it. Panels whose question is
still open stay as they are, with whatever was picked on them; where nothing was and the question
offers something else now, because a prepared order was carried out, it is shown again.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import discord

from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.panels.catalogue import mark_of
from bot.discord.panels.player_panel import asked_at, question_of, urgent
from bot.discord.panels.question import Question
from bot.discord.posts.composing import Composer
from bot.discord.screen import Screen
from bot.moment import MINUTE, Moment
from bot.service import Desk, Refused, Time

if TYPE_CHECKING:
    from bot.discord.interactions.replies import Reply

log = logging.getLogger("herald.sender")

FRESH = 14 * MINUTE
"""An interaction's token lives fifteen minutes."""
SAID = MINUTE
"""So long a panel still says what was done on it when the game goes on: AI players choose at once,
and nobody would read it."""
PANELS_MOST = 5000


class FreshPanel(NamedTuple):
    """A panel that can be edited: by which interaction, until when, and what it showed."""

    interaction: discord.Interaction[Any]
    until: Moment
    tag: str
    """The question it shows; empty where it shows none."""
    awaited: tuple[int, ...]
    """Whom it names as awaited."""
    message_id: int | None
    offers: int
    """What tells the answers it offers apart from others; 0 where something is picked."""
    said: str
    """What it says above the question."""
    number: int
    """The choice of the game as of which it was made."""


class FreshPanels:
    """The latest panel of each player in each game, as long as it is fresh."""

    def __init__(self, composer: Composer, time: Time) -> None:
        self._composer = composer
        self._time = time
        self._panels: dict[tuple[int, int], FreshPanel] = {}
        self._used: dict[tuple[int, int], tuple[int, Moment]] = {}
        """The message in which each player pressed last, and until when that is not long ago."""
        self._answering: Counter[tuple[int, int]] = Counter()
        """Whose presses are being answered, each with how many of them."""
        self._waiting: set[tuple[int, int]] = set()
        """Whose panels are to be refreshed when their press is answered."""

    @asynccontextmanager
    async def answering(self, game_id: int, user_id: int) -> AsyncIterator[None]:
        """While a press is answered, its player's older panel waits: the answer may replace it."""
        key = (game_id, user_id)
        self._answering[key] += 1
        try:
            yield
        finally:
            self._answering[key] -= 1
            if not self._answering[key]:
                del self._answering[key]
        if key in self._waiting and key not in self._answering:
            self._waiting.discard(key)
            await self._refresh(key)

    async def keep(
        self, reply: Reply, desk: Desk, question: Question | None, said: str = ""
    ) -> None:
        """A panel was shown in answer to an interaction.

        Where the game has gone on while it was made, it is brought up to that at once.
        """
        if reply.stays or desk.info.game.channel_id is None:
            return
        key = (desk.info.id, reply.interaction.user.id)
        older = self._panels.pop(key, None)
        tag = "" if question is None else question.state.tag
        until = self._now() + FRESH
        self._panels[key] = FreshPanel(
            reply.interaction,
            until,
            tag,
            desk.view.awaited,
            reply.message_id,
            offers_of(question),
            said,
            desk.number,
        )
        while len(self._panels) > PANELS_MOST:
            del self._panels[next(iter(self._panels))]
        if older is not None and None not in (older.message_id, reply.message_id):
            await self._take_away(older, reply.message_id)
        await self._refresh(key)

    async def _take_away(self, older: FreshPanel, newer: int | None) -> None:
        """Delete a panel that another message has taken the place of."""
        if older.message_id == newer or older.until <= self._now():
            return
        try:
            await older.interaction.delete_original_response()
        except DISCORD_ERRORS as error:
            log.info("an older panel stays: %s", error)

    def pressed(self, game_id: int, user_id: int, message_id: int) -> None:
        """A message of a player's shows something else now; a panel beside it stays what it is."""
        panel = self._panels.get((game_id, user_id))
        if panel is not None and panel.message_id in (None, message_id):
            self.forget(game_id, user_id)
        self._used.pop((game_id, user_id), None)
        self._used[game_id, user_id] = (message_id, self._now() + FRESH)
        while len(self._used) > PANELS_MOST:
            del self._used[next(iter(self._used))]

    def is_used(self, game_id: int, user_id: int, message_id: int | None) -> bool:
        """Whether a message is the one in which a player pressed last, not long ago."""
        used, until = self._used.get((game_id, user_id), (None, 0))
        return used == message_id and self._now() < until

    def forget(self, game_id: int, user_id: int) -> None:
        """A player's panel shows something else now."""
        self._panels.pop((game_id, user_id), None)

    async def refresh(self, game_id: int) -> None:
        """Show the panels of a game that are out of date as they would be now.

        It is a courtesy: what fails stays as it was, and its buttons answer with what is true.
        """
        for key in [each for each in self._panels if each[0] == game_id]:
            if key in self._answering:
                self._waiting.add(key)
            else:
                await self._refresh(key)

    async def _refresh(self, key: tuple[int, int]) -> None:
        panel = self._panels.get(key)
        if panel is None:
            return
        if panel.until <= self._now():
            self.forget(*key)
            return
        try:
            await self._show(key, panel)
        except DISCORD_ERRORS as error:
            self.forget(*key)
            log.warning("game=%s a panel stays as it was: %s", key[0], error)

    async def _show(self, key: tuple[int, int], panel: FreshPanel) -> None:
        game_id, user_id = key
        try:
            desk = await self._composer.herald.look.desk(game_id, user_id)
        except Refused:
            self.forget(*key)
            return
        if not desk.info.game.is_live:
            self.forget(*key)
            page = self._composer.page.of(desk.info)
            await _edit(panel, page.notice("turn.game_over", game=desk.info.code))
            return
        if desk.number == panel.number:
            return
        if desk.seat.kind != "human" or desk.info.game.status == "paused":
            return
        asked, page = urgent(desk), self._composer.page.of(desk.info)
        shown = asked_at(desk, panel.tag) if panel.tag else None
        if shown is not None:
            question = question_of(page, desk, shown)
            if panel.offers and offers_of(question) != panel.offers:
                await self._renew(key, panel, desk, question)
            return
        same = not panel.tag and asked is None and panel.awaited == desk.view.awaited
        if not same:
            next_question = None if asked is None else question_of(page, desk, asked)
            is_new = panel.until - self._now() > FRESH - SAID
            said = panel.said if is_new else ""
            await self._renew(key, panel._replace(said=said), desk, next_question)

    async def _renew(
        self, key: tuple[int, int], panel: FreshPanel, desk: Desk, question: Question | None
    ) -> None:
        shown = self._panels.get(key)
        page = self._composer.page.of(desk.info)
        screen = await self._composer.desk(page, desk, question, note=panel.said)
        if self._panels.get(key) is not shown:
            # The player pressed something while this was made.
            return
        tag = "" if question is None else question.state.tag
        self._panels[key] = panel._replace(
            tag=tag,
            awaited=desk.view.awaited,
            offers=offers_of(question),
            number=desk.number,
        )
        await _edit(panel, screen)

    def _now(self) -> Moment:
        return self._time.now()


def offers_of(question: Question | None) -> int:
    """What tells the answers that an untouched panel offers apart from others; else 0."""
    if question is None or question.state.codes or question.state.work or question.state.at:
        return 0
    catalogue = question.catalogue
    if catalogue is None:
        return 0
    return mark_of([entry.value for entry in catalogue.entries(0)]) + 1


async def _edit(panel: FreshPanel, screen: Screen) -> None:
    await panel.interaction.edit_original_response(
        view=screen.view(), attachments=screen.files(), allowed_mentions=screen.allowed_mentions()
    )
