"""A digest in a post: headlines under their signs, a line per player, what a reader lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.discord.colours import style_of
from bot.discord.panels.board import Board
from bot.discord.posts.phone_lines import lines_of, short_name
from bot.discord.voices import escape
from bot.service import GameInfo, Seat
from engine.core.messages import Voice
from engine.core.messages.digest import Digest, Headline
from engine.core.view import View

HEADLINES_MOST = 5
HEADLINE_MOST = 180
"""Letters of one topic's headlines: five lines on a phone."""
NEWS_MOST, NEWS_LEAST = 360, 60
"""Letters of all headlines, and what is left for them where much is said to players besides."""
LINE_MOST = 84
"""Letters of what a player did: three lines on a phone, with the name."""
LINES_MOST, LINES_LEAST = 280, 80
"""Letters of what all players did: a full table says less of each. The least is what is left where
much is said to players besides."""
SHARES = (1, 0.85, 0.7, 0.55, 0.4, 0.25, 0)
"""How much of the room for what happened is used, the most that fits on a phone."""
YOURS_MOST = 4
"""How many sentences concern a reader at most; the log has the rest."""


def summary_within(
    lines: int, digest: Digest, board: Board, voice: Voice, beyond: int
) -> list[list[str]]:
    """The headlines and the players' lines, in so many lines of a phone.

    `beyond` letters are said to players besides. Where names are long, less is said of each.
    """
    for share in SHARES:
        news_most, lines_most = int(NEWS_MOST * share) - beyond, int(LINES_MOST * share) - beyond
        news = headlines(digest, voice, room=max(NEWS_LEAST, news_most))
        players = player_lines(digest, board.info, board.view, voice, max(LINES_LEAST, lines_most))
        if lines_of((*news, *players)) <= lines:
            break
    return [each for each in (news, players) if each]


def headlines(
    digest: Digest, voice: Voice, topic_most: int = HEADLINE_MOST, room: int = NEWS_MOST
) -> list[str]:
    """What matters to all, a line of at most about `topic_most` letters for each topic, and of
    `room` letters in all."""
    lines: list[str] = []
    for each in digest.headlines[:HEADLINES_MOST]:
        shortest = min(map(len, (*each.short, *each.sentences)))
        if not lines or shortest <= room:
            lines.append(_headline(each, min(room, topic_most), voice))
            room -= len(lines[-1])
    return lines


def _headline(each: Headline, room: int, voice: Voice) -> str:
    said, left = fitting(each.sentences, each.short, room, " ")
    more = voice.say("phase.more", n=left) if left else ""
    return " ".join(filter(None, (each.sign, said, more)))


def player_lines(
    digest: Digest, info: GameInfo, view: View, voice: Voice, all_most: int = LINES_MOST
) -> list[str]:
    """A line for each player who did something, best first; the points of the others share one."""
    scores = view.scores
    ranked = sorted(info.seats, key=lambda seat: -scores[seat.seat])
    active = [seat for seat in info.seats if digest.lines.get(seat.seat)]
    room = min(LINE_MOST, all_most // max(1, len(active)))
    lines, quiet = [], []
    for seat in ranked:
        pieces = digest.lines.get(seat.seat, ())
        head = player_head(seat, scores[seat.seat] if view.counts_points else None, voice)
        if pieces:
            said, left = fitting(pieces, digest.short_lines.get(seat.seat, ()), room, ", ")
            counted = view.counts_points
            lines.append(voice.say("phase.player", head=head, score=counted, said=said, left=left))
        elif view.counts_points:
            quiet.append(head)
    if quiet:
        lines.append(voice.say("phase.quiet", players=voice.say("phase.between").join(quiet)))
    return lines


def player_head(seat: Seat, score: int | None, voice: Voice) -> str:
    """A player at the head of a line: colour mark, name and score, where points are counted."""
    points = "" if score is None else str(score)
    name = escape(short_name(seat.name))
    return voice.say("phase.head", sign=style_of(seat).sign, name=name, score=points)


def fitting(parts: Sequence[str], short: Sequence[str], room: int, between: str) -> tuple[str, int]:
    """As many parts as there is room for, one at least, and how many are left out.

    Each is said in full or in its `short` form, and never cut.
    """
    kept: list[str] = []
    for ways in zip(parts, short or parts, strict=True):
        left = room - sum(len(each) + len(between) for each in kept)
        said = next((way for way in ways if len(way) <= left), None)
        if said is not None:
            kept.append(said)
        elif kept:
            break
    if not kept:
        kept = [min((*parts[:1], *short[:1]), key=len)]
    return between.join(kept), len(parts) - len(kept)


def for_you(sentences: Iterable[str], voice: Voice) -> str:
    """What concerns the reader of a private message; empty if nothing does."""
    listed = list(sentences)
    if not listed:
        return ""
    return voice.say("news.yours", said=" ".join(listed[:YOURS_MOST]))


def plain_words(digest: Digest, info: GameInfo, voice: Voice) -> list[str]:
    """The same for those who do not see a picture: sentences without signs."""
    said = [sentence for each in digest.headlines for sentence in each.sentences]
    for seat, pieces in digest.lines.items():
        about = voice.say("phase.did", name=info.seats[seat].name, said=", ".join(pieces))
        said.append(about)
    return said
