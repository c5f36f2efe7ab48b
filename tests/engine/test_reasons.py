"""Why the stewards of the world board suggest something: a sentence each, not always the same."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.dice import KeyedDice
from engine.core.messages import Voice, catalog
from engine.core.registry import ruleset
from tests.cast import PEOPLE

NAMES = PEOPLE[:3]
KINDS = ("placement", "purchase", "trade")


def reasons(rules_name: str, seed: int, turns: int) -> dict[str, list[str]]:
    """The reasons for what the steward would do first, by the kind of decision, in a game of it."""
    rules, rng = ruleset(rules_name), Random(seed)
    dice = KeyedDice(bytes([seed]) * 32, [b"a", b"b", b"c"])
    voice = Voice(catalog(rules_name), NAMES)
    state = rules.start(3, {}, dice).state
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    while rules.turn(state) < turns and rules.outcome(state) is None:
        pending = rules.pending(state)
        asked = next(each for each in pending if each.blocking)
        own = [each for each in pending if each.seat == asked.seat]
        view = rules.view(state, asked.seat)
        if asked.kind in found:
            best = rules.suggest(view, [asked], Random(1), 1)[0]
            if best.reason is not None:
                found[asked.kind].append(voice.text(best.reason))
        rules.play(state, rules.steward(view, own, rng), dice)
    return found


@pytest.mark.parametrize(
    "rules_name",
    [
        "standard",
        "fast_play",
        "advanced",
    ],
)
def test_every_first_suggestion_says_why_and_not_always_the_same(rules_name: str) -> None:
    found = reasons(rules_name, 4, 7)
    assert len(found["placement"]) >= 6
    assert all("free region" in said for said in found["placement"])
    assert len(set(found["placement"])) > 2
    assert len(set(found["purchase"])) > 4, set(found["purchase"])
    assert not [said for said in found["purchase"] if "{" in said or len(said) > 110]
