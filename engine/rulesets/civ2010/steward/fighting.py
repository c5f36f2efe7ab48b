"""How the steward plays its units: duels that kill more than they cost."""

from __future__ import annotations

from random import Random

from engine.core.grammar import Answers, Form
from engine.rulesets.civ2010.describing import plain
from engine.rulesets.civ2010.steward.cards import use_card
from engine.rulesets.civ2010.steward.filling import options
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import UNITS
from engine.tiles.civ import UnitCard


def fight(s: Situation, form: Form, rng: Random) -> Answers:
    """One battle turn."""
    battle = s.view.battle
    assert battle is not None
    if "use" in options(form, "do", {}):
        used = use_card(s, form, rng)
        if used is not None:
            return used
    keys = options(form, "unit", {"do": "play"})
    hand = battle.sides[battle.turn].hand or ()
    cards = {key: match(key, keys, hand) for key in keys}
    best: Answers = {"do": "play", "unit": keys[0], "front": "new"}
    most = float("-inf")
    for key, card in cards.items():
        for front in options(form, "front", {"do": "play"}):
            worth = -0.1 * card.strength
            if front != "new":
                pair = battle.fronts[int(front)]
                enemy = pair.attacker if battle.turn == 1 else pair.defender
                assert enemy is not None
                worth = exchange(card, enemy)
            if worth > most:
                best, most = {"do": "play", "unit": key, "front": front}, worth
    return best


def match(key: str, keys: list[str], hand: tuple[UnitCard, ...]) -> UnitCard:
    """The card of a key: keys stand in the order of the hand."""
    return hand[keys.index(key)] if plain(key) else hand[0]


def exchange(ours: UnitCard, theirs: UnitCard) -> float:
    """Health taken from the enemy less health lost, in one duel."""
    ours_left, theirs_left = ours.health - ours.wounds, theirs.health - theirs.wounds
    dealt, taken = min(ours.strength, theirs_left), min(theirs.strength, ours_left)
    if UNITS[ours.type].beats == theirs.type and ours.strength >= theirs_left:
        taken = 0
    elif UNITS[theirs.type].beats == ours.type and theirs.strength >= ours_left:
        dealt = 0
    return dealt - taken + 0.5 * (dealt >= theirs_left) - 0.5 * (taken >= ours_left)
