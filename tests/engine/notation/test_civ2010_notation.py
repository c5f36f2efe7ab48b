"""Orders of Civilization 2010 as they are typed."""

from __future__ import annotations

import pytest

from engine.notation.phrases import Phrases
from tests.civ2010.table import a_game

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
