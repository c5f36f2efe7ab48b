"""Does anybody learn something hidden by an answer that can be taken back? Try it, and compare.

An answer is given and, where Undo is on offer, taken back. What stays is what the seats have seen
meanwhile: their views, their questions with all options, what was told, and who was asked. None of
it may tell two games apart that differ only in what nobody concerned could know before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any, NamedTuple

from engine.conformance.leaks import TwinDice, asked_of, public, seen, told_to
from engine.conformance.twins import Knowing, twin_of
from engine.core.decision import Choice
from engine.core.dice import Dice
from engine.core.errors import IllegalChoice
from engine.core.game import Game, Journal, Table
from engine.core.ruleset import Ruleset, Step
from engine.core.taking_back import Retractable


def slips(
    rules: Ruleset[Any], state: Any, choice: Choice, rng: Random, dice: TwinDice
) -> Iterator[str]:
    """What somebody learns by a choice that should have closed what was chosen before, and did not.

    By a choice that can be taken back nobody learns what was hidden. By any choice, no other seat
    learns it that could still take back what it chose before.
    """
    game = resting_game(rules, state, choice.seat, dice[0])
    game.play(choice)
    if not game.pending():
        return
    assert game.journal is not None
    others: list[Knowing] = [each.seat for each in game.journal.run if each.open]
    closely: list[Knowing] = []
    if choice.seat in others:
        closely = [choice.seat]
        others = [None, *(seat for seat in range(state.seats) if seat != choice.seat)]
        game.take_back(choice.seat)
        if rules.hash(game.state) != rules.hash(state):
            yield f"{choice} leaves a trace when it is taken back"
    step = rules.apply(state, choice, dice[0])
    for seat in (*closely, *others):
        for what in found_out(rules, state, seat, step):
            yield f"seat {seat} learns {what} by {choice}"
    # A twin takes a while, so that only one of the others is looked at in one.
    for seat in (*closely, *rng.sample(others, min(1, len(others)))):
        for what in told_apart(rules, state, seat, choice, step, rng, dice[1]):
            yield f"seat {seat} learns {what} by {choice}"


def resting_game(rules: Ruleset[Any], state: Any, chooser: int, dice: Dice) -> Game:
    """A game at this state, in which all but the chooser have just chosen what showed nothing."""
    table = Table(
        ruleset=rules.name,
        ruleset_version=state.version,
        options={},
        names=("",) * state.seats,
        commitment="",
        player_seeds=(),
    )
    quiet = Step(rules.copy(state), (), (), revealed=False)
    journal = Journal(table, quiet, rules.hash(state))
    others = [seat for seat in range(state.seats) if seat != chooser]
    journal.run = [Retractable(0, Choice(seat, ""), state, quiet) for seat in others]
    return Game(table, b"", quiet.state, dice, journal)


def found_out(rules: Ruleset[Any], state: Any, seat: Knowing, here: Step[Any]) -> Iterator[str]:
    """The things that no longer lie where a seat, or a spectator, does not know of them."""
    for component, thing in hidden_from(rules, state, seat) - hidden_from(rules, here.state, seat):
        yield f"where {thing} of the {component} lies"


def told_apart(
    rules: Ruleset[Any],
    state: Any,
    seat: Knowing,
    choice: Choice,
    here: Step[Any],
    rng: Random,
    dice: Dice,
) -> Iterator[str]:
    """By what a seat, or a spectator, could tell after a choice that it was not made in a twin.

    `dice` are those of the twin. What the chooser plans shows by its choices, and may.
    """
    now = Seen.by(rules, seat, here)
    if seat != choice.seat and now == Seen.by(rules, seat, Step(state, (), (), revealed=False)):
        # Nobody wonders at what others might have done when nothing seems to have happened.
        return
    other = twin_of(rules, state, seat, rng, choice.seat)
    try:
        there = rules.apply(other, choice, dice)
    except IllegalChoice:
        yield "what can be chosen"
        return
    if seat == choice.seat and here.revealed != there.revealed:
        yield "whether Undo is offered"
    for what, shown, shown_there in zip(
        Seen._fields, now, Seen.by(rules, seat, there), strict=True
    ):
        if shown != shown_there:
            yield what.replace("_", " ")


class Seen(NamedTuple):
    """Everything by which a seat, or a spectator, can tell a step and the state after it."""

    its_view: bytes
    its_questions: list[bytes]
    the_questions_of_all: list[tuple[int, str, bool]]
    what_it_is_told: list[bytes]

    @classmethod
    def by(cls, rules: Ruleset[Any], seat: Knowing, step: Step[Any]) -> Seen:
        pending = rules.pending(step.state)
        return cls(
            seen(rules.view(step.state, seat)),
            asked_of(pending, seat),
            public(pending),
            told_to(seat, step),
        )


def hidden_from(rules: Ruleset[Any], state: Any, seat: Knowing) -> Counter[tuple[str, Hashable]]:
    """How much of each thing lies where the seat does not know of it."""
    found: Counter[tuple[str, Hashable]] = Counter()
    for component in rules.components:
        for spot in component.spots(state):
            if spot.times and not spot.is_known_to(seat):
                found[component.name, spot.thing] += spot.times
    return found
