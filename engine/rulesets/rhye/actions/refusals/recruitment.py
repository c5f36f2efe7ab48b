"""Why units can be neither raised nor upgraded (rulebook 7.3)."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.recruitment import RAISE, UPGRADE, barracks_of
from engine.rulesets.rhye.actions.refusals.reasons import (
    Plan,
    Reason,
    keys_of,
    lacking,
    too_expensive,
)
from engine.rulesets.rhye.tables import UNIT, UNITS
from engine.world.state import BOARD


def why_not_this_way(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why units can be neither raised nor upgraded (rule: recruitment)."""
    if key not in (RAISE, UPGRADE) or key in barracks_of(figures).ways():
        return None
    wished = keys_of(plan["units"]) if "units" in plan else []
    for wish in wished:
        if (reason := why_not_units(figures, {**plan, "way": key}, wish)) is not None:
            return reason
    if key == UPGRADE:
        return IllegalChoice("nothing_to_upgrade", "recruitment")
    return IllegalChoice("nothing_to_raise", "recruitment")


def why_not_units(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a unit cannot be raised there, or cannot become another (rule: recruitment)."""
    names, _, at = key.partition("@")
    place, _, zone = at.partition("/")
    old, _, new = names.partition(">")
    if at and place not in BOARD.index:
        return IllegalChoice("no_such_place", "recruitment", place=place)
    if plan.get("way") == UPGRADE or new:
        return why_not_upgraded(figures, old, new, place)
    if old not in UNIT:
        return None
    if at and not figures.state.is_home(BOARD.index[place], figures.seat):
        return IllegalChoice("not_your_settlement", "recruitment", place=place)
    return why_not_raised(figures, old) or why_not_afloat(figures, old, place, zone)


def why_not_raised(figures: Figures, name: str) -> Reason:
    """Why a type of unit cannot be raised anywhere: unknown, obsolete, or too dear."""
    barracks, kind = barracks_of(figures), UNIT[name]
    if not barracks.can_train(kind):
        return lacking("recruitment", "unit", name, UNITS[kind].technology)
    newest = barracks.newest(UNITS[kind].role)
    if newest is not None and newest != kind:
        return IllegalChoice("obsolete", "recruitment", unit=name, newer=UNITS[newest].id)
    price = barracks.price(kind)
    return None if price <= figures.gold else too_expensive("recruitment", price, figures.gold)


def why_not_afloat(figures: Figures, name: str, place: str, zone: str) -> Reason:
    """Why a fleet cannot be raised from a settlement: a village, or no such coast."""
    if UNITS[UNIT[name]].role != "fleet" or not place:
        return None
    region = BOARD.index[place]
    if not barracks_of(figures).settled(region).fleet_room:
        return IllegalChoice("no_harbour_village", "recruitment", place=place)
    if BOARD.index.get(zone) not in figures.state.ground.coasts[region]:
        return IllegalChoice("no_coast", "recruitment", place=place, zone=zone)
    return None


def why_not_upgraded(figures: Figures, old: str, new: str, place: str) -> Reason:
    """Why a unit cannot become another (rule: recruitment)."""
    if old not in UNIT or (new and new not in UNIT):
        return None
    state, seat, barracks = figures.state, figures.seat, barracks_of(figures)
    if place and not state.pieces(BOARD.index[place], seat, (UNIT[old],)):
        return IllegalChoice("no_such_unit_here", "recruitment", unit=old, place=place)
    if new and new not in successors(old):
        return IllegalChoice("no_successor", "recruitment", unit=old, new=new)
    wanted = new or UNITS[UNIT[old]].becomes
    if not wanted:
        return IllegalChoice("newest_already", "recruitment", unit=old)
    if not barracks.can_train(UNIT[wanted]):
        return lacking("recruitment", "unit", wanted, UNITS[UNIT[wanted]].technology)
    price = UNITS[UNIT[wanted]].cost - UNITS[UNIT[old]].cost
    return None if price <= figures.gold else too_expensive("recruitment", price, figures.gold)


def successors(name: str) -> list[str]:
    """What a unit becomes, one after the other."""
    found, following = [], UNITS[UNIT[name]].becomes
    while following:
        found.append(following)
        following = UNITS[UNIT[following]].becomes
    return found


def too_many_units(plan: Plan, unfit: Unfit) -> IllegalChoice:
    """Which limit is passed by units that could each be had (rule: recruitment)."""
    names, _, at = str(unfit.data["key"]).partition("@")
    place, _, zone = at.partition("/")
    most = unfit.data["most"]
    if plan.get("way") == UPGRADE:
        unit = names.partition(">")[0]
        return IllegalChoice("fewer_here", "recruitment", unit=unit, place=place, most=most)
    if zone and unfit.data.get("group") == zone:
        return IllegalChoice("zone_limit", "recruitment", place=zone, most=most)
    code = "fleet_limit" if zone else "land_limit"
    return IllegalChoice(code, "recruitment", place=place, most=most)
