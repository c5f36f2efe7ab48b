"""Small questions on the way: one answer of several, asked wherever the rules leave a choice.

A question is a script of one part, registered under the kind that a `Pick` frame names: it asks,
then does what follows from the answer. What leaves no choice is not asked; what goes on without
asking, where there is nothing to choose, does that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.core import question as core
from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import Unfit, Value
from engine.core.question import Fault, Sort
from engine.core.script import Asking, Script, Steps, finish, need, send
from engine.core.text import Text
from engine.rulesets.civ2010.state import Cities, Movement, Pick, Start, State

T = TypeVar("T")
Usual = Callable[[list[Any]], Any]
"""Which of the things that can be chosen the clock takes."""
ANSWER = "answer"


class Asked(NamedTuple):
    """What a question is about."""

    state: State
    pick: Pick


class Small(core.Question[T]):
    """A question with the facts that its words need, and the answer of who gives none."""

    about: dict[str, str | int]
    usual: Usual | None

    def default(self, state: State) -> str:
        """The key that the clock takes."""
        thing = self.usual(self.open) if self.usual else self.open[0]
        return self.sort.none.key if thing is None else self.sort.key(state, thing)


def ask(
    sort: Sort[T],
    among: Collection[T | None],
    fault: Callable[[T], Fault] | None = None,
    *,
    detail: Callable[[T], Text | None] | None = None,
    usual: Usual | None = None,
    **about: str | int,
) -> Asking[T]:
    """Ask for one of some things. Nothing follows from none of them, where that is among them.

    `about` is what the question's words need to know. Who gives no answer in time gives the first
    one, or what is `usual` where some things can be chosen.
    """
    question: Small[Any] = Small(sort, among, fault, detail=detail)
    question.about, question.usual = about, usual
    answer: T = yield question
    yield from need(answer is not None)
    return answer


def ask_again(play: Play[State], pick: Pick) -> None:
    """A question is asked as often as its frame says, each time after all that an answer brings."""
    if pick.left > 1:
        play.push(msgspec.structs.replace(pick, left=pick.left - 1))


class PickScript(Script[Asked]):
    """A question: its steps, the rule it follows, and how it is asked.

    `chart` shows what is asked; `{seat}` stands for who is asked. Where a game is over before an
    answer is given, `abandon` gives back what was drawn for it.
    """

    def __init__(
        self,
        steps: Callable[[Asked], Steps],
        rule: str,
        secret: bool,
        chart: str,
        abandon: Callable[[State, Pick], None] | None,
    ) -> None:
        super().__init__(steps, (ANSWER,), rule)
        self.secret, self.chart, self.abandon = secret, chart, abandon


QUESTIONS: dict[str, PickScript] = {}


def question(
    kind: str,
    *,
    rule: str,
    secret: bool = False,
    chart: str = "",
    abandon: Callable[[State, Pick], None] | None = None,
) -> Callable[[Callable[[Asked], Steps]], PickScript]:
    """Register a question under its kind."""

    def register(steps: Callable[[Asked], Steps]) -> PickScript:
        made = QUESTIONS[kind] = PickScript(steps, rule, secret, chart, abandon)
        return made

    return register


def abandon_all(state: State) -> None:
    """Nobody answers any more: the game is over."""
    for frame in state.frames:
        if isinstance(frame, Pick):
            abandon = QUESTIONS[frame.kind].abandon
            if abandon is not None:
                abandon(state, frame)


class PickPhase(Phase[State, Pick]):
    """Asks a question where there is a choice, and takes the only answer where there is none."""

    def advance(self, play: Play[State], frame: Pick) -> bool:
        steps = QUESTIONS[frame.kind].steps(Asked(play.state, frame))
        step = next(steps, None)
        if isinstance(step, Small) and len(step.open) > 1:
            play.asked = [self.asked_of(play.state, frame, step)]
            return False
        play.pop()
        if isinstance(step, Small) and step.open:
            step = send(steps, step.only)
        finish(steps, step, play)
        return True

    def open(self, state: State, frame: Pick) -> list[Decision]:
        asked = next(QUESTIONS[frame.kind].steps(Asked(state, frame)))
        assert isinstance(asked, Small)
        return [self.asked_of(state, frame, asked)]

    def asked_of(self, state: State, frame: Pick, asked: Small[Any]) -> Decision:
        """What a seat is asked."""
        script = QUESTIONS[frame.kind]
        return Decision(
            frame.seat,
            frame.kind,
            asked.grammar(state),
            default=asked.default(state),
            secret=script.secret,
            rule=script.rule,
            about=asked.about,
            chart=script.chart.format(seat=frame.seat),
        )

    def active(self, state: State, frame: Pick) -> tuple[int, ...]:
        """Who is asked, and whose part of the phase it is."""
        for below in reversed(state.frames):
            if isinstance(below, (Start, Cities, Movement)):
                return tuple(dict.fromkeys((*below.acting, frame.seat)))
        return (frame.seat,)

    def answer(self, play: Play[State], frame: Pick, decision: Decision, value: Value) -> None:
        play.pop()
        QUESTIONS[frame.kind].act(Asked(play.state, frame), play, {ANSWER: value})

    def why_not(
        self, state: State, frame: Pick, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        return QUESTIONS[frame.kind].why_not(Asked(state, frame), {ANSWER: value})
