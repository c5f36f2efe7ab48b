"""Why a move is refused, as exactly as the rules can say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from engine.rulesets.standard.state import LOOKED, State
from engine.world.movement.parties import origins
from engine.world.state import BOARD, FIRST_SEA, IDS, POINTS, STOPPED, Piece

MINOR = "minor-civilization"


def why_not_from(state: State, seat: int, origin: str) -> IllegalChoice:
    """Why nothing can move from a place, or off a fleet."""
    place, _, means = origin.partition("/")
    if place not in BOARD.index and "#" not in origin:
        return IllegalChoice("no_such_place", "movement", place=origin)
    space, pieces = party_at(state, seat, origin)
    if pieces:
        reason = why_they_stay(state, space, pieces)
        if reason is not None:
            return reason
        if means == "air":
            return IllegalChoice("no_other_base", "aircraft-movement", place=place)
    return IllegalChoice("nothing_to_move", "movement", place=origin)


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


def why_they_stay(state: State, space: int, pieces: Sequence[Piece]) -> IllegalChoice | None:
    """Why none of these pieces moves any more; None where one of them could."""
    moves = state.roster.moves
    if any(piece.spent < moves[piece.kind] for piece in pieces):
        return None
    place, first = IDS[space], pieces[0]
    if first.spent & LOOKED:
        return IllegalChoice("has_looked", "settlers-look", place=place)
    if not first.spent & STOPPED:
        return IllegalChoice("moved_already", "movement-points", place=place)
    if first.spent & POINTS or first.aboard:
        return IllegalChoice("was_challenged", "challenges", place=place)
    # Of the villages of this turn only those of minor civilizations are there before purchase.
    village = state.settlement_at(space)
    found = village is not None and village.size == 1 and village.grown == state.turn
    return IllegalChoice("just_appeared", MINOR if found else "placing", place=place)


def why_not_there(state: State, seat: int, value: dict[str, Value], target: str) -> IllegalChoice:
    """Why a party cannot go to a place."""
    here, means = origins(state, seat, state.held_spaces(seat))[value["from"]]
    if "#" in target:
        most = state.tables.fleet_capacity
        room = {
            state.roster.fleet_key(ship): most - len(state.cargo(zone, ship.id))
            for zone in BOARD.sea
            for ship in state.fighters(zone, (seat,))
        }
        if target in room and room[target] < len(value["units"]):
            return IllegalChoice("fleet_full", "fleets", fleet=target, room=room[target])
        return IllegalChoice("fleet_out_of_reach", "fleets", fleet=target)
    if target not in BOARD.index:
        return IllegalChoice("no_such_place", "movement", place=target)
    space = BOARD.index[target]
    if space == here and means != "cargo":
        return IllegalChoice("there_already", "movement", place=target)
    if means == "air":
        based = state.is_base(space, seat)
        code = "too_far" if based else "no_base"
        return IllegalChoice(code, "aircraft-movement", place=target)
    if means == "sea" and space < FIRST_SEA:
        return IllegalChoice("ships_stay_at_sea", "fleets", place=target)
    if means in ("land", "cargo") and space >= FIRST_SEA:
        return IllegalChoice("board_a_fleet", "fleets", place=target)
    return IllegalChoice("too_far", "movement-points", place=target)


def why_not_units(state: State, seat: int, value: dict[str, Value]) -> IllegalChoice | None:
    """Why these pieces are not there to move together."""
    named, (place, _) = (
        value.get("units"),
        origins(state, seat, state.held_spaces(seat))[value["from"]],
    )
    if not isinstance(named, list) or not all(isinstance(key, str) for key in named):
        return None
    units = Counter(key.partition("+")[0].partition("#")[0] for key in named)
    for unit, wanted in units.items():
        if unit not in state.roster.index:
            return None
        kind = state.roster.index[unit]
        own = state.pieces(place, seat, (kind,))
        facts = {"unit": unit, "n": len(own), "place": BOARD.id(place)}
        if len(own) < wanted:
            return IllegalChoice("not_so_many", "movement", **facts)
        tired = [piece for piece in own if piece.spent >= state.roster.moves[kind]]
        if len(own) - len(tired) < wanted:
            return why_they_stay(state, place, tired)
    return None


def why_not_look(state: State, seat: int, place: str) -> IllegalChoice:
    """Why nobody can look at a region's marker."""
    if place not in BOARD.index:
        return IllegalChoice("no_such_place", "looking", place=place)
    region = BOARD.index[place]
    marker = state.markers[region] if region < FIRST_SEA else None
    if marker is None or marker.up:
        return IllegalChoice("no_marker", "looking", place=place)
    if marker.known >> seat & 1:
        return IllegalChoice("marker_known", "looking", place=place)
    return IllegalChoice("no_settler_to_look", "looking", place=place)


def why_not_at_all(
    state: State, seat: int, value: dict[str, Value], action: str
) -> IllegalChoice | None:
    """Why a seat cannot move, or look, anywhere: by the place it names, if it names one."""
    origin, place = value.get("from"), value.get("at")
    if action == "move" and isinstance(origin, str):
        return why_not_from(state, seat, origin)
    if action == "look" and isinstance(place, str):
        return why_not_look(state, seat, place)
    return IllegalChoice("nothing_to_" + action, "movement") if action in ("move", "look") else None
