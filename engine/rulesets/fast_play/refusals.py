"""Why a move is refused, as exactly as the rules can say it."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit, Value
from engine.rulesets.fast_play.frames import Movement
from engine.rulesets.fast_play.marching import Land
from engine.rulesets.fast_play.state import State
from engine.world.state import BOARD, FIRST_SEA

RULES = {"move": "movement", "fly": "aircraft-movement", "sail": "sailing", "explore": "exploring"}


def why_not_there(
    state: State, seat: int, frame: Movement, value: dict[str, Value], unfit: Unfit
) -> IllegalChoice | None:
    """Why an order names something that is not among the choices."""
    key = unfit.data["key"]
    if unfit.path == ("do",):
        return why_not_do(frame, key)
    action = str(value.get("do"))
    if unfit.path == ("at",):
        return why_not_explore(state, seat, key)
    if unfit.path not in (("from",), ("to",)):
        return None
    if key not in BOARD.index:
        return IllegalChoice("no_such_place", RULES[action], place=key)
    if unfit.path == ("from",):
        return IllegalChoice("nothing_to_move", RULES[action], place=key)
    if action == "move":
        return why_not_march(state, seat, frame, BOARD.index[str(value["from"])], key)
    if action == "fly":
        return IllegalChoice("no_base", "aircraft-movement", place=key)
    ashore = BOARD.index[key] < FIRST_SEA
    return IllegalChoice("ships_stay_at_sea" if ashore else "too_far", "sailing", place=key)


def why_not_do(frame: Movement, action: str) -> IllegalChoice | None:
    """Why an action is not open."""
    if action not in RULES:
        return None
    if frame.sailing and action in ("move", "fly", "explore"):
        return IllegalChoice("fleets_have_sailed", "fleets")
    return IllegalChoice("nothing_to_order", RULES[action], action=action)


def why_not_explore(state: State, seat: int, place: str) -> IllegalChoice:
    """Why nobody can explore a region."""
    region = BOARD.index.get(place, FIRST_SEA)
    if region >= FIRST_SEA:
        return IllegalChoice("no_such_place", "exploring", place=place)
    if not state.is_unexplored(region):
        return IllegalChoice("explored_already", "exploring", place=place)
    if not state.settlers(region, seat):
        return IllegalChoice("no_settler_here", "exploring", place=place)
    return IllegalChoice("battle_first", "exploring", place=place)


def why_not_march(
    state: State, seat: int, frame: Movement, origin: int, place: str
) -> IllegalChoice:
    """Why nothing can go over land to a place."""
    target = BOARD.index[place]
    if target >= FIRST_SEA:
        return IllegalChoice("nobody_ends_at_sea", "fleets", place=place)
    if state.stranger(target, seat) is not None and target in BOARD.beside[origin]:
        return IllegalChoice("needs_an_army", "hostile", place=place)
    land = Land(state, seat, frame)
    if BOARD.coasts[origin] and BOARD.coasts[target] and not land.room:
        return IllegalChoice("no_fleet_to_cross", "fleets", place=place)
    return IllegalChoice("too_far", "movement-points", place=place)
