"""Which cards the steward uses, and on what."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.grammar import Answers, Form
from engine.rulesets.civ2010.describing import plain
from engine.rulesets.civ2010.steward.filling import Chooser, filled, options
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import ABILITIES, TECHNOLOGIES

ALWAYS = (
    *("gain", "coin", "wonder_coin", "step", "person", "draw_card", "learn", "resource", "harvest"),
    *("share_trade", "free_aircraft", "free_building", "free_harbors", "free_item", "free_figure"),
    *("free_walls", "revolt", "take_coin", "raze", "undermine", "trade_ideas", "act_again"),
    *("production", "festival", "call_up", "culture_bonus", "heal", "blank", "cheap_wonder"),
)
"""Operations that never hurt their user."""
IN_BATTLE = ("sharpen", "wound")


def worth_using(s: Situation, keys: Sequence[str]) -> str:
    """The first card worth using, or empty."""
    for key in keys:
        ability = ABILITIES[key]
        if ability.do == "gain" and ability.use == "discard" and not s.cities:
            continue
        if ability.do in ALWAYS or ability.do in IN_BATTLE:
            if ability.price.get("trade") and s.plan == "technology" and ability.do == "coin":
                continue
            return key
    return ""


def use_card(s: Situation, form: Form, rng: Random) -> Answers | None:
    """A card to use now, filled in; None when there is none worth it."""
    key = worth_using(s, options(form, "use", {"do": "use"}))
    if not key:
        return None
    return filled(form, {"do": "use", "use": key}, choosers(s), rng)


def choosers(s: Situation) -> dict[str, Chooser]:
    """How the parts of using a card are chosen."""

    def on(keys: Sequence[str], said: Answers) -> str:
        return best_target(s, keys)

    return {"pay": lambda keys, said: cheapest(keys), "on": on, "then": on}


def cheapest(ways: Sequence[str]) -> str:
    """The way to pay that keeps cards and rare tokens."""
    return min(ways, key=lambda way: (way.count("card"), way.count("token"), len(way)))


def best_target(s: Situation, keys: Sequence[str]) -> str:
    """A target: the best technology, the leading rival, the best city; else the first."""
    if keys[0] in TECHNOLOGIES:
        return max(keys, key=s.technology_worth)
    rival = str(s.rival)
    theirs = [key for key in keys if key == rival or key.startswith(f"{rival}>")]
    if theirs:
        return theirs[0]
    own = {city.place: city.production for city in s.cities if not city.acted}
    cities = [key for key in keys if key in own]
    if cities:
        return max(cities, key=lambda key: own[key])
    mine = {square.place for city in s.cities for square in city.squares}
    others = [key for key in keys if key.rpartition(":")[2] not in mine]
    return others[0] if others else keys[0]


def least_wanted(keys: Sequence[str]) -> str:
    """The culture card to discard: those that need an occasion go first."""
    return min(keys, key=lambda key: CARD_WORTH.get(plain(key), 2))


CARD_WORTH = {
    "supply_drop": 5,
    "think_tank": 6,
    "knowledge_shared": 5,
    "exchange_of_ideas": 4,
    "we_love_the_president_day": 4,
    "we_love_the_queen_day": 3,
    "disoriented": 0,
    "lost": 0,
    "out_of_position": 0,
    "roaming_horde": 0,
    "barbarian_encampment": 0,
}
