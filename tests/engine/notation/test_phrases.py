"""Legal choices in words: described, written down, read back, and found by typing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.core.decision import Choice, Decision
from engine.core.game import Game
from engine.core.grammar import Amount, Field, OneOf, Ordering, Settings, Subset, form
from engine.core.messages import catalog
from engine.core.registry import rulesets
from engine.notation.order_lists import orders_on
from engine.notation.parsing import Reading
from engine.notation.patterns import notations
from engine.notation.phrases import Phrases
from engine.notation.words import match, name_words, similar, words_of
from engine.rulebook import rulebook
from engine.rulesets.standard import RULESET
from tests.cast import PEOPLE
from tests.standard.builders import Game as RuleCase
from tests.standard.builders import a_game

NAMES = PEOPLE[:3]
PHRASES = Phrases("standard", NAMES)


def moments(ruleset: str, seed: int, most: int) -> Iterator[tuple[Game, list[Decision]]]:
    """A random game: at each moment somebody's open decisions."""
    seeds = [b"one", b"two", b"three"]
    game = Game.new(ruleset, NAMES, {}, b"phrases %d" % seed, seeds, record=False)
    rng = Random(seed)
    for _ in range(most):
        pending = game.pending()
        if not pending:
            return
        decision = rng.choice([each for each in pending if each.blocking])
        yield game, [each for each in pending if each.seat == decision.seat]
        game.play(Choice(decision.seat, decision.id, decision.grammar.sample(rng)))


def best(found: list[Reading]) -> tuple[str, Any]:
    """The one likeliest meaning of a line."""
    assert found
    assert len(found) == 1 or found[1].cost > found[0].cost, found[:2]
    return found[0].decision.id, found[0].value


@pytest.mark.parametrize("ruleset", rulesets())
@pytest.mark.parametrize(
    ("seed", "most"), [(1, 25), (2, 25), pytest.param(3, 999, marks=pytest.mark.soak)]
)
def test_every_choice_reads_back_from_how_it_is_written(ruleset: str, seed: int, most: int) -> None:
    """`most` is how many choices of each kind are read, of those that are open again and again."""
    phrases, rng = Phrases(ruleset, NAMES), Random(seed)
    plain = total = 0
    read = Counter[str]()
    for _, own in moments(ruleset, seed, 150):
        for decision in own:
            read[decision.kind] += 1
            if read[decision.kind] > most:
                continue
            value = decision.grammar.sample(rng)
            if isinstance(decision.grammar, Settings) and not value:
                # No change of one thing is written like no change of another.
                continue
            line = phrases.notation(decision, value)
            assert best(phrases.read(own, line)) == (decision.id, value), line
            assert phrases.describe(decision, value)
            total += 1
            plain += "{" not in line and "[" not in line
    assert plain > 0.98 * total


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_choice_is_found_by_its_own_words(ruleset: str) -> None:
    phrases, rng = Phrases(ruleset, NAMES), Random(5)
    missed = []
    for _, own in moments(ruleset, 5, 60):
        decision = next(each for each in own if each.blocking)
        value = decision.grammar.sample(rng)
        if decision.kind == "trade":
            continue
        line = phrases.notation(decision, value)
        found = [(each.decision.id, each.value) for each in phrases.search(own, line)]
        if (decision.id, value) not in found:
            missed.append(line)
    assert missed == []


@pytest.mark.parametrize("ruleset", rulesets())
def test_a_search_gives_nothing_but_legal_choices_and_each_once(ruleset: str) -> None:
    phrases = Phrases(ruleset, NAMES)
    for game, own in moments(ruleset, 3, 25):
        for text in ("", "e", "mo", "a 2", "zzzz", "😀 >> ,"):
            found = phrases.search(own, text, 12)
            assert len(found) <= 12
            assert len({(each.decision.id, str(each.value)) for each in found}) == len(found)
            for phrase in found:
                choice = Choice(own[0].seat, phrase.decision.id, phrase.value)
                assert game.decision(choice).grammar.validate(phrase.value) == phrase.value


def decisions(case: RuleCase, name: str = "angela") -> list[Decision]:
    seat = ("angela", "brad", "chris").index(name)
    return [each for each in RULESET.pending(case.state) if each.seat == seat]


def in_gobi() -> RuleCase:
    """Angela has troops in Gobi and Mekong, a galley off the coast, and may look in Gobi."""
    return (
        a_game(players=3)
        .with_units("angela", "gobi", swordsman=3, settler=1)
        .with_units("angela", "mekong", settler=2)
        .with_units("angela", "south_china_sea", galley=1)
        .with_marker("gobi", "horses")
        .at("movement", mover="angela")
    )


def shopping() -> RuleCase:
    """Angela has money to spend, and a settler where a village can be."""
    return (
        a_game(players=3)
        .with_gold("angela", 60)
        .with_settlement("angela", "gobi", "village")
        .with_units("angela", "steppe", settler=1)
        .at("purchase")
    )


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("end", {"do": "end"}),
        ("look gobi", {"do": "look", "at": "gobi", "empty": "leave"}),
        ("look gobi clear", {"do": "look", "at": "gobi", "empty": "clear"}),
        (
            "move 2 swordsman, settler gobi > steppe",
            {"units": ["swordsman", "swordsman", "settler"], "from": "gobi", "to": "steppe"},
        ),
        (
            "MOVE Settler Gobi -> Steppe",
            {"units": ["settler"], "from": "gobi", "to": "steppe"},
        ),
        ("m 3 swo gob > ste", {"units": ["swordsman"] * 3, "from": "gobi", "to": "steppe"}),
        (
            "move a swordsman and the settler from gobi to steppe",
            {"units": ["swordsman", "settler"], "from": "gobi", "to": "steppe"},
        ),
        (
            "move all gobi > steppe",
            {"units": ["swordsman"] * 3 + ["settler"], "from": "gobi", "to": "steppe"},
        ),
        ("move to steppe from gobi settler", {"units": ["settler"], "from": "gobi"}),
        ("move settler mekong > galley", {"units": ["settler"], "from": "mekong"}),
    ],
)
def test_11_3_typed_moves_are_read_forgivingly(line: str, value: dict[str, Any]) -> None:
    decision, read = best(PHRASES.read(decisions(in_gobi()), line))
    assert decision == "movement"
    assert {name: read[name] for name in value} == value
    assert "galley" not in line or read["to"].startswith("galley#")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("buy 2 swordsman gobi", {"buy": "swordsman", "where": "gobi", "count": 2}),
        ("buy swordsman gobi", {"buy": "swordsman", "where": "gobi", "count": 1}),
        ("2 sword gobi", {"buy": "swordsman", "where": "gobi", "count": 2}),
        ("buy village steppe", {"buy": "village", "where": "steppe"}),
        ("buy technology", {"buy": "technology"}),
        ("grow gobi", {"buy": "grow", "where": "gobi"}),
        ("done", {"buy": "done"}),
    ],
)
def test_11_3_typed_purchases_are_read_forgivingly(line: str, value: dict[str, Any]) -> None:
    assert best(PHRASES.read(decisions(shopping()), line)) == ("purchase", value)


def test_11_3_the_rulebooks_own_examples_are_understood() -> None:
    block = rulebook("standard").section("notation").body.split("```")[1]
    lines = [order for line in block.splitlines() for order in orders_on("standard", line)]
    assert len(lines) > 5
    for line in lines:
        buying = line.startswith(("buy", "grow"))
        village = line == "buy village gobi"
        case = shopping() if buying else in_gobi()
        typed = line.replace("gobi", "steppe") if village else line
        kind, _ = best(PHRASES.read(decisions(case), typed))
        assert kind == ("purchase" if buying else "movement"), line


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("mo gobi ste", "Move 3 swordsmen and a settler from Gobi to Steppe"),
        ("mo 2 sw gobi ste", "Move 2 swordsmen from Gobi to Steppe"),
        ("ste gobi", "Move 3 swordsmen and a settler from Gobi to Steppe"),
        ("mvoe settelr gobi steppe", "Move a settler from Gobi to Steppe"),
        ("end", "End"),
        ("look gobi", "Look in Gobi, leave the marker if it is empty"),
    ],
)
def test_a_few_beginnings_find_a_choice(typed: str, words: str) -> None:
    found = PHRASES.search(decisions(in_gobi()), typed)
    assert found[0].words == words
    assert best(PHRASES.read(decisions(in_gobi()), found[0].notation))[1] == found[0].value


def test_two_things_of_the_same_name_are_not_guessed() -> None:
    case = (
        a_game(players=3)
        .with_units("angela", "mekong", settler=1)
        .with_units("angela", "south_china_sea", galley=2)
        .at("movement", mover="angela")
    )
    found = PHRASES.read(decisions(case), "move settler mekong > galley")
    assert found[0].cost == found[1].cost
    assert {found[0].value["to"][:7], found[1].value["to"][:7]} == {"galley#"}


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_notation_is_of_a_decision_that_exists(ruleset: str) -> None:
    words = catalog(ruleset)
    for kind, written in notations(ruleset).items():
        assert words.has(f"ask.{kind}"), kind
        for notation in written:
            fields = notation.places()
            assert set(notation.usual) <= set(fields)
            assert set(notation.when) <= set(fields)
            for field in fields:
                assert field == "value" or words.has(f"field.{kind}.{field}"), (kind, field)


FORM = form(
    Field("order", Ordering(("red", "green", "blue"))),
    Field("gold", Amount(0, 30, 5)),
    Field("some", Subset(("ox", "donkey"), least=0, copies={"ox": 3})),
    Field("inner", form(Field("left", OneOf(("yes", "no"))), Field("right", OneOf(("yes", "no"))))),
)


def test_any_grammar_can_be_written_and_read() -> None:
    decision, rng = Decision(0, "feast", FORM), Random(1)
    for _ in range(60):
        value = FORM.sample(rng)
        line = PHRASES.notation(decision, value)
        assert best(PHRASES.read([decision], line)) == ("feast", value), line
    found = PHRASES.search([decision], "gold 25")
    assert found
    assert all(phrase.value["gold"] == 25 for phrase in found)


def test_a_choice_can_be_given_exactly() -> None:
    decision = Decision(0, "feast", FORM)
    value = {
        "order": ["blue", "red", "green"],
        "gold": 5,
        "some": [],
        "inner": {"left": "no", "right": "yes"},
    }
    text = (
        'feast: {"order": ["blue", "red", "green"], "gold": 5, "some": [], '
        '"inner": {"left": "no", "right": "yes"}}'
    )
    assert best(PHRASES.read([decision], text)) == ("feast", value)
    assert PHRASES.read([decision], 'feast: {"gold": 7}') == []
    assert PHRASES.read([decision], "feast: {") == []
    assert PHRASES.read([decision], "") == []


def test_players_with_odd_names_can_be_traded_with() -> None:
    for names in (("12", "34", "56"), ("!!!", "???", "..."), ("Ada", "ada", "ADA")):
        phrases, rng = Phrases("standard", names), Random(2)
        for _, own in moments("standard", 2, 60):
            decision = own[0]
            if decision.kind == "trade":
                value = decision.grammar.sample(rng)
                line = phrases.notation(decision, value)
                assert best(phrases.read(own, line)) == ("trade", value), line


def test_words_are_compared_without_capitals_accents_and_punctuation() -> None:
    assert words_of("Côte d'Or -> Gobi, 12!") == ("cote", "dor", ">", "gobi", ",", "12")
    assert name_words("man-at-arms") == ("man", "at", "arms")
    assert match(("gulf", "mex"), 0, ("gulf", "of", "mexico"), frozenset({"of"})) == [2, 1]
    assert match(("mexico",), 0, ("gulf",), frozenset()) == []
    assert match(("play",), 0, ("play", "on"), frozenset({"on"})) == [1]
    for slip in ("setler", "settlerr", "settelr", "sextler"):
        assert similar(slip, "settler"), slip
    for other in ("sett", "galley", "set", "stteler"):
        assert not similar(other, "settler") or other == "sett"


def test_a_very_long_line_is_read_in_no_time() -> None:
    line = "move " + "2 swordsman, settler gobi > steppe " * 200
    assert PHRASES.read(decisions(in_gobi()), line) == []
    assert PHRASES.fault(decisions(in_gobi()), line) is not None
    assert isinstance(PHRASES.search(decisions(in_gobi()), line), list)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("battle weakest", {"battle": "weakest"}),
        ("standing orders trade skip, battle strongest", {"trade": "skip", "battle": "strongest"}),
        ("toward 1 pass", {"toward_1": "pass"}),
        ("trade ask", {}),
    ],
)
def test_11_3_of_standing_orders_only_what_changes_is_typed(
    line: str, value: dict[str, str]
) -> None:
    game = Game.new("standard", ["Ada", "Bea"], {}, b"seed", [b"a", b"b"])
    own = [each for each in game.pending() if each.seat == 0]
    readings = Phrases("standard", ["Ada", "Bea"]).read(own, line)
    assert (readings[0].decision.kind, readings[0].value) == ("standing_orders", value)


def test_11_1_a_standing_order_about_a_player_is_written_with_the_name() -> None:
    (standing,) = [each for each in decisions(in_gobi()) if each.kind == "standing_orders"]
    value = {"toward_1": "challenge", "toward_2": "pass"}
    phrases = Phrases("standard", ("Angela", "Brad", "Ann-Marie Ünal"))
    assert phrases.notation(standing, value) == "toward brad challenge toward ann marie unal pass"
    for line in ("toward brad challenge", "toward_1 challenge", "toward 1 challenge"):
        assert phrases.read([standing], line)[0].value == {"toward_1": "challenge"}
    namesakes = Phrases("standard", ("Angela", "Brad", "Brad"))
    assert namesakes.notation(standing, value) == "toward 1 challenge toward 2 pass"


def test_a_setting_is_found_by_its_words() -> None:
    game = Game.new("standard", ["Ada", "Bea"], {}, b"seed", [b"a", b"b"])
    own = [each for each in game.pending() if each.seat == 0]
    found = Phrases("standard", ["Ada", "Bea"]).search(own, "bea chall")
    assert found[0].words == "Challenge Bea"
    assert found[0].value == {"toward_1": "challenge"}
