"""Who can move where: parties, and their ways over the part of the board in play (chapter 4)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import GROUNDS, MOUNTAINS, ROSTER, WONDERS
from engine.world.movement.parties import Groups, Party, Way, boardable, carrier_key
from engine.world.movement.reach import Path, reach
from engine.world.state import BIT, FIRST_SEA, IDS, Piece

AIR, NUKE = "/air", "/nuke"
FLYING = tuple({*ROSTER.aircraft, *ROSTER.nukes})
"""The types of unit that move by air."""
GREYS = BIT[GREY]
SWIFT = tuple((index, w.fleet_moves) for index, w in enumerate(WONDERS) if w.fleet_moves)
"""The wonders that let fleets move farther."""
NEXT_DOOR = {
    seats: tuple({IDS[near]: Way((near,)) for near in beside} for beside in ground.beside)
    for seats, ground in GROUNDS.items()
}
"""By the number of players and the space: the ways to its neighbours."""


OF_MEANS = {
    "land": ROSTER.armies,
    "cargo": ROSTER.armies,
    "air": ROSTER.aircraft,
    "nuke": ROSTER.nukes,
}
"""The types of unit that move by each means but the sea."""


def fleet_bonus(state: State, seat: int) -> int:
    """How much farther a seat's fleets move (rule: wonder-cards)."""
    return sum([more for wonder, more in SWIFT if state.wonders[wonder] == seat])


def points_left(state: State, seat: int, pieces: list[Piece]) -> int:
    """How far pieces can go together (rule: movement-points)."""
    moves = ROSTER.moves
    left = min([moves[p.kind] - p.spent for p in pieces])
    return left + fleet_bonus(state, seat) if pieces[0].kind in ROSTER.fleets else left


def can_move(state: State, seat: int, held: Iterable[int]) -> bool:
    """Whether the seat can move anything: the plain cases first, they are the most."""
    beside = GROUNDS[state.seats].beside
    for place in held:
        if place >= FIRST_SEA:
            break
        if beside[place] and can_march(state, seat, place):
            return True
    return bool(origins(state, seat, held))


def can_march(state: State, seat: int, region: int) -> bool:
    """Whether a land unit of the seat in a region has a movement point left."""
    moves, armies = ROSTER.moves, ROSTER.armies
    for piece in state.spaces[region]:
        if piece.owner == seat and piece.spent < moves[piece.kind] and piece.kind in armies:
            return True
    return False


def origins(state: State, seat: int, held: Iterable[int]) -> dict[str, tuple[int, str]]:
    """The parties of the seat that have anywhere to go: where each is, and how it moves.

    The name of a party is its place, `place/air` for aircraft, `place/nuke` for nukes, or the fleet
    that carries it.
    """
    found: dict[str, tuple[int, str]] = {}
    roster, ground = ROSTER, GROUNDS[state.seats]
    moves, armies, fleets, spaces = roster.moves, roster.armies, roster.fleets, state.spaces
    farther = fleet_bonus(state, seat)
    beside = ground.beside
    only_marching = 0 if state.owns_any(seat, FLYING) else FIRST_SEA
    for place in held:
        name = IDS[place]
        if place < only_marching and beside[place]:
            # Nearly always: land units that can march on, and nothing else.
            for piece in spaces[place]:
                kind = piece.kind
                if piece.owner == seat and piece.spent < moves[kind] and kind in armies:
                    found[name] = (place, "land")
                    break
            continue
        for piece in spaces[place]:
            kind = piece.kind
            if piece.owner != seat:
                continue
            if kind in fleets:
                if piece.spent < moves[kind] + farther:
                    found[name] = (place, "sea")
            elif piece.spent >= moves[kind]:
                continue
            elif kind in armies:
                if piece.aboard:
                    if ground.coasts[place]:
                        found[carrier_key(roster, spaces[place], piece)] = (place, "cargo")
                elif beside[place] or harbour_room(state, seat, place):
                    found[name] = (place, "land")
            elif kind in roster.nukes:
                found[name + NUKE] = (place, "nuke")
            elif name + AIR not in found and flights(state, seat, place, [piece]):
                found[name + AIR] = (place, "air")
    return found


def harbour_room(state: State, seat: int, region: int) -> int:
    """The most units that one fleet off a region's coast can take aboard."""
    zones = GROUNDS[state.seats].coasts[region]
    return max([room for zone in zones for _, room in boardable(state, seat, zone)], default=0)


def party(state: State, seat: int, origin: str, place: int, means: str) -> Party:
    """The party of an origin, in groups of alike units."""
    groups: Groups = {}
    stack, roster = state.spaces[place], ROSTER
    if means == "sea":
        farther = fleet_bonus(state, seat)
        for piece in state.pieces(place, seat, roster.fleets):
            if piece.spent < roster.moves[piece.kind] + farther:
                groups[roster.fleet_key(piece)] = [piece]
        return Party(place, means, groups, len(groups))
    kinds = OF_MEANS[means]
    for piece in stack:
        kind, spent = piece.kind, piece.spent
        if piece.owner != seat or kind not in kinds or spent >= roster.moves[kind]:
            continue
        if means == "cargo" and carrier_key(roster, stack, piece) != origin:
            continue
        if means == "air" and not flights(state, seat, place, [piece]):
            continue
        groups.setdefault(roster.group_keys[kind][spent], []).append(piece)
    most = sum([len(group) for group in groups.values()])
    if means == "land" and not GROUNDS[state.seats].beside[place]:
        most = min(most, harbour_room(state, seat, place))
    return Party(place, means, groups, most)


def flights(state: State, seat: int, place: int, pieces: list[Piece]) -> dict[int, Path]:
    """The bases aircraft can fly to, with the ways (rule: aircraft-movement)."""
    ways = air_ways(state.seats, place, points_left(state, seat, pieces))
    own = {*state.homes(seat), *state.held_spaces(seat)}
    return {
        target: way for target, way in ways.items() if target in own and state.is_base(target, seat)
    }


def destinations(state: State, seat: int, party: Party, pieces: list[Piece]) -> dict[str, Way]:
    """Where these units of a party can go together, by name: spaces, and fleets to board."""
    place, means, ground = party.place, party.means, GROUNDS[state.seats]
    if means == "nuke":
        return {IDS[target]: Way((target,)) for target in ground.land if target != place}
    if means == "air":
        found = flights(state, seat, place, pieces)
        return {IDS[target]: Way(way) for target, way in found.items()}
    points = points_left(state, seat, pieces)
    if means == "sea":
        return sea_ways(state.seats, place, points)
    aboard = means == "cargo"
    embarks = aboard or state.owns_any(seat, ROSTER.fleets)
    if points == 1 and not embarks:
        return NEXT_DOOR[state.seats][place]
    march = March(state, place, pieces)
    ashore: dict[int, Path] = {} if aboard else {place: ()}
    if points == 1 and not aboard:
        names = NEXT_DOOR[state.seats][place]
    else:
        ways = reach(place, points, march.steps)
        names = {IDS[target]: Way(way) for target, way in ways.items()}
        ashore |= ways
    if not embarks:
        return names
    names = dict(names)
    for target, way in ashore.items():
        if len(way) < points and not march.ends_in(target):
            for zone in ground.coasts[target]:
                if not state.holders[zone] & BIT[seat]:
                    continue
                for fleet, room in boardable(state, seat, zone):
                    if room >= len(pieces):
                        names.setdefault(ROSTER.fleet_key(fleet), Way((*way, zone), fleet.id))
    return names


@cache
def air_ways(seats: int, place: int, points: int) -> dict[int, Path]:
    """The ways of aircraft from a space, to a base or not; not to be changed."""
    return reach(place, points, GROUNDS[seats].around.__getitem__)


@cache
def sea_ways(seats: int, zone: int, points: int) -> dict[str, Way]:
    """The ways of fleets from a zone, whom nobody stops; not to be changed."""
    ways = reach(zone, points, GROUNDS[seats].beside.__getitem__)
    return {IDS[target]: Way(way) for target, way in ways.items()}


class March:
    """The steps of land units: off a ship or over land, as far as nothing stops them."""

    def __init__(self, state: State, place: int, pieces: list[Piece]) -> None:
        self.state = state
        self.place = place
        self.mounted = any(piece.kind in state.roster.mounted for piece in pieces)

    def ends_in(self, region: int) -> bool:
        """Whether units that come to a region go no farther by this order.

        Nobody knows what a face-down marker does to them, grey units stand in their way, and
        riders stop in mountains (rules: discovering, grey-units, mountains-stop).
        """
        if region == self.place:
            return False
        if self.state.face_down[region] or self.state.holders[region] & GREYS:
            return True
        return self.mounted and self.state.markers[region] == MOUNTAINS

    def steps(self, space: int) -> tuple[int, ...]:
        """Where a step from a space can lead."""
        return () if space < FIRST_SEA and self.ends_in(space) else self.unhindered(space)

    def unhindered(self, space: int) -> tuple[int, ...]:
        """Where a step could lead if nothing stopped them."""
        ground = self.state.ground
        return ground.coasts[space] if space >= FIRST_SEA else ground.beside[space]
