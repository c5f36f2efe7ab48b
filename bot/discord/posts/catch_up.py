"""What someone missed while they were away, in a few lines: what concerns them comes first."""

from __future__ import annotations

from collections.abc import Iterator

from bot.discord.posts.log import phases
from bot.discord.posts.phone_lines import lines_of
from bot.discord.posts.summary import fitting, headlines
from bot.service import CatchUp
from engine.core.messages import Voice
from engine.core.messages.digest import Digest
from engine.core.registry import ruleset

LINES_MOST = 8
"""How many lines there are, with the title."""
PHONE_LINES_MOST = 18
"""How many lines of a phone they take: with a picture, one and a half of its screens. What was lost
is said in full, if need be beyond that."""
SHARES = (1, 0.6, 0.3, 0)
"""How much of the room for the rest is used, the most that fits."""
DONE_MOST, YOURS_MOST, NEWS_LINE, NEWS_MOST = 150, 260, 120, 240
"""Letters of what was done in the reader's name by one of those that did it; of what else became of
the reader's things; of the headlines about one thing, and of all."""
RACES_MOST = 2
SCORES_MOST = 5
"""How many players are named with their points: the best, and the reader."""


def catch_up_lines(news: CatchUp, voice: Voice) -> list[str]:
    """The title, and the lines below it; each of them stands alone."""
    lines: list[str] = []
    for share in SHARES:
        lines = _lines(news, share, voice)
        if lines_of(lines) <= PHONE_LINES_MOST:
            break
    return lines


def done_lines(news: CatchUp, voice: Voice) -> list[str]:
    """What was done in the reader's name."""
    return list(_done_for_you(news, SHARES[0], voice))


def _lines(news: CatchUp, share: float, voice: Voice) -> list[str]:
    own = [*_done_for_you(news, share, voice), *_yours(news.digest, share, voice)]
    scores = _scores(news, voice)
    room = max(0, LINES_MOST - 1 - len(own) - len(scores))
    told = headlines(news.digest, voice, int(NEWS_LINE * share), int(NEWS_MOST * share))
    return [_title(news, voice), *own, *told[: room if share else 0], *scores]


def _title(news: CatchUp, voice: Voice) -> str:
    return voice.say(
        "catch_up.title",
        spectator=news.seat is None,
        since=news.since_at,
        first=news.before.turn,
        last=news.view.turn,
    )


def _done_for_you(news: CatchUp, share: float, voice: Voice) -> Iterator[str]:
    for each in news.done_for_you:
        said, left = "", 0
        if each.pieces:
            said, left = fitting(each.pieces, (), int(DONE_MOST * share), ", ")
        if each.secret:
            secret = voice.say("catch_up.secret", what=phases(each.secret, voice))
            said = ", ".join(filter(None, (said, secret)))
        yield voice.say(
            f"catch_up.by_{each.by}",
            said=voice.say("catch_up.and_more", said=said, n=left) if left else said,
            idle=phases(each.idle, voice),
        )


def _yours(digest: Digest, share: float, voice: Voice) -> Iterator[str]:
    if digest.losses:
        yield voice.say("catch_up.lost", said=" ".join(digest.losses))
    rest = [each for each in digest.yours if each not in digest.losses]
    if rest and share:
        said, left = fitting(rest, (), int(YOURS_MOST * share), " ")
        more = voice.say("phase.more", n=left) if left else ""
        yield " ".join(filter(None, (voice.say("catch_up.yours", said=said), more)))


def _scores(news: CatchUp, voice: Voice) -> list[str]:
    """Who has how many points, and how many more than before, the best first; where points do not
    count, the races that are nearest to their end."""
    if not news.view.counts_points:
        return _races(news, voice)
    now, then = news.view.scores, news.before.scores
    ranked = sorted(range(len(now)), key=lambda seat: -now[seat])
    named = ranked[:SCORES_MOST]
    if news.seat is not None and news.seat not in named:
        named[-1] = news.seat
    said = [
        voice.say(
            "catch_up.score",
            seat=seat,
            mine=seat == news.seat,
            score=now[seat],
            change=voice.say(
                "catch_up.change",
                gain=max(0, now[seat] - then[seat]),
                loss=max(0, then[seat] - now[seat]),
            ),
        )
        for seat in named
    ]
    return [voice.say("catch_up.scores", scores=", ".join(said))]


def _races(news: CatchUp, voice: Voice) -> list[str]:
    goals = ruleset(news.view.ruleset).goals(news.view)
    open_ended = [each for each in goals if each.goal and any(each.reached)]
    nearest = sorted(open_ended, key=lambda each: -max(each.reached) / each.goal)[:RACES_MOST]
    if not nearest:
        return []
    said = [
        voice.say(
            "catch_up.race",
            seat=each.reached.index(max(each.reached)),
            n=max(each.reached),
            goal=each.goal,
            what=voice.text(each.label),
        )
        for each in nearest
    ]
    return [voice.say("catch_up.scores", scores="; ".join(said))]


def places_of_news(news: CatchUp) -> tuple[str, ...]:
    """Where something happened: among the reader's own places, if anything did there."""
    view, before = news.view, news.before
    known = {place for area in view.areas for place in area.places}
    places = dict.fromkeys(each.location for each in news.happened if each.location in known)
    if news.seat is None:
        return tuple(places)
    own = {*view.holdings(news.seat), *before.holdings(news.seat)}
    return tuple(place for place in places if place in own) or tuple(places)
