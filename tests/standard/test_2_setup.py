"""Rulebook chapter 2: set-up."""

from collections import Counter

import pytest

from engine.rulesets.standard.events import (
    OrderRolled,
    Placed,
    StartFlipped,
    TechnologyFound,
    TreasureFound,
)
from engine.rulesets.standard.tables import CARDS, MARKERS, RESOURCES
from tests.standard.builders import NAMES, Game, a_game, seat_of

MIX = dict.fromkeys(RESOURCES, 5) | {
    "free_technology": 5,
    "treasure": 8,
    "minor_civilization": 5,
    "plague": 4,
    "desert": 5,
    "mountains": 5,
    "jungle_forest": 5,
    "fertile": 3,
    "no_encounter": 16,
}
ANGELA_FIRST = [6, 6, 1, 1]


def laid(game: Game) -> list[str]:
    return [MARKERS[marker.kind] for marker in game.state.markers if marker is not None]


def boxed(game: Game) -> list[str]:
    return [MARKERS[kind] for kind in game.state.box]


def placed(game: Game, *places: str, dice: list[int]) -> Game:
    """Everyone in turn places where listed; the dice are those for the first turn."""
    for place in places[:-1]:
        (name,) = game.asked()
        game.play(name, place)
    (name,) = game.asked()
    return game.play(name, places[-1], dice)


def flipped(marker: str) -> Game:
    """Angela has chosen Gobi, where this marker lay, and an empty region; the first turn begins."""
    game = a_game().with_marker("gobi", marker).at("placement")
    return placed(game, "gobi", "nile", "gaul", "steppe", dice=[6, 6, 1, 1])


def test_2_1_ninety_six_markers_are_mixed_for_seventy_two_regions() -> None:
    game = Game.start(2, ANGELA_FIRST)
    assert len(laid(game)) == 72
    assert Counter(laid(game) + boxed(game)) == MIX
    assert sum(MIX.values()) == 96


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_2_1_fewer_empty_markers_leaves_out_two_for_each_player(players: int) -> None:
    dice = [6, 6] + [1, 1] * (players - 1)
    game = Game.start(players, dice, empty_markers="fewer")
    assert len(laid(game)) == 72
    assert Counter(laid(game) + boxed(game)) == MIX | {"no_encounter": 16 - 2 * players}


def test_2_1_markers_lie_face_down_and_nobody_knows_them() -> None:
    game = Game.start(2, ANGELA_FIRST)
    for name in (*NAMES[:2], None):
        for space in game.view(name).spaces:
            assert space.marker is None or (space.marker.face, space.marker.kind) == ("down", None)
    assert sum(space.marker is not None for space in game.view().spaces) == 72


def test_2_2_everyone_starts_with_twenty_gold() -> None:
    game = Game.start(6, [6, 6] + [1, 1] * 5)
    assert [game.gold(name) for name in NAMES] == [20] * 6


def test_2_2_everyone_starts_with_two_villages_two_swordsmen_and_two_settlers() -> None:
    game = flipped("no_encounter")
    for name, homes in (("angela", ("gobi", "steppe")), ("brad", ("nile", "gaul"))):
        for home in homes:
            assert game.settlement(home) == (name, "village")
            assert game.units(name, home) == {"settler": 1, "swordsman": 1}
        assert game.player(name).settlements == (2, 0, 0, 0)


def test_2_3_the_highest_roll_places_first_and_the_others_follow() -> None:
    game = Game.start(4, [1, 2, 3, 3, 5, 5, 2, 2])
    rolled = game.event(OrderRolled)
    assert (rolled.winner, rolled.placing) == (seat_of("chris"), True)
    order: list[str] = []
    for place in ("gobi", "nile", "gaul", "deccan"):
        order += game.asked()
        game.play(order[-1], place)
    assert order == ["chris", "dana", "angela", "brad"]


def test_2_3_equal_rolls_are_rolled_again_by_the_equals_alone() -> None:
    game = Game.start(3, [4, 4, 1, 1, 5, 3, *(2, 2), *(3, 2)])
    rolled = game.event(OrderRolled)
    assert [seat for seat, _, _ in rolled.rolls] == [0, 1, 2, 0, 2]
    assert game.asked() == {"chris": "placement"}


def test_2_4_example_a_three_players_place_forth_and_back() -> None:
    game = Game.start(3, [6, 5, 1, 2, 2, 3])
    chosen = []
    for place in ("mississippi", "steppe", "gran_chaco", "orinoco", "yunnan", "mexica"):
        (name,) = game.asked()
        chosen.append((name, place))
        game.play(name, place, dice=[6, 6, 1, 1, 1, 1] if place == "mexica" else [])
        assert game.event(Placed) == Placed(seat_of(name), place)
    assert chosen == [
        ("angela", "mississippi"),
        ("brad", "steppe"),
        ("chris", "gran_chaco"),
        ("chris", "orinoco"),
        ("brad", "yunnan"),
        ("angela", "mexica"),
    ]
    for name, place in chosen:
        assert game.settlement(place) == (name, "village")
        assert game.units(name, place) == {"settler": 1, "swordsman": 1}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_2_4_the_last_chooses_twice_in_a_row_and_the_first_last(players: int) -> None:
    game = a_game(players).at("placement", first="brad")
    order: list[str] = []
    while game.phase == "placement":
        (name,) = game.asked()
        order.append(name)
        dice = [6, 6] + [1, 1] * (players - 1) if len(order) == 2 * players else []
        game.play(name, game.default(name), dice)
    forth = [NAMES[(1 + n) % players] for n in range(players)]
    assert order == forth + forth[::-1]


def test_2_4_a_region_holds_one_settlement() -> None:
    game = a_game().at("placement").play("angela", "gobi")
    game.refuses("brad", "gobi", "settled_already", "setup-placement")


def test_2_4_islands_and_regions_next_to_others_may_be_chosen() -> None:
    game = a_game().at("placement").play("angela", "gobi")
    assert {"steppe", "aotearoa", "greenland"} <= set(game.options("brad"))
    assert len(game.options("brad")) == 71


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("north_sea", "settle_on_land"),
        ("atlantis", "no_such_place"),
        (5, "not_a_key"),
        (None, "not_a_key"),
    ],
)
def test_2_4_only_land_regions_can_be_chosen(place: str | int | None, code: str) -> None:
    a_game().at("placement").refuses("angela", place, code, "setup-placement")


def test_2_4_nobody_places_out_of_order() -> None:
    game = a_game(3).at("placement")
    game.refuses("brad", "gobi", "not_yours", "setup-placement", kind="placement")


@pytest.mark.parametrize("resource", RESOURCES)
def test_2_5_a_resource_stays_and_is_worked_at_once(resource: str) -> None:
    game = flipped(resource)
    marker = game.marker("gobi")
    assert marker is not None
    assert (marker.face, marker.kind) == ("up", resource)
    assert game.player("angela").resources == {resource: 1}


@pytest.mark.parametrize("terrain", ["mountains", "jungle_forest", "fertile"])
def test_2_5_terrain_stays_face_up(terrain: str) -> None:
    marker = flipped(terrain).marker("gobi")
    assert marker is not None
    assert (marker.face, marker.kind) == ("up", terrain)


@pytest.mark.parametrize("marker", ["minor_civilization", "plague", "desert"])
def test_2_5_what_would_harm_does_nothing_and_is_removed(marker: str) -> None:
    game = flipped(marker)
    assert StartFlipped(0, "gobi", marker, ignored=True) in game.events(StartFlipped)
    assert game.marker("gobi") is None
    assert game.settlement("gobi") == ("angela", "village")
    assert game.units("angela", "gobi") == {"settler": 1, "swordsman": 1}


def test_2_5_an_empty_marker_is_removed() -> None:
    assert flipped("no_encounter").marker("gobi") is None


def test_2_5_a_treasure_pays_its_owner_at_once() -> None:
    game = flipped("treasure")
    assert (game.gold("angela"), game.gold("brad")) == (10, 0)
    assert game.event(TreasureFound) == TreasureFound(0, "gobi", 10)
    assert game.marker("gobi") is None


def test_2_5_a_free_technology_goes_to_its_owner_at_once() -> None:
    game = flipped("free_technology")
    assert game.player("angela").technologies == (CARDS[0],)
    assert game.marker("gobi") is None


def test_2_5_markers_are_flipped_in_the_order_the_regions_were_chosen() -> None:
    game = a_game(3)
    for place in ("yunnan", "mexica", "gaul", "alaska"):
        game = game.with_marker(place, "free_technology")
    table = game.at("placement")
    placed(table, "yunnan", "nile", "mexica", "gaul", "deccan", "alaska", dice=[6, 6, 1, 1, 2, 2])
    assert [event.place for event in table.events(StartFlipped)] == [
        *("yunnan", "nile", "mexica"),
        *("gaul", "deccan", "alaska"),
    ]
    assert [(e.seat, e.place, e.card) for e in table.events(TechnologyFound)] == [
        (0, "yunnan", CARDS[0]),
        (2, "mexica", CARDS[1]),
        (2, "gaul", CARDS[2]),
        (0, "alaska", CARDS[3]),
    ]


def test_2_5_nothing_is_turned_up_before_all_have_placed() -> None:
    game = a_game().with_marker("gobi", "treasure").at("placement").play("angela", "gobi")
    marker = game.marker("gobi", "angela")
    assert marker is not None
    assert marker.face == "down"
    assert game.gold("angela") == 0


def test_2_6_a_second_roll_names_the_starting_player_of_the_first_turn() -> None:
    game = a_game(3).at("placement")
    rolls = [*(2, 2), *(1, 2), *(3, 2)]
    placed(game, "gobi", "nile", "gaul", "deccan", "steppe", "mexica", dice=rolls)
    rolled = game.event(OrderRolled)
    assert (rolled.winner, rolled.placing) == (seat_of("chris"), False)
    assert (game.turn, game.first) == (1, "chris")
    assert game.asked() == {"chris": "movement"}


def test_2_6_equal_rolls_are_rolled_again_by_the_equals_alone() -> None:
    game = a_game(3).at("placement")
    rolls = [*(5, 5), *(1, 2), *(6, 4), *(1, 1), *(1, 1), *(6, 1), *(1, 2)]
    placed(game, "gobi", "nile", "gaul", "deccan", "steppe", "mexica", dice=rolls)
    assert [seat for seat, _, _ in game.event(OrderRolled).rolls] == [0, 1, 2, 0, 2, 0, 2]
    assert game.first == "angela"
