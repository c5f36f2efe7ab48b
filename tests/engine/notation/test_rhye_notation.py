"""Orders of Rhye's and Fall as they are typed, and what is answered to those that mean nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.choices.order_lines import LineReader
from bot.service.game.snapshot import Snapshot
from bot.service.game.voices import game_catalog
from engine.core.decision import Decision
from engine.core.messages import Voice
from engine.notation.phrases import Phrases
from tests.cast import PLAYERS
from tests.rhye.builders import Game, a_game


def a_choice(*, with_brad: bool = False) -> Game:
    """Angela can do everything but upgrade."""
    game = (
        a_game(3)
        .with_settlement("angela", "gaul", "city")
        .with_units("angela", "iberia", swordsman=1)
    )
    game.with_gold("angela", 100).with_technologies("angela", "mysticism", "sailing")
    if with_brad:
        game.in_contact("angela", "brad")
    return game.at("actions")


def open_to_angela(game: Game) -> list[Decision]:
    return [each for each in game.rules.pending(game.state) if each.seat == 0]


def understood(game: Game, line: str) -> Any:
    found = Phrases("rhye", PLAYERS[:3]).read(open_to_angela(game), line)
    assert found and found[0].decision.kind == "action"
    return found[0].value


@pytest.mark.parametrize("line", ["taxation", "tax", "collect taxes", "raise taxes"])
def test_taxes_are_collected_in_any_words(line: str) -> None:
    assert understood(a_choice(), line) == {"action": "taxation"}


@pytest.mark.parametrize("line", ["learn horseback riding", "study horseback", "horseback riding"])
def test_research_is_learning(line: str) -> None:
    value = understood(a_choice(), line)
    assert (value["action"], value["technology"]) == ("research", "horseback_riding")


@pytest.mark.parametrize(
    "line",
    ["recruit 2 swordsmen in gaul", "train 2 swordsmen gaul", "buy 2 swordsman gaul"],
)
def test_recruiting_is_buying_or_training(line: str) -> None:
    value = understood(a_choice(), line)
    assert (value["action"], value["way"], value["units"]) == (
        "recruitment",
        "raise",
        ["swordsman@gaul"] * 2,
    )


@pytest.mark.parametrize("line", ["build 1 inf in gaul", "make infantry gaul", "build inf gaul"])
def test_a_kind_of_unit_is_that_which_can_be_raised_in_the_place(line: str) -> None:
    value = understood(a_choice(), line)
    assert (value["action"], value["units"]) == ("recruitment", ["swordsman@gaul"])


@pytest.mark.parametrize("line", ["keep the pyramids", "keep it", "save pyramids and oracle"])
def test_what_is_kept_is_not_given_up(line: str) -> None:
    table = a_game(3).with_settlement("angela", "gaul").with_settlement("brad", "nile")
    table.with_settlement("brad", "steppe", "city").with_units("angela", "steppe", swordsman=1)
    table.with_wonder("steppe", "oracle").with_wonder("steppe", "pyramids")
    game = table.at("battles").play("angela", "capture")
    found = Phrases("rhye", PLAYERS[:3]).read(open_to_angela(game), line)
    assert [(each.decision.kind, each.value) for each in found] == [("wonder_fate", [])]


@pytest.mark.parametrize("line", ["found iberia", "build a village in Iberia"])
def test_building_a_village_is_founding_it(line: str) -> None:
    value = understood(a_choice(), line)
    assert (value["action"], value["found"]) == ("construction", ["iberia"])


def test_a_revolution_keeps_what_is_not_named() -> None:
    value = understood(a_choice(), "convert to buddhism")
    assert value == {"action": "revolution", "government": "keep", "religion": "buddhism"} or (
        value == {"action": "revolution", "religion": "buddhism"}
    )


@pytest.mark.parametrize("line", ["build a palace", "learn alchemy", "attack rome", "stay"])
def test_what_means_nothing_is_judged_by_what_the_game_waits_for(line: str) -> None:
    game = a_choice(with_brad=True)
    assert any(each.kind == "trade" for each in open_to_angela(game))
    snapshot = Snapshot(game.rules, game.state, 0)
    voice = Voice(game_catalog("rhye"), PLAYERS[:3])
    phrases = Phrases("rhye", PLAYERS[:3])
    read, _ = LineReader(voice, phrases, snapshot, snapshot.open_to(0)).read(1, line)
    assert read.problem
    assert "you give" not in read.problem and "you get" not in read.problem
    assert not read.nearest.startswith("offer")
