"""Rulebook 3: technologies that are found, armies that join, fertile land."""

from __future__ import annotations

from engine.rulesets.advanced.events import TechnologyFound, WonderGained
from tests.advanced.builders import a_game, look


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


def test_3_3_without_anything_open_the_marker_gives_nothing() -> None:
    game = a_game().in_era("modern").with_units("angela", "gobi", settler=1, tank=1)
    table = game.with_marker("gobi", "free_technology").at("movement").play("angela", look("gobi"))
    assert table.event(TechnologyFound).card == ""


def test_3_5_an_army_may_join_before_its_technology() -> None:
    game = (
        a_game(2)
        .in_era("modern")
        .with_units("angela", "gobi", settler=1)
        .with_marker("gobi", "minor_civilization")
        .at("movement")
        .play("angela", look("gobi"), (6, 6, 1, 1))
        .play("angela", "tank")
    )
    assert game.units("angela", "gobi") == {"settler": 1, "tank": 1}


def test_3_8_a_settlement_on_fertile_land_is_productive() -> None:
    game = a_game().with_settlement("angela", "gobi", "town", "fertile")
    table = game.with_units("angela", "gobi", settler=1).at("movement")
    assert table.city("angela", "gobi").productive
