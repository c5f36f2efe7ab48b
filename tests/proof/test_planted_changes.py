"""A change of one thing turns exactly its digest red."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from engine.core.errors import IllegalChoice
from engine.core.events import Disclosure
from engine.core.grammar import OneOf, Option, Price, Subset
from engine.core.messages import catalog
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset, Step
from engine.core.text import Text
from engine.world.events import TurnBegan
from tests.proof.differences import between, report
from tests.proof.digests import Digests, changed, digests
from tests.proof.facts import Fact, facts
from tests.proof.games import Case, Size

NAME = "standard"
GAME, SIZE = Case(NAME, 3, "steward"), Size(1, 40, 10)
PLANTED = Text("option.plain", {"key": "planted"})
Plant = Callable[[pytest.MonkeyPatch], None]


def played() -> list[Fact]:
    return list(facts(GAME, SIZE))


@cache
def untouched() -> tuple[list[Fact], Digests]:
    found = played()
    return found, digests(found)


def change_options(patch: pytest.MonkeyPatch, change: Callable[[Option], Option]) -> None:
    """Change one option of those that are offered for money."""
    for node in (OneOf, Subset):
        original = node.options

        def options(self: Any, original: Any = original) -> list[Option]:
            found = original(self)
            return [
                change(each) if each.price and each.key == "swordsman" else each for each in found
            ]

        patch.setattr(node, "options", options)


def a_label(patch: pytest.MonkeyPatch) -> None:
    change_options(patch, lambda option: msgspec.structs.replace(option, label=PLANTED))


def a_price(patch: pytest.MonkeyPatch) -> None:
    dearer = (Price(99, "gold"),)
    change_options(patch, lambda option: msgspec.structs.replace(option, price=dearer))


def a_detail(patch: pytest.MonkeyPatch) -> None:
    change_options(patch, lambda option: msgspec.structs.replace(option, detail=PLANTED))


def a_refusal(patch: pytest.MonkeyPatch) -> None:
    original = Ruleset.why_not

    def why_not(self: Any, *given: Any) -> IllegalChoice:
        refused = original(self, *given)
        if refused.code == "missing":
            refused.rule = "planted"
        return refused

    patch.setattr(Ruleset, "why_not", why_not)


def a_view_field(patch: pytest.MonkeyPatch) -> None:
    kind = type(ruleset(NAME))
    original = kind.view

    def view(self: Any, state: Any, seat: int | None) -> Any:
        return msgspec.structs.replace(original(self, state, seat), step="planted")

    patch.setattr(kind, "view", view)


def an_event(patch: pytest.MonkeyPatch) -> None:
    """Another player begins the first turn, of whom its sentence says nothing."""
    original = Ruleset.settle

    def settle(self: Any, play: Any) -> Step[Any]:
        step = original(self, play)
        return msgspec.structs.replace(step, events=tuple(map(other, step.events)))

    def other(told: Disclosure) -> Disclosure:
        if isinstance(told.event, TurnBegan) and told.event.turn == 1:
            return msgspec.structs.replace(told, event=msgspec.structs.replace(told.event, first=9))
        return told

    patch.setattr(Ruleset, "settle", settle)


def a_sentence(patch: pytest.MonkeyPatch) -> None:
    entries, key = catalog(NAME).entries, "event.TurnBegan"
    words = tuple(msgspec.structs.replace(each, text="Planted.") for each in entries[key])
    patch.setitem(entries, key, words)


def a_reason(patch: pytest.MonkeyPatch) -> None:
    """The same is suggested for another reason."""
    kind = type(ruleset(NAME))
    original = kind.suggest

    def suggest(self: Any, *given: Any) -> Any:
        found = original(self, *given)
        return [msgspec.structs.replace(each, reason=PLANTED) for each in found]

    patch.setattr(kind, "suggest", suggest)


PLANTS: dict[str, Plant] = {
    "labels": a_label,
    "prices": a_price,
    "details": a_detail,
    "refusals": a_refusal,
    "views": a_view_field,
    "suggestions": a_reason,
    "events": an_event,
    "sentences": a_sentence,
}


@pytest.mark.parametrize("kind", PLANTS)
def test_a_planted_change_turns_its_digest_red(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, accepted = untouched()
    PLANTS[kind](monkeypatch)
    after = played()
    assert changed(accepted, digests(after)) == [kind]
    lines = list(report(between(dump(before), dump(after)), 1))
    assert lines[0].startswith(f"{kind}: ")
    assert str(GAME) in lines[1]
    assert "->" in lines[2]


def dump(found: list[Fact]) -> Iterator[bytes]:
    return (fact.line() for fact in found)


def test_the_same_game_has_no_differences() -> None:
    before, accepted = untouched()
    after = played()
    assert changed(accepted, digests(after)) == []
    assert list(between(dump(before), dump(after))) == []
