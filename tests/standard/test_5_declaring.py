"""Rulebook 5.1 and 5.3: declaring battles, and joining those of others."""

import pytest

from engine.rulesets.standard.events import BattleBegan, BattleEnded, RoundFought
from tests.standard.builders import END, Arrangement, Game, a_game, declared, move, seat_of

# 5 and 5.1 Declaring


def test_5_battles_are_fought_after_movement_one_after_another() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "gobi", swordsman=1)
        .with_units("angela", "nile", swordsman=1)
        .with_units("brad", "nile", swordsman=1)
        .at("movement")
        .play("angela", END)
        .play("angela", ["gobi:1", "nile:1"])
        .play("angela", "gobi:1", dice=[*(6, 1), *(1, 6)])
    )
    assert [event.place for event in game.events(RoundFought)] == ["gobi", "nile"]
    assert [event.winner for event in game.events(BattleEnded)] == [0, 1]


def test_5_there_is_no_retreat() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).with_units("brad", "gobi", settler=1)
    table = declared(game.with_units("brad", "gobi", swordsman=1, horseman=1), "gobi")
    assert table.options("brad") == ["swordsman", "horseman"]
    assert table.may("brad") == ["fight", "standing_orders"]


@pytest.mark.parametrize("unit", ["swordsman", "settler", "catapult"])
def test_5_1_armies_attack_whoever_has_pieces_there(unit: str) -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1)
    table = game.with_units("chris", "gobi", **{unit: 1}).at("movement").play("angela", END)
    assert table.options("angela") == ["gobi:2"]
    (option,) = table.described("angela")
    assert option.place == "gobi"


def test_5_1_armies_attack_a_settlement_without_defenders() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).with_settlement("brad", "gobi")
    assert game.at("movement").play("angela", END).options("angela") == ["gobi:1"]


def test_5_1_fleets_attack_fleets() -> None:
    game = a_game().with_units("angela", "north_sea", galley=1)
    game = game.with_units("brad", "north_sea", galley=1)
    assert game.at("movement").play("angela", END).options("angela") == ["north_sea:1"]


def test_5_1_each_player_in_the_space_can_be_attacked() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1)
    game = game.with_units("brad", "gobi", swordsman=1).with_settlement("chris", "gobi")
    assert game.at("movement").play("angela", END).options("angela") == ["gobi:1", "gobi:2"]


@pytest.mark.parametrize(
    ("place", "unit", "other"),
    [
        ("gobi", "settler", "swordsman"),
        ("gobi", "fighter", "swordsman"),
        ("north_sea", "fighter", "galley"),
    ],
)
def test_5_1_settlers_and_aircraft_cannot_attack(place: str, unit: str, other: str) -> None:
    game = a_game().in_era("modern").with_units("angela", place, **{unit: 1})
    game = game.with_units("brad", place, **{other: 1}).with_settlement("angela", "scandia")
    if place == "gobi":
        game = game.with_settlement("angela", "gobi")
    table = game.at("movement")
    if table.asked() == {"angela": "movement"}:
        table.play("angela", END)
    assert table.asked() == {"brad": "movement"}


def test_5_1_cargo_cannot_attack() -> None:
    game = a_game().with_fleet("angela", "north_sea", "galley", swordsman=3)
    table = declared(game.with_units("brad", "north_sea", galley=1), "north_sea", dice=[6, 1])
    fought = table.event(RoundFought)
    assert (fought.attacker.unit, fought.defender.unit) == ("galley", "galley")


def test_5_1_armies_cannot_attack_fleets_nor_fleets_armies() -> None:
    game = a_game()
    for name, land, sea in (("angela", "gaul", "biscay_sea"), ("brad", "iberia", "north_sea")):
        game = game.with_units(name, land, swordsman=1).with_units(name, sea, galley=1)
    table = game.at("movement").play("angela", END)
    assert table.asked() == {"brad": "movement"}


def test_5_1_one_attacks_only_where_one_has_units() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).with_units("brad", "gobi", settler=1)
    game = game.with_units("angela", "indus", swordsman=1).with_units("brad", "nile", settler=1)
    table = game.at("movement").play("angela", END)
    table.refuses("angela", ["indus:1"], "nobody_to_attack", "declaring")
    table.refuses("angela", ["nile:1"], "nobody_to_fight_with", "declaring")
    table.refuses("angela", ["gobi:0"], "not_an_option", "declaring")


def test_5_1_nobody_has_to_declare() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1).with_settlement("brad", "gobi")
    table = game.at("movement").play("angela", END).play("angela", [])
    assert table.events(BattleBegan) == []
    assert table.settlement("gobi") == ("brad", "village")


def test_5_1_declarations_and_challenges_are_asked_at_the_same_time() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1)
    table = game.with_units("brad", "steppe", swordsman=1).at("movement")
    table.play("angela", move("gobi", "steppe", "swordsman"))
    assert table.asked() == {"angela": "declare", "brad": "challenge"}


def both_moved() -> Game:
    game = a_game().with_units("angela", "gobi", swordsman=1)
    table = game.with_units("brad", "steppe", swordsman=1).at("movement")
    return table.play("angela", move("gobi", "steppe", "swordsman"))


def test_5_1_where_both_declare_the_one_who_moved_attacks() -> None:
    game = both_moved().play("brad", ["steppe"]).play("angela", ["steppe:1"], dice=[6, 1])
    began = game.event(BattleBegan)
    assert (began.attackers, began.defenders) == ((0,), (1,))


def test_5_1_nobody_sees_what_the_other_says_before_both_have_answered() -> None:
    silent, loud = both_moved(), both_moved()
    silent.play("brad", [])
    loud.play("brad", ["steppe"])
    for name in ("angela", None):
        assert silent.view(name) == loud.view(name)
        assert silent.heard(name) == loud.heard(name)


def test_5_1_an_answer_can_be_changed_until_all_have_answered() -> None:
    game = both_moved().play("brad", ["steppe"]).play("brad", []).play("angela", [])
    assert game.events(BattleBegan) == []


def test_5_1_one_may_declare_on_several_in_one_space() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=2)
    game = game.with_units("brad", "gobi", swordsman=1).with_units("chris", "gobi", settler=1)
    table = game.at("movement").play("angela", END)
    table.play("angela", ["gobi:1", "gobi:2"]).play("angela", "gobi:1", dice=[6, 1])
    assert [event.losers for event in table.events(BattleEnded)] == [(1,), (2,)]
    assert [units.owner for units in table.space("gobi").units] == [0]


def test_5_1_a_declared_battle_without_an_attacker_left_is_off() -> None:
    game = a_game(3).with_units("angela", "gobi", swordsman=1)
    game = game.with_units("brad", "gobi", swordsman=1).with_units("chris", "gobi", settler=1)
    table = game.at("movement").play("angela", END)
    table.play("angela", ["gobi:1", "gobi:2"]).play("angela", "gobi:1", dice=[1, 6])
    assert len(table.events(BattleBegan)) == 1
    assert table.units("chris", "gobi") == {"settler": 1}


def test_5_1_a_declared_battle_with_nobody_left_to_fight_is_off() -> None:
    game = a_game(3)
    for name in ("angela", "brad", "chris"):
        game = game.with_units(name, "north_sea", galley=1)
    table = game.at("movement").play("angela", END).play("angela", ["north_sea:1", "north_sea:2"])
    table.play("angela", "north_sea:1")
    table.play("chris", "defender").play("brad", "galley:1", dice=[6, 1, 6, 1])
    assert table.event(BattleEnded).losers == (1, 2)
    assert table.units("chris", "north_sea") == {}
    assert table.events(BattleBegan) == []


# 5.3 Joining


def a_quarrel(players: int = 3) -> Arrangement:
    """Angela and Brad have two swordsmen each in Gobi; everyone else has one."""
    game = a_game(players).with_units("angela", "gobi", swordsman=2)
    game = game.with_units("brad", "gobi", swordsman=2)
    for name in ("chris", "dana")[: players - 2]:
        game = game.with_units(name, "gobi", horseman=1)
    return game


def test_5_3_all_third_players_with_units_there_are_asked_at_once() -> None:
    game = declared(a_quarrel(4), "gobi")
    assert game.asked() == {"chris": "join", "dana": "join"}
    assert game.options("chris") == ["attacker", "defender", "stay_out"]
    assert game.decision("chris").secret


def test_5_3_who_has_no_military_unit_there_is_not_asked() -> None:
    game = a_game(3).in_era("modern").with_units("angela", "gobi", tank=1)
    game = game.with_units("brad", "gobi", tank=1).with_settlement("chris", "gobi")
    game = game.with_units("chris", "gobi", settler=1)
    table = declared(game, "gobi", dice=[*(6, 6, 6, 6), *(1, 1, 1, 1)])
    assert table.event(BattleBegan).attackers == (0,)
    assert table.units("chris", "gobi") == {"settler": 1}


@pytest.mark.parametrize(
    ("side", "attackers", "defenders"),
    [
        ("attacker", (0, 2), (1,)),
        ("defender", (0,), (1, 2)),
        ("stay_out", (0,), (1,)),
    ],
)
def test_5_3_one_helps_a_side_or_stays_out(
    side: str, attackers: tuple[int, ...], defenders: tuple[int, ...]
) -> None:
    dice = [6, 1, 6, 1] if side == "stay_out" else []
    game = declared(a_quarrel(), "gobi").play("chris", side, dice)
    began = game.event(BattleBegan)
    assert (began.attackers, began.defenders) == (attackers, defenders)


def test_5_3_nobody_knows_the_answers_before_all_are_in() -> None:
    games = [
        declared(a_quarrel(4), "gobi").play("chris", side)
        for side in ("attacker", "defender", "stay_out")
    ]
    for name in ("angela", "brad", "dana", None):
        assert games[0].view(name) == games[1].view(name) == games[2].view(name)
        assert games[0].heard(name) == games[1].heard(name) == games[2].heard(name)


def test_5_3_an_answer_can_be_changed_until_all_are_in() -> None:
    game = declared(a_quarrel(4), "gobi").play("chris", "attacker").play("chris", "defender")
    game.play("dana", "attacker")
    began = game.event(BattleBegan)
    assert (began.attackers, began.defenders) == ((0, 3), (1, 2))


def test_5_3_without_an_answer_one_stays_out() -> None:
    assert declared(a_quarrel(), "gobi").default("chris") == "stay_out"


def test_5_3_no_other_answer_is_understood() -> None:
    game = declared(a_quarrel(), "gobi")
    game.refuses("chris", "both", "not_an_option", "joining")
    game.refuses("angela", "attacker", "not_yours", "joining", kind="join")


def test_5_3_the_commander_leads_the_units_that_join() -> None:
    game = declared(a_quarrel(), "gobi").play("chris", "attacker")
    assert game.options("angela") == ["swordsman:0", "horseman:2"]
    assert "fight" not in game.may("chris")
    game.play("angela", "horseman:2", dice=[*(1, 6), *(6, 1), *(6, 1)])
    lost = game.events(RoundFought)[0].attacker
    assert (lost.seat, lost.owner, lost.unit, lost.lost) == (0, 2, "horseman", True)
    assert game.units("chris", "gobi") == {}


def test_5_3_the_commanders_technologies_give_the_bonus() -> None:
    game = a_quarrel().with_technologies("angela", ancient=2).with_technologies("chris", ancient=1)
    game = game.in_era("medieval").with_technologies("chris", medieval=2)
    table = declared(game, "gobi").play("chris", "attacker")
    table.play("angela", "horseman:2", dice=[3, 3])
    assert table.event(RoundFought).attacker.science == 1


def test_5_3_who_stays_out_loses_nothing() -> None:
    game = declared(a_quarrel().with_units("chris", "gobi", settler=1), "gobi")
    game.play("chris", "stay_out", dice=[6, 1, 6, 1])
    assert game.units("chris", "gobi") == {"horseman": 1, "settler": 1}
    assert game.event(BattleEnded).winner == seat_of("angela")
