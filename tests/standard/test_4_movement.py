"""Rulebook 4, 4.1, 4.2, 4.5 and 4.6: moving on land and sea."""

import pytest

from engine.rulesets.standard.events import Halted, Moved, MovementEnded
from engine.rulesets.standard.tables import TABLES
from engine.world import Travel, world
from tests.standard.builders import DONE, END, Arrangement, Game, a_game, look, move

BOARD = world()


def within(place: str, points: int, by: Travel) -> set[str]:
    """Every space at most so many spaces away, the place itself left out."""
    origin = BOARD.index[place]
    return {BOARD.id(space) for space in BOARD.within(origin, points, by) if space != origin}


def one_unit(unit: str, place: str) -> tuple[Game, str]:
    """Angela's only piece, and its name in orders."""
    game = a_game().with_units("angela", place, **{unit: 1}).at("movement")
    (units,) = game.stacks("angela", place)
    return game, units.key or unit


# 4 Movement


def test_4_pieces_move_in_any_order_group_by_group() -> None:
    game = a_game().with_units("angela", "gobi", settler=1, swordsman=2, horseman=1).at("movement")
    game.play("angela", move("gobi", "steppe", "horseman", "swordsman"))
    game.play("angela", move("gobi", "siberia", "settler"))
    game.play("angela", move("gobi", "himalaya", "swordsman"))
    game.play("angela", move("siberia", "muscovy", "settler+1"))
    assert game.units("angela", "steppe") == {"horseman": 1, "swordsman": 1}
    assert game.units("angela", "himalaya") == {"swordsman": 1}
    assert game.units("angela", "muscovy") == {"settler": 1}
    assert game.units("angela", "gobi") == {}


def test_4_a_piece_with_points_left_goes_on_though_another_was_challenged() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_units("angela", "nile", settler=1)
    game = game.with_units("brad", "steppe", swordsman=1)
    table = game.with_orders("brad", toward_angela="challenge").at("movement")
    table.play("angela", move("nile", "libya", "settler"))
    table.play("angela", move("gobi", "steppe", "settler"))
    table.play("angela", move("libya", "nile", "settler+1"))
    assert table.units("angela", "nile") == {"settler": 1}


def test_4_some_or_none_may_stay_at_home() -> None:
    game = a_game().with_units("angela", "gobi", settler=1, swordsman=2).at("movement")
    game.play("angela", END)
    assert game.units("angela", "gobi") == {"settler": 1, "swordsman": 2}
    assert game.event(MovementEnded).seat == 0


def test_4_after_the_end_of_movement_nothing_moves_this_turn() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).with_units("brad", "nile", settler=1)
    table = game.at("movement").play("angela", END)
    assert table.asked() == {"brad": "movement"}
    table.refuses("angela", move("gobi", "steppe", "settler"), "not_yours", "movement", "movement")


def test_4_when_nothing_can_move_any_more_movement_ends_by_itself() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman"))
    assert game.phase == "trade"


def test_4_pieces_that_are_not_there_to_move_are_named() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=2, settler=1)
    table = game.with_marker("gobi", "wine").at("movement")
    many = move("gobi", "steppe", *["swordsman"] * 3)
    assert table.refuses("angela", many, "not_so_many", "movement").data["n"] == 2
    table.refuses("angela", move("gobi", "steppe", "horseman"), "not_so_many", "movement")
    table.refuses("angela", move("gobi", "gobi", "settler"), "there_already", "movement")
    table.play("angela", look("gobi"))
    table.refuses("angela", move("gobi", "steppe", "settler"), "has_looked", "settlers-look")


def test_4_who_has_nothing_to_move_is_not_asked() -> None:
    game = a_game(3).with_units("brad", "gobi", swordsman=1).at("movement")
    assert game.asked() == {"brad": "movement"}


def test_4_without_pieces_to_move_one_can_only_look() -> None:
    game = a_game().with_units("angela", "java", settler=1).with_marker("java", "wine")
    table = game.at("movement")
    assert table.options("angela", "do") == ["look", "end"]
    table.refuses("angela", move("java", "borneo", "settler"), "nothing_to_move", "movement")


@pytest.mark.parametrize("place", ["gobi", "north_sea", "galley#77", "nile/air"])
def test_4_one_moves_only_what_is_there(place: str) -> None:
    game = a_game().with_units("angela", "nile", swordsman=1)
    game = game.with_units("brad", "gobi", swordsman=1)
    refused = move(place, "steppe", "swordsman")
    game.at("movement").refuses("angela", refused, "nothing_to_move", "movement")


@pytest.mark.parametrize(("origin", "target"), [("atlantis", "nile"), ("nile", "atlantis")])
def test_4_places_must_be_on_the_map(origin: str, target: str) -> None:
    game = a_game().with_units("angela", "nile", swordsman=1).at("movement")
    game.refuses("angela", move(origin, target, "swordsman"), "no_such_place", "movement")


def test_4_one_moves_what_one_has() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1, settler=2).at("movement")
    twice = move("gobi", "steppe", "swordsman", "swordsman")
    game.refuses("angela", twice, "not_so_many", "movement")
    game.refuses("angela", move("gobi", "steppe", "tank"), "not_so_many", "movement")
    game.refuses("angela", move("gobi", "steppe", "unicorn"), "not_an_option", "movement")
    game.refuses("angela", move("gobi", "steppe"), "too_few", "movement")
    game.refuses("angela", {"do": "dance"}, "not_an_option", "movement")
    game.refuses("angela", "gobi", "not_a_form", "movement")


# 4.1 Movement points

ARMIES = [unit.id for unit in TABLES.units if unit.is_army]


@pytest.mark.parametrize("army", ARMIES)
def test_4_1_an_army_has_one_point(army: str) -> None:
    game, _ = one_unit(army, "gobi")
    assert game.destinations("angela", "gobi", army) == within("gobi", 1, "land")
    game.refuses("angela", move("gobi", "sarmatia", army), "too_far", "movement-points")


def test_4_1_a_settler_has_two_points() -> None:
    game, _ = one_unit("settler", "gobi")
    assert game.destinations("angela", "gobi", "settler") == within("gobi", 2, "land")
    game.refuses("angela", move("gobi", "germania", "settler"), "too_far", "movement-points")


@pytest.mark.parametrize(
    ("fleet", "points"), [("galley", 1), ("caravel", 2), ("frigate", 2), ("battleship", 3)]
)
def test_4_1_a_fleet_has_its_points(fleet: str, points: int) -> None:
    game, key = one_unit(fleet, "north_sea")
    near = within("north_sea", points, "sea")
    assert game.destinations("angela", "north_sea", key) == near
    too_far = min(within("north_sea", points + 1, "sea") - near)
    game.refuses("angela", move("north_sea", too_far, key), "too_far", "movement-points")


def test_4_1_points_can_be_spent_one_by_one() -> None:
    game = a_game().with_units("angela", "gobi", settler=1).at("movement")
    game.play("angela", move("gobi", "steppe", "settler"))
    assert game.destinations("angela", "steppe", "settler+1") == within("steppe", 1, "land")
    game.play("angela", move("steppe", "gobi", "settler+1"))
    assert game.phase == "trade"


def test_4_1_a_group_goes_as_far_as_its_slowest() -> None:
    game = a_game().with_units("angela", "gobi", settler=1, swordsman=1).at("movement")
    together = game.destinations("angela", "gobi", "settler", "swordsman")
    assert together == within("gobi", 1, "land")


def test_4_1_all_points_are_back_in_the_next_turn() -> None:
    game = a_game().with_units("angela", "gobi", settler=1, swordsman=1).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman")).play("angela", END)
    game.lapse(lambda game: game.phase == "movement", dice=[3, 4])
    assert game.destinations("angela", "steppe", "swordsman") == within("steppe", 1, "land")


def guarded(*places: str) -> Game:
    """Angela's settler in Gobi may go to Muscovy through Steppe or Siberia; Brad challenges."""
    game = a_game().with_units("angela", "gobi", settler=1)
    game = game.with_orders("brad", toward_angela="challenge")
    for place in places:
        game = game.with_units("brad", place, swordsman=1)
    return game.at("movement")


@pytest.mark.parametrize("guard", ["steppe", "siberia"])
def test_4_1_of_equally_short_ways_it_takes_the_one_without_troops(guard: str) -> None:
    game = guarded(guard).play("angela", move("gobi", "muscovy", "settler"))
    assert game.events(Halted) == []
    assert game.event(Moved).target == "muscovy"


def test_4_1_where_all_short_ways_are_guarded_it_runs_into_a_challenge() -> None:
    game = guarded("steppe", "siberia").play("angela", move("gobi", "muscovy", "settler"))
    assert game.event(Halted).place == "steppe"
    assert game.event(Moved).target == "steppe"


def test_4_1_to_go_another_way_one_moves_space_by_space() -> None:
    game = guarded("steppe").play("angela", move("gobi", "steppe", "settler"))
    assert game.event(Halted).place == "steppe"


# 4.2 Sharing spaces


def test_4_2_units_of_several_players_stand_in_one_space_in_peace() -> None:
    game = (
        a_game(3)
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .with_units("chris", "steppe", settler=1)
        .with_settlement("chris", "steppe")
        .at("movement")
        .play("angela", move("gobi", "steppe", "swordsman"))
    )
    assert game.asked() == {"angela": "declare", "brad": "challenge"}
    game.play("angela", []).play("brad", [])
    assert [units.owner for units in game.space("steppe").units] == [0, 1, 2]
    assert game.settlement("steppe") == ("chris", "village")


def test_4_2_fleets_share_sea_zones() -> None:
    game = a_game().with_units("angela", "north_sea", galley=1)
    table = game.with_units("brad", "biscay_sea", galley=1).at("movement")
    galley = table.fleet("angela", "north_sea")
    table.play("angela", move("north_sea", "biscay_sea", galley))
    table.play("angela", []).play("brad", [])
    assert table.units("angela", "biscay_sea") == table.units("brad", "biscay_sea") == {"galley": 1}


# 4.5 Moving and looking


def ashore_in_java() -> Arrangement:
    game = a_game().with_fleet("angela", "leeuwin_sea", "caravel", settler=2, swordsman=1)
    return game.in_era("medieval").with_marker("java", "wine")


def test_4_5_a_settler_that_has_looked_stays_but_its_ship_may_go_on() -> None:
    game = ashore_in_java().at("movement")
    caravel = game.fleet("angela", "leeuwin_sea")
    game.play("angela", move(caravel, "java", "settler")).play("angela", look("java"))
    game.play("angela", move("leeuwin_sea", "tasman_sea", caravel))
    assert game.units("angela", "java") == {"settler": 1}
    assert game.aboard("angela", "tasman_sea") == {"settler": 1, "swordsman": 1}


def test_4_5_a_settler_that_has_looked_does_not_go_back_aboard() -> None:
    game = ashore_in_java().at("movement")
    caravel = game.fleet("angela", "leeuwin_sea")
    game.play("angela", move(caravel, "java", "settler")).play("angela", look("java"))
    back = move("java", caravel, "settler+1")
    game.refuses("angela", back, "has_looked", "settlers-look")


def test_4_5_without_looking_it_may_go_back_aboard() -> None:
    game = ashore_in_java().at("movement")
    caravel = game.fleet("angela", "leeuwin_sea")
    game.play("angela", move(caravel, "java", "settler"))
    game.play("angela", move("java", caravel, "settler+1"))
    assert game.aboard("angela", "leeuwin_sea") == {"settler": 2, "swordsman": 1}


def test_4_5_in_the_next_turn_it_moves_again() -> None:
    game = ashore_in_java().at("movement")
    caravel = game.fleet("angela", "leeuwin_sea")
    game.play("angela", move(caravel, "java", "settler")).play("angela", look("java"))
    game.play("angela", END).play("angela", DONE).play("brad", DONE, dice=[3, 4])
    game.lapse(lambda game: game.phase == "movement")
    assert game.destinations("angela", "java", "settler") >= {caravel}


# 4.6 Round the world

EDGES = [
    ("north_pacific", "okhotsk_sea"),
    ("north_pacific", "philippine_sea"),
    ("south_pacific", "tasman_sea"),
]


@pytest.mark.parametrize(("left", "right"), EDGES)
def test_4_6_ships_sail_over_both_edges_of_the_map(left: str, right: str) -> None:
    for origin, target in ((left, right), (right, left)):
        game, galley = one_unit("galley", origin)
        game.play("angela", move(origin, target, galley))
        assert game.units("angela", target) == {"galley": 1}


def test_4_6_aircraft_fly_over_the_edge_too() -> None:
    game = a_game().in_era("modern").with_units("angela", "nippon", fighter=1, tank=1)
    table = game.with_units("angela", "north_pacific", battleship=1).at("movement")
    assert "north_pacific" in table.destinations("angela", "nippon/air", "fighter")
