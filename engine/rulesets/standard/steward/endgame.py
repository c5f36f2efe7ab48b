"""The last turn: gold into points, and when to bring it about (rulebook chapter 10)."""

from __future__ import annotations

from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.horizon import science_price
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.tables import TABLES
from engine.world.steward.forms import places
from engine.world.steward.survey import BOARD
from engine.world.view import PlayerView

POINTS = TABLES.points
STEP = TABLES.technology_price.per_technology


def last_points(s: Situation, grammar: Grammar, goods: list[str]) -> Answers | None:
    """The purchase with the most points for its gold, or None when none can be had."""
    gold = s.sheet.gold
    best: tuple[float, Answers] | None = None

    def consider(points: float, price: int, order: Answers) -> None:
        nonlocal best
        if price <= gold and (best is None or points / price > best[0]):
            best = (points / price, order)

    if "grow" in goods:
        for place in places(grammar, "grow"):
            home = s.homes.get(BOARD.index[place])
            if home is not None:
                consider(1, s.prices.growth[home.size - 1], {"buy": "grow", "where": place})
    if "village" in goods:
        for place in places(grammar, "village"):
            consider(1, s.prices.village[s.era], {"buy": "village", "where": place})
    if "technology" in goods:
        price = s.sheet.next_technology
        consider(POINTS.technology + wonder_points(s, price), price, {"buy": "technology"})
    return best[1] if best else None


def wonder_points(s: Situation, price: int) -> float:
    """The points of the wonder for technologies, if it can be had now."""
    wonder = s.free_wonder("technologies")
    if wonder is None:
        return 0.0
    missing = wonder.goal - s.sheet.technologies_by_era[s.era]
    if missing <= 0 or science_price(price, missing) > s.sheet.gold:
        return 0.0
    return POINTS.wonder / missing


def wins_by_ending(s: Situation, price: int) -> bool:
    """Whether the steward is ahead when it buys the technology that ends the game now."""
    mine = s.view.scores[s.me] + POINTS.technology
    mine += convertible(s.sheet, s.sheet.gold - price, price + STEP)
    if price > s.sheet.gold:
        return False
    for seat in s.rivals:
        rival = s.view.players[seat]
        theirs = s.view.scores[seat]
        if seat in s.later_buyers:
            theirs += convertible(rival, rival.gold, rival.next_technology)
        if theirs >= mine:
            return False
    return True


def convertible(player: PlayerView, gold: int, technology: int) -> int:
    """About how many points a player can still buy with some gold in one purchase phase."""
    points = 0
    for count, price in zip(player.settlements, TABLES.prices.growth, strict=False):
        bought = min(count, max(0, gold) // price)
        points += bought
        gold -= bought * price
    while gold >= technology:
        points += POINTS.technology
        gold -= technology
        technology += STEP
    return points
