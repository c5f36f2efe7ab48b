"""Rulebook 4.4: aircraft and their bases."""

import pytest

from engine.rulesets.standard.events import AircraftLost, Fallen, Halted
from tests.standard.builders import END, Arrangement, Game, a_game, move


def a_fighter(*bases: str) -> Arrangement:
    """Angela's fighter in Gobi, where she has a village as in each of the bases."""
    game = a_game().in_era("modern").with_units("angela", "gobi", fighter=1)
    return game.with_settlements("angela", "gobi", *bases)


def test_4_4_a_fighter_flies_up_to_three_spaces() -> None:
    game = a_fighter("steppe", "sarmatia", "germania", "gaul").at("movement")
    bases = {"steppe", "sarmatia", "germania"}
    assert game.destinations("angela", "gobi/air", "fighter") == bases
    too_far = move("gobi/air", "gaul", "fighter")
    game.refuses("angela", too_far, "too_far", "aircraft-movement")


def test_4_4_it_flies_over_land_and_sea() -> None:
    game = a_game().in_era("modern").with_units("angela", "madagascar", fighter=1)
    table = game.with_settlements("angela", "madagascar", "congo", "gaul").at("movement")
    assert table.destinations("angela", "madagascar/air", "fighter") == {"congo"}
    table.play("angela", move("madagascar/air", "congo", "fighter"))
    assert table.units("angela", "congo") == {"fighter": 1}


def test_4_4_its_points_can_be_spent_flight_by_flight() -> None:
    game = a_fighter("steppe", "sarmatia", "germania").at("movement")
    game.play("angela", move("gobi/air", "steppe", "fighter"))
    assert game.destinations("angela", "steppe/air", "fighter+1") == {
        *("gobi", "sarmatia", "germania")
    }
    game.play("angela", move("steppe/air", "sarmatia", "fighter+1"))
    assert game.destinations("angela", "sarmatia/air", "fighter+2") == {"steppe", "germania"}


def test_4_4_a_flight_is_as_short_as_its_most_tired_aircraft() -> None:
    game = a_fighter("steppe", "sarmatia", "germania").with_units("angela", "steppe", fighter=1)
    table = game.at("movement").play("angela", move("gobi/air", "steppe", "fighter"))
    alone = table.destinations("angela", "steppe/air", "fighter")
    together = table.destinations("angela", "steppe/air", "fighter", "fighter+1")
    assert alone == together == {"gobi", "sarmatia", "germania"}
    table.play("angela", move("steppe/air", "sarmatia", "fighter+1"))
    table.play("angela", move("steppe/air", "sarmatia", "fighter"))
    assert "gobi" not in table.destinations("angela", "sarmatia/air", "fighter+1", "fighter+2")


def test_4_4_who_cannot_reach_another_base_stays_behind() -> None:
    game = a_fighter("sarmatia").with_units("angela", "sarmatia", fighter=1).at("movement")
    game.play("angela", move("gobi/air", "sarmatia", "fighter"))
    said = {"do": "move", "from": "sarmatia/air"}
    assert game.options("angela", "units", **said) == ["fighter"]
    tired = move("sarmatia/air", "gobi", "fighter+2")
    game.refuses("angela", tired, "not_an_option", "movement")


def test_4_4_nobody_stops_it_on_its_way_or_where_it_lands() -> None:
    game = a_fighter("sarmatia").with_orders("brad", toward_angela="challenge")
    for place in ("steppe", "siberia", "muscovy", "bactria", "sarmatia"):
        game = game.with_units("brad", place, tank=1)
    table = game.with_units("angela", "labrador", tank=1).at("movement")
    table.play("angela", move("gobi/air", "sarmatia", "fighter"))
    assert table.events(Halted) == []
    assert table.units("angela", "sarmatia") == {"fighter": 1}


def test_4_4_a_battle_reaches_it_where_it_rests() -> None:
    game = a_fighter("sarmatia").with_units("brad", "sarmatia", tank=1).at("movement")
    game.play("angela", move("gobi/air", "sarmatia", "fighter"))
    assert game.asked() == {"brad": "challenge"}


def test_4_4_an_army_or_settlement_of_ones_own_is_a_base_on_land() -> None:
    game = a_fighter("steppe").with_units("angela", "siberia", cannon=1).at("movement")
    assert game.destinations("angela", "gobi/air", "fighter") == {"steppe", "siberia"}


def test_4_4_a_battleship_of_ones_own_is_a_base_at_sea() -> None:
    game = a_game().in_era("modern").with_settlement("angela", "deccan")
    game = game.with_units("angela", "deccan", fighter=1)
    table = game.with_units("angela", "indian_ocean", battleship=1).at("movement")
    table.play("angela", move("deccan/air", "indian_ocean", "fighter")).play("angela", END)
    assert table.units("angela", "indian_ocean") == {"fighter": 1, "battleship": 1}


@pytest.mark.parametrize(
    ("owner", "place", "unit"),
    [
        ("angela", "steppe", "settler"),
        ("brad", "steppe", "tank"),
        ("angela", "okhotsk_sea", "frigate"),
        ("angela", "okhotsk_sea", "galley"),
        ("brad", "okhotsk_sea", "battleship"),
    ],
)
def test_4_4_nothing_else_is_a_base(owner: str, place: str, unit: str) -> None:
    game = a_fighter("siberia").with_units(owner, place, **{unit: 1}).at("movement")
    game.refuses("angela", move("gobi/air", place, "fighter"), "no_base", "aircraft-movement")


def test_4_4_somebody_elses_settlement_is_no_base() -> None:
    game = a_fighter("siberia").with_settlement("brad", "steppe").at("movement")
    game.refuses("angela", move("gobi/air", "steppe", "fighter"), "no_base", "aircraft-movement")


def test_4_4_an_aircraft_without_a_base_in_reach_does_not_start() -> None:
    game = a_fighter("iberia").with_units("angela", "nile", settler=1).at("movement")
    flight = move("gobi/air", "steppe", "fighter")
    game.refuses("angela", flight, "no_other_base", "aircraft-movement")
    nobody = move("nile/air", "steppe", "fighter")
    game.refuses("angela", nobody, "nothing_to_move", "movement")


def test_4_4_an_aircraft_whose_army_has_left_is_lost() -> None:
    game = a_game().in_era("modern").with_units("angela", "gobi", fighter=2, tank=1)
    table = game.at("movement").play("angela", move("gobi", "steppe", "tank"))
    table.play("angela", END)
    assert table.event(AircraftLost) == AircraftLost(0, "gobi", 2)
    assert table.units("angela", "gobi") == {}


def left_behind() -> Arrangement:
    """A fighter that will fly as far as it can, to a tank that then leaves it."""
    game = a_game().in_era("modern").with_units("angela", "gobi", fighter=1)
    return game.with_settlement("angela", "gobi").with_units("angela", "germania", tank=1)


def leave_behind(game: Game) -> Game:
    """The last move of the turn: nothing else has a point left."""
    game.play("angela", move("gobi/air", "germania", "fighter"))
    return game.play("angela", move("germania", "gaul", "tank"))


def test_4_4_movement_that_would_cost_an_aircraft_does_not_end_by_itself() -> None:
    game = leave_behind(left_behind().at("movement"))
    assert game.asked() == {"angela": "movement"}
    assert game.decision("angela").confirms
    assert game.options("angela", "do") == ["end"]
    game.play("angela", END)
    assert game.event(AircraftLost) == AircraftLost(0, "germania", 1)


def test_4_4_an_aircraft_lost_whatever_is_done_holds_nobody_up() -> None:
    game = a_game().in_era("modern").with_units("angela", "gobi", fighter=1)
    assert game.with_units("brad", "nile", tank=1).at("movement").asked() == {"brad": "movement"}


def test_4_4_an_aircraft_may_follow_its_army() -> None:
    game = a_game().in_era("modern").with_units("angela", "gobi", fighter=1, tank=1)
    table = game.at("movement").play("angela", move("gobi", "steppe", "tank"))
    table.play("angela", move("gobi/air", "steppe", "fighter"))
    assert table.phase == "trade"
    assert table.units("angela", "steppe") == {"fighter": 1, "tank": 1}


def test_4_4_an_aircraft_whose_battleship_has_left_is_lost() -> None:
    game = a_game().in_era("modern").with_units("angela", "north_sea", fighter=1, battleship=1)
    table = game.at("movement")
    ship = table.fleet("angela", "north_sea")
    table.play("angela", move("north_sea", "barents_sea", ship)).play("angela", END)
    assert table.event(AircraftLost).place == "north_sea"


def test_4_4_only_the_end_of_ones_own_movement_counts() -> None:
    game = a_game().in_era("modern").with_units("brad", "gobi", fighter=1)
    game = game.with_units("brad", "siberia", tank=1).with_units("angela", "nile", tank=1)
    table = game.at("movement").play("angela", END)
    assert table.units("brad", "gobi") == {"fighter": 1}
    table.play("brad", END)
    assert table.units("brad", "gobi") == {}


def test_4_4_who_loses_the_last_piece_like_this_has_fallen() -> None:
    game = a_game(3).in_era("modern").with_units("angela", "gobi", fighter=1)
    table = game.without_home("angela").with_units("brad", "nile", tank=1).at("movement")
    assert table.event(Fallen).seat == 0
    assert table.player("angela").fallen
    assert table.asked() == {"brad": "movement"}
