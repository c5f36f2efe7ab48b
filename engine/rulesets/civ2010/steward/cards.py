"""Which cards the steward uses, and on what."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.answering import field
from engine.core.grammar import Answers, Form, OneOf, Option
from engine.rulesets.civ2010.describing import NONE, effect, plain
from engine.rulesets.civ2010.steward.filling import Chooser, filled, options
from engine.rulesets.civ2010.steward.ideas import Idea
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import ABILITIES, source_of

ALWAYS = (
    *("gain", "coin", "wonder_coin", "step", "person", "draw_card", "learn", "resource", "harvest"),
    *("share_trade", "free_aircraft", "free_building", "free_harbors", "free_item", "free_figure"),
    *("free_walls", "revolt", "take_coin", "raze", "undermine", "trade_ideas", "act_again"),
    *("production", "festival", "call_up", "culture_bonus", "heal", "blank", "cheap_wonder"),
    *("wealth", "city_state", "recruit"),
)
"""Operations that never hurt their user."""
IN_BATTLE = ("sharpen", "wound")
HARMFUL = ("raze", "undermine")
"""Operations that destroy what they are used on."""


def is_worth_using(s: Situation, key: str) -> bool:
    """Whether a card helps now, whatever else happens."""
    ability = ABILITIES[key]
    if ability.do == "gain" and ability.use == "discard" and not s.cities:
        return False
    if ability.do == "coin" and ability.price.get("trade") and s.plan == "technology":
        return s.spare >= ability.price["trade"]
    return ability.do in ALWAYS or ability.do in IN_BATTLE


def card_ideas(s: Situation, form: Form, rng: Random, worth: float) -> list[Idea]:
    """Cards to use now, filled in, as their order has them."""
    if "use" not in options(form, "do", {}):
        return []
    found = []
    for key in options(form, "use", {"do": "use"}):
        if is_worth_using(s, key):
            value = filled(form, {"do": "use", "use": key}, choosers(s), rng)
            if ABILITIES[key].do in HARMFUL:
                asked = field(form, "on", value)
                if isinstance(asked, OneOf) and hurts_itself(s, asked.describe(value["on"])):
                    continue
            if ABILITIES[key].do == "trade_ideas" and "then" not in value:
                # There is nothing to learn, only to teach.
                continue
            found.append(Idea(worth, value, effect(*source_of(key))))
    return found


def hurts_itself(s: Situation, target: Option) -> bool:
    """Whether a target is the steward's own."""
    return target.place in s.built or target.label.data.get("wonder") in s.sheet.wonders


def choosers(s: Situation) -> dict[str, Chooser]:
    """How the parts of using a card are chosen."""

    def on(asked: OneOf, said: Answers) -> str:
        return best_target(s, asked)

    return {"pay": lambda asked, said: cheapest(asked.keys), "on": on, "then": on}


def cheapest(ways: Sequence[str]) -> str:
    """The way to pay that keeps cards and rare tokens."""
    return min(ways, key=lambda way: (way.count("card"), way.count("token"), len(way)))


def best_target(s: Situation, asked: OneOf) -> str:
    """A target: the best technology, the leading rival, the best city; else the first.

    What the targets are the option of the first of them says.
    """
    keys = [key for key in asked.keys if key != NONE] or asked.keys
    sort = asked.describe(keys[0]).label.key
    if sort == "label.technology":
        return max(keys, key=s.technology_worth)
    if sort in ("label.seat", "label.coin_of"):
        seats = {key: asked.describe(key).label.data["seat"] for key in keys}
        return next((key for key in keys if seats[key] == s.rival), keys[0])
    if sort == "label.city":
        own = {city.place: city.production for city in s.cities if not city.acted}
        cities = [key for key in keys if key in own]
        if cities:
            return max(cities, key=lambda key: own[key])
    mine = {square.place for city in s.cities for square in city.squares}
    return next((key for key in keys if asked.describe(key).place not in mine), keys[0])


def least_wanted(s: Situation, keys: Sequence[str]) -> str:
    """The culture card to discard: those that need an occasion go first."""
    return min(keys, key=lambda key: s.w.cards.get(plain(key), 2))
