"""What keeps pieces from moving as ordered: asked only about what the search did not find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.grammar import Answers, Value
from engine.core.question import Fault, no
from engine.rulesets.standard.exploration import look_fault
from engine.rulesets.standard.state import LOOKED, State
from engine.world.movement.party_orders import PartyOrders
from engine.world.state import BOARD, FIRST_SEA, IDS, POINTS, STOPPED, Piece

MINOR = "minor-civilization"


def action_fault(orders: PartyOrders, value: Answers, action: str) -> Fault:
    """What keeps a seat from moving, or looking, anywhere: by the place it names, if any."""
    origin, place = value.get("from"), value.get("at")
    if action == "move" and isinstance(origin, str):
        return origin_fault(orders, origin)
    if action == "look" and isinstance(place, str):
        return marker_fault(orders, place)
    return no(f"nothing_to_{action}") if action in ("move", "look") else None


def origin_fault(orders: PartyOrders, origin: str) -> Fault:
    """What keeps everything in a place, or aboard a fleet."""
    place, _, means = origin.partition("/")
    if place not in BOARD.index and "#" not in origin:
        return no("no_such_place", place=origin)
    space, pieces = party_at(orders.state, orders.seat, origin)
    if pieces:
        tired = rest_fault(orders.state, space, pieces)
        if tired:
            return tired
        if means == "air":
            return no("no_other_base", "aircraft-movement", place=place)
    return no("nothing_to_move", place=origin)


def party_at(state: State, seat: int, origin: str) -> tuple[int, list[Piece]]:
    """A seat's pieces that an origin names, whether they can move or not, and where they are."""
    place, _, means = origin.partition("/")
    if place not in BOARD.index:
        for zone in BOARD.sea:
            for ship in state.fighters(zone, (seat,)):
                if state.roster.fleet_key(ship) == origin:
                    return zone, state.cargo(zone, ship.id)
        return 0, []
    space = BOARD.index[place]
    planes = state.aircraft(space, (seat,))
    if means == "air":
        return space, planes
    return space, [p for p in state.pieces(space, seat) if not p.aboard and p not in planes]


def rest_fault(state: State, space: int, pieces: Sequence[Piece]) -> Fault:
    """Why none of these pieces moves any more; None where one of them could."""
    moves = state.roster.moves
    if any(piece.spent < moves[piece.kind] for piece in pieces):
        return None
    place, first = IDS[space], pieces[0]
    if first.spent & LOOKED:
        return no("has_looked", "settlers-look", place=place)
    if not first.spent & STOPPED:
        return no("moved_already", "movement-points", place=place)
    if first.spent & POINTS or first.aboard:
        return no("was_challenged", "challenges", place=place)
    # Of the villages of this turn only those of minor civilizations are there before purchase.
    village = state.settlement_at(space)
    found = village is not None and village.size == 1 and village.grown == state.turn
    return no("just_appeared", MINOR if found else "placing", place=place)


def target_fault(orders: PartyOrders, value: Answers, target: str) -> Fault:
    """What keeps a party from going to a place, or aboard a fleet."""
    state, seat = orders.state, orders.seat
    here, means = orders.origins[value["from"]]
    if "#" in target:
        most = state.tables.fleet_capacity
        room = {
            state.roster.fleet_key(ship): most - len(state.cargo(zone, ship.id))
            for zone in BOARD.sea
            for ship in state.fighters(zone, (seat,))
        }
        if target in room and room[target] < len(value["units"]):
            return no("fleet_full", "fleets", fleet=target, room=room[target])
        return no("fleet_out_of_reach", "fleets", fleet=target)
    if target not in BOARD.index:
        return no("no_such_place", place=target)
    space = BOARD.index[target]
    if space == here and means != "cargo":
        return no("there_already", place=target)
    if means == "air":
        based = state.is_base(space, seat)
        return no("too_far" if based else "no_base", "aircraft-movement", place=target)
    if means == "sea" and space < FIRST_SEA:
        return no("ships_stay_at_sea", "fleets", place=target)
    if means in ("land", "cargo") and space >= FIRST_SEA:
        return no("board_a_fleet", "fleets", place=target)
    return no("too_far", "movement-points", place=target)


def units_fault(orders: PartyOrders, origin: str, named: Value) -> Fault:
    """What keeps these pieces from moving together: there are fewer, or some have moved."""
    state = orders.state
    if not isinstance(named, list) or not all(isinstance(key, str) for key in named):
        return None
    place, _ = orders.origins[origin]
    units = Counter(key.partition("+")[0].partition("#")[0] for key in named)
    for unit, wanted in units.items():
        if unit not in state.roster.index:
            return None
        kind = state.roster.index[unit]
        own = state.pieces(place, orders.seat, (kind,))
        if len(own) < wanted:
            return no("not_so_many", unit=unit, n=len(own), place=BOARD.id(place))
        tired = [piece for piece in own if piece.spent >= state.roster.moves[kind]]
        if len(own) - len(tired) < wanted:
            return rest_fault(state, place, tired)
    return None


def marker_fault(orders: PartyOrders, place: str) -> Fault:
    """What keeps settlers from looking at a region's marker."""
    if place not in BOARD.index:
        return no("no_such_place", "looking", place=place)
    fault = look_fault(orders.state, orders.seat, BOARD.index[place])
    return no(fault, "looking", place=place) if isinstance(fault, str) else fault
