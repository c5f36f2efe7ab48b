"""What a player reads after a choice: all that came of it, or in short where that is much."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile, zip_longest

from engine.core.events import Disclosure
from engine.core.messages import Voice

LINES_MOST = 6
"""So many lines are read on a phone; of more, a player learns what matters. The log has all."""
LETTERS_MOST = 200
"""In longer lines, what others did that does not concern the player is left to the post."""


def receipt_lines(voice: Voice, events: Sequence[Disclosure], seat: int) -> list[str]:
    """What a seat learns from its choice, line by line: the choice first, where events tell it."""
    learnt = [each for each in events if each.reaches(seat) and not each.event.is_title]
    pairs = zip_longest(learnt, learnt[1:])
    learnt = [each for each, after in pairs if not _is_repeated(each, after)]
    said = _said(voice, learnt, seat)
    if sum(map(len, said)) > LETTERS_MOST:
        learnt = [each for each in learnt if not _is_of_others(voice, each, seat)]
        said = _said(voice, learnt, seat)
    if len(said) <= LINES_MOST:
        return said
    public = [each for each in learnt if each.audience is None]
    secret = [each for each in learnt if each.audience is not None]
    done = list(takewhile(lambda each: each.event.actor == seat, public))[: LINES_MOST // 2]
    head = _said(voice, done, seat)
    digest = voice.digest(public[len(done) :], seat)
    news = [sentence for each in digest.headlines for sentence in each.sentences]
    pieces = digest.lines.get(seat, ())
    mine = [voice.say("receipt.own", seat=seat, said=", ".join(pieces))] if pieces else []
    said = [*head, *digest.yours, *mine, *news][:LINES_MOST]
    # Nobody else can tell what only this player learns.
    return [*said, *_said(voice, secret, seat)]


def _said(voice: Voice, learnt: Sequence[Disclosure], seat: int) -> list[str]:
    return [line for line in voice.report(learnt, seat) if line]


def _is_repeated(each: Disclosure, after: Disclosure | None) -> bool:
    """Whether what comes next says an event too: what a look has found, or, where a player alone
    learnt what it was, the treasure that it brings."""
    if after is None or not (each.event.is_attempt or each.audience is not None):
        return False
    if not each.event.is_attempt and after.audience is not None:
        return False
    place, actor = each.event.location, each.event.actor
    return bool(place) and (place, actor) == (after.event.location, after.event.actor)


def _is_of_others(voice: Voice, each: Disclosure, seat: int) -> bool:
    """Whether an event is about other players alone, and no headline: what each of them earns."""
    if each.audience is not None or each.event.actor in (None, seat):
        return False
    digest = voice.digest([each], seat)
    return bool(digest.lines) and not (digest.headlines or digest.yours or seat in digest.lines)
