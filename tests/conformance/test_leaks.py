"""Nobody learns what is hidden from them: not from a view, a question, an event or an undo."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engine.conformance.leaks import leaks, leaks_of_news, leaks_of_refusals
from engine.conformance.playouts import Moment, Playout, playout, varied_values
from engine.conformance.portraits import words_of
from engine.conformance.twins import census, twin_of
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import Unfit, Value
from engine.core.registry import ruleset
from engine.core.view import View
from tests.conformance.holes import Leaky
from tests.conformance.tables import RULESETS, largest_table


def everyone(state: Any) -> list[int | None]:
    return [None, *range(state.seats)]


def onlookers(moment: Moment, rng: Random) -> list[int | None]:
    """A spectator, those who are awaited, and one more seat."""
    awaited = {decision.seat for decision in moment.pending if decision.blocking}
    return [None, *sorted(awaited | {rng.randrange(moment.state.seats)})]


def test_nobody_can_tell_what_is_hidden_from_them(game: Playout) -> None:
    rules, rng = game.table.rules, game.table.rng("leaks")
    for moment in game.moments:
        for seat in onlookers(moment, rng):
            found = list(leaks(rules, moment.state, seat, rng))
            assert not found, f"seat {seat}, before choice {moment.number}: {found}"


def test_nobody_is_told_something_hidden_by_a_refusal(game: Playout) -> None:
    rules, rng, words = game.table.rules, game.table.rng("refusals"), words_of(game.table)
    for moment in game.moments:
        for seat in sorted({each.seat for each in moment.pending}):
            known = rng.sample(words, min(len(words), 12))
            found = list(leaks_of_refusals(rules, moment.state, seat, known, rng))
            assert not found, f"seat {seat}, before choice {moment.number}: {found}"


def test_nobody_hears_more_than_they_then_see(game: Playout) -> None:
    rules, dice, rng = game.table.rules, game.table.twin_dice(), game.table.rng("news")
    for moment in game.moments:
        awaited = [decision for decision in moment.pending if decision.blocking]
        for decision in (one for one in awaited if not one.secret):
            others = [seat for seat in everyone(moment.state) if seat != decision.seat]
            for value in varied_values(decision, rng):
                choice = Choice(decision.seat, decision.id, value)
                seat = rng.choice(others)
                found = list(leaks_of_news(rules, moment.state, seat, choice, rng, dice))
                assert not found, f"seat {seat}, before choice {moment.number}: {found}"


def test_what_is_exchanged_leaves_a_sound_game(game: Playout) -> None:
    rules, rng = game.table.rules, game.table.rng("sound")
    for moment in game.moments:
        for seat in everyone(moment.state):
            other = twin_of(rules, moment.state, seat, rng)
            assert census(rules, other) == census(rules, moment.state)
            assert rules.decode(rules.encode(other)) == other


def test_a_choice_that_can_be_taken_back_drew_nothing(game: Playout) -> None:
    for entry in game.entries:
        assert entry.revealed or not entry.draws


class LeakyView(Leaky):
    """Shows the fingerprint of the whole state."""

    def view(self, state: Any, seat: int | None) -> View:
        view: View = self.rules.view(state, seat)
        return msgspec.structs.replace(view, phase=self.rules.hash(state))


class LeakyQuestion(Leaky):
    """Lets slip the fingerprint in what it asks."""

    def pending(self, state: Any) -> tuple[Decision, ...]:
        slip = {"slip": self.rules.hash(state)}
        return tuple(
            msgspec.structs.replace(decision, about=slip) for decision in self.rules.pending(state)
        )


class LeakyAsking(Leaky):
    """Asks everyone openly, or nobody, by a bit of the fingerprint."""

    def pending(self, state: Any) -> tuple[Decision, ...]:
        openly = self.rules.hash(state)[0] in "02468ace"
        return tuple(
            msgspec.structs.replace(decision, blocking=openly, secret=False)
            for decision in self.rules.pending(state)
        )


class LeakyRefusal(Leaky):
    """Lets slip the fingerprint when it says no."""

    def why_not(self, state: Any, decision: Decision, value: Value, unfit: Unfit) -> IllegalChoice:
        return IllegalChoice("slip", slip=self.rules.hash(state))


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("hole", [LeakyView, LeakyQuestion, LeakyAsking])
def test_a_hole_in_the_rules_would_be_found(name: str, hole: type[Leaky]) -> None:
    # A large table: where little is hidden, somebody has to wait for others to see it.
    table = largest_table(name)
    leaky, rng = hole(ruleset(name)), table.rng("holes")
    holes = (
        hole
        for moment in playout(table).moments[:8]
        for seat in range(table.seats)
        for hole in leaks(leaky, moment.state, seat, rng)  # type: ignore[arg-type]
    )
    assert next(holes, None)


@pytest.mark.parametrize("name", RULESETS)
def test_a_slip_in_a_refusal_would_be_found(name: str) -> None:
    table = largest_table(name)
    leaky, rng = LeakyRefusal(ruleset(name)), table.rng("slips")
    slips = (
        slip
        for moment in playout(table).moments[:8]
        for seat in range(table.seats)
        for slip in leaks_of_refusals(leaky, moment.state, seat, (), rng)  # type: ignore[arg-type]
    )
    assert next(slips, None)
