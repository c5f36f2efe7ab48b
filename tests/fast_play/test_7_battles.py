"""Battles: values, dice, losses (rulebook 7.1 to 7.6 and 7.9)."""

from __future__ import annotations

import pytest

from engine.rulesets.fast_play import events
from tests.covering import covers
from tests.fast_play.builders import END, Arrangement, Game, a_game, move, sail


def an_attack(era: str = "ancient") -> Arrangement:
    """Angela is about to go from Gobi to Steppe, where Brad is."""
    return a_game().in_era(era)


def attack(game: Game, dice: list[int], *units: str) -> Game:
    return game.play("angela", move("gobi", "steppe", *units), dice)


def dice_of(game: Game) -> tuple[int, int]:
    fought = game.event(events.BattleFought)
    for side in (fought.attacker, fought.defender):
        assert sum(count for _, count in side.bonuses) == side.dice
    return fought.attacker.dice, fought.defender.dice


def test_7_one_exchange_decides_who_stays() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", swordsman=2)
        .with_settlement("brad", "siberia")
        .with_orders("brad", retreat="home")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), [6, 1, 1, 1])
    assert len(game.events(events.BattleFought)) == 1
    assert game.units("angela", "steppe") == {"swordsman": 2}
    assert game.units("brad", "steppe") == {}
    assert game.units("brad", "siberia") == {"swordsman": 1}


# The printed examples.


def test_7_5_example_a_three_cavalry_and_an_infantry_in_the_open() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", horseman=3, swordsman=1)
        .with_units("brad", "steppe", horseman=1, swordsman=1)
        .at("movement")
    )
    party = ["swordsman", *["horseman"] * 3]
    attack(game, [2, 3, 3, 4, 5, 6, 6, 1, 1, 6], *party)
    assert dice_of(game) == (7, 3)
    assert game.event(events.BattleFought).winner == 0
    # Brad has no choice to make: both his units are lost. Angela chooses one of hers.
    assert game.asked() == {"angela": "losses"}
    game.play("angela", ["swordsman"])
    assert game.units("angela", "steppe") == {"horseman": 3}
    assert game.units("brad", "steppe") == {}


def test_7_5_example_b_the_same_with_a_settlement() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", horseman=3, swordsman=1)
        .with_settlement("brad", "steppe")
        .with_units("brad", "steppe", horseman=1, swordsman=1)
        .at("movement")
    )
    attack(game, [4, 4, 5, 5, 3, 6, 6], "swordsman", *["horseman"] * 3)
    assert dice_of(game) == (4, 3)
    assert game.event(events.BattleFought).winner == 1
    game.play("angela", ["swordsman", "horseman"])
    # The others retreat to the one region they came from.
    assert game.units("angela", "gobi") == {"horseman": 2}
    assert game.settlement("steppe") == ("brad", "village")


def test_7_5_example_c_science_helps_no_old_unit() -> None:
    game = (
        an_attack("gunpowder")
        .with_units("angela", "gobi", dragoon=1, knight=1, medieval_catapult=1)
        .with_units("brad", "steppe", man_at_arms=2)
        .with_technologies("brad", gunpowder=1)
        .at("movement")
    )
    faces = [1, 2, 2, 3, 4, 4, 5, 6, 1, 4, 4, 6]
    attack(game, faces, "medieval_catapult", "knight", "dragoon")
    assert dice_of(game) == (8, 4)
    assert game.event(events.BattleFought).winner == 1
    assert game.asked() == {"angela": "losses"}
    game.play("angela", ["medieval_catapult"])
    assert game.units("angela", "gobi") == {"knight": 1, "dragoon": 1}
    assert game.units("brad", "steppe") == {"man_at_arms": 1}


# 7.1 Order.


def test_7_1_the_mover_chooses_the_order_of_battles() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=3)
        .with_units("brad", "steppe", swordsman=1)
        .with_units("brad", "himalaya", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", move("gobi", "himalaya", "swordsman"))
    game.play("angela", END)
    assert game.asked() == {"angela": "next_battle"}
    assert game.options("angela") == ["steppe", "himalaya"]
    assert game.default("angela") == "steppe"
    game.play("angela", "himalaya", [6, 1, 6, 1])
    assert [event.place for event in game.events(events.BattleFought)] == ["himalaya", "steppe"]


def a_landing_and_a_sea_battle() -> Game:
    """Angela has landed in Gaul and sailed into the North Sea, which lies beside both shores."""
    game = (
        a_game()
        .with_settlement("angela", "britannia")
        .with_units("angela", "britannia", swordsman=2)
        .with_units("angela", "biscay_sea", galley=1)
        .with_units("brad", "gaul", swordsman=1)
        .with_units("brad", "north_sea", galley=1)
        .at("movement")
    )
    game.play("angela", move("britannia", "gaul", "swordsman", "swordsman"))
    return game.play("angela", sail("biscay_sea", "north_sea", "galley"))


def test_7_1_example_a_a_zone_won_first_is_a_way_to_retreat_over() -> None:
    game = a_landing_and_a_sea_battle().play("angela", "north_sea", [*(6, 1), *(1, 1, 6)])
    assert [event.place for event in game.events(events.BattleFought)] == ["north_sea", "gaul"]
    assert game.units("angela", "britannia") == {"swordsman": 1}


def test_7_1_example_a_on_land_first_there_is_no_way_back() -> None:
    game = a_landing_and_a_sea_battle().play("angela", "gaul", [*(1, 1, 6), *(6, 1)])
    assert [event.place for event in game.events(events.BattleFought)] == ["gaul", "north_sea"]
    assert game.event(events.Trapped).place == "gaul"


def test_7_1_what_is_taken_without_dice_comes_first_and_unasked() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=3)
        .with_units("brad", "steppe", swordsman=1)
        .with_settlement("brad", "himalaya")
        .with_units("brad", "siberia", settler=1)
        .at("movement")
    )
    for place in ("steppe", "himalaya", "siberia"):
        game.play("angela", move("gobi", place, "swordsman"), [6, 1] if place == "siberia" else ())
    told = [type(event).__name__ for event in game.heard(None)]
    assert told.index("Captured") < told.index("SettlersCaptured") < told.index("BattleFought")


def test_7_1_the_mover_chooses_where_its_last_piece_goes() -> None:
    others = ("iberia", "germania", "italia", "libya", "nile", "congo", "funa", "persia", "indus")
    game = (
        a_game()
        .with_settlements("angela", *others)
        .with_units("angela", "gobi", swordsman=2)
        .with_settlements("brad", "steppe", "himalaya")
        .with_units("brad", "kalahari", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", move("gobi", "himalaya", "swordsman"))
    assert game.asked() == {"angela": "next_battle"}
    game.play("angela", "himalaya")
    assert game.settlement("himalaya") == ("angela", "village")
    assert game.asked() == {"angela": "claim"}


def test_7_1_a_battle_that_is_off_is_not_asked_about() -> None:
    game = (
        a_game()
        .in_era("medieval")
        .with_units("angela", "gobi", settler=1)
        .with_units("angela", "siberia", knight=1)
        .with_units("angela", "gaul", knight=1)
        .with_units("brad", "steppe", knight=1)
        .with_units("brad", "iberia", knight=1)
        .at("movement")
    )
    game.play("angela", move("siberia", "steppe", "knight"))
    game.play("angela", move("gaul", "iberia", "knight"))
    # The plague takes both sides in Steppe: only the battle in Iberia is left.
    game.explore("angela", "gobi", "plague", [*(6, 1, 1), *(1, 1, 1)])
    assert [event.place for event in game.events(events.BattleFought)] == ["iberia"]


# 7.2 to 7.4 Values.


@pytest.mark.parametrize(
    ("unit", "value"),
    [
        ("swordsman", 1),
        ("man_at_arms", 2),
        ("musketman", 3),
        ("machinegunner", 4),
        ("horseman", 2),
        ("knight", 3),
        ("dragoon", 4),
        ("tank", 5),
        ("medieval_catapult", 1),
        ("cannon", 2),
        ("howitzer", 3),
    ],
)
def test_7_2_values_in_the_open(unit: str, value: int) -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", **{unit: 1})
        .with_units("brad", "steppe", **{unit: 1})
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", unit), [6] * value * 2)
    assert dice_of(game) == (value, value)


@pytest.mark.parametrize(
    ("unit", "attacking", "defending"),
    [
        ("machinegunner", 4, 5),
        ("tank", 4, 4),
        ("howitzer", 5, 4),
        ("swordsman", 1, 2),
        ("horseman", 1, 1),
        ("catapult", 2, 1),
    ],
)
def test_7_3_values_with_a_settlement(unit: str, attacking: int, defending: int) -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", **{unit: 1})
        .with_units("brad", "steppe", **{unit: 1})
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", unit), [6] * (attacking + defending))
    assert dice_of(game) == (attacking, defending)


def test_7_2_an_aircraft_is_worth_five_anywhere() -> None:
    game = (
        a_game()
        .in_era("modern")
        .with_units("angela", "gobi", fighter=1, machinegunner=1)
        .with_units("brad", "steppe", fighter=1, machinegunner=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "machinegunner"))
    game.play("angela", move("gobi", "steppe", "fighter"), [6, 6] + [1] * 7 + [6, 6] + [1] * 8)
    assert dice_of(game) == (9, 10)


def test_7_2_settlers_and_fleets_in_harbour_do_not_fight() -> None:
    game = (
        a_game()
        .with_units("angela", "iberia", swordsman=1)
        .with_settlement("brad", "gaul")
        .with_units("brad", "gaul", swordsman=1, settler=2, galley=3)
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "swordsman"), [6, 1, 1])
    assert dice_of(game) == (1, 2)


@pytest.mark.parametrize(("own", "other", "bonus"), [(2, 0, 2), (2, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_7_4_each_current_unit_adds_the_technologies_in_excess(
    own: int, other: int, bonus: int
) -> None:
    game = (
        an_attack("medieval")
        .with_units("angela", "gobi", man_at_arms=2, swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .with_technologies("angela", ancient=2, medieval=own)
        .with_technologies("brad", medieval=other)
        .at("movement")
    )
    mine = 2 * (2 + bonus) + 1
    attack(game, [6] + [1] * mine, "swordsman", "man_at_arms", "man_at_arms")
    assert dice_of(game) == (mine, 1)


def test_7_4_old_technologies_do_not_count() -> None:
    game = (
        an_attack("medieval")
        .with_units("angela", "gobi", man_at_arms=1)
        .with_units("brad", "steppe", man_at_arms=1)
        .with_technologies("angela", ancient=2)
        .at("movement")
    )
    attack(game, [6, 1, 1, 1], "man_at_arms")
    assert dice_of(game) == (2, 2)


def test_7_4_against_barbarians_all_current_technologies_count() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("barbarians", "steppe", horseman=1)
        .with_technologies("angela", ancient=2)
        .at("movement")
    )
    attack(game, [6, 1, 1, 1, 1], "swordsman")
    assert dice_of(game) == (3, 2)


# 7.5 The dice.


def test_7_5_without_a_six_both_roll_again() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    attack(game, [1, 2, 3, 4, 6, 5], "swordsman")
    fought = game.event(events.BattleFought)
    assert (fought.rerolls, fought.attacker.faces, fought.defender.faces) == (2, (6,), (5,))
    assert game.units("angela", "steppe") == {"swordsman": 1}


def test_7_5_a_tie_goes_to_the_defender() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", swordsman=2)
        .at("movement")
    )
    attack(game, [6, 1, 6, 1], "swordsman", "swordsman")
    assert game.units("angela", "gobi") == {"swordsman": 1}
    assert game.units("brad", "steppe") == {"swordsman": 1}


def test_7_5_without_any_dice_the_attacker_goes_back() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", catapult=1)
        .with_units("brad", "steppe", catapult=1)
        .at("movement")
    )
    attack(game, [], "catapult")
    assert dice_of(game) == (0, 0)
    assert game.units("angela", "gobi") == {"catapult": 1}
    assert game.units("brad", "steppe") == {"catapult": 1}


def test_7_5_a_side_without_dice_only_suffers() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", catapult=1)
        .at("movement")
    )
    attack(game, [3, 6], "swordsman")
    assert dice_of(game) == (1, 0)
    assert game.units("angela", "steppe") == {"swordsman": 1}


# 7.6 Losses.


def mixed_battle() -> Game:
    """Both lose one of two different units; Angela has lost."""
    game = (
        an_attack()
        .with_units("angela", "gobi", horseman=1, swordsman=1)
        .with_units("brad", "steppe", horseman=1, swordsman=1)
        .at("movement")
    )
    return attack(game, [6, 1, 1, 6, 1, 1], "swordsman", "horseman")


def test_7_6_both_owners_choose_at_the_same_time() -> None:
    game = mixed_battle()
    assert game.asked() == {"angela": "losses", "brad": "losses"}
    assert game.decision("angela").secret
    game.play("angela", ["swordsman"])
    # Her answer stays open until Brad has chosen.
    assert game.asked() == {"brad": "losses"}
    assert game.units("angela", "steppe") == {"horseman": 1, "swordsman": 1}
    game.play("angela", ["horseman"]).play("brad", ["swordsman"])
    assert game.units("angela", "gobi") == {"swordsman": 1}
    assert game.units("brad", "steppe") == {"horseman": 1}


def test_7_6_who_has_chosen_is_seen_and_what_is_not() -> None:
    game = mixed_battle().play("angela", ["swordsman"])
    battle = game.view("brad").battle
    assert battle is not None
    assert (battle.chosen, battle.hits) == ((0,), (1, 1))
    assert "swordsman" not in str([told.event for told in game.told])


def test_7_6_exactly_as_many_as_hits() -> None:
    game = mixed_battle()
    game.refuses("angela", [], "too_few", "losses")
    game.refuses("angela", ["swordsman", "horseman"], "too_many", "losses")


def test_7_6_hits_in_excess_have_no_effect() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", horseman=2)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    attack(game, [6, 6, 6, 6, 1], "horseman", "horseman")
    assert game.units("brad", "steppe") == {}
    assert game.units("angela", "steppe") == {"horseman": 2}


def test_7_6_alike_units_need_no_choice() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", swordsman=3)
        .at("movement")
    )
    attack(game, [6, 6, 1, 1], "swordsman")
    assert game.units("brad", "steppe") == {"swordsman": 2}


# 7.9 Nobody left.


@covers("retreat.nobody_left")
def test_7_9_the_loser_stays_if_the_winner_is_gone() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    # One six each: Brad wins the tie, but has nobody left.
    attack(game, [6, 1, 6], "swordsman", "swordsman")
    assert game.event(events.BattleFought).winner == 1
    assert game.units("angela", "steppe") == {"swordsman": 1}
    assert not game.events(events.Retreated)


def test_7_9_both_sides_can_be_wiped_out() -> None:
    game = (
        an_attack()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .with_settlement("brad", "steppe")
        .at("movement")
    )
    attack(game, [6, 6, 1], "swordsman")
    assert not game.space("steppe").units
    assert game.settlement("steppe") == ("brad", "village")
