"""Why an order is refused: the rule it breaks."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit, Value
from engine.core.text import Text
from engine.rulesets.rhye.marching import GREYS, March, points_left
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import NEEDS, TECHNOLOGIES, TECHNOLOGY
from engine.world.movement.parties import boardable
from engine.world.movement.party_orders import PartyOrders
from engine.world.movement.reach import reach
from engine.world.state import BOARD, FIRST_SEA, IDS


def why_not_move(
    orders: PartyOrders, value: dict[str, Value], unfit: Unfit
) -> IllegalChoice | None:
    """Why units cannot leave from or go to a place."""
    state, key = orders.state, unfit.data["key"]
    if unfit.path == ("do",):
        if key == "explode":
            return IllegalChoice("nothing_to_explode", "nukes")
        return IllegalChoice("nothing_to_move", "movement", place="") if key == "move" else None
    name = key.partition("/")[0]
    if unfit.path == ("to",) and "#" in key:
        return why_not_aboard(orders, key)
    if name not in BOARD.index and "#" not in key:
        return IllegalChoice("no_such_place", "movement", place=key)
    if unfit.path == ("from",):
        return IllegalChoice("nothing_to_move", "movement", place=name)
    if unfit.path != ("to",) or name not in BOARD.index:
        return None
    space = BOARD.index[name]
    if not state.ground.within[space]:
        return IllegalChoice("not_in_play", "board", place=name)
    origin = value["from"] if isinstance(value.get("from"), str) else ""
    if origin.endswith("/air"):
        return IllegalChoice("no_base", "aircraft-movement", place=name)
    at_sea = origin in BOARD.index and BOARD.index[origin] >= FIRST_SEA
    if at_sea and space < FIRST_SEA:
        return IllegalChoice("ships_stay_at_sea", "fleets", place=name)
    if not at_sea and space >= FIRST_SEA:
        return IllegalChoice("needs_a_ship", "fleets", place=IDS[space])
    barred = why_not_past(orders, origin, value.get("units"), space)
    return barred or IllegalChoice("too_far", "movement-points", place=name)


def why_not_past(
    orders: PartyOrders, origin: str, units: Value, target: int
) -> IllegalChoice | None:
    """What ends a march on the way to a place that the units have the steps for."""
    if origin not in orders.origins or orders.origins[origin][1] not in ("land", "cargo"):
        return None
    state, place = orders.state, orders.origins[origin][0]
    pieces = orders.pieces(origin, units)
    march = March(state, place, pieces)
    steps = points_left(state, orders.seat, pieces)
    ways = reach(place, steps, march.unhindered)
    for space in ways.get(target, ())[:-1]:
        if not march.ends_in(space):
            continue
        if state.face_down[space]:
            return IllegalChoice("unknown_ahead", "discovering", place=IDS[space])
        if state.holders[space] & GREYS:
            return IllegalChoice("grey_ahead", "grey-units", place=IDS[space])
        return IllegalChoice("mountains_ahead", "mountains-stop", place=IDS[space])
    return None


def why_not_aboard(orders: PartyOrders, fleet: str) -> IllegalChoice:
    """Why units cannot go aboard a fleet (rule: fleets)."""
    state, seat = orders.state, orders.seat
    for zone in state.held_spaces(seat):
        for ship, room in boardable(state, seat, zone):
            if state.roster.fleet_key(ship) == fleet:
                return IllegalChoice("fleet_out_of_reach", "fleets", fleet=fleet, room=room)
    return IllegalChoice("fleet_full", "fleets", fleet=fleet)


def why_not_war(state: State, seat: int, unfit: Unfit) -> IllegalChoice | None:
    """Why a war cannot be declared somewhere, or not on someone (rules: war, grey-units)."""
    if not unfit.path or unfit.code not in ("not_an_option", "unexpected"):
        return None
    place = unfit.path[0]
    if place not in BOARD.index:
        return IllegalChoice("no_such_place", "war", place=place)
    if unfit.code == "unexpected":
        space = BOARD.index[place]
        alone = not state.has_fighters(space, seat)
        return IllegalChoice("no_army_here" if alone else "nobody_here", "war", place=place)
    if unfit.data["key"] == "peace":
        return IllegalChoice("no_peace", "grey-units", place=place)
    return IllegalChoice("not_here", "war", place=place)


def why_not_home(state: State, seat: int, unfit: Unfit, rule: str) -> IllegalChoice | None:
    """Why a place is none of the settlements that a seat can name."""
    place = unfit.data.get("key", "")
    if unfit.code != "not_an_option":
        return None
    if place not in BOARD.index:
        return IllegalChoice("no_such_place", rule, place=place)
    space = BOARD.index[place]
    if space >= FIRST_SEA or not state.is_home(space, seat):
        return IllegalChoice("not_your_settlement", rule, place=place)
    return None


def why_not_revolt(state: State, seat: int, unfit: Unfit) -> IllegalChoice | None:
    """Why a settlement cannot be put at risk: a capital never revolts (rule: revolt-check)."""
    place = unfit.data.get("key", "")
    if place in BOARD.index and state.capitals[seat] == BOARD.index[place]:
        return IllegalChoice("capital_never_revolts", "revolt-check", place=place)
    return why_not_home(state, seat, unfit, "revolt-check")


def why_not_refuge(state: State, region: int, unfit: Unfit) -> IllegalChoice | None:
    """Why displaced units cannot go to a place (rule: revolt)."""
    place = unfit.data.get("key", "")
    if unfit.path != ("to",) or unfit.code != "not_an_option":
        return None
    if place not in BOARD.index:
        return IllegalChoice("no_such_place", "revolt", place=place)
    beside = BOARD.index[place] in state.ground.beside[region]
    return IllegalChoice("no_refuge" if beside else "not_beside", "revolt", place=place)


def why_not_known(owned: int, key: str, rule: str) -> IllegalChoice | None:
    """Why a technology cannot be learnt: known already, or some of what it needs is lacking."""
    if key not in TECHNOLOGY:
        return None
    if owned >> TECHNOLOGY[key] & 1:
        return IllegalChoice("known_already", rule, technology=key)
    missing = NEEDS[TECHNOLOGY[key]] & ~owned
    if not missing:
        return None
    names = tuple(
        Text(f"technology.{each.id}") for at, each in enumerate(TECHNOLOGIES) if missing >> at & 1
    )
    return IllegalChoice("prerequisites", rule, technology=key, missing=names)
