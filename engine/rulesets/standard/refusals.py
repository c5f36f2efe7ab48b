"""Why a move is refused, as exactly as the rules can say it."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from engine.rulesets.standard.state import State
from engine.world.parties import origins
from engine.world.state import BOARD, FIRST_SEA


def why_not_there(state: State, seat: int, value: dict[str, Value], target: str) -> IllegalChoice:
    """Why a party cannot go to a place."""
    _, means = origins(state, seat, state.held_spaces(seat))[value["from"]]
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
    if means == "air":
        based = state.is_base(space, seat)
        code = "too_far" if based else "no_base"
        return IllegalChoice(code, "aircraft-movement", place=target)
    if means == "sea" and space < FIRST_SEA:
        return IllegalChoice("ships_stay_at_sea", "fleets", place=target)
    if means in ("land", "cargo") and space >= FIRST_SEA:
        return IllegalChoice("board_a_fleet", "fleets", place=target)
    return IllegalChoice("too_far", "movement-points", place=target)


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
