"""Whole answers: which groups of them are listed, and which are asked step by step."""

from __future__ import annotations

from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Subset, form
from engine.core.wholes import groups

PLACES = tuple(f"place {number}" for number in range(30))
FEW = PLACES[:2]


def orders(places: tuple[str, ...]) -> Form:
    """Rest, or raise units in some of these places."""

    def where(said: Answers) -> Grammar | None:
        return Subset(places, 1) if said["do"] == "raise" else None

    return form(Field("do", OneOf(("rest", "raise"))), Field("where", where))


def test_one_of_many_orders_is_listed() -> None:
    assert all(group.listed for group in groups(orders(PLACES)))


def test_an_only_answer_with_many_parts_is_asked_step_by_step() -> None:
    listed = {group.said["do"]: group.listed for group in groups(orders(PLACES), once=True)}
    assert listed == {"rest": True, "raise": False}


def test_a_selection_that_the_list_names_in_full_is_listed() -> None:
    (everything,) = groups(orders(FEW), once=True)
    assert everything.listed
