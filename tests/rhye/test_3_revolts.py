"""Chapter 3 of the rulebook: order and revolts."""

from __future__ import annotations

import pytest

from engine.core.grammar import Value
from engine.rulesets.rhye import events
from tests.covering import covers
from tests.rhye.builders import NOBODYS, Arrangement, a_game

FIVE = ("gaul", "italia", "germania", "hellas", "sarmatia")


def realm(level: str, settlements: int, players: int = 3) -> Arrangement:
    """Angela's realm; the first settlement is the capital."""
    return (
        a_game(players)
        .with_settlements("angela", *FIVE[:settlements])
        .with_stability("angela", level)
    )


def test_3_every_turn_begins_with_luck_and_unrest() -> None:
    game = realm("shaky", 4).at("actions").act(angela={"action": "taxation"}, dice=[1])
    assert game.turn == 8 and game.first == "angela"
    assert game.phase == "revolts"


def test_3_1_a_civilization_is_drawn_and_the_others_follow_clockwise() -> None:
    game = a_game().at("end", dice=[2])
    assert game.event(events.TurnBegan).first == 1
    game = (
        a_game()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "gaul", swordsman=1)
        .with_units("chris", "nile", swordsman=1)
        .at("end", dice=[2])
    )
    order = []
    while game.phase == "movement":
        (name,) = game.asked()
        order.append(name)
        game.play(name, {"do": "end"})
    assert order == ["brad", "chris", "angela"]


@pytest.mark.parametrize(
    ("level", "settlements", "risk"),
    [
        ("very_solid", 5, 0),
        ("solid", 5, 0),
        ("stable", 5, 0),
        ("shaky", 3, 0),
        ("shaky", 4, 1),
        ("collapsing", 2, 0),
        ("collapsing", 3, 1),
        ("civil_war", 1, 0),
        ("civil_war", 2, 1),
        ("civil_war", 5, 2),
    ],
)
@covers(
    "level.very_solid",
    "level.solid",
    "level.stable",
    "level.shaky",
    "level.collapsing",
    "level.civil_war",
)
def test_3_2_how_many_are_at_risk_depends_on_stability(
    level: str, settlements: int, risk: int
) -> None:
    arranged = realm(level, settlements)
    dice = [1] if level == "civil_war" and settlements == 2 else []
    game = arranged.at("revolts", dice=dice)
    if dice:
        assert len(game.events(events.RevoltRolled)) == risk
    elif risk:
        assert len(game.default("angela")) == risk
        assert "gaul" not in game.options("angela")
    else:
        assert game.phase != "revolts" and not game.events(events.RevoltRolled)


def test_3_2_example_a_the_capital_counts_but_never_revolts() -> None:
    game = realm("shaky", 4).at("revolts")
    assert set(game.options("angela")) == {"germania", "italia", "hellas"}
    game.refuses("angela", ["gaul"], "capital_never_revolts", "revolt-check")
    game.refuses("angela", ["nile"], "not_your_settlement", "revolt-check")
    game.play("angela", ["italia"], [3])
    assert game.settlement("italia") == ("angela", "village")


def test_3_2_only_the_first_is_checked_with_three_and_the_first_two_with_four() -> None:
    def unrest(players: int) -> Arrangement:
        return a_game(players).with_settlements("brad", *FIVE[:4]).with_stability("brad", "shaky")

    assert unrest(3).at("revolts").asked().get("brad") != "revolt"
    assert unrest(4).at("revolts").asked() == {"brad": "revolt"}


def test_3_2_the_clock_risks_the_smallest() -> None:
    game = (
        a_game()
        .with_settlement("angela", "gaul")
        .with_settlements("angela", "italia", "germania", size="city")
        .with_settlement("angela", "hellas")
        .with_stability("angela", "shaky")
        .at("revolts")
    )
    assert game.default("angela") == ["hellas"]


def test_3_2_of_villages_the_clock_risks_one_without_wonder_and_resource() -> None:
    arranged = realm("shaky", 4).with_wonder("germania", "oracle")
    assert arranged.at("revolts").default("angela") == ["italia"]
    arranged.with_marker("italia", "iron", colony="angela")
    assert arranged.at("revolts").default("angela") == ["hellas"]
    arranged.with_wonder("hellas", "pyramids")
    assert arranged.at("revolts").default("angela") == ["italia"], "a wonder counts for more"


def test_3_3_a_revolt_is_put_down_on_three() -> None:
    game = realm("shaky", 4).at("revolts").play("angela", ["hellas"], [3])
    assert game.settlement("hellas") == ("angela", "village")
    assert not game.event(events.RevoltRolled).success


def test_3_3_a_settlement_breaks_away_on_four_with_up_to_date_infantry() -> None:
    game = (
        realm("shaky", 4)
        .with_settlement("angela", "hellas", "city")
        .with_technologies("angela", "feudalism", "gunpowder")
        .at("revolts")
        .play("angela", ["hellas"], [4])
    )
    assert game.settlement("hellas") == (NOBODYS, "city")
    assert game.units(NOBODYS, "hellas") == {"musketman": 1}
    assert game.event(events.BrokeAway).unit == "musketman"


def test_3_3_own_units_leave_for_free_or_own_neighbours() -> None:
    game = (
        realm("shaky", 4)
        .with_units("angela", "hellas", swordsman=2)
        .with_units("brad", "sarmatia", swordsman=1)
        .with_units("brad", "hellas", swordsman=1)
        .at("revolts")
        .play("angela", ["hellas"], [6])
    )
    assert game.asked() == {"angela": "displaced"}
    assert set(game.options("angela", "to")) == {"germania", "italia", "anatolia"}
    assert game.default("angela")["to"] in ("germania", "italia")
    one = ["swordsman"]
    game.refuses("angela", {"to": "sarmatia", "units": one}, "no_refuge", "revolt")
    game.refuses("angela", {"to": "gaul", "units": one}, "not_beside", "revolt")
    game.play("angela", {"to": "germania", "units": ["swordsman"]})
    game.play("angela", {"to": "anatolia", "units": ["swordsman"]})
    assert game.units("angela", "germania") == {"swordsman": 1}
    assert game.units("angela", "anatolia") == {"swordsman": 1}
    assert game.units("brad", "hellas") == {"swordsman": 1}


def test_3_3_neither_grey_units_nor_the_empty_village_of_another_are_a_refuge() -> None:
    arranged = realm("shaky", 4).with_units("angela", "hellas", swordsman=1)
    arranged.with_settlement(NOBODYS, "anatolia").with_units(NOBODYS, "anatolia", swordsman=1)
    arranged.with_settlements("brad", "nile", "sarmatia")
    game = arranged.at("revolts").play("angela", ["hellas"], [4])
    assert set(game.options("angela", "to")) == {"germania", "italia"}


def test_3_3_a_minor_civilization_without_units_is_neutral_ground() -> None:
    arranged = (
        realm("shaky", 4)
        .with_units("angela", "hellas", swordsman=1)
        .with_units("brad", "sarmatia", swordsman=1)
    )
    arranged.with_settlement(NOBODYS, "anatolia").with_settlement(NOBODYS, "sarmatia")
    game = arranged.at("revolts").play("angela", ["hellas"], [6])
    assert set(game.options("angela", "to")) == {"germania", "italia", "anatolia"}
    assert game.default("angela")["to"] in ("germania", "italia"), "home comes first"
    game.play("angela", {"to": "anatolia", "units": ["swordsman"]})
    assert game.units("angela", "anatolia") == {"swordsman": 1}
    assert game.settlement("anatolia") == (NOBODYS, "village"), "to stay there is not to take it"


def test_3_3_where_grey_units_stand_there_is_no_refuge() -> None:
    arranged = realm("shaky", 4).with_units("angela", "hellas", swordsman=1)
    arranged.with_settlement(NOBODYS, "anatolia").with_units(NOBODYS, "anatolia", swordsman=1)
    game = arranged.at("revolts").play("angela", ["hellas"], [6])
    refuge: Value = {"to": "anatolia", "units": ["swordsman"]}
    game.refuses("angela", refuge, "no_refuge", "revolt")


def test_3_3_the_last_way_out_is_a_minor_civilization() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "italia", "germania", "arabia")
        .with_stability("angela", "shaky")
        .with_units("angela", "arabia", swordsman=2)
        .with_settlement(NOBODYS, "euphrates")
        .at("revolts")
        .play("angela", ["arabia"], [6])
    )
    assert game.units("angela", "euphrates") == {"swordsman": 2}


def test_3_3_units_without_a_way_out_are_lost() -> None:
    game = (
        a_game()
        .with_settlements("angela", "gaul", "italia", "germania", "arabia")
        .with_stability("angela", "shaky")
        .with_units("angela", "arabia", swordsman=2)
        .with_units("brad", "euphrates", swordsman=1)
        .at("revolts")
        .play("angela", ["arabia"], [6])
    )
    assert game.units("angela", "arabia") == {}
    assert game.event(events.UnitsLost).units == (("swordsman", 2),)


def test_3_3_wonders_of_a_grey_settlement_work_for_nobody() -> None:
    game = (
        realm("shaky", 4)
        .with_wonder("hellas", "oracle")
        .at("revolts")
        .play("angela", ["hellas"], [6])
    )
    assert game.player("angela").wonders == ()
    assert ("oracle", "hellas") in game.open().sites
