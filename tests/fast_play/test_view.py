"""What the view of a Fast Play game shows beyond pieces: roads and railroads (rulebook 5.5)."""

from __future__ import annotations

import pytest

from engine.world import world
from engine.world.view import RoadView
from tests.fast_play.builders import Game, a_game, move, sail


def with_towns(era: str = "ancient") -> Game:
    return (
        a_game()
        .in_era(era)
        .with_settlements("angela", "gobi", "steppe", "siberia", "nile")
        .with_settlements("brad", "manchuria", "bactria")
        .with_units("angela", "gobi", swordsman=1)
        .at("movement")
    )


@pytest.mark.parametrize(
    ("era", "kind"),
    [("ancient", "road"), ("medieval", "road"), ("gunpowder", "rail"), ("modern", "rail")],
)
def test_5_5_roads_join_settlements_of_one_owner_side_by_side(era: str, kind: str) -> None:
    roads = with_towns(era).view("brad").roads
    assert {(road.owner, road.kind, frozenset(road.ends)) for road in roads} == {
        (0, kind, frozenset({"gobi", "steppe"})),
        (0, kind, frozenset({"gobi", "siberia"})),
        (0, kind, frozenset({"steppe", "siberia"})),
    }
    assert len(roads) == 3, "each is there once"


def test_5_5_a_road_leads_over_a_strait() -> None:
    strait = world().straits[0]
    ends = world().id(min(strait.a, strait.b)), world().id(max(strait.a, strait.b))
    game = a_game().with_settlements("angela", *ends).at("movement")
    assert RoadView(0, "road", ends) in game.view(None).roads


def test_5_5_a_step_along_a_road_is_free() -> None:
    game = with_towns()
    joined = {
        end
        for road in game.view("angela").roads
        for end in road.ends
        if "gobi" in road.ends and end != "gobi"
    }
    # A swordsman moves one space: what is further away was reached by a road.
    beside = {world().id(i) for i in world().beside[world().find("gobi").index]}
    further = game.destinations("angela", "gobi") - beside
    assert further
    for place in further:
        near = {world().id(i) for i in world().beside[world().find(place).index]}
        assert near & joined, place


def test_5_3_on_land_nothing_is_shown_as_able_to_move_once_a_fleet_has_sailed() -> None:
    game = (
        a_game()
        .with_units("angela", "gaul", swordsman=1)
        .with_units("angela", "north_sea", galley=2)
        .with_units("brad", "nile", swordsman=1)
        .at("movement")
    )
    assert game.stacks("angela", "gaul")[0].ready == 1
    game.play("angela", sail("north_sea", "barents_sea", "galley"))
    assert game.stacks("angela", "gaul")[0].ready == 0
    assert game.stacks("angela", "north_sea")[0].ready == 1
    assert game.stacks("brad", "nile")[0].ready == 1, "whose move comes later"


def test_5_3_everyone_sees_how_many_pieces_have_gone_over_fleets() -> None:
    game = (
        a_game()
        .with_units("angela", "britannia", swordsman=2)
        .with_units("angela", "gobi", swordsman=1)
        .with_units("angela", "north_sea", galley=1)
        .at("movement")
    )
    assert game.view("brad").ferried == {}
    game.play("angela", move("britannia", "germania", "swordsman", "swordsman"))
    assert game.view("brad").ferried == {"north_sea": 2}
    game.play("angela", {"do": "end"})
    assert game.view("brad").ferried == {}
