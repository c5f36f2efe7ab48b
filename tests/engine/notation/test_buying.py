"""`buy 2 swordsman indus`, one or several, in any order, in every rule set that buys units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine.core.decision import Decision
from engine.core.record import load, replay
from engine.core.registry import ruleset
from engine.notation.phrases import Phrases

GAMES = Path(__file__).parents[2] / "games"
ANSWERS_MOST = 4000
ASKED = {
    "standard": "purchase",
    "advanced": "purchase",
    "fast_play": "purchase",
    "rhye": "action",
}
EACH = pytest.mark.parametrize("rules", ASKED)


def asked(rules: str) -> Iterator[Decision]:
    """The decisions of a kept game in which units can be bought."""
    played = ruleset(rules)
    record = load((GAMES / f"{rules}_three_players.json").read_bytes())
    for _, game in replay(record):  # type: ignore[arg-type]  # kept games are finished
        state = played.copy(game.state)
        for decision in played.asked(state):
            if decision.kind == ASKED[rules]:
                yield decision


def bought(rules: str, value: Any) -> tuple[int, str, list[str]] | None:
    """How many units of which kind an answer buys, and where; None for anything else."""
    if rules in ("standard", "advanced"):
        several = isinstance(value.get("count"), int) and "where" in value
        return (value["count"], value["buy"], [value["where"]]) if several else None
    if rules == "fast_play":
        where = value.get("where")
        return (len(where), value["buy"], where) if where and value["buy"] != "grow" else None
    units = value.get("units") if value["action"] == "recruitment" else None
    if not units or len({*units}) > 1 or value["way"] != "raise" or "/" in units[0]:
        return None
    kind, _, place = units[0].partition("@")
    return len(units), kind, [place]


def a_purchase(rules: str) -> tuple[Decision, Any, tuple[int, str, list[str]]]:
    """Two units of one kind, bought somewhere."""
    for decision in asked(rules):
        for value in islice(decision.grammar.enumerate(), ANSWERS_MOST):
            found = bought(rules, value)
            if found is not None and found[0] == 2:
                return decision, value, found
    raise AssertionError(f"nobody buys two units in the kept game of {rules}")


@EACH
def test_units_are_bought_by_number_kind_and_place(rules: str) -> None:
    decision, value, (count, kind, places) = a_purchase(rules)
    phrases = Phrases(rules, ["Ada", "Bea", "Cyd"])
    one = phrases.voice.say(f"unit.{kind}")
    many = phrases.voice.say(f"units.{kind}", n=count)
    where = " ".join(place.replace("_", " ") for place in places)
    for line in (f"buy {count} {one} {where}", f"buy {many} {where}", f"buy {one} {where} {count}"):
        readings = phrases.read([decision], line)
        assert readings, line
        assert readings[0].value == value, line


@EACH
def test_a_number_that_cannot_be_bought_is_refused(rules: str) -> None:
    decision, _, (_, kind, places) = a_purchase(rules)
    phrases = Phrases(rules, ["Ada", "Bea", "Cyd"])
    line = f"buy 77 {phrases.voice.say(f'unit.{kind}')} {places[0].replace('_', ' ')}"
    assert not phrases.read([decision], line)
    assert phrases.nearest([decision], line) is not None, "the nearest legal order is named"
