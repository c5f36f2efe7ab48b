"""The end and the score (rulebook chapter 9)."""

from __future__ import annotations

import pytest

from engine.rulesets.fast_play import events
from tests.covering import covers
from tests.fast_play.builders import END, TECHNOLOGY, Arrangement, Game, a_game, move


def last_turn() -> Arrangement:
    """The game ends with this turn."""
    return a_game().with_option("turn_limit", 7)


def scores(game: Game) -> list[tuple[int, int, int]]:
    outcome = game.outcome()
    assert outcome is not None
    return [(each.rank, each.seat, each.score) for each in outcome.standings]


def test_9_nobody_moves_or_buys_after_the_end() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_technologies("angela", modern=2)
        .with_gold("angela", 13)
        .with_gold("brad", 50)
        .with_units("brad", "gobi", tank=1)
        .at("purchase")
    )
    game.play("angela", TECHNOLOGY)
    assert game.may("angela") == game.may("brad") == []


@covers("end.beyond_modern")
def test_9_1_a_technology_beyond_the_modern_era_ends_the_game_at_once() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_technologies("angela", modern=2)
        .with_gold("angela", 13)
        .with_gold("brad", 50)
        .at("purchase")
    )
    assert game.prices("angela")["technology"] == 13
    game.play("angela", TECHNOLOGY)
    assert game.event(events.GameEnded).reason == "beyond_modern"
    assert game.asked() == {}
    assert game.view().finished
    outcome = game.outcome()
    assert outcome is not None
    # Two modern technologies, the last one, and a village.
    assert outcome.standings[0].parts == {"settlements": 1, "technologies": 6, "wonders": 0}


def test_9_1_it_costs_13() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_technologies("angela", modern=2)
        .with_gold("angela", 12)
        .at("purchase")
    )
    game.refuses("angela", TECHNOLOGY, "too_expensive", "prices")


@covers("end.no_fuel")
def test_9_1_without_oil_or_coal_the_modern_era_is_the_end() -> None:
    game = (
        a_game()
        .in_era("gunpowder")
        .with_technologies("angela", gunpowder=2)
        .with_gold("angela", 11)
        .with_exploited("iron", "horses")
        .at("purchase")
    )
    game.play("angela", TECHNOLOGY)
    assert game.event(events.GameEnded).reason == "no_fuel"
    assert game.technologies("angela") == ("gunpowder", "gunpowder", "modern")
    assert game.outcome() is not None


@pytest.mark.parametrize("fuel", ["oil", "coal"])
def test_9_1_either_of_them_is_enough(fuel: str) -> None:
    game = (
        a_game()
        .in_era("gunpowder")
        .with_technologies("angela", gunpowder=2)
        .with_gold("angela", 12)
        .with_exploited(fuel)
        .at("purchase")
    )
    game.play("angela", TECHNOLOGY)
    assert game.era == "modern"
    assert game.outcome() is None


def test_9_1_a_marker_in_the_ground_is_not_enough() -> None:
    game = (
        a_game()
        .in_era("gunpowder")
        .with_technologies("angela", gunpowder=2)
        .with_gold("angela", 11)
        .with_marker("gobi", "oil")
        .at("purchase")
    )
    assert game.play("angela", TECHNOLOGY).outcome() is not None


@covers("end.last_one_standing")
def test_9_1_the_last_one_standing_ends_the_game_with_the_turn() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_settlement("angela", "gaul")
        .with_units("angela", "gaul", settler=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", END)
    assert game.event(events.GameEnded).reason == "last_one_standing"
    assert scores(game)[0] == (1, 0, 2)


@covers("end.turn_limit")
def test_9_1_a_table_may_set_a_turn_limit() -> None:
    assert last_turn().at("end").event(events.GameEnded).reason == "turn_limit"
    assert a_game().with_option("turn_limit", 8).at("end").outcome() is None


def test_9_2_points_for_sizes_technologies_and_wonders() -> None:
    game = (
        last_turn()
        .in_era("modern")
        .with_settlement("angela", "gaul", "village")
        .with_settlement("angela", "iberia", "town")
        .with_settlement("angela", "germania", "city")
        .with_settlement("angela", "italia", "metropolis")
        .with_technologies("angela", ancient=2, modern=1)
        .with_wonders("angela", "pyramids", "hoover_dam")
        .with_gold("angela", 99)
        .with_units("angela", "gaul", tank=9)
        .at("end")
    )
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.standings[0].parts == {"settlements": 10, "technologies": 6, "wonders": 6}
    assert outcome.standings[0].score == 22


def test_9_3_technologies_break_ties() -> None:
    game = (
        last_turn()
        .with_settlements("angela", "gaul", "iberia", "germania")
        .with_settlement("brad", "gobi")
        .with_technologies("brad", ancient=1)
        .at("end")
    )
    assert scores(game) == [(1, 1, 3), (2, 0, 3)]


def test_9_3_then_gold() -> None:
    game = last_turn().with_gold("brad", 1).at("end")
    assert scores(game) == [(1, 1, 1), (2, 0, 1)]


def test_9_3_then_the_rank_is_shared() -> None:
    game = last_turn().at("end")
    assert scores(game) == [(1, 0, 1), (1, 1, 1)]
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_9_4_a_fallen_player_keeps_technologies_and_wonders() -> None:
    game = (
        a_game(3)
        .with_option("turn_limit", 7)
        .with_technologies("brad", ancient=2)
        .with_wonders("brad", "pyramids")
        .with_nothing("brad")
        .at("end")
    )
    assert scores(game)[0] == (1, 1, 7)


def test_9_4_a_fallen_player_is_asked_nothing() -> None:
    game = a_game(3).with_gold("brad", 9).with_nothing("brad").at("purchase", by="chris")
    assert game.may("brad") == []


def test_9_4_a_settler_or_a_fleet_is_enough_to_stand() -> None:
    game = a_game().with_units("brad", "north_sea", galley=1).at("end")
    assert not game.player("brad").fallen
