"""Loot that cards change (rulebook section 8.14)."""

from __future__ import annotations

from tests.civ2010.builders import Game, a_game


def a_city_taken(game: Game) -> Game:
    """Ada takes Bo's city on F9, and Bo has given up a policy."""
    game.policy("ada").cities("bo", "F9").policy("bo", "rationalism", "pacifism")
    game.armies("ada", "F7").units("ada", "infantry.2", "infantry.1", "mounted.0")
    game.has("ada", invested={"military_industrial_complex": 6}).has("bo", trade=9)
    game.at("movement").play("ada", do="move", from_="F7", target="F9").fight_on()
    while game.asked().get("bo") == "give_up_policy":
        game.choose("bo", game.keys("bo")[0])
    return game


def looted(game: Game) -> int:
    """How often Ada can take trade."""
    often = 0
    while game.asked().get("ada") == "loot":
        game.choose("ada", "trade")
        often += 1
    return often


def test_8_14_a_great_wall_that_falls_with_its_city_still_counts() -> None:
    assert looted(a_city_taken(a_game())) == 2
    game = a_city_taken(a_game().building("bo", "great_wall", "E8"))
    assert game.piece("E8") == ""
    assert looted(game) == 1
    assert (
        looted(a_city_taken(a_game().building("bo", "great_wall", "E8").armies("ada", "E8"))) == 2
    )


def test_8_16_loot_is_refused_with_its_reason() -> None:
    game = a_game().armies("ada", "D8").scouts("bo", "D9").tech("bo", "pottery").has("bo", trade=5)
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    game.refuses("ada", "technology:pottery", "loot_costs_two", "major-loot")
    game.refuses("ada", "culture", "loot_not_there", "minor-loot")
    game.refuses("ada", "discard_coin:sheet", "loot_not_there", "minor-loot")
