"""Weights: figures with reasons, and none that make no sense."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from engine.rulesets.fast_play.steward import STEWARD as FAST_PLAY
from engine.rulesets.standard.steward import STEWARD as STANDARD
from engine.world.steward.deciding import Steward
from engine.world.steward.weights import (
    Count,
    Rate,
    Share,
    parse_weights,
    read_weights,
    with_reasons,
    written,
)

STEWARDS = {"standard": STANDARD, "fast_play": FAST_PLAY}


class Figures(msgspec.Struct, frozen=True):
    odds: Share
    interest: Rate
    most: Count


FILE = """
odds = { value = 0.6, reason = "Ties cost both sides." }
interest = { value = 0.1, reason = "Gold brings gold." }
most = { value = 3, reason = "Enough." }
"""


def test_a_file_gives_a_figure_and_a_reason_for_each_weight() -> None:
    assert parse_weights(FILE, Figures) == Figures(0.6, 0.1, 3)
    assert with_reasons(FILE)["odds"].reason == "Ties cost both sides."


def test_weights_are_written_as_they_are_read() -> None:
    text = written(Figures(0.7, 0.1, 4), with_reasons(FILE))
    assert parse_weights(text, Figures) == Figures(0.7, 0.1, 4)
    assert "Ties cost both sides." in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("most = { value = 3", "most = { value = -1"),
        ("most = { value = 3", "most = { value = 3.5"),
        ("odds = { value = 0.6", "odds = { value = -0.6"),
        ("odds = { value = 0.6", "odds = { value = nan"),
        ("odds = { value = 0.6", "odds = { value = inf"),
        ("interest = { value = 0.1", "interest = { value = 0"),
        ("most = {", "more = {"),
        ('most = { value = 3, reason = "Enough." }', ""),
        ('most = { value = 3, reason = "Enough." }', "most = 3"),
        (', reason = "Enough."', ""),
    ],
)
def test_weights_that_make_no_sense_are_refused(before: str, after: str) -> None:
    assert before in FILE
    with pytest.raises(msgspec.ValidationError):
        parse_weights(FILE.replace(before, after), Figures)


@pytest.mark.parametrize("steward", STEWARDS.values(), ids=STEWARDS)
def test_every_weight_of_a_steward_has_its_reason(steward: Steward[Any]) -> None:
    weights = with_reasons(steward.folder().joinpath("weights.toml").read_text("utf-8"))
    assert weights.keys() == msgspec.structs.asdict(steward.weights).keys()
    for name, weight in weights.items():
        assert len(weight.reason) > 10, name


@pytest.mark.parametrize(
    "figures", [{"interest": 0.0}, {"approach": 1.0}, {"odds": -1.0}, {"point": math.inf}]
)
def test_a_steward_takes_no_weights_that_make_no_sense(figures: dict[str, float]) -> None:
    with pytest.raises(msgspec.ValidationError):
        STANDARD.weighing(**figures)


def test_a_purpose_that_nobody_knows_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        FAST_PLAY.weighing(purchases=("expand", "pray"))


def test_the_steward_of_the_first_release_can_still_be_played() -> None:
    package = "engine.rulesets.fast_play.steward"
    earlier = read_weights(package, type(FAST_PLAY.weights), "opponents/first_release.toml")
    assert earlier.purchases[0] == "grow"
    assert earlier.spearhead == 4
