"""Rulebook 5.9 and 5.10: battles at sea, and what a battle on land wins."""

import pytest

from engine.rulesets.standard.events import BattleEnded, Captured, Fallen, RoundFought, SettlersLost
from tests.standard.builders import END, Arrangement, Game, a_game, declared, move

# 5.9 Battles at sea


def a_sea_battle() -> Game:
    """Chris has brought two battleships to Brad's frigate and loaded caravel, and attacks."""
    game = (
        a_game(3)
        .in_era("modern")
        .with_units("chris", "barents_sea", battleship=2)
        .with_units("brad", "north_sea", frigate=1)
        .with_fleet("brad", "north_sea", "caravel", machinegunner=1, howitzer=1)
        .with_settlement("brad", "britannia")
        .at("movement", mover="chris")
    )
    fleets = [units.key for units in game.stacks("chris", "barents_sea")]
    game.play("chris", move("barents_sea", "north_sea", *fleets)).play("chris", END)
    return game.play("brad", []).play("chris", ["north_sea:1"])


def test_5_9_example_a_two_battleships_sink_a_frigate_and_a_loaded_caravel() -> None:
    game = a_sea_battle()
    caravel = game.fleet("brad", "north_sea", "caravel")
    assert game.asked() == {"brad": "fight"}
    assert game.options("brad") == ["frigate", caravel]
    game.play("brad", "frigate", dice=[*(2, 2, 2, 1), *(2, 2, 2), *(4, 4, 4, 4), *(6, 6)])
    first, second = game.events(RoundFought)
    assert (first.attacker.total, first.defender.unit, first.defender.total) == (7, "frigate", 6)
    assert (second.attacker.total, second.defender.total) == (16, 12)
    assert second.defender.unit == "caravel"
    assert second.defender.cargo == (("machinegunner", 1), ("howitzer", 1))
    assert game.units("brad", "north_sea") == {}
    assert game.aboard("brad", "north_sea") == {}
    assert game.units("chris", "north_sea") == {"battleship": 2}


def test_5_9_no_settlement_is_taken_from_the_sea() -> None:
    game = a_sea_battle()
    game.play("brad", "frigate", dice=[*(6,) * 4, *(1,) * 3, *(6,) * 4, *(1,) * 2])
    assert game.event(BattleEnded).winner == 2
    assert game.settlement("britannia") == ("brad", "village")


def test_5_9_cargo_of_a_ship_that_survives_is_safe() -> None:
    game = a_sea_battle()
    caravel = game.fleet("brad", "north_sea", "caravel")
    sunk = [*(1,) * 4, *(6,) * 2]
    game.play("brad", caravel, dice=sunk).play("brad", caravel, dice=sunk)
    assert game.event(BattleEnded).winner == 1
    assert game.aboard("brad", "north_sea") == {"machinegunner": 1, "howitzer": 1}


def test_5_9_ships_with_cargo_are_told_apart() -> None:
    game = a_game().with_fleet("angela", "north_sea", "galley", settler=1)
    game = game.with_fleet("angela", "north_sea", "galley", swordsman=2)
    game = game.with_units("angela", "north_sea", galley=2)
    table = declared(game.with_units("brad", "north_sea", galley=1), "north_sea")
    first, second = (units.key for units in table.stacks("angela", "north_sea")[:2])
    assert table.options("angela") == [first, second, "galley"]
    table.play("angela", second, dice=[1, 6])
    assert table.aboard("angela", "north_sea") == {"settler": 1}
    assert table.units("angela", "north_sea") == {"galley": 3}


def test_5_9_on_a_tie_both_ships_go_down_with_all_aboard() -> None:
    game = a_game().with_fleet("angela", "north_sea", "galley", settler=2, swordsman=1)
    game = game.with_fleet("brad", "north_sea", "galley", settler=3)
    table = declared(game, "north_sea", dice=[4, 4])
    assert table.space("north_sea").units == ()
    fought = table.event(RoundFought)
    assert (fought.attacker.cargo, fought.defender.cargo) == (
        (("settler", 2), ("swordsman", 1)),
        (("settler", 3),),
    )


def test_5_9_who_loses_everything_at_sea_has_fallen() -> None:
    game = a_game(3).without_home("brad").with_fleet("brad", "north_sea", "galley", settler=1)
    table = declared(game.with_units("angela", "north_sea", galley=1), "north_sea", dice=[6, 1])
    assert table.event(Fallen).seat == 1


# 5.10 Capture


def a_duel(players: int) -> Arrangement:
    """Angela and Brad have a swordsman each in Gobi."""
    game = a_game(players).with_units("angela", "gobi", swordsman=1)
    return game.with_units("brad", "gobi", swordsman=1)


def a_siege(**garrison: int) -> Arrangement:
    """Angela's two swordsmen stand before Brad's town in Gobi, on iron."""
    game = a_game(3).with_units("angela", "gobi", swordsman=2)
    game = game.with_settlement("brad", "gobi", "town", marker="iron")
    return game.with_units("brad", "gobi", **garrison)


def test_5_10_the_winner_takes_the_settlement_with_its_size_and_resource() -> None:
    game = declared(a_siege(swordsman=1), "gobi", dice=[6, 1])
    assert game.event(Captured) == Captured(0, 1, "gobi", 2)
    assert game.settlement("gobi") == ("angela", "town")
    assert game.player("angela").resources == {"iron": 1}
    assert game.player("brad").resources == {}


def test_5_10_the_losers_settlers_are_removed() -> None:
    game = declared(a_siege(swordsman=1, settler=2), "gobi", dice=[6, 1])
    assert game.event(SettlersLost) == SettlersLost("gobi", 2)
    assert game.units("brad", "gobi") == {}


def test_5_10_the_winners_settlers_stay() -> None:
    game = a_siege(swordsman=1).with_units("angela", "gobi", settler=1)
    table = declared(game, "gobi", dice=[6, 1])
    assert table.units("angela", "gobi") == {"swordsman": 2, "settler": 1}


def test_5_10_a_defender_who_wins_keeps_everything_and_removes_the_attackers_settlers() -> None:
    game = a_siege(swordsman=1, settler=1).with_units("angela", "gobi", settler=1)
    table = declared(game, "gobi", dice=[1, 6, 1, 6])
    assert table.settlement("gobi") == ("brad", "town")
    assert table.units("angela", "gobi") == {}
    assert table.units("brad", "gobi") == {"swordsman": 1, "settler": 1}


def test_5_10_where_both_sides_are_wiped_out_nobody_takes_it() -> None:
    game = declared(a_siege(swordsman=2, settler=1), "gobi", dice=[3, 3, 4, 4])
    assert game.event(BattleEnded) == BattleEnded("gobi", -1, ())
    assert game.settlement("gobi") == ("brad", "town")
    assert game.units("brad", "gobi") == {"settler": 1}


def test_5_10_a_winning_defender_takes_the_settlement_of_a_beaten_attacker() -> None:
    game = a_duel(2).with_settlement("angela", "gobi", "city").with_settlement("angela", "nile")
    table = declared(game, "gobi", dice=[1, 6])
    assert table.settlement("gobi") == ("brad", "city")


def test_5_10_an_undefended_settlement_is_taken_without_dice() -> None:
    game = declared(a_siege(settler=1), "gobi")
    assert game.events(RoundFought) == []
    assert game.settlement("gobi") == ("angela", "town")
    assert game.units("brad", "gobi") == {}


def test_5_10_walking_in_alone_takes_nothing() -> None:
    game = a_siege().at("movement").play("angela", END).play("angela", [])
    assert game.settlement("gobi") == ("brad", "town")


@pytest.mark.parametrize("owner", ["settlement", "settlers"])
def test_5_10_a_third_players_settlement_and_settlers_are_left_alone(owner: str) -> None:
    game = a_duel(3)
    if owner == "settlement":
        game = game.with_settlement("chris", "gobi")
    table = declared(game.with_units("chris", "gobi", settler=1), "gobi", dice=[6, 1])
    assert table.events(Captured) == []
    assert table.settlement("gobi") == (("chris", "village") if owner == "settlement" else None)
    assert table.units("chris", "gobi") == {"settler": 1}


def test_5_10_an_allys_settlement_falls_with_the_losing_side() -> None:
    game = a_duel(3)
    game = game.with_settlement("chris", "gobi").with_units("chris", "gobi", swordsman=1)
    table = declared(game, "gobi").play("chris", "defender")
    table.play("brad", "swordsman:1", dice=[6, 1, 6, 1])
    assert table.event(Captured) == Captured(0, 2, "gobi", 1)


def with_an_ally(*dice: int) -> Game:
    """Chris has joined Angela's siege with two horsemen; Angela sends her swordsman first."""
    game = a_duel(3).with_units("chris", "gobi", horseman=2)
    table = declared(game.with_settlement("brad", "gobi", "town"), "gobi").play("chris", "attacker")
    return table.play("angela", "swordsman:0", dice)


def test_5_10_on_a_winning_side_the_commander_takes_the_settlement() -> None:
    assert with_an_ally(6, 1).settlement("gobi") == ("angela", "town")


def test_5_10_without_a_unit_of_the_commanders_left_the_ally_takes_it() -> None:
    game = with_an_ally(*(1, 6), *(6, 1))
    assert game.units("angela", "gobi") == {}
    assert game.settlement("gobi") == ("chris", "town")


def test_5_10_an_aircraft_of_the_commanders_is_a_unit_left() -> None:
    game = a_game(3).in_era("modern").with_units("angela", "gobi", swordsman=1, fighter=1)
    game = game.with_units("brad", "gobi", swordsman=1).with_units("chris", "gobi", tank=1)
    table = declared(game.with_settlement("brad", "gobi"), "gobi").play("chris", "attacker")
    table.play("angela", "swordsman:0", dice=[1, 6])
    table.play("angela", "tank", dice=[*(6,) * 4, 1])
    assert table.units("angela", "gobi") == {"fighter": 1}
    assert table.settlement("gobi") == ("angela", "village")


def test_5_10_of_several_allies_the_one_with_most_units_takes_it() -> None:
    game = a_duel(4)
    game = game.with_units("chris", "gobi", horseman=1).with_units("dana", "gobi", horseman=2)
    table = declared(game.with_settlement("brad", "gobi"), "gobi")
    table.play("chris", "attacker").play("dana", "attacker")
    table.play("angela", "swordsman:0", dice=[1, 6]).play("angela", "horseman:2", dice=[6, 1])
    assert table.settlement("gobi") == ("dana", "village")


def test_5_10_of_allies_with_equally_many_units_the_first_seat_takes_it() -> None:
    game = a_duel(4).with_units("dana", "gobi", horseman=1).with_units("chris", "gobi", horseman=1)
    table = declared(game.with_settlement("brad", "gobi"), "gobi")
    table.play("dana", "attacker").play("chris", "attacker")
    table.play("angela", "swordsman:0", dice=[1, 6]).play("angela", "horseman:3", dice=[6, 1])
    assert table.settlement("gobi") == ("chris", "village")


def test_5_10_who_loses_the_last_settlement_and_unit_has_fallen() -> None:
    game = declared(a_siege(swordsman=1, settler=1), "gobi", dice=[6, 1])
    assert game.event(Fallen).seat == 1
    assert game.player("brad").fallen
