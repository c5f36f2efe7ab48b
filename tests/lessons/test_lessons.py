"""Lessons: every step of every rule set can be reached, by the rules alone."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.decision import Choice, Decision
from engine.core.events import Event
from engine.core.game import Game
from engine.core.messages import Voice, catalog
from engine.core.policies import Eyes, policy
from engine.core.registry import ruleset
from engine.lessons import Goal, lesson_of, lessons
from engine.rulebook import rulebook

MOST = 400
"""Choices of the learner before a lesson is given up."""


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_has_ten_to_fifteen_steps_each_with_a_rule(name: str) -> None:
    lesson, voice = lesson_of(name), Voice(catalog(name), ())
    assert 10 <= len(lesson.steps) <= 15
    for step in lesson.steps:
        assert rulebook(name).section(step.rule)
        assert step.goal is None or step.hint, "who does something else is helped"
        assert len(step.text) < 500
        assert not step.phase or voice.has(f"phase.{step.phase}")


@pytest.mark.parametrize("name", lessons())
def test_goals_name_events_that_the_rule_set_has(name: str) -> None:
    known = {kind.__name__ for kind in ruleset(name).events.__args__}
    wanted = {step.goal.event for step in lesson_of(name).steps if step.goal is not None}
    assert wanted - {""} <= known


class Learner:
    """Plays a lesson by trying answers on copies of the game until one reaches the goal."""

    def __init__(self, name: str, seed: int) -> None:
        self.lesson = lesson_of(name)
        self.rng = Random(seed)
        seeds = [b"learner", b"steward"]
        self.game = Game.new(name, ["Ada", "Herald"], self.lesson.options, b"practice", seeds)
        self.since: list[Event] = []

    def reaches(self, goal: Goal) -> bool:
        return goal.is_reached(0, self.since, self.game.view(0))

    def play(self, choice: Choice) -> None:
        step = self.game.play(choice)
        self.since += [told.event for told in step.events if told.reaches(0)]

    def others(self) -> None:
        """The steward plays until the learner is awaited."""
        while True:
            pending = self.game.pending()
            awaited = {each.seat for each in pending if each.blocking}
            if not awaited or 0 in awaited:
                return
            own = [each for each in pending if each.seat == 1]
            eyes = Eyes(self.game.rules, 1, own, self.game.view)
            self.play(policy("steward").choose(eyes, self.rng))

    def choice(self, goal: Goal) -> Choice:
        """An answer that reaches the goal, if one of many does, else a steward's."""
        rules, state = self.game.rules, self.game.state
        own = [each for each in self.game.pending() if each.seat == 0]
        for decision in own:
            for value in self.tries(decision):
                choice = Choice(0, decision.id, value)
                step = rules.apply(state, choice, self.game.dice)
                events = [told.event for told in step.events if told.reaches(0)]
                if goal.event and any(goal.fits(0, event) for event in events):
                    return choice
        return policy("steward").choose(Eyes(rules, 0, own, self.game.view), self.rng)

    def tries(self, decision: Decision) -> list[object]:
        if not decision.blocking:
            return []
        return [decision.grammar.sample(self.rng) for _ in range(40)]

    def learn(self) -> int | None:
        """Go through all steps; gives how many choices it took, None if the game was over first."""
        taken = 0
        for step in self.lesson.steps:
            self.since = []
            if step.goal is None:
                continue
            self.others()
            while not self.reaches(step.goal):
                if self.game.outcome() is not None:
                    return None
                assert taken < MOST, f"stuck at {step.title!r}"
                self.play(self.choice(step.goal))
                taken += 1
                self.others()
        return taken


@pytest.mark.parametrize("name", lessons())
def test_every_step_of_a_lesson_can_be_reached(name: str) -> None:
    taken = (Learner(name, seed).learn() for seed in range(5, 11))
    assert any(choices is not None for choices in taken), "every game was over too soon"


def test_fast_play_begins_with_the_phase_that_its_first_turn_has() -> None:
    """Nobody buys in turn 1, so a first step about buying would have to wait a whole turn."""
    learner = Learner("fast_play", seed=3)
    learner.others()
    while learner.game.view(0).turn == 0:
        learner.play(learner.choice(Goal(event="Placed")))
        learner.others()
    first = next(step for step in learner.lesson.steps if step.phase)
    assert first.phase == learner.game.view(0).phase
