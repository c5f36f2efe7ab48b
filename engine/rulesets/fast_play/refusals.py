"""Why a move is refused, as exactly as the rules can say it."""

from __future__ import annotations

from collections import Counter

from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit, Value
from engine.rulesets.fast_play.marching import GROUP_KEYS, Land, legs
from engine.rulesets.fast_play.tables import FLEETS, GROUND, SETTLER, UNIT
from engine.world.state import BOARD, FIRST_SEA

RULES = {"move": "movement", "fly": "aircraft-movement", "sail": "sailing", "explore": "exploring"}
TRAVELLERS = GROUND | {SETTLER}
"""What moves on land."""


def why_not_there(land: Land, value: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
    """Why an order names something that is not among the choices."""
    if unfit.path == ("units",):
        return why_not_units(land, value, unfit)
    if unfit.code != "not_an_option":
        return None
    key = unfit.data["key"]
    if unfit.path == ("do",):
        return why_not_do(land, key, value)
    if unfit.path == ("at",):
        return why_not_explore(land, key)
    if unfit.path not in (("from",), ("to",)):
        return None
    action = str(value.get("do"))
    if key not in BOARD.index:
        return IllegalChoice("no_such_place", RULES[action], place=key)
    if unfit.path == ("from",):
        return why_nothing_leaves(land, action, BOARD.index[key], value.get("to"))
    if action == "move":
        return why_not_march(land, BOARD.index[str(value["from"])], BOARD.index[key])
    if action == "fly":
        return IllegalChoice("no_base", "aircraft-movement", place=key)
    ashore = BOARD.index[key] < FIRST_SEA
    return IllegalChoice("ships_stay_at_sea" if ashore else "too_far", "sailing", place=key)


def space_named(key: Value) -> int | None:
    """The space that an order names, if it names one."""
    return BOARD.index.get(key) if isinstance(key, str) else None


def why_not_do(land: Land, action: str, value: dict[str, Value]) -> IllegalChoice | None:
    """Why an action is not open."""
    if action not in RULES:
        return None
    if land.frame.sailing and action in ("move", "fly", "explore"):
        return IllegalChoice("fleets_have_sailed", "fleets")
    origin = space_named(value.get("from"))
    if action == "move" and origin is not None:
        return why_nothing_leaves(land, action, origin, value.get("to"))
    return IllegalChoice("nothing_to_order", RULES[action], action=action)


def why_nothing_leaves(land: Land, action: str, origin: int, to: Value) -> IllegalChoice:
    """Why nothing can go anywhere from a space."""
    place = BOARD.id(origin)
    kinds = FLEETS if action == "sail" else TRAVELLERS
    own = land.state.pieces(origin, land.seat, kinds)
    if action == "move" and any(GROUP_KEYS[p.kind][p.spent] for p in own):
        if land.frame.ferried and BOARD.coasts[origin]:
            return IllegalChoice("fleets_full", "fleets", most=0)
        target = space_named(to)
        if target is not None:
            return why_not_march(land, origin, target)
        return IllegalChoice("nowhere_to_go", RULES[action], place=place)
    if own and not land.is_free(origin):
        return IllegalChoice("must_fight", "hostile", place=place)
    code = "moved_already" if own and action != "fly" else "nothing_to_move"
    return IllegalChoice(code, RULES[action], place=place)


def why_not_explore(land: Land, place: str) -> IllegalChoice:
    """Why nobody can explore a region."""
    state, seat = land.state, land.seat
    region = space_named(place)
    if region is None or region >= FIRST_SEA:
        code = "no_such_place" if region is None else "explore_on_land"
        return IllegalChoice(code, "exploring", place=place)
    if not state.is_unexplored(region):
        return IllegalChoice("explored_already", "exploring", place=place)
    if not state.settlers(region, seat):
        return IllegalChoice("no_settler_here", "exploring", place=place)
    return IllegalChoice("battle_first", "exploring", place=place)


def why_not_march(land: Land, origin: int, target: int) -> IllegalChoice:
    """Why nothing can go over land to a place."""
    place = BOARD.id(target)
    if target >= FIRST_SEA:
        return IllegalChoice("nobody_ends_at_sea", "fleets", place=place)
    if target == origin:
        return IllegalChoice("there_already", "movement", place=place)
    if not land.is_free(target) and target in BOARD.beside[origin]:
        return IllegalChoice("needs_an_army", "hostile", place=place)
    if BOARD.coasts[origin] and BOARD.coasts[target] and not land.room:
        if land.frame.ferried:
            return IllegalChoice("fleets_full", "fleets", most=0)
        return IllegalChoice("no_fleet_to_cross", "fleets", place=place)
    return IllegalChoice("too_far", "movement-points", place=place)


def why_not_units(land: Land, value: dict[str, Value], unfit: Unfit) -> IllegalChoice | None:
    """Why these pieces cannot go together from one space to another."""
    named, action = value.get("units"), str(value["do"])
    if not named or not isinstance(named, list) or not all(isinstance(key, str) for key in named):
        return None
    origin, target = BOARD.index[str(value["from"])], BOARD.index[str(value["to"])]
    if unfit.code == "alone":
        return IllegalChoice("needs_an_army", "hostile", place=BOARD.id(target))
    for unit, wanted in Counter(key.partition("+")[0] for key in named).items():
        reason = why_not_unit(land, action, unit, wanted, (origin, target))
        if reason is not None:
            return reason
    if unfit.code == "too_many" and unfit.data["most"] < len(named):
        return IllegalChoice("fleets_full", "fleets", most=unfit.data["most"])
    return None


def why_not_unit(
    land: Land, action: str, unit: str, wanted: int, way: tuple[int, int]
) -> IllegalChoice | None:
    """Why so many units of a type cannot go a way, if it is because of them."""
    origin, target = way
    if unit not in UNIT:
        return None
    own = land.state.pieces(origin, land.seat, (UNIT[unit],))
    fresh = [piece for piece in own if GROUP_KEYS[piece.kind][piece.spent]]
    place, rule = BOARD.id(origin), RULES[action]
    if len(own) < wanted:
        return IllegalChoice("not_so_many", rule, unit=unit, n=len(own), place=place)
    if len(fresh) < wanted:
        return IllegalChoice("moved_already", rule, place=place)
    if action == "move":
        led = {legs(piece)._replace(kind=-1) for piece in fresh}
        if not any(target in land.reach(origin, like_armies) for like_armies in led):
            return why_not_march(land, origin, target)
    return None
