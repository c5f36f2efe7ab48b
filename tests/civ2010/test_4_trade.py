"""Trade: harvest, scouts, blockade, deals (rulebook chapter 4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.trade import income
from tests.civ2010.builders import Game, a_game, seat_of
from tests.covering import covers


def incomes(game: Game) -> tuple[int, int]:
    return income(game.state, 0), income(game.state, 1)


def test_4_everyone_harvests_before_deals() -> None:
    game = a_game().terrain("D", "B2", "E14").at("start")
    assert game.asked() == {"ada": "trade", "bo": "trade"}
    assert (game.player("ada").trade, game.player("bo").trade) == (1, 1)


def test_4_1_trade_of_the_outskirts_is_harvested() -> None:
    assert incomes(a_game().terrain("D", "B2", "C2").terrain("W", "E14")) == (2, 1)


@covers("wonder.great_lighthouse")
def test_4_1_the_great_lighthouse_doubles_bare_water() -> None:
    game = a_game().terrain("W", "B2", "C2").building("ada", "great_lighthouse", "D2")
    assert incomes(game)[0] == 4
    assert incomes(game.scouts("ada", "F8").terrain("W", "F8"))[0] == 6


def test_4_2_the_dial_stops_at_27() -> None:
    game = a_game().terrain("D", "B2", "C2").has("ada", trade=26).at("start")
    game.done("ada").done("bo")
    assert game.player("ada").trade == 27


@pytest.mark.parametrize(
    ("letter", "trade", "production"),
    [("G", 0, 0), ("F", 0, 2), ("M", 0, 1), ("D", 1, 0), ("W", 1, 0)],
)
def test_4_3_terrain_gives_what_the_table_says(letter: str, trade: int, production: int) -> None:
    square = a_game().terrain(letter, "B2").view().city_sheets[0].squares[0]
    assert (square.place, square.trade, square.production) == ("B2", trade, production)


def test_4_3_a_building_replaces_what_the_square_gives() -> None:
    game = a_game().terrain("G", "B2").icon("culture", "B2").building("ada", "granary", "B2")
    square = game.view().city_sheets[0].squares[0]
    assert (square.trade, square.production, square.culture) == (1, 1, 0)


def test_4_4_a_scout_in_the_outskirts_may_send_to_another_city() -> None:
    game = a_game().cities("ada", "C8").terrain("F", "B2", "B7").scouts("ada", "B2").at("cities")
    assert [sheet.production for sheet in game.view().city_sheets[::2]] == [3, 3]
    game.play("ada", do="send", scout="B2", home="C8")
    assert [sheet.production for sheet in game.view().city_sheets[::2]] == [1, 5]
    game.play("ada", do="send", scout="B2", home="C3")
    assert [sheet.production for sheet in game.view().city_sheets[::2]] == [3, 3]


def test_4_4_no_square_counts_twice() -> None:
    game = a_game().cities("ada", "C8").terrain("D", "B2").icon("coin", "B2").scouts("ada", "B2")
    game.at("cities").play("ada", do="send", scout="B2", home="C8")
    assert (incomes(game)[0], game.coins("ada")) == (1, 1)


def test_4_4_a_scout_sends_home_what_its_square_gives() -> None:
    game = a_game().terrain("D", "F8").scouts("ada", "F8")
    assert incomes(game)[0] == 1
    assert incomes(game.scouts("ada", "B2").terrain("D", "B2"))[0] == 2


def test_4_4_a_scout_takes_from_an_enemy_building() -> None:
    game = a_game().building("bo", "library", "E14").scouts("ada", "E14")
    assert incomes(game) == (1, 0)


def test_4_4_a_scout_sends_to_the_city_its_owner_says() -> None:
    game = a_game().cities("ada", "C8").terrain("F", "F8").scouts("ada", "F8").at("cities")
    assert [c.production for c in game.view().city_sheets if c.owner == 0] == [1, 3]
    game.play("ada", do="send", scout="F8", home="C3")
    assert [c.production for c in game.view().city_sheets if c.owner == 0] == [3, 1]


@covers("civilization.english")
def test_4_4_english_armies_gather_and_cross_water() -> None:
    game = a_game(civilizations=("english",)).terrain("D", "F8").armies("ada", "F8")
    assert incomes(game)[0] == 1
    game.terrain("W", "F9").at("movement")
    targets = game.options("ada", "target", {"do": "move", "from": "F8"})
    assert "F10" in targets
    assert "F9" not in targets


def test_4_5_an_enemy_figure_stops_a_square() -> None:
    game = a_game().terrain("D", "B2")
    assert incomes(game)[0] == 1
    assert incomes(game.armies("bo", "B2"))[0] == 0


def test_4_5_a_blockaded_wonder_does_not_work() -> None:
    game = a_game().building("ada", "colossus", "B2").armies("bo", "B2").at("start")
    assert game.uses("ada") == []


def test_4_6_a_deal_moves_both_sides() -> None:
    game = a_game().has("ada", trade=9).has("bo", resources={"iron": 1}, culture=4)
    game.state.market["iron"] -= 1
    game.at("trade").play(
        "ada",
        do="offer",
        to="1",
        give_trade=5,
        get_culture=2,
        get=["iron"],
    )
    offer = str(game.state.offers[0].id)
    assert game.view("bo").offers[0].get == ("iron",)
    game.play("bo", do="accept", offer=offer)
    assert (game.player("ada").trade, game.player("bo").trade) == (4, 5)
    assert game.player("ada").resources == {"iron": 1}
    assert game.player("ada").culture == 2


def test_4_6_cards_change_hands_by_their_back() -> None:
    game = a_game().cards("ada", "lost").at("trade")
    game.play("ada", do="offer", to="1", give=["card:lost"])
    game.play("bo", do="accept", offer=str(game.state.offers[0].id))
    assert game.player("bo").cards == ["lost"]
    assert game.events(events.Traded)[0].gave == ("card",)


@pytest.mark.parametrize(
    ("given", "shows"), [([], False), (["card:lost"], True), (["token:incense"], True)]
)
def test_4_6_who_shows_something_hidden_by_an_offer_cannot_take_it_back(
    given: list[str], shows: bool
) -> None:
    game = a_game().cards("ada", "lost").has("ada", trade=1, tokens=["incense"]).at("trade")
    game.play("ada", do="offer", to="1", give_trade=1, give=given)
    assert game.revealed is shows


def test_4_6_offers_are_declined_and_withdrawn() -> None:
    game = a_game().has("ada", trade=2).at("trade")
    gift: dict[str, Any] = {"do": "offer", "to": "1", "give_trade": 1}
    game.play("ada", **gift).play("ada", **gift)
    first, second = (str(offer.id) for offer in game.state.offers)
    game.play("bo", do="decline", offer=first).play("ada", do="withdraw", offer=second)
    assert game.state.offers == []
    assert [e.why for e in game.events(events.OfferEnded)] == ["declined", "withdrawn"]


def refused_gift(players: int = 3) -> Game:
    """Bo has declined a point of trade that Ada offered, and everybody still trades."""
    game = a_game(players).has("ada", trade=5).has("cy", trade=5).at("trade")
    game.play("ada", do="offer", to="1", give_trade=1)
    return game.play("bo", do="decline", offer=str(game.state.offers[0].id))


def refusals(game: Game) -> dict[str, list[tuple[int, int]]]:
    """What each player sees of offers that were refused: by whom they were made, and to whom."""
    return {
        name: [(offer.maker, offer.to or 0) for offer in game.view(name).refused]
        for name in ("ada", "bo", "cy")
    }


def test_4_6_a_refused_offer_is_known_to_its_two_sides_alone() -> None:
    game = refused_gift()
    assert refusals(game) == {"ada": [(0, 1)], "bo": [(0, 1)], "cy": []}
    assert game.view("ada").has_refused(1)
    assert not game.view("ada").has_refused(2)
    assert not game.view("bo").has_refused(0)


def test_4_6_a_withdrawn_offer_was_not_refused() -> None:
    game = a_game(3).has("ada", trade=5).at("trade")
    game.play("ada", do="offer", to="1", give_trade=1)
    game.play("ada", do="withdraw", offer=str(game.state.offers[0].id))
    assert refusals(game) == {"ada": [], "bo": [], "cy": []}


@pytest.mark.parametrize(("partner", "known"), [("bo", []), ("di", [(0, 1)])])
def test_4_6_a_refusal_holds_until_one_of_the_two_strikes_a_deal(
    partner: str, known: list[tuple[int, int]]
) -> None:
    game = refused_gift(4).play("cy", do="offer", to=str(seat_of(partner)), give_trade=1)
    game.play(partner, do="accept", offer=str(game.state.offers[0].id))
    assert refusals(game)["ada"] == known


def test_4_6_a_refusal_holds_no_longer_than_the_phase() -> None:
    game = refused_gift().done("ada").done("bo").done("cy")
    assert refusals(game) == {"ada": [], "bo": [], "cy": []}


def test_4_6_those_who_skip_trade_are_not_asked() -> None:
    game = a_game().tech("ada", "code_of_laws").at("start")
    game.choose("bo", {"trade": "skip"}, "standing_orders")
    game.done("ada")
    assert game.asked() == {"ada": "trade"}


@covers("technology.horseback_riding")
def test_4_6_silk_with_horseback_riding_is_shared() -> None:
    game = a_game().tech("ada", "horseback_riding").has("ada", resources={"silk": 1}).at("trade")
    game.state.market["silk"] -= 1
    game.play("ada", do="use", use="technology:horseback_riding", on="1")
    assert (game.player("ada").trade, game.player("bo").trade) == (9, 6)


def test_4_6_an_offer_ends_when_what_it_gives_is_gone() -> None:
    game = a_game().person("ada", "frida_kahlo", "artist", "D4").cards("ada", "sabotage")
    game.at("trade").play("ada", "trade", do="offer", to="1", give=["card:sabotage"])
    game.play("ada", "any_time", do="use", use="person:frida_kahlo", on=["sabotage"])
    assert game.state.offers == []
    assert "accept" not in game.actions("bo")


def test_4_6_nobody_accepts_what_the_other_side_no_longer_has() -> None:
    game = a_game().has("ada", trade=3).at("trade")
    game.play("ada", do="offer", to="1", give_trade=3)
    game.player("ada").trade = 0
    assert "accept" not in game.actions("bo")
