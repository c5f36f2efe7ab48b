"""Who can move together, and where to, with fleets that carry armies and settlers.

A party is what one move order can take: the armies and settlers of a region, what one fleet
carries, the fleets of a sea zone, or the aircraft of a space. All in it have the same ways open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.world.reach import reach
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


def origins(state: WorldState, seat: int, held: list[int]) -> dict[str, tuple[int, str]]:
    """The parties of the seat that have anywhere to go: where each is, and how it moves.

    `held` are the spaces with its pieces. The name of a party is its place, `place/air` for
    aircraft, or the fleet that carries it.
    """
    found: dict[str, tuple[int, str]] = {}
    roster = state.roster
    moves, fleets, aircraft = roster.moves, roster.fleets, roster.aircraft
    flying = state.owns_any(seat, aircraft)
    for place in held:
        stack = state.spaces[place]
        for piece in stack:
            if piece.owner != seat or piece.spent >= moves[piece.kind]:
                continue
            kind = piece.kind
            if kind in fleets:
                found[IDS[place]] = (place, "sea")
            elif kind in aircraft:
                if f"{IDS[place]}/air" not in found and can_fly(state, seat, place, piece):
                    found[f"{IDS[place]}/air"] = (place, "air")
            elif piece.aboard:
                if BOARD.coasts[place]:
                    found[carrier_key(roster, stack, piece)] = (place, "cargo")
            elif BOARD.beside[place] or harbour_room(state, seat, place):
                found[IDS[place]] = (place, "land")
                if not flying:
                    break
    return found


def can_move(state: WorldState, seat: int, held: list[int]) -> bool:
    """Whether the seat can move anything: the plain cases first, they are the most."""
    moves, fleets, aircraft = state.roster.moves, state.roster.fleets, state.roster.aircraft
    for place in held:
        for piece in state.spaces[place]:
            if piece.owner == seat and piece.spent < moves[piece.kind]:
                if piece.kind in fleets:
                    return True
                if place < FIRST_SEA and piece.kind not in aircraft and BOARD.beside[place]:
                    return True
    return bool(origins(state, seat, held))


def carrier_key(roster: AnyRoster, stack: tuple[Piece, ...], piece: Piece) -> str:
    """The name of the fleet that carries a piece."""
    return roster.fleet_key(next(p for p in stack if p.id == piece.aboard))


def harbour_room(state: WorldState, seat: int, region: int) -> int:
    """The most pieces that one fleet off a region's coast can take aboard."""
    rooms = [room for zone in BOARD.coasts[region] for _, room in boardable(state, seat, zone)]
    return max(rooms, default=0)


def party(state: WorldState, seat: int, origin: str, place: int, means: str) -> Party:
    """The party of an origin, in groups of alike pieces."""
    groups: Groups = {}
    stack, roster = state.spaces[place], state.roster
    for piece in stack:
        kind, spent = piece.kind, piece.spent
        if piece.owner != seat or spent >= roster.moves[kind]:
            continue
        if means == "sea":
            if kind in roster.fleets:
                groups[roster.fleet_key(piece)] = [piece]
            continue
        if (kind in roster.aircraft) != (means == "air") or kind in roster.fleets:
            continue
        if means == "cargo" and carrier_key(roster, stack, piece) != origin:
            continue
        # A flight is as short as its shortest-legged aircraft: each needs a base in its own reach.
        if means == "air" and not can_fly(state, seat, place, piece):
            continue
        groups.setdefault(roster.group_keys[kind][spent], []).append(piece)
    most = sum([len(group) for group in groups.values()])
    if means == "land" and not BOARD.beside[place]:
        most = min(most, harbour_room(state, seat, place))
    return Party(place, means, groups, most)


def points_left(roster: AnyRoster, pieces: Iterable[Piece]) -> int:
    """How far pieces can go together."""
    return min([roster.moves[p.kind] - p.spent for p in pieces])


def can_fly(state: WorldState, seat: int, place: int, plane: Piece) -> bool:
    """Whether an aircraft has another base in reach."""
    near = BOARD.within(place, points_left(state.roster, [plane]), "air")
    return any(target != place and state.is_base(target, seat) for target in near)


def flights(
    state: WorldState, seat: int, place: int, pieces: list[Piece]
) -> dict[int, tuple[int, ...]]:
    """The bases aircraft can fly to, with the ways."""
    ways = reach(place, points_left(state.roster, pieces), BOARD.around.__getitem__)
    return {target: way for target, way in ways.items() if state.is_base(target, seat)}


class Guarded:
    """The spaces where somebody else could fight the seat: long moves go round them if they can.

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
    points, place = points_left(state.roster, pieces), party.place
    if party.means == "air":
        ways = flights(state, seat, place, pieces)
        return {IDS[target]: Way(way) for target, way in ways.items()}
    avoid = Guarded(state, seat)
    if party.means == "sea":
        ways = reach(place, points, BOARD.beside.__getitem__, avoid)
        return {IDS[target]: Way(way) for target, way in ways.items()}
    if party.means == "land":
        ways = reach(place, points, BOARD.beside.__getitem__, avoid)
        ashore = {place: (), **ways}
    else:
        ways = reach(place, points, landing_steps, avoid)
        ashore = ways
    found = {IDS[target]: Way(way) for target, way in ways.items()}
    if not state.owns_any(seat, state.roster.fleets):
        return found
    for target, way in ashore.items():
        if len(way) < points:
            for zone in BOARD.coasts[target]:
                for fleet, room in boardable(state, seat, zone):
                    if room >= len(pieces):
                        found.setdefault(state.roster.fleet_key(fleet), Way((*way, zone), fleet.id))
    return found


def landing_steps(space: int) -> tuple[int, ...]:
    """Steps of pieces that start aboard: off the ship, then over land."""
    return BOARD.beside[space] if space < FIRST_SEA else BOARD.coasts[space]
