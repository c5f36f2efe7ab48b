"""Questions in other languages than English, and words that are only nearly known."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from engine.core.registry import rulesets
from engine.rulebook import rulebook
from engine.rulebook.languages import in_english
from engine.rulebook.spelling import Spelling
from engine.rulebook.stems import words_of

ASKED = {
    "wie viele würfel hat ein ritter": "battle-dice",
    "was kostet ein schiff": "prices",
    "Siedlungskosten": "prices",
    "cuánto cuesta un barco medieval": "prices",
    "¿puedo retirarme de una batalla?": "battles",
    "combien d'unités peut porter un bateau": "fleets",
    "quand finit une ère": "eras",
    "quanti punti vale una meraviglia": "scoring",
    "je pars en vacances": "away",
    "ich will das Spiel verlassen": "leaving",
}


@pytest.mark.parametrize("question", ASKED)
def test_a_question_in_another_language_finds_its_section(question: str) -> None:
    hits = [hit.section.anchor for hit in rulebook("standard").search(question, 3)]
    assert ASKED[question] in hits


def test_umlauts_accents_and_endings_do_not_matter() -> None:
    german = [in_english(words_of(each)) for each in ("zwei Städte bauen", "zwei Staedten bauen")]
    assert german == [["2", "cities", "build"]] * 2
    assert in_english(words_of("¿Cuántas ciudades construyó?"))[:3] == ["how", "many", "cities"]
    assert in_english(words_of("combien d'armées")) == ["how", "many", "d", "armies"]


@pytest.mark.parametrize(
    "question",
    [
        "was the die cast in the war",
        "can i pour gold on the port",
        "no son of mine has land on the sea",
        "how come the fine is due",
    ],
)
def test_english_words_stay_as_they_are(question: str) -> None:
    assert in_english(words_of(question)) == words_of(question)


def test_what_is_a_word_of_a_language_alone_is_no_word_of_the_rulebooks() -> None:
    text = files("engine.rulebook").joinpath("languages.toml").read_text("utf-8")
    meanings: dict[str, dict[str, str]] = tomllib.loads(text)["words"]
    alone = {
        word for each in meanings.values() for words in each.values() for word in words.split()
    }
    english = {
        word
        for name in rulesets()
        for section in rulebook(name).sections
        for word in words_of(f"{section.title} {section.body}")
    }
    assert sorted(alone & english) == []


def test_where_it_happened_is_scenery() -> None:
    book = rulebook("standard")
    plain = book.search("my settler stands next to an enemy army, is it lost", 3)
    placed = book.search(
        "my settler in Gobi stands next to an enemy army of Gran Chaco, is it lost", 3
    )
    assert [hit.section.anchor for hit in placed] == [hit.section.anchor for hit in plain]
    assert book.search("gobi", 1)[0].section.anchor == "board"


@pytest.mark.parametrize(("name", "typed", "anchor"), [
    ("rhye", "nuke", "nukes"),
    ("rhye", "nukes", "nukes"),
    ("civ2010", "the pyramid", "pyramid"),
    ("standard", "terrain?", "terrain"),
])  # fmt: skip
def test_the_title_of_a_section_finds_it(name: str, typed: str, anchor: str) -> None:
    assert rulebook(name).search(typed, 1)[0].section.anchor == anchor


def test_a_known_word_is_found_within_an_unknown_one() -> None:
    spelling = Spelling({"forest": 9, "rest": 20})
    assert spelling.corrected("deforestation") == ("forest",)
    assert spelling.corrected("arrested") == ("arrested",)
    assert "terrain" in [hit.section.anchor for hit in rulebook("rhye").search("deforestation", 3)]
