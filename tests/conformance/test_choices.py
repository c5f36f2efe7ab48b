"""What a decision offers is accepted, anything else is refused, and a refusal changes nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.conformance.faults import contradictions
from engine.conformance.misfits import DEEP, NOWHERE, misfits
from engine.conformance.playouts import FIRST_VALUES, Moment, Playout, some_values, varied_values
from engine.conformance.portraits import words_of
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.ruleset import Ruleset
from engine.rulebook import rulebook

THOROUGH = 2
"""How many decisions of each kind, in one game, are tried with all the first values."""


def choice_of(decision: Decision, value: Any) -> Choice:
    return Choice(decision.seat, decision.id, value)


def test_every_value_a_decision_offers_is_accepted(game: Playout) -> None:
    rules, dice, rng = game.table.rules, game.table.dice(), game.table.rng("offered")
    asked: Counter[str] = Counter()
    for moment in game.moments:
        for decision in moment.pending:
            asked[decision.kind] += 1
            listed, drawn = (FIRST_VALUES, 8) if asked[decision.kind] <= THOROUGH else (2, 2)
            for value in some_values(decision, rng, listed, drawn):
                step = rules.apply(moment.state, choice_of(decision, value), dice)
                assert step.state.choices == moment.state.choices + 1


def test_every_other_value_is_refused_and_changes_nothing(game: Playout) -> None:
    rules, dice, rng = game.table.rules, game.table.dice(), game.table.rng("misfits")
    book, words = rulebook(game.table.ruleset), words_of(game.table)
    asked: Counter[str] = Counter()
    for moment in game.moments:
        before = rules.encode(moment.state)
        for decision in moment.pending:
            asked[decision.kind] += 1
            if asked[decision.kind] > THOROUGH:
                continue
            for value in varied_values(decision, rng):
                known = rng.sample(words, min(len(words), 12))
                for wrong, misfit in misfits(decision.grammar, value, known):
                    # Played in the state itself, where a refusal has no copy to hide its traces in.
                    with pytest.raises(IllegalChoice) as refused:
                        rules.play(moment.state, choice_of(decision, misfit), dice, decision)
                        pytest.fail(f"{decision.kind} takes {wrong}")
                    assert refused.value.code
                    assert not refused.value.rule or book.section(refused.value.rule)
                assert rules.encode(moment.state) == before, f"{decision.kind}: {value}"


def test_apply_refuses_a_misfit_without_touching_its_state(game: Playout) -> None:
    rules, dice, rng = game.table.rules, game.table.dice(), game.table.rng("apply")
    for moment in game.moments:
        before = rules.encode(moment.state)
        for decision in moment.pending:
            value = decision.grammar.sample(rng)
            _, misfit = rng.choice(list(misfits(decision.grammar, value)))
            with pytest.raises(IllegalChoice):
                rules.apply(moment.state, choice_of(decision, misfit), dice)
            assert rules.encode(moment.state) == before


def strangers(moment: Moment) -> list[tuple[Any, Any, Any]]:
    """Choices by a wrong seat, or for a decision that is not that seat's: (seat, id, a value)."""
    seats, open_to = moment.state.seats, {(d.seat, d.id) for d in moment.pending}
    found: list[tuple[Any, Any, Any]] = []
    for decision in moment.pending:
        value = next(iter(decision.grammar.enumerate()))
        wrong_seats = [-1, seats, 10**30, None, "0", 0.0, [0], True, False]
        wrong_seats += [s for s in range(seats) if (s, decision.id) not in open_to]
        found += [(seat, decision.id, value) for seat in wrong_seats]
        wrong_ids = ["", NOWHERE, f"{decision.id} ", None, 0, True, [decision.id], DEEP, 10**5000]
        found += [(decision.seat, name, value) for name in wrong_ids]
    return found


def test_only_the_asked_seat_answers_and_only_what_is_asked(game: Playout) -> None:
    rules, dice = game.table.rules, game.table.dice()
    for moment in game.moments[:: 1 + len(game.moments) // 6]:
        before = rules.encode(moment.state)
        for seat, name, value in strangers(moment):
            with pytest.raises(IllegalChoice) as refused:
                rules.apply(moment.state, Choice(seat, name, value), dice)
                pytest.fail(f"seat {seat!r} may answer {name!r}")
            assert refused.value.code
        assert rules.encode(moment.state) == before


def test_a_finished_game_takes_no_more_choices(whole_game: Playout) -> None:
    rules, dice = whole_game.table.rules, whole_game.table.dice()
    before = rules.encode(whole_game.last)
    for entry in whole_game.entries[-20:]:
        assert code_of(rules, whole_game.last, entry.choice, dice) == "game_over"
    assert rules.encode(whole_game.last) == before


def code_of(rules: Ruleset[Any], state: Any, choice: Choice, dice: Any) -> str:
    with pytest.raises(IllegalChoice) as refused:
        rules.apply(state, choice, dice)
    return refused.value.code


def test_a_choice_made_twice_in_one_moment_is_judged_by_the_new_state(game: Playout) -> None:
    """Two clicks on one button: the second is legal only if the new state asks it anew."""
    rules, dice = game.table.rules, game.table.dice()
    for moment in game.moments:
        if moment.number == len(game.entries):
            continue
        choice = game.entries[moment.number].choice
        after = rules.apply(moment.state, choice, dice).state
        asked = {(d.seat, d.id) for d in rules.pending(after)}
        if (choice.seat, choice.decision) not in asked:
            assert code_of(rules, after, choice, dice) in ("not_open", "not_yours", "game_over")


def test_a_thing_is_offered_exactly_if_it_has_no_fault(game: Playout) -> None:
    rules, rng, words = game.table.rules, game.table.rng("faults"), words_of(game.table)
    for moment in game.moments:
        for decision in moment.pending:
            known = rng.sample(words, min(len(words), 30))
            assert list(contradictions(rules, moment.state, decision, known, rng)) == []
