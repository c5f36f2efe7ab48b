"""A card battle that is over, read from its events."""

from __future__ import annotations

from engine.tiles.fronts_report import fought_out
from tests.civ2010.builders import a_game
from tests.render.builders.pictures import draw_card


def a_battle() -> list[object]:
    game = a_game().armies("ada", "D8").armies("bo", "D9")
    game.units("ada", "infantry.0", "mounted.1").units("bo", "artillery.0", "infantry.2")
    game.at("movement").play("ada", do="move", from_="D8", target="D9").fight_on()
    return [told.event for told in game.told if told.reaches(None)]


def test_every_unit_of_the_battle_is_seen_at_its_end() -> None:
    (fought,) = fought_out(a_battle())  # type: ignore[arg-type]
    battle = fought.battle
    units = [unit for front in battle.fronts for unit in (front.attacker, front.defender) if unit]
    assert sorted(unit.type for unit in units) == ["artillery", "infantry", "infantry", "mounted"]
    assert {unit.rank for unit in units} == {1}
    assert battle.winner in (0, 1)


def test_the_health_that_is_left_is_the_score() -> None:
    (fought,) = fought_out(a_battle())  # type: ignore[arg-type]
    for number, side in enumerate(fought.battle.sides):
        left = 0
        for front in fought.battle.fronts:
            unit = (front.attacker, front.defender)[number]
            if unit is not None:
                left += max(0, unit.health - unit.wounds)
        assert left + side.bonus == side.score


def test_it_is_drawn_without_a_view() -> None:
    (fought,) = fought_out(a_battle())  # type: ignore[arg-type]
    assert draw_card(fought.battle, "civ2010", ["Ada", "Bo"]).height > 300


def test_a_battle_that_goes_on_is_none() -> None:
    assert fought_out(a_battle()[:-3]) == []  # type: ignore[arg-type]
