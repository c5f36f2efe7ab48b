"""A page of a game's log: by turns and players, with the time and what was done for the absent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.discord.page import Page
from bot.discord.posts.phase import who
from bot.service import LogGroup, LogPage
from engine.core.messages import Voice


def log_lines(page: Page, found: LogPage) -> Iterator[str]:
    """The lines of a page of the log."""
    continued = found.continued
    for turn, groups in groupby(found.groups, lambda each: each.turn):
        yield page.say("log.turn", turn=turn, continued=continued)
        continued = False
        for group in groups:
            yield _heading(page, group)
            yield from group.lines
            if group.idle:
                yield page.say("log.idle", what=phases(group.idle, page.voice))
            if group.secret:
                yield page.say("log.secret", what=phases(group.secret, page.voice))


def _heading(page: Page, group: LogGroup) -> str:
    if group.seat is None:
        return page.say("log.group", who="", at=group.at, by="player")
    seat = page.info.seats[group.seat]
    # Of a seat that an AI player has, nothing else is expected.
    by = "player" if (group.by, seat.kind) == ("ai", "ai") else group.by
    return page.say("log.group", who=who(seat, False), at=group.at, by=by)


def phases(kinds: Iterable[str], voice: Voice) -> str:
    """What was asked, by the names of the phases; empty where those have none."""
    named = (f"phase.{kind}" for kind in kinds)
    titles = [voice.say(key) for key in named if voice.has(key)]
    return voice.join(voice.say("log.phase", phase=title) for title in titles) if titles else ""
