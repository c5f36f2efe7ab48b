"""Armies and fleets to buy: guards, attackers, and those that earn a wonder (rulebook 8.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.grammar import Grammar
from engine.rulesets.standard.steward.battles import best_army
from engine.rulesets.standard.steward.horizon import ARMY_IDS, FLEET_IDS
from engine.rulesets.standard.steward.odds import ROLE
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.tables import TABLES
from engine.world.steward.forms import places
from engine.world.steward.survey import BOARD, Army
from engine.world.steward.wares import Ware

POINTS = TABLES.points
LEVY = 6
"""No more armies than this are raised for one purpose."""


def military(s: Situation, grammar: Grammar, goods: list[str]) -> Iterator[Ware]:
    """Everything worth buying that fights."""
    armies = tuple(unit for unit in goods if unit in ARMY_IDS)
    if armies:
        yield from guards(s, armies)
        yield from attackers(s, armies)
        yield from wonder_armies(s, armies)
    fleets = [unit for unit in goods if unit in FLEET_IDS]
    if fleets:
        yield from wonder_fleets(s, grammar, fleets[0])


def levy(unit: str, home: int, count: int) -> dict[str, object]:
    """The order for so many units at a settlement."""
    return {"buy": unit, "where": BOARD.id(home), "count": count}


def guards(s: Situation, armies: Army) -> Iterator[Ware]:
    """Guards for settlements in danger, as many as pay best."""
    price = s.prices.army[s.era]
    affordable = min(LEVY, s.sheet.gold // price)
    for home in s.in_danger if affordable else ():
        stake = s.loss_worth(home, s.homes[home])
        before = s.present_risk(home)
        if before * stake < price * (1 - s.w.standing):
            continue
        present = s.own_army(home)
        unit = best_army(enemies_near(s, home), armies, present)
        best, worth, number = float("-inf"), 0.0, 0
        most = before * stake + s.w.standing * price
        for count in range(1, affordable + 1):
            if number and most / (count * price) <= best:
                # Even perfect safety would not be worth so many.
                break
            saved = (before - s.risk(home, present + (unit,) * count)) * stake
            saved += s.w.standing * price
            if saved / (count * price) > best:
                best, worth, number = saved / (count * price), saved, count
        yield Ware(worth, number * price, levy(unit, home, number), urgent=True)


def enemies_near(s: Situation, home: int) -> Army:
    """The largest army that threatens a settlement."""
    near = s.menace(home) or s.menace(home, 2) or s.landings.get(home)
    return max(near.values(), key=len) if near else ()


def attackers(s: Situation, armies: Army) -> Iterator[Ware]:
    """Armies that, with those near, could take a neighbouring settlement next turn."""
    price = s.prices.army[s.era]
    affordable = min(LEVY, s.sheet.gold // price)
    for target, settlement in s.foreign.items() if affordable else ():
        bases = [region for region in BOARD.beside[target] if region in s.homes]
        if not bases:
            continue
        owner = settlement.owner
        defenders = s.army(target, owner)
        near = tuple(u for region in BOARD.beside[target] for u in s.own_army(region))
        near += s.own_army(target)
        if near and s.fight(near, defenders, owner).win >= s.w.odds:
            continue
        unit = best_army(defenders, armies, near)
        prize = s.capture_worth(target, settlement) * s.w.surprise
        base = max(bases, key=lambda region: (len(s.own_army(region)), -region))
        for count in range(1, affordable + 1):
            result = s.fight(near + (unit,) * count, defenders, owner)
            if result.win >= s.w.odds:
                worth = result.win * prize + s.w.standing * price * (count - result.own_losses)
                yield Ware(worth, count * price, levy(unit, base, count))
                break


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
