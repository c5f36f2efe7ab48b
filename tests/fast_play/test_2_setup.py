"""Set-up (rulebook chapter 2)."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.decision import Choice
from engine.core.dice import KeyedDice
from engine.rulesets.fast_play import RULESET, events
from engine.rulesets.fast_play.setup import find_room
from engine.world import world
from tests.fast_play.builders import Game, a_game

BOARD = world()


def regions(*places: str) -> list[int]:
    return [BOARD.index[place] for place in places]


def test_2_1_the_bag_holds_everything_and_the_board_nothing() -> None:
    game = Game.start(2)
    bag = game.view().bag
    assert sum(bag.values()) == 96
    assert (bag["wine"], bag["fertile"], bag["no_encounter"]) == (5, 3, 16)
    assert all(space.marker is None for space in game.view().spaces)
    assert game.space("gobi").unexplored


def test_2_1_there_are_more_markers_than_regions() -> None:
    assert sum(Game.start(6).view().bag.values()) > len(BOARD.land)


def test_2_2_everyone_has_4_gold() -> None:
    game = Game.start(6)
    assert [player.gold for player in game.view().players] == [4] * 6


def test_2_3_the_lot_says_who_places_first() -> None:
    game = Game.start(3, first="chris")
    assert game.event(events.OrderDrawn).first == 2
    assert game.asked() == {"chris": "placement"}


def test_2_3_the_order_runs_forth_and_back() -> None:
    game = Game.start(3, first="brad")
    asked = []
    for place in ("gobi", "gaul", "libya", "nubia", "germania"):
        (name,) = game.asked()
        asked.append(name)
        game.play(name, place)
    assert asked == ["brad", "chris", "angela", "angela", "chris"]
    assert game.asked() == {"brad": "placement"}


def test_2_4_each_region_gets_a_village_a_swordsman_and_a_settler() -> None:
    game = Game.start(2).play("angela", "gobi")
    assert game.settlement("gobi") == ("angela", "village")
    assert game.units("angela", "gobi") == {"settler": 1, "swordsman": 1}


def test_2_4_starting_regions_are_explored_and_empty() -> None:
    game = Game.start(2).play("angela", "gobi")
    assert not game.space("gobi").unexplored
    assert game.marker("gobi") is None
    assert sum(game.view().bag.values()) == 96


def test_2_4_a_taken_region_is_refused() -> None:
    Game.start(2).play("angela", "gobi").refuses(
        "brad", "gobi", "settled_already", "setup-placement"
    )


def test_2_4_a_sea_zone_is_no_region() -> None:
    Game.start(2).refuses("angela", "north_sea", "settle_on_land", "setup-placement")


def test_2_4_the_second_region_is_beside_the_first() -> None:
    game = Game.start(2).play("angela", "gobi").play("brad", "gaul")
    assert set(game.options("brad")) == {"iberia", "germania", "italia"}
    game.refuses("brad", "libya", "not_beside_first", "setup-placement")


def test_2_4_a_strait_is_a_border() -> None:
    game = Game.start(2).play("angela", "gobi").play("brad", "hellas")
    assert "anatolia" in game.options("brad")


def test_2_4_the_sea_does_not_make_neighbours() -> None:
    game = Game.start(2).play("angela", "gobi").play("brad", "gaul")
    game.refuses("brad", "britannia", "not_beside_first", "setup-placement")


@pytest.mark.parametrize("island", ["britannia", "nippon", "madagascar", "antilles", "java"])
def test_2_5_islands_block_their_own_owner(island: str) -> None:
    Game.start(2).refuses("angela", island, "blocks_a_player", "setup-blocking")


def test_2_5_example_a_the_only_neighbour_is_kept_free() -> None:
    game = Game.start(2).play("angela", "kamchatka")
    assert "yakutia" not in game.options("brad")
    game.refuses("brad", "yakutia", "blocks_a_player", "setup-blocking")


def test_2_5_the_only_neighbour_is_kept_free_in_the_second_round_too() -> None:
    game = Game.start(2).play("angela", "kamchatka").play("brad", "gobi")
    assert "yakutia" not in game.options("brad")
    assert "siberia" in game.options("brad")


def test_2_5_two_players_may_not_be_left_with_one_region() -> None:
    # Tanami, Gibson and Murray are a continent of three: whoever joins Angela there takes either
    # her last neighbour or his own.
    game = Game.start(2).play("angela", "tanami")
    game.refuses("brad", "gibson", "blocks_a_player", "setup-blocking")
    game.refuses("brad", "murray", "blocks_a_player", "setup-blocking")


def test_2_5_a_choice_stands_while_everyone_has_one_way_left() -> None:
    game = Game.start(3).play("angela", "gaul")
    # Iberia has Gaul alone, and Angela is there.
    game.refuses("brad", "iberia", "blocks_a_player", "setup-blocking")
    # Germania and Italia leave Gaul a neighbour each.
    game.play("brad", "germania").play("chris", "italia")
    assert game.settlement("hellas") == ("chris", "village")
    assert game.asked() == {"brad": "placement"}


def test_2_5_everyone_must_find_room_at_the_same_time() -> None:
    free = frozenset(regions("gaul", "germania"))
    assert find_room(regions("iberia"), 0, free) == frozenset(regions("gaul"))
    # Italia could take Gaul, but must leave it to Iberia, whoever is asked first.
    assert find_room(regions("iberia", "italia"), 0, free) == free
    assert find_room(regions("italia", "iberia"), 0, free) == free
    assert find_room(regions("iberia", "italia"), 0, frozenset(regions("gaul"))) is None


def test_2_5_newcomers_need_two_neighbours_together() -> None:
    assert find_room([], 1, frozenset(regions("gaul", "iberia"))) is not None
    assert find_room([], 1, frozenset(regions("gaul", "libya", "gobi"))) is None
    assert find_room([], 2, frozenset(regions("gaul", "iberia", "germania"))) is None
    assert find_room(regions("iberia"), 1, frozenset(regions("gaul", "germania"))) is None


def test_2_5_a_second_region_without_a_choice_is_taken_at_once() -> None:
    game = Game.start(2).play("angela", "kamchatka").play("brad", "gobi")
    game.play("brad", "steppe", [1])
    assert game.settlement("yakutia") == ("angela", "village")
    assert [(e.seat, e.place) for e in game.events(events.Placed) if e.forced] == [(0, "yakutia")]
    assert game.turn == 1


@pytest.mark.parametrize("seed", range(10))
def test_2_5_six_players_in_the_tightest_corners_all_find_room(seed: int) -> None:
    rng, dice = Random(seed), KeyedDice(b"%d" % seed, [b""] * 6)
    state = RULESET.start(6, {}, dice).state
    while RULESET.view(state, None).phase == "placement":
        (decision,) = (d for d in RULESET.pending(state) if d.blocking)
        free = set(decision.grammar.enumerate())
        tight = sorted(free, key=lambda p: len(BOARD.beside[BOARD.index[p]]))
        place = rng.choice(tight[:4])
        RULESET.play(state, Choice(decision.seat, decision.id, place), dice)
    assert all(p.settlements == (2, 0, 0, 0) for p in RULESET.view(state, None).players)


def test_2_6_the_lot_for_the_first_turn_is_drawn_again() -> None:
    game = Game.start(2).play("angela", "gobi").play("brad", "gaul").play("brad", "iberia")
    game.play("angela", "steppe", [2])
    assert game.event(events.TurnBegan).first == 1
    assert game.first == "brad"


def test_2_4_the_clock_takes_the_roomiest_region() -> None:
    game = a_game().at("placement")
    place = game.default("angela")
    most = max(len(BOARD.beside[region]) for region in BOARD.land)
    assert len(BOARD.beside[BOARD.index[place]]) == most
