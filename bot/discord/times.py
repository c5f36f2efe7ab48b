"""Times of day and dates as people type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.discord.interactions.replies import ReplyWith
from bot.discord.page import Form, Page
from bot.discord.posts.table_settings import clock_face
from bot.moment import Moment, moment
from bot.service.timing.hours import spelled
from engine.core.messages import Voice

FROM = "from"
UNTIL = "until"
ZONE = "zone"
_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm)?", re.IGNORECASE)


def minutes_of(typed: str, voice: Voice) -> int | None:
    """A time of day in minutes after midnight; None for nothing typed. Raises `ReplyWith`.

    >>> minutes_of("22:30", words())
    1350
    """
    typed = typed.strip()
    if not typed:
        return None
    found = _TIME.fullmatch(typed)
    if found is None:
        raise ReplyWith(voice.say("times.bad_time", typed=typed[:20]))
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59:
        raise ReplyWith(voice.say("times.bad_time", typed=typed[:20]))
    return hour * 60 + minute


def midnight(typed: str, zone: str, voice: Voice, *, after: bool = False) -> Moment | None:
    """The beginning of a day, or its end; None for nothing typed. Raises `ReplyWith`."""
    typed = typed.strip()
    if not typed:
        return None
    try:
        day = date.fromisoformat(typed) + timedelta(days=after)
        where = ZoneInfo(zone)
    except (ValueError, OverflowError, ZoneInfoNotFoundError):
        raise ReplyWith(voice.say("times.bad_date", typed=typed[:20])) from None
    return moment(datetime(day.year, day.month, day.day, tzinfo=where))


def quiet_form(page: Page, verb: str, start: int | None, end: int | None, zone: str) -> Form:
    """Asks for quiet hours: from when, until when, in which time zone."""
    times = [
        page.field(
            name,
            f"times.{name}",
            None if value is None else clock_face(value),
            required=False,
            most=8,
        )
        for name, value in ((FROM, start), (UNTIL, end))
    ]
    where = page.field(ZONE, "times.zone", zone, most=40)
    return page.form(verb, "times.quiet_title", *times, where)


def quiet_typed(typed: Mapping[str, str]) -> tuple[str, str, str]:
    """What was typed into the modal for quiet hours."""
    return typed.get(FROM, ""), typed.get(UNTIL, ""), spelled(typed.get(ZONE, "")) or "UTC"
