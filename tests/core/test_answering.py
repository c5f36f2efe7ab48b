"""Stand-ins find their way through a decision, and never answer what it does not take."""

from __future__ import annotations

from random import Random

from engine.core.answering import field, fitting, keys, largest
from engine.core.decision import Decision
from engine.core.grammar import Amount, Field, OneOf, form

TRIP = form(
    Field("to", OneOf(("gobi", "steppe"))),
    Field("pay", lambda said: Amount(0, 7) if said["to"] == "gobi" else None),
)


def test_a_field_is_found_as_it_is_asked_after_what_was_said() -> None:
    assert keys(field(TRIP, "to", {})) == ["gobi", "steppe"]
    assert largest(field(TRIP, "pay", {"to": "gobi"})) == 7


def test_a_field_that_is_not_asked_offers_nothing() -> None:
    assert field(TRIP, "pay", {"to": "steppe"}) is None
    assert field(TRIP, "by", {}) is None
    assert field(Amount(0, 7), "pay", {}) is None
    assert keys(None) == [] and largest(None) == 0


def test_an_answer_that_fits_is_given_as_it_is() -> None:
    asked = Decision(0, "trip", TRIP, default={"to": "steppe"})
    said = {"to": "gobi", "pay": 3}
    assert fitting(asked, said, Random(1)) == said


def test_an_answer_that_does_not_fit_gives_way_to_the_clocks() -> None:
    asked = Decision(0, "trip", TRIP, default={"to": "steppe"})
    assert fitting(asked, {"to": "moon"}, Random(1)) == {"to": "steppe"}
    assert fitting(asked, None, Random(1)) == {"to": "steppe"}


def test_without_either_any_legal_answer_is_given() -> None:
    asked = Decision(0, "trip", TRIP)
    assert TRIP.validate(fitting(asked, {"to": "moon"}, Random(1)))
