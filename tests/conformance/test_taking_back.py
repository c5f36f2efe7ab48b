"""Whoever can take an answer back has learnt nothing hidden by it, and neither has anybody else.

pytest -m soak -n 2 tests/conformance/test_taking_back.py    # 200 mixed games of each rule set
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from engine.conformance.leaks import answers_to_try
from engine.conformance.playouts import WHOLE, Playout, Table, mixed_game, playout
from engine.conformance.taking_back import slips
from engine.core.decision import Choice, Decision
from engine.core.events import Event
from engine.core.flow import Play
from engine.core.registry import ruleset
from engine.core.ruleset import Step
from engine.core.simultaneous import SimultaneousPhase
from engine.rulesets.civ2010.events import TileTurned
from engine.rulesets.fast_play.events import Explored
from engine.rulesets.standard.events import Found, StartFlipped
from tests.conformance.holes import Leaky, LeakyDice, LeakyEvent
from tests.conformance.tables import RULESETS, largest_table

GAMES, BATCH = 200, 25
OPENING = 120


def choices(pending: tuple[Decision, ...], rng: Random) -> Iterator[Choice]:
    """Answers of all sorts to everything that is asked."""
    for decision in pending:
        for value in answers_to_try(decision, rng):
            yield Choice(decision.seat, decision.id, value)


def one_of_a_kind(pending: tuple[Decision, ...], rng: Random) -> tuple[Decision, ...]:
    """Of the questions of each kind one, whoever it is put to: the others are much like it."""
    kinds: dict[tuple[str, bool], list[Decision]] = {}
    for decision in pending:
        kinds.setdefault((decision.kind, decision.blocking), []).append(decision)
    return tuple(rng.choice(alike) for alike in kinds.values())


def slips_in(game: Playout, rules: Any) -> Iterator[str]:
    """What somebody could learn and have taken back in the moments of a game."""
    dice, rng = game.table.twin_dice(), game.table.rng("taking back")
    for moment in game.moments:
        for choice in choices(one_of_a_kind(moment.pending, rng), rng):
            for slip in slips(rules, moment.state, choice, rng, dice):
                yield f"before choice {moment.number}: {slip}"


def test_nobody_learns_anything_by_what_can_be_taken_back(whole_game: Playout) -> None:
    """At the smallest and the largest tables; `make soak` has those between, and all questions."""
    assert list(slips_in(whole_game, whole_game.table.rules)) == []


def slips_where(name: str, is_told: Callable[[Step[Any]], bool]) -> Iterator[str]:
    """What somebody could learn and have taken back by choices of games that told something."""
    for seed in range(40):
        table = Table(name, 3, seed, OPENING)
        rules, dice, rng = table.rules, table.twin_dice(), table.rng("taking back")
        for position in mixed_game(table):
            if is_told(rules.apply(position.state, position.choice, dice[0])):
                yield from slips(rules, position.state, position.choice, rng, dice)


PLANTED: dict[str, type[Event]] = {
    "standard": Found,
    "advanced": StartFlipped,
    "fast_play": Explored,
    "rhye": Explored,
    "civ2010": TileTurned,
}


@pytest.mark.parametrize("name", PLANTED)
def test_an_event_that_is_not_marked_would_be_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = PLANTED[name]
    assert event.reveals
    monkeypatch.setattr(event, "reveals", False)
    if name == "fast_play":
        # A marker is drawn when it is explored there, and dice mark themselves.
        monkeypatch.setattr(Play, "draw", draw_unmarked)

    def is_told(step: Step[Any]) -> bool:
        return any(isinstance(told.event, event) for told in step.events)

    assert next(slips_where(name, is_told), None)


DRAW = Play.draw


def draw_unmarked(play: Play[Any], sides: int) -> int:
    revealed, face = play.revealed, DRAW(play, sides)
    play.revealed = revealed
    return face


@pytest.mark.parametrize("name", ["skirmish", "rhye"])
def test_answers_that_come_to_light_unmarked_would_be_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimultaneousPhase, "comes_to_light", lambda *_: False)
    assert next(slips_where(name, lambda step: not step.revealed), None)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("hole", [LeakyEvent, LeakyDice])
def test_a_hole_in_the_rules_would_be_found(name: str, hole: type[Leaky]) -> None:
    game = playout(largest_table(name))
    assert next(slips_in(game, hole(ruleset(name))), None)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
@pytest.mark.parametrize("name", RULESETS)
def test_no_answer_of_many_games_shows_something_and_can_be_taken_back(
    name: str, first: int, capsys: pytest.CaptureFixture[str]
) -> None:
    tried, found = 0, list[str]()
    for seed in range(first, first + BATCH):
        seats = sorted(ruleset(name).seats)
        table = Table(name, seats[seed % len(seats)], seed, WHOLE)
        dice, rng = table.twin_dice(), table.rng("taking back")
        for position in mixed_game(table):
            answers = [position.choice]
            if position.is_new:
                answers += choices(position.pending, rng)
            for choice in answers:
                tried += 1
                slip = next(slips(table.rules, position.state, choice, rng, dice), None)
                found += [f"{table}: {slip}"] if slip else []
    with capsys.disabled():
        print(f"\n{name}, games {first} to {seed}: {len(found)} of {tried} answers show something")
    assert found == []
