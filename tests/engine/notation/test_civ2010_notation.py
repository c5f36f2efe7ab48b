"""Orders of Civilization 2010 as they are typed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.notation.phrases import Phrases
from tests.civ2010.builders import Game, a_game

CARD = {"do": "drop", "drop": "card:exchange_of_ideas"}


@pytest.mark.parametrize("phase", ["start", "trade", "cities", "movement"])
@pytest.mark.parametrize("line", ["drop exchange of ideas", "drop card exchange of ideas"])
def test_a_verb_that_is_also_the_name_of_a_part_is_written_once(phase: str, line: str) -> None:
    game = a_game().cards("ada", "exchange_of_ideas", "think_tank").armies("ada", "D8").at(phase)
    decision = game.decision("ada", phase)
    phrases = Phrases("civ2010", ("Ada", "Bo"))
    assert [each.value for each in phrases.read([decision], line)] == [CARD]
    assert phrases.notation(decision, CARD) == "drop card exchange of ideas"
    assert phrases.search([decision], line)[0].value == CARD


@pytest.mark.parametrize("line", ["move army d8 > e8", "army D8 to E8", "d8 > e8"])
def test_the_verb_may_be_left_out_and_the_only_figure_named(line: str) -> None:
    decision = a_game().armies("ada", "D8").at("movement").decision("ada", "movement")
    phrases = Phrases("civ2010", ("Ada", "Bo"))
    found = phrases.read([decision], line)
    assert found[0].value == {"do": "move", "from": "D8", "target": "E8"}
    assert phrases.notation(decision, found[0].value) == "move d8 > e8"


def test_a_figure_that_does_not_stand_there_is_not_understood() -> None:
    decision = a_game().armies("ada", "D8").at("movement").decision("ada", "movement")
    assert not Phrases("civ2010", ("Ada", "Bo")).read([decision], "move scout d8 > e8")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("train infantry", {"do": "act", "item": "infantry"}),
        ("infantry in C3", {"do": "act", "item": "infantry"}),
        ("make an army on B2", {"do": "act", "item": "army", "square": "B2"}),
        ("C3 builds an army on B2", {"do": "act", "item": "army", "square": "B2"}),
        ("collect culture", {"do": "act", "item": "arts"}),
        ("save production", {"do": "act", "item": "store"}),
        ("end production", {"do": "done"}),
        ("I am done", {"do": "done"}),
        ("pass", {"do": "done"}),
        ("nothing", {"do": "done"}),
    ],
)
def test_a_city_understands_what_people_write(line: str, value: object) -> None:
    game = a_game().terrain("F", "B2", "C2", "D2").at("cities")
    assert understood(game, "cities", line) == value


@pytest.mark.parametrize("line", ["march to E8", "go E8", "please move the army to E8"])
def test_a_move_needs_no_start_where_only_one_figure_can_make_it(line: str) -> None:
    game = a_game().armies("ada", "D8").armies("ada", "D14").at("movement")
    assert understood(game, "movement", line) == {"do": "move", "from": "D8", "target": "E8"}


def test_a_move_that_several_could_make_is_not_guessed() -> None:
    game = a_game().armies("ada", "D8").armies("ada", "F8").at("movement")
    decision = game.decision("ada", "movement")
    first, second, *_ = Phrases("civ2010", ("Ada", "Bo")).read([decision], "go E8")
    assert first.cost == second.cost


@pytest.mark.parametrize(
    ("line", "gives"), [("give Bo 3 trade", (3, 0)), ("ask Bo for 2 trade", (0, 2))]
)
def test_an_offer_of_one_side_says_which(line: str, gives: tuple[int, int]) -> None:
    game = a_game().has("ada", trade=9).has("bo", trade=9).at("trade")
    value = understood(game, "trade", line)
    assert (value["do"], value["give_trade"], value["get_trade"]) == ("offer", *gives)


def understood(game: Game, kind: str, line: str) -> Any:
    """What a line means where every decision of the player is open."""
    found = Phrases("civ2010", ("Ada", "Bo")).read(game.pending("ada"), line)
    assert found and found[0].decision.kind == kind
    return found[0].value
