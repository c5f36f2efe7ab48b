"""The stand-in player: it wins against chance in more than one way, and never gets stuck."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.dice import KeyedDice
from engine.core.grammar import Value
from engine.rulesets.civ2010 import RULESET
from engine.rulesets.civ2010.state import State
from engine.rulesets.civ2010.steward.weights import WEIGHTS
from engine.rulesets.civ2010.tables import (
    CIVILIZATIONS,
    CULTURE,
    GOVERNMENTS,
    INVESTMENTS,
    PERSON_TYPES,
    POLICIES,
    TECHNOLOGIES,
)
from tests.civ2010.builders import Game, a_game, seat_of

LONGEST = 4000


def played(policies: str, seed: int) -> State:
    """A game between stewards (`s`) and random players (`r`)."""
    rng, dice = Random(seed), KeyedDice(b"%d" % seed, [b"seat"] * len(policies))
    state = RULESET.start(len(policies), {}, dice).state
    for _ in range(LONGEST):
        pending = RULESET.pending(state)
        awaited = [decision for decision in pending if decision.blocking]
        if not awaited:
            break
        asked = rng.choice(awaited)
        if policies[asked.seat] == "s":
            own = [decision for decision in pending if decision.seat == asked.seat]
            RULESET.play(state, RULESET.steward(RULESET.view(state, asked.seat), own, rng), dice)
        else:
            RULESET.carry_out(state, asked, asked.grammar.sample(rng), dice)
    assert state.end, f"seed {seed} did not end"
    return state


def wins(seeds: range) -> int:
    """How often the steward wins, from either seat."""
    tables = [("sr", 0) if seed % 2 else ("rs", 1) for seed in seeds]
    return sum(played(t, n).winner == s for n, (t, s) in zip(seeds, tables, strict=True))


def test_the_steward_beats_a_random_player() -> None:
    assert wins(range(4)) >= 3


@pytest.mark.soak
def test_the_steward_beats_a_random_player_in_95_of_100_games() -> None:
    assert wins(range(1000, 1100)) >= 95


@pytest.mark.parametrize("table", ["sss", "sssss"])
def test_stewards_among_themselves_finish_their_game(table: str) -> None:
    assert played(table, 3).end


def test_stewards_win_in_more_than_one_way() -> None:
    assert len({played("ss", seed).end for seed in range(5)}) >= 2


def answer(game: Game, name: str) -> Value:
    return RULESET.steward(game.view(name), game.pending(name), Random(0)).value


def test_a_weak_capital_is_taken() -> None:
    game = a_game().armies("ada", "E14", 2).units("ada", *["infantry.0"] * 5)
    game.has("ada", invested={"military_industrial_complex": 6}).at("movement")
    assert answer(game, "ada") == {
        "do": "move",
        "from": "E14",
        "figures": ["army", "army"],
        "target": "F14",
    }


def scouting() -> Game:
    """Ada has all the cities that she may have, and a scout in the middle of known land."""
    return a_game().cities("ada", "B7").scouts("ada", "D6")


def test_a_scout_with_nothing_to_do_in_reach_makes_for_unknown_land() -> None:
    idle = scouting().at("movement")
    assert answer(idle, "ada") == {"do": "done"}
    game = scouting().dark("D13").at("movement")
    assert answer(game, "ada") == {"do": "move", "from": "D6", "target": "D8"}


def test_a_scout_goes_round_what_it_cannot_pass() -> None:
    game = scouting().dark("D13").terrain("W", *(f"{letter}8" for letter in "ABCD")).at("movement")
    move = answer(game, "ada")
    assert isinstance(move, dict) and move["target"] in ("E7", "F6")


def refused_by_bo() -> Game:
    """Ada has made Bo the offer that she thinks best, and he has declined it."""
    game = a_game().has("ada", trade=3).has("bo", trade=3, culture=6).at("trade")
    made = answer(game, "ada")
    assert isinstance(made, dict) and made["do"] == "offer"
    return game.play("ada", **made).play("bo", do="decline", offer=str(game.state.offers[0].id))


def test_who_refused_an_offer_is_not_asked_again() -> None:
    assert answer(refused_by_bo(), "ada") == {"do": "done"}


def test_who_refused_an_offer_is_asked_again_when_something_has_changed() -> None:
    game = refused_by_bo()
    game.play("ada", do="offer", to="1", give_trade=1, get_trade=0, get_culture=0)
    game.play("bo", do="accept", offer=str(game.state.offers[0].id))
    again = answer(game, "ada")
    assert isinstance(again, dict) and again["do"] == "offer"


def test_the_same_view_gives_the_same_answer() -> None:
    game = a_game().tech("ada", "pottery").terrain("F", "B2", "C2").at("cities")
    assert answer(game, "ada") == answer(game, "ada")
    assert seat_of("ada") == 0


def test_the_judgement_speaks_of_what_exists() -> None:
    plans = {"technology", "culture", "economic", "military"}
    for by_plan in (WEIGHTS.gives, WEIGHTS.policies, WEIGHTS.governments, WEIGHTS.investments):
        assert set(by_plan) == plans
    assert WEIGHTS.leanings.keys() <= CIVILIZATIONS.keys()
    assert WEIGHTS.cards.keys() <= CULTURE.keys()
    assert WEIGHTS.special.keys() <= TECHNOLOGIES.keys()
    assert {name for names in WEIGHTS.policies.values() for name in names} <= POLICIES.keys()
    assert {name for names in WEIGHTS.governments.values() for name in names} <= GOVERNMENTS.keys()
    assert {n for each in WEIGHTS.investments.values() for n, _ in each} <= INVESTMENTS.keys()
    assert sorted(WEIGHTS.people) == sorted(PERSON_TYPES)
