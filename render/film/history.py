"""The frames of a recorded game: the board at the end of each phase, and a line about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.core.events import Event
from engine.core.history import Snapshot
from engine.core.marks import battles_of, moves_of
from engine.core.messages import Voice
from render.film.replay import Shot
from render.look import PLAIN, Look
from render.moment import moment

LONGEST_CAPTION = 160
HEADLINE = 3
"""The rank in a caption of headlines that have none of their own."""


def captioned(shots: Iterable[Snapshot], look: Look = PLAIN) -> Iterator[Shot]:
    """The frames of a replay: each view with what happened, and a line about it."""
    for shot in shots:
        moves, battles = moves_of(shot.events), battles_of(shot.events)
        yield Shot(shot.view, caption(shot, look), moves, battles)


def caption(shot: Snapshot, look: Look = PLAIN) -> str:
    """When it was, and the most important thing that happened."""
    view = shot.view
    voice = look.voice(view.ruleset, view.seats)
    said = [moment(view, voice)]
    news = _news(shot.events, voice)
    if news is not None:
        said.append(voice.event(news))
    return voice.say("board.between").join(said)[:LONGEST_CAPTION]


def _news(events: Sequence[Event], voice: Voice) -> Event | None:
    """The event worth a caption: an era, a wonder, a fall, a capture, a battle, in that order."""
    best: tuple[int, Event] | None = None
    for event in events:
        rank = _rank(event)
        if rank and (best is None or rank > best[0]) and voice.has(event.key()):
            best = rank, event
    return None if best is None else best[1]


def _rank(event: Event) -> int:
    return HEADLINE * event.headline if event.caption_rank is None else event.caption_rank
