"""Rulebook 9: eras, wonders, declarations, destruction."""

from __future__ import annotations

import pytest

from engine.rulesets.advanced.events import (
    EndDeclared,
    EraBegan,
    PiecesReceived,
    RegionDestroyed,
    WonderGained,
    WondersTaken,
)
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.events import EraEnding
from tests.advanced.builders import END, Arrangement, Game, a_game, buy


def rich(era: str = "ancient") -> Arrangement:
    """Angela has a metropolis in Gobi and plenty of gold."""
    game = a_game().in_era(era).with_settlement("angela", "gobi", "metropolis")
    return game.with_gold("angela", 900)


def next_turn(game: Game, dice: tuple[int, ...] = ()) -> Game:
    return game.lapse(lambda now: now.turn == 8, dice)


def test_9_1_there_are_53_technologies_in_four_eras() -> None:
    assert [len(cards) for cards in TABLES.era_cards] == [15, 10, 10, 18]


def test_9_2_the_first_technology_of_the_next_era_ends_this_one_with_the_turn() -> None:
    game = (
        rich()
        .with_cards("brad", "currency")
        .with_improvements("brad", "temple")
        .with_units("brad", "nile", settler=1)
        .at("purchase")
    )
    game.play("angela", {"buy": "banking"})
    assert game.event(EraEnding).era == "ancient"
    assert game.era == "ancient"
    next_turn(game)
    assert game.era == "medieval"
    assert game.event(EraBegan).improvements == 1
    assert game.cards().improvements == (("bank",), (), ())


def test_9_2_until_the_turn_is_over_everything_is_of_the_old_era() -> None:
    game = rich().with_cards("brad", "code_of_laws", "construction", "bronze_working")
    table = game.at("purchase").play("angela", {"buy": "feudalism"})
    table.refuses("angela", buy("man_at_arms", "gobi"), "wrong_era", "buying-units")
    table.refuses("angela", {"buy": "castle"}, "wrong_era", "buying-improvements")
    assert table.prices("angela")["swordsman"] == 10
    assert table.prices("angela")["masonry"] == 15


def test_9_2_old_wonders_have_no_effect_but_score() -> None:
    game = rich("medieval").with_card_wonders("angela", "great_wall").at("purchase")
    assert game.state.defence(0) == 1
    assert game.player("angela").points["wonders"] == 2


def test_9_3_example_a_feudalism_brings_the_art_of_war_and_two_infantry() -> None:
    game = rich("medieval").with_cards("brad", "code_of_laws", "construction").at("purchase")
    game.play("angela", {"buy": "feudalism"})
    assert game.event(WonderGained).wonder == "sun_tsus_art_of_war"
    assert game.units("angela", "gobi") == {"man_at_arms": 2}
    wall = rich().with_cards("brad", "iron_working", "mathematics").at("purchase")
    wall.play("angela", {"buy": "construction"})
    assert wall.state.defence(0) == 2


@pytest.mark.parametrize("index", range(len(TABLES.wonders)))
def test_9_3_every_wonder_comes_with_its_technology(index: int) -> None:
    wonder = TABLES.wonders[index]
    good = "colony_ship" if wonder.bought else wonder.technology
    needs: tuple[str, ...] = ("fusion",)
    if not wonder.bought:
        needs = TABLES.technology_cards[TABLES.card_index[good]].needs
    game = rich(TABLES.eras[wonder.era]).with_settlement("angela", "nile", "metropolis")
    table = game.with_cards("brad", *needs).at("purchase")
    table.play("angela", {"buy": good})
    assert wonder.id in [event.wonder for event in table.events(WonderGained)]
    assert table.player("angela").points["wonders"] >= 2


def test_9_3_an_old_technology_still_brings_its_pieces() -> None:
    game = rich("medieval").at("purchase").play("angela", {"buy": "ceremonial_burial"})
    assert (game.event(PiecesReceived).unit, game.event(PiecesReceived).count) == ("horseman", 2)


@pytest.mark.parametrize(
    ("wonder", "ending"), [("united_nations", "diplomatic"), ("apollo_program", "military")]
)
def test_9_4_their_owner_may_declare_the_last_turn(wonder: str, ending: str) -> None:
    game = rich("modern").with_card_wonders("angela", wonder).at("purchase")
    assert "declare_end" not in game.may("brad")
    game.play("angela", ending, kind="declare_end")
    assert game.event(EndDeclared).reason == ending
    assert "declare_end" not in game.may("angela")


@pytest.mark.parametrize(
    ("wonder", "technology", "ending"),
    [
        ("united_nations", "radio_television", "diplomatic"),
        ("apollo_program", "space_flight", "military"),
    ],
)
def test_9_4_the_last_gold_of_a_turn_still_leaves_the_word(
    wonder: str, technology: str, ending: str
) -> None:
    facts = TABLES.technology_cards[TABLES.card_index[technology]]
    game = a_game().in_era("modern").with_settlement("angela", "gobi")
    game.with_cards("brad", *facts.needs).with_gold("angela", facts.cost)
    table = game.at("purchase").play("angela", {"buy": technology})
    assert table.asked() == {"angela": "purchase"}
    assert table.options("angela", "buy") == ["done"]
    table.play("angela", ending, kind="declare_end")
    outcome = table.outcome()
    assert outcome is not None and (outcome.reason, outcome.turns) == (ending, 7)


def test_9_4_only_who_may_declare_is_awaited_with_nothing_to_buy() -> None:
    game = rich("modern").with_card_wonders("brad", "united_nations")
    game.with_units("angela", "gobi", tank=1)
    assert game.at("purchase").play("angela", {"buy": "done"}).asked() == {"brad": "purchase"}
    game.with_option("length", "medium")
    assert game.at("purchase").play("angela", {"buy": "done"}).turn == 8


def test_9_4_short_games_are_not_declared_over() -> None:
    game = rich("modern").with_card_wonders("angela", "united_nations")
    assert "declare_end" not in game.with_option("length", "short").at("purchase").may("angela")


def test_9_5_the_manhattan_project_destroys_a_region_once() -> None:
    game = (
        rich("modern")
        .with_card_wonders("angela", "manhattan_project")
        .with_settlement("brad", "persia", "city")
        .with_units("brad", "persia", tank=2, settler=1)
        .with_units("chris", "persia", swordsman=1)
        .with_gold("brad", 30)
        .at("purchase")
    )
    game.play("angela", "persia", kind="destroy")
    destroyed = game.event(RegionDestroyed)
    assert (destroyed.owner, destroyed.size) == (1, 3)
    assert game.space("persia").settlement is None
    assert game.event(WondersTaken).gold == 30
    assert "destroy" not in game.may("angela")


def test_9_5_nobody_destroys_their_own_last_settlement() -> None:
    game = rich("modern").with_card_wonders("angela", "manhattan_project")
    game.with_units("brad", "persia", tank=1)
    (home,) = (place for place in ("gobi",) if game.at("purchase").settlement(place))
    alone = game.at("purchase")
    assert home not in alone.options("angela", kind="destroy")
    alone.refuses("angela", home, "last_of_ones_own", "destruction", kind="destroy")
    alone.refuses("angela", "nile", "nothing_there", "destruction", kind="destroy")
    alone.refuses("angela", "arabian_sea", "only_land", "destruction", kind="destroy")
    more = game.with_settlement("angela", "steppe").at("purchase")
    assert home in more.options("angela", kind="destroy")


def test_9_5_whoever_is_destroyed_while_others_move_does_not_move() -> None:
    game = (
        rich("modern")
        .with_card_wonders("angela", "manhattan_project")
        .with_settlement("brad", "persia")
        .with_units("brad", "nile", tank=1)
        .with_settlement("chris", "gaul")
        .with_units("chris", "gaul", tank=1)
        .with_units("angela", "gobi", tank=1)
        .at("movement")
    )
    game.play("angela", "persia", kind="destroy").play("angela", END)
    assert game.asked() == {"chris": "movement"}
    assert game.units("brad", "nile") == {}
