"""Chapter 6 of the rulebook: battles."""

from __future__ import annotations

import pytest

from engine.core.grammar import Settings
from engine.core.messages import Voice, catalog
from engine.rulesets.rhye import events
from engine.rulesets.rhye.tables import TABLES, Unit
from tests.covering import covers
from tests.rhye.builders import END, NOBODYS, Arrangement, Game, a_game, meeting, move

HIT, MISS = 6, 1


def attack(arranged: Arrangement, dice: list[int], foe: str = "1", place: str = "steppe") -> Game:
    """Angela declares war there, and these dice fall."""
    return arranged.at("battles").play("angela", {place: foe}, dice)


def test_6_wars_come_when_all_have_moved() -> None:
    game = meeting(angela={"swordsman": 1}, brad={"swordsman": 1}).at("movement")
    game.play("angela", {"do": "end"}).play("brad", {"do": "end"})
    assert game.asked() == {"angela": "war"}


def test_6_1_each_player_may_declare_war_on_one_other_in_each_territory() -> None:
    game = meeting(angela={"swordsman": 1}, brad={"swordsman": 1}, chris={"swordsman": 1}).at(
        "battles"
    )
    assert game.options("angela", "steppe") == ["peace", "1", "2"]
    assert game.default("angela") == {}
    game.play("angela", {})
    assert game.asked() == {"brad": "war"}
    game.play("brad", {"steppe": "0"})
    assert game.asked() == {"chris": "join"}


def test_6_1_a_unit_is_needed_to_declare_and_to_be_declared_on() -> None:
    game = (
        a_game()
        .with_units("angela", "steppe", nuke=1)
        .with_units("brad", "steppe", swordsman=1)
        .at("battles")
    )
    assert game.asked() != {"angela": "war"}


def test_6_1_against_grey_units_there_is_no_peace_only_another_war_instead() -> None:
    arranged = meeting(angela={"swordsman": 1}, brad={"swordsman": 1})
    arranged.with_units(NOBODYS, "steppe", swordsman=1)
    game = arranged.at("battles")
    assert game.options("angela", "steppe") == ["1", "grey"]
    # Brad does not join her, and the grey unit wins; then it is his turn, and he wins.
    game.play("angela", {}).play("brad", "stay_out", [MISS, MISS, HIT, HIT, HIT, HIT, MISS, MISS])
    assert game.units("angela", "steppe") == {}
    assert game.units("brad", "steppe") == {"swordsman": 1}
    other = arranged.at("battles").play("angela", {"steppe": "1"}, [HIT, HIT, MISS, MISS])
    assert other.units("brad", "steppe") == {}
    assert other.units(NOBODYS, "steppe") == {"swordsman": 1}
    assert other.phase == "actions", "one war in a place is enough"


def test_6_1_a_war_with_the_grey_alone_is_no_choice() -> None:
    game = (
        meeting(angela={"swordsman": 1}, brad={"swordsman": 1})
        .with_units("angela", "gobi", swordsman=1)
        .with_units(NOBODYS, "gobi", swordsman=1)
        .at("battles")
    )
    asked = game.decision("angela").grammar
    assert isinstance(asked, Settings) and asked.keys == ("steppe",)
    game.play("angela", {}, [HIT, HIT, MISS, MISS])
    assert game.units(NOBODYS, "gobi") == {}


def test_6_1_where_a_war_was_fought_the_spoils_are_asked_for_once() -> None:
    game = attack(undefended().with_units("brad", "steppe", swordsman=1), [HIT, HIT, MISS, MISS])
    game.play("angela", "leave")
    assert game.phase == "actions"


def test_6_2_others_may_join_either_side_in_secret() -> None:
    game = attack(meeting(angela={"swordsman": 1}, brad={"swordsman": 1}, chris={"knight": 1}), [])
    assert game.asked() == {"chris": "join"}
    assert game.decision("chris").secret
    assert game.default("chris") == "stay_out"
    game.play("chris", "defender")
    # Brad leads both: his own unit and the knight.
    assert game.options("brad") == ["swordsman:1", "knight:2"]
    game.play("brad", "knight:2", [HIT, HIT, MISS, MISS, MISS, MISS, HIT, HIT])
    assert game.units("chris", "steppe") == {}
    assert game.units("brad", "steppe") == {"swordsman": 1}


def test_6_2_or_stay_out() -> None:
    game = attack(meeting(angela={"swordsman": 1}, brad={"swordsman": 1}, chris={"knight": 1}), [])
    game.play("chris", "stay_out", [HIT, HIT, MISS, MISS])
    assert game.event(events.BattleBegan).defenders == (1,)
    assert game.units("chris", "steppe") == {"knight": 1}


def test_6_2_nobody_joins_the_grey() -> None:
    game = (
        meeting(angela={"swordsman": 1}, brad={"swordsman": 1}, chris={"swordsman": 1})
        .with_units(NOBODYS, "steppe", swordsman=1)
        .at("battles")
        .play("angela", {"steppe": NOBODYS})
    )
    assert game.asked() == {"brad": "join", "chris": "join"}
    assert game.options("brad") == ["attacker", "stay_out"]


def test_6_3_both_choose_one_unit_in_secret() -> None:
    game = attack(
        meeting(angela={"swordsman": 1, "catapult": 1}, brad={"swordsman": 1, "musketman": 1}), []
    )
    assert game.asked() == {"angela": "fight", "brad": "fight"}
    assert all(game.decision(name).secret for name in ("angela", "brad"))
    assert game.options("angela") == ["catapult", "swordsman"]
    assert (game.default("angela"), game.default("brad")) == ("catapult", "musketman")
    game.play("angela", "swordsman").play("brad", "musketman", [4, 4, 1, 1, 1, 2, 3])
    assert game.units("brad", "steppe") == {"swordsman": 1}


def test_6_3_example_a_most_hits_win_and_ties_are_rolled_again() -> None:
    game = attack(
        meeting(angela={"man_at_arms": 1}, brad={"swordsman": 1}),
        [4, 1, 1, 6, 1, 4, 5, 1, 3, 5],
    )
    fought = game.event(events.RoundFought)
    assert fought.rerolls == 1
    assert (fought.attacker.hits, fought.defender.hits) == (2, 1)
    assert game.units("brad", "steppe") == {}
    assert game.units("angela", "steppe") == {"man_at_arms": 1}


def test_6_3_it_goes_on_until_one_side_has_no_unit_left() -> None:
    game = attack(
        meeting(angela={"swordsman": 2}, brad={"swordsman": 2}),
        [HIT, HIT, MISS, MISS, MISS, MISS, HIT, HIT, HIT, HIT, MISS, MISS],
    )
    assert len(game.events(events.RoundFought)) == 3
    assert game.event(events.BattleEnded).winner == 0
    assert game.units("angela", "steppe") == {"swordsman": 1}


def test_6_3_fleets_fight_fleets_and_what_they_carry_sinks() -> None:
    game = attack(
        a_game()
        .with_fleet("angela", "north_sea", "frigate")
        .with_fleet("brad", "north_sea", "galley", swordsman=2),
        [HIT, HIT, HIT, MISS],
        place="north_sea",
    )
    assert game.units("brad", "north_sea") == {}
    assert game.aboard("brad", "north_sea") == {}
    assert game.event(events.RoundFought).defender.cargo == (("swordsman", 2),)


@pytest.mark.parametrize("unit", [u for u in TABLES.units if u.role != "nuke"], ids=lambda u: u.id)
def test_6_3_attack_values_are_numbers_of_dice(unit: Unit) -> None:
    place, other, theirs = "steppe", "swordsman", 2
    if unit.role == "fleet":
        place, other, theirs = "north_sea", "galley", 1
    arranged = a_game().with_units("angela", place, **{unit.id: 1})
    arranged.with_units("brad", place, **{other: 1})
    game = attack(arranged, [HIT] * unit.attack + [MISS] * theirs, place=place)
    assert len(game.event(events.RoundFought).attacker.faces) == unit.attack


def dice_of(arranged: Arrangement, place: str = "steppe", foe: str = "1") -> tuple[int, int]:
    """How many dice a swordsman of each side rolls; the attacker wins if it has more."""
    game = arranged.at("battles")
    for hits in range(1, 5):
        for theirs in range(1, 6):
            try:
                trial = Game(game.state).play(
                    "angela", {place: foe}, [HIT] * hits + [MISS] * theirs
                )
            except AssertionError:
                continue
            fought = trial.events(events.RoundFought)
            if fought:
                return len(fought[0].attacker.faces), len(fought[0].defender.faces)
    raise AssertionError("no war")


def duel() -> Arrangement:
    return meeting(angela={"swordsman": 1}, brad={"swordsman": 1})


def test_6_4_a_capital_adds_a_die_in_defence() -> None:
    assert dice_of(duel()) == (2, 2)
    assert dice_of(duel().with_settlement("brad", "steppe")) == (2, 3)
    assert dice_of(duel().with_settlements("brad", "nile", "steppe")) == (2, 2)


@covers("religion.judaism", "religion.christianity", "religion.paganism")
def test_6_4_judaism_defends_and_christianity_attacks_other_religions() -> None:
    assert dice_of(duel().with_religion("brad", "judaism")) == (2, 3)
    both = duel().with_religion("brad", "judaism").with_religion("angela", "judaism")
    assert dice_of(both) == (2, 2)
    assert dice_of(duel().with_religion("angela", "christianity")) == (3, 2)
    both = duel().with_religion("brad", "christianity").with_religion("angela", "christianity")
    assert dice_of(both) == (2, 2)
    assert dice_of(duel().with_religion("angela", "judaism")) == (2, 2)
    assert dice_of(duel().with_religion("brad", "christianity")) == (2, 2)


def test_6_4_religions_do_not_count_against_the_grey() -> None:
    grey = (
        a_game()
        .with_religion("angela", "christianity")
        .with_units(NOBODYS, "steppe", swordsman=1)
        .with_units("angela", "steppe", swordsman=1)
    )
    game = grey.at("battles", dice=[HIT, HIT, MISS, MISS])
    fought = game.event(events.RoundFought)
    assert (len(fought.attacker.faces), len(fought.defender.faces)) == (2, 2)


@covers("wonder.great_wall")
def test_6_4_the_great_wall_adds_a_die_in_every_settlement_of_its_owner() -> None:
    walled = duel().with_settlements("brad", "nile", "steppe").with_wonder("nile", "great_wall")
    assert dice_of(walled) == (2, 3)
    capital = duel().with_settlement("brad", "steppe").with_wonder("steppe", "great_wall")
    assert dice_of(capital) == (2, 4)
    field = duel().with_settlement("brad", "nile").with_wonder("nile", "great_wall")
    assert dice_of(field) == (2, 2)


def test_6_4_siege_weapons_defend_with_these_dice_only() -> None:
    game = attack(
        meeting(angela={"swordsman": 1}, brad={"swordsman": 1, "catapult": 1}).with_settlement(
            "brad", "steppe"
        ),
        [],
    )
    game.play("brad", "catapult", [HIT, HIT, MISS, MISS, MISS, HIT, HIT, HIT])
    assert [len(each.defender.faces) for each in game.events(events.RoundFought)] == [1, 3]


def test_6_5_grey_units_send_the_one_with_most_dice() -> None:
    game = (
        a_game()
        .with_units(NOBODYS, "steppe", swordsman=1, musketman=1)
        .with_units("angela", "steppe", swordsman=1)
        .at("battles", dice=[MISS, MISS, HIT, HIT, HIT, HIT, HIT])
    )
    assert game.event(events.RoundFought).defender.unit == "musketman"


def test_6_5_to_enter_where_grey_units_stand_is_war_with_them() -> None:
    game = (
        a_game(3)
        .with_settlement(NOBODYS, "steppe")
        .with_units(NOBODYS, "steppe", swordsman=1)
        .with_units("angela", "gobi", horseman=1)
        .at("movement")
    )
    # Nobody rides past them.
    assert "steppe" in game.destinations("angela", "gobi", "horseman")
    assert "sarmatia" not in game.destinations("angela", "gobi", "horseman")
    game.play("angela", move("gobi", "steppe", "horseman"))
    game.play("angela", END, [HIT, HIT, MISS, MISS])
    assert game.event(events.BattleEnded).winner == 0
    assert game.asked() == {"angela": "spoils"}


def test_6_5_units_that_entered_stay_there() -> None:
    game = (
        a_game(3)
        .with_units(NOBODYS, "steppe", swordsman=1)
        .with_units("angela", "gobi", horseman=1, swordsman=1)
        .at("movement")
        .play("angela", move("gobi", "steppe", "horseman"))
    )
    assert game.stacks("angela", "steppe")[0].ready == 0


def undefended(size: str = "village") -> Arrangement:
    """Brad's second settlement, with Angela's swordsman in it."""
    return (
        a_game()
        .with_settlement("brad", "nile")
        .with_settlement("brad", "steppe", size)
        .with_units("angela", "steppe", swordsman=1)
    )


def test_6_6_an_undefended_settlement_can_be_captured_at_its_size() -> None:
    game = undefended("city").with_wonder("steppe", "oracle").at("battles")
    assert game.asked() == {"angela": "spoils"}
    assert game.options("angela") == ["capture", "destroy", "leave"]
    assert game.default("angela") == "capture"
    game.play("angela", "capture")
    assert game.settlement("steppe") == ("angela", "city")
    assert game.stability("brad") == "stable"
    # Its wonders go along, and may be destroyed for good.
    assert game.asked() == {"angela": "wonder_fate"}
    game.play("angela", [])
    assert game.player("angela").wonders == ("oracle",)


def test_6_6_wonders_can_be_destroyed_for_good() -> None:
    game = undefended("city").with_wonder("steppe", "oracle").at("battles")
    game.play("angela", "capture").play("angela", ["oracle"])
    assert game.player("angela").wonders == ()
    assert game.open().destroyed == ("oracle",)


def test_6_6_a_destroyed_settlement_costs_its_owner_stability_and_its_wonders() -> None:
    game = undefended().with_wonder("steppe", "oracle").at("battles").play("angela", "destroy")
    assert game.settlement("steppe") is None
    assert game.stability("brad") == "shaky"
    assert game.stability("angela") == "stable"
    assert game.open().destroyed == ("oracle",)


def test_6_6_it_can_be_left_alone() -> None:
    game = undefended().at("battles").play("angela", "leave")
    assert game.settlement("steppe") == ("brad", "village")
    assert game.phase == "actions"


def test_6_6_units_of_the_owner_protect_it_until_the_war_is_won() -> None:
    defended = undefended().with_units("brad", "steppe", swordsman=1)
    game = defended.at("battles")
    assert game.asked() == {"angela": "war"}
    game.play("angela", {"steppe": "1"}, [HIT, HIT, MISS, MISS])
    assert game.asked() == {"angela": "spoils"}


def test_6_6_aircraft_capture_nothing() -> None:
    game = (
        a_game()
        .with_settlements("brad", "nile", "steppe")
        .with_units("angela", "steppe", fighter=1)
        .at("battles")
    )
    assert game.phase == "actions"


@covers("religion.islam")
def test_6_6_islam_brings_infantry_to_a_conquered_city() -> None:
    def taken(size: str) -> Game:
        arranged = undefended(size).with_religion("angela", "islam")
        return arranged.at("battles").play("angela", "capture")

    assert taken("city").units("angela", "steppe") == {"swordsman": 3}
    assert taken("village").units("angela", "steppe") == {"swordsman": 1}


def minor() -> Arrangement:
    return a_game().with_settlement(NOBODYS, "steppe").with_units("angela", "steppe", swordsman=1)


@pytest.mark.parametrize(
    ("choice", "left"), [("capture", ("angela", "village")), ("destroy", None)]
)
def test_6_7_a_conquered_minor_civilization_brings_15_gold_and_costs_2_stability(
    choice: str, left: tuple[str, str] | None
) -> None:
    game = minor().at("battles")
    assert game.default("angela") == "leave"
    game.play("angela", choice)
    assert game.settlement("steppe") == left
    assert game.gold("angela") == 15
    assert game.stability("angela") == "collapsing"


def test_6_7_what_a_conquest_does_to_the_realm_is_said_before() -> None:
    shown = minor().at("battles").described("angela")
    voice = Voice(catalog("rhye", strict=True), ("Angela", "Brad"))
    assert [voice.note(each) for each in shown] == [
        "it is yours, 15 gold; your realm is then collapsing",
        "it is gone, 15 gold; your realm is then collapsing",
        "",
    ]


def test_6_7_the_former_owner_takes_a_settlement_back_for_nothing() -> None:
    game = minor().with_former("steppe", "angela").at("battles").play("angela", "capture")
    assert game.settlement("steppe") == ("angela", "village")
    assert (game.gold("angela"), game.stability("angela")) == (0, "stable")


def test_6_7_a_garrison_must_be_beaten_first() -> None:
    garrisoned = minor().with_units(NOBODYS, "steppe", swordsman=1)
    lost = garrisoned.at("battles", dice=[MISS, MISS, HIT, HIT])
    assert lost.settlement("steppe") == (NOBODYS, "village") and lost.phase == "actions"
    won = garrisoned.at("battles", dice=[HIT, HIT, MISS, MISS])
    assert won.asked() == {"angela": "spoils"}


def test_6_7_without_units_it_is_entered_freely() -> None:
    game = (
        a_game()
        .with_settlement(NOBODYS, "steppe")
        .with_units("angela", "gobi", horseman=1)
        .at("movement")
        .play("angela", move("gobi", "steppe", "horseman"))
    )
    assert game.stacks("angela", "steppe")[0].ready == 1, "and it may ride on"
    game.play("angela", {"do": "end"})
    assert game.asked() == {"angela": "spoils"}
    assert game.play("angela", "leave").settlement("steppe") == (NOBODYS, "village")


@pytest.mark.parametrize(
    ("choice", "own", "theirs"),
    [
        ("take", {"swordsman": 1, "catapult": 1, "nuke": 1}, {}),
        ("destroy", {"swordsman": 1}, {}),
        ("leave", {"swordsman": 1}, {"catapult": 1, "nuke": 1}),
    ],
)
def test_6_8_siege_weapons_and_nukes_alone_fall_to_an_enemy(
    choice: str, own: dict[str, int], theirs: dict[str, int]
) -> None:
    game = meeting(angela={"swordsman": 1}, brad={"catapult": 1, "nuke": 1}).at("battles")
    assert game.asked() == {"angela": "spoils"}
    assert game.default("angela") == "take"
    game.play("angela", choice)
    assert game.units("angela", "steppe") == own
    assert game.units("brad", "steppe") == theirs


def test_6_8_another_unit_of_the_owner_protects_them() -> None:
    game = meeting(angela={"swordsman": 1}, brad={"catapult": 1, "swordsman": 1}).at("battles")
    game.play("angela", {}).play("brad", {})
    assert game.phase == "actions"


def test_6_8_when_their_guards_are_beaten_they_fall_without_a_roll() -> None:
    game = attack(meeting(angela={"swordsman": 1}, brad={"catapult": 1, "swordsman": 1}), [])
    game.play("brad", "swordsman", [HIT, HIT, MISS, MISS])
    assert game.asked() == {"angela": "spoils"}
    game.play("angela", "take")
    assert game.units("angela", "steppe") == {"swordsman": 1, "catapult": 1}


def colony() -> Arrangement:
    return (
        a_game()
        .with_marker("steppe", "iron", colony="brad")
        .with_units("angela", "steppe", swordsman=1)
    )


def test_6_9_a_colony_is_destroyed_when_its_territory_is_conquered() -> None:
    game = attack(colony().with_units("brad", "steppe", swordsman=1), [HIT, HIT, MISS, MISS])
    assert game.event(events.ColonyDestroyed).owner == 1
    # Alone on the resource, the victor puts a colony there.
    assert game.colony("steppe") == "angela"


def test_6_9_an_undefended_colony_can_be_destroyed_or_left() -> None:
    game = colony().at("battles")
    assert game.options("angela") == ["destroy", "leave"]
    assert game.default("angela") == "leave"
    game.play("angela", "destroy")
    assert game.colony("steppe") == "angela"


def test_6_9_nobody_gets_a_colony_while_others_are_there() -> None:
    game = meeting(angela={"swordsman": 1}, brad={"swordsman": 1}).with_marker(
        "steppe", "iron", up=True
    )
    table = game.at("battles").play("angela", {}).play("brad", {})
    assert table.colony("steppe") is None


def test_6_1_why_a_war_cannot_be_declared() -> None:
    game = (
        a_game()
        .with_units("angela", "steppe", swordsman=1)
        .with_units("brad", "steppe", swordsman=1)
        .with_units("angela", "nile", swordsman=1)
        .with_units("angela", "gobi", swordsman=1)
        .with_units("brad", "gobi", swordsman=1)
        .with_units(NOBODYS, "gobi", swordsman=1)
        .at("battles")
    )
    game.refuses("angela", {"steppe": "2"}, "not_here", "war")
    game.refuses("angela", {"nile": "1"}, "nobody_here", "war")
    game.refuses("angela", {"persia": "1"}, "no_army_here", "war")
    game.refuses("angela", {"atlantis": "1"}, "no_such_place", "war")
    game.refuses("angela", {"gobi": "peace"}, "no_peace", "grey-units")
