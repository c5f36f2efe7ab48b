"""Armies and fleets to buy: guards, attackers, and those that earn a wonder (rulebook 8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter

from engine.core.grammar import Grammar
from engine.rulesets.standard.steward.battles import best_army
from engine.rulesets.standard.steward.horizon import ARMY_IDS
from engine.rulesets.standard.steward.odds import ROLE
from engine.rulesets.standard.steward.situation import Levy, Situation
from engine.rulesets.standard.steward.wards import Guards, Ward
from engine.rulesets.standard.tables import TABLES
from engine.world.steward.forms import places
from engine.world.steward.survey import BOARD, Army
from engine.world.steward.wares import Ware

POINTS = TABLES.points
MOST = attrgetter("most")
LEVY = 6
"""No more armies than this are raised for one purpose."""


def military(
    s: Situation, grammar: Grammar, goods: list[str], rival: float | None = None
) -> Iterator[Ware]:
    """Everything worth buying that fights.

    With a `rival`, no guards but the best, and none that are worth less for their price.
    """
    armies = tuple(filter(ARMY_IDS.__contains__, goods))
    if armies:
        yield from guards(s, armies) if rival is None else best_guards(s, armies, rival)
        yield from attackers(s, armies)
        yield from wonder_armies(s, armies)
    fleet = next(filter(s.sailors.__contains__, goods), None)
    if fleet is not None:
        yield from wonder_fleets(s, grammar, fleet)


def levy(unit: str, home: int, count: int) -> dict[str, object]:
    """The order for so many units at a settlement."""
    return {"buy": unit, "where": BOARD.id(home), "count": count}


def wards(s: Situation) -> list[Ward]:
    """The settlements in danger that guards could pay for."""
    if s.sheet.gold < s.prices.army[s.era]:
        return []
    found, known = [], s.known_wards
    homes, markers, troops = s.homes, s.markers, s.own_troops
    for home in s.in_danger:
        settlement = homes[home]
        kind = settlement.resource
        income = 0.0 if kind is None else s.one_less(kind)
        facts = settlement, markers.get(home), troops.get(home), income
        if home not in known or known[home][0] != facts:
            known[home] = facts, find_ward(s, home)
        ward = known[home][1]
        if ward is not None:
            found.append(ward)
    return found


def find_ward(s: Situation, home: int) -> Ward | None:
    """A settlement in danger, if guards could pay for it."""
    price, standing = s.prices.army[s.era], s.w.standing
    least, risk = price * (1 - standing), s.present_risk(home)
    if not risk and least > 0:
        return None
    stake = s.loss_worth(home, s.homes[home])
    if risk * stake < least:
        return None
    return Ward(risk * stake + standing * price, home, stake, risk)


def guards(s: Situation, armies: Army) -> Iterator[Ware]:
    """Guards for settlements in danger, as many as pay best."""
    for ward in wards(s):
        yield hire(s, guards_for(s, armies, ward))


def best_guards(s: Situation, armies: Army, rival: float) -> Iterator[Ware]:
    """Of all guards, those that are worth most for their price, if that can be a rival's."""
    price = s.prices.army[s.era]
    best: Guards | None = None
    for ward in sorted(wards(s), key=MOST, reverse=True):
        if ward.most / price < rival:
            break
        found = guards_for(s, armies, ward)
        if best is None or (found.ratio, -found.home) > (best.ratio, -best.home):
            best = found
            rival = max(rival, found.ratio)
    if best is not None:
        yield hire(s, best)


def guards_for(s: Situation, armies: Army, ward: Ward) -> Guards:
    """As many guards for a settlement as pay best, of those that can be paid."""
    if armies not in ward.guards:
        ward.guards[armies] = find_guards(s, armies, ward, LEVY)
    found, payable = ward.guards[armies], s.sheet.gold // s.prices.army[s.era]
    return found if found.number <= payable else find_guards(s, armies, ward, payable)


def find_guards(s: Situation, armies: Army, ward: Ward, most: int) -> Guards:
    """As many guards for a settlement as pay best, and no more than `most`."""
    price, home = s.prices.army[s.era], ward.home
    present, lasting = s.own_army(home), s.w.standing * price
    unit = best_army(s.threats.largest(home), armies, present)
    best, worth, number = float("-inf"), 0.0, 0
    for count in range(1, most + 1):
        cost = count * price
        if ward.most / cost <= best:
            # Even perfect safety would not be worth so many.
            break
        risk = s.risk(home, present + (unit,) * count)
        saved = (ward.risk - risk) * ward.stake + lasting
        ratio = saved / cost
        if ratio > best:
            best, worth, number = ratio, saved, count
    return Guards(best, worth, unit, number, home)


def hire(s: Situation, found: Guards) -> Ware:
    """Guards as something to buy."""
    order = levy(found.unit, found.home, found.number)
    return Ware(found.worth, found.number * s.prices.army[s.era], order, urgent=True)


def attackers(s: Situation, armies: Army) -> Iterator[Ware]:
    """Armies that, with those near, could take a neighbouring settlement next turn."""
    price = s.prices.army[s.era]
    affordable = min(LEVY, s.sheet.gold // price)
    troops, homes, known, nearby = s.own_troops, s.homes, s.known_levies, s.armies_near
    for target in neighbours(s.home_regions, s.foreign_regions) if affordable else ():
        beside, settlement = BOARD.beside[target], s.foreign[target]
        owner = settlement.owner
        if target in nearby:
            near = nearby[target]
        else:
            armies_near = [troops[region] for region in (*beside, target) if region in troops]
            near = nearby[target] = sum(armies_near, ())
        wanted = near, s.army(target, owner), owner, armies, affordable
        if wanted not in known:
            known[wanted] = fewest(s, *wanted)
        found = known[wanted]
        if found is not None:
            unit, count, result = found
            prize = s.capture_worth(target, settlement) * s.w.surprise
            worth = result.win * prize + s.w.standing * price * (count - result.own_losses)
            bases = [region for region in beside if region in homes]
            base = max(bases, key=lambda region: (len(s.own_army(region)), -region))
            yield Ware(worth, count * price, levy(unit, base, count))


def fewest(
    s: Situation, near: Army, defenders: Army, owner: int, armies: Army, most: int
) -> Levy | None:
    """The fewest new armies that, with those near, could attack; None if they can do without."""
    if near and s.chance(near, defenders, owner) >= s.w.odds:
        return None
    unit = best_army(defenders, armies, near)
    for count in range(1, most + 1):
        ours = near + (unit,) * count
        if s.chance(ours, defenders, owner) >= s.w.odds:
            return unit, count, s.fight(ours, defenders, owner)
    return None


@lru_cache(maxsize=256)
def neighbours(homes: tuple[int, ...], foreign: tuple[int, ...]) -> list[int]:
    """The foreign settlements beside own ones; they stay the same over many decisions."""
    border = {region for home in homes for region in BOARD.beside[home]}
    return [region for region in foreign if region in border]


def wonder_armies(s: Situation, armies: Army) -> Iterator[Ware]:
    """All the armies still missing for the wonder, if they can be had at once (rule: wonders)."""
    wonder = s.free_wonder("armies")
    if wonder is None:
        return
    missing = wonder.goal - wonder.progress[s.me]
    price = missing * s.prices.army[s.era]
    if missing > 0 and price <= s.sheet.gold:
        unit = best_army((), armies, s.own_armies)
        worth = POINTS.wonder * s.point + s.w.standing * price
        yield Ware(worth, price, levy(unit, border(s), missing))


def border(s: Situation) -> int:
    """The own settlement nearest to a foreign one."""
    return min(s.homes, key=lambda home: (s.to_foreign(home), home))


def wonder_fleets(s: Situation, grammar: Grammar, unit: str) -> Iterator[Ware]:
    """All the fleets still missing for the wonder, if they can be had at once."""
    wonder = s.free_wonder("fleets")
    if wonder is None or ROLE[unit] != "fleet":
        return
    missing = wonder.goal - wonder.progress[s.me]
    price = missing * s.prices.fleet[s.era]
    harbours = places(grammar, unit)
    if missing > 0 and price <= s.sheet.gold and harbours:
        worth = POINTS.wonder * s.point + s.w.standing * price
        yield Ware(worth, price, {"buy": unit, "where": harbours[0], "count": missing})
