"""The board as text: `/board`, alt texts, and a player's sheet in a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord.colours import look_of, signs
from bot.service import GameInfo
from engine.core.messages import Voice
from engine.core.view import View
from render.text.board import alt_text, board_pages


class Board:
    """A view in words, with the colours that the players have."""

    def __init__(self, view: View, info: GameInfo, voice: Voice) -> None:
        self.view = view
        self.info = info
        self.voice = voice
        self.signs = signs(info)
        self.look = look_of(info)

    def name(self, seat: int) -> str:
        """A player's name with the sign of the colour."""
        known = self.voice.names
        name = known[seat] if 0 <= seat < len(known) else self.voice.say("board.nobody")
        return f"{self.signs[seat]} {name}" if 0 <= seat < len(self.signs) else name

    def title(self) -> str:
        """The turn and the phase."""
        phase = self.voice.text(self.view.phase_title)
        return self.voice.say("board.title", turn=self.view.turn, phase=phase)

    def alt(self, happened: Sequence[str] = ()) -> str:
        """What a picture of the view shows, in the few words that fit behind it."""
        return alt_text(self.view, self.look, happened)

    def pages(self, focus: Sequence[str] | None = None) -> list[str]:
        """All there is to see, in pages that a message can hold."""
        pages = board_pages(self.view, self.look, focus)
        return [f"```\n{page}\n```" for page in pages]

    def sheet(self, seat: int) -> list[str]:
        """What a player has, in a few lines."""
        voice, sheet = self.voice, self.view.sheet(seat)
        parts = [voice.say("board.points", n=sheet.score)] if self.view.counts_points else []
        # Before the first turn there is nothing to sum up.
        parts += map(voice.text, sheet.summary if self.view.turn else ())
        name, summary = self.name(seat), ", ".join(parts)
        lines = [voice.say("board.sheet", name=name, summary=summary, fallen=sheet.fallen)]
        for fact in sheet.facts:
            if fact.values:
                what = voice.join(map(voice.text, fact.values))
                lines.append(voice.say("board.fact", label=voice.text(fact.label), what=what))
        return lines
