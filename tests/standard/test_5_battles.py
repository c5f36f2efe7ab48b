"""Rulebook 5.4 to 5.8: rounds, dice, superiority, science, aircraft."""

import pytest

from engine.rulesets.standard.events import (
    AircraftCaught,
    BattleEnded,
    Captured,
    RoundFought,
    SettlersLost,
)
from engine.rulesets.standard.tables import TABLES
from tests.standard.builders import Arrangement, Game, a_game, declared

ERAS = TABLES.eras
ARMIES = {
    "ancient": {"infantry": "swordsman", "cavalry": "horseman", "artillery": "catapult"},
    "medieval": {"infantry": "man_at_arms", "cavalry": "knight", "artillery": "medieval_catapult"},
    "gunpowder": {"infantry": "musketman", "cavalry": "dragoon", "artillery": "cannon"},
    "modern": {"infantry": "machinegunner", "cavalry": "tank", "artillery": "howitzer"},
}
FLEETS = ("galley", "caravel", "frigate", "battleship")
DICE = {unit.id: unit.dice for unit in TABLES.units}
BEATS = [("cavalry", "infantry"), ("infantry", "artillery"), ("artillery", "cavalry")]


def in_gobi(angela: dict[str, int], brad: dict[str, int], era: str = "ancient") -> Arrangement:
    game = a_game().in_era(era).with_units("angela", "gobi", **angela)
    return game.with_units("brad", "gobi", **brad)


def duel(angela: str, brad: str, era: str, place: str = "gobi") -> RoundFought:
    """One unit of each, Angela's wins by sixes against ones."""
    game = a_game().in_era(era).with_units("angela", place, **{angela: 1})
    game = game.with_units("brad", place, **{brad: 1})
    dice = [6] * DICE[angela] + [1] * DICE[brad]
    return declared(game, place, dice=dice).event(RoundFought)


# 5.4 Rounds


def a_choice() -> Game:
    """Both have a swordsman and a horseman in Gobi."""
    units = {"swordsman": 1, "horseman": 1}
    return declared(in_gobi(units, units), "gobi")


def test_5_4_both_commanders_choose_in_secret() -> None:
    game = a_choice()
    assert game.asked() == {"angela": "fight", "brad": "fight"}
    assert all(game.decision(name).secret for name in ("angela", "brad"))
    assert game.described("angela")[0].place == "gobi"


def test_5_4_nobody_sees_a_choice_before_both_have_chosen() -> None:
    one, other = a_choice().play("angela", "swordsman"), a_choice().play("angela", "horseman")
    for name in ("brad", None):
        assert one.view(name) == other.view(name)
        assert one.heard(name) == other.heard(name) == []
    battle = one.view("brad").battle
    assert battle is not None
    assert battle.chosen == (0,)


def test_5_4_a_choice_can_be_changed_until_both_have_chosen() -> None:
    game = a_choice().play("brad", "swordsman").play("brad", "horseman")
    assert game.asked() == {"angela": "fight"}
    assert "fight" in game.may("brad")
    game.play("angela", "horseman", dice=[3, 2])
    fought = game.event(RoundFought)
    assert (fought.attacker.unit, fought.defender.unit) == ("horseman", "horseman")


def test_5_4_the_higher_result_wins_and_the_winner_may_fight_again() -> None:
    game = a_choice().play("angela", "horseman").play("brad", "swordsman", dice=[2, 2])
    fought = game.event(RoundFought)
    assert (fought.round, fought.attacker.total, fought.defender.total) == (1, 3, 2)
    assert (fought.attacker.lost, fought.defender.lost) == (False, True)
    assert game.units("brad", "gobi") == {"horseman": 1}
    assert game.options("angela") == ["swordsman", "horseman"]
    battle = game.view().battle
    assert battle is not None
    assert battle.round == 2


def test_5_4_on_a_tie_both_units_are_removed() -> None:
    game = a_choice().play("angela", "horseman")
    game.play("brad", "swordsman", dice=[*(2, 3), *(5, 4)])
    tie, last = game.events(RoundFought)
    assert tie.attacker.lost and tie.defender.lost
    assert (last.attacker.unit, last.defender.unit) == ("swordsman", "horseman")


def test_5_4_rounds_go_on_until_a_side_has_no_unit_left() -> None:
    dice = [*(6, 1), *(1, 6), *(6, 1), *(1, 6), *(5, 6)]
    game = declared(in_gobi({"swordsman": 3}, {"swordsman": 3}), "gobi", dice=dice)
    assert [event.round for event in game.events(RoundFought)] == [1, 2, 3, 4, 5]
    assert game.event(BattleEnded).winner == 1
    assert game.units("brad", "gobi") == {"swordsman": 1}


def test_5_4_who_has_only_one_kind_to_send_is_not_asked() -> None:
    game = declared(in_gobi({"swordsman": 2}, {"swordsman": 1, "catapult": 1}), "gobi")
    assert game.asked() == {"brad": "fight"}


def test_5_4_a_side_without_units_loses_without_dice() -> None:
    game = declared(in_gobi({"swordsman": 1}, {"settler": 2}), "gobi")
    assert game.events(RoundFought) == []
    assert game.event(BattleEnded) == BattleEnded("gobi", 0, (1,))


@pytest.mark.parametrize("pick", ["catapult", "swordsman+fighter", "settler", "swordsman:1"])
def test_5_4_one_sends_what_one_has(pick: str) -> None:
    a_choice().refuses("angela", pick, "not_an_option", "rounds")


# 5.5 Battle dice


@pytest.mark.parametrize(("era", "dice"), list(zip(ERAS, (1, 2, 3, 4), strict=True)))
@pytest.mark.parametrize("role", ["infantry", "cavalry", "artillery"])
def test_5_5_a_unit_rolls_dice_by_its_own_era(role: str, era: str, dice: int) -> None:
    fought = duel(ARMIES[era][role], "swordsman", era="modern")
    assert len(fought.attacker.faces) == dice
    assert len(fought.defender.faces) == 1


@pytest.mark.parametrize(("fleet", "dice"), list(zip(FLEETS, (1, 2, 3, 4), strict=True)))
def test_5_5_fleets_roll_dice_by_their_own_era(fleet: str, dice: int) -> None:
    fought = duel(fleet, "galley", era="modern", place="north_sea")
    assert len(fought.attacker.faces) == dice


def test_5_5_the_result_is_the_sum_of_the_dice() -> None:
    game = in_gobi({"knight": 1}, {"man_at_arms": 1}, "medieval")
    table = declared(game, "gobi", dice=[*(2, 3), *(6, 2)])
    fought = table.event(RoundFought)
    assert (fought.attacker.faces, fought.attacker.total) == ((2, 3), 7)
    assert (fought.defender.faces, fought.defender.total) == ((6, 2), 8)


# 5.6 Superiority


@pytest.mark.parametrize(("number", "era"), list(enumerate(ERAS, start=1)))
@pytest.mark.parametrize(("better", "worse"), BEATS)
def test_5_6_the_better_kind_adds_the_number_of_the_era(
    better: str, worse: str, era: str, number: int
) -> None:
    attacking = duel(ARMIES[era][better], ARMIES[era][worse], era)
    assert (attacking.attacker.superiority, attacking.defender.superiority) == (number, 0)
    defending = duel(ARMIES[era][worse], ARMIES[era][better], era)
    assert (defending.attacker.superiority, defending.defender.superiority) == (0, number)


@pytest.mark.parametrize("role", ["infantry", "cavalry", "artillery"])
def test_5_6_equal_kinds_add_nothing(role: str) -> None:
    fought = duel(ARMIES["modern"][role], ARMIES["gunpowder"][role], "modern")
    assert (fought.attacker.superiority, fought.defender.superiority) == (0, 0)


@pytest.mark.parametrize(("number", "era"), list(enumerate(ERAS, start=1)))
def test_5_6_the_era_that_counts_is_the_current_one_not_the_units(era: str, number: int) -> None:
    assert duel("horseman", "swordsman", era).attacker.superiority == number


def test_5_6_fleets_have_no_superiority() -> None:
    fought = duel("battleship", "galley", "modern", place="north_sea")
    assert (fought.attacker.superiority, fought.defender.superiority) == (0, 0)


def the_battle_of_orinoco() -> Game:
    game = a_game(3).in_era("modern").with_units("brad", "orinoco", tank=2, howitzer=1, fighter=1)
    game = game.with_units("chris", "orinoco", musketman=1, tank=1, cannon=1, settler=3)
    game = game.with_settlement("chris", "orinoco", "metropolis", marker="oil")
    return declared(game, "orinoco", attacker="brad", defender="chris")


def test_5_6_example_a_the_battle_of_orinoco() -> None:
    game = the_battle_of_orinoco()
    game.play("brad", "tank+fighter")
    game.play("chris", "cannon", dice=[*(4, 4, 4, 4, 4), *(6, 5, 5)])
    first = game.event(RoundFought)
    assert first.attacker.aircraft
    assert first.defender.superiority == 4
    assert (first.attacker.unit, first.attacker.total) == ("tank", 20)
    assert (first.defender.unit, first.defender.total) == ("cannon", 20)
    assert game.units("brad", "orinoco") == {"tank": 1, "howitzer": 1}
    assert game.units("chris", "orinoco") == {"musketman": 1, "tank": 1, "settler": 3}

    game.play("brad", "tank").play("chris", "tank", dice=[*(5, 4, 4, 4), *(3, 3, 3, 3)])
    second = game.event(RoundFought)
    assert (second.attacker.total, second.defender.total) == (17, 12)
    assert second.attacker.superiority == second.defender.superiority == 0
    assert game.units("chris", "orinoco") == {"musketman": 1, "settler": 3}

    assert game.asked() == {"brad": "fight"}
    game.play("brad", "tank", dice=[*(4, 3, 3, 3), *(4, 4, 4)])
    third = game.event(RoundFought)
    assert (third.attacker.superiority, third.attacker.total) == (4, 17)
    assert (third.defender.unit, third.defender.total) == ("musketman", 12)
    assert game.event(BattleEnded) == BattleEnded("orinoco", 1, (2,))


def test_5_10_example_a_the_metropolis_of_orinoco_is_taken() -> None:
    game = the_battle_of_orinoco().play("brad", "tank+fighter")
    game.play("chris", "cannon", dice=[*(4, 4, 4, 4, 4), *(6, 5, 5)])
    game.play("brad", "tank").play("chris", "tank", dice=[*(5, 4, 4, 4), *(3, 3, 3, 3)])
    game.play("brad", "tank", dice=[*(4, 3, 3, 3), *(4, 4, 4)])
    assert game.event(SettlersLost) == SettlersLost("orinoco", 3)
    assert game.event(Captured) == Captured(1, 2, "orinoco", 4)
    assert game.settlement("orinoco") == ("brad", "metropolis")
    assert game.player("brad").resources == {"oil": 1}
    assert game.units("brad", "orinoco") == {"tank": 1, "howitzer": 1}
    assert game.units("chris", "orinoco") == {}


# 5.7 Science


@pytest.mark.parametrize(("owned", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_5_7_every_two_technologies_add_one_rounded_down(owned: int, bonus: int) -> None:
    game = in_gobi({"swordsman": 1}, {"swordsman": 1}).with_technologies("angela", ancient=owned)
    fought = declared(game, "gobi", dice=[6, 1]).event(RoundFought)
    assert (fought.attacker.science, fought.defender.science) == (bonus, 0)
    assert fought.attacker.total == 6 + bonus


def test_5_7_technologies_of_all_eras_count_together() -> None:
    game = in_gobi({"swordsman": 1}, {"swordsman": 1}, "gunpowder")
    game = game.with_technologies("brad", ancient=1, medieval=1, gunpowder=2)
    fought = declared(game, "gobi", dice=[3, 1]).event(RoundFought)
    assert (fought.defender.science, fought.defender.total) == (2, 3)
    assert fought.attacker.lost and fought.defender.lost


def test_5_7_fleets_get_it_too() -> None:
    game = a_game().with_units("angela", "north_sea", galley=1)
    game = game.with_units("brad", "north_sea", galley=1).with_technologies("angela", ancient=2)
    fought = declared(game, "north_sea", dice=[2, 2]).event(RoundFought)
    assert (fought.attacker.total, fought.defender.total) == (3, 2)


# 5.8 Aircraft


def test_5_8_an_aircraft_gives_the_unit_one_die_more() -> None:
    game = declared(in_gobi({"tank": 1, "fighter": 1}, {"swordsman": 1}, "modern"), "gobi")
    assert game.options("angela") == ["tank+fighter", "tank"]
    game.play("angela", "tank+fighter", dice=[*(1, 1, 1, 1, 1), 3])
    fought = game.event(RoundFought)
    assert (fought.attacker.faces, fought.attacker.total) == ((1,) * 5, 9)
    assert game.units("angela", "gobi") == {"tank": 1, "fighter": 1}


@pytest.mark.parametrize("roll", [6, 5])
def test_5_8_it_is_removed_with_its_unit_on_a_tie_too(roll: int) -> None:
    units = {"swordsman": 1, "catapult": 1, "horseman": 1, "fighter": 1}
    game = in_gobi(units, {"horseman": 2}, "modern")
    table = declared(game, "gobi").play("angela", "swordsman+fighter", dice=[*(4, 5), roll])
    fought = table.event(RoundFought)
    assert (fought.attacker.total, fought.defender.total) == (9, roll + 4)
    assert table.units("angela", "gobi") == {"catapult": 1, "horseman": 1}


def test_5_8_any_army_of_the_side_may_be_supported() -> None:
    units = {"swordsman": 1, "tank": 1, "howitzer": 1, "fighter": 1}
    game = declared(in_gobi(units, {"tank": 1}, "modern"), "gobi")
    assert game.options("angela") == [
        *("tank+fighter", "tank", "howitzer+fighter", "howitzer"),
        *("swordsman+fighter", "swordsman"),
    ]


def test_5_8_an_allys_aircraft_may_support_too() -> None:
    game = a_game(3).in_era("modern").with_units("angela", "gobi", tank=1)
    game = game.with_units("brad", "gobi", tank=1)
    table = declared(game.with_units("chris", "gobi", tank=1, cannon=1, fighter=1), "gobi")
    table.play("chris", "attacker")
    table.play("angela", "tank:0+fighter", dice=[*(1, 1, 1, 1, 1), *(6, 6, 6, 6)])
    assert table.units("chris", "gobi") == {"cannon": 1, "tank": 1}
    assert table.units("angela", "gobi") == {}


def test_5_8_at_sea_it_supports_battleships_only() -> None:
    ships = {"battleship": 1, "frigate": 1, "fighter": 1}
    game = a_game().in_era("modern").with_units("angela", "north_sea", **ships)
    table = declared(game.with_units("brad", "north_sea", frigate=1), "north_sea")
    assert table.options("angela") == ["battleship+fighter", "battleship", "frigate"]


def test_5_8_aircraft_alone_are_lost_to_armies() -> None:
    game = in_gobi({"tank": 1}, {"fighter": 2}, "modern").with_settlement("brad", "gobi", "town")
    table = declared(game.with_settlement("brad", "nile"), "gobi")
    assert table.events(RoundFought) == []
    assert table.event(AircraftCaught) == AircraftCaught("gobi", 2)
    assert table.settlement("gobi") == ("angela", "town")


def test_5_8_aircraft_left_alone_are_lost() -> None:
    game = declared(in_gobi({"tank": 1}, {"tank": 1, "fighter": 1}, "modern"), "gobi")
    game.play("brad", "tank", dice=[*(6,) * 4, *(1,) * 4])
    assert game.event(AircraftCaught).count == 1
    assert game.units("brad", "gobi") == {}


def test_5_8_aircraft_left_alone_at_sea_are_lost_to_fleets() -> None:
    game = a_game().in_era("modern").with_units("angela", "north_sea", frigate=1)
    game = game.with_units("brad", "north_sea", battleship=1, fighter=1)
    table = declared(game, "north_sea").play("brad", "battleship", dice=[*(6,) * 3, *(1,) * 4])
    assert table.event(AircraftCaught) == AircraftCaught("north_sea", 1)


def test_5_8_aircraft_whose_ship_is_gone_are_lost_to_any_fleet() -> None:
    game = a_game().in_era("modern").with_units("angela", "north_sea", galley=1)
    table = declared(game.with_units("brad", "north_sea", fighter=1), "north_sea")
    assert table.events(RoundFought) == []
    assert table.event(AircraftCaught) == AircraftCaught("north_sea", 1)


def test_5_8_where_both_have_nothing_but_aircraft_nothing_happens() -> None:
    units = {"tank": 1, "fighter": 1}
    game = declared(in_gobi(units, units, "modern").with_settlement("brad", "gobi"), "gobi")
    game.play("angela", "tank").play("brad", "tank", dice=[3] * 8)
    assert game.event(BattleEnded) == BattleEnded("gobi", -1, ())
    assert game.units("angela", "gobi") == game.units("brad", "gobi") == {"fighter": 1}
    assert game.settlement("gobi") == ("brad", "village")
