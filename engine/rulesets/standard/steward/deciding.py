"""What the steward answers to which decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from engine.core.answering import keys
from engine.core.decision import Decision
from engine.core.grammar import Settings, Value
from engine.rulesets.standard.steward import battles, orders, suggesting
from engine.rulesets.standard.steward.movement import move
from engine.rulesets.standard.steward.placement import place
from engine.rulesets.standard.steward.purchase import buy
from engine.rulesets.standard.steward.situation import Situation
from engine.rulesets.standard.steward.trading import trade
from engine.rulesets.standard.steward.weights import WEIGHTS
from engine.world.steward.deciding import Answer, Consider, Forecast, Steward
from engine.world.steward.suggesting import attack_odds
from engine.world.view import WorldView

SETTLED = ("placement", "movement", "purchase")
"""Decisions before which standing orders are looked over: once in a while is enough."""


def announce(s: Situation, decision: Decision, rng: Random) -> Value:
    """Any milestone that is reached, before another player speaks."""
    return keys(decision.grammar)[0]


class StandardSteward(Steward[Situation]):
    """A competent player of the Standard rules."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "announce": announce,
        "placement": place,
        "movement": move,
        "minor_army": battles.minor_army,
        "declare": battles.declare,
        "challenge": battles.challenge,
        "fight": battles.fight,
        "trade": trade,
        "purchase": buy,
    }
    forecasts: ClassVar[Mapping[str, Forecast]] = {
        "movement": attack_odds,
        "declare": suggesting.declared_odds,
    }
    considers: ClassVar[Mapping[str, Consider]] = {
        "placement": suggesting.place,
        "movement": suggesting.move,
        "declare": suggesting.declare,
        "trade": suggesting.trade,
        "purchase": suggesting.buy,
    }

    def survey(self, view: WorldView, seat: int) -> Situation:
        return Situation(view, seat, self.weights)

    def pick(
        self, s: Situation, decisions: Sequence[Decision], rng: Random
    ) -> tuple[Decision, Value]:
        by_kind = {decision.kind: decision for decision in decisions}
        if "announce" in by_kind:
            wonder = by_kind["announce"]
            return wonder, announce(s, wonder, rng)
        awaited = next((d for d in decisions if d.blocking), None)
        standing = by_kind.get("standing_orders")
        if standing is not None and (awaited is None or awaited.kind in SETTLED):
            assert isinstance(standing.grammar, Settings)
            changes = orders.wanted(s, standing.grammar)
            if awaited is None or changes:
                return standing, changes
        return super().pick(s, decisions, rng)


STEWARD = StandardSteward(WEIGHTS)
