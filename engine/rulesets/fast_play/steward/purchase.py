"""Spending gold: what pays back soonest first, then points (rulebook chapters 3 and 4)."""

from __future__ import annotations

from engine.core.answering import field, keys, largest
from engine.core.grammar import Answers, Grammar, Subset
from engine.rulesets.fast_play.steward.armies import danger
from engine.rulesets.fast_play.steward.fleets import wanted_harbour
from engine.rulesets.fast_play.steward.settlers import wanted_settlers
from engine.rulesets.fast_play.steward.situation import BOARD, Situation
from engine.rulesets.fast_play.tables import BY_ROLE, ENOUGH, LAST_ERA, TABLES, UNITS

DONE: Answers = {"buy": "done"}
TECHNOLOGY: Answers = {"buy": "technology"}
POINTS = TABLES.points
STRIKING_DISTANCE = 4
"""Foreign settlements further away than this are left alone."""
SPEARHEAD = 4
"""Units at the front beyond which no more are built for attack, for each era so far."""


def buy(s: Situation, grammar: Grammar, gold: int) -> Answers:
    """The next purchase, or the end of purchases."""
    goods = keys(field(grammar, "buy", {}))
    return (
        finish(s, goods)
        or grow(grammar, goods)
        or expand(s, grammar, goods)
        or defend(s, grammar, goods)
        or build_wonder(grammar, goods, gold)
        or study(s, goods)
        or arm(s, grammar, goods, gold)
        or DONE
    )


def places(grammar: Grammar, good: str) -> Subset | None:
    """Where a good can be had."""
    where = field(grammar, "where", {"buy": good})
    return where if isinstance(where, Subset) else None


def ends_the_game(s: Situation) -> bool:
    """Whether the next technology would be the last thing to happen (rule: end-conditions)."""
    own = s.sheet.technologies_by_era
    if own[s.era] < ENOUGH:
        return False
    fuel = "oil" in s.view.unlocked or "coal" in s.view.unlocked
    return s.era == LAST_ERA or (s.era == LAST_ERA - 1 and not fuel)


def finish(s: Situation, goods: list[str]) -> Answers | None:
    """End the game as its winner."""
    if "technology" in goods and ends_the_game(s) and s.lead + POINTS.technology > 0:
        return TECHNOLOGY
    return None


def grow(grammar: Grammar, goods: list[str]) -> Answers | None:
    """Growth pays back in a turn or two: everything that can, grows."""
    where = places(grammar, "grow") if "grow" in goods else None
    if where is None:
        return None
    return {"buy": "grow", "where": list(where.keys)[: where.cap()]}


def expand(s: Situation, grammar: Grammar, goods: list[str]) -> Answers | None:
    """Settlers for every free site, and a bridge over the sea where the land is full."""
    wanted = wanted_settlers(s)
    where = places(grammar, "settler") if "settler" in goods and wanted > 0 else None
    if where is not None:
        near = sorted(where.keys, key=lambda key: -free_land(s, BOARD.index[key]))
        chosen = near[: min(wanted, where.cap())]
        return {"buy": "settler", "where": [key for key in where.keys if key in chosen]}
    ship = UNITS[BY_ROLE[s.era]["fleet"]].id
    docks = places(grammar, ship) if ship in goods else None
    harbour = wanted_harbour(s, list(docks.keys)) if docks is not None else None
    return {"buy": ship, "where": [harbour]} if harbour else None


def free_land(s: Situation, region: int) -> float:
    """The worth of free land next to a settlement."""
    return sum(s.frontier.get(other, 0.0) for other in BOARD.beside[region])


def defend(s: Situation, grammar: Grammar, goods: list[str]) -> Answers | None:
    """Infantry for settlements that could be taken."""
    infantry = UNITS[BY_ROLE[s.era]["infantry"]].id
    where = places(grammar, infantry) if infantry in goods else None
    if where is None:
        return None
    bare = [
        key for key in where.keys if danger(s, region := BOARD.index[key], s.army(region, s.me))
    ]
    bare.sort(key=lambda key: -s.homes[BOARD.index[key]])
    chosen = bare[: where.cap()]
    return {"buy": infantry, "where": [k for k in where.keys if k in chosen]} if chosen else None


def build_wonder(grammar: Grammar, goods: list[str], gold: int) -> Answers | None:
    """Three points and two gold a turn: a wonder is always worth the try."""
    if "wonder" not in goods:
        return None
    most = largest(field(grammar, "aside", {"buy": "wonder"}))
    return {"buy": "wonder", "aside": min(most, gold)}


def study(s: Situation, goods: list[str]) -> Answers | None:
    """Technologies, but for one that would end the game as its loser."""
    if "technology" not in goods or ends_the_game(s):
        return None
    return TECHNOLOGY


def arm(s: Situation, grammar: Grammar, goods: list[str], gold: int) -> Answers | None:
    """Units for the front, from what is left while saving for the next card."""
    if gold > s.sheet.next_technology * 2:
        reserve = 0
    else:
        reserve = s.sheet.next_technology // 2
    roles = BY_ROLE[s.era]
    for role in ("artillery", "cavalry", "infantry"):
        unit = UNITS[roles[role]].id
        where = places(grammar, unit) if unit in goods else None
        if where is None or gold - TABLES.prices.unit[s.era] < reserve:
            continue
        front = [key for key in where.keys if is_front(s, BOARD.index[key])]
        if front and sum(len(s.army(h, s.me)) for h in s.homes) < SPEARHEAD * (s.era + 1):
            return {"buy": unit, "where": front[:1]}
    return None


def is_front(s: Situation, region: int) -> bool:
    """Whether a foreign settlement is within reach of a few marches."""
    return any(s.distance(region, goal) <= STRIKING_DISTANCE for goal in s.foreign)
