"""What a post is about, as facts, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot.discord.panels.board import Board
from bot.discord.posts.phone_lines import short_name
from bot.discord.posts.summary import fitting, plain_words
from bot.service import GameInfo
from engine.core.events import Disclosure, Event
from engine.core.messages import Voice
from engine.core.messages.digest import Digest
from engine.core.view import View

LOSSES_MOST, ALL_LOSSES_MOST = 160, 180
"""Letters of what a post says to a player about losses, and to all of them together."""


class PostContent(NamedTuple):
    """What a post is about: what happened, for a while before it too, and the board by then."""

    info: GameInfo
    view: View
    board: Board
    before: Sequence[Event]
    events: Sequence[Event]
    is_damaged: bool = False
    """Whether the log is damaged there, so that what happened is left out."""

    @property
    def voice(self) -> Voice:
        """The board's voice with names that leave room for what is said of them."""
        return self.board.voice.with_names(short_name)

    def digest(self) -> Digest:
        """What happened, in a few words."""
        return self.voice.digest([Disclosure(event) for event in self.events], None)

    def losses(self, seats: Sequence[int]) -> list[tuple[int, str]]:
        """What everybody saw some seats lose, in a few sentences to each of their players."""
        public = [Disclosure(event) for event in self.events]
        voice = self.voice
        lost = {seat: voice.digest(public, seat).losses for seat in seats}
        losers = [seat for seat in seats if lost[seat]]
        room = min(LOSSES_MOST, ALL_LOSSES_MOST // max(1, len(losers)))
        return [(seat, fitting(lost[seat], (), room, " ")[0]) for seat in losers]

    def alt(self) -> str:
        """What the picture of the board shows, in words."""
        voice = self.board.voice.unescaped
        digest = voice.digest([Disclosure(event) for event in self.events], None)
        board = Board(self.pictured, self.info, voice)
        return board.alt(plain_words(digest, self.info, voice))

    @property
    def pictured(self) -> View:
        """What is drawn: who is to act changes more often than a picture, and the post says it."""
        return msgspec.structs.replace(self.view, active=(), awaited=())
