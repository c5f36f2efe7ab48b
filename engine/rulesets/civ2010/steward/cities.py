"""What the steward's cities do: the item that is worth most for its price."""

from __future__ import annotations

from random import Random

from engine.core.grammar import Answers, Form
from engine.rulesets.civ2010.production import category
from engine.rulesets.civ2010.steward.cards import choosers, use_card
from engine.rulesets.civ2010.steward.filling import filled, options
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import (
    BUILDINGS,
    PIECE_ICONS,
    STEP_COSTS,
    TERRAIN_ICONS,
    UNIT_COST,
    WONDERS,
    step_level,
)
from engine.tiles.civ import CitySheet

WEIGHTS = {
    "technology": (2.0, 1.4, 0.8, 3.0, 0.3),
    "culture": (1.4, 1.4, 2.2, 3.0, 0.3),
    "economic": (1.8, 1.4, 0.8, 9.0, 0.3),
    "military": (1.6, 1.8, 0.6, 3.0, 1.2),
}
"""What trade, production, culture, coins and combat bonus a turn are worth for each plan."""
HORIZON = 5.0
"""For how many turns a building is expected to pay."""


def manage(s: Situation, form: Form, rng: Random) -> Answers:
    """One answer of the production phase."""
    actions = options(form, "do", {})
    if "advance" in actions and wants_step(s):
        return filled(form, {"do": "advance"}, {"step": lambda keys, said: keys[-1]}, rng)
    if "use" in actions:
        used = use_card(s, form, rng)
        if used is not None:
            return used
    if "act" in actions:
        return act(s, form, rng)
    if "advance" in actions and s.player.trade >= 6:
        return filled(form, {"do": "advance"}, {"step": lambda keys, said: keys[-1]}, rng)
    return {"do": "done"}


def wants_step(s: Situation) -> bool:
    """Whether the next step of the track is worth its trade."""
    _, trade = STEP_COSTS[step_level(s.player.track + 1) - 1]
    return s.plan == "culture" or trade == 0 or s.player.trade >= 22


def act(s: Situation, form: Form, rng: Random) -> Answers:
    """The best action of the city that has most to spend."""
    open_cities = options(form, "city", {"do": "act"})
    by_place = {city.place: city for city in s.cities}
    if open_cities:
        place = max(open_cities, key=lambda key: by_place[key].production)
        given: Answers = {"do": "act", "city": place}
        city = by_place[place]
    else:
        given = {"do": "act"}
        city = next((c for c in s.cities if not c.acted), s.cities[0])
    items = options(form, "item", given)
    best, square, most = items[0], "", float("-inf")
    for item in items:
        squares = options(form, "square", {**given, "item": item})
        found, worth = best_square(s, city, item, squares)
        worth += value(s, city, item)
        if worth > most:
            best, square, most = item, found, worth
    given["item"] = best
    if square:
        given["square"] = square
    picks = {"caravan": lambda keys, said: keys[0], "program": lambda keys, said: keys[0]}
    return filled(form, given, {**choosers(s), **picks}, rng)


def best_square(s: Situation, city: CitySheet, item: str, squares: list[str]) -> tuple[str, float]:
    """Where an item costs least of what the squares give now."""
    if not squares:
        return "", 0.0
    weights = WEIGHTS[s.plan]
    now = {
        each.place: sum(
            w * n
            for w, n in zip(
                weights,
                (each.trade, each.production, each.culture, each.coins, each.combat),
                strict=True,
            )
        )
        for each in city.squares
    }
    if item in ("army", "scout"):
        return squares[0], 0.0
    place = min(squares, key=lambda key: now.get(key, 0.0))
    bare = sum(w * n for w, n in zip(weights, TERRAIN_ICONS["G"], strict=True))
    return place, -HORIZON * (now.get(place, 0.0) - bare)


def value(s: Situation, city: CitySheet, item: str) -> float:
    """What an action is worth, its square and price considered."""
    weights = WEIGHTS[s.plan]
    sort, what = category(item), item.removeprefix("free:")
    if sort == "arts":
        return weights[2] * city.arts * (1.6 if s.plan == "culture" else 1.0)
    if sort == "store":
        return 0.5 * city.production if city.production < 4 else 0.0
    if sort == "harvest":
        return 3.0 if sum(s.player.resources.values()) < 3 else 1.0
    if sort == "building":
        rushed = 0.5 * max(0, BUILDINGS[what].cost - city.production) * (what == item)
        gives = zip(weights, PIECE_ICONS[what], strict=True)
        return HORIZON * sum(w * n for w, n in gives) - 3 * rushed
    if sort == "wonder":
        rushed = 1.5 * max(0, WONDERS[what].cost - city.production)
        return HORIZON * weights[2] * WONDERS[what].culture + 12 - 2 * rushed
    rush = 1.5 * max(0, price(s, item) - city.production)
    if sort == "scout":
        wanted = s.sheet.scouts == 0 and len(s.cities) < 3
        return (16.0 if wanted else 5.0 - 3 * s.sheet.scouts) - rush
    if sort == "army":
        return (9.0 if s.plan == "military" else 6.0) - 2.5 * s.sheet.armies - rush
    if sort == "unit":
        want = 9 if s.plan == "military" else 5
        return 1.6 * max(0, want - s.sheet.units) - rush
    return 4.0 - rush


def price(s: Situation, item: str) -> int:
    """About what a figure, unit or wall costs."""
    if item in s.sheet.ranks:
        return UNIT_COST[min(4, s.sheet.ranks[item])]
    return {"army": 4, "scout": 6, "walls": 7}.get(item, 12)
