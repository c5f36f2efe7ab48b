"""Answers to the offers of others: which to accept, by a rule set's own judgement of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.answering import field, keys
from engine.core.decision import Decision
from engine.core.grammar import Answers
from engine.world.steward.survey import Survey
from engine.world.view import WorldOffer


def answers_to_offers(
    s: Survey, decision: Decision, is_good: Callable[[WorldOffer], bool]
) -> Iterator[tuple[WorldOffer, Answers]]:
    """Each offer to the steward: accepted if that is possible and the offer good, else declined."""
    acceptable = keys(field(decision.grammar, "offer", {"do": "accept"}))
    for offer in s.view.offers:
        if offer.to == s.me:
            accept = str(offer.id) in acceptable and is_good(offer)
            yield offer, {"do": "accept" if accept else "decline", "offer": str(offer.id)}
