"""Rulebook chapter 10: the end of the game."""

import pytest

from engine.core.view import Outcome
from engine.rulesets.standard.events import EraGoesOn, Fallen, GameEnded, Produced
from tests.standard.builders import (
    BUY_NOTHING,
    BUY_TECHNOLOGY,
    DONE,
    Arrangement,
    Game,
    a_game,
    buy,
    dealt,
    declared,
    look,
    seat_of,
)


def result(game: Game) -> Outcome:
    outcome = game.outcome()
    assert outcome is not None
    return outcome


def ranks(game: Game) -> dict[int, int]:
    return {standing.seat: standing.rank for standing in result(game).standings}


# 10 The end


def a_third_modern_technology(buyer: str = "angela") -> Arrangement:
    game = a_game(3).in_era("modern").with_technologies(buyer, modern=2).with_gold(buyer, 30)
    return game.with_wonders("brad", "edisons_lab")


def test_10_with_a_third_modern_technology_this_turn_is_the_last() -> None:
    game = a_third_modern_technology().at("purchase").play("angela", BUY_TECHNOLOGY)
    assert game.event(GameEnded).reason == "modern_technologies"
    assert result(game).reason == "modern_technologies"
    assert game.view().finished
    assert game.phase == "finished"


def test_10_those_who_come_later_can_still_buy() -> None:
    game = a_third_modern_technology().with_gold("chris", 20).at("purchase")
    game.play("angela", BUY_TECHNOLOGY)
    assert game.outcome() is None
    assert game.asked() == {"chris": "purchase"}
    game.play("chris", BUY_TECHNOLOGY).play("chris", buy("grow", "scandia"))
    assert result(game).turns == 7


def test_10_found_early_the_whole_turn_is_still_played() -> None:
    game = a_third_modern_technology().with_units("angela", "gobi", settler=1)
    table = game.with_marker("gobi", "free_technology").at("movement").play("angela", look("gobi"))
    assert table.phase == "trade"
    table.lapse(lambda game: game.phase == "finished", dice=[3, 4])
    assert result(table).reason == "modern_technologies"


def test_10_what_counts_is_who_owns_three_at_the_end_of_the_turn() -> None:
    game = a_third_modern_technology().with_units("angela", "gobi", settler=1)
    table = game.with_marker("gobi", "free_technology").at("movement").play("angela", look("gobi"))
    assert table.view().era_ending
    dealt(table, "angela", "brad", give=["technology:modern"])
    assert table.event(EraGoesOn).era == "modern"
    assert not table.view().era_ending
    table.lapse(lambda game: game.phase in ("finished", "movement"), dice=[3, 4])
    assert table.outcome() is None


def test_10_two_modern_technologies_each_end_nothing() -> None:
    game = a_game().in_era("modern").with_technologies("angela", modern=2)
    assert game.with_technologies("brad", modern=2).at("end").outcome() is None


@pytest.mark.parametrize(("turn", "over"), [(7, False), (8, True), (9, True)])
def test_10_a_turn_limit_ends_the_game_with_that_turn(turn: int, over: bool) -> None:
    game = a_game().with_option("turn_limit", 8).on_turn(turn).at("end")
    assert (game.outcome() is not None) == over
    if over:
        assert result(game).reason == "turn_limit"


def test_10_without_a_limit_the_game_goes_on() -> None:
    assert a_game().on_turn(499).at("end").outcome() is None


def test_10_modern_technologies_end_it_before_the_turn_limit() -> None:
    game = a_game().in_era("modern").with_technologies("angela", modern=3)
    table = game.with_option("turn_limit", 30).at("end")
    assert result(table).reason == "modern_technologies"


def test_10_when_all_but_one_have_fallen_the_turn_is_the_last() -> None:
    game = a_game(3).without_home("brad").with_units("angela", "gobi", swordsman=1)
    table = declared(game.with_settlement("chris", "gobi"), "gobi", defender="chris", dice=[3, 4])
    assert table.event(Fallen).seat == seat_of("chris")
    assert table.asked() == {"angela": "purchase"}
    table.play("angela", BUY_NOTHING)
    assert result(table).reason == "last_one_standing"


def test_10_the_last_one_standing_does_not_trade() -> None:
    game = a_game(3).without_home("brad").with_units("angela", "gobi", swordsman=1)
    table = declared(game.with_settlement("chris", "gobi"), "gobi", defender="chris", dice=[3, 4])
    assert table.phase == "purchase"


def test_10_when_everyone_has_fallen_the_game_is_over_too() -> None:
    game = a_game().without_home("angela", "brad").with_marker("gobi", "plague")
    game = game.with_units("angela", "gobi", settler=1).with_units("brad", "gobi", swordsman=1)
    table = game.at("movement").play("angela", look("gobi"), dice=[3, 4])
    assert result(table).reason == "last_one_standing"


def test_10_the_game_goes_on_while_two_are_left() -> None:
    assert a_game(3).without_home("brad").at("end").outcome() is None


# 10.1 Scoring


@pytest.mark.parametrize(
    ("size", "points"), [("village", 1), ("town", 2), ("city", 3), ("metropolis", 4)]
)
def test_10_1_settlements_score_by_size(size: str, points: int) -> None:
    game = a_game().with_settlements("angela", "gobi", "nile", size=size).at("trade")
    assert game.player("angela").points["settlements"] == 2 * points


def test_10_1_a_technology_is_worth_two_and_a_wonder_three() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_wonders("angela", "great_wall")
    assert game.at("trade").player("angela").points == {
        "settlements": 1,
        "technologies": 4,
        "wonders": 3,
    }


def test_10_1_gold_and_units_score_nothing() -> None:
    game = a_game().with_gold("angela", 999).with_units("angela", "gobi", swordsman=9, settler=9)
    table = game.at("trade")
    assert table.view().scores == (1, 1)


def test_10_1_example_a_chris_wins_though_brad_ended_the_game() -> None:
    game = (
        a_game(3)
        .in_era("modern")
        .with_settlements("angela", "gobi", "steppe", size="village")
        .with_settlement("angela", "siberia", "town")
        .with_settlements("angela", "yakutia", "manchuria", size="city")
        .with_settlement("angela", "huang_he", "metropolis")
        .with_technologies("angela", ancient=3, medieval=2, gunpowder=2, modern=1)
        .with_wonders("angela", "edisons_lab")
        .with_settlements("brad", "gaul", "iberia", "italia", "hellas", size="city")
        .with_settlements("brad", "germania", "scandia", "muscovy", size="metropolis")
        .with_technologies("brad", ancient=5, medieval=3, gunpowder=1, modern=2)
        .with_wonders("brad", "hanging_gardens", "great_library", "great_wall")
        .with_wonders("brad", "copernicus_observatory")
        .with_gold("brad", 120)
        .with_settlements("chris", "nile", "libya", size="village")
        .with_settlements("chris", "nubia", "funa", "congo", size="town")
        .with_settlements("chris", "eritrea", "nigeria", "kalahari", size="city")
        .with_technologies("chris", ancient=5, medieval=3, gunpowder=1, modern=1)
        .with_wonders("chris", "sun_tsus_art_of_war", "sistine_chapel", "newtons_university")
        .with_wonders("chris", "magellans_voyage", "smiths_trading_company")
        .with_gold("chris", 210)
        .at("purchase")
    )
    assert game.asked() == {"brad": "purchase"}
    game.play("brad", BUY_TECHNOLOGY)
    assert game.asked() == {"chris": "purchase"}
    for place in ("nile", "libya", "nubia", "funa", "congo", "eritrea", "nigeria", "kalahari"):
        game.play("chris", buy("grow", place))
    game.play("chris", BUY_TECHNOLOGY)

    standings = result(game).standings
    assert [(place.seat, place.score) for place in standings] == [(2, 62), (1, 60), (0, 33)]
    assert {place.seat: place.parts for place in standings} == {
        0: {"settlements": 2 + 2 + 6 + 4, "technologies": 16, "wonders": 3},
        1: {"settlements": 12 + 12, "technologies": 24, "wonders": 12},
        2: {"settlements": 4 + 9 + 12, "technologies": 22, "wonders": 15},
    }
    assert result(game).winners == (seat_of("chris"),)
    assert game.view().scores == (33, 60, 62)


# 10.2 Ties


def at_the_limit(game: Arrangement) -> Game:
    return game.with_option("turn_limit", 7).on_turn(7).at("end")


def test_10_2_of_equal_points_more_technologies_are_ahead() -> None:
    game = a_game().with_settlement("angela", "gobi", "city").with_gold("angela", 99)
    table = at_the_limit(game.with_technologies("brad", ancient=1))
    assert table.view().scores == (3, 3)
    assert ranks(table) == {0: 2, 1: 1}


def test_10_2_then_more_gold_is_ahead() -> None:
    table = at_the_limit(a_game(3).with_gold("brad", 2).with_gold("chris", 1))
    assert ranks(table) == {1: 1, 2: 2, 0: 3}
    assert [standing.seat for standing in result(table).standings] == [1, 2, 0]


def test_10_2_otherwise_they_share_the_rank() -> None:
    table = at_the_limit(a_game(3).with_gold("angela", 5).with_gold("chris", 5))
    assert ranks(table) == {0: 1, 2: 1, 1: 3}
    assert result(table).winners == (0, 2)


def test_10_2_points_come_before_technologies() -> None:
    game = a_game().with_settlement("angela", "gobi", "metropolis")
    table = at_the_limit(game.with_technologies("brad", ancient=1))
    assert ranks(table) == {0: 1, 1: 2}


# 10.3 Fallen civilizations


@pytest.mark.parametrize("piece", ["settlement", "settler", "swordsman", "galley"])
def test_10_3_who_has_anything_on_the_board_has_not_fallen(piece: str) -> None:
    game = a_game().without_home("angela")
    if piece == "settlement":
        game = game.with_settlement("angela", "gobi")
    else:
        game = game.with_units("angela", "north_sea" if piece == "galley" else "gobi", **{piece: 1})
    assert not game.at("trade").player("angela").fallen


def test_10_3_the_fallen_have_no_decisions_income_or_dice() -> None:
    game = a_game(3).without_home("brad").with_gold("brad", 50)
    game = game.with_units("angela", "gobi", settler=1)
    table = game.with_orders("brad", wonders="announce").at("movement")
    assert table.may("brad") == []
    table.until_turn(8, dice=[3, 4])
    assert [event.seat for event in table.events(Produced)] == [0, 2]
    assert table.gold("brad") == 50


def test_10_3_technologies_and_wonders_are_kept_and_score() -> None:
    game = a_game(3).without_home("brad").with_technologies("brad", ancient=2)
    table = at_the_limit(game.with_wonders("brad", "great_wall"))
    assert result(table).standings[0].seat == seat_of("brad")
    assert result(table).standings[0].score == 7


def test_10_3_giving_everything_away_is_falling_too() -> None:
    game = a_game(3).with_units("angela", "gobi", settler=1).without_home("angela").at("trade")
    dealt(game, "angela", "brad", give=["settler@gobi"])
    assert game.event(Fallen).seat == seat_of("angela")
    assert game.asked() == {"brad": "trade", "chris": "trade"}
    game.play("brad", DONE).play("chris", DONE, dice=[3, 4])
    assert game.phase == "purchase"
