"""What resources, sites and settlements are worth to the steward, from the income rules."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rulesets.standard.steward.situation import BOARD, TERRAIN, Situation
from engine.rulesets.standard.tables import LAST_ERA, RESOURCES, TABLES
from engine.world.view import SettlementView

PRICES = TABLES.prices
MOST_ALIKE = max(TABLES.monopolies)
MARKER_CHANCE = {
    kind: count / sum(TABLES.markers.values()) for kind, count in TABLES.markers.items()
}


def _critical_chances() -> tuple[dict[str, float], ...]:
    found = []
    for era in range(LAST_ERA + 1):
        chances: dict[str, float] = {}
        for a in range(1, 7):
            for b in range(1, 7):
                kind = TABLES.critical.resource(era, a + b)
                chances[kind] = chances.get(kind, 0.0) + 1 / 36
        found.append(chances)
    return tuple(found)


CRITICAL = _critical_chances()
"""For each era, how likely each resource is the critical one (rule: critical-resource)."""


def monopoly(count: int) -> int:
    """What so many resources of one kind pay (rule: monopolies)."""
    return TABLES.monopolies.get(min(count, MOST_ALIKE), 0)


def expected_income(held: Mapping[str, int], cities: int, technologies: int, era: int) -> float:
    """The average income of the next production (rule: production)."""
    chances = CRITICAL[era]
    kinds, lucky, paid = 0, 0.0, 0
    for kind, count in held.items():
        if count > 0:
            kinds += 1
            lucky += chances.get(kind, 0.0)
            paid += monopoly(count)
    rest = technologies * kinds + paid
    least = TABLES.minimum_income
    return (1 - lucky) * max(least, cities + rest) + lucky * max(least, 2 * cities + rest)


def next_income(s: Situation, seat: int) -> float:
    """What a seat will earn on average, as things stand."""
    player = s.view.players[seat]
    return expected_income(
        player.resources, player.income.cities, len(player.technologies), coming_era(s)
    )


def coming_era(s: Situation) -> int:
    """The era of the next turn's production."""
    return min(LAST_ERA, s.era + s.view.era_ending)


def luck(s: Situation) -> float:
    """The chance that the steward's cities are doubled, in this era and the next."""
    if "luck" not in s.worths:
        here, later = CRITICAL[s.era], CRITICAL[min(LAST_ERA, s.era + 1)]
        s.worths["luck"] = sum(
            (here.get(kind, 0.0) + later.get(kind, 0.0)) / 2 for kind in s.sheet.resources
        )
    return s.worths["luck"]


def another(s: Situation, kind: str) -> float:
    """The gold a turn that one more resource of a kind would bring."""
    return _alike(s, kind, s.sheet.resources.get(kind, 0))


def one_less(s: Situation, kind: str) -> float:
    """The gold a turn that losing one resource of a kind would cost."""
    return _alike(s, kind, max(0, s.sheet.resources.get(kind, 0) - 1))


def _alike(s: Situation, kind: str, before: int) -> float:
    if before == 0:
        era = CRITICAL[s.era].get(kind, 0.0) + CRITICAL[min(LAST_ERA, s.era + 1)].get(kind, 0.0)
        return s.technologies + s.w.kinds_to_come + s.sheet.income.cities * era / 2
    step = monopoly(before + 1) - monopoly(before)
    return step if step else s.w.pair * monopoly(before + 2)


def size_worth(s: Situation, size: int) -> float:
    """The points and gold of so much settlement, for the rest of the game."""
    if "size" not in s.worths:
        income = s.sheet.income
        poor = income.cities + income.science + income.monopolies < TABLES.minimum_income
        rate = s.w.floor if poor else 1.0
        s.worths["size"] = s.point + s.stream * rate * (1 + luck(s))
    return size * s.worths["size"]


def room_to_grow(s: Situation, size: int, limit: int) -> float:
    """What growing from a size up to the region's limit will bring beyond its price."""
    total = 0.0
    one = size_worth(s, 1)
    for step in range(size, limit):
        total += max(0.0, one - PRICES.growth[step - 1])
    return s.w.growth_option * total


def site_worth(s: Situation, region: int) -> float:
    """What a village in a free region would be worth, its price not taken off."""
    kind = s.known(region)
    if kind is None:
        return unknown_worth(s, region)
    return marker_worth(s, kind)


def marker_worth(s: Situation, kind: str) -> float:
    """What a village on a marker is worth; "" is bare land."""
    if kind in s.worths:
        return s.worths[kind]
    limit = TERRAIN.get(kind, 4)
    total = 0.0
    if limit:
        total = size_worth(s, 1) + room_to_grow(s, 1, limit)
    if kind in RESOURCES:
        total += s.stream * another(s, kind)
    elif kind == "fertile":
        total += s.stream * (1 + luck(s))
    s.worths[kind] = total
    return total


def unknown_worth(s: Situation, region: int) -> float:
    """What going to an unknown marker is worth: the average of all it can be."""
    if "unknown" not in s.worths:
        bare = marker_worth(s, "")
        special = {
            "treasure": bare + TABLES.treasure,
            "free_technology": bare + s.sheet.next_technology,
            "minor_civilization": bare / s.view.seats,
            "plague": 0.0,
        }
        s.worths["unknown"] = sum(
            chance * (special[kind] if kind in special else marker_worth(s, kind))
            for kind, chance in MARKER_CHANCE.items()
        )
    return s.worths["unknown"] - MARKER_CHANCE["plague"] * plague_cost(s, region)


def plague_cost(s: Situation, region: int) -> float:
    """What a plague found in a region would cost the steward (rule: plague)."""
    cost = float(PRICES.settler[s.era])
    for struck in BOARD.within(region, TABLES.plague_radius[s.era], "land"):
        home = s.homes.get(struck)
        if home is not None and home.size > 1:
            cost += s.point + s.stream
        cost += PRICES.army[s.era] * len(s.army(struck, s.me)) / 2
    return cost


def capture_worth(s: Situation, region: int, settlement: SettlementView) -> float:
    """What taking a foreign settlement is worth."""
    total = size_worth(s, settlement.size) + s.envy * settlement.size * s.point
    total += room_to_grow(s, settlement.size, s.limit(region))
    if settlement.resource is not None:
        total += s.stream * another(s, settlement.resource)
    return total


def loss_worth(s: Situation, region: int, settlement: SettlementView) -> float:
    """What losing an own settlement to a rival would cost."""
    total = size_worth(s, settlement.size) + s.envy * settlement.size * s.point
    total += room_to_grow(s, settlement.size, s.limit(region))
    if settlement.resource is not None:
        total += s.stream * one_less(s, settlement.resource)
    return total


def present_risk(s: Situation, region: int) -> float:
    """The chance that an own settlement is taken next turn, as it is guarded now."""
    if region not in s.risks:
        s.risks[region] = risk(s, region, s.army(region, s.me))
    return s.risks[region]


def in_danger(s: Situation) -> list[int]:
    """The own settlements that anybody could attack before long."""
    return [home for home in s.homes if home in s.distant_menace or home in s.landings]


def risk(s: Situation, region: int, guards: list[str]) -> float:
    """The chance that an own settlement with these guards would be taken next turn."""
    worst, w = 0.0, s.w
    near = s.menace.get(region, {})
    for owner, units in near.items():
        worst = max(worst, w.likelihood * s.assault(units, guards, owner))
    for owner, units in s.distant_menace.get(region, {}).items():
        if len(units) > len(near.get(owner, ())):
            worst = max(worst, w.distant * s.assault(units, guards, owner))
    for owner, units in s.landings.get(region, {}).items():
        worst = max(worst, w.overseas * w.likelihood * s.assault(units, guards, owner))
    return worst


def relief_worth(s: Situation, space: int, other: int) -> float:
    """What destroying another seat's army is worth for the settlements it stands beside."""
    units = s.army(space, other)
    best = 0.0
    for home in BOARD.beside[space]:
        settlement = s.homes.get(home)
        if settlement is not None:
            fall = s.assault(units, s.army(home, s.me), other)
            best = max(best, fall * loss_worth(s, home, settlement))
    return s.w.likelihood * best
