"""One answer to one of the steward's open decisions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.answering import fitting, keys
from engine.core.decision import Choice, Decision
from engine.core.grammar import Answers, Form, Value
from engine.rulesets.civ2010.describing import NONE, plain
from engine.rulesets.civ2010.steward.cards import best_target, least_wanted, use_card
from engine.rulesets.civ2010.steward.cities import manage
from engine.rulesets.civ2010.steward.fighting import fight
from engine.rulesets.civ2010.steward.filling import filled, options
from engine.rulesets.civ2010.steward.moving import move, settling_worth
from engine.rulesets.civ2010.steward.situation import WANTED, Situation
from engine.rulesets.civ2010.tables import TECHNOLOGIES, TECHNOLOGY_COST
from engine.tiles.civ import CivOffer, CivView
from engine.tiles.view import square_of

POLICIES = ("rationalism", "expansionism", "urban_development", "organized_religion", "patronage")
GOVERNMENTS = ("democracy", "communism", "monarchy", "feudalism", "despotism", "fundamentalism")
"""Governments, the most wanted first."""
PEOPLE = ("humanitarian", "builder", "industrialist", "scientist", "artist", "general")
LOOT = ("technology", "steal_coin", "culture", "trade", "resource", "token", "discard_coin", "card")


def decide(view: CivView, decisions: Sequence[Decision], rng: Random) -> Choice:
    """An answer to one of the open decisions of one seat, from that seat's view alone.

    `decisions` are the seat's own and not empty. The answer depends on nothing but the arguments,
    and its value fits the grammar of the decision it names.
    """
    situation = Situation(view, decisions[0].seat)
    for kind in ("any_time", "interrupt"):
        extra = next((d for d in decisions if d.kind == kind), None)
        if extra is not None and isinstance(extra.grammar, Form):
            value = show_or_use(situation, extra.grammar, rng)
            if value is not None:
                return Choice(extra.seat, extra.id, fitting(extra, value, rng))
    decision = next((d for d in decisions if d.blocking), decisions[0])
    value = answer(situation, decision, rng)
    return Choice(decision.seat, decision.id, fitting(decision, value, rng))


def show_or_use(s: Situation, form: Form, rng: Random) -> Value:
    """Great people that work when they lie open are shown; other cards of the moment are used."""
    if "show" in options(form, "do", {}):
        return filled(form, {"do": "show"}, {}, rng)
    return use_card(s, form, rng)


def answer(s: Situation, decision: Decision, rng: Random) -> Value:
    """What the steward says to a decision; None when it has no opinion."""
    grammar = decision.grammar
    if isinstance(grammar, Form):
        match decision.kind:
            case "start":
                return begin(s, grammar, rng)
            case "trade":
                return trade(s, grammar)
            case "cities":
                return manage(s, grammar, rng)
            case "movement":
                return move(s, grammar, rng)
            case "fight":
                return fight(s, grammar, rng)
            case "second_item":
                items = [key for key in options(grammar, "item", {}) if key != NONE]
                return filled(grammar, {"item": items[0]}, {}, rng)
        return None
    if decision.kind == "civilization":
        return rng.choice(keys(grammar))
    return pick(s, decision.kind, keys(grammar))


def begin(s: Situation, form: Form, rng: Random) -> Answers:
    """One answer at the start of a turn."""
    actions = options(form, "do", {})
    if "found" in actions:
        return filled(form, {"do": "found"}, {"at": lambda keys, said: best_site(s, keys)}, rng)
    if "place" in actions:
        person = options(form, "person", {"do": "place"})[0]
        squares = options(form, "square", {"do": "place", "person": person})
        empty = [key for key in squares if key not in s.built]
        if empty:
            return {"do": "place", "person": person, "square": free_square(s, empty)}
    if "govern" in actions:
        wanted = [g for g in GOVERNMENTS if g in options(form, "government", {"do": "govern"})]
        better = wanted and (
            s.player.government not in GOVERNMENTS
            or GOVERNMENTS.index(wanted[0]) < GOVERNMENTS.index(s.player.government)
        )
        if better:
            return {"do": "govern", "government": wanted[0]}
    if "use" in actions:
        used = use_card(s, form, rng)
        if used is not None:
            return used
    return {"do": "done"}


def best_site(s: Situation, sites: Sequence[str]) -> str:
    """The site with the richest surroundings."""
    return max(sites, key=lambda site: settling_worth(s, square_of(site) or (0, 0)))


def free_square(s: Situation, squares: Sequence[str]) -> str:
    """A square where nothing of worth makes room."""
    gives = {
        each.place: each.trade + each.production + each.culture + 3 * each.coins
        for city in s.cities
        for each in city.squares
    }
    return min(squares, key=lambda key: gives.get(key, 0))


def trade(s: Situation, form: Form) -> Answers:
    """Take offers that give more than they ask; make none."""
    offers = {str(offer.id): offer for offer in s.view.offers}
    for key in (
        options(form, "offer", {"do": "accept"}) if "accept" in options(form, "do", {}) else ()
    ):
        if gain_of(offers[key]) > 0:
            return {"do": "accept", "offer": key}
    return {"do": "done"}


def gain_of(offer: CivOffer) -> float:
    """What an offer to this seat is worth to it."""
    got = offer.give_trade + 1.2 * offer.give_culture + 3 * len(offer.give)
    return got - offer.get_trade - 1.2 * offer.get_culture - 3.5 * len(offer.get)


def research(s: Situation, known: Sequence[str]) -> str:
    """The technology that fits the pyramid best; nothing where waiting a turn brings a better."""
    level_wanted = [
        level
        for level in range(5, 0, -1)
        if s.rows[level - 1] < WANTED[level - 1]
        and (level == 1 or s.rows[level - 1] + 1 < s.rows[level - 2])
    ]
    techs = [key for key in known if key != NONE]
    for level in level_wanted:
        found = [tech for tech in techs if TECHNOLOGIES[tech].level == level]
        if found:
            return max(found, key=s.technology_worth)
        if level > 1 and s.player.trade + s.sheet.income >= TECHNOLOGY_COST[level]:
            return NONE
    return max(techs, key=s.technology_worth) if techs else NONE


def pick(s: Situation, kind: str, known: Sequence[str]) -> Value:
    """An answer to a small question."""
    if not known:
        return None
    match kind:
        case "research":
            return research(s, known)
        case "adopt" | "new_policy":
            return next((policy for policy in POLICIES if policy in known), known[0])
        case "place_person" | "wonder_square" | "building_square":
            squares = [key for key in known if key not in ("reserve", NONE, *s.built)]
            return free_square(s, squares) if squares and s.view.sheets else known[0]
        case "discard_card":
            return least_wanted(known)
        case "keep_card":
            return max(known, key=lambda key: key != least_wanted(known))
        case "keep_person":
            return min(known, key=lambda key: rank_of(plain(key)))
        case "loot":
            return next(
                (key for kind in LOOT for key in known if key.partition(":")[0] == kind), NONE
            )
        case "switch_policy":
            return NONE if NONE in known else known[0]
        case "learn" | "learn_free" | "second_technology":
            return best_target(s, [key for key in known if key != NONE] or known)
    return next((key for key in known if key != NONE), known[0])


def rank_of(kind: str) -> int:
    """How much a type of great person is wanted."""
    return PEOPLE.index(kind) if kind in PEOPLE else 0
