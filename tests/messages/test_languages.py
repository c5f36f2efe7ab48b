"""A translation is a file; English speaks for what it lacks."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import registry
from engine.core.errors import UnknownRuleset
from engine.core.messages import Voice, catalog, catalogs
from engine.core.messages.catalogs import layers, read, read_catalog
from engine.core.text import Text
from engine.rulesets.standard.events import Fallen, Placed
from tests.cast import PLAYERS

NAMES = PLAYERS[:2]
BEGUN: dict[tuple[str, str], dict[str, Any]] = {
    ("engine.rulesets.standard", "de"): {
        "event": {"Placed": "{seat:seat} siedelt in {place:place}."},
        "space": {"gulf_of_guinea": "Golf von Guinea"},
        "place_name": {"sea": "dem {name}"},
    },
    ("engine.core", "de"): {"gold": "{n} Goldstücke"},
    ("engine.core", "de-CH"): {"gold": "{n} Franken"},
}


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A German translation that has only begun, and a dialect of it."""
    read = catalogs.read

    def also_german(package: str, language: str) -> dict[str, Any]:
        return BEGUN.get((package, language)) or read(package, language)

    monkeypatch.setattr(catalogs, "read", also_german)


def spoken(language: str) -> Voice:
    """The Standard words in a language, not from the cache."""
    return Voice(read_catalog("standard", language), NAMES)


@pytest.mark.usefixtures("translated")
def test_a_translation_is_spoken_where_there_is_one() -> None:
    assert spoken("de").event(Placed(0, "gobi")) == "Angela siedelt in Gobi."
    assert spoken("de").text(Text("gold", {"n": 3})) == "3 Goldstücke"


@pytest.mark.usefixtures("translated")
def test_names_on_the_board_can_be_translated() -> None:
    event = Placed(1, "gulf_of_guinea")
    assert spoken("de").event(event) == "Brad siedelt in dem Golf von Guinea."
    assert spoken("en").event(event) == "Brad settles in the Gulf of Guinea."


@pytest.mark.usefixtures("translated")
def test_what_a_translation_lacks_is_said_in_english() -> None:
    assert spoken("de").event(Fallen(1)) == "Brad's civilization has fallen."


@pytest.mark.usefixtures("translated")
def test_a_dialect_lies_over_its_language() -> None:
    assert spoken("de-CH").text(Text("gold", {"n": 3})) == "3 Franken"
    assert spoken("de-CH").event(Placed(0, "gobi")) == "Angela siedelt in Gobi."


@pytest.mark.parametrize("language", ["en-GB", "tlh", "", "../../secrets", "en/../de"])
def test_a_language_without_a_file_is_english(language: str) -> None:
    words = Voice(catalog("standard", language), NAMES)
    assert words.event(Fallen(1)) == "Brad's civilization has fallen."


def test_a_rule_set_can_build_on_the_words_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    read = catalogs.read
    own = {"extends": "standard", "event": {"Fallen": "Alas, {seat:seat}."}}

    def with_a_daughter(package: str, language: str) -> dict[str, Any]:
        daughter = (package, language) == ("engine.rulesets.daughter", "en")
        return own if daughter else read(package, language)

    monkeypatch.setattr(catalogs, "read", with_a_daughter)
    monkeypatch.setitem(registry._added, "daughter", "engine.rulesets.daughter")
    monkeypatch.setattr(catalogs, "find_spec", lambda name: "daughter" not in name or None)
    words = Voice(read_catalog("daughter"), NAMES)
    assert words.event(Fallen(1)) == "Alas, Brad."
    assert words.event(Placed(0, "gobi")) == "Angela settles in Gobi."


def test_games_on_one_board_share_the_words_of_its_kit() -> None:
    assert layers("standard") == ("engine.world", "engine.rulesets.standard")
    assert layers("fast_play")[0] == layers("standard")[0]
    shared, own = read("engine.world", "en"), read("engine.rulesets.standard", "en")
    assert Voice(catalog("standard")).event(Fallen(1)) == "player 2's civilization has fallen."
    assert "Fallen" in shared["event"]
    assert "Fallen" not in own["event"]


@pytest.mark.parametrize("name", ["checkers", "world"])
def test_what_is_no_rule_set_has_no_words_of_its_own(name: str) -> None:
    with pytest.raises(UnknownRuleset):
        catalog(name)
