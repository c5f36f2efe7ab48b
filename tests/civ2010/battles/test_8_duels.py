"""Duels of units, and what comes between them (rulebook sections 8.3 to 8.9)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010 import events
from tests.civ2010.builders import a_battle, a_game


def test_8_8_a_wound_does_not_blunt_sharpened_iron() -> None:
    game = a_battle(
        ("infantry.0", "artillery.0"),
        ("infantry.0", "mounted.0"),
        lambda g: (
            g.tech("ada", "metalworking")
            .has("ada", tokens=["iron"])
            .tech("bo", "mathematics")
            .has("bo", tokens=["iron"])
        ),
    )
    game.play("bo", do="play", unit="mounted.0", front="new")
    game.play("ada", do="use", use="technology:metalworking")
    game.play("ada", do="play", unit="infantry.0", front="new")
    game.play("bo", do="use", use="technology:mathematics", on=["1"])
    game.play("bo", do="play", unit="infantry.0", front="1")
    assert game.events(events.Duelled)[0].wounds[1] == 4


@pytest.mark.parametrize(
    ("unit", "front", "code"),
    [
        ("infantry.1", "0", "front_taken"),
        ("infantry.1", "7", "no_such_front"),
        ("artillery.2", "new", "not_in_hand"),
    ],
)
def test_8_3_a_unit_is_refused_with_its_reason(unit: str, front: str, code: str) -> None:
    game = a_battle(("mounted.0", "mounted.1"), ("infantry.0", "infantry.1", "infantry.2"))
    game.play("bo", do="play", unit="infantry.0", front="new")
    game.play("ada", do="play", unit="mounted.0", front="new")
    value = {"do": "play", "unit": unit, "front": front}
    assert game.refusal("bo", value).code == code


def test_8_3_a_card_is_refused_in_a_battle_with_its_reason() -> None:
    game = a_game().tech("ada", "biology").armies("ada", "D8").armies("bo", "D9")
    game.units("ada", "infantry.0", "infantry.1").units("bo", "artillery.0", "infantry.0")
    game.at("movement").play("ada", do="move", from_="D8", target="D9")
    game.play("bo", do="play", unit="infantry.0", front="new")
    refused = game.refusal("ada", {"do": "use", "use": "technology:biology"})
    assert refused.code == "nobody_wounded"
