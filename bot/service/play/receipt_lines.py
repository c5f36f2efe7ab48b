"""What a player reads after a choice: all that came of it, or in short where that is much."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine.core.events import Disclosure
from engine.core.messages import Voice

LINES_MOST = 6
"""So many lines are read on a phone; of more, a player learns what matters. The log has all."""


def receipt_lines(voice: Voice, events: Sequence[Disclosure], seat: int) -> list[str]:
    """What a seat learns from its choice, line by line: the choice first, where events tell it."""
    learnt = [each for each in events if each.reaches(seat) and not each.event.is_title]
    said = [line for line in voice.report(learnt, seat) if line]
    if len(said) <= LINES_MOST:
        return said
    public = [each for each in learnt if each.audience is None]
    secret = [each for each in learnt if each.audience is not None]
    done = list(takewhile(lambda each: each.event.actor == seat, public))[: LINES_MOST // 2]
    head = [line for line in voice.report(done, seat) if line]
    digest = voice.digest(public[len(done) :], seat)
    news = [sentence for each in digest.headlines for sentence in each.sentences]
    pieces = digest.lines.get(seat, ())
    mine = [voice.say("receipt.own", seat=seat, said=", ".join(pieces))] if pieces else []
    said = [*head, *digest.yours, *mine, *news][:LINES_MOST]
    # Nobody else can tell what only this player learns.
    return [*said, *(line for line in voice.report(secret, seat) if line)]
