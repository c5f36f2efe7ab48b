"""From a seat's open decisions to one answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from engine.core.answering import fitting
from engine.core.decision import Choice, Decision
from engine.core.grammar import Value
from engine.world.steward.survey import Survey
from engine.world.steward.weights import checked
from engine.world.view import WorldView

S = TypeVar("S", bound=Survey)
Answer = Callable[[Any, Decision, Random], Value]
"""From a survey, a decision and chance to an answer; None for no opinion."""


class Steward(ABC, Generic[S]):
    """A player with certain weights.

    A rule set says how it looks at a view and what it answers to which kind of decision. One that
    extends another's adds to `answers`, or replaces some of them.
    """

    answers: ClassVar[Mapping[str, Answer]]

    def __init__(self, weights: msgspec.Struct) -> None:
        self.weights: Any = checked(type(weights), msgspec.structs.asdict(weights))

    def weighing(self, **figures: Any) -> Self:
        """The same player with some other weights."""
        return type(self)(msgspec.structs.replace(self.weights, **figures))

    @classmethod
    def folder(cls) -> Traversable:
        """Where its own files are: weights, and those of opponents to tune against."""
        return files(cls.__module__.rpartition(".")[0])

    @abstractmethod
    def survey(self, view: WorldView, seat: int) -> S:
        """One look at a view."""

    def decide(self, view: WorldView, decisions: Sequence[Decision], rng: Random) -> Choice:
        """An answer to one of the open decisions of one seat, from that seat's view alone.

        `decisions` are the seat's own and not empty. The answer depends on nothing but the
        arguments, and its value fits the grammar of the decision it names.
        """
        survey = self.survey(view, decisions[0].seat)
        decision, value = self.pick(survey, decisions, rng)
        return Choice(decision.seat, decision.id, fitting(decision, value, rng))

    def pick(self, s: S, decisions: Sequence[Decision], rng: Random) -> tuple[Decision, Value]:
        """The most pressing decision and the answer to it."""
        decision = next((d for d in decisions if d.blocking), decisions[0])
        return decision, self.answer(s, decision, rng)

    def answer(self, s: S, decision: Decision, rng: Random) -> Value:
        """What the steward says to a decision; None when it has no opinion."""
        answer = self.answers.get(decision.kind)
        return None if answer is None else answer(s, decision, rng)
