"""Ways to pay with resources, and what is spent (rulebook section 1.5)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from engine.rulesets.civ2010.tables import RESOURCES
from tests.civ2010.builders import Game, a_game


def ways(game: Game, use: str) -> list[str]:
    return game.options("ada", "pay", {"do": "use", "use": use})


def test_1_5_every_way_to_pay_any_resources_is_offered() -> None:
    tokens = [*RESOURCES, "spy", "uranium"] * 3
    game = a_game().tech("ada", "philosophy").has("ada", tokens=tokens)
    game.has("ada", resources=dict.fromkeys(RESOURCES, 3)).at("cities")
    kinds = [*RESOURCES, *(f"token.{kind}" for kind in dict.fromkeys(tokens))]
    wanted = {tuple(sorted(way)) for way in combinations_with_replacement(kinds, 3)}
    assert {tuple(way.split("+")) for way in ways(game, "technology:philosophy")} == wanted


def test_1_5_spending_the_same_tokens_is_one_way() -> None:
    game = a_game(civilizations=("indians",)).tech("ada", "education")
    game.has("ada", resources={"iron": 2, "silk": 1, "wheat": 1, "incense": 1}).at("cities")
    assert ways(game, "technology:education") == [
        "incense+iron+silk+wheat",
        "incense+iron+silk+wild.iron",
        "incense+iron+wheat+wild.iron",
        "iron+silk+wheat+wild.iron",
    ]


def test_1_5_a_gift_that_rewards_another_is_the_last_to_be_spent() -> None:
    game = a_game().tech("ada", "mysticism").has("ada", tokens=["spy"]).has("bo", coins=1)
    game.cards("ada", "gift_from_afar", "generous_gift").at("cities")
    found = ways(game, "technology:mysticism")
    assert found == ["token.spy", "card.generous_gift", "card.gift_from_afar"]


def test_1_5_the_clock_rewards_the_player_with_the_fewest_coins() -> None:
    game = a_game(3).tech("ada", "construction").cards("ada", "gift_from_afar")
    game.has("bo", coins=14).at("cities")
    game.play("ada", do="use", use="technology:construction", on="H3")
    assert game.decision("ada", "reward").default == "2"


def test_1_5_arabs_gain_by_every_token_of_a_hut_or_village_that_they_spend() -> None:
    game = a_game(civilizations=("arabs",)).has("ada", tokens=["teacher", "friendly_workers"])
    game.at("start").play("ada", do="use", use="token:teacher", on="pottery")
    assert game.player("ada").culture == 1
    game.at("cities").play("ada", do="use", use="token:friendly_workers", on="C3")
    assert game.player("ada").culture == 2
    game = a_game(civilizations=("arabs",)).has("ada", tokens=["teacher"]).at("start")
    assert game.play("ada", do="drop", drop="token:teacher").player("ada").culture == 0
