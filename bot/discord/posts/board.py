"""The board as text: for `/board`, for the words behind a picture, for a player's own sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.discord.colours import colours, signs
from bot.discord.panels.labels import Labels
from bot.discord.words import Talk
from bot.service import GameInfo
from engine.core.view import View
from engine.world.view import PlayerView, WorldView
from render.text.board import alt_text, board_pages


class Board:
    """A view in words, with the colours that the players have."""

    def __init__(self, view: View, info: GameInfo, talk: Talk) -> None:
        self.view = view
        self.labels = Labels.of(info)
        self.talk = talk
        self.signs = signs(info)
        self.colours = colours(info)

    def name(self, seat: int) -> str:
        """A player's name with the sign of the colour."""
        known = self.labels.escaped
        name = known[seat] if 0 <= seat < len(known) else self.talk("board.nobody")
        return f"{self.signs[seat]} {name}" if 0 <= seat < len(self.signs) else name

    def title(self) -> str:
        """The turn and the phase."""
        phase = self.labels.catalog.text(self.view.phase_title, self.labels.escaped)
        return self.talk("board.title", turn=self.view.turn, phase=phase)

    def alt(self, happened: Sequence[str] = ()) -> str:
        """What a picture of the view shows, in the few words that fit behind it."""
        names, language = self.labels.names, self.talk.language
        return alt_text(self.view, names, happened, language, colours=self.colours)

    def pages(self, focus: str | None = None) -> list[str]:
        """All there is to see, in pages that a message can hold."""
        names, language = self.labels.names, self.talk.language
        pages = board_pages(self.view, names, focus, language, colours=self.colours)
        return [f"```\n{page}\n```" for page in pages]

    def sheet(self, seat: int) -> list[str]:
        """What a player has, in a few lines."""
        score = self.view.scores[seat]
        if not isinstance(self.view, WorldView):
            return [self.talk("board.score", name=self.name(seat), score=score)]
        player = self.view.players[seat]
        lines = [
            self.talk(
                "board.sheet",
                name=self.name(seat),
                score=score,
                gold=player.gold,
                income=player.income.total,
                fallen=player.fallen,
            )
        ]
        lines += [
            self.talk(f"board.{key}", what=self.labels.row(things))
            for key, things in self._possessions(player).items()
            if things
        ]
        return lines

    def _possessions(self, player: PlayerView) -> dict[str, list[str]]:
        labels = self.labels
        return {
            "resources": [
                self.talk("board.several", n=n, what=labels.name("marker", key))
                for key, n in player.resources.items()
            ],
            "technologies": [
                self.talk("board.several", n=n, what=labels.name("technology", key))
                for key, n in Counter(player.technologies).items()
            ],
            "wonders": [labels.name("wonder", key) for key in player.wonders],
        }
