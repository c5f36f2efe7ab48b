"""Rulebook 2: lengths, starting technologies, flipping."""

from __future__ import annotations

import pytest

from engine.core.decision import Choice
from engine.core.errors import BadTable
from engine.core.grammar import Value
from engine.rulesets.advanced import RULESET
from engine.rulesets.advanced.events import TechnologyDealt
from engine.rulesets.standard.events import StartFlipped, TechnologyFound
from tests.advanced.builders import Arrangement, Game, a_game
from tests.builders import ScriptedDice

DEAL = (1, 1, 1, 1, 1)
"""Lots for shuffling six cards."""


def placed(game: Arrangement, rest: tuple[int, ...] = ()) -> Game:
    """Both have placed in regions of their choice, and the cards are dealt."""
    table: Game = game.at("placement")
    table.play("angela", "gobi").play("brad", "steppe").play("brad", "persia")
    return table.play("angela", "nile", (*DEAL, *rest))


def test_2_2_starting_infantry_are_spearmen() -> None:
    game = a_game(2).with_units("angela", "gobi", swordsman=1).at("movement")
    assert game.cards().levels["swordsman"] == "spearman"
    iron = a_game(2).with_cards("brad", "iron_working").with_units("angela", "gobi", swordsman=1)
    assert iron.at("movement").cards().levels["swordsman"] == "swordsman"


def test_2_5_a_technology_found_at_the_start_is_chosen_at_once() -> None:
    game = a_game(2).with_option("dealt_bonuses", "without").with_marker("gobi", "free_technology")
    table = placed(game)
    assert table.asked() == {"angela": "free_technology"}
    table.play("angela", "masonry", (6, 6, 1, 1))
    assert table.event(TechnologyFound).card == "masonry"
    assert {event.place for event in table.events(StartFlipped)} == {"steppe", "persia", "nile"}
    assert table.owns("angela", "masonry")


def test_2_7_the_table_chooses_a_length() -> None:
    for length in ("short", "medium", "long"):
        options: dict[str, Value] = {**RULESET.option_defaults, "length": length}
        assert RULESET.new_state(2, options).length == length
    with pytest.raises(BadTable):
        RULESET.start(2, {"length": "endless"}, ScriptedDice())


def test_2_8_example_a_everyone_is_dealt_a_technology_without_prerequisites() -> None:
    table = placed(a_game(2).with_option("dealt_bonuses", "without"), (6, 6, 1, 1))
    dealt = table.events(TechnologyDealt)
    assert [event.seat for event in dealt] == [0, 1]
    first = {
        "masonry",
        "alphabet_writing",
        "pottery_specialization",
        "wheel",
        "bronze_working",
        "ceremonial_burial",
    }
    assert {event.card for event in dealt} <= first
    left = first - {event.card for event in dealt}
    assert left <= set(table.cards("angela").open_cards)


def test_2_8_dealt_technologies_bring_their_bonus_unless_switched_off() -> None:
    def dealt(switch: str) -> set[str]:
        game = a_game(2).with_option("dealt_bonuses", switch).at("placement")
        script = ScriptedDice([*DEAL, *[6, 6, 1, 1] * 2])
        for name, place in (("angela", "gobi"), ("brad", "steppe"), ("brad", "persia")):
            game.play(name, place)
        choice = Choice(0, game.decision("angela").id, "nile")
        step = RULESET.apply(game.state, choice, script)
        return {type(told.event).__name__ for told in step.events}

    brought = {"WonderGained", "PiecesReceived", "ImprovementBuilt"}
    assert dealt("with") & brought
    assert not dealt("without") & brought
