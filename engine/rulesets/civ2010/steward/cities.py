"""What the steward's cities do: the item that is worth most for its price."""

from __future__ import annotations

from math import fsum
from random import Random

from engine.core.grammar import Answers, Form
from engine.core.text import Text
from engine.rulesets.civ2010.cities.production import category
from engine.rulesets.civ2010.describing import effect
from engine.rulesets.civ2010.steward.cards import card_ideas, choosers
from engine.rulesets.civ2010.steward.filling import Chooser, filled, options
from engine.rulesets.civ2010.steward.ideas import Idea, best_first, in_turn, yields
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import (
    AIRCRAFT_COST,
    ARMY_COST,
    BUILDINGS,
    PERSON_STEPS,
    PIECE_ICONS,
    SCOUT_COST,
    STEP_COSTS,
    STEPS,
    TERRAIN_ICONS,
    UNIT_COST,
    WALLS_COST,
    WONDERS,
    step_level,
)
from engine.tiles.civ import CitySheet


def city_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """What to do in the production phase: a step, cards, then each city's best actions."""
    actions = options(form, "do", {})
    found: list[Idea] = []
    if "advance" in actions and wants_step(s):
        found.append(step_idea(s, form, rng))
    found += card_ideas(s, form, rng, worth=s.w.use)
    if "act" in actions:
        found += act_ideas(s, form, rng)
    if "advance" in actions and not wants_step(s) and s.player.trade >= s.w.step_trade:
        found.append(step_idea(s, form, rng))
    return [*found, Idea(0.0, {"do": "done"})]


def step_idea(s: Situation, form: Form, rng: Random) -> Idea:
    """Advance as far as one step goes."""
    value = filled(form, {"do": "advance"}, {"step": lambda asked, said: asked.keys[-1]}, rng)
    step = int(value.get("step", s.player.track + 1))
    gives = "victory" if step >= STEPS else "person" if step in PERSON_STEPS else "card"
    return Idea(s.w.step, value, Text("reason.step", {"n": step, "gives": gives}))


def wants_step(s: Situation) -> bool:
    """Whether the next step of the track is worth its trade."""
    step = s.player.track + 1
    _, trade = STEP_COSTS[step_level(step) - 1]
    return step >= STEPS or s.plan == "culture" or trade == 0 or s.spare >= trade


def act_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """The best actions of each city, cities with most to spend first."""
    open_cities = options(form, "city", {"do": "act"})
    by_place = {city.place: city for city in s.cities}
    if not open_cities:
        city = next((c for c in s.cities if not c.acted), s.cities[0])
        return best_first(actions_of(s, form, city, {"do": "act"}, rng))
    groups = []
    for place in sorted(open_cities, key=lambda key: -by_place[key].production):
        given: Answers = {"do": "act", "city": place}
        groups.append(actions_of(s, form, by_place[place], given, rng))
    return in_turn(groups)


def actions_of(
    s: Situation, form: Form, city: CitySheet, given: Answers, rng: Random
) -> list[Idea]:
    """Everything a city could do, with its worth."""
    picks: dict[str, Chooser] = {
        part: lambda asked, said: asked.keys[0] for part in ("caravan", "program")
    }
    found = []
    for item in options(form, "item", given):
        squares = options(form, "square", {**given, "item": item})
        square, worth = best_square(s, city, item, squares)
        worth += value(s, city, item)
        said = {**given, "item": item, **({"square": square} if square else {})}
        answer = filled(form, said, {**choosers(s), **picks}, rng)
        reason = reason_for(s, city, item)
        if square in s.built and item not in ("army", "scout"):
            # What is built over is gone, with its card if it is a wonder.
            worth -= s.w.wonder * (s.built[square] in WONDERS)
            reason = Text("detail.replaces", {"piece": s.built[square]})
        found.append(Idea(worth, answer, reason))
    return found


def reason_for(s: Situation, city: CitySheet, item: str) -> Text | None:
    """Why a city should do something."""
    sort, what = category(item), item.removeprefix("free:")
    if sort == "building":
        return Text("reason.gives", {"yields": yields(PIECE_ICONS[what])})
    if sort == "wonder":
        return effect("wonder", what)
    if sort == "arts":
        return Text("reason.arts", {"n": city.arts})
    if sort == "scout" and len(s.cities) < s.city_limit:
        return Text("reason.settler")
    if sort in ("unit", "walls", "army") and s.danger(city) >= s.w.threat:
        return Text("reason.threat")
    return None


def best_square(s: Situation, city: CitySheet, item: str, squares: list[str]) -> tuple[str, float]:
    """Where an item costs least of what the squares give now."""
    if not squares:
        return "", 0.0
    weights = s.w.gives[s.plan]
    now = {
        each.place: fsum(
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
    bare = fsum(w * n for w, n in zip(weights, TERRAIN_ICONS["G"], strict=True))
    return place, -s.w.horizon * (now.get(place, 0.0) - bare)


def value(s: Situation, city: CitySheet, item: str) -> float:
    """What an action is worth, its square and price considered."""
    weights = s.w.gives[s.plan]
    sort, what = category(item), item.removeprefix("free:")
    if sort == "arts":
        wins = s.plan == "culture" or s.player.track >= STEPS - 4
        return weights[2] * city.arts * (s.w.arts_push if wins else 1.0)
    if sort == "store":
        return s.w.store * city.production if city.production < 4 else 0.0
    if sort == "harvest":
        few = sum(s.player.resources.values()) < 3
        return s.w.few_resources if few else s.w.more_resources
    rush = rush_worth(s, price(s, item) - city.production) if what == item else 0.0
    if sort == "building":
        gives = zip(weights, PIECE_ICONS[what], strict=True)
        return s.w.horizon * fsum(w * n for w, n in gives) - rush
    if sort == "wonder":
        return s.w.horizon * weights[2] * WONDERS[what].culture + s.w.wonder - rush
    if sort == "scout":
        wanted = s.sheet.scouts == 0 and len(s.cities) < s.city_limit
        return (s.w.settler if wanted else s.w.scout - s.w.scout_crowd * s.sheet.scouts) - rush
    threat = s.w.threatened * (s.danger(city) >= s.w.threat)
    if sort == "army":
        worth = s.w.army_war if s.plan == "military" else s.w.army
        return worth - s.w.army_crowd * s.sheet.armies - rush
    if sort == "unit":
        want = s.w.units_wanted_war if s.plan == "military" else s.w.units_wanted
        return s.w.unit * max(0, want - s.sheet.units) + threat - rush
    return s.w.walls + threat - rush


def rush_worth(s: Situation, missing: int) -> float:
    """What rushing costs: trade that research would lose is nearly free."""
    trade = 3 * max(0, missing)
    return s.w.rush_spare * min(trade, s.spare) + s.w.rush_needed * max(0, trade - s.spare)


def price(s: Situation, item: str) -> int:
    """About what an item costs."""
    if item in BUILDINGS:
        return BUILDINGS[item].cost
    if item in WONDERS:
        market = s.view.market
        costs = {offer.name: offer.costs for offer in market.wonders} if market else {}
        return costs[item][s.seat] if item in costs else WONDERS[item].cost
    if item in s.sheet.ranks:
        return UNIT_COST[min(4, s.sheet.ranks[item])]
    return {"army": ARMY_COST, "scout": SCOUT_COST, "walls": WALLS_COST}.get(item, AIRCRAFT_COST)
