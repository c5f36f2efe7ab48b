"""Rulebook 4.3: fleets and their cargo."""

import pytest

from engine.rulesets.standard.events import Looked, Moved
from tests.standard.builders import END, Arrangement, Game, a_game, look, move


def a_galley_off(*units: str, loaded: int = 0) -> tuple[Game, str]:
    """Angela's galley, with so many swordsmen aboard, lies off Mekong, where these units are."""
    game = a_game().with_fleet("angela", "arafura_sea", "galley", swordsman=loaded)
    for unit in units:
        game = game.with_units("angela", "mekong", **{unit: 1})
    table = game.at("movement")
    return table, table.fleet("angela", "arafura_sea")


@pytest.mark.parametrize(
    "units",
    [
        ("swordsman", "swordsman", "swordsman"),
        ("settler", "settler", "settler"),
        ("settler", "swordsman", "horseman"),
        ("catapult",),
    ],
)
def test_4_3_a_fleet_carries_up_to_three_in_any_mix(units: tuple[str, ...]) -> None:
    game, galley = a_galley_off(*units)
    game.play("angela", move("mekong", galley, *units))
    assert game.event(Moved).fleet == "galley"
    assert sum(game.aboard("angela", "arafura_sea").values()) == len(units)
    assert game.units("angela", "arafura_sea") == {"galley": 1}


@pytest.mark.parametrize(("loaded", "boarding"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_4_3_a_fourth_does_not_fit(loaded: int, boarding: int) -> None:
    units = ["swordsman"] * boarding
    game, galley = a_galley_off(*units, loaded=loaded)
    full = move("mekong", galley, *units)
    assert game.refuses("angela", full, "fleet_full", "fleets").data["room"] == 3 - loaded
    if loaded < 3:
        game.play("angela", move("mekong", galley, *units[: 3 - loaded]))
        assert game.aboard("angela", "arafura_sea") == {"swordsman": 3}


def test_4_3_from_an_island_no_more_go_than_a_fleet_can_take() -> None:
    game = a_game().with_units("angela", "java", swordsman=5)
    table = game.with_fleet("angela", "leeuwin_sea", "galley", swordsman=1).at("movement")
    galley = table.fleet("angela", "leeuwin_sea")
    three = move("java", galley, "swordsman", "swordsman", "swordsman")
    assert table.refuses("angela", three, "too_many", "movement").data["most"] == 2


def test_4_3_one_boards_ones_own_ship_only() -> None:
    game = a_game().with_units("angela", "mekong", swordsman=1)
    table = game.with_units("brad", "arafura_sea", galley=1).at("movement")
    theirs = table.fleet("brad", "arafura_sea")
    table.refuses("angela", move("mekong", theirs, "swordsman"), "fleet_out_of_reach", "fleets")


def test_4_3_one_boards_from_a_region_that_touches_the_zone() -> None:
    game = a_game().with_units("angela", "himalaya", swordsman=1)
    table = game.with_units("angela", "arafura_sea", galley=1).at("movement")
    galley = table.fleet("angela", "arafura_sea")
    table.refuses("angela", move("himalaya", galley, "swordsman"), "fleet_out_of_reach", "fleets")


def test_4_3_nobody_walks_into_the_sea() -> None:
    game, _ = a_galley_off("swordsman")
    into_the_sea = move("mekong", "arafura_sea", "swordsman")
    game.refuses("angela", into_the_sea, "board_a_fleet", "fleets")


def test_4_3_ships_stay_at_sea() -> None:
    game, galley = a_galley_off("swordsman")
    ashore = move("arafura_sea", "mekong", galley)
    game.refuses("angela", ashore, "ships_stay_at_sea", "fleets")


def test_4_3_an_army_cannot_board_and_land_in_the_same_turn() -> None:
    game, galley = a_galley_off("swordsman")
    game.play("angela", move("mekong", galley, "swordsman"))
    landing = move(galley, "tanami", "swordsman")
    game.refuses("angela", landing, "moved_already", "movement-points")


def test_4_3_a_settler_can_board_and_land_in_the_same_turn() -> None:
    game, galley = a_galley_off("settler")
    game.play("angela", move("mekong", galley, "settler"))
    game.play("angela", move(galley, "tanami", "settler+1"))
    assert game.units("angela", "tanami") == {"settler": 1}


def test_4_3_an_army_lands_in_the_next_turn() -> None:
    game, galley = a_galley_off("swordsman")
    game.play("angela", move("mekong", galley, "swordsman")).play("angela", END)
    game.lapse(lambda game: game.phase == "movement", dice=[3, 4])
    game.play("angela", move(galley, "tanami", "swordsman"))
    assert game.units("angela", "tanami") == {"swordsman": 1}


def test_4_3_one_lands_in_a_region_that_touches_the_zone() -> None:
    game, galley = a_galley_off(loaded=1)
    shores = {"mekong", "luzon", "borneo", "papua", "tanami", "murray", "tasmania"}
    assert game.destinations("angela", galley, "swordsman") == shores
    game.refuses("angela", move(galley, "java", "swordsman"), "too_far", "movement-points")


def test_4_3_a_settler_that_starts_aboard_lands_and_walks_on() -> None:
    game = a_game().with_fleet("angela", "arafura_sea", "galley", settler=1).at("movement")
    galley = game.fleet("angela", "arafura_sea")
    game.play("angela", move(galley, "yunnan", "settler"))
    assert game.units("angela", "yunnan") == {"settler": 1}


def test_4_3_cargo_rides_along_without_spending_points() -> None:
    game = a_game().in_era("medieval")
    table = game.with_fleet("angela", "north_sea", "caravel", knight=1).at("movement")
    caravel = table.fleet("angela", "north_sea")
    table.play("angela", move("north_sea", "sargasso_sea", caravel))
    table.play("angela", move(caravel, "orinoco", "knight"))
    assert table.units("angela", "orinoco") == {"knight": 1}


def test_4_3_cargo_goes_where_its_ship_goes() -> None:
    game, galley = a_galley_off(loaded=2)
    game.play("angela", move("arafura_sea", "tasman_sea", galley))
    assert game.aboard("angela", "tasman_sea") == {"swordsman": 2}
    assert game.aboard("angela", "arafura_sea") == {}


def test_4_3_of_two_ships_each_keeps_its_own_cargo() -> None:
    game = a_game().with_fleet("angela", "arafura_sea", "galley", swordsman=1)
    table = game.with_fleet("angela", "arafura_sea", "galley", settler=1).at("movement")
    galley = table.fleet("angela", "arafura_sea")
    table.play("angela", move("arafura_sea", "tasman_sea", galley))
    assert table.aboard("angela", "tasman_sea") == {"swordsman": 1}
    assert table.aboard("angela", "arafura_sea") == {"settler": 1}


def test_4_3_cargo_cannot_change_ships_at_sea() -> None:
    game = a_game().with_fleet("angela", "arafura_sea", "galley", swordsman=1)
    table = game.with_fleet("angela", "arafura_sea", "galley", catapult=1).at("movement")
    first, second = (units.key for units in table.stacks("angela", "arafura_sea"))
    change = move(first, second, "swordsman")
    table.refuses("angela", change, "fleet_out_of_reach", "fleets")
    swim = move(first, "arafura_sea", "swordsman")
    table.refuses("angela", swim, "board_a_fleet", "fleets")


def test_4_3_a_ship_out_on_the_ocean_cannot_land_its_cargo() -> None:
    game = a_game().with_fleet("angela", "south_pacific", "galley", swordsman=1).at("movement")
    galley = game.fleet("angela", "south_pacific")
    assert game.options("angela", "from", do="move") == ["south_pacific"]
    game.refuses("angela", move(galley, "java", "swordsman"), "nothing_to_move", "movement")


def test_4_3_a_fleet_loads_and_unloads_between_its_own_moves() -> None:
    game = a_game().in_era("medieval").with_units("angela", "mekong", settler=1)
    table = game.with_fleet("angela", "bay_of_bengal", "caravel", knight=1).at("movement")
    caravel = table.fleet("angela", "bay_of_bengal")
    table.play("angela", move(caravel, "java", "knight"))
    table.play("angela", move("bay_of_bengal", "arafura_sea", caravel))
    table.play("angela", move("mekong", caravel, "settler"))
    table.play("angela", move("arafura_sea", "tasman_sea", caravel))
    table.play("angela", move(caravel, "aotearoa", "settler+1"))
    assert table.units("angela", "java") == {"knight": 1}
    assert table.units("angela", "aotearoa") == {"settler": 1}


def test_4_3_aircraft_are_never_cargo() -> None:
    game = a_game().in_era("modern").with_units("angela", "mekong", fighter=1, tank=1)
    table = game.with_units("angela", "arafura_sea", battleship=1).at("movement")
    ship = table.fleet("angela", "arafura_sea")
    assert ship in table.destinations("angela", "mekong", "tank")
    assert ship not in table.destinations("angela", "mekong/air", "fighter")
    aboard = move("mekong/air", ship, "fighter")
    table.refuses("angela", aboard, "fleet_out_of_reach", "fleets")


def test_4_3_nobody_boards_an_aircraft() -> None:
    game = a_game().in_era("modern").with_units("angela", "mekong", tank=1)
    game = game.with_units("angela", "arafura_sea", fighter=1)
    table = game.with_units("angela", "north_sea", galley=1).at("movement")
    assert table.destinations("angela", "mekong", "tank") == {"ganges", "himalaya", "yunnan"}


# Example 4.3-a, the voyage of the caravel


def the_voyage() -> Arrangement:
    return (
        a_game()
        .in_era("medieval")
        .with_units("angela", "mekong", settler=2, medieval_catapult=1)
        .with_fleet("angela", "bay_of_bengal", "caravel")
        .with_marker("tanami", "wine")
        .with_marker("tasmania", "iron")
    )


def under_sail() -> tuple[Game, str]:
    """The caravel has sailed to the Arafura Sea and taken everyone aboard."""
    game = the_voyage().at("movement", mover="angela")
    caravel = game.fleet("angela", "bay_of_bengal")
    game.play("angela", move("bay_of_bengal", "arafura_sea", caravel))
    game.play("angela", move("mekong", caravel, "settler", "settler", "medieval_catapult"))
    return game, caravel


def test_4_3_example_a_the_catapult_has_no_point_left_and_the_settlers_one() -> None:
    game, caravel = under_sail()
    assert game.options("angela", "units", do="move", **{"from": caravel}) == ["settler+1"]
    assert set(game.options("angela", "from", do="move")) == {"arafura_sea", caravel}
    assert game.destinations("angela", "arafura_sea", caravel) == {
        *("bay_of_bengal", "leeuwin_sea", "south_china_sea", "philippine_sea", "tasman_sea")
    }


def test_4_3_example_a_both_settlers_land_in_tanami_and_one_looks() -> None:
    game, caravel = under_sail()
    game.play("angela", move(caravel, "tanami", "settler+1", "settler+1"))
    game.play("angela", look("tanami"))
    assert game.event(Looked).place == "tanami"
    assert game.units("angela", "tanami") == {"settler": 2}
    assert game.aboard("angela", "arafura_sea") == {"medieval_catapult": 1}


def test_4_3_example_a_one_settler_looks_in_tanami_and_the_other_lands_in_tasmania() -> None:
    game, caravel = under_sail()
    game.play("angela", move(caravel, "tanami", "settler+1")).play("angela", look("tanami"))
    game.play("angela", move(caravel, "tasmania", "settler+1"))
    assert game.units("angela", "tanami") == game.units("angela", "tasmania") == {"settler": 1}
    game.play("angela", look("tasmania"))
    assert game.event(Looked).place == "tasmania"


def test_4_3_example_a_a_settler_looks_in_tanami_and_the_caravel_sails_on() -> None:
    game, caravel = under_sail()
    game.play("angela", move(caravel, "tanami", "settler+1")).play("angela", look("tanami"))
    game.play("angela", move("arafura_sea", "leeuwin_sea", caravel))
    assert game.aboard("angela", "leeuwin_sea") == {"settler": 1, "medieval_catapult": 1}


def test_4_3_example_a_everyone_sails_on_and_a_settler_looks_in_tasmania() -> None:
    game, caravel = under_sail()
    game.play("angela", move("arafura_sea", "leeuwin_sea", caravel))
    assert {"java", "tasmania"} <= game.destinations("angela", caravel, "settler+1")
    game.play("angela", move(caravel, "tasmania", "settler+1")).play("angela", look("tasmania"))
    assert game.units("angela", "tasmania") == {"settler": 1}
    assert game.aboard("angela", "leeuwin_sea") == {"settler": 1, "medieval_catapult": 1}


@pytest.mark.parametrize(
    "zone", ["bay_of_bengal", "leeuwin_sea", "south_china_sea", "philippine_sea", "tasman_sea"]
)
def test_4_3_example_a_everyone_sails_on_and_stays_aboard(zone: str) -> None:
    game, caravel = under_sail()
    game.play("angela", move("arafura_sea", zone, caravel)).play("angela", END)
    assert game.aboard("angela", zone) == {"settler": 2, "medieval_catapult": 1}
    assert game.phase == "trade"


def test_4_3_example_b_a_settler_from_himalaya_boards_and_lands_no_more() -> None:
    game = the_voyage().with_units("angela", "himalaya", settler=1).at("movement")
    caravel = game.fleet("angela", "bay_of_bengal")
    game.play("angela", move("bay_of_bengal", "arafura_sea", caravel))
    game.play("angela", move("himalaya", "mekong", "settler"))
    game.play("angela", move("mekong", caravel, "settler+1"))
    landing = move(caravel, "tanami", "settler+1")
    game.refuses("angela", landing, "moved_already", "movement-points")


def test_4_3_example_b_in_a_single_order_it_comes_to_the_same() -> None:
    game = the_voyage().with_units("angela", "himalaya", settler=1).at("movement")
    caravel = game.fleet("angela", "bay_of_bengal")
    game.play("angela", move("himalaya", caravel, "settler"))
    assert game.aboard("angela", "bay_of_bengal") == {"settler": 1}
    landing = move(caravel, "java", "settler")
    game.refuses("angela", landing, "moved_already", "movement-points")
