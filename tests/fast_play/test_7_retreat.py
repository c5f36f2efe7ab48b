"""Retreats (rulebook 7.7, 7.8 and 7.11)."""

from __future__ import annotations

from engine.rulesets.fast_play import events
from tests.covering import covers
from tests.fast_play.builders import END, Arrangement, Game, a_game, move, sail

TIE = [6, 1, 6, 1]
"""Two dice each and a six each: the defender wins, both lose a unit."""
BEATEN = [6, 1, 1, 1]
"""Two dice each, a six for the attacker alone."""


def a_battle(place: str = "steppe") -> Arrangement:
    """Brad defends with two swordsmen."""
    return a_game().with_units("brad", place, swordsman=2)


# 7.7 The attacker.


@covers("retreat.attacker_one_way")
def test_7_7_the_attacker_goes_back_where_it_came_from() -> None:
    game = a_battle().with_units("angela", "gobi", swordsman=2).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), TIE)
    assert game.units("angela", "gobi") == {"swordsman": 1}
    retreat = game.event(events.Retreated)
    assert (retreat.seat, retreat.origin, retreat.target) == (0, "steppe", "gobi")


def from_two_sides() -> Game:
    """Angela has come from Gobi and from Muscovy, and lost one of her three swordsmen."""
    game = (
        a_battle()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("angela", "muscovy", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"))
    return game.play("angela", move("muscovy", "steppe", "swordsman"), [6, 1, 1, 6, 1])


@covers("retreat.attacker_choice")
def test_7_7_of_several_spaces_the_attacker_chooses_one() -> None:
    game = from_two_sides()
    assert game.asked() == {"angela": "retreat"}
    assert set(game.options("angela", "to")) == {"gobi", "muscovy"}
    game.play("angela", {"to": "muscovy"})
    # All go there, those from Gobi too.
    assert game.units("angela", "muscovy") == {"swordsman": 2}


def test_7_7_a_space_is_open_though_those_who_came_from_there_are_lost() -> None:
    game = (
        a_battle()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("angela", "muscovy", horseman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"))
    game.play("angela", move("muscovy", "steppe", "horseman"), [6, 1, 1, 1, 6, 1])
    game.play("angela", ["horseman"])
    assert set(game.options("angela", "to")) == {"gobi", "muscovy"}


def test_7_7_attackers_stay_together() -> None:
    game = from_two_sides()
    game.refuses("angela", {"to": "gobi", "units": ["swordsman"]}, "unexpected", "attacker-retreat")


def test_7_7_a_refused_way_back_says_why() -> None:
    game = from_two_sides()
    game.refuses("angela", {"to": "siberia"}, "did_not_come_from_there", "attacker-retreat")
    game.refuses("angela", {"to": "atlantis"}, "no_such_place", "attacker-retreat")


def test_7_7_the_last_step_counts() -> None:
    game = a_battle().with_units("angela", "himalaya", horseman=2).at("movement")
    game.play("angela", move("himalaya", "steppe", "horseman", "horseman"), [6, 1, 1, 1, 6, 1])
    # Two steps from Himalaya; the last one was from Gobi or Bactria.
    (retreat,) = game.events(events.Retreated)
    assert retreat.target in ("gobi", "bactria")


@covers("retreat.attacker_by_sea")
def test_7_7_over_the_sea_and_back() -> None:
    game = (
        a_battle("gaul")
        .with_units("angela", "britannia", swordsman=2)
        .with_units("angela", "biscay_sea", galley=1)
        .at("movement")
    )
    game.play("angela", move("britannia", "gaul", "swordsman", "swordsman"))
    game.play("angela", END, TIE)
    assert game.units("angela", "britannia") == {"swordsman": 1}


@covers("retreat.attacker_fleets_gone")
def test_7_7_without_its_fleet_the_landing_party_is_lost() -> None:
    game = (
        a_battle("gaul")
        .with_units("angela", "britannia", swordsman=2)
        .with_units("angela", "biscay_sea", galley=1)
        .at("movement")
    )
    game.play("angela", move("britannia", "gaul", "swordsman", "swordsman"))
    game.play("angela", sail("biscay_sea", "sargasso_sea", "galley"), TIE)
    assert game.units("angela", "britannia") == game.units("angela", "gaul") == {}
    assert game.event(events.Trapped).seat == 0


def test_7_7_another_fleet_may_take_its_place() -> None:
    game = (
        a_battle("gaul")
        .with_units("angela", "britannia", swordsman=2)
        .with_units("angela", "biscay_sea", galley=1)
        .with_units("angela", "barents_sea", galley=1)
        .at("movement")
    )
    game.play("angela", move("britannia", "gaul", "swordsman", "swordsman"))
    game.play("angela", sail("biscay_sea", "sargasso_sea", "galley"))
    game.play("angela", sail("barents_sea", "north_sea", "galley"), TIE)
    assert game.units("angela", "britannia") == {"swordsman": 1}


@covers("retreat.no_limit_over_fleets")
def test_7_7_the_limit_of_three_does_not_count_in_retreat() -> None:
    game = (
        a_battle("gaul")
        .with_units("angela", "britannia", swordsman=3)
        .with_units("angela", "iberia", swordsman=2)
        .with_units("angela", "biscay_sea", galley=1)
        .at("movement")
    )
    game.play("angela", move("britannia", "gaul", *["swordsman"] * 3))
    game.play("angela", move("iberia", "gaul", "swordsman", "swordsman"))
    game.play("angela", END, [6, 1, 1, 1, 1, 6, 1])
    game.play("angela", {"to": "britannia"})
    assert game.units("angela", "britannia") == {"swordsman": 4}


@covers("retreat.attacker_way_taken")
def test_7_7_a_space_that_others_hold_by_now_is_no_way_out() -> None:
    # Brad loses the first battle and flees to Bactria, the region from which the second one was
    # begun.
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("angela", "bactria", swordsman=2)
        .with_units("brad", "himalaya", swordsman=2)
        .with_units("brad", "persia", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "himalaya", "swordsman", "swordsman"))
    game.play("angela", move("bactria", "persia", "swordsman", "swordsman"))
    game.play("angela", "himalaya", BEATEN).play("brad", {"to": "bactria"}, TIE)
    assert game.units("brad", "bactria") == {"swordsman": 1}
    assert game.units("angela", "persia") == game.units("angela", "bactria") == {}
    assert game.event(events.Trapped).units == (("swordsman", 1),)


@covers("retreat.attacker_already_there")
def test_7_7_units_that_were_there_before_the_enemy_go_anywhere_free() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul")
        .with_units("angela", "gobi", swordsman=2, settler=1)
        .with_units("brad", "siberia", swordsman=1)
        .with_settlement("brad", "nile")
        .at("movement")
    )
    # A tie of one settlement each: barbarians. They lose their horseman only if hit.
    game.explore("angela", "gobi", "minor_civilization", [1, 1, 6, 1])
    assert game.asked() == {"angela": "retreat"}
    ways = set(game.options("angela", "to"))
    assert "steppe" in ways
    assert "siberia" not in ways


# 7.8 The defender.


@covers("retreat.defender_free", "retreat.defender_not_where_the_attacker_came_from")
def test_7_8_the_defender_goes_to_free_neighbours_but_not_the_attackers_way() -> None:
    game = a_battle().with_units("angela", "gobi", swordsman=2).at("movement")
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), BEATEN)
    assert game.asked() == {"brad": "retreat"}
    assert set(game.options("brad", "to")) == {"sarmatia", "muscovy", "bactria", "siberia"}
    game.play("brad", {"to": "siberia"})
    assert game.units("brad", "siberia") == {"swordsman": 1}
    assert game.units("angela", "steppe") == {"swordsman": 2}


def test_7_8_every_way_the_attacker_came_is_closed() -> None:
    game = (
        a_battle()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "muscovy", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", move("muscovy", "steppe", "swordsman"), BEATEN)
    assert set(game.options("brad", "to")) == {"sarmatia", "bactria", "siberia"}


@covers("retreat.defender_own")
def test_7_8_ones_own_spaces_are_open_and_those_of_others_closed() -> None:
    game = (
        a_game(3)
        .with_units("brad", "steppe", swordsman=2)
        .with_settlement("brad", "siberia")
        .with_units("brad", "sarmatia", settler=1)
        .with_settlement("chris", "muscovy")
        .with_units("barbarians", "bactria", horseman=1)
        .with_units("angela", "gobi", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman"), BEATEN)
    assert set(game.options("brad", "to")) == {"siberia", "sarmatia"}


@covers("retreat.defender_split")
def test_7_8_defenders_may_part() -> None:
    game = (
        a_game()
        .with_units("brad", "steppe", swordsman=2, catapult=1, horseman=1)
        .with_units("angela", "gobi", horseman=2)
        .with_orders("brad", losses="weakest")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "horseman", "horseman"), [6, 1, 1, 1, 1, 1, 1, 1])
    game.play("brad", {"to": "siberia", "units": ["swordsman", "horseman"]})
    assert game.asked() == {"brad": "retreat"}
    game.play("brad", {"to": "muscovy"})
    assert game.units("brad", "siberia") == {"swordsman": 1, "horseman": 1}
    assert game.units("brad", "muscovy") == {"swordsman": 1}


@covers("retreat.defender_by_sea")
def test_7_8_defenders_flee_over_their_own_fleets() -> None:
    game = (
        a_battle("iberia")
        .with_units("brad", "biscay_sea", galley=1)
        .with_units("angela", "gaul", swordsman=2)
        .at("movement")
    )
    game.play("angela", move("gaul", "iberia", "swordsman", "swordsman"), BEATEN)
    assert set(game.options("brad", "to")) == {"britannia", "atlantia"}


@covers("retreat.defender_trapped")
def test_7_8_without_a_way_out_defenders_are_lost() -> None:
    game = a_battle("iberia").with_units("angela", "gaul", swordsman=2).at("movement")
    game.play("angela", move("gaul", "iberia", "swordsman", "swordsman"), BEATEN)
    assert game.units("brad", "iberia") == {}
    assert game.event(events.Trapped).units == (("swordsman", 1),)


def test_7_8_a_single_way_out_needs_no_choice() -> None:
    game = (
        a_battle("gaul")
        .with_units("angela", "iberia", swordsman=2)
        .with_settlement("angela", "italia")
        .at("movement")
    )
    game.play("angela", move("iberia", "gaul", "swordsman", "swordsman"), BEATEN)
    assert game.units("brad", "germania") == {"swordsman": 1}


# Fleets.


@covers("retreat.fleet_attacker")
def test_7_8_fleets_that_attacked_sail_back() -> None:
    game = (
        a_game()
        .with_units("angela", "biscay_sea", galley=2)
        .with_units("brad", "north_sea", galley=2)
        .at("movement")
    )
    game.play("angela", sail("biscay_sea", "north_sea", "galley", "galley"), TIE)
    assert game.units("angela", "biscay_sea") == {"galley": 1}


@covers("retreat.attacker.sea.asked")
def test_7_8_fleets_from_several_zones_choose_one_of_them() -> None:
    game = (
        a_game()
        .with_units("angela", "biscay_sea", galley=2)
        .with_units("angela", "barents_sea", galley=1)
        .with_units("brad", "north_sea", galley=2)
        .at("movement")
    )
    game.play("angela", sail("biscay_sea", "north_sea", "galley", "galley"))
    game.play("angela", sail("barents_sea", "north_sea", "galley"), [6, 1, 1, 6, 1])
    assert set(game.options("angela", "to")) == {"biscay_sea", "barents_sea"}
    game.play("angela", {"to": "barents_sea"})
    assert game.units("angela", "barents_sea") == {"galley": 2}


def chased(*guarded: str) -> Game:
    """Brad's fleet in the North Sea has lost to Angela's, and Chris guards some zones around."""
    game = a_game(3).with_units("angela", "biscay_sea", galley=2)
    game.with_units("brad", "north_sea", galley=2)
    for zone in guarded:
        game.with_units("chris", zone, galley=1)
    away = sail("biscay_sea", "north_sea", "galley", "galley")
    return game.at("movement").play("angela", away, BEATEN)


@covers("retreat.defender.sea.left")
def test_7_8_a_fleet_with_one_way_out_takes_it() -> None:
    game = chased("barents_sea")
    assert game.units("brad", "north_atlantic") == {"galley": 1}


@covers("retreat.defender.sea.trapped")
def test_7_8_a_fleet_without_a_way_out_is_lost() -> None:
    game = chased("barents_sea", "north_atlantic")
    assert game.event(events.Trapped).units == (("galley", 1),)
    assert game.units("angela", "north_sea") == {"galley": 2}


@covers("retreat.fleet_defender")
def test_7_8_fleets_that_defended_flee_to_free_zones() -> None:
    game = (
        a_game()
        .with_settlement("brad", "gaul")
        .with_units("angela", "biscay_sea", galley=2)
        .with_units("brad", "north_sea", galley=2)
        .at("movement")
    )
    game.play("angela", sail("biscay_sea", "north_sea", "galley", "galley"), BEATEN)
    # The harbour of Gaul is no way out for a defender.
    assert set(game.options("brad", "to")) == {"north_atlantic", "barents_sea"}


@covers("retreat.fleet_harbour")
def test_7_8_a_fleet_may_go_back_into_the_harbour_it_attacked_from() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul")
        .with_units("angela", "gaul", galley=2)
        .with_units("brad", "north_sea", galley=2)
        .at("movement")
    )
    game.play("angela", sail("gaul", "north_sea", "galley", "galley"), TIE)
    assert game.units("angela", "gaul") == {"galley": 1}


@covers("retreat.fleet_harbour_lost")
def test_7_8_a_harbour_that_is_gone_takes_nobody_back() -> None:
    # With ten villages on the board she may give one up, at any time.
    others = ("gobi", "steppe", "libya", "nile", "congo", "funa", "persia", "indus", "ganges")
    game = (
        a_game()
        .with_settlements("angela", "gaul", *others)
        .with_units("angela", "gaul", galley=2)
        .with_units("angela", "tasman_sea", galley=1)
        .with_units("brad", "north_sea", galley=2)
        .at("movement")
    )
    game.play("angela", sail("gaul", "north_sea", "galley", "galley"))
    game.play("angela", "gaul", kind="remove").play("angela", END, TIE)
    assert game.units("angela", "north_sea") == game.units("angela", "gaul") == {}
    assert game.event(events.Trapped).units == (("galley", 1),)


def test_7_8_a_refused_way_out_says_why() -> None:
    game = (
        a_battle()
        .with_units("angela", "gobi", swordsman=2)
        .with_units("angela", "muscovy", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman", "swordsman")).play(
        "angela", END, BEATEN
    )
    game.refuses("brad", {"to": "gobi"}, "attack_came_from_there", "defender-retreat")
    game.refuses("brad", {"to": "muscovy"}, "held_by_others", "defender-retreat")
    game.refuses("brad", {"to": "nile"}, "no_way_there", "defender-retreat")


# 7.11 Settlers.


@covers("retreat.settlers")
def test_7_11_settlers_left_alone_leave_a_foreign_settlement() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1, settler=1)
        .with_settlement("brad", "steppe")
        .with_units("brad", "steppe", swordsman=1)
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", move("gobi", "steppe", "settler"), [6, 6, 1])
    assert game.units("angela", "gobi") == {"settler": 1}
    assert game.settlement("steppe") == ("brad", "village")
