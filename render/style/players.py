"""The six players' colours (`players.toml`), and which seat has which.

Sprites know a colour by its number, its place in `players.toml`. Seats become such numbers where a
picture is made, by `SeatColours.of`; everywhere else a seat is a seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from render.style.colour import Colour, read_colours

FILE = Path(__file__).parent / "players.toml"
Shape = Literal["disc", "square", "triangle", "diamond", "star", "cross"]
NOBODY, SAMPLE = -1, -2
"""The owners of grey pieces: barbarians, who have a skull, and what only shows a kind's looks."""

Colours = Mapping[int, str]
"""The players' choices: seat -> colour key, one of the names in `players.toml` in small letters.

>>> {0: "jade", 1: "amber"}
"""


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's colour, with a name and a shape: nothing depends on seeing colour."""

    name: str
    shape: Shape
    colour: Colour


class SeatColours(msgspec.Struct, frozen=True):
    """The colour number of every seat."""

    numbers: tuple[int, ...]

    def of(self, seat: int) -> int:
        """A seat's colour number. Nobody, and seats beyond the six, keep their own number."""
        return self.numbers[seat] if 0 <= seat < len(self.numbers) else seat

    def name(self, seat: int) -> str:
        """The name of a seat's colour; the seat's number where it has none."""
        number = self.of(seat)
        return players()[number].name if 0 <= number < len(players()) else str(seat + 1)


def seat_colours(colours: Colours | None = None) -> SeatColours:
    """The numbers of the chosen colours.

    A seat that has chosen none, or one that is unknown or taken by a seat before it, gets its own
    place's colour if that is free, else the first free one: no two seats ever look the same.
    """
    known = {player.name.lower(): number for number, player in enumerate(players())}
    chosen: dict[int, int] = {}
    for seat in sorted(colours or {}):
        number = known.get((colours or {})[seat].lower())
        if number is not None and 0 <= seat < len(known) and number not in chosen.values():
            chosen[seat] = number
    for seat in range(len(known)):
        if seat not in chosen and seat not in chosen.values():
            chosen[seat] = seat
    for seat in range(len(known)):
        if seat not in chosen:
            chosen[seat] = min(set(known.values()) - set(chosen.values()))
    return SeatColours(tuple(chosen[seat] for seat in range(len(known))))


@cache
def players() -> tuple[Player, ...]:
    """The six colours, in the order of seats where nobody has chosen."""
    return msgspec.convert(read_colours(FILE)["players"], tuple[Player, ...])


@cache
def nobody() -> Colour:
    """The grey of pieces that belong to nobody."""
    red, green, blue = read_colours(FILE)["nobody"]
    return red, green, blue


def colour_of(owner: int) -> Colour:
    """The colour of a number; grey for nobody and for seats that have none."""
    return players()[owner].colour if 0 <= owner < len(players()) else nobody()
