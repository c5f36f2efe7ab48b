"""Who can move together, and where to, with fleets that carry armies and settlers.

A party is what one move order can take: the armies and settlers of a region, what one fleet
carries, the fleets of a sea zone, or the aircraft of a space. All in it have the same ways open.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from engine.world.movement.reach import reach
from engine.world.roster import AnyRoster
from engine.world.state import BIT, BOARD, FIRST_SEA, IDS, Piece, WorldState

Groups = dict[str, list[Piece]]


class Way(NamedTuple):
    """A way to a destination: the spaces entered, and the fleet boarded at its end, or 0."""

    path: tuple[int, ...]
    fleet: int = 0


class Party(NamedTuple):
    """Pieces that may go together, in groups of alike ones, and how many may go at once."""

    place: int
    means: str
    groups: Groups
    most: int


def boardable(state: WorldState, seat: int, zone: int) -> list[tuple[Piece, int]]:
    """The seat's fleets in a zone that have room, with how much."""
    if not state.holders[zone] & BIT[seat]:
        return []
    stack, kinds = state.spaces[zone], state.roster.fleets
    fleets = [p for p in stack if p.owner == seat and p.kind in kinds]
    if not fleets:
        return []
    load: dict[int, int] = {}
    for piece in stack:
        if piece.aboard:
            load[piece.aboard] = load.get(piece.aboard, 0) + 1
    most = state.tables.fleet_capacity
    return [(f, most - load.get(f.id, 0)) for f in fleets if load.get(f.id, 0) < most]


def origins(state: WorldState, seat: int, held: Iterable[int]) -> dict[str, tuple[int, str]]:
    """The parties of the seat that have anywhere to go: where each is, and how it moves.

    `held` are the spaces with its pieces. The name of a party is its place, `place/air` for
    aircraft, or the fleet that carries it.
    """
    found: dict[str, tuple[int, str]] = {}
    roster = state.roster
    moves, fleets, aircraft = roster.moves, roster.fleets, roster.aircraft
    flying = state.owns_any(seat, aircraft)
    carriers: set[int] = set()
    beside, spaces = BOARD.beside, state.spaces
    for place in held:
        stack = spaces[place]
        # All that goes by land has the same ways; beside it there may be aircraft.
        only_land = not flying or aircraft.isdisjoint([p.kind for p in stack])
        for piece in stack:
            if piece.owner != seat:
                continue
            kind = piece.kind
            if piece.spent >= moves[kind]:
                continue
            if kind in fleets:
                found[IDS[place]] = (place, "sea")
            elif kind in aircraft:
                if f"{IDS[place]}/air" not in found and can_fly(state, seat, place, piece):
                    found[f"{IDS[place]}/air"] = (place, "air")
            elif piece.aboard:
                if BOARD.coasts[place] and piece.aboard not in carriers:
                    carriers.add(piece.aboard)
                    found[carrier_key(roster, stack, piece)] = (place, "cargo")
            else:
                if beside[place] or harbour_room(state, seat, place):
                    found[IDS[place]] = (place, "land")
                if only_land:
                    break
    return found


def can_move(state: WorldState, seat: int, held: Iterable[int]) -> bool:
    """Whether the seat can move anything: the plain cases first, they are the most."""
    moves, fleets, aircraft = state.roster.moves, state.roster.fleets, state.roster.aircraft
    for place in held:
        if not BOARD.beside[place]:
            continue
        for piece in state.spaces[place]:
            if piece.owner == seat and piece.spent < moves[piece.kind]:
                if piece.kind in fleets:
                    return True
                if place < FIRST_SEA and piece.kind not in aircraft:
                    return True
    return bool(origins(state, seat, held))


def carrier_key(roster: AnyRoster, stack: tuple[Piece, ...], piece: Piece) -> str:
    """The name of the fleet that carries a piece."""
    return roster.fleet_key(next(p for p in stack if p.id == piece.aboard))


def harbour_room(state: WorldState, seat: int, region: int) -> int:
    """The most pieces that one fleet off a region's coast can take aboard."""
    own, holders = BIT[seat], state.holders
    zones = [zone for zone in BOARD.coasts[region] if holders[zone] & own]
    return max([room for zone in zones for _, room in boardable(state, seat, zone)], default=0)


def party(state: WorldState, seat: int, origin: str, place: int, means: str) -> Party:
    """The party of an origin, in groups of alike pieces."""
    stack, roster = state.spaces[place], state.roster
    moves, kinds = roster.moves, roster.of_means[means]
    able = [p for p in stack if p.owner == seat and p.kind in kinds and p.spent < moves[p.kind]]
    if means == "cargo":
        able = [piece for piece in able if carrier_key(roster, stack, piece) == origin]
    elif means == "air":
        # A flight is as short as its shortest-legged aircraft: each needs a base in its own reach.
        able = [piece for piece in able if can_fly(state, seat, place, piece)]
    groups: Groups = {}
    if means == "sea":
        groups = {roster.fleet_key(fleet): [fleet] for fleet in able}
    else:
        keys = roster.group_keys
        for piece in able:
            groups.setdefault(keys[piece.kind][piece.spent], []).append(piece)
    most = len(able)
    if means == "land" and not BOARD.beside[place]:
        most = min(most, harbour_room(state, seat, place))
    return Party(place, means, groups, most)


def points_left(roster: AnyRoster, pieces: Iterable[Piece]) -> int:
    """How far pieces can go together."""
    return min([roster.moves[p.kind] - p.spent for p in pieces])


def can_fly(state: WorldState, seat: int, place: int, plane: Piece) -> bool:
    """Whether an aircraft has another base in reach."""
    near = BOARD.within(place, points_left(state.roster, [plane]), "air")
    own = {*state.homes(seat), *state.held_spaces(seat)}
    return any(target != place and state.is_base(target, seat) for target in own.intersection(near))


def flights(
    state: WorldState, seat: int, place: int, pieces: list[Piece]
) -> dict[int, tuple[int, ...]]:
    """The bases aircraft can fly to, with the ways."""
    ways = reach(place, points_left(state.roster, pieces), BOARD.around.__getitem__)
    return {target: way for target, way in ways.items() if state.is_base(target, seat)}


class Guarded:
    """The spaces where someone else could fight the seat: long moves go round them if they can.

    Asked space by space, since a move looks at a few spaces and the board has a hundred.
    """

    def __init__(self, state: WorldState, seat: int) -> None:
        self.state = state
        self.seat = seat

    def __contains__(self, space: object) -> bool:
        assert isinstance(space, int)
        if not self.state.holders[space] & ~BIT[self.seat]:
            return False
        roster = self.state.roster
        able = roster.ground if space < FIRST_SEA else roster.fleets
        for piece in self.state.spaces[space]:
            if piece.owner != self.seat and piece.kind in able:
                return True
        return False


def destinations(state: WorldState, seat: int, party: Party, pieces: list[Piece]) -> dict[str, Way]:
    """Where these pieces of a party can go together, by name: spaces, and fleets to board."""
    points, place, means = points_left(state.roster, pieces), party.place, party.means
    if means == "air":
        return named(flights(state, seat, place, pieces))
    found = surface_ways(state, seat, place, points, landing=means == "cargo")
    if means == "sea" or not state.owns_any(seat, state.roster.fleets):
        return found
    ashore: list[tuple[int, tuple[int, ...]]] = [(place, ())] if means == "land" else []
    if points > 1:
        ashore += [(w.path[-1], w.path) for w in found.values() if len(w.path) < points]
    boarding: dict[str, Way] = {}
    holders, own = state.holders, BIT[seat]
    for target, path in ashore:
        for zone in BOARD.coasts[target]:
            if not holders[zone] & own:
                continue
            for fleet, room in boardable(state, seat, zone):
                if room >= len(pieces):
                    boarding.setdefault(state.roster.fleet_key(fleet), Way((*path, zone), fleet.id))
    return {**found, **boarding} if boarding else found


def named(ways: dict[int, tuple[int, ...]]) -> dict[str, Way]:
    """Ways by the names of the spaces that they lead to."""
    return {IDS[target]: Way(way) for target, way in ways.items()}


def surface_ways(
    state: WorldState, seat: int, place: int, points: int, *, landing: bool
) -> dict[str, Way]:
    """The ways over land or sea, with `landing` those off a ship; not to be changed.

    Only who stands where a way passes through matters, and mostly that is nobody else.
    """
    strangers = ~BIT[seat]
    for space in passed(place, points, landing):
        if state.holders[space] & strangers:
            steps = landing_steps if landing else BOARD.beside.__getitem__
            return named(reach(place, points, steps, Guarded(state, seat)))
    return open_ways(place, points, landing)


@cache
def open_ways(place: int, points: int, landing: bool) -> dict[str, Way]:
    """The ways where nobody is to be avoided."""
    return named(reach(place, points, landing_steps if landing else BOARD.beside.__getitem__))


@cache
def passed(place: int, points: int, landing: bool) -> tuple[int, ...]:
    """The spaces that ways of so many steps can pass through on their way to another."""
    steps = landing_steps if landing else BOARD.beside.__getitem__
    return tuple(reach(place, points - 1, steps))


def landing_steps(space: int) -> tuple[int, ...]:
    """Steps of pieces that start aboard: off the ship, then over land."""
    return BOARD.beside[space] if space < FIRST_SEA else BOARD.coasts[space]
