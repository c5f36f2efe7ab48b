"""How pictures and words of a game look: its players' names and colours, theme and language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from engine.core.messages import ENGLISH
from render.fonts.script import clean
from render.fonts.writing import readable
from render.style.players import Colours, SeatColours, seat_colours
from render.voice import GameVoice, game_voice


class Look(msgspec.Struct, frozen=True):
    """Made once for a game, by `Look.of`; every picture and text takes it."""

    names: tuple[str, ...] = ()
    palette: SeatColours = seat_colours()
    theme: str = "dark"
    language: str = ENGLISH

    @classmethod
    def of(
        cls,
        names: Sequence[str] = (),
        colours: Colours | None = None,
        theme: str = "dark",
        language: str = ENGLISH,
    ) -> Look:
        """The look of a game.

        `colours` are those the players have chosen, by seat: "amber", "crimson", "jade", "azure",
        "violet" and "indigo" (the names in `players.toml`), as in `{0: "jade", 1: "amber"}`. For
        seats it leaves out, colours go by seat, and no two seats ever have the same.
        """
        return cls(tuple(names), seat_colours(colours), theme, language)

    def voice(self, ruleset: str, seats: int) -> GameVoice:
        """The words for a game with that many seats."""
        return _voice(self, ruleset, seats, self.names)

    def card_voice(self, ruleset: str, seats: int) -> GameVoice:
        """The same with names as they can be drawn: one that cannot is its colour's."""
        return _voice(self, ruleset, seats, tuple(map(self.name, range(seats))))

    def name(self, seat: int) -> str:
        """What a seat is called on pictures."""
        given = clean(self.names[seat]) if seat < len(self.names) else ""
        return given if given and readable(given) else self.palette.name(seat)


PLAIN = Look()


@lru_cache(64)
def _voice(look: Look, ruleset: str, seats: int, names: tuple[str, ...]) -> GameVoice:
    return game_voice(ruleset, seats, names, look.language, palette=look.palette)
