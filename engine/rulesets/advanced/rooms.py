"""Room for new pieces: in a turn as many as a settlement's size, fleets beside it included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.lazy import lazy
from engine.world.purchase import harbours
from engine.world.state import BOARD, FIRST_SEA

if TYPE_CHECKING:
    from engine.rulesets.advanced.state import State

FLEETS_SHARED = 2
"""The version since which a fleet counts for whichever settlement beside it leaves most room."""
ROOM_FOR_EACH = 3
"""The version since which what one player has placed takes no room from the next owner."""


class Rooms:
    """How many new pieces the settlements of a seat, and the zones beside them, still take."""

    def __init__(self, state: State, seat: int) -> None:
        self.homes = state.homes(seat)
        self.left: dict[int, int] = {}
        for region in self.homes:
            self.left[region] = state.size_at(region) - state.placed[region]
        self.fleets: list[int] = []
        for owner, space in state.launched:
            if owner == seat and space >= FIRST_SEA:
                self.fleets.append(space)
            elif owner == seat and space in self.left:
                self.left[space] -= 1

    @lazy
    def roomy(self) -> tuple[int, ...]:
        """The settlements that take another piece."""
        if not self.fleets:
            return tuple([region for region, left in self.left.items() if left > 0])
        return tuple([region for region in self.homes if self.at(region) > 0])

    @property
    def harbours(self) -> tuple[int, ...]:
        """The sea zones that take another fleet."""
        if not self.fleets:
            return harbours(self.roomy)
        return tuple([zone for zone in harbours(self.homes) if self.at(zone) > 0])

    def beside(self, zone: int) -> list[int]:
        """The settlements that a fleet in a zone can count for."""
        return beside(self.homes, zone)

    def at(self, space: int) -> int:
        """How many pieces a region, or how many fleets a sea zone, still takes."""
        counted = [space] if space < FIRST_SEA else self.beside(space)
        most = sum([max(self.left[region], 0) for region in counted])
        if not self.fleets:
            return most
        homeless = self.homeless(self.left, self.fleets)
        for more in range(1, most + 1):
            if space < FIRST_SEA:
                left = {**self.left, space: self.left[space] - more}
                full = self.homeless(left, self.fleets) > homeless
            else:
                full = self.homeless(self.left, [*self.fleets, *[space] * more]) > homeless
            if full:
                return more - 1
        return most

    def homeless(self, left: dict[int, int], fleets: list[int]) -> int:
        """How many fleets in these zones find no room, however they are shared out."""
        counted: dict[int, list[int]] = {region: [] for region in left}

        def find_room(zone: int, tried: set[int]) -> bool:
            for region in self.beside(zone):
                if region in tried:
                    continue
                tried.add(region)
                if len(counted[region]) < left[region]:
                    counted[region].append(zone)
                    return True
                for at, other in enumerate(counted[region]):
                    if find_room(other, tried):
                        counted[region][at] = zone
                        return True
            return False

        return sum([not find_room(zone, set()) for zone in fleets])


def beside(homes: tuple[int, ...], zone: int) -> list[int]:
    """Those of some settlements that a fleet in a zone can count for."""
    return [region for region in homes if zone in BOARD.coasts[region]]


def take_room(state: State, seat: int, space: int) -> None:
    """Note a new piece of a seat."""
    if space < FIRST_SEA and state.version < ROOM_FOR_EACH:
        state.placed[space] += 1
    elif space >= FIRST_SEA and state.version < FLEETS_SHARED:

        def room(region: int) -> int:
            return state.size_at(region) - state.placed[region]

        state.placed[max(beside(state.homes(seat), space), key=room)] += 1
    else:
        state.launched.append((seat, space))
