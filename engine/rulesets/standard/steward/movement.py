"""Movement: one order at a time, settlers first, then ships, then armies (rulebook chapter 4)."""

from __future__ import annotations

from engine.core.answering import field, keys
from engine.core.grammar import Answers, Grammar
from engine.rulesets.standard.steward.exploring import explore
from engine.rulesets.standard.steward.forms import bands
from engine.rulesets.standard.steward.marching import advance, attack, corps, relieve
from engine.rulesets.standard.steward.sailing import sail
from engine.rulesets.standard.steward.situation import Situation


def move(s: Situation, grammar: Grammar) -> Answers:
    """The next order, or the end of movement when everything is where it should be."""
    actions = keys(field(grammar, "do", {}))
    movable = bands(s, grammar) if "move" in actions else []
    looks = keys(field(grammar, "at", {"do": "look"})) if "look" in actions else []
    order = explore(s, movable, looks) or sail(s, movable)
    if order is None and movable:
        armies = corps(movable)
        order = attack(s, armies) or relieve(s, armies) or advance(s, armies)
    return order or {"do": "end"}
