"""The questions that lead to sections: enough for each, and none that the search is judged by."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from bot.cli.bench.held_out import by_section, sources
from engine.core.messages import catalog
from engine.core.registry import rulesets
from engine.rulebook import Rulebook, rulebook
from engine.rulebook.questions import asked_about, names_of
from engine.rulebook.stems import words_of

SECTIONS = sources().sections
FILES = Path(__file__).parents[2] / "engine" / "rulebook" / "questions"
LEAST = 8


@pytest.fixture(params=sorted(file.stem for file in FILES.glob("*.toml")))
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook(request.param)


def test_every_rule_set_has_questions() -> None:
    assert {file.stem for file in FILES.glob("*.toml")} >= {*rulesets()}


def test_every_section_has_questions_that_lead_to_it(book: Rulebook) -> None:
    questions = asked_about(book.ruleset).questions
    few = {
        section.anchor: len(questions.get(section.anchor, ()))
        for section in book.sections
        if len(questions.get(section.anchor, ())) < LEAST
    }
    assert not few, f"questions/{book.ruleset}.toml needs at least {LEAST} for each of: {few}"


def test_questions_names_and_phases_lead_to_sections_that_exist(book: Rulebook) -> None:
    asked = asked_about(book.ruleset)
    anchors = {section.anchor for section in book.sections}
    met = {anchor for named in asked.about.phases.values() for anchor in named}
    voice = catalog(book.ruleset)
    assert [phase for phase in asked.about.phases if not voice.has(f"phase.{phase}")] == []
    assert sorted({*asked.questions, *asked.about.names.values(), *met} - anchors) == []


def test_a_question_leads_to_one_section(book: Rulebook) -> None:
    leads: dict[str, set[str]] = defaultdict(set)
    for anchor, questions in asked_about(book.ruleset).questions.items():
        for question in questions:
            leads[" ".join(words_of(question))].add(anchor)
    assert {question: to for question, to in leads.items() if len(to) > 1} == {}


def test_no_question_of_the_files_is_one_that_the_search_is_judged_by(book: Rulebook) -> None:
    asked = by_section(book.ruleset)
    held_out = {
        " ".join(words_of(question))
        for source, questions in asked.items()
        if SECTIONS[source].first is not None
        for question in questions
    }
    assert held_out
    known = {
        " ".join(words_of(question))
        for questions in asked_about(book.ruleset).questions.values()
        for question in questions
    }
    assert sorted(known & held_out) == []


@pytest.mark.parametrize("name", rulesets())
def test_every_name_of_a_thing_finds_where_its_kind_is_explained(name: str) -> None:
    """Or a section whose text has the name."""
    book, kinds = rulebook(name), asked_about(name).about.names
    explained = defaultdict(set)
    for kind, called in names_of(name).items():
        for thing in called:
            explained[" ".join(words_of(thing)).removeprefix("the ")].add(kinds[kind])
    assert explained
    lost = []
    for thing, anchors in explained.items():
        hits = [hit.section for hit in book.search(thing, 3)]
        named = {each.anchor for each in hits if thing in " ".join(words_of(each.body))}
        if not named | ({each.anchor for each in hits} & anchors):
            lost.append((thing, [each.anchor for each in hits], sorted(anchors)))
    assert lost == []
