"""What keeps orders of movement from being carried out, beyond what the search has found."""

from __future__ import annotations

from collections import Counter

from engine.core.grammar import Answers, Unfit, Value
from engine.core.question import Fault, no
from engine.rulesets.fast_play.marching import GROUP_KEYS, Land, legs
from engine.rulesets.fast_play.tables import FLEETS, GROUND, SETTLER, UNIT
from engine.world.state import BOARD, FIRST_SEA

RULES = {"move": "movement", "fly": "aircraft-movement", "sail": "sailing", "explore": "exploring"}
TRAVELLERS = GROUND | {SETTLER}
"""What moves on land."""


def origin_fault(land: Land, value: Answers, key: str) -> Fault:
    """What keeps everything in a place."""
    action = str(value.get("do"))
    if key not in BOARD.index:
        return no("no_such_place", RULES[action], place=key)
    return leaving_fault(land, action, BOARD.index[key], value.get("to"))


def target_fault(land: Land, value: Answers, key: str) -> Fault:
    """What keeps pieces from going to a place."""
    action = str(value.get("do"))
    if key not in BOARD.index:
        return no("no_such_place", RULES[action], place=key)
    if action == "move":
        return march_fault(land, BOARD.index[str(value["from"])], BOARD.index[key])
    if action == "fly":
        return no("no_base", "aircraft-movement", place=key)
    ashore = BOARD.index[key] < FIRST_SEA
    return no("ships_stay_at_sea" if ashore else "too_far", "sailing", place=key)


def space_named(key: Value) -> int | None:
    """The space that an order names, if it names one."""
    return BOARD.index.get(key) if isinstance(key, str) else None


def action_fault(land: Land, value: Answers, action: str) -> Fault:
    """What keeps a seat from any order of a sort."""
    if action not in RULES:
        return None
    if land.frame.sailing and action in ("move", "fly", "explore"):
        return no("fleets_have_sailed", "fleets")
    origin = space_named(value.get("from"))
    if action == "move" and origin is not None:
        return leaving_fault(land, action, origin, value.get("to"))
    return no("nothing_to_order", RULES[action], action=action)


def leaving_fault(land: Land, action: str, origin: int, to: Value) -> Fault:
    """What keeps everything in a space."""
    place = BOARD.id(origin)
    kinds = FLEETS if action == "sail" else TRAVELLERS
    own = land.state.pieces(origin, land.seat, kinds)
    if action == "move" and any(GROUP_KEYS[p.kind][p.spent] for p in own):
        if land.frame.ferried and BOARD.coasts[origin]:
            return no("fleets_full", "fleets", most=0)
        target = space_named(to)
        if target is not None:
            return march_fault(land, origin, target)
        return no("nowhere_to_go", RULES[action], place=place)
    if own and not land.is_free(origin):
        return no("must_fight", "hostile", place=place)
    code = "moved_already" if own and action != "fly" else "nothing_to_move"
    return no(code, RULES[action], place=place)


def exploring_fault(land: Land, place: str) -> Fault:
    """What keeps settlers from exploring a region."""
    state, seat = land.state, land.seat
    region = space_named(place)
    if region is None or region >= FIRST_SEA:
        code = "no_such_place" if region is None else "explore_on_land"
        return no(code, "exploring", place=place)
    if not state.is_unexplored(region):
        return no("explored_already", "exploring", place=place)
    if not state.settlers(region, seat):
        return no("no_settler_here", "exploring", place=place)
    return no("battle_first", "exploring", place=place)


def march_fault(land: Land, origin: int, target: int) -> Fault:
    """What keeps pieces from going over land to a place."""
    place = BOARD.id(target)
    if target >= FIRST_SEA:
        return no("nobody_ends_at_sea", "fleets", place=place)
    if target == origin:
        return no("there_already", "movement", place=place)
    if not land.is_free(target) and target in BOARD.beside[origin]:
        return no("needs_an_army", "hostile", place=place)
    if BOARD.coasts[origin] and BOARD.coasts[target] and not land.room:
        if land.frame.ferried:
            return no("fleets_full", "fleets", most=0)
        return no("no_fleet_to_cross", "fleets", place=place)
    return no("too_far", "movement-points", place=place)


def units_fault(land: Land, value: Answers, unfit: Unfit) -> Fault:
    """What keeps these pieces from going together from one space to another."""
    named, action = value.get("units"), str(value["do"])
    if not named or not isinstance(named, list) or not all(isinstance(key, str) for key in named):
        return None
    origin, target = BOARD.index[str(value["from"])], BOARD.index[str(value["to"])]
    if unfit.code == "alone":
        return no("needs_an_army", "hostile", place=BOARD.id(target))
    for unit, wanted in Counter(key.partition("+")[0] for key in named).items():
        fault = unit_fault(land, action, unit, wanted, (origin, target))
        if fault:
            return fault
    if unfit.code == "too_many" and unfit.data["most"] < len(named):
        return no("fleets_full", "fleets", most=unfit.data["most"])
    return None


def unit_fault(land: Land, action: str, unit: str, wanted: int, way: tuple[int, int]) -> Fault:
    """What keeps so many units of a type from going a way, if it is because of them."""
    origin, target = way
    if unit not in UNIT:
        return None
    own = land.state.pieces(origin, land.seat, (UNIT[unit],))
    fresh = [piece for piece in own if GROUP_KEYS[piece.kind][piece.spent]]
    place, rule = BOARD.id(origin), RULES[action]
    if len(own) < wanted:
        return no("not_so_many", rule, unit=unit, n=len(own), place=place)
    if len(fresh) < wanted:
        return no("moved_already", rule, place=place)
    if action == "move":
        led = {legs(piece)._replace(kind=-1) for piece in fresh}
        if not any(target in land.reach(origin, like_armies) for like_armies in led):
            return march_fault(land, origin, target)
    return None
