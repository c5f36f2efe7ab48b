"""How a battle would probably end, judged by numbers of cards, ranks and bonuses."""

from __future__ import annotations

from math import erf, sqrt

from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import (
    BATTLE_HAND,
    BATTLE_HAND_IN_CITY,
    BATTLE_HAND_PER_ARMY,
    CITY_STATE_DEFENCE,
)
from engine.tiles.civ import CitySheet
from engine.tiles.view import SIDE

BARBARIANS = 3
AVERAGE = 2.0
"""Mean of strength and health of a unit of rank 1; each rank adds one to both."""


def hand(armies: int, units: int, in_city: bool = False) -> int:
    """The cards that a side draws."""
    size = BATTLE_HAND + BATTLE_HAND_PER_ARMY * max(0, armies - 1) + BATTLE_HAND_IN_CITY * in_city
    return min(size, units)


def own_card(s: Situation) -> float:
    """What an own unit card is worth on average."""
    cards = s.view.own.units
    return sum(card.strength + card.health for card in cards) / 2 / len(cards) if cards else 0.0


def their_card(s: Situation, owner: int) -> float:
    """What another player's unit card is worth on average, by the ranks all can see."""
    ranks = s.view.sheets[owner].ranks
    ground = [rank for kind, rank in ranks.items() if kind != "aircraft"]
    return AVERAGE - 1 + sum(ground) / len(ground) if ground else AVERAGE


def chance(s: Situation, points: float, cards: int) -> float:
    """The chance to win with so many points ahead, in a battle of so many cards."""
    return 0.5 * (1 + erf(points / (s.w.spread * sqrt(max(1, cards)) * sqrt(2) + 0.5)))


def battle(
    s: Situation, ours: int, our_card: float, theirs: int, their_card: float, ahead: float
) -> float:
    """The attacker's chance; `ahead` are the points of bonuses, and a tie is lost."""
    points = s.w.per_point * (ours * our_card - theirs * their_card) + ahead - 0.5
    return chance(s, points, ours + theirs)


def against_city(s: Situation, city: CitySheet, armies: int) -> float:
    """The chance to take a city."""
    theirs, sheet = s.view.sheets[city.owner], s.sheet
    defence = city.defence + theirs.combat + 2 * city.fortification
    cards = hand(0, theirs.units, in_city=True)
    ours = hand(armies, len(s.view.own.units))
    return battle(s, ours, own_card(s), cards, their_card(s, city.owner), sheet.combat - defence)


def against_figures(s: Situation, owner: int, defenders: int, place: str, armies: int) -> float:
    """The chance to beat figures on a square."""
    theirs = s.view.sheets[owner]
    cards = hand(defenders, theirs.units)
    ours = hand(armies, len(s.view.own.units))
    ahead = s.sheet.combat - theirs.combat
    ahead -= CITY_STATE_DEFENCE * (place in s.city_states)
    return battle(s, ours, own_card(s), cards, their_card(s, owner), ahead)


def against_village(s: Situation, armies: int) -> float:
    """The chance to beat barbarians."""
    ours = hand(armies, len(s.view.own.units))
    return battle(s, ours, own_card(s), BARBARIANS, AVERAGE, s.sheet.combat)


def danger(s: Situation, city: CitySheet) -> float:
    """The chance that the nearest strong enemy could take an own city next turn."""
    worst = 0.0
    for figures in s.view.figures:
        if figures.owner == s.seat or not figures.armies:
            continue
        theirs = s.view.sheets[figures.owner]
        if s.far(city.place, figures.x, figures.y) > theirs.speed + SIDE // 2:
            continue
        cards = hand(figures.armies, theirs.units)
        ours = hand(0, len(s.view.own.units), in_city=True)
        ahead = theirs.combat - s.sheet.combat - city.defence - 2 * city.fortification
        odds = battle(s, cards, their_card(s, figures.owner), ours, own_card(s), ahead)
        worst = max(worst, odds)
    return worst
