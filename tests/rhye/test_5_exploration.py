"""Chapter 5 of the rulebook: exploration."""

from __future__ import annotations

import pytest

from engine.rulesets.rhye import events
from engine.rulesets.rhye.tables import RESOURCES
from tests.covering import covers
from tests.rhye.builders import NOBODYS, Arrangement, Game, a_game, deal, move

FOUND = [name for name in RESOURCES if name not in ("gems", "rare_metals")]


def scouting(marker: str, turn: int = 7) -> Arrangement:
    """Angela's swordsman is about to enter Steppe."""
    return (
        a_game(5)
        .on_turn(turn)
        .with_units("angela", "gobi", swordsman=1)
        .with_marker("steppe", marker)
    )


def explore(arranged: Arrangement, dice: list[int] | None = None) -> Game:
    return arranged.at("movement").play("angela", move("gobi", "steppe", "swordsman"), dice or [])


def test_5_a_marker_takes_effect_for_whoever_turned_it_up() -> None:
    game = explore(scouting("treasure"))
    assert (game.gold("angela"), game.gold("brad")) == (10, 0)


@pytest.mark.parametrize("resource", FOUND)
@covers(*(f"marker.{name}" for name in FOUND))
def test_5_1_a_resource_stays_with_a_colony_of_the_discoverer(resource: str) -> None:
    game = explore(scouting(resource))
    marker = game.marker("steppe")
    assert marker is not None and (marker.face, marker.kind) == ("up", resource)
    assert game.colony("steppe") == "angela"
    assert game.player("angela").resources == {resource: 1}


def test_5_1_taking_the_settlement_hands_the_colony_over() -> None:
    game = (
        a_game()
        .with_settlements("brad", "nile", "steppe")
        .with_marker("steppe", "iron", colony="brad")
        .with_units("angela", "steppe", swordsman=1)
        .at("battles")
        .play("angela", "capture")
    )
    assert game.colony("steppe") == "angela"


@covers("marker.free_technology", "technology.writing", "technology.horseback_riding")
def test_5_2_a_free_technology_needs_its_prerequisites() -> None:
    game = explore(scouting("free_technology").with_technologies("angela", "mysticism"))
    assert game.asked()["angela"] == "free_technology"
    assert game.options("angela") == ["horseback_riding", "sailing", "writing", "calendar"]
    game.refuses("angela", "trade", "prerequisites", "free-technology")
    game.refuses("angela", "mysticism", "known_already", "free-technology")
    game.refuses("angela", "alphabet", "not_an_option", "free-technology")
    game.play("angela", "writing")
    assert game.knows("angela", "writing")
    assert game.marker("steppe") is None
    assert game.realm("angela").firsts == ("writing",)


def test_5_2_without_one_to_take_nothing_happens() -> None:
    game = explore(scouting("free_technology").with_all_technologies("angela"))
    assert game.asked()["angela"] != "free_technology"
    assert not game.events(events.TechnologyLearned)


def test_5_2_the_only_one_is_taken_without_asking() -> None:
    game = explore(
        scouting("free_technology").with_all_technologies("angela", but=["space_flight"])
    )
    assert game.event(events.TechnologyLearned).technology == "space_flight"
    assert game.event(events.LastTechnology).last_round == 10


def test_5_2_who_falls_before_taking_one_takes_none() -> None:
    game = explore(scouting("free_technology").without_home("angela").in_contact("angela", "brad"))
    assert game.asked() == {"angela": "free_technology"}
    deal(game, "angela", "brad", give=["swordsman@steppe"])
    assert game.player("angela").fallen
    assert "angela" not in game.asked()


@covers("marker.treasure")
def test_5_3_a_treasure_brings_10_gold_and_is_removed() -> None:
    game = explore(scouting("treasure"))
    assert game.gold("angela") == 10
    assert game.marker("steppe") is None


@covers("marker.minor_civilization")
def test_5_4_a_minor_civilization_is_a_grey_village_without_units() -> None:
    game = explore(scouting("minor_civilization"))
    assert game.settlement("steppe") == (NOBODYS, "village")
    assert game.units(NOBODYS, "steppe") == {}
    assert game.units("angela", "steppe") == {"swordsman": 1}


@covers("marker.plague")
def test_5_5_a_plague_kills_who_entered_and_shrinks_cities_next_to_it() -> None:
    game = explore(
        scouting("plague")
        .with_settlement("brad", "sarmatia", "city")
        .with_settlement("chris", "muscovy", "village")
        .with_settlement("angela", "gobi", "city")
        .with_settlement("dana", "gaul", "city")
        .with_units("brad", "sarmatia", swordsman=2)
    )
    assert game.units("angela", "steppe") == {}
    assert game.settlement("sarmatia") == ("brad", "village")
    assert game.settlement("gobi") == ("angela", "village")
    assert game.settlement("muscovy") == ("chris", "village")
    assert game.settlement("gaul") == ("dana", "city")
    assert game.units("brad", "sarmatia") == {"swordsman": 2}
    assert game.marker("steppe") is None


def test_5_5_in_turn_1_a_plague_has_no_effect() -> None:
    game = explore(scouting("plague", turn=1))
    assert game.units("angela", "steppe") == {"swordsman": 1}
    assert game.marker("steppe") is None
    assert game.event(events.NothingHappened).marker == "plague"


@pytest.mark.parametrize("terrain", ["desert", "mountains", "jungle_forest"])
@covers("marker.desert", "marker.mountains", "marker.jungle_forest")
def test_5_6_terrain_stays_face_up(terrain: str) -> None:
    game = explore(scouting(terrain))
    marker = game.marker("steppe")
    assert marker is not None and (marker.face, marker.kind) == ("up", terrain)


def test_5_6_riders_stop_in_mountains_that_they_discover() -> None:
    game = (
        a_game()
        .with_units("angela", "gobi", horseman=2)
        .with_marker("steppe", "mountains")
        .at("movement")
        .play("angela", move("gobi", "steppe", "horseman"))
    )
    assert game.stacks("angela", "steppe")[0].ready == 0


@covers("marker.barbarian_uprising")
def test_5_7_barbarians_attack_every_neighbour_but_capitals() -> None:
    game = explore(
        scouting("barbarian_uprising")
        .with_settlements("brad", "sarmatia", "muscovy")
        .with_units("brad", "muscovy", swordsman=1)
        .with_units("chris", "siberia", swordsman=1),
        # Muscovy: the rider misses, the swordsman hits. Siberia: the rider hits.
        [1, 1, 4, 1, 6, 6, 1, 1],
    )
    rose = game.event(events.BarbariansRose)
    assert rose.unit == "horseman"
    fought = {event.place: event for event in game.events(events.BarbariansFought)}
    assert set(fought) == {"muscovy", "siberia"}
    assert fought["muscovy"].beaten and not fought["siberia"].beaten
    assert game.units("chris", "siberia") == {}
    assert game.settlement("sarmatia") == ("brad", "village")


@pytest.mark.parametrize(("die", "left"), [(3, (NOBODYS, "city")), (4, None)])
def test_5_7_a_settlement_taken_turns_grey_or_is_destroyed(
    die: int, left: tuple[str, str] | None
) -> None:
    game = explore(
        scouting("barbarian_uprising")
        .with_settlement("brad", "nile")
        .with_settlement("brad", "muscovy", "city"),
        [die],
    )
    assert game.settlement("muscovy") == left
    assert game.stability("brad") == ("stable" if left else "shaky")


def test_5_7_riders_are_as_modern_as_the_discoverer() -> None:
    game = explore(
        scouting("barbarian_uprising")
        .with_technologies("angela", "horseback_riding", "guilds", "nationalism")
        .with_units("chris", "siberia", swordsman=1),
        [6, 6, 6, 6, 1, 1],
    )
    assert game.event(events.BarbariansRose).unit == "dragoon"


@covers("wonder.great_wall")
def test_5_7_the_great_wall_keeps_barbarians_out() -> None:
    game = explore(
        scouting("barbarian_uprising")
        .with_settlements("brad", "nile", "muscovy")
        .with_wonder("nile", "great_wall")
    )
    assert not game.events(events.BarbariansFought)


def test_5_7_the_best_defender_stands_in_their_way_and_they_fight_on() -> None:
    game = explore(
        scouting("barbarian_uprising").with_units("chris", "siberia", swordsman=1, musketman=1),
        # The musketman loses, the swordsman wins.
        [6, 6, 1, 1, 1, 1, 1, 1, 1, 6, 1],
    )
    assert game.units("chris", "siberia") == {"swordsman": 1}


def test_5_7_in_turn_1_nobody_rises() -> None:
    game = explore(
        scouting("barbarian_uprising", turn=1).with_units("chris", "siberia", swordsman=1)
    )
    assert not game.events(events.BarbariansRose)
    assert game.marker("steppe") is None


def test_5_7_siege_weapons_and_nukes_without_a_defender_fall_without_a_roll() -> None:
    game = explore(
        scouting("barbarian_uprising")
        .with_units("brad", "muscovy", catapult=1, nuke=1)
        .with_units("brad", "siberia", swordsman=1, catapult=1),
        [6, 6, 1, 1],
    )
    assert (game.units("brad", "muscovy"), game.units("brad", "siberia")) == ({}, {})


def test_5_7_barbarians_leave_colonies_alone() -> None:
    game = explore(
        scouting("barbarian_uprising")
        .with_units("brad", "muscovy", swordsman=1)
        .with_marker("muscovy", "iron", colony="brad"),
        [6, 6, 1, 1],
    )
    assert game.units("brad", "muscovy") == {} and game.colony("muscovy") == "brad"
