"""Which seat has which of the six colours.

Sprites know colours by their number, the place in `players.toml`. Seats become such numbers where
a picture is made, by `Hues.of`; until then everything speaks of seats.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from render.theme import players

Colours = Mapping[int, str]
"""The players' choices: seat -> colour key, one of the names in `players.toml` in small letters.

>>> {0: "jade", 1: "amber"}
"""


class Hues(msgspec.Struct, frozen=True):
    """The colour number of every seat."""

    numbers: tuple[int, ...]

    def of(self, seat: int) -> int:
        """A seat's colour number. Nobody, and seats beyond the six, keep their own number."""
        return self.numbers[seat] if 0 <= seat < len(self.numbers) else seat

    def name(self, seat: int) -> str:
        """The name of a seat's colour; the seat's number where it has none."""
        number = self.of(seat)
        return players()[number].name if 0 <= number < len(players()) else str(seat + 1)


def hues(colours: Colours | None = None) -> Hues:
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
    return Hues(tuple(chosen[seat] for seat in range(len(known))))
