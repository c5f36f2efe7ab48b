"""Rulebook 5: levels, superiority, settlements, aircraft, the sea, capture."""

from __future__ import annotations

import pytest

from engine.rulesets.advanced.events import RoundFought
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.events import SettlersLost
from engine.world.events import Captured
from tests.advanced.builders import Arrangement, a_game, declared, move


def arena() -> Arrangement:
    """Everybody can trade with everybody, so that the game rests after the battles."""
    return a_game().with_cards("chris", "flight")


def duel(game: Arrangement, place: str, dice: tuple[int, ...]) -> RoundFought:
    table = declared(game, place, dice=dice)
    return table.events(RoundFought)[0]


def orinoco() -> Arrangement:
    return (
        arena()
        .in_era("modern")
        .with_cards("brad", "metallurgy", "advanced_flight")
        .with_units("brad", "orinoco", tank=2, cannon=1, fighter=1)
        .with_units("chris", "orinoco", tank=1, cannon=1, musketman=1, settler=3)
        .with_settlement("chris", "orinoco", "metropolis")
    )


@pytest.mark.parametrize("declares", [True, False])
def test_5_1_an_owner_who_challenges_attacks_unless_the_mover_does(declares: bool) -> None:
    game = (
        arena()
        .with_settlement("brad", "steppe")
        .with_units("brad", "steppe", swordsman=1)
        .with_units("angela", "gobi", swordsman=1)
        .with_orders("brad", toward_angela="challenge")
        .at("movement")
    )
    game.play("angela", move("gobi", "steppe", "swordsman"))
    game.play("angela", ["steppe:1"] if declares else [], kind="declare", dice=(6, 1))
    (fought,) = game.events(RoundFought)
    assert (fought.attacker.seat, fought.defender.seat) == ((0, 1) if declares else (1, 0))
    assert (fought.attacker.defence, fought.defender.defence) == (0, int(declares))


def test_5_3_a_third_player_is_asked_in_secret() -> None:
    game = arena().with_units("angela", "gobi", swordsman=1).with_units("brad", "gobi", swordsman=1)
    table = declared(game.with_units("chris", "gobi", swordsman=1), "gobi")
    assert table.asked() == {"chris": "join"}
    assert table.decision("chris").secret


def test_5_3_whoever_has_only_aircraft_there_may_join() -> None:
    game = arena().in_era("modern").with_units("angela", "gobi", tank=1)
    game.with_units("brad", "gobi", tank=1).with_units("chris", "gobi", fighter=1)
    table = declared(game, "gobi").play("chris", "attacker")
    assert table.options("angela") == ["tank+fighter", "tank"]


def test_5_4_the_oracle_sees_the_enemys_unit_first() -> None:
    game = (
        arena()
        .with_units("angela", "gobi", swordsman=1, horseman=1)
        .with_units("brad", "gobi", swordsman=1, horseman=1)
        .with_card_wonders("angela", "oracle")
    )
    table = declared(game, "gobi")
    assert table.asked() == {"brad": "fight"}
    table.play("brad", "horseman")
    assert table.asked() == {"angela": "fight"}
    assert table.decision("angela").about["seen"] == "horseman"
    assert "brad" not in table.asked()


def test_5_4_the_oracle_is_blind_after_its_era() -> None:
    game = (
        arena()
        .in_era("medieval")
        .with_units("angela", "gobi", swordsman=1, horseman=1)
        .with_units("brad", "gobi", swordsman=1, horseman=1)
        .with_card_wonders("angela", "oracle")
    )
    assert declared(game, "gobi").asked() == {"angela": "fight", "brad": "fight"}


@pytest.mark.parametrize("name", [each.id for each in TABLES.levels if each.role != "aircraft"])
def test_5_5_every_unit_rolls_and_adds_what_its_level_says(name: str) -> None:
    facts = next(each for each in TABLES.levels if each.id == name)
    unit = TABLES.units[TABLES.level_kinds[name]]
    place = "gobi" if facts.role != "fleet" else "south_china_sea"
    other = "swordsman" if facts.role != "fleet" else "galley"
    game = arena().in_era(TABLES.eras[facts.era]).with_cards("chris", facts.technology)
    game = game.with_units("angela", place, **{unit.id: 1}).with_units("brad", place, **{other: 1})
    table = declared(game, place, dice=[6] * facts.dice + [1])
    side = table.events(RoundFought)[0].attacker
    assert (len(side.faces), side.level) == (facts.dice, facts.plus)


def test_5_5_without_its_technology_a_piece_fights_at_the_first_level() -> None:
    game = arena().with_units("angela", "gobi", swordsman=1).with_units("brad", "gobi", swordsman=1)
    assert duel(game, "gobi", (6, 1)).attacker.level == 0


def test_5_5_the_strongest_unit_is_proposed_first() -> None:
    game = arena().in_era("gunpowder").with_cards("chris", "metallurgy", "steam_power")
    game.with_units("angela", "gobi", musketman=1, dragoon=1, cannon=1)
    table = declared(game.with_units("brad", "gobi", dragoon=2), "gobi")
    assert table.options("angela") == ["musketman", "cannon", "dragoon"]


def test_5_6_example_a_the_battle_for_orinoco() -> None:
    table = declared(orinoco(), "orinoco", attacker="brad", defender="chris")
    table.play("brad", "tank+fighter").play("chris", "cannon", (3, 3, 3, 3, 4, 4, 4, 5, 5))
    first = table.event(RoundFought)
    assert (first.attacker.total, first.defender.total) == (20, 20)
    assert first.defender.bonuses == (("level", 1), ("superiority", 4), ("defence", 1))
    assert first.attacker.lost and first.defender.lost
    table.play("brad", "tank").play("chris", "tank", (4, 4, 4, 5, 3, 3, 3, 3))
    second = table.event(RoundFought)
    assert (second.attacker.total, second.defender.total) == (17, 13)
    table.play("brad", "tank", (3, 3, 3, 4, 4, 4, 4))
    last = table.event(RoundFought)
    assert (last.attacker.total, last.defender.total) == (17, 13)
    assert table.event(Captured).size == 4


def test_5_7_the_owner_of_a_settlement_adds_one() -> None:
    game = (
        arena()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "gobi", swordsman=1)
        .with_settlement("brad", "gobi")
    )
    assert duel(game, "gobi", (6, 1)).defender.defence == 1


@pytest.mark.parametrize(("joins", "bonuses"), [("defender", (0, 1)), ("attacker", (0, 0))])
def test_5_7_an_owner_who_joins_helps_those_who_defend(
    joins: str, bonuses: tuple[int, int]
) -> None:
    game = arena().with_settlement("chris", "gobi")
    for name in ("angela", "brad", "chris"):
        game.with_units(name, "gobi", swordsman=1)
    table = declared(game, "gobi").play("chris", joins)
    commander = "angela" if joins == "attacker" else "brad"
    pick = next(key for key in table.options(commander) if key.endswith(":2"))
    table.play(commander, pick, (6, 1) if joins == "attacker" else (1, 6))
    fought = table.events(RoundFought)[0]
    assert (fought.attacker.defence, fought.defender.defence) == bonuses


def test_5_7_an_owner_who_attacks_at_home_adds_nothing() -> None:
    game = arena().with_settlement("angela", "gobi")
    game.with_units("angela", "gobi", swordsman=1).with_units("brad", "gobi", swordsman=1)
    game.with_card_wonders("angela", "great_wall")
    fought = duel(game, "gobi", (6, 1))
    assert (fought.attacker.defence, fought.defender.defence) == (0, 0)


def test_5_7_the_great_wall_adds_two_in_the_ancient_era() -> None:
    game = (
        arena()
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "gobi", swordsman=1)
        .with_settlement("brad", "gobi")
        .with_card_wonders("brad", "great_wall")
    )
    assert duel(game, "gobi", (6, 1)).defender.defence == 2
    assert duel(game.in_era("medieval"), "gobi", (6, 1)).defender.defence == 1


@pytest.mark.parametrize(
    ("card", "more"),
    [("flight", 1), ("advanced_flight", 2), ("rocketry", 3), ("super_conductor", 4)],
)
def test_5_8_aircraft_add_dice_by_their_level(card: str, more: int) -> None:
    game = (
        arena()
        .in_era("modern")
        .with_cards("chris", card)
        .with_units("angela", "gobi", swordsman=1, fighter=1)
        .with_units("brad", "gobi", swordsman=1)
    )
    table = declared(game, "gobi")
    table.play("angela", "swordsman+fighter", [6] * (1 + more) + [1])
    assert len(table.event(RoundFought).attacker.faces) == 1 + more


def test_5_9_example_a_a_fleet_goes_down_with_its_cargo() -> None:
    game = (
        arena()
        .in_era("modern")
        .with_units("chris", "south_china_sea", battleship=2)
        .with_fleet("brad", "south_china_sea", "frigate")
        .with_fleet("brad", "south_china_sea", "caravel", machinegunner=1, howitzer=1)
    )
    table = declared(game, "south_china_sea", attacker="chris", defender="brad")
    table.play("brad", "frigate", (2, 2, 2, 3, 2, 2, 2, 4, 4, 4, 4, 6, 6))
    first, last = table.events(RoundFought)
    assert (first.attacker.total, first.defender.total) == (10, 6)
    assert (last.attacker.total, last.defender.total) == (17, 12)
    assert dict(last.defender.cargo) == {"machinegunner": 1, "howitzer": 1}


def test_5_10_example_a_the_metropolis_changes_hands() -> None:
    game = (
        arena()
        .in_era("modern")
        .with_units("brad", "orinoco", tank=1)
        .with_units("chris", "orinoco", settler=3)
        .with_settlement("chris", "orinoco", "metropolis")
        .with_settlement("chris", "nile")
    )
    table = declared(game, "orinoco", attacker="brad", defender="chris")
    assert table.event(SettlersLost).count == 3
    assert table.city("brad", "orinoco").size == 4


def test_5_10_battles_with_a_player_who_is_out_are_off() -> None:
    game = arena().with_settlement("brad", "gobi").with_units("angela", "gobi", swordsman=1)
    game.with_units("angela", "nile", swordsman=1).with_units("brad", "nile", swordsman=2)
    table = game.at("movement").play("angela", {"do": "end"})
    table.play("angela", ["gobi:1", "nile:1"]).play("angela", "gobi:1")
    assert table.event(Captured).loser == 1
    assert table.events(RoundFought) == []
    assert table.units("brad", "nile") == {}
    assert table.asked() == {"angela": "trade", "chris": "trade"}


def test_5_10_improvements_stay_with_the_loser() -> None:
    game = (
        arena()
        .with_units("brad", "gobi", swordsman=1)
        .with_settlement("chris", "gobi")
        .with_settlement("chris", "nile")
        .with_improvements("chris", "temple")
    )
    table = declared(game, "gobi", attacker="brad", defender="chris")
    assert table.cards().improvements[2] == ("temple",)
    assert table.cards().improvements[1] == ()
