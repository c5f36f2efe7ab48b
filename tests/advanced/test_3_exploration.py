"""Rulebook 3: technologies that are found, armies that join, fertile land."""

from __future__ import annotations

import pytest

from engine.rulesets.advanced.events import WonderGained
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.events import TechnologyFound
from tests.advanced.builders import Game, a_game, look, move


def test_3_3_the_finder_chooses_among_what_is_open() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1)
        .with_units("angela", "steppe", swordsman=1)
        .with_marker("gobi", "free_technology")
        .at("movement")
        .play("angela", look("gobi"))
    )
    assert set(game.options("angela")) == {
        "masonry",
        "alphabet_writing",
        "pottery_specialization",
        "wheel",
        "bronze_working",
        "ceremonial_burial",
    }
    game.play("angela", "bronze_working")
    assert game.event(WonderGained).wonder == "colossus"


def test_3_3_a_piece_that_comes_with_a_technology_first_moves_next_turn() -> None:
    game = a_game().with_settlement("angela", "gobi").with_units("angela", "steppe", settler=1)
    game = game.with_units("angela", "siberia", swordsman=1)
    table = game.with_marker("steppe", "free_technology").at("movement")
    table.play("angela", look("steppe")).play("angela", "wheel")
    assert table.units("angela", "gobi") == {"horseman": 1}
    onward = move("gobi", "steppe", "horseman")
    table.refuses("angela", onward, "just_appeared", "placing")


def test_3_3_without_anything_open_the_marker_gives_nothing() -> None:
    game = a_game().in_era("modern").with_units("angela", "gobi", settler=1, tank=1)
    table = game.with_marker("gobi", "free_technology").at("movement").play("angela", look("gobi"))
    assert table.event(TechnologyFound).card == ""


def minor_civilization(era: str, *cards: str) -> Game:
    """Angela has won a minor civilization while these technologies of Brad's are in play."""
    game = (
        a_game(2)
        .in_era(era)
        .with_cards("brad", *cards)
        .with_units("angela", "gobi", settler=1)
        .with_marker("gobi", "minor_civilization")
        .with_units("angela", "nile", settler=1)
        .at("movement")
    )
    return game.play("angela", look("gobi"), (6, 6, 1, 1))


def test_3_5_an_army_that_joins_is_one_that_could_be_bought() -> None:
    game = minor_civilization("modern", "mass_production", "rocketry", "flight", "cavalry")
    assert set(game.options("angela")) == {"tank", "howitzer"}
    game.play("angela", "tank")
    assert game.units("angela", "gobi") == {"settler": 1, "tank": 1}


def test_3_5_the_army_of_a_minor_civilization_takes_no_room() -> None:
    game = minor_civilization("ancient", "wheel", "bronze_working").play("angela", "horseman")
    game.lapse(lambda table: table.phase == "purchase", dice=[6, 1])
    assert "gobi" in game.options("angela", "where", buy="settler")


def test_3_5_an_army_is_called_what_it_is() -> None:
    labels = [
        each.label.key
        for each in minor_civilization("ancient", "wheel", "bronze_working").described("angela")
    ]
    assert labels == ["unit.spearman", "unit.chariot"]


def test_3_5_infantry_joins_while_no_army_can_be_bought() -> None:
    game = minor_civilization("medieval", "horseback_riding")
    assert game.units("angela", "gobi") == {"settler": 1, "man_at_arms": 1}


def test_3_8_a_settlement_on_fertile_land_is_productive() -> None:
    game = a_game().with_settlement("angela", "gobi", "town", "fertile")
    table = game.with_units("angela", "gobi", settler=1).at("movement")
    assert table.city("angela", "gobi").productive


@pytest.mark.parametrize("marker", TABLES.marker_names)
def test_3_1_a_settler_can_look_at_every_marker(marker: str) -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", settler=1, swordsman=1)
        .with_settlement("angela", "steppe")
        .with_units("angela", "steppe", swordsman=1)
        .with_marker("gobi", marker)
        .at("movement")
    )
    game.play("angela", look("gobi"), (6, 6, 1, 1, 1, 2) if marker == "minor_civilization" else ())
    known = game.space("gobi", "angela").marker
    stays = known is not None and known.kind == marker
    kept = (*TABLES.resources, "desert", "mountains", "jungle_forest", "fertile", "no_encounter")
    assert stays is (marker in kept)
