"""The sentence that is marked in a section, and how a question is read."""

from __future__ import annotations

from itertools import product

import pytest

from bot.cli.bench.held_out import books, by_sentence, sources
from engine.core.messages import catalog
from engine.core.registry import rulesets
from engine.rulebook import rulebook, sentences
from engine.rulebook.lexicon import Lexicon
from engine.rulesets.civ2010.tables import GOVERNMENTS, POLICIES

SOURCES = sources().sentences


@pytest.mark.parametrize(("source", "book"), list(product(SOURCES, books())))
def test_every_answer_stands_in_the_rulebook(source: str, book: str) -> None:
    texts = [each.plain for part in rulebook(book).sections for each in sentences(part.body)]
    asked = by_sentence(book)[source]
    assert len(asked) >= SOURCES[source].least
    lost = [
        answer
        for answers in asked.values()
        for answer in answers
        if not any(answer in text for text in texts)
    ]
    assert lost == []


@pytest.mark.parametrize("source", SOURCES)
def test_the_marked_sentence_answers(source: str) -> None:
    misses, number = [], 0
    for book in books():
        for question, answers in by_sentence(book)[source].items():
            number += 1
            hits = rulebook(book).search(question, 1)
            marked = hits[0].sentence.plain if hits and hits[0].sentence else ""
            if not any(answer in marked for answer in answers):
                misses.append(f"  {book}, {question!r}: {marked!r} instead of {answers}")
    least = SOURCES[source].first
    assert least and number - len(misses) >= least * number, "\n".join(misses)


def test_neither_an_example_nor_a_heading_of_a_table_comes_before_the_rule() -> None:
    marked = rulebook("fast_play").search("how do i get gold", 1)[0].sentence
    assert marked is not None
    assert marked.kind not in ("header", "example")


def test_what_every_asker_says_does_not_choose_the_sentence() -> None:
    """Every question about the plague names it; what is asked here is about the sea."""
    marked = rulebook("standard").search("does plague cross the sea", 1)[0].sentence
    assert marked is not None
    assert "sea zones are never crossed" in marked.plain


def test_a_row_of_a_table_knows_its_thing_and_its_headings() -> None:
    rows = sentences("| Unit | Gold |\n| --- | --- |\n| Tank | 20 |\n\nTanks roll.")
    assert [(each.kind, each.head, each.columns) for each in rows] == [
        ("plain", "", ""),
        ("header", "", ""),
        ("row", "Tank", "Unit · Gold"),
    ]


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("standard", "army price", "Army: Anc. 5, Med. 10, Gun. 15, Mod. 20"),
        ("civ2010", "cost of research level 3", "Level 3: 16 trade"),
    ],
)
def test_a_row_is_read_with_its_headings(name: str, question: str, answer: str) -> None:
    """Alone, "3 · 16" would answer nothing."""
    assert rulebook(name).search(question, 1)[0].excerpt.startswith(answer)


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("rhye", "how do i make cash", "each wonder: 5 gold; each village: 5 gold"),
        ("civ2010", "how can i win", "Military: take the capital of another player in battle"),
        ("advanced", "what makes a city happy", "1. Wine or gems in its region: always happy."),
    ],
)
def test_an_answer_that_leads_to_a_list_says_what_is_in_it(
    name: str, question: str, answer: str
) -> None:
    assert answer in rulebook(name).search(question, 1)[0].excerpt


def test_no_answer_ends_where_it_should_begin() -> None:
    """Wherever a sentence leads to a list or a table, some of that follows."""
    leading = [
        f"{name} {section.anchor}: {each.plain}"
        for name in rulesets()
        for section in rulebook(name).sections
        for each in sentences(section.body)
        if each.kind == "plain" and each.shortened().endswith(":")
    ]
    assert leading == []


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("+1 at home", ["plus", "1", "at", "hom"]),
        ("walls give +?", ["wall", "giv", "plus"]),
        ("20 + 40", ["20", "40"]),
        ("how much $", ["how", "much", "money"]),
        ("who goes 1st", ["who", "goe", "first"]),
        ("unitlimit", ["unit", "limit"]),
        ("shp", ["ship"]),
        ("vilage", ["villag"]),
        ("plage", ["plagu"]),
        ("three wines", ["3", "wine"]),
        ("6s", ["6"]),
        ("Lisa and Carl", ["lisa", "and", "carl"]),
        ("right in the morning", ["right", "in", "the", "morn"]),
        ("win", ["win"]),
    ],
)
def test_what_is_typed_is_read_as_it_is_meant(typed: str, read: list[str]) -> None:
    assert rulebook("standard").index.read(typed).stems == read


def test_a_phrase_hides_what_its_words_mean_alone() -> None:
    """Who runs away is neither running a race nor away from the keyboard."""
    lexicon = Lexicon({})
    terms = lexicon.terms(lexicon.stems("run away"))
    assert terms["=retreat"] > terms["=deadline"] == terms["=move"]


@pytest.mark.parametrize(
    ("name", "question", "anchor"),
    [
        ("civ2010", "despotism bonus", "governments"),
        ("civ2010", "what does fundamentalism give", "governments"),
        ("civ2010", "urban development policy", "policies"),
    ],
)
def test_governments_and_policies_are_in_the_rules(name: str, question: str, anchor: str) -> None:
    assert rulebook(name).search(question, 1)[0].section.anchor == anchor


def test_every_government_and_policy_is_explained_with_its_technology() -> None:
    """In the words of the rulebook, as the cards have them."""
    names = catalog("civ2010").things
    for anchor, cards in (("governments", GOVERNMENTS), ("policies", POLICIES)):
        body = rulebook("civ2010").section(anchor).body
        entries = [line for line in body.splitlines() if line.startswith("- **")]
        for key, card in cards.items():
            entry = [line for line in entries if line.startswith(f"- **{names[key]}")]
            assert len(entry) == 1, key
            technology = getattr(card, "technology", None)
            assert not technology or f"({names[technology]})" in entry[0]


def test_rules_that_are_off_come_after_those_that_hold() -> None:
    book = rulebook("civ2010")
    assert book.search("what happens in a hut", 1)[0].section.anchor == "huts"
    assert book.search("house rule for huts", 1)[0].section.anchor == "house-huts"
