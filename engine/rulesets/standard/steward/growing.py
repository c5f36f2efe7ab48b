"""Growth and technologies: what they bring for the rest of the game (rulebook 8.5 and 8.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf

from engine.core.grammar import Grammar
from engine.rulesets.standard.steward.endgame import wins_by_ending
from engine.rulesets.standard.steward.horizon import NEEDED, science_price
from engine.rulesets.standard.steward.situation import LARGEST, TERRAIN, Situation
from engine.rulesets.standard.tables import LAST_ERA, TABLES
from engine.world.steward.forms import places
from engine.world.steward.survey import BOARD
from engine.world.steward.wares import Ware

POINTS = TABLES.points
SITES = 6
"""More villages than this are not founded in an era just because it goes on."""
BETTER_THAN_NOTHING = 1.01
"""Worth for its price of a technology when nothing else is worth it."""
CERTAIN = 10.0
"""Worth for its price of the technology that ends the game in victory: before all else."""


def growth(s: Situation, grammar: Grammar, goods: list[str]) -> Iterator[Ware]:
    """Every settlement that can grow now."""
    if "grow" not in goods:
        return
    one = s.one_size
    villages_wanted = saves_villages(s)
    for place in places(grammar, "grow"):
        region = BOARD.index[place]
        home = s.homes.get(region)
        if home is None:
            continue
        worth = one * (1 - s.present_risk(region))
        if home.size == 1:
            worth -= villages_wanted
        yield Ware(worth, s.prices.growth[home.size - 1], {"buy": "grow", "where": place})


def best_growth(s: Situation, grammar: Grammar, goods: list[str]) -> Iterator[Ware]:
    """Of the settlements that can grow now, the safest of each size: the same price, worth most."""
    if "grow" not in goods:
        return
    one, homes, index, exposed = s.one_size, s.homes, BOARD.index, s.threats.exposed
    best: dict[int, tuple[float, str]] = {}
    safe: set[int] = set()
    for place in places(grammar, "grow"):
        region = index[place]
        if region not in homes or homes[region].size in safe:
            continue
        size = homes[region].size
        worth = one * (1 - s.present_risk(region)) if region in exposed else one
        if size not in best or worth > best[size][0]:
            # Taken out first, so that the sizes stand in the order of their places.
            best.pop(size, None)
            best[size] = worth, place
            if worth == one:
                safe.add(size)
                if len(safe) == len(s.prices.growth):
                    break
    for size, (worth, place) in best.items():
        if size == 1:
            worth -= saves_villages(s)
        yield Ware(worth, s.prices.growth[size - 1], {"buy": "grow", "where": place})


def saves_villages(s: Situation) -> float:
    """What growing a village would cost because the wonder for villages is near (rule: wonders)."""
    wonder = s.free_wonder("villages")
    if wonder is None:
        return 0.0
    have = wonder.progress[s.me]
    if have > wonder.goal or have + sum(s.settlers.values()) < wonder.goal - 1:
        return 0.0
    return POINTS.wonder * s.point / 2


def technology(s: Situation, goods: list[str]) -> Iterator[Ware]:
    """The next technology, or the wish for it."""
    if not s.view.technologies_left:
        return
    price, gold = s.sheet.next_technology, s.sheet.gold
    order = {"buy": "technology"} if "technology" in goods else None
    owned = s.sheet.technologies_by_era[s.era]
    worth = knowledge(s, owned, price)
    if owned == NEEDED - 1 and not s.view.era_ending:
        worth -= dearer(s)
    if s.era == LAST_ERA and owned == NEEDED - 1 and not s.ending:
        if wins_by_ending(s, price):
            worth = CERTAIN * price
        elif s.view.turn < s.w.patience:
            return
    elif gold + s.next_income >= price and gold + s.next_income - growth_to_come(s) >= price:
        # Gold that nothing better can be bought with is spent on science.
        worth = max(worth, BETTER_THAN_NOTHING * price)
    yield Ware(worth, price, order)


def most_for_technology(s: Situation) -> float:
    """The most that the next technology could be worth for its price.

    It is worth less where it ends an era, for that makes things dearer.
    """
    price, owned = s.sheet.next_technology, s.sheet.technologies_by_era[s.era]
    if s.era == LAST_ERA and owned == NEEDED - 1:
        return inf
    return max(knowledge(s, owned, price), BETTER_THAN_NOTHING * price) / price


def knowledge(s: Situation, owned: int, price: int) -> float:
    """What a technology brings by itself: its points, its science, and its part of a wonder."""
    kinds = len(s.sheet.resources)
    return POINTS.technology * s.point + s.stream * kinds + wonder_share(s, owned, price)


def dearer(s: Situation) -> float:
    """What the end of an era costs the steward, because settling costs more in the next."""
    if s.era == LAST_ERA:
        return 0.0
    step = sum(column[s.era + 1] - column[s.era] for column in (s.prices.settler, s.prices.village))
    sites = sum(1 for _ in islice(s.find_prospects(), SITES))
    return s.w.era_delay * step * sites


def wonder_share(s: Situation, owned: int, price: int) -> float:
    """What a technology is worth as a step to the wonder for technologies."""
    wonder = s.free_wonder("technologies")
    if wonder is None or owned >= wonder.goal:
        return 0.0
    full = POINTS.wonder * s.point
    missing = wonder.goal - owned
    if missing == 1:
        return full
    # Both at once surprise everyone; one alone shows the way to a rival with more gold.
    both = science_price(price, missing) <= s.sheet.gold
    return full / missing if both else full / missing / 2


def growth_to_come(s: Situation) -> int:
    """What the growth of all own settlements by one size costs, as far as it pays."""
    one = s.one_size
    costs = [price if price <= one else 0 for price in s.prices.growth]
    if not any(costs):
        return 0
    total, spaces = 0, s.view.spaces
    for region, home in s.homes.items():
        size, marker = home.size, spaces[region].marker
        if size < (LARGEST if marker is None else TERRAIN.get(marker.kind, LARGEST)):
            total += costs[size - 1]
    return total
