"""Why the steward would do something, in one plain sentence each, from what it weighs itself."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.grammar import Answers
from engine.core.text import Text
from engine.rulesets.standard.steward.endgame import wins_by_ending
from engine.rulesets.standard.steward.growing import POINTS, wonder_share
from engine.rulesets.standard.steward.horizon import NEEDED
from engine.rulesets.standard.steward.placement import REACH
from engine.rulesets.standard.steward.settling import destinations
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.steward.trading import balance, ends_badly
from engine.rulesets.standard.tables import LAST_ERA, TABLES
from engine.world.steward.campaign import UNEASY
from engine.world.steward.suggesting import percent
from engine.world.steward.survey import BOARD, walk
from engine.world.steward.wares import ENOUGH, Ware
from engine.world.view import WorldOffer


def start(s: Situation, region: int) -> Text:
    """How much free land a start commands, and how far the next rival is."""
    free = [
        other
        for other in BOARD.within(region, REACH, "land")
        if other not in s.homes and other not in s.foreign
    ]
    first = sum(walk(region, other) < s.to_foreign(other) for other in free)
    return start_text(first, s.to_foreign(region) if s.foreign else 0, region)


def start_text(free: int, rival: int, region: int) -> Text:
    """Free land, the way to the next rival (0 where there is none yet or none near), a coast."""
    coast = "coast" if BOARD.coasts[region] else ""
    far = rival if rival <= 2 * REACH else 0
    return Text("reason.start", {"n": free, "rival": far, "coast": coast})


def purchase(s: Situation, order: Answers) -> Text | None:
    """Why something is worth its price."""
    good, region = order["buy"], BOARD.index.get(str(order.get("where", "")))
    if good == "technology":
        return science(s)
    if region is None:
        return None
    if good == "grow":
        return growth(s, region)
    if good == "village":
        return village(s, region)
    if good == "settler":
        return settlers(s)
    return troops(s, order, region)


def science(s: Situation) -> Text:
    """What the next technology brings, and brings about."""
    owned = s.sheet.technologies_by_era[s.era]
    wonder = s.free_wonder("technologies")
    earned = wonder is not None and wonder_share(s, owned, s.sheet.next_technology) > 0
    last = s.era == LAST_ERA and owned == NEEDED - 1 and wins_by_ending(s, s.sheet.next_technology)
    facts = {
        "points": POINTS.technology,
        "gold": len(s.sheet.resources),
        "wonder": "wonder" if earned else "",
        "wins": "wins" if last else "",
    }
    return Text("reason.science", facts)


def growth(s: Situation, region: int) -> Text | None:
    """What a settlement would be, and whether it is safe."""
    home = s.homes.get(region)
    if home is None:
        return None
    facts = {"size": home.size + 1, "risk": uneasy(s, region)}
    return Text("reason.grow", facts)


def village(s: Situation, region: int) -> Text:
    """What the land has, and how much of it is one's already."""
    marker = s.view.spaces[region].marker
    kind = (marker.kind or "") if marker is not None else ""
    have = s.sheet.resources.get(kind, 0)
    least = min(TABLES.monopolies)
    facts = {
        "marker": kind if kind in TABLES.resources else "",
        "have": have,
        "monopoly": "monopoly" if have + 1 >= least else "",
        "risk": uneasy(s, region),
    }
    return Text("reason.village", facts)


def settlers(s: Situation) -> Text | None:
    """Where the next settler would go."""
    found = destinations(s)
    waiting = sum(s.settlers.values())
    if not found:
        return None
    _, aim, _ = found[min(waiting, len(found) - 1)]
    return Text("reason.settler", {"place": BOARD.id(aim), "n": len(found)})


def troops(s: Situation, order: Answers, region: int) -> Text | None:
    """Whom new units would guard against, or what they could take."""
    unit, count = order["buy"], int(order.get("count", 1))
    if unit in s.sailors:
        wonder = s.free_wonder("fleets")
        missing = 0 if wonder is None else wonder.goal - wonder.progress[s.me]
        return Text("reason.fleet", {"n": missing if missing == count else 0})
    risk = s.present_risk(region)
    if risk >= UNEASY:
        after = s.risk(region, s.army(region, s.me) + (unit,) * count)
        return Text("reason.danger", {"risk": percent(risk), "after": percent(after), "n": count})
    target = prey(s, unit, count, region)
    if target is not None:
        return target
    wonder = s.free_wonder("armies")
    if wonder is not None and wonder.goal - wonder.progress[s.me] == count:
        return Text("reason.armies", {"n": count})
    return None


def prey(s: Situation, unit: str, count: int, base: int) -> Text | None:
    """The neighbouring settlement that new units could take with those near it."""
    best, said = 0.0, None
    for target in BOARD.beside[base]:
        if target not in s.foreign:
            continue
        owner = s.foreign[target].owner
        near = tuple(u for r in BOARD.beside[target] for u in s.army(r, s.me))
        near += s.army(target, s.me) + (unit,) * count
        win = s.fight(near, s.army(target, owner), owner).win
        if win > best:
            facts = {"place": BOARD.id(target), "seat": owner, "win": percent(win)}
            best, said = win, Text("reason.could_take", facts)
    return said


def uneasy(s: Situation, region: int) -> int:
    """How likely a settlement is lost, if that is worth a word."""
    risk = s.present_risk(region)
    return percent(risk) if risk >= UNEASY else 0


def enough(s: Situation, wares: Iterable[Ware]) -> Text:
    """Why nothing more is bought: something dearer is worth waiting for, or nothing is."""
    waiting = [
        ware
        for ware in wares
        if ware.ratio >= ENOUGH and s.sheet.gold < ware.price <= s.sheet.gold + s.next_income
    ]
    if not waiting:
        return Text("reason.enough", {"gold": s.sheet.gold})
    best = max(waiting, key=lambda ware: ware.ratio)
    return Text("reason.saving", {"price": best.price, "gold": s.sheet.gold})


def deal(s: Situation, offer: WorldOffer) -> Text:
    """What an offer brings both sides, in gold of today."""
    gold = offer.give_gold - offer.get_gold
    mine = gold + balance(s, s.me, offer.give, offer.get)
    theirs = balance(s, offer.maker, offer.get, offer.give) - gold
    facts = {
        "seat": offer.maker,
        "mine": round(mine),
        "theirs": round(theirs),
        "loss": round(-mine),
        "ends": "ends" if ends_badly(s, offer) else "",
    }
    return Text("reason.bargain", facts)
