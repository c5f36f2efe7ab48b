"""One answer to one of the steward's open decisions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.answering import fitting, keys
from engine.core.decision import Choice, Decision
from engine.core.grammar import Grammar, Subset, Value
from engine.rulesets.fast_play.steward import armies, settlers
from engine.rulesets.fast_play.steward.fleets import sail
from engine.rulesets.fast_play.steward.forms import Moves
from engine.rulesets.fast_play.steward.placement import place
from engine.rulesets.fast_play.steward.purchase import buy
from engine.rulesets.fast_play.steward.situation import Situation
from engine.world.view import WorldView


def decide(view: WorldView, decisions: Sequence[Decision], rng: Random) -> Choice:
    """An answer to one of the open decisions of one seat, from that seat's view alone.

    `decisions` are the seat's own and not empty. The answer depends on nothing but the arguments,
    and its value fits the grammar of the decision it names.
    """
    decision = next((d for d in decisions if d.blocking), decisions[0])
    value = answer(Situation(view, decision.seat), decision, rng)
    return Choice(decision.seat, decision.id, fitting(decision, value, rng))


def answer(s: Situation, decision: Decision, rng: Random) -> Value:
    """What the steward says to a decision; None when it has no opinion."""
    grammar, options = decision.grammar, keys(decision.grammar)
    match decision.kind:
        case "placement":
            return place(s, options, rng)
        case "purchase":
            return buy(s, grammar, int(decision.about["gold"]))
        case "movement":
            return move(s, grammar)
        case "losses":
            assert isinstance(grammar, Subset)
            return armies.losses(options, dict(grammar.copies), grammar.least)
        case "settle":
            return settlers.found(s, options)
    return None


def move(s: Situation, grammar: Grammar) -> Value:
    """The next order: attacks, then settlers, then idle units, then fleets, which sail last."""
    moves = Moves(grammar)
    return (
        armies.strike(s, moves)
        or settlers.settle_down(s, moves)
        or armies.deploy(s, moves)
        or sail(s, moves)
        or {"do": "end"}
    )
