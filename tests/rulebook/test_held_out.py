"""Questions as players put them, kept apart from whatever the search is tuned with."""

from __future__ import annotations

from itertools import product

import pytest

from bot.cli.bench.held_out import books, by_section, by_sentence, sources
from engine.core.registry import rulesets
from engine.rulebook import rulebook

SECTIONS = sources().sections
MEASURED = [name for name, source in SECTIONS.items() if source.first is not None]


def test_every_rule_set_has_questions_of_every_source() -> None:
    assert books() == sorted(rulesets())
    for book in books():
        assert list(by_section(book)) == list(SECTIONS)
        assert list(by_sentence(book)) == list(sources().sentences)


@pytest.mark.parametrize(("source", "book"), list(product(SECTIONS, books())))
def test_every_question_names_sections_that_exist(source: str, book: str) -> None:
    asked = by_section(book)[source]
    assert len(asked) >= SECTIONS[source].least
    anchors = {section.anchor for section in rulebook(book).sections}
    assert sorted({name for names in asked.values() for name in names} - anchors) == []


@pytest.mark.parametrize(("source", "book"), list(product(MEASURED, books())))
def test_the_right_section_comes_first_or_among_three(
    source: str, book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """How often the right section comes first, or among three; the misses are for reading."""
    asked = by_section(book)[source]
    first, among = 0, 0
    misses = []
    for question, wanted in asked.items():
        hits = [hit.section.anchor for hit in rulebook(book).search(question, 3)]
        first += bool(hits) and hits[0] in wanted
        among += any(hit in wanted for hit in hits)
        if not hits or hits[0] not in wanted:
            misses.append(f"  {question!r}: {hits} instead of {wanted}")
    with capsys.disabled():
        print(f"\n{source}, {book}: first {first} of {len(asked)}, among three {among}")
    least_first, least_among = SECTIONS[source].first, SECTIONS[source].among
    assert least_first and least_among
    assert first >= least_first * len(asked), "\n".join(misses)
    assert among >= least_among * len(asked), "\n".join(misses)
