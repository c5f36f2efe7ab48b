"""Keeps private panels true while they can still be edited: fifteen minutes after their last press.

An ephemeral message is edited through the interaction that showed it. Panels whose question is
still open stay as they are, with whatever was picked on them.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

import discord

from bot.discord.discord_errors import DISCORD_ERRORS
from bot.discord.panels.player_panel import asked_at, question_of, urgent
from bot.discord.panels.question import Question
from bot.discord.posts.notices import notice
from bot.discord.screen import Screen
from bot.moment import MINUTE, Moment
from bot.service import Desk, Refused

if TYPE_CHECKING:
    from bot.discord.client import Bot
    from bot.discord.interactions.replies import Reply

log = logging.getLogger("herald.sender")

FRESH = 14 * MINUTE
"""An interaction's token lives fifteen minutes."""
PANELS_MOST = 5000


class FreshPanel(NamedTuple):
    """A panel that can be edited: by which interaction, until when, and what it showed."""

    interaction: discord.Interaction[Bot]
    until: Moment
    tag: str
    """The question it shows; empty where it shows none."""
    awaited: tuple[int, ...]
    """Whom it names as awaited."""


class FreshPanels:
    """The latest panel of each player in each game, as long as it is fresh."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._panels: dict[tuple[int, int], FreshPanel] = {}

    def note(self, reply: Reply, desk: Desk, question: Question | None) -> None:
        """A panel was shown in answer to an interaction."""
        key = (desk.info.id, reply.interaction.user.id)
        self._panels.pop(key, None)
        if reply.stays or desk.info.game.channel_id is None:
            return
        tag = "" if question is None else question.state.tag
        until = self._now() + FRESH
        self._panels[key] = FreshPanel(reply.interaction, until, tag, desk.view.awaited)
        while len(self._panels) > PANELS_MOST:
            del self._panels[next(iter(self._panels))]

    def forget(self, game_id: int, user_id: int) -> None:
        """A player's panel shows something else now."""
        self._panels.pop((game_id, user_id), None)

    async def refresh(self, game_id: int) -> None:
        """Show the panels of a game that are out of date as they would be now.

        It is a courtesy: what fails stays as it was, and its buttons answer with what is true.
        """
        now = self._now()
        for key in [each for each in self._panels if each[0] == game_id]:
            panel = self._panels.get(key)
            if panel is None:
                continue
            if panel.until <= now:
                self.forget(*key)
                continue
            try:
                await self._show(key, panel)
            except DISCORD_ERRORS as error:
                self.forget(*key)
                log.warning("game=%s a panel stays as it was: %s", game_id, error)

    async def _show(self, key: tuple[int, int], panel: FreshPanel) -> None:
        game_id, user_id = key
        try:
            desk = await self.bot.herald.desk(game_id, user_id)
        except Refused:
            self.forget(*key)
            return
        if not desk.info.game.is_live:
            voice = self.bot.voice(desk.info)
            self.forget(*key)
            await _edit(panel, notice(voice.say("turn.game_over", game=desk.info.code)))
            return
        asked = urgent(desk)
        shows_open = bool(panel.tag) and asked_at(desk, panel.tag) is not None
        same = not panel.tag and asked is None and panel.awaited == desk.view.awaited
        if shows_open or same or desk.seat.kind != "human" or desk.info.game.status == "paused":
            return
        context = self.bot.context(desk.info)
        question = None if asked is None else question_of(context, desk, asked)
        screen = await self.bot.sender.composer.desk(context, desk, question)
        if self._panels.get(key) is not panel:
            # The player pressed something while this was made.
            return
        tag = "" if question is None else question.state.tag
        self._panels[key] = panel._replace(tag=tag, awaited=desk.view.awaited)
        await _edit(panel, screen)

    def _now(self) -> Moment:
        return self.bot.sender.time.now()


async def _edit(panel: FreshPanel, screen: Screen) -> None:
    await panel.interaction.edit_original_response(
        view=screen.view(), attachments=screen.files(), allowed_mentions=screen.allowed_mentions()
    )
