"""One answer to one of the steward's open decisions."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random

from engine.core.advice import Suggestion
from engine.core.answering import fitting, keys
from engine.core.decision import Choice, Decision
from engine.core.grammar import Answers, Form, OneOf, Unfit, Value
from engine.core.text import Text
from engine.rulesets.civ2010.describing import NONE, effect, plain, policy_effect
from engine.rulesets.civ2010.steward.cards import card_ideas, least_wanted
from engine.rulesets.civ2010.steward.cities import city_ideas
from engine.rulesets.civ2010.steward.fighting import fight_ideas
from engine.rulesets.civ2010.steward.filling import filled, options
from engine.rulesets.civ2010.steward.ideas import Idea, best_first, yields
from engine.rulesets.civ2010.steward.moving import move_ideas
from engine.rulesets.civ2010.steward.scouting import settling_worth
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.steward.trading import trade_ideas
from engine.rulesets.civ2010.steward.weights import WEIGHTS, Weights
from engine.rulesets.civ2010.tables import (
    PERSON_TYPES,
    RESOURCES,
    TECHNOLOGIES,
    TECHNOLOGY_COST,
    TERRAIN_ICONS,
)
from engine.tiles.civ import CivView
from engine.tiles.view import SIDE, Tile, square_name, square_of


def decide(
    view: CivView, decisions: Sequence[Decision], rng: Random, weights: Weights = WEIGHTS
) -> Choice:
    """An answer to one of the open decisions of one seat, from that seat's view alone.

    `decisions` are the seat's own and not empty. The answer depends on nothing but the arguments,
    and its value fits the grammar of the decision it names.
    """
    situation = Situation(view, decisions[0].seat, weights)
    for decision in by_urgency(decisions):
        found = ideas(situation, decision, rng)
        if found or decision.blocking:
            value = found[0].value if found else None
            return Choice(decision.seat, decision.id, fitting(decision, value, rng))
    decision = decisions[0]
    return Choice(decision.seat, decision.id, fitting(decision, None, rng))


def suggest(
    view: CivView, decisions: Sequence[Decision], rng: Random, most: int
) -> tuple[Suggestion, ...]:
    """The answers that a good player would consider, best first, with reasons."""
    situation = Situation(view, decisions[0].seat, WEIGHTS)
    found: list[Suggestion] = []
    for decision in by_urgency(decisions):
        for idea in ideas(situation, decision, rng):
            try:
                value = decision.grammar.validate(idea.value)
            except Unfit:
                continue
            if all((each.decision, each.value) != (decision.id, value) for each in found):
                towards = victory_of(situation) if decision.kind in PLANNED else None
                found.append(Suggestion(decision.id, value, idea.reason, towards=towards))
            if len(found) == most:
                return tuple(found)
    return tuple(found)


PLANNED = {
    *("start", "cities", "research", "learn", "learn_free", "second_technology", "fall_back"),
    *("adopt", "new_policy", "switch_policy"),
}
"""The questions that are answered by the victory that is played for."""


def victory_of(s: Situation) -> Text:
    """The victory that is played for, and how near it is."""
    have, wanted = s.distances.get(s.plan, (0, 0))
    return Text(f"towards.{s.plan}", {"have": have, "wanted": wanted})


def by_urgency(decisions: Sequence[Decision]) -> list[Decision]:
    """Cards of the moment first, then what is awaited; standing orders are the player's own."""
    moment = [d for d in decisions if d.kind in ("any_time", "interrupt")]
    awaited = [d for d in decisions if d.blocking]
    return [*moment, *awaited]


def ideas(s: Situation, decision: Decision, rng: Random) -> list[Idea]:
    """What the steward thinks of for a decision, best first."""
    form = decision.grammar
    if not isinstance(form, Form):
        return pick_ideas(s, decision, rng)
    match decision.kind:
        case "any_time" | "interrupt":
            return moment_ideas(s, form, rng)
        case "start":
            return start_ideas(s, form, rng)
        case "trade":
            return trade_ideas(s, form, rng)
        case "cities":
            return city_ideas(s, form, rng)
        case "movement":
            return move_ideas(s, form, rng)
        case "fight":
            return fight_ideas(s, form, rng)
        case "second_item":
            return second_ideas(s, form, rng)
    return []


def moment_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """Great people that work when they lie open are shown; other cards of the moment are used."""
    found = []
    if "show" in options(form, "do", {}):
        for key in options(form, "show", {"do": "show"}):
            found.append(Idea(1.0, {"do": "show", "show": key}, effect("person", key)))
    return found + card_ideas(s, form, rng, worth=0.5)


def second_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """A second item of a split action: whatever there is, rather than nothing."""
    items = [key for key in options(form, "item", {}) if key != NONE]
    found = [Idea(1.0, filled(form, {"item": item}, {}, rng)) for item in items]
    return [*found, Idea(0.0, {"item": NONE})]


def start_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """What to do at the start of a turn: settle, place, govern, invest, use cards."""
    actions = options(form, "do", {})
    found: list[Idea] = []
    if "found" in actions:
        for site in options(form, "at", {"do": "found"}):
            worth = s.w.found + settling_worth(s, square_of(site) or (0, 0))
            found.append(Idea(worth, {"do": "found", "at": site}, Text("reason.site")))
    if "place" in actions:
        found += place_ideas(s, form)
    if "govern" in actions:
        found += government_ideas(s, options(form, "government", {"do": "govern"}))
    if "invest" in actions:
        found += invest_ideas(s, form)
    if "claim" in actions:
        found.append(Idea(s.w.use, filled(form, {"do": "claim"}, {}, rng)))
    found += card_ideas(s, form, rng, worth=s.w.use)
    return [*best_first(found), Idea(0.0, {"do": "done"}, Text("reason.nothing"))]


def place_ideas(s: Situation, form: Form) -> list[Idea]:
    """A great person of the reserve on a square where nothing of worth makes room."""
    person = options(form, "person", {"do": "place"})[0]
    squares = options(form, "square", {"do": "place", "person": person})
    empty = [key for key in squares if key not in s.built]
    if not empty:
        return []
    value = {"do": "place", "person": person, "square": free_square(s, empty)}
    gives = yields(PERSON_TYPES[person].icons)
    return [Idea(s.w.place, value, Text("reason.gives", {"yields": gives}))]


def government_ideas(s: Situation, offered: Sequence[str]) -> list[Idea]:
    """Governments better than the present one for the plan; anarchy never."""
    wanted = s.w.governments[s.plan]
    now = wanted.index(s.player.government) if s.player.government in wanted else len(wanted)
    return [
        Idea(s.w.govern - n, {"do": "govern", "government": kind}, effect("government", kind))
        for n, kind in enumerate(wanted[:now])
        if kind in offered
    ]


def invest_ideas(s: Situation, form: Form) -> list[Idea]:
    """Coin tokens that will not win by themselves work better as investments."""
    arabs = s.player.civilization == "arabs"
    if (s.plan == "economic" or s.player.coins >= s.w.keep_coins) and not arabs:
        return []
    for card, most in s.w.investments[s.plan]:
        if s.sheet.invested.get(card, 0) < most:
            value: Answers = {"do": "invest", "card": card}
            coins = options(form, "coin", value)
            if coins:
                value["coin"] = coins[0]
            return [Idea(s.w.invest, value, effect("investment", card))]
    return []


def free_square(s: Situation, squares: Sequence[str]) -> str:
    """A square where nothing of worth makes room."""
    gives = {
        each.place: each.trade + each.production + each.culture + 3 * each.coins
        for city in s.cities
        for each in city.squares
    }
    return min(squares, key=lambda key: gives.get(key, 0))


def capital_idea(s: Situation, key: str) -> Idea:
    """A square for the capital, by what lies around it."""
    at = square_of(key)
    assert at is not None
    around = {(at[0] + dx, at[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {at}
    sums = [0, 0, 0, 0, 0]
    for x, y in around:
        letter = s.terrain.get(square_name(x, y), "")
        if letter:
            sums = [a + b for a, b in zip(sums, TERRAIN_ICONS[letter], strict=True)]
    icons = [icon.kind for icon in s.view.icons if (icon.x, icon.y) in around]
    sums[2] += icons.count("culture")
    sums[3] += icons.count("coin")
    resources = sum(kind in RESOURCES for kind in icons)
    worth = fsum(w * n for w, n in zip(s.w.gives[s.plan], sums, strict=True))
    reason = Text("reason.around", {"yields": yields(sums, resources)})
    return Idea(worth + s.w.more_resources * resources, key, reason)


def outpost_idea(s: Situation, key: str) -> Idea:
    """A square for a first figure, by how near it is to land that nobody has seen."""
    at = square_of(key)
    assert at is not None
    steps = min((distance_to(tile, at) for tile in s.view.tiles if not tile.rows), default=0)
    return Idea(-float(steps), key, Text("reason.next_to_new_land") if steps == 1 else None)


def distance_to(tile: Tile, at: tuple[int, int]) -> int:
    """How many steps lead from a square to a tile."""
    x, y = at
    across = max(tile.x - x, x - (tile.x + SIDE - 1), 0)
    return across + max(tile.y - y, y - (tile.y + SIDE - 1), 0)


def research_ideas(s: Situation, known: Sequence[str]) -> list[Idea]:
    """The technologies that fit the pyramid best; nothing where waiting a turn brings a better."""
    techs = [key for key in known if key in TECHNOLOGIES]
    aims = s.levels
    found = []
    for tech in techs:
        level = TECHNOLOGIES[tech].level
        aim = 100.0 - 10 * aims.index(level) if level in aims else 0.0
        found.append(Idea(aim + s.technology_worth(tech), tech, effect("technology", tech)))
    return [*best_first([*found, waiting(s, techs)])]


def waiting(s: Situation, techs: Sequence[str]) -> Idea:
    """Saving trade: worth it where the next turn's trade brings a level that is needed more."""
    for number, level in enumerate(s.levels):
        if any(TECHNOLOGIES[tech].level == level for tech in techs):
            break
        if level > 1 and s.player.trade + s.sheet.income >= TECHNOLOGY_COST[level]:
            reason = Text("reason.save", {"level": level})
            return Idea(100.0 - 10 * number + 5, NONE, reason)
    return Idea(-1.0, NONE)


def pick_ideas(s: Situation, decision: Decision, rng: Random) -> list[Idea]:
    """Answers to a small question: the best, then the others as they are offered."""
    known = keys(decision.grammar)
    if not known:
        return []
    if decision.kind == "research":
        return research_ideas(s, known)
    if decision.kind == "capital":
        return best_first(capital_idea(s, key) for key in known)
    if decision.kind in ("first_army", "first_scout"):
        return best_first(outpost_idea(s, key) for key in known)
    if decision.kind == "civilization":
        first: Value = rng.choice(known)
    elif decision.kind == "answer":
        first = decision.default
    else:
        first = pick(s, decision, known)
    table = EFFECTS.get(decision.kind, "")
    found = [
        Idea(float(key == first), key, reason_for(s, table, plain(key)) if key != NONE else None)
        for key in known
    ]
    return best_first(found)


def reason_for(s: Situation, table: str, key: str) -> Text | None:
    """What an answer does, where the catalog says so."""
    if table == "policy":
        return policy_effect(key, s.view.tradition_price)
    return effect(table, key) if table else None


EFFECTS = {
    "civilization": "civilization",
    "adopt": "policy",
    "new_policy": "policy",
    "learn": "technology",
    "learn_free": "technology",
    "second_technology": "technology",
    "keep_card": "card",
    "discard_card": "card",
    "keep_person": "person",
}
"""Small questions whose answers have an effect in the catalog, with its table."""


def pick(s: Situation, decision: Decision, known: Sequence[str]) -> str:
    """An answer to a small question."""
    match decision.kind:
        case "fall_back":
            return next((kind for kind in s.w.governments[s.plan] if kind in known), known[0])
        case "adopt" | "new_policy":
            return next((policy for policy in s.w.policies[s.plan] if policy in known), known[0])
        case "place_person" | "wonder_square" | "building_square":
            squares = [key for key in known if key not in ("reserve", NONE, *s.built)]
            return free_square(s, squares) if squares and s.view.sheets else known[0]
        case "discard_card":
            return least_wanted(s, known)
        case "keep_card":
            return max(known, key=lambda key: key != least_wanted(s, known))
        case "keep_person":
            return min(known, key=lambda key: rank_of(s, plain(key)))
        case "loot":
            assert isinstance(decision.grammar, OneOf)
            sorts = {key: decision.grammar.describe(key).label.key for key in known}
            wanted = (
                key for kind in s.w.loot for key in known if sorts[key] == f"option.loot.{kind}"
            )
            return next(wanted, NONE)
        case "switch_policy":
            return NONE if NONE in known else known[0]
        case "learn" | "learn_free" | "second_technology":
            return max((key for key in known if key != NONE), key=s.technology_worth)
    return next((key for key in known if key != NONE), known[0])


def rank_of(s: Situation, kind: str) -> int:
    """How much a type of great person is wanted."""
    return s.w.people.index(kind) if kind in s.w.people else 0
