"""Everything a player reads has words: questions, options, answers, news, refusals, results.

The strict catalog raises where an entry, a format or a fact is missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.conformance.misfits import misfits
from engine.conformance.playouts import Moment, Playout, some_values, varied_values
from engine.conformance.portraits import options_along, words_of
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import Form, Settings
from engine.core.messages import Voice, catalog
from engine.notation.phrases import Phrases

PEOPLE = ("Angela", "Brad", "Chris", "Dora", "Emil", "Fay", "Gus", "Hana", "Ines", "Jon")
NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJ")
UNFILLED = re.compile(r"[{}]|\bNone\b|\b\w+_\w+\b")
"""What must not be left in a sentence: a slot, nothing at all, the engine's own names."""

KEYS = re.compile(r"\{\w|\w_\w|[a-z]\.[a-z]|[#@]")


def words(game: Playout) -> Voice:
    return Voice(catalog(game.table.ruleset, strict=True), NAMES)


def is_said(sentence: str) -> None:
    assert sentence.strip()
    assert not UNFILLED.search(sentence), sentence


def has_no_keys(sentence: str) -> None:
    """No slot is left and no name of the engine's own, whatever a player sends for a choice."""
    assert sentence.strip()
    assert not KEYS.search(sentence), sentence


def some_decisions(game: Playout, times: int = 6) -> Iterator[tuple[Moment, Decision]]:
    seen: Counter[str] = Counter()
    for moment in game.moments:
        for decision in moment.pending:
            seen[decision.kind] += 1
            if seen[decision.kind] <= times:
                yield moment, decision


def test_every_question_and_every_part_of_a_form_has_words(game: Playout) -> None:
    said = words(game)
    for _, decision in some_decisions(game):
        is_said(said.prompt(decision))
        if isinstance(decision.grammar, Settings):
            for option in decision.grammar.options():
                is_said(said.option(option))
        fields = decision.grammar.fields if isinstance(decision.grammar, Form) else ()
        for field in fields:
            is_said(said.field(decision.kind, field.name))


def test_every_option_has_words(game: Playout) -> None:
    said, rng = words(game), game.table.rng("words of options")
    for _, decision in some_decisions(game):
        for value in some_values(decision, rng, 3, 5):
            for option in options_along(decision.grammar, value):
                assert said.has(option.label.key), option
                is_said(said.option(option))


def test_every_answer_can_be_said_back(game: Playout) -> None:
    said, rng = words(game), game.table.rng("words of answers")
    for _, decision in some_decisions(game):
        for value in some_values(decision, rng, 10, 10):
            is_said(said.choice(decision, value))


def test_every_event_makes_a_sentence(game: Playout) -> None:
    said = words(game)
    happened = {told.event for entry in game.entries for told in entry.events}
    for event in happened | {told.event for told in game.start.events}:
        is_said(said.event(event))


def test_a_seat_reads_what_it_is_told_and_no_more(game: Playout) -> None:
    said = words(game)
    for entry in game.entries[-60:]:
        for seat in (None, *range(game.table.seats)):
            lines = [line for line in said.report(entry.events, seat) if line]
            reached = [told for told in entry.events if told.reaches(seat)]
            assert len(lines) <= len(reached)
            assert bool(lines) == bool(reached)


def test_every_refusal_makes_a_sentence(game: Playout) -> None:
    said, dice, rng = words(game), game.table.dice(), game.table.rng("words of refusals")
    known = words_of(game.table)
    for moment, decision in some_decisions(game, 1):
        for value in varied_values(decision, rng):
            for _, misfit in misfits(decision.grammar, value, rng.choices(known, k=10)):
                choice = Choice(decision.seat, decision.id, misfit)
                with pytest.raises(IllegalChoice) as refused:
                    game.table.rules.play(moment.state, choice, dice, decision)
                sentence = said.error(refused.value)
                has_no_keys(sentence)
                assert len(sentence) < 400
                assert sentence.rule == refused.value.rule


def test_every_order_is_written_in_words_that_read_back(game: Playout) -> None:
    phrases, rng = Phrases(game.table.ruleset, PEOPLE), game.table.rng("words of orders")
    for _, decision in some_decisions(game, 2):
        for value in some_values(decision, rng, 2, 3):
            written = phrases.notation(decision, value)
            is_said(written)
            assert not written.startswith(f"{decision.id}:"), written


def test_every_refusal_of_a_typed_line_is_in_words(game: Playout) -> None:
    """Something else in the place of each word, words that nobody knows, and too many of a kind."""
    voice, rng = words(game), game.table.rng("words of refused orders")
    phrases, dice = Phrases(game.table.ruleset, PEOPLE), game.table.dice()
    known = [key.replace("_", " ") for key in voice.catalog.things]
    for moment, decision in some_decisions(game, 1):
        line = phrases.notation(decision, decision.grammar.sample(rng)).split()
        tried = [[*line[:at], rng.choice(known), *line[at + 1 :]] for at in range(len(line))]
        for wrong in (*tried[:4], ["frob", "the", "zork", *line], [*line[:1], "99", *line[1:]]):
            fault = phrases.fault([decision], " ".join(wrong))
            if fault is None or not fault.begun:
                continue
            try:
                choice = Choice(decision.seat, decision.id, fault.value)
                game.table.rules.apply(moment.state, choice, dice)
            except IllegalChoice as refused:
                has_no_keys(voice.error(refused))


def test_every_phase_and_every_result_has_words(whole_game: Playout) -> None:
    said, rules = words(whole_game), whole_game.table.rules
    outcome = rules.outcome(whole_game.last)
    assert outcome is not None
    is_said(said.outcome(outcome))
    states = [moment.state for moment in whole_game.moments] + [whole_game.last]
    for state in states:
        is_said(said.text(rules.view(state, None).phase_title))
