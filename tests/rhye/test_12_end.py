"""Chapter 12 of the rulebook: the end."""

from __future__ import annotations

from engine.rulesets.rhye import events
from tests.rhye.builders import Arrangement, Game, a_game, deal

FIFTEEN = (
    *("iberia", "gaul", "germania", "italia", "hellas", "sarmatia", "anatolia", "euphrates"),
    *("arabia", "persia", "indus", "ganges", "deccan", "mekong", "yunnan"),
)


def dominion(regions: int) -> Arrangement:
    return a_game().with_settlements("angela", *FIFTEEN[:regions])


def launched(turn: int) -> Arrangement:
    """Angela's spaceship was built in that turn; it is turn 7."""
    return (
        a_game()
        .with_settlements("angela", "gaul", "italia")
        .with_wonder("italia", "spaceship")
        .then(lambda state: state.launches.__setitem__(0, turn))
    )


def result(game: Game) -> tuple[str, int]:
    outcome = game.outcome()
    assert outcome is not None
    (winner,) = outcome.winners
    return outcome.reason, winner


def test_12_space_comes_before_domination_before_score() -> None:
    both = launched(6).with_settlements("brad", *FIFTEEN[4:], "huang_he", "gobi", "steppe", "nile")
    game = both.at("end")
    assert result(game) == ("space_race", 0)
    score = dominion(15).then(lambda state: setattr(state, "last_round", 7)).at("end")
    assert result(score) == ("domination", 0)


def test_12_a_table_may_set_a_turn_limit() -> None:
    game = a_game().with_option("turn_limit", 7).with_gold("brad", 60).at("end")
    assert result(game) == ("turn_limit", 1)


def test_12_1_the_capital_must_be_held_through_the_next_round() -> None:
    game = launched(7).at("end", dice=[1])
    assert game.outcome() is None and game.turn == 8
    assert result(launched(6).at("end")) == ("space_race", 0)


def test_12_1_losing_the_capital_fails_the_launch_for_good() -> None:
    game = launched(7).with_units("brad", "gaul", swordsman=1).at("battles").play("brad", "capture")
    assert game.event(events.LaunchFailed).seat == 0
    assert game.realm("angela").launched == 0
    assert game.player("angela").wonders == ("spaceship",)


def test_12_1_a_capital_that_was_sold_fails_it_too() -> None:
    game = launched(7).in_contact("angela", "brad").at("movement")
    deal(game, "angela", "brad", give=["settlement:gaul"])
    assert game.event(events.LaunchFailed).seat == 0
    assert game.realm("angela").capital == "italia"


def test_12_1_the_flight_goes_on_without_the_place_where_the_ship_was_built() -> None:
    game = launched(6).with_units("brad", "italia", swordsman=1).at("battles")
    game.play("brad", "capture").play("brad", [])
    assert game.player("brad").wonders == ("spaceship",)
    for name in ("angela", "brad", "chris"):
        game.play(name, {"action": "consolidation"})
    assert result(game) == ("space_race", 0)


def test_12_2_domination_is_15_regions() -> None:
    assert dominion(14).at("end", dice=[1]).outcome() is None
    assert result(dominion(15).at("end")) == ("domination", 0)


def test_12_2_three_units_hold_a_region_unless_others_have_three() -> None:
    held = dominion(14).with_units("angela", "gobi", swordsman=3)
    assert result(held.at("end")) == ("domination", 0)
    two = dominion(14).with_units("angela", "gobi", swordsman=2)
    assert two.at("end", dice=[1]).outcome() is None
    contested = dominion(14).with_units("angela", "gobi", swordsman=3)
    contested.with_units("brad", "gobi", swordsman=3)
    assert contested.at("end", dice=[1]).outcome() is None
    settled = dominion(14).with_units("angela", "gobi", swordsman=3)
    settled.with_settlement("brad", "gobi")
    assert settled.at("end", dice=[1]).outcome() is None


def test_12_2_it_is_checked_after_the_battles_too() -> None:
    game = (
        dominion(14)
        .with_settlements("brad", "nile", "gobi")
        .with_units("angela", "gobi", swordsman=1)
        .at("battles")
        .play("angela", "capture")
    )
    assert result(game) == ("domination", 0)


def test_12_3_the_score_counts_after_three_more_rounds() -> None:
    def learnt(last_round: int) -> Arrangement:
        return a_game().then(lambda state: setattr(state, "last_round", last_round))

    assert learnt(8).at("end", dice=[1]).outcome() is None
    assert learnt(7).with_gold("brad", 50).at("end").outcome() is not None


def test_12_3_example_a_gold_cities_wonders_and_first_technologies() -> None:
    game = (
        a_game()
        .with_gold("angela", 145)
        .with_settlements("angela", "gaul", "italia", size="city")
        .with_settlement("angela", "nile")
        .with_wonder("gaul", "oracle")
        .with_technologies(
            "angela", "writing", "calendar", "trade", "guilds", "astronomy", first=True
        )
        .at("actions")
    )
    points = game.player("angela").points
    assert points == {"gold": 2, "cities": 2, "wonders": 1, "firsts": 1}


def test_12_3_ties_go_to_more_cities_then_more_gold() -> None:
    def ended() -> Arrangement:
        return a_game().with_option("turn_limit", 7)

    cities = ended().with_settlement("angela", "gaul", "city").with_gold("brad", 50)
    assert result(cities.at("end")) == ("turn_limit", 0)
    gold = ended().with_gold("angela", 60).with_gold("brad", 70)
    assert result(gold.at("end")) == ("turn_limit", 1)
    shared = ended().with_gold("angela", 60).with_gold("brad", 60).at("end").outcome()
    assert shared is not None and shared.winners == (0, 1)


def test_12_4_without_settlements_a_player_plays_on_with_units() -> None:
    game = a_game().without_home("brad").with_units("brad", "gobi", swordsman=1).at("actions")
    assert "brad" in game.asked()
    assert game.realm("brad").capital == ""


def test_12_4_with_neither_they_are_out_and_the_last_one_has_won() -> None:
    game = a_game(2).without_home("brad").at("end")
    assert result(game) == ("last_one_standing", 0)


def test_12_4_who_is_out_scores_nothing() -> None:
    game = (
        a_game()
        .without_home("brad")
        .with_gold("brad", 500)
        .with_settlement("brad", "steppe", "city")
        .with_units("angela", "steppe", swordsman=1)
        .at("battles")
        .play("angela", "capture")
    )
    assert sum(game.player("brad").points.values()) == 0


def test_12_4_the_resources_of_the_fallen_are_nobodys() -> None:
    game = (
        a_game()
        .without_home("brad")
        .with_settlement("brad", "steppe")
        .with_marker("gobi", "iron", colony="brad")
        .with_units("angela", "steppe", swordsman=1)
        .at("battles")
        .play("angela", "capture")
    )
    assert game.view().fallen == (1,)
    assert game.colony("gobi") is None


def test_12_the_last_one_left_wins_without_another_phase() -> None:
    game = a_game(2).with_settlement("brad", "dakota").with_units("angela", "dakota", swordsman=1)
    assert result(game.at("battles").play("angela", "capture")) == ("last_one_standing", 0)
