"""Why something cannot be built (rulebook 5.6, 7.2 and 9.2)."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.core.grammar import Value
from engine.rulesets.rhye.actions.construction import yard_of
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.refusals.reasons import (
    Plan,
    Reason,
    keys_of,
    lacking,
    too_expensive,
)
from engine.rulesets.rhye.state import DESTROYED, UNBUILT
from engine.rulesets.rhye.tables import CITY, DESERT, MOUNTAINS, TABLES, TECHNOLOGY, WONDER, WONDERS
from engine.world.state import BIT, BOARD, FIRST_SEA, IDS


def why_not_found(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why no village can be founded in a place (rules: construction, terrain)."""
    state, seat, rule = figures.state, figures.seat, "construction"
    if key not in BOARD.index:
        return IllegalChoice("no_such_place", rule, place=key)
    space = BOARD.index[key]
    if space >= FIRST_SEA:
        return IllegalChoice("settle_on_land", rule, place=key)
    if not state.ground.within[space]:
        return IllegalChoice("not_in_play", "board", place=key)
    if state.settlements[space] is not None:
        return IllegalChoice("settled_already", rule, place=key)
    if state.marker_at(space) == DESERT:
        return IllegalChoice("barren", "terrain", place=key)
    if not state.holders[space] & BIT[seat]:
        return IllegalChoice("no_unit_here", rule, place=key)
    if state.face_down[space]:
        return IllegalChoice("not_explored", rule, place=key)
    other = state.stranger(space, seat)
    if other is not None:
        return IllegalChoice("not_alone", rule, place=key, seat=other)
    price = yard_of(figures).clearing(space)
    return None if price <= figures.gold else too_expensive("terrain", price, figures.gold)


def why_not_grown(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a village cannot become a city (rule: construction)."""
    reason = why_not_home(figures, plan, key)
    if reason is not None:
        return reason
    if figures.is_city(BOARD.index[key]):
        return IllegalChoice("city_already", "construction", place=key)
    planned = plannable(figures, plan, "found")
    left = figures.gold - yard_of(figures).spent(planned, figures.city_price)
    if figures.city_price > left:
        return too_expensive("construction", figures.city_price, left)
    return None


def plannable(figures: Figures, plan: Plan, *names: str) -> dict[str, Value]:
    """The parts of a plan that other parts are paid after, without what is not to be had."""
    plots = yard_of(figures).plots
    villages = {IDS[region] for region in figures.villages}
    found = {
        "found": [key for key in keys_of(plan.get("found", [])) if key in plots],
        "upgrade": sorted(villages.intersection(keys_of(plan.get("upgrade", [])))),
    }
    return {name: found[name] for name in names}


def why_not_home(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why nothing can be built in a place: each territory gets one thing, in an own settlement."""
    if key not in BOARD.index:
        return IllegalChoice("no_such_place", "construction", place=key)
    if key in keys_of(plan.get("found", [])):
        return IllegalChoice("one_thing_each", "construction", place=key)
    if not figures.state.is_home(BOARD.index[key], figures.seat):
        return IllegalChoice("not_your_settlement", "construction", place=key)
    return None


def why_not_wonder(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a wonder cannot be built (rule: wonders)."""
    if key not in WONDER:
        return None
    yard, wonder = yard_of(figures), WONDER[key]
    site, facts = figures.state.sites[wonder], WONDERS[wonder]
    if site != UNBUILT:
        code = "wonder_gone" if site == DESTROYED else "wonder_stands"
        return IllegalChoice(code, "wonders", wonder=key)
    if not figures.state.knows(figures.seat, TECHNOLOGY[facts.technology]):
        return lacking("wonders", "wonder", key, facts.technology)
    price = yard.wonder_price(wonder)
    planned = plannable(figures, plan, "found", "upgrade")
    left = figures.gold - yard.spent(planned, figures.city_price)
    if price > left:
        return too_expensive("wonders", price, left)
    for place in keys_of(plan["site"]) if "site" in plan else ():
        if (reason := why_not_site(figures, plan, place)) is not None:
            return reason
    if yard.sites(keys_of(plan.get("upgrade", []))):
        return None
    return IllegalChoice("no_site", "wonders", wonder=key)


def why_not_site(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a wonder cannot stand in a place (rules: wonders, terrain)."""
    reason = why_not_home(figures, plan, key)
    if reason is not None:
        return reason
    region = BOARD.index[key]
    if key in keys_of(plan.get("upgrade", [])):
        return IllegalChoice("one_thing_each", "construction", place=key)
    state = figures.state
    if state.marker_at(region) == MOUNTAINS and not figures.civilization.mountain_wonders:
        return IllegalChoice("no_wonder_in_mountains", "terrain", place=key)
    size, room = state.size_at(region), TABLES.wonder_room
    most = room.city if size == CITY else room.village
    if len(state.wonders_at(region)) >= most:
        return IllegalChoice("no_room", "wonders", place=key, size=size, most=most)
    return None
