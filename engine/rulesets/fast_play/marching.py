"""Who can move where on land: steps, roads, fleets as stepping stones (rulebook 5.1 to 5.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.lazy import lazy
from engine.rulesets.fast_play.board import (
    BOARD,
    fleets_at_sea,
    has_army,
    is_home,
    stranger,
)
from engine.rulesets.fast_play.state import (
    OFF_ROAD,
    POINTS,
    STOPPED,
    UNEXPLORED,
    Movement,
    Piece,
    State,
)
from engine.rulesets.fast_play.tables import FIGHTER, FLEETS, GROUND, MOVES, SETTLER, TABLES, UNITS
from engine.world import chain_capacity, crossings, ports

Groups = dict[str, list[Piece]]


class Way(NamedTuple):
    """A way over land: the regions entered, how many of these steps are free, the zones crossed."""

    path: tuple[int, ...]
    free: int = 0
    chain: tuple[int, ...] = ()


class Legs(NamedTuple):
    """What decides where a piece can go: its points, whether roads still help it, its type."""

    points: int
    road: bool
    kind: int


MOBILE = tuple(
    tuple(not spent & STOPPED and (spent & POINTS) < moves for spent in range(16))
    for moves in MOVES
)
"""By type and `spent`: whether a piece can still move."""

GROUP_KEYS = tuple(
    tuple(unit.id + (f"+{spent & POINTS}" if spent & OFF_ROAD else "") for spent in range(16))
    for unit in UNITS
)
"""By type and `spent`: the name of alike pieces in orders. `settler+1` has used a point, `knight+0`
a road."""

ON_FOOT = tuple(kind if kind in (SETTLER, FIGHTER) else -1 for kind in range(len(UNITS)))
"""Armies all go to the same places; settlers and aircraft do not."""


def legs(piece: Piece) -> Legs:
    """What decides where a piece can go."""
    spent = piece.spent
    return Legs(MOVES[piece.kind] - (spent & POINTS), not spent & OFF_ROAD, ON_FOOT[piece.kind])


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
    unexplored: dict[int, None] = {}
    for space, stack in enumerate(state.spaces):
        for piece in stack:
            if piece.owner != seat:
                continue
            kind, spent = piece.kind, piece.spent
            if kind == SETTLER and state.markers[space] == UNEXPLORED:
                unexplored[space] = None
            if MOBILE[kind][spent]:
                groups = (fleets if kind in FLEETS else land).setdefault(space, {})
                groups.setdefault(GROUP_KEYS[kind][spent], []).append(piece)
    return Survey(land, fleets, list(unexplored))


class Land:
    """The land as the pieces of one seat can cross it now; everything is found once."""

    def __init__(self, state: State, seat: int, frame: Movement) -> None:
        self.state = state
        self.seat = seat
        self.frame = frame
        self._reach: dict[tuple[int, Legs], dict[int, Way]] = {}

    @lazy
    def room(self) -> dict[int, int]:
        """How many pieces can still pass over the own fleets of each zone (rule: fleets)."""
        fleets = fleets_at_sea(self.state, self.seat)
        if not fleets:
            return fleets
        passed = dict(self.frame.ferried)
        rooms = {
            zone: TABLES.fleet_capacity * n - passed.get(zone, 0) for zone, n in fleets.items()
        }
        return {zone: room for zone, room in rooms.items() if room > 0}

    def capacity(self, way: Way) -> int:
        """How many pieces can still go a way that crosses the sea."""
        return chain_capacity(self.room, way.chain, per_fleet=1)

    def may_enter(self, kind: int, space: int) -> bool:
        """Whether a type of piece may go to a region where others are (rule: hostile)."""
        state, seat = self.state, self.seat
        if kind == SETTLER:
            return has_army(state, space, seat)
        if kind == FIGHTER:
            guarded = any(p.owner != seat and p.kind in GROUND for p in state.spaces[space])
            return not guarded or has_army(state, space, seat)
        return True

    def reach(self, origin: int, legs: Legs) -> dict[int, Way]:
        """Every region such a piece can get to, the nearest first, each with the best way."""
        key = (origin, legs)
        if key not in self._reach:
            self._reach[key] = self._find(origin, legs)
        return self._reach[key]

    def _find(self, origin: int, legs: Legs) -> dict[int, Way]:
        found: dict[int, Way] = {}
        edge: list[tuple[int, Way]] = [(origin, Way(()))]
        if legs.road and is_home(self.state, origin, self.seat):
            edge += self._roads(origin)
            found.update(edge[1:])
        for _ in range(legs.points):
            reached: list[tuple[int, Way]] = []
            for space, way in self._steps(edge):
                if space == origin or space in found:
                    continue
                if stranger(self.state, space, self.seat) is None:
                    reached.append((space, way))
                elif not self.may_enter(legs.kind, space):
                    continue
                found[space] = way
            edge = reached
        return found

    def _steps(self, edge: list[tuple[int, Way]]) -> Iterator[tuple[int, Way]]:
        """One step on from each of some regions: over land first, then over the sea."""
        for space, (path, free, chain) in edge:
            for other in BOARD.beside[space]:
                yield other, Way((*path, other), free, chain)
        if not self.room:
            return
        for space, (path, free, chain) in edge:
            if not chain and ports(BOARD, space, self.room):
                for shore, zones in crossings(BOARD, space, self.room).items():
                    yield shore, Way((*path, shore), free, zones)

    def _roads(self, origin: int) -> list[tuple[int, Way]]:
        """Own settlements that free steps lead to (rule: roads)."""
        state, seat = self.state, self.seat
        rails = state.era >= TABLES.first_rail_era
        seen = {origin}
        found: list[tuple[int, Way]] = []
        edge: list[tuple[int, tuple[int, ...]]] = [(origin, ())]
        while edge:
            reached = []
            for space, path in edge:
                for other in BOARD.beside[space]:
                    if other not in seen and is_home(state, other, seat):
                        seen.add(other)
                        reached.append((other, (*path, other)))
            found += [(space, Way(path, len(path))) for space, path in reached]
            edge = reached if rails else []
        return found

    def can_leave(self, origin: int, groups: Groups) -> bool:
        """Whether any of these pieces in a region can move over land; plain cases first."""
        walks = bool(BOARD.beside[origin])
        for group in groups.values():
            if walks and ON_FOOT[group[0].kind] < 0:
                return True
        return any(self.reach(origin, legs(group[0])) for group in groups.values())


def marched(piece: Piece, way: Way, rails: bool, halted: bool) -> Piece:
    """A piece after it has gone a way: points used, road used up or not, halted by strangers."""
    spent = piece.spent + len(way.path) - way.free
    if len(way.path) > way.free or not rails:
        spent |= OFF_ROAD
    return Piece(piece.id, piece.owner, piece.kind, spent | STOPPED if halted else spent)
