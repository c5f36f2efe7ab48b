"""What keeps an order from being carried out: the rule it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.grammar import Value
from engine.core.question import Fault, no
from engine.rulesets.civ2010.cities.architecture import fits, stars, wonder_in
from engine.rulesets.civ2010.cities.making import may_act
from engine.rulesets.civ2010.cities.production import ARTS, FREE, STORE, Workshop, category
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    cities_of,
    city_on,
    enemy_on,
    grid,
    is_revealed,
    name,
    realm,
)
from engine.rulesets.civ2010.sheet.bonuses import limit
from engine.rulesets.civ2010.sheet.culture import next_steps, step_cost
from engine.rulesets.civ2010.state import State
from engine.rulesets.civ2010.tables import (
    AIRCRAFT,
    ANARCHY,
    BASIC,
    BUILDINGS,
    GROUND,
    PERSON_TYPES,
    RESOURCES,
    UPGRADE,
    WONDERS,
)

FLIGHT = "flight"
WALLS_TECHNOLOGY = "masonry"
HARVEST = "harvest:"


def square_named(state: State, key: Value) -> int | None:
    """The square that an order names."""
    return grid(state).find(key) if isinstance(key, str) else None


# Production.


def advance_fault(state: State, seat: int) -> Fault:
    """What keeps a seat from a step of the culture track: what the next one costs."""
    culture, trade = step_cost(state, seat, next_steps(state, seat)[0])
    return no("cannot_advance", "culture-track", culture=culture, trade=trade)


def acting_fault(state: State, seat: int, key: Value) -> Fault:
    """What keeps a city, or all of them, from acting."""
    own = cities_of(state, seat)
    idle = [city for city in own if city.capital and state.players[seat].government == ANARCHY]
    at = square_named(state, key)
    if at is None:
        if idle and len(own) == 1:
            return no("capital_in_anarchy", "governments")
        return no("no_action_left", "actions")
    city = city_on(state, at)
    if city is None or city.owner != seat:
        return no("not_your_city", "actions", place=name(state, at))
    if city in idle and not may_act(state, seat, city):
        return no("capital_in_anarchy", "governments")
    return no("city_has_acted", "actions", place=name(state, city.at))


def making_fault(shop: Workshop, key: str, barred: str) -> Fault:
    """What keeps a city from doing something; `barred` is the kind that the king had already."""
    if not is_item(key):
        return no("cannot_make", "actions", key=key[:40])
    if barred and key in shop.items:
        return no("same_kind_again", "actions", item=key)
    fault = locked_fault(shop, key) or piece_fault(shop, key) or square_fault(shop, key)
    if fault:
        return fault
    made = shop.production(shop.city.program, shop.city.caravan)
    facts = {"item": key, "n": shop.price(key), "made": made, "most": shop.most}
    return no("too_little_production", "production", **facts)


def is_item(key: str) -> bool:
    """Whether there is such a thing that a city can do."""
    if key.startswith(HARVEST):
        return key.removeprefix(HARVEST) in RESOURCES
    plain = ("army", "scout", "walls", STORE, ARTS, AIRCRAFT, *GROUND)
    return key in plain or key in WONDERS or key.removeprefix(FREE) in BUILDINGS


def locked_fault(shop: Workshop, key: str) -> Fault:
    """The technology that an item lacks, or the better form that has taken its place."""
    techs = shop.state.players[shop.seat].techs
    kind = key.removeprefix(FREE)
    needed, rule = "", "actions"
    if kind in BUILDINGS:
        needed, rule = BUILDINGS[kind].technology, "buildings"
    elif key == "walls":
        needed = WALLS_TECHNOLOGY
    elif key == AIRCRAFT:
        needed, rule = FLIGHT, "recruiting"
    if needed and needed not in techs:
        return no("needs_technology", rule, item=kind, technology=needed)
    better = UPGRADE.get(kind, "")
    if better and BUILDINGS[better].technology in techs:
        return no("better_form", "upgrades", item=kind, better=better)
    return None


def piece_fault(shop: Workshop, key: str) -> Fault:
    """Which piece or card is not to be had."""
    state, kind = shop.state, key.removeprefix(FREE)
    if key in ("army", "scout"):
        if not figures.supply(state, shop.seat, key == "army"):
            return no("no_figure_left", "figures", item=key)
    elif kind in BUILDINGS:
        if not state.supply.get(BASIC[kind], 0):
            return no("sold_out", "buildings", item=kind)
        if key != kind:
            return no("no_free_building", "actions", item=kind)
    elif key in state.units:
        if not state.units[key]:
            return no("sold_out", "units", item=key)
    elif key in WONDERS and key not in state.wonder_market:
        return no("wonder_not_for_sale", "wonder-market", item=key)
    elif key == STORE or (key == "walls" and shop.city.walls):
        place = name(state, shop.city.at)
        return no("has_one_already", "actions", item=key, place=place)
    elif key.startswith(HARVEST):
        resource = key.removeprefix(HARVEST)
        if not state.market[resource]:
            return no("resource_gone", "harvest-resource", resource=resource)
        place = name(state, shop.city.at)
        return no("no_such_resource", "harvest-resource", place=place, resource=resource)
    return None


def square_fault(shop: Workshop, key: str) -> Fault:
    """What keeps an item from standing anywhere in the city."""
    sort, place = category(key), name(shop.state, shop.city.at)
    if sort not in ("army", "scout", "building", "wonder") or shop.squares(key):
        return None
    kind = key.removeprefix(FREE)
    if sort == "building":
        taken = stars(shop.state, shop.city) if BUILDINGS[kind].star else []
        if taken:
            there = name(shop.state, taken[0])
            return no("star_taken", "buildings", item=kind, place=place, star=there)
        terrain = BUILDINGS[kind].terrain
        return no("no_terrain", "buildings", item=kind, place=place, terrain=terrain)
    return no("no_square", "deploying" if sort != "wonder" else "wonders", place=place)


def site_fault(shop: Workshop, item: str, key: Value) -> Fault:
    """What keeps an item from a square."""
    state, sort = shop.state, category(item)
    at = square_named(state, key)
    if at is None:
        return no("no_such_square", "actions", place=str(key)[:20])
    place, kind = name(state, at), item.removeprefix(FREE)
    if at not in realm(state, shop.city):
        city = name(state, shop.city.at)
        return no("not_in_outskirts", "actions", place=place, city=city)
    figure = sort in ("army", "scout")
    if at in state.tokens or (not figure and (at in state.relics or at in state.city_states)):
        rule = "deploying" if figure else "replacing"
        return no("marker_there", rule, place=place)
    if figure:
        return target_fault(state, shop.seat, at, int(sort == "army"), int(sort == "scout"))
    if enemy_on(state, at, shop.seat):
        return no("enemy_there", "replacing", place=place)
    if sort == "wonder":
        old = wonder_in(state, shop.city)
        if old >= 0 and at != old:
            facts = {"place": name(state, shop.city.at), "wonder": state.pieces[old].kind}
            return no("wonder_taken", "wonders", **facts)
        if state.terrain[at] == "W":
            return no("no_land", "wonders", item=kind, place=place)
        return None
    if not fits(state, kind, at):
        terrain = BUILDINGS[kind].terrain
        return no("wrong_terrain", "buildings", item=kind, place=place, terrain=terrain)
    taken = stars(state, shop.city) if BUILDINGS[kind].star else []
    if taken and taken != [at]:
        facts = {"place": name(state, shop.city.at), "star": name(state, taken[0])}
        return no("star_taken", "buildings", item=kind, **facts)
    return None


# Great people.


def person_fault(state: State, seat: int, kind: Value) -> Fault:
    """What keeps a great person from being placed at all."""
    reserve = state.players[seat].reserve
    if isinstance(kind, str) and kind in PERSON_TYPES and kind not in reserve:
        return no("not_in_reserve", "great-people", person=kind)
    if reserve:
        return None
    return no("nobody_in_reserve", "great-people")


def placing_fault(state: State, seat: int, key: Value) -> Fault:
    """What keeps a great person from a square."""
    at = square_named(state, key)
    if at is None:
        return no("no_such_square", "great-people", place=str(key)[:20])
    place = name(state, at)
    if enemy_on(state, at, seat):
        return no("enemy_there", "great-people", place=place)
    if state.terrain[at] == "W":
        return no("person_on_water", "great-people", place=place)
    return no("not_your_outskirts", "great-people", place=place)


# Movement.


def leaving_fault(state: State, seat: int, key: Value, frozen: Sequence[int]) -> Fault:
    """What keeps everything on a square."""
    at = square_named(state, key.rstrip("+&") if isinstance(key, str) else key)
    if at is None or at not in state.figures or enemy_on(state, at, seat):
        return no("nothing_to_move", "movement", place=str(key)[:20])
    code = "figures_held" if at in frozen else "figures_moved"
    return no(code, "movement", place=name(state, at))


def target_fault(state: State, seat: int, at: int, armies: int, scouts: int) -> Fault:
    """What keeps figures from going to a square, or from being put there."""
    place = name(state, at)
    if not is_revealed(state, at):
        return no("still_dark", "exploring", place=place)
    fault = scouting_fault(state, seat, at, armies) or ending_fault(state, seat, at, armies, scouts)
    if fault:
        return fault
    if state.terrain[at] == "W" and city_on(state, at) is None and limit(state, seat, "water") < 2:
        return no("no_way_on_water", "water", place=place)
    if figures.closed_to(state, seat, at):
        return no("closed_border", "ending", place=place)
    if not enemy_on(state, at, seat) and not figures.has_room(state, seat, at, armies + scouts):
        return no("stack_full", "stacking", place=place)
    return no("out_of_reach", "movement", place=place)


def scouting_fault(state: State, seat: int, at: int, armies: int) -> Fault:
    """What scouts alone do not enter."""
    place = name(state, at)
    if armies:
        return None
    city = city_on(state, at)
    if enemy_on(state, at, seat) or (city is not None and city.owner != seat):
        return no("scouts_do_not_fight", "attacking", place=place)
    token = state.tokens.get(at)
    if token is not None and not (token.kind == "hut" and figures.scouts_explore(state, seat)):
        rule = "huts" if token.kind == "hut" else "villages"
        return no("scouts_do_not_explore", rule, place=place)
    if at in state.relics:
        return no("relic_needs_army", "relics", place=place)
    return None


def ending_fault(state: State, seat: int, at: int, armies: int, scouts: int) -> Fault:
    """What keeps figures from ending in a city centre of their own."""
    city = city_on(state, at)
    if city is None or city.owner != seat:
        return None
    place = name(state, city.at)
    if armies + scouts > 1:
        return no("enters_alone", "ending", place=place)
    if armies and city.fort:
        return no("fortified_already", "fortifying", place=place)
    if scouts and city.caravan:
        return no("caravan_already", "caravans", place=place)
    return None
