"""A plain trader: gifts and good prices are taken, and nothing is offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.core.advice import Suggestion
from engine.core.decision import Decision
from engine.core.grammar import Answers
from engine.core.text import Text
from engine.world.steward.offers import answers_to_offers
from engine.world.steward.survey import Survey
from engine.world.view import WorldOffer

DONE: Answers = {"do": "done"}


def is_gain(offer: WorldOffer) -> bool:
    """Whether an offer costs gold at the most, and less than it brings."""
    if offer.get:
        return False
    return offer.give_gold > offer.get_gold or (bool(offer.give) and not offer.get_gold)


def take_gains(s: Survey, decision: Decision, rng: Random) -> Answers:
    """The answer to the next offer, or the end of trade."""
    return next((answer for _, answer in answers_to_offers(s, decision, is_gain)), DONE)


def consider_gains(s: Survey, decision: Decision, rng: Random) -> Iterator[Suggestion]:
    """Each offer: accepted if it brings more than it costs, else declined."""
    for offer, answer in answers_to_offers(s, decision, is_gain):
        yield Suggestion(decision.id, answer, why(offer))
    yield Suggestion(decision.id, DONE, Text("reason.no_deal"))


def why(offer: WorldOffer) -> Text:
    """What an offer brings, and what it asks."""
    gold = offer.give_gold - offer.get_gold
    if offer.get:
        what = "asks"
    elif gold > 0:
        what = "gains"
    else:
        what = "gift" if offer.give and not offer.get_gold else "costs"
    return Text(f"reason.deal.{what}", {"gold": abs(gold), "seat": offer.maker})
