"""Rulebook 3.5 and 3.6: minor civilizations and plagues."""

import pytest

from engine.rulesets.standard.events import (
    Fallen,
    MinorCivilizationFound,
    MinorCivilizationJoined,
    PlagueFound,
    PlagueStruck,
)
from engine.rulesets.standard.tables import TABLES
from tests.standard.builders import (
    END,
    Arrangement,
    Game,
    a_game,
    a_settler_on,
    look,
    move,
    seat_of,
)

FUNA = ("funa", "eritrea", "kalahari", "euphrates")
"""A region, and regions one, two and three spaces away from it."""


def a_contest(*dice: int) -> Game:
    """Angela's settler has found a minor civilization; Angela and Brad roll."""
    game = a_settler_on("minor_civilization").at("movement")
    return game.play("angela", look("gobi"), dice)


def a_plague_in(region: str, players: int = 2) -> Arrangement:
    """Angela's settler stands on a plague."""
    return a_game(players).with_units("angela", region, settler=1).with_marker(region, "plague")


# 3.5 Minor civilization


def test_3_5_everyone_rolls_less_the_settlements_owned() -> None:
    game = (
        a_settler_on("minor_civilization", 3)
        .with_settlements("brad", "gaul", "iberia", "italia", "hellas")
        .with_settlement("chris", "nile", "metropolis")
        .without_home("angela")
        .at("movement")
    )
    game.play("angela", look("gobi"), dice=[*(3, 3), *(6, 4), *(5, 3)])
    contest = game.event(MinorCivilizationFound)
    assert contest.rolls == ((0, (3, 3), 6), (1, (6, 4), 6), (2, (5, 3), 7))
    assert contest.winner == seat_of("chris")
    assert game.settlement("gobi") == ("chris", "village")
    assert game.marker("gobi") is None


def test_3_5_the_finder_may_win() -> None:
    game = a_contest(*(3, 3), *(3, 2))
    assert game.event(MinorCivilizationFound).rolls == ((0, (3, 3), 5), (1, (3, 2), 4))
    assert game.asked() == {"angela": "minor_army"}


def test_3_5_ties_roll_again_with_the_same_subtraction() -> None:
    game = a_settler_on("minor_civilization", 3).with_settlements("brad", "gaul", "nile")
    game = game.with_settlement("chris", "deccan").without_home("angela")
    dice = [*(1, 1), *(6, 4), *(6, 3), *(5, 1), *(3, 2), *(6, 1), *(3, 2)]
    table = game.at("movement").play("angela", look("gobi"), dice)
    contest = table.event(MinorCivilizationFound)
    assert [(seat, total) for seat, _, total in contest.rolls] == [
        *((0, 2), (1, 8), (2, 8)),
        *((1, 4), (2, 4)),
        *((1, 5), (2, 4)),
    ]
    assert contest.winner == seat_of("brad")


def test_3_5_fallen_players_do_not_roll() -> None:
    game = a_settler_on("minor_civilization", 3).without_home("brad").at("movement")
    game.play("angela", look("gobi"), dice=[*(1, 1), *(6, 6)])
    rolls = game.event(MinorCivilizationFound).rolls
    assert [seat for seat, _, _ in rolls] == [seat_of("angela"), seat_of("chris")]


def test_3_5_the_winner_chooses_the_army_while_the_finder_waits() -> None:
    game = a_contest(*(1, 1), *(6, 6))
    assert game.asked() == {"brad": "minor_army"}
    game.refuses("angela", END, "not_open", "", kind="movement")
    game.play("brad", "horseman")
    assert game.event(MinorCivilizationJoined) == MinorCivilizationJoined(1, "gobi", "horseman")
    assert game.units("brad", "gobi") == {"horseman": 1}
    assert game.units("angela", "gobi") == {"settler": 1}
    assert game.gold("brad") == 0


@pytest.mark.parametrize(
    ("era", "armies"),
    [
        ("ancient", ["swordsman", "horseman", "catapult"]),
        ("medieval", ["man_at_arms", "knight", "medieval_catapult"]),
        ("gunpowder", ["musketman", "dragoon", "cannon"]),
        ("modern", ["machinegunner", "tank", "howitzer"]),
    ],
)
def test_3_5_it_is_an_army_of_the_current_era(era: str, armies: list[str]) -> None:
    game = a_settler_on("minor_civilization").in_era(era).at("movement")
    game.play("angela", look("gobi"), dice=[6, 6, 1, 1])
    assert game.options("angela") == armies
    assert game.described("angela")[0].place == "gobi"


@pytest.mark.parametrize("unit", ["battleship", "fighter", "settler", "swordsman"])
def test_3_5_nothing_but_an_army_of_the_era_will_do(unit: str) -> None:
    game = a_settler_on("minor_civilization").in_era("modern").at("movement")
    game.play("angela", look("gobi"), dice=[6, 6, 1, 1])
    game.refuses("angela", unit, "not_an_option", "minor-civilization")


def test_3_5_without_an_answer_it_is_infantry() -> None:
    assert a_contest(6, 6, 1, 1).default("angela") == "swordsman"


def test_3_5_the_finder_goes_on_moving_afterwards() -> None:
    game = a_settler_on("minor_civilization").with_units("angela", "nile", swordsman=1)
    table = game.at("movement").play("angela", look("gobi"), dice=[1, 1, 6, 6])
    table.play("brad", "catapult")
    assert table.asked() == {"angela": "movement"}
    assert table.options("angela", "from", do="move") == ["nile"]


def test_3_5_the_new_army_does_not_move_in_the_phase_in_which_it_appears() -> None:
    game = a_settler_on("minor_civilization").with_units("brad", "nile", swordsman=1)
    table = game.at("movement").play("angela", look("gobi"), dice=[1, 1, 6, 6])
    table.play("brad", "horseman")
    assert table.asked() == {"brad": "movement"}
    onward = move("gobi", "steppe", "horseman")
    table.refuses("brad", onward, "just_appeared", "minor-civilization")


# 3.6 Plague


def test_3_6_example_a_plague_in_funa_strikes_two_regions_far() -> None:
    game = (
        a_plague_in("funa", players=3)
        .in_era("gunpowder")
        .with_settlement("angela", "tanganika", "town")
        .with_settlement("angela", "eritrea", "village")
        .with_units("angela", "kalahari", dragoon=2)
        .with_units("brad", "atlantia", musketman=1, cannon=1)
        .with_settlement("brad", "nigeria", "city")
        .with_units("chris", "euphrates", settler=1, cannon=1)
        .with_settlement("chris", "euphrates", "town")
        .at("movement", mover="angela")
    )
    game.play("angela", look("funa"))
    assert game.units("angela", "funa") == {}
    assert game.units("angela", "kalahari") == {}
    assert game.settlement("tanganika") == ("angela", "village")
    assert game.settlement("eritrea") == ("angela", "village")
    assert game.units("brad", "atlantia") == {}
    assert game.settlement("nigeria") == ("brad", "town")
    assert game.units("chris", "euphrates") == {"settler": 1, "cannon": 1}
    assert game.settlement("euphrates") == ("chris", "town")
    assert game.event(PlagueFound) == PlagueFound(0, "funa", 2)
    assert {(e.place, e.lost, e.size) for e in game.events(PlagueStruck)} == {
        ("funa", ((0, (("settler", 1),)),), 0),
        ("kalahari", ((0, (("dragoon", 2),)),), 0),
        ("atlantia", ((1, (("musketman", 1), ("cannon", 1))),), 0),
        ("tanganika", (), 1),
        ("nigeria", (), 2),
    }
    assert game.marker("funa") is None


@pytest.mark.parametrize(("era", "radius"), list(zip(TABLES.eras, (0, 1, 2, 3), strict=True)))
def test_3_6_the_plague_reaches_further_every_era(era: str, radius: int) -> None:
    game = a_plague_in("funa").in_era(era)
    for place in FUNA:
        game = game.with_units("brad", place, swordsman=1)
    table = game.at("movement").play("angela", look("funa"))
    spared = [place for place in FUNA if table.units("brad", place)]
    assert spared == list(FUNA[radius + 1 :])


def test_3_6_plague_spares_three_spaces_away_in_the_gunpowder_era() -> None:
    game = a_plague_in("funa").in_era("gunpowder").with_units("brad", "euphrates", cannon=3)
    table = game.at("movement").play("angela", look("funa"))
    assert table.units("brad", "euphrates") == {"cannon": 3}


@pytest.mark.parametrize(
    ("before", "after"),
    [("village", "village"), ("town", "village"), ("city", "town"), ("metropolis", "city")],
)
def test_3_6_a_settlement_shrinks_by_one_size_but_a_village_stays(before: str, after: str) -> None:
    game = a_plague_in("funa").with_settlement("angela", "funa", before)
    table = game.at("movement").play("angela", look("funa"))
    assert table.settlement("funa") == ("angela", after)


def test_3_6_it_strikes_everyone_and_every_piece_in_the_region() -> None:
    game = (
        a_plague_in("funa", players=3)
        .in_era("modern")
        .with_units("brad", "funa", settler=2, tank=1, fighter=1)
        .with_units("chris", "funa", howitzer=1)
        .with_settlement("brad", "funa", "town")
        .at("movement")
    )
    game.play("angela", look("funa"))
    assert game.space("funa").units == ()


def test_3_6_straits_count_as_borders() -> None:
    game = a_plague_in("hellas").in_era("medieval").with_units("brad", "anatolia", knight=1)
    table = game.at("movement").play("angela", look("hellas"))
    assert table.units("brad", "anatolia") == {}


def test_3_6_the_plague_does_not_cross_the_sea() -> None:
    game = a_plague_in("madagascar").in_era("modern").with_units("brad", "kalahari", tank=1)
    table = game.with_units("brad", "tanganika", tank=1).at("movement")
    table.play("angela", look("madagascar"))
    assert table.units("brad", "kalahari") == table.units("brad", "tanganika") == {"tank": 1}


def test_3_6_fleets_and_everything_aboard_are_safe() -> None:
    game = a_plague_in("tanganika").in_era("modern")
    table = game.with_fleet("angela", "indian_ocean", "frigate", settler=1, cannon=2).at("movement")
    table.play("angela", look("tanganika"))
    assert table.units("angela", "indian_ocean") == {"frigate": 1}
    assert table.aboard("angela", "indian_ocean") == {"settler": 1, "cannon": 2}


def test_3_6_a_people_that_dies_of_it_has_fallen_and_the_game_goes_on() -> None:
    arranged = a_plague_in("funa", players=3).without_home("angela")
    game = arranged.with_units("brad", "nile", settler=1).at("movement")
    game.play("angela", look("funa"))
    assert game.event(Fallen).seat == seat_of("angela")
    assert game.asked() == {"brad": "movement"}
