"""Room for new pieces at settlements, where a fleet at sea counts for one beside it.

>>> rooms = Rooms({BOARD.index["gobi"]: 2}, [])
>>> rooms.at(BOARD.index["gobi"]), rooms.harbours
(2, ())
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.world.purchase import harbours
from engine.world.state import BOARD, FIRST_SEA


class Rooms:
    """How many new pieces some settlements, and the zones beside them, still take.

    `left` is what each settlement takes, `fleets` are the zones of new fleets: each of them counts
    for whichever settlement beside it leaves most room.
    """

    def __init__(self, left: Mapping[int, int], fleets: Sequence[int]) -> None:
        self.left = left
        self.fleets = fleets
        self.roomy = tuple([region for region, room in left.items() if room > 0])
        """The settlements that take another piece."""
        if fleets:
            self.roomy = tuple([region for region in self.roomy if self.at(region) > 0])

    @property
    def harbours(self) -> tuple[int, ...]:
        """The sea zones that take another fleet."""
        if not self.fleets:
            return harbours(self.roomy)
        return tuple([zone for zone in harbours(tuple(self.left)) if self.at(zone) > 0])

    @property
    def total(self) -> int:
        """How many pieces all settlements together still take."""
        counted = len(self.fleets) - self.homeless(self.left, self.fleets) if self.fleets else 0
        return sum([max(room, 0) for room in self.left.values()]) - counted

    def at(self, space: int) -> int:
        """How many pieces a region, or how many fleets a sea zone, still takes."""
        if space < FIRST_SEA:
            most, zones = max(self.left[space], 0), BOARD.coasts[space]
            if not any(zone in zones for zone in self.fleets):
                return most
        else:
            most = sum([max(self.left[region], 0) for region in beside(self.left, space)])
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

    def homeless(self, left: Mapping[int, int], fleets: Sequence[int]) -> int:
        """How many fleets in these zones find no room, however they are shared out."""
        counted: dict[int, list[int]] = {region: [] for region in left}

        def find_room(zone: int, tried: set[int]) -> bool:
            for region in beside(left, zone):
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


def beside(regions: Iterable[int], zone: int) -> list[int]:
    """Those of some regions that lie at a sea zone."""
    return [region for region in regions if zone in BOARD.coasts[region]]
