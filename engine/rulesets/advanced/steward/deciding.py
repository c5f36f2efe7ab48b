"""What the steward answers to which decision: Standard's answers, but for cards and deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from engine.core.advice import Suggestion
from engine.core.answering import keys
from engine.core.decision import Decision
from engine.core.grammar import Value
from engine.rulesets.advanced.steward import reasons
from engine.rulesets.advanced.steward.purchase import buy, card_worth, wants_the_end, wares
from engine.rulesets.advanced.steward.situation import Situation
from engine.rulesets.advanced.tables import CARD, TABLES
from engine.rulesets.advanced.view import AdvancedView
from engine.rulesets.standard.steward import situation as standard
from engine.rulesets.standard.steward.deciding import StandardSteward
from engine.rulesets.standard.steward.suggesting import ranked
from engine.rulesets.standard.steward.weights import WEIGHTS
from engine.world.steward.deciding import Answer, Consider
from engine.world.steward.gains import consider_gains, take_gains
from engine.world.steward.survey import BOARD
from engine.world.view import WorldView


def free_technology(s: Situation, decision: Decision, rng: Random) -> Value:
    """The card that brings most."""

    def worth(card: str) -> float:
        return card_worth(s, card, TABLES.technology_cards[CARD[card]].cost)

    return max(keys(decision.grammar), key=worth)


def free_pieces(s: Situation, decision: Decision, rng: Random) -> Value:
    """Settlers go where there is land, troops where there is danger."""
    places = keys(decision.grammar)
    if decision.about["unit"] == "settler":
        return max(places, key=lambda place: (free_land(s, place), place))
    return max(places, key=lambda place: (s.present_risk(BOARD.index[place]), place))


def free_land(s: Situation, place: str) -> int:
    """How many regions beside a place have no settlement."""
    beside = BOARD.beside[BOARD.index[place]]
    return sum(s.view.spaces[region].settlement is None for region in beside)


def free_growth(s: Situation, decision: Decision, rng: Random) -> Value:
    """A settlement with a resource, where it is safe."""

    def worth(place: str) -> tuple[bool, float]:
        city = s.cities.get(place)
        return city is not None and bool(city.resource), -s.present_risk(BOARD.index[place])

    return max(keys(decision.grammar), key=worth)


def consider_buying(s: Situation, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """What is worth its price, best first."""
    return ranked(s, decision, wares(s, decision.grammar), reasons.purchase)


class AdvancedSteward(StandardSteward):
    """A competent player of the Advanced rules."""

    answers: ClassVar[Mapping[str, Answer]] = {
        **StandardSteward.answers,
        "purchase": buy,
        "trade": take_gains,
        "free_technology": free_technology,
        "free_pieces": free_pieces,
        "free_growth": free_growth,
    }

    considers: ClassVar[Mapping[str, Consider]] = {
        **StandardSteward.considers,
        "purchase": consider_buying,
        "trade": consider_gains,
    }

    def survey(self, view: WorldView, seat: int) -> Situation:
        assert isinstance(view, AdvancedView)
        return Situation(view, seat, self.weights)

    def pick(
        self, s: standard.Situation, decisions: Sequence[Decision], rng: Random
    ) -> tuple[Decision, Value]:
        assert isinstance(s, Situation)
        for decision in decisions:
            if decision.kind == "declare_end" and wants_the_end(s):
                return decision, keys(decision.grammar)[0]
        known = [d for d in decisions if d.kind not in ("assign", "destroy", "exchange")]
        return super().pick(s, known, rng)


STEWARD = AdvancedSteward(WEIGHTS)
