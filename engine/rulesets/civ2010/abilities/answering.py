"""Asking those who want to be asked whether they cancel a play (rule: cancelling)."""

from __future__ import annotations

from engine.core.flow import Phase, Play
from engine.core.script import Steps, go
from engine.rulesets.civ2010.abilities.answers import (
    LET,
    LET_ALL,
    QUIET,
    REPLY,
    Means,
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
from engine.rulesets.civ2010.map.board import others
from engine.rulesets.civ2010.questions.picks import Asked, ask, question
from engine.rulesets.civ2010.state import Answering, Pick, State
from engine.rulesets.civ2010.tables import source_of


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


def answer(play: Play[State], frame: Answering, seat: int, found: Means) -> None:
    """Answer the last play; the answer may be answered in turn."""
    last = frame.plays[-1]
    play.update(plays=(*frame.plays, answer_with(seat, found, last)), asked=0)
    pay_answer(play, seat, found, last)


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


@question("answer", rule="cancelling", secret=True)
def reply(asked: Asked) -> Steps:
    """Cancel what was just played, or let it happen, perhaps with all else of this turn.

    So there is a choice without the means to cancel, too, and being asked tells nothing of them.
    Who does not answer in time cancels what is played on them, as the usual order does.
    """
    state, seat = asked.state, asked.pick.seat
    frame = answering(state)
    last = frame.plays[-1]
    found = [paid for each in means(state, seat, last) for paid in with_payment(state, seat, each)]
    usual = found[0] if seat in last.victims and found else LET
    source, card = source_of(last.card)
    chosen = yield from ask(
        REPLY,
        [LET, LET_ALL, *found],
        usual=lambda _: usual,
        seat=last.seat,
        source=source,
        card=card,
    )
    play = yield from go()
    if chosen == LET_ALL:
        state.players[seat].used.append(QUIET)
    elif chosen != LET:
        answer(play, frame, seat, chosen)
