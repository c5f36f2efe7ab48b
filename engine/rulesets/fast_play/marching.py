"""Who can move where on land: steps, roads, fleets as stepping stones (rulebook 5.1 to 5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from engine.core.lazy import lazy
from engine.rulesets.fast_play.frames import Movement
from engine.rulesets.fast_play.state import GROUNDED, OFF_ROAD, UNEXPLORED, State
from engine.rulesets.fast_play.tables import FIGHTER, FLEETS, MOVES, SETTLER, TABLES, UNITS
from engine.world import chain_capacity
from engine.world.movement.transport import shores
from engine.world.state import BIT, BOARD, FIRST_SEA, POINTS, SPACES, STOPPED, Piece

Groups = dict[str, list[Piece]]


class Way(NamedTuple):
    """A way over land: the regions entered, how many of these steps are free, the zones crossed."""

    path: tuple[int, ...]
    free: int = 0
    chain: tuple[int, ...] = ()


Step = tuple[int, int, tuple[int, ...]]
"""The last step of a way: from where it is made, and the free steps and zones crossed up to it."""


class Legs(NamedTuple):
    """What decides where a piece can go: its points, whether roads still help it, its type."""

    points: int
    road: bool
    kind: int


MOBILE = tuple(
    tuple(not spent & STOPPED and (spent & POINTS) < moves for spent in range(2 * GROUNDED))
    for moves in MOVES
)
"""By type and `spent`: whether a piece can still move."""

HELD_BY_OTHERS = tuple(bytes(bool(holders & ~bit) for holders in range(256)) for bit in BIT)
"""For each seat a table from `WorldState.holders` to whether anyone else is among them."""

RAIL = "rail"


def group_key(unit: str, spent: int) -> str:
    """The name of alike pieces in orders: `settler+1` has used a point, `knight+0` a road."""
    if spent & OFF_ROAD:
        return f"{unit}+{spent & POINTS}"
    return f"{unit}+{RAIL}" if spent & GROUNDED else unit


GROUP_KEYS = tuple(
    tuple(group_key(unit.id, spent) if mobile else "" for spent, mobile in enumerate(can_move))
    for unit, can_move in zip(UNITS, MOBILE, strict=True)
)
"""By type and `spent`: the name of alike pieces, empty for those that cannot move."""

ON_FOOT = tuple(kind if kind in (SETTLER, FIGHTER) else -1 for kind in range(len(UNITS)))
"""Armies all go to the same places; settlers and aircraft do not."""


LEGS = tuple(
    tuple(
        Legs(moves - (spent & POINTS), not spent & OFF_ROAD, ON_FOOT[kind])
        for spent in range(2 * GROUNDED)
    )
    for kind, moves in enumerate(MOVES)
)
"""By type and `spent`: what decides where a piece can go."""


def legs(piece: Piece) -> Legs:
    """What decides where a piece can go."""
    return LEGS[piece.kind][piece.spent]


class Survey(NamedTuple):
    """A seat's pieces that can still do something, by space, alike ones together.

    `settlers` are the regions where one stands that nobody has explored.
    """

    land: dict[int, Groups]
    fleets: dict[int, Groups]
    settlers: list[int]


def survey(state: State, seat: int) -> Survey:
    """Look the whole board over, once."""
    land: dict[int, Groups] = {}
    fleets: dict[int, Groups] = {}
    unexplored: list[int] = []
    markers, spaces = state.markers, state.spaces
    for space in state.held_spaces(seat):
        stack = spaces[space]
        # Where others were first, own pieces have been halted and can do nothing more.
        if stack[0].owner != seat:
            continue
        groups: Groups = {}
        ships: Groups = {}
        for piece in stack:
            kind = piece.kind
            key = GROUP_KEYS[kind][piece.spent]
            if key and piece.owner == seat:
                (ships if kind in FLEETS else groups).setdefault(key, []).append(piece)
        if groups:
            land[space] = groups
        if ships:
            fleets[space] = ships
        if space < FIRST_SEA and markers[space] == UNEXPLORED and state.settlers(space, seat):
            unexplored.append(space)
    return Survey(land, fleets, unexplored)


class Land:
    """The land as the pieces of one seat can cross it now; everything is found once."""

    def __init__(self, state: State, seat: int, frame: Movement) -> None:
        self.state = state
        self.seat = seat
        self.frame = frame
        self._reach: dict[tuple[int, Legs], dict[int, Step]] = {}
        self._ways: dict[tuple[int, int], dict[str, Way]] = {}
        self._barred: dict[int, frozenset[int]] = {-1: frozenset()}

    @lazy
    def room(self) -> dict[int, int]:
        """How many pieces can still pass over the own fleets of each zone (rule: fleets)."""
        fleets = self.state.fleets_at_sea(self.seat)
        if not fleets:
            return fleets
        passed = dict(self.frame.ferried)
        rooms = {
            zone: TABLES.fleet_capacity * n - passed.get(zone, 0) for zone, n in fleets.items()
        }
        return {zone: room for zone, room in rooms.items() if room > 0}

    @lazy
    def zones(self) -> frozenset[int]:
        """Those zones."""
        return frozenset(self.room)

    @lazy
    def strangers(self) -> frozenset[int]:
        """The spaces where someone else has a piece or a settlement."""
        held = compress(SPACES, bytes(self.state.holders).translate(HELD_BY_OTHERS[self.seat]))
        settled = [r for r, built in self.state.settled() if built.owner != self.seat]
        return frozenset(held).union(settled)

    def capacity(self, way: Way) -> int:
        """How many pieces can still go a way that crosses the sea."""
        return chain_capacity(self.room, way.chain, per_fleet=1)

    def may_enter(self, kind: int, space: int) -> bool:
        """Whether a type of piece may go on its own to where others are (rule: hostile)."""
        state, seat = self.state, self.seat
        if kind == SETTLER:
            return state.has_fighters(space, seat)
        if kind == FIGHTER:
            guarded = any(p.owner != seat and p.kind != SETTLER for p in state.spaces[space])
            return not guarded or state.has_army(space, seat)
        return True

    def is_free(self, space: int) -> bool:
        """Whether nobody else has anything in a space."""
        return space not in self.strangers

    def reach(self, origin: int, legs: Legs) -> dict[int, Step]:
        """Every region such a piece can get to, the nearest first, each by its best last step."""
        key = (origin, legs)
        if key not in self._reach:
            self._reach[key] = self._find(origin, legs)
        return self._reach[key]

    def ways(self, origin: int, target: int, groups: Groups) -> dict[str, Way]:
        """How each group of a region that can get to another gets there.

        Those that could not go on their own are there as well, if others lead them.
        """
        key = (origin, target)
        if key not in self._ways:
            found = self._find_ways(origin, target, {n: legs(g[0]) for n, g in groups.items()})
            led = self.followers(target, groups) if found else []
            if led:
                like_armies = {name: legs(groups[name][0])._replace(kind=-1) for name in led}
                found |= self._find_ways(origin, target, like_armies)
                found = {name: found[name] for name in groups if name in found}
            self._ways[key] = found
        return self._ways[key]

    def _find_ways(self, origin: int, target: int, groups: Mapping[str, Legs]) -> dict[str, Way]:
        found, known = {}, dict[Legs, Way | None]()
        for name, alike in groups.items():
            if alike not in known:
                steps = self.reach(origin, alike)
                known[alike] = way_to(target, origin, steps) if target in steps else None
            way = known[alike]
            if way is not None:
                found[name] = way
        return found

    def followers(self, target: int, groups: Groups) -> list[str]:
        """The groups that may go to a region only with an army, or to one (rule: hostile)."""
        if self.is_free(target):
            return []
        kinds = [(name, ON_FOOT[group[0].kind]) for name, group in groups.items()]
        return [name for name, kind in kinds if kind >= 0 and not self.may_enter(kind, target)]

    def _find(self, origin: int, legs: Legs) -> dict[int, Step]:
        homes: tuple[int, ...] = ()
        rails = self.state.era >= TABLES.first_rail_era
        if legs.road and self.state.is_home(origin, self.seat):
            homes = self.state.homes(self.seat)
        strangers, piers = self.strangers, piers_of(self.zones)
        near = BOARD.within(origin, legs.points, "land")
        if strangers.isdisjoint(near) and piers.isdisjoint(near):
            found = open_land(origin, legs.points, homes, rails)
            if strangers.isdisjoint(found) and piers.isdisjoint(found):
                return found
        barred = self.barred(legs.kind)
        return shared_land(origin, legs.points, homes, rails, strangers, barred, self.zones)

    def barred(self, kind: int) -> frozenset[int]:
        """The spaces of others that a type of piece may not go to on its own (rule: hostile)."""
        if kind not in self._barred:
            spaces: Iterable[int] = self.strangers
            if kind == SETTLER:
                # Where there is nothing of one's own, there is nobody to go to.
                spaces = self.strangers.intersection(self.state.held_spaces(self.seat))
            entered = [space for space in spaces if self.may_enter(kind, space)]
            self._barred[kind] = self.strangers.difference(entered)
        return self._barred[kind]

    def _enters(self, space: int, kind: int) -> bool:
        """Whether a type of piece may go to a region on its own."""
        return self.is_free(space) or self.may_enter(kind, space)

    def can_leave(self, origin: int, groups: Groups) -> bool:
        """Whether any of these pieces in a region can move over land; plain cases first."""
        for group in groups.values():
            kind = ON_FOOT[group[0].kind]
            for other in BOARD.beside[origin]:
                if kind < 0 or self._enters(other, kind):
                    return True
        return bool(self.room) and any(
            self.reach(origin, legs(group[0])) for group in groups.values()
        )


@lru_cache(maxsize=4096)
def open_land(origin: int, points: int, homes: tuple[int, ...], rails: bool) -> dict[int, Step]:
    """Every region that so many points lead to where nobody is in the way, the nearest first.

    `homes` are the settlements that roads join, none if roads are of no use. Nobody may change what
    is kept.
    """
    found = {origin: (origin, 0, ()), **roads(origin, homes, rails)}
    edge = list(found)
    for _ in range(points):
        reached = []
        for space in edge:
            step = (space, found[space][1], ())
            for other in BOARD.beside[space]:
                if other not in found:
                    found[other] = step
                    reached.append(other)
        edge = reached
    del found[origin]
    return found


@lru_cache(maxsize=1024)
def shared_land(
    origin: int,
    points: int,
    homes: tuple[int, ...],
    rails: bool,
    strangers: frozenset[int],
    barred: frozenset[int],
    zones: frozenset[int],
) -> dict[int, Step]:
    """The same where others are, in `strangers`: no way leads on from there, nor into `barred`.

    A way may cross own fleets in `zones`, once. Over the orders of a seat's turn the land stays
    mostly the same.
    """
    found: dict[int, Step] = {origin: (origin, 0, ()), **roads(origin, homes, rails)}
    edge, piers = list(found), piers_of(zones)
    for _ in range(points):
        reached: list[int] = []
        for space in edge:
            _, free, chain = found[space]
            step = (space, free, chain)
            for other in BOARD.beside[space]:
                if other not in found and other not in barred:
                    found[other] = step
                    if other not in strangers:
                        reached.append(other)
        for space in [space for space in edge if space in piers] if piers else ():
            _, free, chain = found[space]
            for shore, crossed in shores(space, zones).items():
                if not chain and shore not in found and shore not in barred:
                    found[shore] = (space, free, crossed)
                    if shore not in strangers:
                        reached.append(shore)
        edge = reached
    del found[origin]
    return found


@lru_cache(maxsize=256)
def piers_of(zones: frozenset[int]) -> frozenset[int]:
    """The regions at some sea zones, from where a step over fleets there leads on."""
    return frozenset([coast for zone in zones for coast in BOARD.coasts[zone]])


@lru_cache(maxsize=4096)
def roads(origin: int, homes: tuple[int, ...], rails: bool) -> dict[int, Step]:
    """The settlements that free steps from one lead to, the same for all kinds (rule: roads).

    Settlements stay the same over many moves; nobody may change what is kept of them.
    """
    found: dict[int, Step] = {}
    if not homes:
        return found
    joined = side_by_side(homes)
    edge = [origin]
    free = 0
    while edge:
        free += 1
        reached = []
        for space in edge:
            for other in joined[space]:
                if other not in found and other != origin:
                    found[other] = (space, free, ())
                    reached.append(other)
        edge = reached if rails else []
    return found


@lru_cache(maxsize=256)
def side_by_side(homes: tuple[int, ...]) -> dict[int, list[int]]:
    """For each of some settlements, those beside it; nobody may change what is kept."""
    joined = frozenset(homes)
    return {home: [other for other in BOARD.beside[home] if other in joined] for home in homes}


def way_to(target: int, origin: int, steps: Mapping[int, Step]) -> Way:
    """The whole way to a region, from the last steps to all on it."""
    space, free, chain = steps[target]
    if space == origin:
        return Way((target,), free, chain)
    path = [target]
    while (space := steps[path[-1]][0]) != origin:
        path.append(space)
    return Way(tuple(reversed(path)), free, chain)


def marched(piece: Piece, way: Way, rails: bool, halted: bool) -> Piece:
    """A piece after it has gone a way: points used, road used up or not, halted by strangers."""
    spent = piece.spent + len(way.path) - way.free
    if len(way.path) > way.free or not rails:
        spent |= OFF_ROAD
    if piece.kind == FIGHTER:
        spent |= GROUNDED
    return Piece(piece.id, piece.owner, piece.kind, spent | STOPPED if halted else spent)
