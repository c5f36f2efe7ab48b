"""Every card of every rule set can be looked up, read and found by its name."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import cache
from random import Random

import pytest

from engine.conformance.twins import twin_of
from engine.core.game import Game
from engine.core.messages import Voice, catalog
from engine.core.policies import play_out, policy
from engine.core.registry import ruleset, rulesets
from engine.core.text import Text
from engine.notation import card_names as card_names_module
from engine.notation.card_names import card_names
from engine.rulebook import rulebook
from render import Look
from render.text.charts import card_text
from tests.cast import PEOPLE
from tests.messages.builders.words import texts_in

NAMES = list(PEOPLE[:3])


@cache
def a_game(name: str) -> Game:
    """A game of three in full swing."""
    game = Game.new(name, NAMES, {}, b"cards", [b"a", b"b", b"c"], record=False)
    play_out(game, [policy("random")] * 3, Random(3), 250)
    return game


@pytest.mark.parametrize("name", rulesets())
def test_every_card_speaks_and_names_a_section(name: str) -> None:
    rules, voice, book = ruleset(name), Voice(catalog(name), NAMES), rulebook(name)
    assert rules.cards(), "a rule set has cards"
    for view in (None, a_game(name).view(0), a_game(name).view(None)):
        for card_id in rules.cards():
            card = rules.card(card_id, view)
            said = [voice.label(text) for text in texts_in(card)]
            assert all(said), card_id
            assert not [words for words in said if "{" in words], card_id
            assert book.section(card.rule)


@pytest.mark.parametrize("name", rulesets())
def test_every_card_is_found_by_its_own_name(name: str) -> None:
    names = card_names(name)
    for entry in names.all():
        assert entry.title in [found.title for found in names.find(entry.title, 3)], entry


@pytest.mark.parametrize("name", rulesets())
def test_what_hides_from_a_seat_does_not_show_on_its_cards(name: str) -> None:
    game = a_game(name)
    rules = game.rules
    seen = [rules.card(card, rules.view(game.state, 0)) for card in rules.cards()]
    other = twin_of(rules, game.state, 0, Random(11))
    assert [rules.card(card, rules.view(other, 0)) for card in rules.cards()] == seen


@pytest.mark.parametrize(
    ("name", "typed", "title"),
    [
        ("standard", "galey", "Galley"),
        ("standard", "hoover", "The Hoover Dam"),
        ("fast_play", "plane", "Fighter"),
        ("advanced", "spaceship", "The Alpha Centauri Colony Ship"),
        ("advanced", "tanks", "Tank"),
        ("civ2010", "flite", "Flight"),
    ],
)
def test_a_card_is_found_by_slips_parts_and_nicknames(name: str, typed: str, title: str) -> None:
    found = card_names(name).find(typed, 3)
    assert found[0].title == title


def test_nothing_is_found_for_gibberish() -> None:
    assert card_names("standard").find("xqzzy") == []


def test_a_technology_costs_what_the_viewer_pays_now() -> None:
    game = a_game("advanced")
    view = game.view(0)
    for card_id, price in [(f"technology.{c}", p) for c, p in view.prices.items()]:  # type: ignore[attr-defined]  # Advanced's view has prices
        cost = game.rules.card(card_id, view).cost
        assert cost == Text("gold", {"n": price})


def test_of_cards_with_one_name_the_one_players_mean_comes_first() -> None:
    assert [each.id for each in card_names("civ2010").find("wheat", 2)] == [
        "resource.wheat",
        "token.wheat",
    ]


def test_the_words_of_a_card_say_what_is_still_missing() -> None:
    game = a_game("standard")
    card = game.rules.card("unit.knight", game.view(0))
    assert "medieval era (missing)" in card_text(card, "standard", Look())
    assert "missing" not in card_text(game.rules.card("unit.knight"), "standard", Look())


@pytest.mark.parametrize("rules", rulesets())
def test_the_name_of_a_card_is_compared_only_with_names_of_about_its_length(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[str, str]] = []

    def counted(junk: None, one: str, other: str) -> SequenceMatcher[str]:
        compared.append((one, other))
        return SequenceMatcher(junk, one, other)

    monkeypatch.setattr(card_names_module, "SequenceMatcher", counted)
    card_names(rules).find("galey" * 1200)
    assert not compared
    card_names(rules).find("barbarin")
    assert compared
