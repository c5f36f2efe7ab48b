"""A card that cannot be used is refused with its own reason (rulebook 1.4 and 1.8)."""

from __future__ import annotations

import pytest

from engine.rulesets.civ2010.state import PersonCard
from tests.civ2010.builders import VOICE, Arrange, a_game

CARDS: dict[str, tuple[Arrange, str, str]] = {
    "not known": (lambda g: g, "technology:chivalry", "not_your_card"),
    "another phase": (lambda g: g.cards("ada", "sabotage"), "card:sabotage", "card_other_phase"),
    "no resource": (lambda g: g.tech("ada", "currency"), "technology:currency", "card_too_dear"),
    "used": (
        lambda g: g.tech("ada", "currency").has("ada", used=["technology:currency"]),
        "technology:currency",
        "card_used",
    ),
    "nobody to hit": (lambda g: g.cards("ada", "lost"), "card:lost", "card_no_target"),
    "in reserve": (
        lambda g: g.has("ada", people=[PersonCard("marco_polo")]),
        "person:marco_polo",
        "card_in_reserve",
    ),
    "blockaded person": (
        lambda g: g.person("ada", "charles_darwin", "scientist", "D4").scouts("bo", "D4"),
        "person:charles_darwin",
        "card_blockaded",
    ),
    "blockaded wonder": (
        lambda g: g.building("ada", "colossus", "D4").scouts("bo", "D4"),
        "wonder:colossus",
        "card_blockaded",
    ),
    "policy in anarchy": (
        lambda g: g.policy("ada", "expansionism").cities("ada", "C8").government("ada", "anarchy"),
        "policy:expansionism",
        "policy_in_anarchy",
    ),
}


@pytest.mark.parametrize("case", CARDS)
def test_1_4_a_card_is_refused_with_its_reason(case: str) -> None:
    arrange, key, code = CARDS[case]
    game = a_game()
    arrange(game)
    assert game.at("cities").refusal("ada", {"do": "use", "use": key}).code == code


def test_1_8_a_card_for_any_time_is_no_action_of_a_phase() -> None:
    game = a_game().person("ada", "zheng_he", "industrialist", "D4").at("cities")
    refused = game.refusal("ada", {"do": "use", "use": "person:zheng_he"})
    assert VOICE.error(refused) == (
        "Zheng He is played at any time, apart from what you do in your part of a phase."
    )
    game.play("ada", "any_time", do="use", use="person:zheng_he")
    assert game.player("ada").people == []
