"""Things of other games: asked for, they are answered by what there is not, unless there are."""

from __future__ import annotations

import pytest

from engine.core.registry import rulesets
from engine.rulebook import rulebook
from engine.rulebook.absent import Absent, absent_things, things_of_other_games
from engine.rulebook.questions import asked_about

SAYS_WHAT_IS_NOT = "left-out"


def first(ruleset: str, question: str) -> str:
    return rulebook(ruleset).search(question, 1)[0].section.anchor


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_rulebook_has_a_section_on_what_there_is_not(ruleset: str) -> None:
    asked = asked_about(ruleset)
    assert asked.about.absent in {section.anchor for section in rulebook(ruleset).sections}


@pytest.mark.parametrize("ruleset", rulesets())
@pytest.mark.parametrize(
    "question",
    [
        "tunnels",
        "can I marry into another royal dynasty",
        "are there paratroopers",
        "how do I make tourism",
        "do units dig in when they entrench",
        "is there a mulligan",
    ],
)
def test_a_thing_that_no_section_has_is_answered_by_what_there_is_not(
    ruleset: str, question: str
) -> None:
    assert SAYS_WHAT_IS_NOT in {hit.section.anchor for hit in rulebook(ruleset).search(question, 3)}


@pytest.mark.parametrize("thing", ["tunnels", "missionaries", "paratroopers", "tribute"])
def test_its_bare_name_is_answered_by_nothing_else(thing: str) -> None:
    assert {first(ruleset, thing) for ruleset in rulesets()} == {SAYS_WHAT_IS_NOT}


@pytest.mark.parametrize(
    ("ruleset", "question", "anchor"),
    [
        ("civ2010", "caravans", "caravans"),
        ("rhye", "how does a revolution work", "revolution"),
        ("fast_play", "barbarians", "barbarians"),
        ("advanced", "nuclear bombs", "destruction"),
        ("civ2010", "how do i fortify", "fortifying"),
    ],
)
def test_a_rulebook_that_has_the_thing_explains_it(
    ruleset: str, question: str, anchor: str
) -> None:
    assert first(ruleset, question) == anchor


def test_what_a_text_has_or_other_questions_lead_to_is_not_absent() -> None:
    things = [("spy",), ("trade", "route"), ("tribut",), ("siege",)]
    explained = [["a", "spy", "look"], ["trade", "is", "a", "route"]]
    asked = [(False, ["who", "pay", "tribut"]), (True, ["siege"]), (False, ["play"])]
    absent = absent_things(things, explained, asked)
    assert absent == {("trade", "route"), ("siege",)}
    assert Absent(absent).of(["a", "trade", "route", "spy", "tribut"]) == {("trade", "route")}


def test_things_of_other_games_are_read_as_stems() -> None:
    things = things_of_other_games()
    assert ("missionary",) in things
    assert ("zon", "of", "control") in things
