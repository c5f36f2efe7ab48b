"""What the steward suggests: complete answers, best first, each with a reason that can be read."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.dice import KeyedDice
from engine.core.messages import Voice, catalog
from engine.rulesets.civ2010 import RULESET
from engine.tiles.view import square_of
from tests.civ2010.builders import Game, a_game

VOICE = Voice(catalog("civ2010"), ["Ada", "Bo", "Cy"])


def suggested(game: Game, name: str, most: int = 10) -> list[object]:
    found = RULESET.suggest(game.view(name), game.pending(name), Random(0), most)
    return [each.value for each in found]


def reasons(game: Game, name: str) -> list[str]:
    found = RULESET.suggest(game.view(name), game.pending(name), Random(0))
    return [VOICE.text(each.reason) for each in found if each.reason is not None]


@pytest.mark.parametrize("seed", [1, 2])
def test_suggestions_are_legal_and_begin_with_what_the_steward_plays(seed: int) -> None:
    dice = KeyedDice(b"%d" % seed, [b"seat"] * 3)
    state = RULESET.start(3, {}, dice).state
    for number in range(220):
        pending = RULESET.pending(state)
        seat = next(decision.seat for decision in pending if decision.blocking)
        own = [decision for decision in pending if decision.seat == seat]
        view = RULESET.view(state, seat)
        chosen = RULESET.steward(view, own, Random(number))
        found = RULESET.suggest(view, own, Random(number), 6)
        assert (found[0].decision, found[0].value) == (chosen.decision, chosen.value)
        assert len(found) <= 6
        for each in found:
            decision = next(d for d in own if d.id == each.decision)
            assert decision.grammar.validate(each.value) == each.value
            assert VOICE.choice(decision, each.value)
            assert each.reason is None or VOICE.text(each.reason)
        RULESET.play(state, chosen, dice)


def test_each_city_has_its_say_before_any_has_a_second() -> None:
    game = a_game().cities("ada", "C8").tech("ada", "pottery", "currency")
    game.terrain("F", "B2", "C2", "D2", "B7", "C7", "D7").at("cities")
    acts = [each for each in suggested(game, "ada") if each["do"] == "act"]  # type: ignore[index]
    assert {acts[0]["city"], acts[1]["city"]} == {"C3", "C8"}  # type: ignore[index]


def test_first_figures_stand_next_to_new_land() -> None:
    dice = KeyedDice(b"first", [b"seat"] * 2)
    state = RULESET.start(2, {}, dice).state
    while (asked := RULESET.pending(state)[0]).kind != "first_army":
        own = [each for each in RULESET.pending(state) if each.seat == asked.seat]
        RULESET.play(state, RULESET.steward(RULESET.view(state, asked.seat), own, Random(0)), dice)
    view = RULESET.view(state, asked.seat)
    best = RULESET.suggest(view, [asked], Random(0))[0]
    at = square_of(best.value)
    assert at is not None
    near = [(at[0] + dx, at[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    dark = [
        (t.x + dx, t.y + dy) for t in view.tiles if not t.rows for dx in range(4) for dy in range(4)
    ]
    assert set(near) & set(dark)
    assert best.reason is not None and VOICE.text(best.reason) == "new land is one step away"


def test_a_poor_offer_is_declined_and_a_steward_s_own_is_not() -> None:
    game = a_game().has("ada", trade=9, culture=0).has("bo", trade=9, culture=0).at("trade")
    game.play("ada", do="offer", to="1", give_trade=1, get_trade=8)
    assert suggested(game, "bo")[0]["do"] == "decline"  # type: ignore[index]
    assert "brings you too little" in reasons(game, "bo")


def test_an_attack_is_suggested_with_its_chance() -> None:
    game = a_game().armies("ada", "E14", 2).units("ada", *["infantry.0"] * 5)
    game.has("ada", invested={"military_industrial_complex": 6}).at("movement")
    assert "to win the game" in reasons(game, "ada")[0]


def test_a_building_is_suggested_with_what_it_gives() -> None:
    game = a_game().tech("ada", "pottery").terrain("F", "B2", "C2", "D2").at("cities")
    assert "1 trade and 1 production each turn" in reasons(game, "ada")


def test_a_hopeless_attack_is_not_suggested() -> None:
    game = a_game().armies("ada", "E14").units("bo", *["infantry.0"] * 5).at("movement")
    targets = [each.get("target") for each in suggested(game, "ada", 40)]  # type: ignore[attr-defined]
    assert "F14" not in targets


def test_the_number_asked_for_is_not_exceeded() -> None:
    game = a_game().tech("ada", "pottery").terrain("F", "B2", "C2", "D2").at("cities")
    assert len(suggested(game, "ada", 2)) == 2


def test_the_capital_is_suggested_with_what_lies_around_it() -> None:
    dice = KeyedDice(b"7", [b"seat"] * 2)
    state = RULESET.start(2, {}, dice).state
    while not any(decision.kind == "capital" for decision in RULESET.pending(state)):
        decision = next(d for d in RULESET.pending(state) if d.blocking)
        RULESET.carry_out(state, decision, decision.default, dice)
    own = [d for d in RULESET.pending(state) if d.kind == "capital"]
    found = RULESET.suggest(RULESET.view(state, own[0].seat), own, Random(0))
    assert all(VOICE.text(each.reason).startswith("around it: ") for each in found if each.reason)
    assert found[0].reason is not None


def test_the_end_of_a_phase_says_why() -> None:
    game = a_game().tech("ada", "code_of_laws")
    assert reasons(game.at("start"), "ada")[-1] == "nothing else helps you now"
    assert reasons(game.at("trade"), "ada")[-1] == "no deal helps you now"


def a_bargain() -> Game:
    """Ada lacks 3 trade for a technology and has silk; Bo can use silk and has trade to spare."""
    game = a_game().tech("bo", "horseback_riding").has("ada", trade=3, resources={"silk": 1})
    game.has("bo", trade=14)
    game.state.market["silk"] -= 1
    return game.at("trade")


def test_an_offer_that_helps_both_is_proposed_and_accepted() -> None:
    game = a_bargain()
    offers = [each for each in suggested(game, "ada") if each["do"] == "offer"]  # type: ignore[index]
    assert offers, "a deal both gain by is proposed"
    game.choose("ada", offers[0])
    assert "helps both of you" in reasons(a_bargain(), "ada")
    assert suggested(game, "bo")[0]["do"] == "accept"  # type: ignore[index]
    assert suggested(game, "ada")[0]["do"] != "offer"  # type: ignore[index]


def test_a_bad_bargain_is_neither_proposed_nor_accepted() -> None:
    game = a_game().has("ada", trade=9).has("bo", culture=1).at("trade")
    game.play("bo", do="offer", to="0", give_culture=1, get_trade=9)
    assert all(each["do"] != "accept" for each in suggested(game, "ada"))  # type: ignore[index]


def test_nobody_deals_with_a_player_who_has_nearly_won() -> None:
    game = a_bargain()
    game.player("bo").track = 19
    assert all(each["do"] != "offer" for each in suggested(game, "ada"))  # type: ignore[index]


def test_what_would_be_built_over_is_said_and_no_wonder_is_given_up_for_another() -> None:
    game = a_game().terrain("F", "B2", "C2", "D2", "B3", "D3", "B4", "D4").has("ada", trade=9)
    game.building("ada", "chichen_itza", "C4").at("cities")
    found = RULESET.suggest(game.view("ada"), game.pending("ada"), Random(0), 20)
    said = {each.value["item"]: each for each in found if "item" in each.value}
    over = [each for item, each in said.items() if item in game.state.wonder_market]
    assert over and found[0] not in over
    for each in over:
        assert each.reason is not None and VOICE.text(each.reason) == "replaces Chichen Itza"


@pytest.mark.parametrize(
    ("civilization", "has", "aim"),
    [
        ("romans", {"track": 4}, "the end of the culture track, you are at step 4 of 21"),
        ("arabs", {}, "coins, you have 0 of 15"),
        ("mongols", {}, "another player's capital"),
        (
            "english",
            {},
            "Space Flight, you have 0 of 15 technologies on the shortest way",
        ),
    ],
)
def test_suggestions_name_the_victory_that_they_work_towards(
    civilization: str, has: dict[str, int], aim: str
) -> None:
    game = a_game().has("ada", civilization=civilization, **has).at("cities")
    found = RULESET.suggest(
        RULESET.view(game.state, 0),
        [d for d in RULESET.pending(game.state) if d.seat == 0],
        Random(0),
    )
    assert {VOICE.text(each.towards) for each in found if each.towards is not None} == {aim}


def test_suggestions_of_a_battle_have_no_further_aim() -> None:
    game = a_game().armies("ada", "D8").armies("bo", "D9")
    game.units("ada", "infantry.0").units("bo", "artillery.0")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    own = [decision for decision in RULESET.pending(game.state) if decision.kind == "fight"]
    found = RULESET.suggest(RULESET.view(game.state, own[0].seat), own, Random(0))
    assert found and all(each.towards is None for each in found)
