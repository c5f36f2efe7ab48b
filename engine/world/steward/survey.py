"""The board as a steward reads it off its view: who stands where, and how far apart things are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import ClassVar, NamedTuple, TypeVar

from engine.core.lazy import lazy
from engine.world import world
from engine.world.steward.memory import Memory, kept_while
from engine.world.view import CargoView, MarkerView, PlayerView, SettlementView, WorldView

BOARD = world()
FIRST_SEA = BOARD.sea.start
ALL = range(len(BOARD.spaces))
MANY = 40
"""Where more spaces than this are other objects, the whole board is read again."""
FAR = 99
"""Further than any two regions that a way by land joins."""

V = TypeVar("V")
Army = tuple[str, ...]
"""The types of some units, one entry each."""
Troops = dict[int, dict[int, Army]]
"""Space, then owner, then the units there."""


class Ship(NamedTuple):
    """Fleets at one place that are alike, with their name in orders and what they carry."""

    zone: int
    owner: int
    kind: str
    key: str
    number: int
    cargo: tuple[CargoView, ...]

    @property
    def load(self) -> int:
        """How many pieces are aboard."""
        return sum(group.count for group in self.cargo)

    def aboard(self, kinds: Iterable[str]) -> Army:
        """The pieces aboard of some types."""
        return tuple(g.kind for g in self.cargo if g.kind in kinds for _ in range(g.count))


class Survey:
    """One look at the view. Everything costly is found only when it is asked for.

    A rule set names the types of units that fight on land and those that sail, and a turn by which
    games are long over.
    """

    fighters: ClassVar[frozenset[str]]
    sailors: ClassVar[frozenset[str]]
    long_over: ClassVar[int]

    last_looks: ClassVar[dict[int, Survey]]
    """The last look of each seat: most of the board is as it was then."""

    def __init_subclass__(cls) -> None:
        cls.last_looks = {}

    __slots__ = (
        *("view", "me", "era", "sheet", "memory", "markers"),
        *("homes", "foreign", "home_regions", "foreign_regions"),
        *("own_troops", "foreign_troops", "settlers", "foreign_settlers", "fleets"),
    )
    # What every look has is kept apart from what is found when it is asked for: Python is slower
    # with objects of more than thirty attributes.

    own_troops: dict[int, Army]
    foreign_troops: Troops
    settlers: dict[int, int]
    foreign_settlers: dict[int, dict[int, int]]
    fleets: dict[int, list[Ship]]
    homes: dict[int, SettlementView]
    foreign: dict[int, SettlementView]
    home_regions: tuple[int, ...]
    foreign_regions: tuple[int, ...]
    markers: dict[int, MarkerView]
    # All by space, in the board's order; nobody may change these after the look.

    def __init__(self, view: WorldView, seat: int) -> None:
        self.view = view
        self.me = seat
        self.era = view.era_number
        self.sheet: PlayerView = view.players[seat]
        self.memory: Memory = {}
        """What was found out at the last look; see `kept_while`."""
        before = self.last_looks.get(seat)
        if before is None or not self._look_again(before):
            self._read_pieces(ALL)
            self._read_settlements(ALL)
            self._read_markers(ALL)
        self.last_looks[seat] = self

    def _look_again(self, before: Survey) -> bool:
        """Take over what is known by space: the same objects where nothing about it changed.

        False where so much changed that the whole board is better read again.
        """
        self.memory = before.memory
        spaces, then = self.view.spaces, before.view.spaces
        changed = list(compress(ALL, map(is_not, spaces, then)))
        if len(changed) >= MANY:
            return False
        moved, built, marked = [], [], []
        for index in changed:
            now, past = spaces[index], then[index]
            if now.units != past.units:
                moved.append(index)
            if now.settlement != past.settlement:
                built.append(index)
            if now.marker != past.marker:
                marked.append(index)
        if moved:
            self._read_pieces(moved)
            self.own_troops = updated(before.own_troops, self.own_troops, moved)
            self.foreign_troops = updated(before.foreign_troops, self.foreign_troops, moved)
            self.settlers = updated(before.settlers, self.settlers, moved)
            self.foreign_settlers = updated(before.foreign_settlers, self.foreign_settlers, moved)
            self.fleets = updated(before.fleets, self.fleets, moved)
        else:
            self.own_troops, self.foreign_troops = before.own_troops, before.foreign_troops
            self.settlers, self.foreign_settlers = before.settlers, before.foreign_settlers
            self.fleets = before.fleets
        if built:
            self._read_settlements(built)
            self.homes = updated(before.homes, self.homes, built)
            self.foreign = updated(before.foreign, self.foreign, built)
            self.home_regions, self.foreign_regions = tuple(self.homes), tuple(self.foreign)
        else:
            self.homes, self.foreign = before.homes, before.foreign
            self.home_regions = before.home_regions
            self.foreign_regions = before.foreign_regions
        if marked:
            self._read_markers(marked)
            self.markers = updated(before.markers, self.markers, marked)
        else:
            self.markers = before.markers
        return True

    def _read_pieces(self, indices: Iterable[int]) -> None:
        """Whose pieces stand in some spaces."""
        me, fighters, sailors, spaces = self.me, self.fighters, self.sailors, self.view.spaces
        own_troops: dict[int, Army] = {}
        foreign_troops: Troops = {}
        settlers: dict[int, int] = {}
        foreign_settlers: dict[int, dict[int, int]] = {}
        fleets: dict[int, list[Ship]] = {}
        for index in indices:
            for units in spaces[index].units:
                kind, owner, count = units.kind, units.owner, units.count
                if kind in fighters:
                    army = (kind,) * count
                    if owner == me:
                        own_troops[index] = own_troops.get(index, ()) + army
                    else:
                        here = foreign_troops.setdefault(index, {})
                        here[owner] = here.get(owner, ()) + army
                elif kind == "settler":
                    if owner == me:
                        settlers[index] = settlers.get(index, 0) + count
                    else:
                        others = foreign_settlers.setdefault(index, {})
                        others[owner] = others.get(owner, 0) + count
                elif kind in sailors:
                    ship = Ship(index, owner, kind, units.key, count, units.cargo)
                    fleets.setdefault(index, []).append(ship)
        self.own_troops, self.foreign_troops = own_troops, foreign_troops
        self.settlers, self.foreign_settlers = settlers, foreign_settlers
        self.fleets = fleets

    def _read_settlements(self, indices: Iterable[int]) -> None:
        """Whose settlements stand in some spaces."""
        spaces, me = self.view.spaces, self.me
        self.homes, self.foreign = {}, {}
        for index in indices:
            settlement = spaces[index].settlement
            if settlement is not None:
                (self.homes if settlement.owner == me else self.foreign)[index] = settlement
        self.home_regions, self.foreign_regions = tuple(self.homes), tuple(self.foreign)

    def _read_markers(self, indices: Iterable[int]) -> None:
        """What lies in some spaces."""
        spaces = self.view.spaces
        self.markers = {i: marker for i in indices if (marker := spaces[i].marker) is not None}

    @kept_while("fleets")
    def ships(self) -> list[Ship]:
        """All fleets, zone by zone."""
        return [ship for here in self.fleets.values() for ship in here]

    def army(self, space: int, owner: int) -> Army:
        """A seat's fighting units on foot in a region."""
        if owner == self.me:
            return self.own_troops.get(space, ())
        here = self.foreign_troops.get(space)
        return here.get(owner, ()) if here else ()

    def own_army(self, space: int) -> Army:
        """The steward's fighting units on foot in a region."""
        return self.own_troops.get(space, ())

    def foes(self, space: int) -> bool:
        """Whether another seat has fighting units in a region."""
        return space in self.foreign_troops

    @kept_while("fleets")
    def own_ships(self) -> list[Ship]:
        """The steward's fleets."""
        return [ship for ship in self.ships if ship.owner == self.me]

    @lazy
    def rivals(self) -> list[int]:
        """The other seats still in the game."""
        return [p.seat for p in self.view.players if p.seat != self.me and not p.fallen]

    @lazy
    def lead(self) -> int:
        """Points more than the best rival."""
        best = max((self.view.scores[seat] for seat in self.rivals), default=-FAR)
        return self.view.scores[self.me] - best

    @property
    def overtime(self) -> bool:
        """Whether the game has gone on for so long that the steward works for its end alone.

        No weights have a say in this: whatever they are, a table of stewards comes to an end.
        """
        return self.view.turn > self.long_over

    def to_foreign(self, region: int) -> int:
        """How far the nearest foreign settlement is by land."""
        return self.ways_abroad[region]

    @lazy
    def ways_home(self) -> Ways:
        """How far the nearest own settlement is from each region."""
        return ways_to(self.home_regions)

    @lazy
    def ways_abroad(self) -> Ways:
        """How far the nearest foreign settlement is, likewise."""
        return ways_to(self.foreign_regions)

    def known(self, region: int) -> str | None:
        """What lies in a region: a marker's kind, "" for nothing, None when it is not known."""
        return self.markers[region].kind if region in self.markers else ""


def updated(known: dict[int, V], found: dict[int, V], changed: list[int]) -> dict[int, V]:
    """What is known by space after some spaces changed; the same object if it is the same still."""
    if not found and known.keys().isdisjoint(changed):
        return known
    before, now = list(map(known.get, changed)), list(map(found.get, changed))
    if before == now and same_order(before, now):
        return known
    up_to_date = {**known, **found}
    for index in changed:
        if index not in found:
            up_to_date.pop(index, None)
    return up_to_date if found.keys() <= known.keys() else dict(sorted(up_to_date.items()))


def same_order(before: list[V], now: list[V]) -> bool:
    """Whether equal things are in the same order, too: those of several owners in a space."""
    for one, other in zip(before, now, strict=True):
        if isinstance(one, dict) and isinstance(other, dict) and list(one) != list(other):
            return False
    return True


WALKS = [[FAR if way is None else way for way in BOARD.distances(i, "land")] for i in ALL]
"""For each space how far all are by land, very far where there is no way."""


def walk(origin: int, target: int) -> int:
    """The way by land, very far where there is none."""
    return WALKS[origin][target]


class Ways(dict[int, int]):
    """How far the nearest of some regions is by land, found for each region that is asked for."""

    def __init__(self, targets: tuple[int, ...]) -> None:
        self.targets = targets

    def __missing__(self, region: int) -> int:
        found = self[region] = min(map(WALKS[region].__getitem__, self.targets), default=FAR)
        return found


ways_to = lru_cache(maxsize=256)(Ways)
"""The regions asked about stay the same over many choices: what is found is kept."""
