"""Razing buildings and holding squares while figures move (rulebook sections 6.4 and 6.12)."""

from __future__ import annotations

import pytest

from tests.civ2010.builders import Game, a_game


def targets(game: Game, start: str) -> list[str]:
    return game.options("ada", "target", {"do": "move", "from": start})


def movers(game: Game) -> list[str]:
    if game.asked().get("ada") != "movement" or "move" not in game.actions("ada"):
        return []
    return game.options("ada", "from", {"do": "move"})


def raiders(armies: int = 1) -> Game:
    """Fast armies near a library of Bo."""
    game = a_game().policy("ada").tech("ada", "combustion", "sailing")
    return game.building("bo", "library", "E13").armies("ada", "E12", armies).at("movement")


def test_6_4_an_army_that_razes_a_building_has_ended_its_move() -> None:
    game = raiders().play("ada", do="move", from_="E12", target="E13").choose("ada", "destroy")
    assert (game.piece("E13"), movers(game)) == ("", [])


def test_6_4_an_army_that_spares_a_building_may_go_on() -> None:
    game = raiders().play("ada", do="move", from_="E12", target="E13").choose("ada", "spare")
    assert (game.piece("E13"), movers(game)) == ("library", ["E13+"])


def test_6_4_the_rest_of_a_group_may_go_on_when_one_army_razes() -> None:
    game = raiders(2).play("ada", do="move", from_="E12", figures=["army", "army"], target="E13")
    game.choose("ada", "destroy").play("ada", do="move", from_="E13+", target="E15")
    assert (game.figures_on("E13"), game.figures_on("E15")) == ((1, 0), (1, 0))
    assert movers(game) == ["E15+"]


@pytest.mark.parametrize("start", ["E9", "D9"])
def test_6_4_an_army_that_explores_from_a_building_may_raze_it(start: str) -> None:
    game = a_game().policy("ada").tech("ada", "combustion").cities("bo", "E10")
    game.building("bo", "library", "E9").dark("E8").armies("ada", start).at("movement")
    game.play("ada", do="move", from_=start, target="E9>E8").choose("ada", "destroy")
    assert (game.piece("E9"), movers(game)) == ("", [])


def test_6_4_scouts_that_explore_from_a_building_raze_nothing() -> None:
    game = a_game().policy("ada").tech("ada", "combustion").cities("bo", "E10")
    game.building("bo", "library", "E9").dark("E8").scouts("ada", "E9").at("movement")
    assert game.play("ada", do="move", from_="E9", target="E9>E8").asked() != {"ada": "raze"}


def held(*others: str, square: str = "D9") -> Game:
    """Bo holds a square with Communism before Ada moves from D8."""
    game = a_game().policy("ada").tech("bo", "communism").has("bo", tokens=["spy"])
    for key in ("D8", *others):
        game.armies("ada", key)
    use = {"do": "use", "use": "technology:communism", "on": square}
    return game.at("movement").choose("bo", use, "interrupt")


def test_6_4_nobody_passes_a_square_that_is_held() -> None:
    found = targets(held("D9"), "D8")
    assert "D9" in found
    assert "D10" not in found


def test_6_4_an_empty_square_can_be_held() -> None:
    game = held()
    assert "D10" not in targets(game, "D8")
    game.play("ada", do="move", from_="D8", target="D9")
    assert movers(game) == []


def test_6_4_nobody_flies_over_a_square_that_is_held() -> None:
    game = held().tech("ada", "flight")
    game.terrain("M", "D9").dark("A1")
    assert "D9" in targets(game, "D8")
    alone = a_game().policy("ada").tech("ada", "flight").armies("ada", "D8").at("movement")
    assert "D10" in targets(alone, "D8")


def promised(*relics: str) -> Game:
    game = a_game().policy("ada", "rationalism").has("ada", due=list(relics), trade=6)
    return game.tech("ada", "writing").at("start")


def test_6_12_what_a_relic_promised_waits_until_its_owner_wants_it() -> None:
    game = promised("atlantis")
    game.play("ada", do="use", use="policy:rationalism", on="pottery").play("ada", do="claim")
    assert game.choose("ada", "mathematics").player("ada").techs[-1] == "mathematics"
    assert "claim" not in game.actions("ada")


def test_6_12_what_a_relic_promised_comes_at_the_end_of_the_start_at_last() -> None:
    game = promised("atlantis").done("ada")
    assert game.asked() == {"ada": "learn_free"}
    assert game.choose("ada", "pottery").asked() != {"ada": "start"}


def test_6_12_of_two_promises_the_owner_says_which_comes_first() -> None:
    game = promised("atlantis", "seven_cities_of_gold")
    game.play("ada", do="claim", relic="seven_cities_of_gold")
    assert game.asked() == {"ada": "invest_free"}


def test_6_12_a_relic_taken_at_the_start_of_a_turn_pays_at_the_next() -> None:
    game = a_game().building("ada", "hanging_gardens", "B2").relic("atlantis", "B2").at("start")
    game.play("ada", do="use", use="wonder:hanging_gardens", on="army")
    assert game.player("ada").due == ["atlantis"]
    assert "start" not in game.asked() or "claim" not in game.actions("ada")
