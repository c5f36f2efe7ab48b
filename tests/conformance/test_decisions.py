"""What is asked can be answered, is worth asking, and says what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from engine.conformance.playouts import OPENING, Moment, Playout, some_values
from engine.conformance.portraits import nodes, options_along
from engine.core.decision import Decision
from engine.core.grammar import Grammar, Option
from engine.rulebook import rulebook

SMALL = 250
"""Spaces up to this size are listed in full."""


def decisions(game: Playout) -> Iterator[tuple[Moment, Decision]]:
    for moment in game.moments:
        for decision in moment.pending:
            yield moment, decision


def kinds_once(game: Playout, times: int) -> Iterator[tuple[Moment, Decision]]:
    """The first decisions of each kind."""
    seen: Counter[str] = Counter()
    for moment, decision in decisions(game):
        seen[decision.kind] += 1
        if seen[decision.kind] <= times:
            yield moment, decision


def frozen(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def test_a_seat_is_asked_each_thing_once(game: Playout) -> None:
    for moment in game.moments:
        asked = [(decision.seat, decision.id) for decision in moment.pending]
        assert len(set(asked)) == len(asked)
        assert {seat for seat, _ in asked} <= set(range(moment.state.seats))


def plainly(asked: Sequence[Decision]) -> list[Any]:
    """Decisions without their grammars, which hold functions."""
    return [
        [getattr(each, name) for name in Decision.__struct_fields__ if name != "grammar"]
        for each in asked
    ]


def test_what_a_choice_leaves_open_is_what_the_state_asks(game: Playout) -> None:
    """Phases may hand on the decisions they have found, or those of before; they hold true."""
    rules, dice = game.table.rules, game.table.dice()
    state = rules.copy(game.start.state)
    asked = rules.asked(state)
    for number, entry in enumerate(game.entries[:OPENING]):
        choice = entry.choice
        found = (*asked, *rules.opportunities_now(state))
        named = (each for each in found if each.seat == choice.seat and each.id == choice.decision)
        decision = next(named)
        value = decision.grammar.validate(choice.value)
        step = rules.carry_out(state, decision, value, dice, asked)
        asked = rules.asked(rules.copy(state))
        if step.asked is not None:
            assert plainly(step.asked) == plainly(asked)
            for kept, fresh in zip(step.asked, asked, strict=True):
                first, same = (next(each.grammar.enumerate(), None) for each in (kept, fresh))
                assert first == same
                drawn, alike = (each.grammar.sample(Random(number)) for each in (kept, fresh))
                assert drawn == alike
            asked = step.asked
        else:
            asked = rules.asked(state)


def test_a_count_is_the_number_of_values_listed(game: Playout) -> None:
    for _, decision in kinds_once(game, 8):
        listed = [frozen(value) for value in islice(decision.grammar.enumerate(), SMALL + 1)]
        assert len(set(listed)) == len(listed), f"{decision.kind} lists a value twice"
        if len(listed) <= SMALL:
            assert decision.grammar.count() == len(listed), decision.kind


def test_listed_and_drawn_values_are_in_normal_form(game: Playout) -> None:
    rng = game.table.rng("normal form")
    for _, decision in kinds_once(game, 12):
        for value in some_values(decision, rng, 20, 10):
            assert decision.grammar.validate(value) == value, decision.kind


def test_the_clock_can_play_every_awaited_decision(game: Playout) -> None:
    for _, decision in decisions(game):
        if decision.blocking:
            assert decision.grammar.validate(decision.default) == decision.default, decision.kind


def test_nobody_is_awaited_for_what_leaves_no_choice(game: Playout) -> None:
    for number, entry in enumerate(game.entries):
        assert entry.forced == [], f"after choice {number}"


def test_every_decision_cites_the_rulebook(game: Playout) -> None:
    book = rulebook(game.table.ruleset)
    for _, decision in decisions(game):
        assert book.section(decision.rule), decision.kind


def ids_in(thing: Any) -> Iterator[str]:
    """Everything in a view that has an id."""
    if isinstance(thing, dict):
        if isinstance(thing.get("id"), str):
            yield thing["id"]
        for inner in thing.values():
            yield from ids_in(inner)
    elif isinstance(thing, (list, tuple)):
        for inner in thing:
            yield from ids_in(inner)


def test_an_option_points_at_a_place_in_the_view(game: Playout) -> None:
    rules, rng = game.table.rules, game.table.rng("places")
    for moment, decision in kinds_once(game, 5):
        view = rules.view(moment.state, decision.seat)
        known = set(ids_in(msgspec.to_builtins(view)))
        known |= {place for area in view.areas for place in area.places}
        for value in some_values(decision, rng, 4, 12):
            for option in options_along(decision.grammar, value):
                assert option.place is None or option.place in known, option


def test_an_option_has_the_key_it_is_listed_under_and_words(game: Playout) -> None:
    rng = game.table.rng("options")
    for _, decision in kinds_once(game, 5):
        for value in some_values(decision, rng, 4, 12):
            for node, part in nodes(decision.grammar, value):
                check_options(node, part)


def check_options(node: Grammar, part: Any) -> None:
    options: list[Option] = getattr(node, "options", list)()
    keys = list(getattr(node, "keys", ()))
    assert [option.key for option in options] == keys
    for option in options:
        assert option.label.key
        assert all(price.amount >= 0 for price in option.price)
    chosen = [part] if isinstance(part, str) else part if isinstance(part, list) else []
    assert set(chosen) <= set(keys)
