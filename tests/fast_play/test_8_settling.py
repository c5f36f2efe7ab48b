"""New settlements and resources (rulebook chapter 8)."""

from __future__ import annotations

import pytest

from engine.rulesets.fast_play import events
from tests.covering import covers
from tests.fast_play.builders import Arrangement, a_game

TEN = (
    *("iberia", "gaul", "germania", "italia", "hellas"),
    *("sarmatia", "muscovy", "steppe", "siberia", "yakutia"),
)


def a_settler(place: str = "gobi", home: str = "steppe") -> Arrangement:
    """Angela's settler stands next to her village."""
    return a_game().with_settlement("angela", home).with_units("angela", place, settler=1)


def test_8_a_settler_becomes_a_village_for_nothing() -> None:
    game = a_settler().with_explored("gobi").at("settling").play("angela", "gobi")
    assert game.settlement("gobi") == ("angela", "village")
    assert game.units("angela", "gobi") == {}
    assert game.event(events.Settled).size == 1


def test_8_it_may_wait() -> None:
    game = a_settler().with_explored("gobi").at("settling").play("angela", "done")
    assert game.units("angela", "gobi") == {"settler": 1}


def test_8_all_players_are_asked_at_once() -> None:
    game = (
        a_settler()
        .with_explored("gobi", "gaul")
        .with_settlement("brad", "iberia")
        .with_units("brad", "gaul", settler=1)
        .at("settling")
    )
    assert game.asked() == {"angela": "settle", "brad": "settle"}
    game.play("brad", "gaul")
    assert game.asked() == {"angela": "settle"}


def test_8_1_not_where_nobody_has_explored() -> None:
    game = a_settler().with_units("angela", "siberia", settler=1).with_explored("siberia")
    table = game.at("settling")
    table.refuses("angela", "gobi", "not_explored", "settling-where")


@pytest.mark.parametrize("terrain", ["desert", "mountains", "jungle_forest"])
def test_8_1_not_on_barren_terrain(terrain: str) -> None:
    game = a_settler().with_marker("gobi", terrain).with_explored("siberia")
    table = game.with_units("angela", "siberia", settler=1).at("settling")
    table.refuses("angela", "gobi", "barren", "terrain")


def test_8_1_not_where_a_settlement_is() -> None:
    game = a_settler().with_explored("gobi").with_units("angela", "steppe", settler=1)
    game.at("settling").refuses("angela", "steppe", "settled_already", "settling-where")


def test_8_1_not_without_a_settler() -> None:
    game = a_settler().with_explored("gobi", "siberia").at("settling")
    game.refuses("angela", "siberia", "no_settler_here", "settling")
    game.refuses("angela", "north_sea", "settle_on_land", "settling-where")


def test_8_1_only_next_to_ones_own() -> None:
    game = (
        a_settler()
        .with_explored("gobi", "libya")
        .with_settlement("brad", "nile")
        .with_units("angela", "libya", settler=1)
        .at("settling")
    )
    game.refuses("angela", "libya", "not_connected", "settling-where")


def test_8_1_a_new_settlement_counts_for_the_next() -> None:
    game = (
        a_settler()
        .with_explored("gobi", "huang_he")
        .with_units("angela", "huang_he", settler=1)
        .at("settling")
    )
    assert "huang_he" not in game.options("angela")
    game.play("angela", "gobi").play("angela", "huang_he")
    assert game.settlement("huang_he") == ("angela", "village")


def test_8_1_fleets_are_stepping_stones() -> None:
    without = (
        a_settler("britannia", home="iberia")
        .with_explored("britannia", "gaul")
        .with_units("angela", "gaul", settler=1)
    )
    assert "britannia" not in without.at("settling").options("angela")
    game = without.with_units("angela", "biscay_sea", galley=1).at("settling")
    assert "britannia" in game.options("angela")


def test_8_1_a_chain_of_fleets_as_well_and_without_limit() -> None:
    game = (
        a_settler("britannia", home="numidia")
        .with_explored("britannia")
        .with_units("angela", "biscay_sea", galley=1)
        .with_units("angela", "west_mediterranean", galley=1)
        .at("settling")
    )
    assert game.options("angela") == ["britannia", "done"]


def test_8_1_a_fleet_in_harbour_is_no_stepping_stone() -> None:
    game = (
        a_settler("britannia", home="iberia")
        .with_explored("britannia", "gaul")
        .with_units("angela", "gaul", settler=1)
        .with_units("angela", "iberia", galley=1)
        .at("settling")
    )
    assert "britannia" not in game.options("angela")


def test_8_2_fertile_land_every_time() -> None:
    game = a_settler().with_marker("gobi", "fertile").at("settling").play("angela", "gobi")
    assert game.settlement("gobi") == ("angela", "town")


def test_8_2_without_a_piece_of_that_size_one_waits() -> None:
    game = (
        a_game()
        .with_settlements("angela", *TEN, size="town")
        .with_marker("gobi", "fertile")
        .with_explored("bactria")
        .with_units("angela", "gobi", settler=1)
        .with_units("angela", "bactria", settler=1)
        .at("settling")
    )
    game.refuses("angela", "gobi", "no_piece", "piece-limits")
    game.play("angela", "bactria")
    assert game.settlement("bactria") == ("angela", "village")


def test_8_2_the_option_says_how_large_it_will_be() -> None:
    game = a_settler().with_marker("gobi", "fertile").at("settling")
    assert [option.label.data.get("size") for option in game.described("angela")] == [2, None]


@covers("resource.wine", "resource.gems", "resource.spices", "resource.rare_metals")
@pytest.mark.parametrize("resource", ["wine", "gems", "spices", "rare_metals"])
def test_8_3_luxuries_make_a_town(resource: str) -> None:
    game = a_settler().with_marker("gobi", resource).at("settling").play("angela", "gobi")
    assert game.settlement("gobi") == ("angela", "town")
    assert game.event(events.Settled).gold == 0
    assert not game.events(events.Unlocked)


@covers("resource.horses", "resource.iron", "resource.oil", "resource.coal")
@pytest.mark.parametrize("resource", ["horses", "iron", "oil", "coal"])
def test_8_3_others_pay_2_gold_and_serve_everyone(resource: str) -> None:
    game = a_settler().with_marker("gobi", resource).at("settling").play("angela", "gobi")
    assert game.settlement("gobi") == ("angela", "village")
    assert game.event(events.Settled).gold == 2
    assert game.event(events.Unlocked).resource == resource
    assert game.view().unlocked == (resource,)


def test_8_3_a_second_one_pays_again_and_unlocks_nothing_new() -> None:
    game = a_settler().with_exploited("iron").with_marker("gobi", "iron").at("settling")
    game.play("angela", "gobi")
    assert game.event(events.Settled).gold == 2
    assert not game.events(events.Unlocked)


def test_8_3_horses_let_everyone_build_cavalry() -> None:
    game = (
        a_settler()
        .with_marker("gobi", "horses")
        .with_settlement("brad", "gaul")
        .with_gold("brad", 5)
        .at("settling")
    )
    game.play("angela", "gobi")
    game.lapse(lambda game: game.asked() == {"brad": "purchase"})
    assert "horseman" in game.prices("brad")


def test_8_3_only_the_first_settlement_of_a_region_is_paid() -> None:
    game = a_settler("tasmania", home="aotearoa").with_exploited("gems", "wine")
    table = game.with_units("angela", "tasman_sea", galley=1).at("settling")
    table.play("angela", "tasmania")
    # Somebody had founded a town on this wine before, and lost it.
    assert table.settlement("tasmania") == ("angela", "village")
    assert table.event(events.Settled).marker == ""
