"""Why an order is refused, said by the rule it breaks."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit, Value
from engine.rulesets.rhye.state import State
from engine.world.state import BOARD, FIRST_SEA, IDS


def why_not_move(
    state: State, seat: int, value: dict[str, Value], unfit: Unfit
) -> IllegalChoice | None:
    """Why units cannot leave from or go to a place."""
    key = unfit.data["key"]
    if unfit.path == ("do",):
        if key == "explode":
            return IllegalChoice("nothing_to_explode", "nukes")
        return IllegalChoice("nothing_to_move", "movement", place="") if key == "move" else None
    name = key.partition("/")[0]
    if name not in BOARD.index and "#" not in key:
        return IllegalChoice("no_such_place", "movement", place=key)
    if unfit.path == ("from",):
        return IllegalChoice("nothing_to_move", "movement", place=name)
    if unfit.path != ("to",) or name not in BOARD.index:
        return None
    space = BOARD.index[name]
    if not state.ground.within[space]:
        return IllegalChoice("not_in_play", "board", place=name)
    origin = str(value.get("from", ""))
    if origin.endswith("/air"):
        return IllegalChoice("no_base", "aircraft-movement", place=name)
    at_sea = origin in BOARD.index and BOARD.index[origin] >= FIRST_SEA
    if at_sea and space < FIRST_SEA:
        return IllegalChoice("ships_stay_at_sea", "fleets", place=name)
    if not at_sea and space >= FIRST_SEA:
        return IllegalChoice("needs_a_ship", "fleets", place=IDS[space])
    return IllegalChoice("too_far", "movement-points", place=name)


def why_not_act(
    state: State, seat: int, value: dict[str, Value], unfit: Unfit
) -> IllegalChoice | None:
    """Why an action cannot be chosen, or not there."""
    key = unfit.data["key"]
    if unfit.path in (("upgrade",), ("site",)):
        if key not in BOARD.index:
            return IllegalChoice("no_such_place", "construction", place=key)
        space = BOARD.index[key]
        if not state.is_home(space, seat):
            return IllegalChoice("not_your_settlement", "construction", place=key)
    return None
