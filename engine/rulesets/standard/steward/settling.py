"""Villages to found and settlers to send out (rules: villages, buying-units)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import fsum, inf

from engine.core.grammar import Grammar
from engine.rulesets.standard.steward.situation import Landfall, Situation
from engine.rulesets.standard.tables import TABLES
from engine.world.steward.ferrying import shores, zones_around
from engine.world.steward.forms import places
from engine.world.steward.strategy import Prospect
from engine.world.steward.survey import BOARD
from engine.world.steward.wares import Ware

POINTS = TABLES.points
SETTLER = frozenset({"settler"})
NEARLY = 1 - 1e-9
"""A little less than all: nothing is left out for the sake of rounding."""
IDLE = 0.5
"""Part of its price that a settler who founds no village today is still worth."""


def settling(s: Situation, grammar: Grammar, goods: list[str]) -> Iterator[Ware]:
    """Villages where settlers stand, and the next settler."""
    yield from villages(s, grammar, goods)
    yield from emigration(s, grammar, goods)


def villages(s: Situation, grammar: Grammar, goods: list[str]) -> Iterator[Ware]:
    """A village for each settler who stands where one can be founded."""
    if "village" in goods:
        price = s.prices.village[s.era]
        extra = village_wonder(s)
        for place in places(grammar, "village"):
            region = BOARD.index[place]
            worth = s.site_worth(region) * (1 - s.present_risk(region))
            worth += extra - IDLE * s.prices.settler[s.era]
            yield Ware(worth, price, {"buy": "village", "where": place})


def emigration(
    s: Situation, grammar: Grammar, goods: list[str], rival: float = 0.0
) -> Iterator[Ware]:
    """The next settler, and a fleet to carry some.

    With a `rival`, no settler who is surely worth less for the price.
    """
    if "settler" in goods:
        yield from settler(s, rival)
    fleet = next(filter(s.sailors.__contains__, goods), None)
    if fleet is not None:
        yield from ferry(s, grammar, fleet)


def village_wonder(s: Situation) -> float:
    """What a village is worth as a step to the wonder for villages (rule: wonders)."""
    wonder = s.free_wonder("villages")
    if wonder is None:
        return 0.0
    missing = wonder.goal - wonder.progress[s.me]
    if missing <= 0:
        return 0.0
    return POINTS.wonder * s.point / missing**2


def settler(s: Situation, rival: float = 0.0) -> Iterator[Ware]:
    """One more settler, for the best region that no settler of the steward's is bound for.

    With a `rival`, only if the settler is worth as much for the price.
    """
    waiting = sum(s.settlers.values())
    waiting += sum([len(ship.aboard(SETTLER)) for ship in s.own_ships if ship.cargo])
    price = s.prices.settler[s.era]
    means = s.sheet.gold + s.next_income
    if waiting >= max(2, means // (price + s.prices.village[s.era])):
        return
    least = rival * price / s.w.trust * NEARLY if s.w.trust else 0.0
    if least and s.highest_appeal * s.w.haste < least:
        # No land is nearer than a turn away.
        return
    found = destinations(s, least)
    if waiting < len(found):
        worth, _, home = found[waiting]
        order = {"buy": "settler", "where": BOARD.id(home), "count": 1}
        yield Ware(s.w.trust * worth, price, order)


def destinations(s: Situation, least: float = 0.0) -> list[Prospect]:
    """The free regions that a settler bought today could get to, by land or sea, best first.

    All that are worth at least `least`, and maybe others.
    """
    found = [*s.find_prospects(least), *passages(s, least)]
    found.sort(key=lambda prospect: (-prospect[0], prospect[1]))
    return found


def passages(s: Situation, least: float = 0.0) -> list[Prospect]:
    """The free regions that own ships could bring a settler to, from a settlement at their zone.

    The voyages end where the shores are too far away for any of them to be worth `least`.
    """
    found: dict[int, Prospect] = {}
    settlers, haste = s.settlers, s.w.haste
    highest = s.highest_appeal if least else inf
    for port in dict.fromkeys([ship.zone for ship in s.own_ships if ship.load < s.carried]):
        home = next((region for region in BOARD.coasts[port] if region in s.homes), None)
        if home is None:
            continue
        for region, away in free_landfalls(s, port):
            if highest * haste ** (1 + away) < least:
                break
            if region not in settlers and (appeal := s.appeal(region)) > 0:
                worth = appeal * haste ** (1 + away)
                if region not in found or found[region][0] < worth:
                    found[region] = worth, region, home
    return list(found.values())


def free_landfalls(s: Situation, port: int) -> list[Landfall]:
    """Those of the coasts in reach of a voyage where a village could still be founded."""
    known = s.free_landfalls
    if port not in known:
        vacant = s.vacant
        known[port] = [landfall for landfall in landfalls(port) if landfall[0] in vacant]
    return known[port]


@cache
def landfalls(port: int) -> tuple[Landfall, ...]:
    """The coasts in reach of a voyage, each with how far the nearest zone off it is."""
    found: dict[int, int] = {}
    for zone in zones_around(port):
        for region in BOARD.coasts[zone]:
            found.setdefault(region, BOARD.distance(port, zone, "sea") or 0)
    return tuple(found.items())


def ferry(s: Situation, grammar: Grammar, unit: str) -> Iterator[Ware]:
    """A fleet to carry settlers, once the land in reach is taken and islands are not."""
    waiting = sum(s.settlers.values())
    if s.own_ships or any(islice(s.find_prospects(), waiting, None)):
        return
    price, fare = s.prices.fleet[s.era], s.prices.settler[s.era]
    best, worth = "", 0.0
    for harbour in places(grammar, unit):
        seen: dict[int, float] = {}
        for zone in BOARD.within(BOARD.index[harbour], 1, "sea"):
            for region in shores(s, zone):
                seen[region] = s.appeal(region) * s.w.haste**2 * s.w.trust - fare
        total = fsum(sorted(seen.values(), reverse=True)[: s.carried])
        if total > worth:
            best, worth = harbour, total
    if best:
        yield Ware(worth, price, {"buy": unit, "where": best, "count": 1})
