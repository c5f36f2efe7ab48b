"""How the steward plays its units: duels that kill more than they cost."""

from __future__ import annotations

from random import Random

from engine.core.grammar import Form
from engine.core.text import Text
from engine.rulesets.civ2010.describing import plain
from engine.rulesets.civ2010.steward.cards import card_ideas
from engine.rulesets.civ2010.steward.filling import options
from engine.rulesets.civ2010.steward.ideas import Idea, best_first
from engine.rulesets.civ2010.steward.situation import Situation
from engine.rulesets.civ2010.tables import UNITS
from engine.tiles.civ import CardBattle, UnitCard


def fight_ideas(s: Situation, form: Form, rng: Random) -> list[Idea]:
    """One battle turn: cards first, then the duels that pay."""
    found = card_ideas(s, form, rng, worth=100.0)
    actions = options(form, "do", {})
    if "done" in actions:
        return [*found, Idea(0.0, {"do": "done"})]
    battle = s.view.battle
    assert battle is not None
    keys = options(form, "unit", {"do": "play"})
    hand = battle.sides[battle.turn].hand or ()
    follows = "play_on" in actions and len(keys) == 1
    for key in keys:
        card = match(key, keys, hand)
        for front in options(form, "front", {"do": "play"}):
            worth, reason = new_front(battle, card), None
            if front != "new":
                pair = battle.fronts[int(front)]
                enemy = pair.attacker if battle.turn == 1 else pair.defender
                assert enemy is not None
                worth = exchange(card, enemy)
                reason = outcome_of(card, enemy)
            # With the last unit down, what heals or wounds has its best moment.
            do = "play_on" if follows else "play"
            found.append(Idea(worth, {"do": do, "unit": key, "front": front}, reason))
    return best_first(found)


def new_front(battle: CardBattle, card: UnitCard) -> float:
    """What it is worth to open a front: sturdy units fear less what may come."""
    enemy = battle.sides[1 - battle.turn]
    if not enemy.cards:
        return 0.3 + 0.01 * card.health
    return -0.35 * card.strength + 0.1 * card.health


def outcome_of(ours: UnitCard, theirs: UnitCard) -> Text:
    """What a duel would do, in words."""
    taken, dealt = blows(ours, theirs)
    kills, dies = dealt >= theirs.health - theirs.wounds, taken >= ours.health - ours.wounds
    if kills and dies:
        return Text("reason.both_die")
    if kills:
        return Text("reason.kills", {"wounds": taken})
    if dies:
        return Text("reason.dies", {"wounds": dealt})
    return Text("reason.wounds", {"dealt": dealt, "taken": taken})


def match(key: str, keys: list[str], hand: tuple[UnitCard, ...]) -> UnitCard:
    """The card of a key: keys stand in the order of the hand."""
    return hand[keys.index(key)] if plain(key) else hand[0]


def blows(ours: UnitCard, theirs: UnitCard) -> tuple[int, int]:
    """The wounds taken and dealt in a duel."""
    ours_left, theirs_left = ours.health - ours.wounds, theirs.health - theirs.wounds
    if UNITS[ours.type].beats == theirs.type and ours.strength >= theirs_left:
        return 0, ours.strength
    if UNITS[theirs.type].beats == ours.type and theirs.strength >= ours_left:
        return theirs.strength, 0
    return theirs.strength, ours.strength


def exchange(ours: UnitCard, theirs: UnitCard) -> float:
    """Health taken from the enemy less health lost, in one duel; overkill is wasted."""
    ours_left, theirs_left = ours.health - ours.wounds, theirs.health - theirs.wounds
    taken, dealt = blows(ours, theirs)
    waste = 0.15 * max(0, dealt - theirs_left)
    worth = min(dealt, theirs_left) - min(taken, ours_left) - waste
    return worth + 0.5 * (dealt >= theirs_left) - 0.5 * (taken >= ours_left)
