"""Rulebook 6.1 and 6.2: what changes hands, for one production or for good."""

import pytest

from engine.rulesets.standard.events import EraEnding, LoansReturned, OfferEnded, Produced
from tests.standard.builders import DONE, Arrangement, Game, a_game, dealt, offer


def closed(game: Game, *dice: int) -> Game:
    """Everybody is done trading, and production follows with these dice."""
    names = list(game.asked())
    for name in names[:-1]:
        game.play(name, DONE)
    return game.play(names[-1], DONE, dice)


def produced(game: Game) -> dict[int, Produced]:
    return {event.seat: event for event in game.events(Produced)}


# 6.1 Lending resources


def wine_growers() -> Arrangement:
    """Angela has two villages with wine, Brad one, Chris none; all have two technologies."""
    game = a_game(3).with_settlement("angela", "gaul", marker="wine")
    game = game.with_settlement("angela", "iberia", marker="wine")
    game = game.with_settlement("brad", "italia", marker="wine").with_settlement("chris", "nile")
    for name in ("angela", "brad", "chris"):
        game = game.with_technologies(name, ancient=2)
    return game


def test_6_1_a_borrowed_resource_doubles_as_the_critical_one() -> None:
    game = dealt(wine_growers().at("trade"), "brad", "chris", give=["loan:italia"])
    incomes = produced(closed(game, 1, 1))
    assert incomes[2].doubled
    assert not incomes[1].doubled


def test_6_1_a_borrowed_resource_counts_as_a_kind() -> None:
    game = dealt(wine_growers().at("trade"), "brad", "chris", give=["loan:italia"])
    incomes = produced(closed(game, 3, 4))
    assert (incomes[1].science, incomes[2].science) == (0, 2)


def test_6_1_a_borrowed_resource_counts_towards_a_monopoly() -> None:
    game = dealt(wine_growers().at("trade"), "brad", "angela", give=["loan:italia"])
    assert game.player("angela").resources == {"wine": 3}
    assert produced(closed(game, 3, 4))[0].monopolies == 20


def test_6_1_everybody_sees_who_has_the_use_of_it() -> None:
    game = dealt(wine_growers().at("trade"), "brad", "chris", give=["loan:italia"])
    settlement = game.space("italia", "angela").settlement
    assert settlement is not None
    assert (settlement.owner, settlement.resource, settlement.lent_to) == (1, "wine", 2)


def test_6_1_it_returns_at_the_end_of_production() -> None:
    game = dealt(wine_growers().at("trade"), "brad", "chris", give=["loan:italia"])
    closed(game, 3, 4)
    assert game.event(LoansReturned).count == 1
    assert game.player("brad").resources == {"wine": 1}
    assert game.player("chris").resources == {}


def test_6_1_the_gold_of_the_settlement_stays_with_its_owner() -> None:
    game = dealt(wine_growers().at("trade"), "brad", "chris", give=["loan:italia"])
    incomes = produced(closed(game, 3, 4))
    assert (incomes[1].cities, incomes[2].cities) == (1, 1)


def test_6_1_it_cannot_be_lent_on() -> None:
    game = dealt(wine_growers().at("trade"), "brad", "chris", give=["loan:italia"])
    game.refuses("chris", offer("angela", give=["loan:italia"]), "no_settlement_to_give", "loans")


def test_6_1_it_cannot_be_lent_twice() -> None:
    game = wine_growers().at("trade").play("brad", offer("angela", give=["loan:italia"]))
    dealt(game, "brad", "chris", give=["loan:italia"])
    assert game.event(OfferEnded).why == "void"
    game.refuses("brad", offer("angela", give=["loan:italia"]), "lent_already", "loans")


def test_6_1_the_settlement_of_a_lent_resource_cannot_be_traded_this_turn() -> None:
    game = wine_growers().with_settlement("brad", "hellas").at("trade")
    dealt(game, "brad", "chris", give=["loan:italia"])
    game.refuses("brad", offer("angela", give=["settlement:italia"]), "lent_already", "loans")
    dealt(game, "brad", "angela", give=["settlement:hellas"])


def test_6_1_what_is_lent_is_the_marker_of_one_region() -> None:
    game = dealt(wine_growers().at("trade"), "angela", "brad", give=["loan:gaul"])
    assert game.player("angela").resources == {"wine": 1}
    assert game.player("brad").resources == {"wine": 2}


@pytest.mark.parametrize("marker", ["", "fertile", "mountains"])
def test_6_1_without_a_resource_there_is_nothing_to_lend(marker: str) -> None:
    game = a_game().with_settlement("angela", "gobi", marker=marker).at("trade")
    game.refuses("angela", offer("brad", give=["loan:gobi"]), "no_resource_to_lend", "loans")


# 6.2 Permanent trades


def test_6_2_settlers_and_units_change_owner_where_they_stand() -> None:
    game = a_game().with_units("angela", "gobi", settler=2, swordsman=1, horseman=1).at("trade")
    dealt(game, "angela", "brad", give=["settler@gobi", "settler@gobi", "horseman@gobi"])
    assert game.units("angela", "gobi") == {"swordsman": 1}
    assert game.units("brad", "gobi") == {"settler": 2, "horseman": 1}


def test_6_2_pieces_of_both_may_change_places_of_service() -> None:
    game = a_game().with_units("angela", "gobi", swordsman=1)
    table = game.with_units("brad", "gobi", swordsman=2).at("trade")
    dealt(table, "angela", "brad", give=["swordsman@gobi"], get=["swordsman@gobi"] * 2)
    assert table.units("angela", "gobi") == {"swordsman": 2}
    assert table.units("brad", "gobi") == {"swordsman": 1}


def test_6_2_one_gives_no_more_pieces_than_one_has() -> None:
    game = a_game().with_units("angela", "gobi", settler=2).at("trade")
    three = offer("brad", give=["settler@gobi"] * 3)
    game.refuses("angela", three, "taken_too_often", "trade")


def test_6_2_aircraft_can_be_traded() -> None:
    game = a_game().in_era("modern").with_units("angela", "gobi", fighter=1, tank=1).at("trade")
    dealt(game, "angela", "brad", give=["fighter@gobi"])
    assert game.units("brad", "gobi") == {"fighter": 1}


def test_6_2_a_settlement_takes_its_resource_along() -> None:
    arranged = a_game().with_settlement("angela", "gobi", "city", marker="gems")
    game = arranged.with_settlement("angela", "nile").at("trade")
    dealt(game, "angela", "brad", give=["settlement:gobi"])
    assert game.settlement("gobi") == ("brad", "city")
    assert (game.player("angela").resources, game.player("brad").resources) == ({}, {"gems": 1})


def test_6_2_a_settlement_given_with_its_resource_is_no_loan() -> None:
    arranged = a_game().with_settlement("angela", "gobi", marker="gems")
    game = arranged.with_settlement("angela", "nile").at("trade")
    dealt(game, "angela", "brad", give=["loan:gobi", "settlement:gobi"])
    settlement = game.space("gobi").settlement
    assert settlement is not None
    assert settlement.lent_to is None
    assert closed(game, 3, 4).events(LoansReturned) == []
    assert game.player("brad").resources == {"gems": 1}


def test_6_2_technologies_count_for_their_new_owner_at_once() -> None:
    arranged = a_game().in_era("medieval").with_technologies("angela", ancient=2, medieval=1)
    game = arranged.at("trade")
    dealt(game, "angela", "brad", give=["technology:ancient", "technology:medieval"])
    assert game.player("angela").technologies_by_era == (1, 0, 0, 0)
    assert game.player("brad").technologies_by_era == (1, 1, 0, 0)
    assert game.player("brad").next_technology == 30


def test_6_2_a_traded_technology_can_end_the_era() -> None:
    game = a_game().with_technologies("angela", ancient=1).with_technologies("brad", ancient=2)
    table = game.at("trade")
    assert not table.view().era_ending
    dealt(table, "angela", "brad", give=["technology:ancient"])
    assert table.event(EraEnding).era == "ancient"


def test_6_2_wonders_can_be_traded() -> None:
    game = a_game().with_wonders("angela", "great_wall").at("trade")
    dealt(game, "angela", "brad", give=["wonder:great_wall"])
    assert (game.wonders("angela"), game.wonders("brad")) == ((), ("great_wall",))


def test_6_2_gold_for_goods() -> None:
    game = a_game().with_gold("brad", 30).with_units("angela", "gobi", swordsman=1).at("trade")
    dealt(game, "angela", "brad", give=["swordsman@gobi"], get_gold=12)
    assert (game.gold("angela"), game.gold("brad")) == (12, 18)


def test_6_2_a_fleet_is_traded_with_all_its_cargo() -> None:
    game = a_game().with_fleet("angela", "north_sea", "galley", swordsman=1, settler=2)
    table = game.with_fleet("angela", "north_sea", "galley", catapult=1).at("trade")
    galley = table.fleet("angela", "north_sea")
    dealt(table, "angela", "brad", give=[f"{galley}@north_sea"])
    assert table.aboard("brad", "north_sea") == {"swordsman": 1, "settler": 2}
    assert table.aboard("angela", "north_sea") == {"catapult": 1}


def test_6_2_cargo_is_traded_only_with_its_fleet() -> None:
    game = a_game().with_fleet("angela", "north_sea", "galley", settler=2).at("trade")
    cargo = offer("brad", give=["settler@north_sea"])
    game.refuses("angela", cargo, "only_with_its_fleet", "permanent-trades")


def test_6_2_a_good_shows_where_it_lies() -> None:
    game = a_game().with_settlement("angela", "gobi", marker="gems")
    game = game.with_units("angela", "nile", settler=1)
    table = game.with_technologies("angela", ancient=1).at("trade")
    shown = table.described("angela", "give", do="offer", to="1", give_gold=0)
    assert {option.key: option.place for option in shown} == {
        "loan:gobi": "gobi",
        "settlement:gobi": "gobi",
        "technology:ancient": None,
        "settler@nile": "nile",
    }


@pytest.mark.parametrize(
    ("good", "spoiler"),
    [
        ("settlement:gobi", "settlement:gobi"),
        ("loan:gobi", "settlement:gobi"),
        ("technology:ancient", "technology:ancient"),
        ("wonder:great_wall", "wonder:great_wall"),
        ("settler@nile", "settler@nile"),
    ],
)
def test_6_2_what_is_gone_cannot_be_given_any_more(good: str, spoiler: str) -> None:
    game = (
        a_game(3)
        .with_settlement("angela", "gobi", marker="gems")
        .with_units("angela", "nile", settler=1)
        .with_technologies("angela", ancient=1)
        .with_wonders("angela", "great_wall")
        .at("trade")
        .play("angela", offer("brad", give=[good]))
    )
    dealt(game, "angela", "chris", give=[spoiler])
    assert game.event(OfferEnded).why == "void"
    assert game.view("brad").offers == ()
