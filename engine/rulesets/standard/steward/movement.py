"""Movement: one order at a time, settlers first, then ships, then armies (rulebook chapter 4)."""

from __future__ import annotations

from random import Random

from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Answers
from engine.rulesets.standard.steward.situation import Situation
from engine.world.steward.bands import Bands, corps
from engine.world.steward.campaign import advance, attack, relieve
from engine.world.steward.exploring import Plans, explore
from engine.world.steward.ferrying import sail


def move(s: Situation, decision: Decision, rng: Random) -> Answers:
    """The next order, or the end of movement when everything is where it should be."""
    grammar = decision.grammar
    actions = keys(field(grammar, "do", {}))
    looks = keys(field(grammar, "at", {"do": "look"})) if "look" in actions else []
    movable = Bands(s, grammar) if "move" in actions else None
    plans = Plans(s, movable.on_land(s.settlers) if movable and s.settlers else [])
    order = explore(s, plans, looks)
    if order is None and movable:
        order = sail(s, plans, movable.all)
        if order is None:
            armies = corps(movable.all)
            order = attack(s, armies) or relieve(s, armies) or advance(s, armies)
    return order or {"do": "end"}
