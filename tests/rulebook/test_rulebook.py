"""Finding one's way in a rulebook: by anchor, by words, and what is said when there is nothing."""

import pytest

from engine.rulebook import (
    MalformedRulebook,
    Rulebook,
    UnknownRulebook,
    UnknownSection,
    rulebook,
)

SMALL = """# Small rules

## 1. The start {#start}

Roll two dice.

### 1.1 Cafés {#cafes}

> **Ruling.** Cafés close at night. *Reason:* sleep.

> **Ruling.** And on Sundays. *Reason:* rest.

## 2. The end {#end}

```
# not a heading
```
"""


def found(query: str, limit: int = 5) -> list[str]:
    return [hit.section.anchor for hit in rulebook("standard").search(query, limit)]


def test_a_section_knows_its_place() -> None:
    cafes = Rulebook("small", SMALL).section("cafes")
    assert (cafes.number, cafes.title, cafes.chapter, cafes.rulings) == ("1.1", "Cafés", "start", 2)


def test_a_chapter_opening_is_a_section_too() -> None:
    book = Rulebook("small", SMALL)
    assert book.title == "Small rules"
    assert book.section("start").body == "Roll two dice."
    assert book.section("end").number == "2"


def test_a_hash_inside_a_code_block_is_no_heading() -> None:
    assert "# not a heading" in Rulebook("small", SMALL).section("end").body


def test_a_rulebook_is_read_once() -> None:
    assert rulebook("standard") is rulebook("standard")


def test_an_unknown_section_is_named() -> None:
    with pytest.raises(
        UnknownSection, match="standard rulebook has no section 'teleport'"
    ) as error:
        rulebook("standard").section("teleport")
    assert (error.value.ruleset, error.value.anchor) == ("standard", "teleport")


@pytest.mark.parametrize("name", ["checkers", "", "../rulebook/standard", "standard.md"])
def test_an_unknown_rulebook_names_those_that_exist(name: str) -> None:
    with pytest.raises(UnknownRulebook, match="standard") as error:
        rulebook(name)
    assert error.value.ruleset == name
    assert "standard" in error.value.known


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# T\n## 1. A\n", 2),
        ("# T\n## 1. A {#a}\n### 1.1 B {#a}\n", 3),
        ("# T\n## 1. A {#a}\n### 2.1 B {#b}\n", 3),
        ("# T\n## 1.1 A {#a}\n", 2),
        ("# T\n## 1. A {#a}\n### 1. B {#b}\n", 3),
        ("# T\nstray\n## 1. A {#a}\n", 2),
    ],
)
def test_a_malformed_text_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(MalformedRulebook, match=f"line {line}:") as error:
        Rulebook("broken", text)
    assert error.value.line == line


@pytest.mark.parametrize(
    ("query", "anchor"),
    [
        ("plague", "plague"),
        ("Plagues!", "plague"),
        ("plauge", "plague"),
        ("aircraft base", "aircraft-movement"),
        ("when does the game end", "end"),
        ("who captures the city", "capture"),
        ("can I retreat", "battles"),
        ("loan", "loans"),
        ("upgrade cost", "prices"),
        ("empty marker bluff", "no-encounter"),
        ("which tech is free", "free-technology"),
    ],
)
def test_a_question_finds_its_section_first(query: str, anchor: str) -> None:
    assert found(query)[0] == anchor


def test_ties_are_found_in_score_in_rolls_and_in_battle() -> None:
    assert set(found("what happens on a tie", 3)) == {"ties", "dice", "rounds"}


def test_accents_do_not_matter_in_text_or_query() -> None:
    book = Rulebook("small", SMALL)
    assert [hit.section.anchor for hit in book.search("CAFE")] == ["cafes"]
    assert [hit.section.anchor for hit in book.search("cafés")] == ["cafes"]


@pytest.mark.parametrize("query", ["", "the of a", "?!", "xyzzy"])
def test_a_query_without_known_words_finds_nothing(query: str) -> None:
    assert found(query) == []


def test_better_hits_come_first_and_no_more_than_asked() -> None:
    hits = rulebook("standard").search("technology", limit=3)
    scores = [hit.score for hit in hits]
    assert len(hits) == 3
    assert scores == sorted(scores, reverse=True)
    assert rulebook("standard").search("technology", limit=0) == []


def test_an_excerpt_is_the_answering_sentence_in_plain_text() -> None:
    hit = rulebook("standard").search("aircraft base", limit=1)[0]
    assert hit.excerpt.startswith(
        "An aircraft without a base when its owner ends movement is lost."
    )
    assert "Ruling" not in hit.excerpt and "Reason" not in hit.excerpt


def test_an_excerpt_can_come_from_a_table() -> None:
    hits = rulebook("standard").search("metropolis price", limit=5)
    excerpts = {hit.section.anchor: hit.excerpt for hit in hits}
    assert excerpts["prices"] == "City to metropolis: 20 gold"


def test_a_long_excerpt_is_cut_between_words() -> None:
    for hit in rulebook("standard").search("settler look marker", limit=20):
        assert len(hit.excerpt) <= 202
        assert "**" not in hit.excerpt
        assert not hit.excerpt.startswith(">")
