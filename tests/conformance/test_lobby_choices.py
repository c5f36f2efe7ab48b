"""What may be chosen in the lobby is what the game then asks for, and every option has its card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.dice import KeyedDice
from engine.core.grammar import OneOf
from engine.core.lobby import LobbyChoice
from engine.core.registry import ruleset, rulesets

SEATS = 2


def tables(rules: Any) -> Iterator[dict[str, Any]]:
    """The usual table, and those that differ from it in one option."""
    usual = dict(rules.option_defaults)
    yield usual
    for field in rules.options.fields:
        grammar = field.given({}, rules.options.source)
        if isinstance(grammar, OneOf):
            yield from ({**usual, field.name: key} for key in grammar.keys)


def choices() -> list[Any]:
    """Every table at which something can be chosen in the lobby."""
    found: dict[tuple[Any, ...], Any] = {}
    for name in rulesets():
        for options in tables(ruleset(name)):
            choice = ruleset(name).lobby_choice(options)
            if choice is not None:
                key = (name, tuple(choice.grammar.keys))
                found.setdefault(
                    key, pytest.param(name, options, choice, id=f"{name}-{len(key[1])}")
                )
    return list(found.values())


@pytest.mark.parametrize(("name", "options", "choice"), choices())
def test_the_first_question_of_the_game_can_be_answered_with_each_of_them(
    name: str, options: dict[str, Any], choice: LobbyChoice
) -> None:
    rules = ruleset(name)
    step = rules.start(SEATS, options, KeyedDice(b"server", [b"a", b"b"]))
    asked = next(each for each in rules.pending(step.state) if each.blocking)
    assert asked.kind == choice.kind
    for key in choice.grammar.keys:
        assert asked.grammar.validate(key) == key
    assert len(choice.grammar.keys) > SEATS


@pytest.mark.parametrize(("name", "options", "choice"), choices())
def test_each_of_them_has_a_card(name: str, options: dict[str, Any], choice: LobbyChoice) -> None:
    cards = ruleset(name).cards()
    assert [key for key in choice.grammar.keys if choice.card(key) not in cards] == []


def test_2_2_civilizations_are_chosen_in_the_lobby_where_the_table_does_not_deal_them() -> None:
    for name in ("rhye", "civ2010"):
        rules = ruleset(name)
        chosen = {**rules.option_defaults, "civilizations": "chosen"}
        assert rules.lobby_choice(chosen) is not None
        assert rules.lobby_choice({**chosen, "civilizations": "dealt"}) is None
