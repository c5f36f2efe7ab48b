"""Eras (rulebook 4.1 to 4.4)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.tables import ERAS
from tests.covering import covers
from tests.fast_play.builders import DONE, TECHNOLOGY, Arrangement, Game, a_game, build, grow


def on_the_brink(era: str, players: int = 2) -> Arrangement:
    """Angela owns two technologies of an era and can pay for another."""
    return (
        a_game(players)
        .in_era(era)
        .with_settlements("angela", "gaul", "iberia")
        .with_technologies("angela", **{era: 2})
        .with_gold("angela", 40)
        .with_exploited("oil")
    )


def test_4_1_the_game_begins_in_the_ancient_era() -> None:
    assert Game.start(2).era == "ancient"


def test_4_1_what_was_achieved_stays() -> None:
    game = on_the_brink("ancient").with_wonders("angela", "pyramids").at("purchase")
    game.play("angela", TECHNOLOGY)
    assert game.technologies("angela") == ("ancient", "ancient", "medieval")
    assert game.player("angela").wonders == ("pyramids",)


@covers("era.medieval", "era.gunpowder", "era.modern")
@pytest.mark.parametrize(("old", "new"), list(pairwise(ERAS)))
def test_4_2_a_third_technology_begins_the_next_era_at_once(old: str, new: str) -> None:
    game = on_the_brink(old).at("purchase").play("angela", TECHNOLOGY)
    assert game.era == new
    assert game.event(events.EraBegan).era == new
    assert game.phase == "purchase"


def test_4_2_units_of_the_new_era_at_once_and_no_old_ones() -> None:
    game = on_the_brink("ancient").at("purchase")
    game.play("angela", build("swordsman", "gaul")).play("angela", TECHNOLOGY)
    game.refuses("angela", build("swordsman", "iberia"), "wrong_era", "buying-units")
    game.play("angela", build("man_at_arms", "iberia"))
    assert game.units("angela", "iberia") == {"man_at_arms": 1}


def test_4_2_settlements_grow_to_the_new_size_at_once() -> None:
    game = on_the_brink("ancient").at("purchase")
    assert "grow" not in game.prices("angela")
    game.play("angela", TECHNOLOGY).play("angela", grow("gaul"))
    assert game.settlement("gaul") == ("angela", "town")


def test_4_2_old_wonders_are_lost_and_new_ones_to_be_had() -> None:
    game = on_the_brink("ancient").with_wonders("brad", "pyramids").at("purchase")
    game.play("angela", TECHNOLOGY)
    assert game.event(events.EraBegan).wonders_lapsed == 2
    lapsed = [wonder.id for wonder in game.view().wonders if wonder.lapsed]
    assert lapsed == ["hanging_gardens", "colossus"]
    assert game.aside("angela")[0] == 8


def test_4_3_whoever_began_the_era_buys_no_more_technologies() -> None:
    game = on_the_brink("ancient").at("purchase").play("angela", TECHNOLOGY)
    assert "technology" not in game.prices("angela")
    game.refuses("angela", TECHNOLOGY, "one_of_new_era", "era-technologies")


def test_4_3_next_turn_it_buys_again() -> None:
    game = on_the_brink("ancient").at("purchase").play("angela", TECHNOLOGY)
    game.lapse(lambda game: game.turn == 8 and "angela" in game.asked())
    assert game.prices("angela")["technology"] == 7


def later_buyer(gold: int, ancient: int) -> Game:
    """The medieval era has begun this turn, and Brad buys now."""
    return (
        a_game()
        .in_era("medieval", begun_now=True)
        .with_settlement("brad", "gobi")
        .with_technologies("brad", ancient=ancient)
        .with_gold("brad", gold)
        .at("purchase", by="brad")
    )


def test_4_3_others_still_buy_technologies_of_the_old_era() -> None:
    game = later_buyer(gold=11, ancient=0)
    assert game.prices("brad")["technology"] == 5
    game.play("brad", TECHNOLOGY).play("brad", TECHNOLOGY)
    assert game.technologies("brad") == ("ancient", "ancient")
    assert game.gold("brad") == 1


def test_4_3_with_two_old_ones_others_buy_one_of_the_new_era() -> None:
    game = later_buyer(gold=30, ancient=2)
    assert game.prices("brad")["technology"] == 7
    game.play("brad", TECHNOLOGY)
    assert game.technologies("brad") == ("ancient", "ancient", "medieval")
    game.refuses("brad", TECHNOLOGY, "one_of_new_era", "era-technologies")
    assert game.era == "medieval"


def test_4_3_the_second_old_one_may_be_bought_on_the_way() -> None:
    game = later_buyer(gold=13, ancient=1).play("brad", TECHNOLOGY).play("brad", TECHNOLOGY)
    assert game.technologies("brad") == ("ancient", "ancient", "medieval")
    assert game.gold("brad") == 1


def test_4_3_next_turn_the_old_ones_are_gone() -> None:
    game = later_buyer(gold=40, ancient=0).play("brad", DONE)
    game.lapse(lambda game: game.turn == 8 and "brad" in game.asked())
    game.play("brad", TECHNOLOGY)
    assert game.technologies("brad") == ("medieval",)


def test_4_3_the_sheet_says_what_the_next_technology_costs_whenever_it_can_be_bought() -> None:
    game = later_buyer(gold=11, ancient=0)
    assert game.player("brad").next_technology == 5
    game.play("brad", DONE)
    assert game.player("brad").next_technology == 7


def test_4_3_example_a_an_era_begins_amid_the_purchases() -> None:
    game = (
        a_game(4)
        .with_settlements("angela", "gobi", "steppe")
        .with_settlements("brad", "gaul", "iberia", "germania", "italia")
        .with_settlement("chris", "libya")
        .with_settlement("dana", "congo")
        .with_technologies("brad", ancient=2)
        .with_technologies("chris", ancient=1)
        .with_gold("angela", 2)
        .with_gold("brad", 6)
        .with_gold("chris", 13)
        .with_gold("dana", 8)
        .at("purchase")
    )
    # Brad receives 4 for villages and 2 for technologies, Chris 2, Dana 1.
    game.play("angela", build("swordsman", "gobi", "steppe"))
    game.play("brad", build("catapult", "gaul", "iberia"))
    assert game.gold("brad") == 10
    game.play("brad", TECHNOLOGY)
    assert (game.era, game.gold("brad")) == ("medieval", 3)
    assert "technology" not in game.prices("brad")
    game.play("brad", build("man_at_arms", "germania")).play("brad", grow("italia"))
    assert game.settlement("italia") == ("brad", "town")
    # Chris is the example's Fred, Dana its Silvia.
    assert game.asked() == {"chris": "purchase"}
    game.play("chris", TECHNOLOGY).play("chris", TECHNOLOGY)
    assert game.technologies("chris") == ("ancient", "ancient", "medieval")
    assert game.gold("chris") == 3
    assert "technology" not in game.prices("chris")
    game.play("chris", build("medieval_catapult", "libya"))
    assert game.gold("chris") == 1
    game.play("dana", TECHNOLOGY)
    assert game.technologies("dana") == ("ancient",)
    assert {"man_at_arms", "grow"} <= set(game.prices("dana"))


def test_4_4_ancient_units_are_removed_at_the_end_of_the_turn_of_gunpowder() -> None:
    game = (
        a_game()
        .in_era("gunpowder", begun_now=True)
        .with_units("angela", "gaul", swordsman=2, settler=1, man_at_arms=1)
        .with_units("brad", "biscay_sea", galley=1)
        .with_units("barbarians", "gobi", horseman=1)
        .at("end")
    )
    assert game.units("angela", "gaul") == {"man_at_arms": 1, "settler": 1}
    assert game.units("brad", "biscay_sea") == {}
    assert game.units("barbarians", "gobi") == {}
    assert game.event(events.UnitsObsolete).lost == (
        (0, (("swordsman", 2),)),
        (1, (("galley", 1),)),
        (-1, (("horseman", 1),)),
    )


def test_4_4_medieval_catapults_outlive_gunpowder_but_not_the_modern_era() -> None:
    catapults = a_game().with_units("angela", "gaul", medieval_catapult=1, settler=1)
    assert catapults.in_era("gunpowder", begun_now=True).at("end").units("angela", "gaul") == {
        "medieval_catapult": 1,
        "settler": 1,
    }
    assert catapults.in_era("modern", begun_now=True).at("end").units("angela", "gaul") == {
        "settler": 1
    }


def test_4_4_during_that_turn_old_units_still_stand() -> None:
    game = on_the_brink("medieval").with_units("angela", "gaul", swordsman=1).at("purchase")
    game.play("angela", TECHNOLOGY)
    assert game.units("angela", "gaul") == {"swordsman": 1}


def test_4_4_nothing_is_removed_in_later_turns() -> None:
    game = a_game().in_era("gunpowder").with_units("angela", "gaul", swordsman=1).at("end")
    assert game.units("angela", "gaul") == {"swordsman": 1}


def test_4_4_nothing_is_removed_when_the_medieval_era_begins() -> None:
    game = (
        a_game()
        .in_era("medieval", begun_now=True)
        .with_units("angela", "gaul", swordsman=1)
        .at("end")
    )
    assert game.units("angela", "gaul") == {"swordsman": 1}


def test_4_4_a_people_of_old_units_alone_falls() -> None:
    game = a_game(3).in_era("modern", begun_now=True).with_units("brad", "gaul", knight=1).at("end")
    assert game.player("brad").fallen
