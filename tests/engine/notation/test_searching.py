"""Choices found while typing: several things at once, amounts, late games with much to choose."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.decision import Choice, Decision
from engine.core.game import Game
from engine.core.grammar import Amount, Field, OneOf, Subset, form
from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset as rules_of
from engine.core.registry import rulesets
from engine.notation.phrases import Phrases
from engine.rulesets.standard import RULESET
from tests.cast import PEOPLE
from tests.standard.builders import Game as RuleCase
from tests.standard.builders import a_game

NAMES = PEOPLE[:3]
SIX = (*NAMES, "Dora", "Emil", "Flo")
PHRASES = Phrases("standard", NAMES)


def decisions(case: RuleCase) -> list[Decision]:
    """What Ada can decide."""
    return [each for each in RULESET.pending(case.state) if each.seat == 0]


def marching() -> list[Decision]:
    return decisions(
        a_game(players=3)
        .with_units("angela", "gobi", swordsman=3, settler=2, horseman=2)
        .at("movement", mover="angela")
    )


def dealing() -> list[Decision]:
    return decisions(
        a_game(players=3)
        .with_gold("angela", 30)
        .with_gold("brad", 12)
        .with_settlement("angela", "gobi", "village")
        .with_settlement("brad", "mekong", "village")
        .at("trade")
    )


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("mo 2 sw 1 set gobi ste", "Move 2 swordsmen and a settler from Gobi to Steppe"),
        ("2 sw 1 set 2 ho gobi ste", "Move 2 swordsmen, a settler and 2 horsemen from Gobi to"),
        ("gobi ste 1 ho 2 set", "Move 2 settlers and a horseman from Gobi to Steppe"),
        ("sw set gobi ste", "Move a swordsman and a settler from Gobi to Steppe"),
        ("move 2 swordsman, settler gobi > steppe", "Move 2 swordsmen and a settler from Gobi"),
        ("mo all gobi ste", "Move 3 swordsmen, 2 settlers and 2 horsemen from Gobi to Steppe"),
    ],
)
def test_several_sorts_of_units_are_found_at_once(typed: str, words: str) -> None:
    assert PHRASES.search(marching(), typed)[0].words.startswith(words)


def test_things_whose_names_end_in_numbers_are_found_together() -> None:
    places = Subset(("atlantia@0", "libya@0", "libya@1"), least=0)
    found = PHRASES.search([Decision(0, "feast", places)], "atlantia 0, libya 1")
    assert found[0].value == ["atlantia@0", "libya@1"]


def test_many_words_that_could_be_anything_are_no_trap() -> None:
    things = Subset(tuple(f"s{one}{two}" for one in LETTERS for two in LETTERS), least=0)
    assert isinstance(PHRASES.search([Decision(0, "feast", things)], "s " * 12), list)


def test_what_is_not_there_is_not_found() -> None:
    assert PHRASES.search(marching(), "mo 4 sw 1 set gobi ste") == []
    assert PHRASES.search(marching(), "mo 2 sw 3 set gobi ste") == []


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("5 gold bea", "Offer Bea 5 gold for nothing"),
        ("bea 5", "Offer Bea 5 gold for nothing"),
        ("offer cyd 30 gold", "Offer Cyd 30 gold for nothing"),
        ("bea gobi 12", "Offer Bea the settlement in Gobi for 12 gold"),
        ("offer bea 5 gold > mekong", "Offer Bea 5 gold for the settlement in Mekong"),
    ],
)
def test_amounts_are_found_with_a_player(typed: str, words: str) -> None:
    found = PHRASES.search(dealing(), typed)
    assert found[0].words == words
    assert len({each.words for each in found}) == len(found)


def test_what_is_not_spoken_of_is_as_usual() -> None:
    for phrase in PHRASES.search(dealing(), "bea 7"):
        assert {phrase.value["give_gold"], phrase.value["get_gold"]} == {0, 7}
        assert phrase.value["give"] == phrase.value["get"] == []


def late_moments(ruleset: str) -> Iterator[tuple[Game, list[Decision]]]:
    """A full table's game played well into its middle, then each kind of decision a few times."""
    names = SIX[: max(rules_of(ruleset).seats)]
    game = Game.new(ruleset, names, {}, b"late", [b"seed"] * len(names), record=False)
    rng, steward, seen = Random(3), policy("steward"), dict[str, int]()
    for number in range(420):
        awaited = [each for each in game.pending() if each.blocking]
        if not awaited:
            return
        decision = rng.choice(awaited)
        own = [each for each in game.pending() if each.seat == decision.seat]
        own.sort(key=lambda each: not each.blocking)
        seen[decision.kind] = seen.get(decision.kind, 0) + 1
        if number > 200 and seen[decision.kind] % 20 == 0:
            yield game, own
        game.play(steward.choose(Eyes(game.rules, decision.seat, own, game.view), rng))


TYPED = ("", "m", "mo 2 in 1 ca", "5 gold bea", "2 sw 1 set ho", "buy 3", "all cyd", "0", "😀 >")


@pytest.mark.parametrize("ruleset", rulesets())
def test_in_a_late_game_everything_offered_is_legal(ruleset: str) -> None:
    phrases, searched = Phrases(ruleset, SIX), 0
    for game, own in late_moments(ruleset):
        index = phrases.index(own)
        for typed in TYPED:
            searched += 1
            found = phrases.find(index, typed)
            keys = [(each.decision.id, str(each.value)) for each in found]
            assert len(found) <= 25
            assert len(set(keys)) == len(keys)
            for phrase in found:
                asked = game.decision(Choice(own[0].seat, phrase.decision.id))
                assert asked.grammar.validate(phrase.value) == phrase.value
                assert phrase.words
            # What was kept of an earlier search changes nothing.
            anew = phrases.search(own, typed)
            assert [(each.decision.id, str(each.value)) for each in anew] == keys
    assert searched > 20


LETTERS = "abcdefghijklmno"
PLACES = [f"p{one}{two}" for one in LETTERS for two in LETTERS]
THINGS = [f"t{one}{two}" for one in LETTERS[:6] for two in LETTERS[:6]]


class Counting:
    """The source of a huge form, which counts how often it is asked."""

    asked = 0

    def where(self, said: dict[str, Any]) -> OneOf:
        Counting.asked += 1
        return OneOf(PLACES)

    def what(self, said: dict[str, Any]) -> Subset:
        Counting.asked += 1
        return Subset(THINGS, least=1, copies=dict.fromkeys(THINGS, 9))


HUGE = form(
    Field("from", Counting.where),
    Field("what", Counting.what),
    Field("to", Counting.where),
    Field("gold", Amount(0, 10**9)),
    source=Counting(),
)


def test_a_huge_space_is_asked_little_and_only_once() -> None:
    index = PHRASES.index([Decision(0, "haul", HUGE)])
    found = PHRASES.find(index, "pac 2 tab 5 tbc pde 99")
    assert found[0].value == {
        "from": "pac",
        "what": ["tab"] * 2 + ["tbc"] * 5,
        "to": "pde",
        "gold": 99,
    }
    asked = Counting.asked
    assert asked < 100
    assert PHRASES.find(index, "pac 2 tab 5 tbc pde 99")[0].value == found[0].value
    assert Counting.asked == asked
