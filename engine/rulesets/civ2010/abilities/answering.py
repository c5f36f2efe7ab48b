"""Asking those who want to be asked whether they cancel a play (rule: cancelling)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Phase, Play
from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.civ2010.abilities.answers import (
    PAID,
    QUIET,
    answer_with,
    is_safe,
    means,
    might_answer,
    pay_answer,
    stance,
    with_payment,
)
from engine.rulesets.civ2010.abilities.using import carry_out
from engine.rulesets.civ2010.cities.making import carry_out_action
from engine.rulesets.civ2010.describing import effect
from engine.rulesets.civ2010.map.board import others
from engine.rulesets.civ2010.questions.picks import Question, question
from engine.rulesets.civ2010.state import Answering, Pick, State

LET, LET_ALL = "let", "let_all"


class AnsweringPhase(Phase[State, Answering]):
    """Goes round the others, from the player after the actor; then the play happens or not."""

    def advance(self, play: Play[State], frame: Answering) -> bool:
        state, last = play.state, frame.plays[-1]
        order = () if is_safe(state, last) else others(state, last.seat)
        if order:
            # Who is asked, who answers by itself and who does neither shows what all have ordered.
            play.reveal()
        for number in range(frame.asked, len(order)):
            seat = order[number]
            wish = stance(state, seat, last)
            if wish == "ask" and might_answer(state, seat, last.sort):
                # Who wants to be asked is asked with and without the means, to reveal nothing.
                play.update(asked=number + 1)
                play.push(Pick(seat, "answer"))
                return True
            found = means(state, seat, last) if wish == "answer" else []
            if found:
                answer(play, frame, seat, found[0])
                return True
        play.pop()
        if len(frame.plays) % 2:
            go_on(play, frame)
        return True

    def active(self, state: State, frame: Answering) -> tuple[int, ...]:
        return (frame.plays[0].seat,)


def answer(play: Play[State], frame: Answering, seat: int, key: str) -> None:
    """Answer the last play; the answer may be answered in turn."""
    last = frame.plays[-1]
    key, _, way = key.partition(PAID)
    given = answer_with(seat, key, last)
    play.update(plays=(*frame.plays, given), asked=0)
    pay_answer(play, given, last, way)


def go_on(play: Play[State], frame: Answering) -> None:
    """What was played happens after all."""
    first, said = frame.plays[0], dict(frame.said)
    if first.sort == "action":
        carry_out_action(play, int(frame.key), said)
    else:
        carry_out(play, first.seat, frame.key, said)


def answering(state: State) -> Answering:
    """The frame that a question belongs to."""
    return next(frame for frame in reversed(state.frames) if isinstance(frame, Answering))


@question("answer")
class Answer(Question):
    """Cancel what was just played, or let it happen, perhaps with all else of this turn.

    So there is a choice without the means to cancel, too, and being asked tells nothing of them.
    """

    rule = "cancelling"
    secret = True

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        found = means(state, pick.seat, answering(state).plays[-1])
        found = [paid for key in found for paid in with_payment(state, pick.seat, key)]
        return [LET, LET_ALL, *found]

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        if key in (LET, LET_ALL):
            return Option(key, Text(f"option.{key}"))
        means_key, _, way = key.partition(PAID)
        kind, _, name = means_key.partition(":")
        label = Text(f"label.{kind}", {"key": name})
        if way:
            label = Text("label.paid_answer", {"key": name, "way": way})
        return Option(key, label, detail=effect(kind, name))

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        last = answering(state).plays[-1]
        kind, _, name = last.card.partition(":")
        return {"seat": last.seat, "source": kind, "card": name}

    def default(self, state: State, pick: Pick, keys: Sequence[str]) -> str:
        """Who does not answer in time cancels what is played on them, as the usual order does."""
        meant = pick.seat in answering(state).plays[-1].victims
        found = [key for key in keys if key not in (LET, LET_ALL)]
        return found[0] if meant and found else LET

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        if key == LET_ALL:
            play.state.players[pick.seat].used.append(QUIET)
        elif key != LET:
            frame = play.state.frames[-1]
            assert isinstance(frame, Answering)
            answer(play, frame, pick.seat, key)
