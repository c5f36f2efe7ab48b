"""One answer to one of the steward's open decisions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.core.answering import fitting, keys
from engine.core.decision import Choice, Decision
from engine.core.grammar import Value
from engine.rulesets.standard.steward import battles, orders
from engine.rulesets.standard.steward.movement import move
from engine.rulesets.standard.steward.placement import place
from engine.rulesets.standard.steward.purchase import buy
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.steward.trading import trade
from engine.rulesets.standard.steward.weights import WEIGHTS, Weights
from engine.world.view import WorldView

SETTLED = ("placement", "movement", "purchase")
"""Decisions before which standing orders are looked over: once in a while is enough."""


def decide(
    view: WorldView, decisions: Sequence[Decision], rng: Random, weights: Weights = WEIGHTS
) -> Choice:
    """An answer to one of the open decisions of one seat, from that seat's view alone.

    `decisions` are the seat's own and not empty. The answer depends on nothing but the arguments,
    and its value fits the grammar of the decision it names.
    """
    situation = Situation(view, decisions[0].seat, weights)
    decision, value = pick(situation, decisions, rng)
    return Choice(decision.seat, decision.id, fitting(decision, value, rng))


def pick(s: Situation, decisions: Sequence[Decision], rng: Random) -> tuple[Decision, Value]:
    """The most pressing decision and the answer to it."""
    by_kind = {decision.kind: decision for decision in decisions}
    if "announce" in by_kind:
        wonder = by_kind["announce"]
        return wonder, keys(wonder.grammar)[0]
    awaited = next((d for d in decisions if d.blocking), None)
    standing = by_kind.get("standing_orders")
    if standing is not None and (awaited is None or awaited.kind in SETTLED):
        wanted = orders.wanted(s)
        if awaited is None or wanted != orders.standing(s):
            return standing, wanted
    decision = awaited or decisions[0]
    return decision, answer(s, decision, rng)


def answer(s: Situation, decision: Decision, rng: Random) -> Value:
    """What the steward says to a decision; None when it has no opinion."""
    grammar, options = decision.grammar, keys(decision.grammar)
    match decision.kind:
        case "placement":
            return place(s, options, rng)
        case "movement":
            return move(s, grammar)
        case "minor_army":
            return battles.minor_army(s, options, str(decision.about.get("place", "")))
        case "declare":
            return battles.declare(s, options)
        case "challenge":
            return battles.challenge(s, options, int(decision.about.get("seat", s.me)))
        case "fight":
            return battles.fight(s, options, rng)
        case "trade":
            return trade(s, grammar, rng)
        case "purchase":
            return buy(s, grammar)
    return None
