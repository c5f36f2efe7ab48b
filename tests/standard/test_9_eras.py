"""Rulebook 9.1 and 9.2: the eras and when they end."""

import pytest

from engine.rulesets.standard.events import EraBegan, EraEnding, GameEnded
from engine.rulesets.standard.tables import CARDS
from tests.standard.builders import (
    BUY_NOTHING,
    BUY_TECHNOLOGY,
    Arrangement,
    Game,
    a_game,
    buy,
    dealt,
    look,
)

ERAS = ("ancient", "medieval", "gunpowder", "modern")
SUPPLY = {"ancient": 15, "medieval": 10, "gunpowder": 10, "modern": 18}


def a_last_card(era: str = "medieval") -> Arrangement:
    """Nine of the ten technologies of the era are taken, by two each and Angela's one."""
    game = a_game(5).in_era(era).with_technologies("angela", **{era: 1})
    for name in ("brad", "chris", "dana", "erik"):
        game = game.with_technologies(name, **{era: 2})
    return game.with_gold("angela", 30)


# 9.1 Eras


def test_9_1_the_game_begins_in_the_ancient_era() -> None:
    assert Game.start(2, [6, 6, 1, 1]).era == "ancient"


@pytest.mark.parametrize("era", ERAS)
def test_9_1_each_era_has_its_supply_of_technologies(era: str) -> None:
    assert a_game().in_era(era).at("trade").view().technologies_left == SUPPLY[era]


def test_9_1_the_supply_can_be_bought_to_the_last_card() -> None:
    game = a_game().in_era("medieval").with_gold("angela", 550).at("purchase")
    for _ in range(10):
        game.play("angela", BUY_TECHNOLOGY)
    assert game.player("angela").technologies == CARDS[15:25]
    assert game.gold("angela") == 0


def test_9_1_what_one_owns_stays_ones_own_in_later_eras() -> None:
    game = (
        a_game()
        .with_technologies("angela", ancient=3)
        .with_wonders("angela", "great_library")
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "north_sea", galley=1)
        .at("end")
    )
    assert game.era == "medieval"
    assert game.technologies("angela") == 3
    assert game.wonders("angela") == ("great_library",)
    assert game.units("angela", "gobi") == {"swordsman": 1}
    assert game.units("angela", "north_sea") == {"galley": 1}


# 9.2 When an era ends


@pytest.mark.parametrize("era", ERAS)
def test_9_2_a_third_technology_of_the_era_ends_it(era: str) -> None:
    game = a_game().in_era(era).with_technologies("angela", **{era: 1}).with_gold("angela", 60)
    table = game.at("purchase").play("angela", BUY_TECHNOLOGY)
    assert table.events(EraEnding) == []
    table.play("angela", BUY_TECHNOLOGY)
    assert table.event(EraEnding).era == era
    assert table.view().era_ending


def test_9_2_technologies_of_earlier_eras_do_not_count() -> None:
    game = a_game().in_era("medieval").with_technologies("angela", ancient=5, medieval=1)
    table = game.with_gold("angela", 70).at("purchase").play("angela", BUY_TECHNOLOGY)
    assert not table.view().era_ending


def test_9_2_technologies_of_several_players_do_not_add_up() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_technologies("brad", ancient=2)
    assert not game.at("trade").view().era_ending


def test_9_2_the_last_technology_ends_the_era_too() -> None:
    game = a_last_card().at("purchase")
    assert not game.view().era_ending
    game.play("angela", BUY_TECHNOLOGY)
    assert game.event(EraEnding).era == "medieval"
    assert max(player.technologies_by_era[1] for player in game.view().players) == 2


def test_9_2_a_found_technology_ends_it_like_a_bought_one() -> None:
    game = a_last_card().with_units("angela", "gobi", settler=1)
    table = game.with_marker("gobi", "free_technology").at("movement").play("angela", look("gobi"))
    assert table.view().era_ending


def test_9_2_a_traded_technology_ends_it_like_a_bought_one() -> None:
    game = a_game().with_technologies("angela", ancient=2).with_technologies("brad", ancient=2)
    table = dealt(game.at("trade"), "brad", "angela", give=["technology:ancient"])
    assert table.view().era_ending


def test_9_2_the_turn_is_played_to_its_end_in_the_old_era() -> None:
    game = a_game(3).with_technologies("angela", ancient=2).with_gold("angela", 70)
    table = game.with_gold("brad", 15).at("purchase").play("angela", BUY_TECHNOLOGY)
    assert table.era == "ancient"
    table.play("angela", BUY_TECHNOLOGY)
    assert table.player("angela").technologies_by_era == (4, 0, 0, 0)
    table.refuses("brad", buy("knight", "patagonia"), "wrong_era", "buying-units")
    table.play("brad", BUY_TECHNOLOGY).play("brad", buy("swordsman", "patagonia"))
    table.play("angela", [])
    assert (table.turn, table.era) == (8, "medieval")


def test_9_2_wonders_of_the_old_era_can_be_announced_until_then() -> None:
    game = a_game().with_technologies("angela", ancient=3).with_gold("angela", 5).at("purchase")
    game.announce("angela", "great_library")
    assert game.wonders("angela") == ("great_library",)


@pytest.mark.parametrize(("era", "new"), [(0, 1), (1, 2), (2, 3)])
def test_9_2_the_new_era_begins_with_the_next_turn(era: int, new: int) -> None:
    game = a_game().in_era(ERAS[era]).with_technologies("angela", **{ERAS[era]: 3})
    table = game.on_turn(4).at("end")
    assert (table.turn, table.era) == (5, ERAS[new])
    assert not table.view().era_ending
    assert table.event(EraBegan).era == ERAS[new]


def test_9_2_what_was_left_over_is_gone() -> None:
    arranged = a_game().with_technologies("angela", ancient=3).with_wonders("brad", "great_wall")
    game = arranged.at("end")
    began = game.event(EraBegan)
    assert (began.technologies_lapsed, began.wonders_lapsed) == (12, 2)
    lapsed = [wonder.id for wonder in game.view().wonders if wonder.lapsed]
    assert lapsed == ["hanging_gardens", "great_library"]
    assert "announce" not in game.may("angela")


def test_9_2_without_a_third_technology_the_era_goes_on() -> None:
    game = a_game().with_technologies("angela", ancient=2).at("end")
    assert game.era == "ancient"
    assert game.events(EraBegan) == []


def test_9_2_a_new_era_sells_its_own_technologies() -> None:
    game = a_game().with_technologies("angela", ancient=3).with_gold("angela", 40).at("end")
    game.lapse(lambda game: game.asked() == {"angela": "purchase"}, dice=[3, 4])
    game.play("angela", BUY_TECHNOLOGY)
    assert game.player("angela").technologies_by_era == (3, 1, 0, 0)


def test_9_2_a_third_modern_technology_ends_the_game_instead() -> None:
    game = a_game().in_era("modern").with_technologies("angela", modern=2).with_gold("angela", 50)
    table = game.at("purchase").play("angela", BUY_TECHNOLOGY)
    assert table.outcome() is None
    table.play("angela", BUY_NOTHING).play("angela", ["edisons_lab"])
    assert table.event(GameEnded).reason == "modern_technologies"
