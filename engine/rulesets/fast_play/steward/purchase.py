"""Spending gold, one purpose after the other in the order of the weights (chapters 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum
from random import Random

from engine.core.answering import field, fits, largest
from engine.core.decision import Decision
from engine.core.grammar import Answers, Grammar, Subset
from engine.rulesets.fast_play.steward.fleets import wanted_harbour
from engine.rulesets.fast_play.steward.settlers import wanted_settlers
from engine.rulesets.fast_play.steward.situation import Situation
from engine.rulesets.fast_play.steward.weights import Purpose
from engine.rulesets.fast_play.tables import BY_ROLE, ENOUGH, LAST_ERA, TABLES, UNITS
from engine.world.steward.forms import goods
from engine.world.steward.survey import BOARD

DONE: Answers = {"buy": "done"}
TECHNOLOGY: Answers = {"buy": "technology"}
POINTS = TABLES.points


class Shop:
    """What is on sale, and where."""

    def __init__(self, grammar: Grammar, gold: int) -> None:
        self.grammar = grammar
        self.goods = goods(grammar)
        self.gold = gold

    def places(self, good: str) -> Subset | None:
        """Where a good can be had; None when it is not on sale."""
        if good not in self.goods:
            return None
        where = field(self.grammar, "where", {"buy": good})
        return where if isinstance(where, Subset) else None


def buy(s: Situation, decision: Decision, rng: Random) -> Answers:
    """The next purchase, or the end of purchases."""
    shop = Shop(decision.grammar, int(decision.about["gold"]))
    if s.overtime:
        return TECHNOLOGY if "technology" in shop.goods else DONE
    order = finish(s, shop)
    for purpose in s.w.purchases:
        if order is not None:
            break
        order = PURPOSES[purpose](s, shop)
    return order or DONE


def ends_the_game(s: Situation) -> bool:
    """Whether the next technology would be the last thing to happen (rule: end-conditions)."""
    own = s.sheet.technologies_by_era
    if own[s.era] < ENOUGH:
        return False
    fuel = "oil" in s.view.unlocked or "coal" in s.view.unlocked
    return s.era == LAST_ERA or (s.era == LAST_ERA - 1 and not fuel)


def finish(s: Situation, shop: Shop) -> Answers | None:
    """End the game as its winner."""
    if "technology" in shop.goods and ends_the_game(s) and s.lead + POINTS.technology > 0:
        return TECHNOLOGY
    return None


def grow(s: Situation, shop: Shop) -> Answers | None:
    """Everything that can, grows, as far as gold and pieces go."""
    where = shop.places("grow")
    if where is None:
        return None
    chosen: list[str] = []
    for key in where.keys:
        if fits(where, [*chosen, key]):
            chosen.append(key)
    return {"buy": "grow", "where": chosen}


def expand(s: Situation, shop: Shop) -> Answers | None:
    """Settlers for every free site, and a bridge over the sea where the land is full."""
    wanted = wanted_settlers(s)
    where = shop.places("settler") if wanted > 0 else None
    if where is not None:
        near = sorted(where.keys, key=lambda key: -free_land(s, BOARD.index[key]))
        return order("settler", where, near[: min(wanted, where.cap())])
    ship = UNITS[BY_ROLE[s.era]["fleet"]].id
    docks = shop.places(ship)
    harbour = wanted_harbour(s, list(docks.keys)) if docks is not None else None
    return {"buy": ship, "where": [harbour]} if harbour else None


def order(good: str, where: Subset, chosen: list[str]) -> Answers:
    """The order for a good in some places."""
    return {"buy": good, "where": [key for key in where.keys if key in chosen]}


def free_land(s: Situation, region: int) -> float:
    """The worth of free land next to a settlement."""
    return fsum(s.frontier.get(other, 0.0) for other in BOARD.beside[region])


def defend(s: Situation, shop: Shop) -> Answers | None:
    """Infantry for settlements that could be taken."""
    infantry = UNITS[BY_ROLE[s.era]["infantry"]].id
    where = shop.places(infantry) if s.threats else None
    if where is None:
        return None
    bare = [key for key in where.keys if s.danger(region := BOARD.index[key], s.army(region, s.me))]
    bare.sort(key=lambda key: -s.homes[BOARD.index[key]].size)
    return order(infantry, where, bare[: where.cap()]) if bare else None


def build_wonder(s: Situation, shop: Shop) -> Answers | None:
    """Three points and two gold a turn: a wonder is always worth the try."""
    if "wonder" not in shop.goods:
        return None
    most = largest(field(shop.grammar, "aside", {"buy": "wonder"}))
    return {"buy": "wonder", "aside": min(most, shop.gold)}


def study(s: Situation, shop: Shop) -> Answers | None:
    """Technologies, but for one that would end the game as its loser."""
    if "technology" not in shop.goods or ends_the_game(s):
        return None
    return TECHNOLOGY


def arm(s: Situation, shop: Shop) -> Answers | None:
    """Units for the front, from what is left while saving for the next card."""
    card = s.sheet.next_technology
    reserve = 0 if shop.gold > card * 2 else card // 2
    if shop.gold - TABLES.prices.unit[s.era] < reserve or not needs_arms(s):
        return None
    for role in ("artillery", "cavalry", "infantry"):
        unit = UNITS[BY_ROLE[s.era][role]].id
        where = shop.places(unit)
        near = (key for key in where.keys if is_front(s, BOARD.index[key])) if where else ()
        for key in near:
            return {"buy": unit, "where": [key]}
    return None


def needs_arms(s: Situation) -> bool:
    """Whether there are fewer units in own settlements than the weights want for an attack."""
    return sum(len(s.army(home, s.me)) for home in s.homes) < s.w.spearhead * (s.era + 1)


def is_front(s: Situation, region: int) -> bool:
    """Whether a foreign settlement is within reach of a few marches."""
    return s.to_foreign(region) <= s.w.striking_distance


PURPOSES: Mapping[Purpose, Callable[[Situation, Shop], Answers | None]] = {
    "grow": grow,
    "expand": expand,
    "defend": defend,
    "wonder": build_wonder,
    "study": study,
    "arm": arm,
}
"""How each purpose is served; the weights say in which order."""
