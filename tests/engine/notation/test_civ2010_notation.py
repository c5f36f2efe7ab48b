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
