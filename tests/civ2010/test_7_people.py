"""Great people who serve in battles (rulebook section 7.4)."""

from __future__ import annotations

from tests.civ2010.builders import Game, a_game


def lost_by_ada(civilization: str = "egyptians") -> Game:
    """Ada's only unit dies against Bo's; Florence Nightingale lies open."""
    game = a_game(civilizations=(civilization, "mongols")).policy("ada")
    game.person("ada", "florence_nightingale", "humanitarian", "B2", shown=True)
    game.armies("ada", "D8").armies("bo", "D9")
    game.units("ada", "infantry.2").units("bo", "artillery.2", "artillery.0").at("movement")
    return game.play("ada", do="move", from_="D8", target="D9").fight_on()


def test_7_4_florence_nightingale_saves_the_dead_or_waits() -> None:
    game = lost_by_ada()
    assert game.asked() == {"ada": "nurse"}
    game.choose("ada", "save")
    assert (len(game.player("ada").units), game.player("ada").people) == (1, [])
    game = lost_by_ada().choose("ada", "wait")
    assert (len(game.player("ada").units), len(game.player("ada").people)) == (0, 1)


def test_7_4_the_chinese_rescue_a_unit_while_florence_nightingale_waits() -> None:
    game = lost_by_ada("chinese").choose("ada", "wait")
    assert (len(game.player("ada").units), len(game.player("ada").people)) == (1, 1)


def test_7_4_florence_nightingale_saves_the_dead_of_the_city_that_she_falls_with() -> None:
    game = a_game(civilizations=("romans",)).cities("bo", "F9")
    game.person("bo", "florence_nightingale", "humanitarian", "F10", shown=True)
    game.armies("ada", "F7").units("ada", "artillery.2", "artillery.0").units("bo", "infantry.2")
    game.has("ada", invested={"military_industrial_complex": 6}).at("movement")
    game.play("ada", do="move", from_="F7", target="F9").fight_on()
    assert "nurse" not in game.asked().values()
    assert [unit.type for unit in game.player("bo").units] == ["infantry"]
    assert game.player("bo").people == []


def outnumbered() -> Game:
    """Bo defends with two units against three, and with Leonidas."""
    game = a_game().policy("ada").person("bo", "leonidas", "general", "E13", shown=True)
    game.armies("ada", "D8").armies("bo", "D9").units("ada", *(["infantry.0"] * 3))
    return game.units("bo", "infantry.1", "infantry.1")


def test_7_4_leonidas_compares_the_hands_after_units_were_called_up() -> None:
    game = outnumbered().cards("bo", "nationalism").at("movement")
    game.play("ada", do="move", from_="D8", target="D9")
    assert game.battle().sides[1].bonus == 12
    game.play("bo", do="use", use="card:nationalism").choose("bo", "mounted")
    assert game.choose("bo", "nothing").battle().sides[1].bonus == 4


def test_7_4_leonidas_helps_against_units_that_the_attacker_calls_up() -> None:
    game = outnumbered().cards("ada", "nationalism").tech("ada", "computers").has("ada", coins=9)
    game.player("ada").units.clear()
    game.state.units["infantry"] += [0] * 3
    game.units("ada", "artillery.0").at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("bo", do="play", unit="infantry.1", front="new")
    assert game.battle().sides[1].bonus == 4
    game.play("ada", do="use", use="card:nationalism").choose("ada", "mounted")
    assert game.choose("ada", "mounted").battle().sides[1].bonus == 12
