"""Actions as scripts: what one asks, whom it hits, what it does, in the order of the rules' text.

    @script("at", "seed", rule="sowing")
    def sow(turn: Turn) -> Steps:
        yield from need(turn.seeds, "no_seed")
        at = yield from one(FIELD, turn.fields, lambda at: sown_fault(turn.state, at))
        seed = yield from one(SEED, turn.seeds, implied=True)
        play = yield from go()
        play.state.fields[at] = seed

    look = sow.look(turn)
    look and look.ask("seed", {"at": "f1"}), sow.why_not(turn, {"at": "f7"})
    sow.act(turn, play, {"at": "f1", "seed": "rye"})

`one`, `one_or_none`, `several`, `number`: ask (`engine/core/question.py`), and get a thing, no key.
`need`: what a script cannot do without. `go`: all is chosen; it names whom it hits, gets the play.
`script`, `Script`, `Look`: makes an action; the action; what is seen of it in one state.

A script is a generator about a subject, such as a seat's turn. Until it goes it changes nothing. It
is begun again for every look, and once more to be carried out, in the very state that it then
changes: nothing of it is ever stored. Where the first question can be answered all others can:
what would lead nowhere has a fault there. Questions fill the parts of an answer in their order,
so one that is only sometimes asked is the last, or `implied`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Grammar, Unfit
from engine.core.question import Fault, Number, Question, Several, Sort, refusal
from engine.core.text import Text

T = TypeVar("T")


class Ready:
    """All is chosen: `hit` are the seats that it is used on, each named once."""

    def __init__(self, *hit: int) -> None:
        self.hit = tuple(dict.fromkeys(hit)) if hit else ()


_ON_NOBODY = Ready()


class Lacking:
    """What a script needs is not there."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault


Step: TypeAlias = Question[Any] | Ready | Lacking
Steps: TypeAlias = Generator[Step, Any, None]
Asking: TypeAlias = Generator[Step, Any, T]
"""`yield from` it gives the answer, with its type."""


def need(there: object, fault: Fault = True) -> Iterable[Step]:
    """Go on only if something is there."""
    return () if there else (Lacking(fault),)


def one(
    sort: Sort[T],
    among: Collection[T],
    fault: Callable[[T], Fault] | None = None,
    *,
    strange: Fault = None,
    detail: Callable[[T], Text | None] | None = None,
    implied: bool = False,
) -> Asking[T]:
    """Ask for one of some things; see `Question`."""
    answer: T = yield Question(sort, among, fault, strange=strange, detail=detail, implied=implied)
    return answer


def one_or_none(
    sort: Sort[T],
    among: Collection[T | None],
    fault: Callable[[T], Fault] | None = None,
    *,
    detail: Callable[[T], Text | None] | None = None,
) -> Asking[T | None]:
    """Ask for one of some things or none of them, which stands among them as `None`."""
    asked: Question[Any] = Question(sort, among, fault, detail=detail)
    answer: T | None = yield asked
    return answer


def several(
    sort: Sort[T],
    among: Collection[T],
    most: int | None = None,
    *,
    least: int = 1,
    copies: Callable[[T], int] | None = None,
    detail: Callable[[T], Text | None] | None = None,
) -> Asking[list[T]]:
    """Ask for some things; each may be named as often as there are `copies` of it."""
    answer: list[T] = yield Several(sort, among, least, most, copies, detail)
    return answer


def number(least: int, most: int) -> Asking[int]:
    """Ask how many."""
    answer: int = yield Number(least, most)
    return answer


def go(*hit: int) -> Asking[Play[Any]]:
    """All is chosen: it is used on these seats. What follows changes the play's state."""
    play: Play[Any] = yield Ready(*hit) if hit else _ON_NOBODY
    return play


C = TypeVar("C", bound=Any)
"""What a script is about: anything with a state, best a tuple, so that it keeps nothing else."""


class Script(Generic[C]):
    """An action: its steps, the parts of an answer that these ask one by one, its rule."""

    def __init__(self, steps: Callable[[C], Steps], parts: tuple[str, ...], rule: str) -> None:
        self.steps, self.parts, self.rule = steps, parts, rule
        self.__name__, self.__doc__ = steps.__name__, steps.__doc__

    def look(self, subject: C) -> Look[C] | None:
        """A look at it, if there is a way through: it is ready, or its first question is open."""
        step = next(self.steps(subject), None)
        if isinstance(step, Question):
            return Look(self, subject, step) if step.is_open else None
        return Look(self, subject) if isinstance(step, Ready) else None

    def after(self, subject: C, said: Answers) -> tuple[Steps, Step | None, str]:
        """The script after some answers: what it says next, and the part of the answer it asks."""
        steps = self.steps(subject)
        step = next(steps, None)
        for part in self.parts:
            if not isinstance(step, Question):
                break
            if part in said:
                try:
                    answer = step.read(subject.state, said[part])
                except LookupError:
                    return steps, Lacking(True), ""
            elif step.is_needless:
                answer = step.only
            else:
                return steps, step, part
            step = send(steps, answer)
        return steps, step, ""

    def hit(self, subject: C, said: Answers) -> tuple[int, ...]:
        """The seats that it is used on."""
        step = self.after(subject, said)[1]
        return step.hit if isinstance(step, Ready) else ()

    def act(self, subject: C, play: Play[Any], said: Answers) -> None:
        """Carry it out; what has become impossible since it was chosen comes to nothing."""
        assert subject.state is play.state
        steps, step, _ = self.after(subject, said)
        finish(steps, step, play)

    def why_not(self, subject: C, said: Answers) -> IllegalChoice | None:
        """Why it cannot be done like this: what it lacks, or the first part with a reason."""
        steps = self.steps(subject)
        step = next(steps, None)
        for part in self.parts:
            if not isinstance(step, Question):
                break
            if part not in said and step.is_needless:
                step = send(steps, step.only)
                continue
            reason = step.why_not(subject.state, said.get(part), self.rule)
            if reason is not None or part not in said:
                return reason
            try:
                answer = step.grammar(subject.state).validate(said[part])
            except Unfit:
                return None
            step = send(steps, step.read(subject.state, answer))
        return refusal(step.fault, self.rule) if isinstance(step, Lacking) else None


def finish(steps: Steps, step: Step | None, play: Play[Any]) -> None:
    """Carry out what a script does, if it is ready."""
    if isinstance(step, Ready):
        more = send(steps, play)
        assert more is None


def send(steps: Steps, answer: Any) -> Step | None:
    """Give a script what it waits for; None where it ends there."""
    try:
        return steps.send(answer)
    except StopIteration:
        return None


def script(*parts: str, rule: str) -> Callable[[Callable[[C], Steps]], Script[C]]:
    """Make a script of a generator; its questions are the parts of an answer, in this order."""
    return lambda steps: Script(steps, parts, rule)


class Look(Generic[C]):
    """A look at a script: each question is found once, to see it, to show it and to answer it.

    It holds for as long as its subject's state does not change. What keeps a look must not be the
    subject nor known to it, or they would keep each other in memory.
    """

    def __init__(self, script: Script[C], subject: C, first: Question[Any] | None = None) -> None:
        self.script, self.subject = script, subject
        self._kept: dict[str, tuple[Answers, Question[Any]]] = {}
        if first is not None:
            self._kept[script.parts[0]] = {}, first

    def asks(self, part: str, said: Answers) -> Question[Any] | None:
        """What a part of the answer asks after those before it; None where it is not asked."""
        parts = self.script.parts
        if part not in parts:
            return None
        before = {each: said[each] for each in parts[: parts.index(part)] if each in said}
        kept = self._kept.get(part)
        if kept is None or kept[0] != before:
            _, step, asked = self.script.after(self.subject, before)
            if not isinstance(step, Question) or asked != part:
                return None
            kept = self._kept[part] = before, step
        return None if kept[1].is_needless else kept[1]

    def ask(self, part: str, said: Answers) -> Grammar | None:
        """The same as a grammar, for a form."""
        asked = self.asks(part, said)
        return None if asked is None else asked.grammar(self.subject.state)
