"""From a seat's open decisions to one answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from engine.core.advice import Suggestion, with_the_rest
from engine.core.answering import fitting
from engine.core.decision import Choice, Decision
from engine.core.grammar import Value
from engine.core.text import Text
from engine.world.steward.survey import Survey
from engine.world.steward.weights import checked
from engine.world.view import WorldView

S = TypeVar("S", bound=Survey)
Answer = Callable[[Any, Decision, Random], Value]
"""From a survey, a decision and chance to an answer; None for no opinion."""


Consider = Callable[[Any, Decision, Random], Iterable[Suggestion]]
"""From a survey, a decision and chance to answers worth considering, best first."""


Forecast = Callable[[Any, Decision, Value], Text | None]
"""From a survey, a decision and an answer to what that would lead to."""


class Steward(ABC, Generic[S]):
    """A player with certain weights.

    A rule set says how it looks at a view and what it answers to which kind of decision. One that
    extends another's adds to `answers`, or replaces some of them.
    """

    answers: ClassVar[Mapping[str, Answer]]
    considers: ClassVar[Mapping[str, Consider]] = {}
    """For some kinds of decisions, several answers with their reasons."""
    forecasts: ClassVar[Mapping[str, Forecast]] = {}
    """For some kinds of decisions, the odds that come with an answer."""

    def __init__(self, weights: msgspec.Struct) -> None:
        self.weights: Any = checked(type(weights), msgspec.structs.asdict(weights))
        self._looked: tuple[WorldView, int, S] | None = None

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

    def outlook(self, view: WorldView, decision: Decision, value: Value) -> Text | None:
        """What an answer would lead to, from the seat's view alone."""
        forecast = self.forecasts.get(decision.kind)
        if forecast is None:
            return None
        return forecast(self._look_again(view, decision.seat), decision, value)

    def _look_again(self, view: WorldView, seat: int) -> S:
        """One look at a view, kept: a panel asks about many decisions and answers in one position.

        A view never changes, and what a survey finds out depends on the view alone.
        """
        looked = self._looked
        if looked is None or looked[0] is not view or looked[1] != seat:
            looked = self._looked = (view, seat, self.survey(view, seat))
        return looked[2]

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

    def suggest(
        self, view: WorldView, decisions: Sequence[Decision], rng: Random, most: int
    ) -> tuple[Suggestion, ...]:
        """Answers worth considering to each of some decisions, best first; from the view alone.

        What the steward would do comes first.
        """
        survey = self._look_again(view, decisions[0].seat)
        found: list[Suggestion] = []
        for decision in decisions:
            # First of all, for chance then serves it as it serves the steward.
            answer = self.answer(survey, decision, rng)
            if decision.blocking:
                answer = fitting(decision, answer, rng)
            consider = self.considers.get(decision.kind)
            considered = list(consider(survey, decision, rng)) if consider is not None else []
            if answer is not None:
                same = [each for each in considered if each.value == answer]
                first = same[0] if same else Suggestion(decision.id, answer)
                considered = [first, *(each for each in considered if each.value != answer)]
            # That of an awaited decision was found to fit.
            known = answer if decision.blocking else None
            found += with_the_rest(decision, considered, most, known)
        return tuple(found)
