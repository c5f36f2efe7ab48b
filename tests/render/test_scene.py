"""Everything in a view is in the scene once, and everything in the scene is on the map once."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.world.view import BattleView, MarkerView, SettlementView, WorldView
from render import Battle, Marks, Move, scene_of
from render.style.theme import theme
from render.world_map.backdrop.parts import backdrop
from render.world_map.pieces.crowding import Arranger
from render.world_map.window import world_window
from tests.render.builders.boards import a_view, crowded_board, full_board, played_boards, units

Pieces = Counter[tuple[str, int, str, str]]


@pytest.fixture(params=range(5))
def view(request: pytest.FixtureRequest) -> WorldView:
    """Boards of games, and such as are fuller than any: played here, not while tests are found."""
    found: WorldView = [*played_boards(), full_board(), crowded_board()][request.param]
    return found


def pieces_in_view(view: WorldView) -> Pieces:
    found: Pieces = Counter()
    for space in view.spaces:
        for unit in space.units:
            found[space.id, unit.owner, unit.kind, "ashore"] += unit.count
            for load in unit.cargo:
                found[space.id, unit.owner, load.kind, "aboard " + unit.kind] += load.count
    return found


def arranger() -> Arranger:
    window = world_window()
    parts = backdrop(window, theme())
    return Arranger(window, parts.layout, parts.regions, (30, 2, window.width - 30, window.height))


def test_every_piece_of_the_view_is_in_the_scene_exactly_once(view: WorldView) -> None:
    found: Pieces = Counter()
    for place in scene_of(view).places:
        stacks = [(stack.owner, stack.kind) for stack in place.stacks]
        assert len(stacks) == len(set(stacks)), f"{place.id} shows a kind of piece twice"
        for stack in place.stacks:
            found[place.id, stack.owner, stack.kind, "ashore"] += stack.count
            for kind, count in stack.cargo:
                found[place.id, stack.owner, kind, "aboard " + stack.kind] += count
    assert found == pieces_in_view(view)


def test_settlements_and_markers_are_those_of_the_view(view: WorldView) -> None:
    for space, place in zip(view.spaces, scene_of(view).places, strict=True):
        assert place.id == space.id
        assert (place.settlement is None) == (space.settlement is None)
        if place.settlement and space.settlement:
            assert place.settlement.owner == space.settlement.owner
            assert place.settlement.size == space.settlement.size
        assert (place.marker is None) == (space.marker is None)
        if place.marker and space.marker:
            assert place.marker.kind == space.marker.kind
            assert (place.marker.face == "up") == (space.marker.face == "up")


def test_every_stack_and_settlement_stands_on_the_map_exactly_once(view: WorldView) -> None:
    places = scene_of(view).places
    blocks = arranger().arrange(places, {})
    for place in places:
        things = [one.item for one in blocks[place.id].items] if place.id in blocks else []
        assert tuple(item.stack for item in things if item.stack) == place.stacks
        assert [i.settlement for i in things if i.settlement] == [
            found for found in (place.settlement,) if found
        ]


def test_alike_fleets_are_one_stack_with_all_they_carry() -> None:
    fleets = (units(2, "galley", 1, settler=1), units(2, "galley", 1, settler=1, swordsman=2))
    view = a_view({"north_sea": {"units": fleets}})
    (stack,) = next(p for p in scene_of(view).places if p.id == "north_sea").stacks
    assert (stack.count, stack.cargo) == (2, (("settler", 2), ("swordsman", 2)))


def test_the_settlements_owner_stands_before_the_guests() -> None:
    armies = (units(0, "tank"), units(4, "swordsman"))
    view = a_view({"gaul": {"units": armies, "settlement": SettlementView(4, 1)}})
    stacks = next(p for p in scene_of(view).places if p.id == "gaul").stacks
    assert [stack.owner for stack in stacks] == [4, 0]


def test_the_viewers_own_look_at_a_marker_is_not_shown_as_somebody_elses() -> None:
    view = a_view({"gobi": {"marker": MarkerView("known", "oil", (0, 2))}}, seat=0)
    marker = next(p for p in scene_of(view).places if p.id == "gobi").marker
    assert marker is not None
    assert (marker.kind, marker.face, marker.looked) == ("oil", "known", (2,))


def test_a_marker_still_in_the_bag_shows_as_unexplored() -> None:
    place = next(
        p for p in scene_of(a_view({"gobi": {"unexplored": True}})).places if p.id == "gobi"
    )
    assert place.marker is not None
    assert place.marker.kind is None


def test_equal_views_make_equal_scenes() -> None:
    assert scene_of(full_board()) == scene_of(full_board())
    assert hash(scene_of(full_board())) == hash(scene_of(full_board()))


def test_moves_to_places_that_are_not_on_the_board_are_left_out() -> None:
    moves = [Move(0, "gaul", "atlantis"), Move(0, "gaul", "iberia", 2)]
    scene = scene_of(
        a_view(), marks=Marks(moves=moves, battles=[Battle("nowhere")], highlights=["x", "gaul"])
    )
    assert scene.moves == (Move(0, "gaul", "iberia", 2),)
    assert scene.battles == ()
    assert scene.highlights == ("gaul",)


def test_a_battle_at_hand_is_marked_without_being_asked_for() -> None:
    fight = BattleView("gobi", 0, 1, (0,), (1,), 1, ())
    assert scene_of(a_view(battle=fight)).battles == (Battle("gobi"),)
