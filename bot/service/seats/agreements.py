"""What a table agrees on, checked: options, seats, pace, colours, names, a user's own wishes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bot.moment import DAY, Moment
from bot.service.errors import (
    BadName,
    BadOptions,
    BadPace,
    BadSeatCount,
    BadWord,
    ColourTaken,
    NoLobbyChoice,
    PreferenceTaken,
    UnknownRules,
)
from bot.service.requests import COLOURS, LONGEST_NAME
from bot.service.responses import GameInfo
from bot.service.seats.names import clean_name, readable
from bot.service.timing import hours
from bot.service.timing.hours import MINUTES
from bot.store.games import Pace
from bot.store.people import User
from bot.store.seats import Seat
from engine.core.dice import plain_word
from engine.core.errors import UnknownRuleset
from engine.core.game import SEED_BYTES
from engine.core.grammar import Unfit
from engine.core.registry import ruleset
from engine.core.ruleset import Ruleset

SHORTEST_MINUTES = 5
LONGEST_DAYS = 14
MOST_EXTENSIONS = 10
LONGEST_QUIET_HOURS = 16
LONGEST_AWAY_DAYS = hours.LONGEST_AWAY // DAY


TAKEN_SHARE = re.compile(r"(click|user|ai) \d+", re.IGNORECASE)
"""What a share looks like that is no word: the number of a click, an AI player's place."""


def rules_called(name: str) -> Ruleset[Any]:
    """The rule set of that name; raises `UnknownRules`."""
    try:
        return ruleset(name)
    except UnknownRuleset as unknown:
        raise UnknownRules(name=name, known=", ".join(unknown.known)) from None


def check_options(ruleset_name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a table, those not given as usual; raises `BadOptions`."""
    rules = ruleset(ruleset_name)
    try:
        chosen: dict[str, Any] = rules.options.validate({**rules.option_defaults, **options})
    except Unfit as unfit:
        field = ".".join(unfit.path)
        raise BadOptions(
            **{**unfit.data, "field": field, "code": unfit.code, "value": options.get(field, "")}
        ) from None
    return chosen


def check_seats(ruleset_name: str, seats: int | None) -> int:
    """How many can sit down: as many as the rules allow if not given; raises `BadSeatCount`."""
    allowed = ruleset(ruleset_name).seats
    if seats is None:
        return allowed.stop - 1
    if seats not in allowed:
        raise BadSeatCount(least=allowed.start, most=allowed.stop - 1)
    return seats


def check_pace(pace: Pace) -> Pace:
    """A pace that can be played at; raises `BadPace`."""
    for field in ("phase_minutes", "later_minutes", "extension_minutes"):
        if not SHORTEST_MINUTES <= getattr(pace, field) <= LONGEST_DAYS * MINUTES:
            raise BadPace(field=field, least=SHORTEST_MINUTES, most=LONGEST_DAYS)
    if not 0 <= pace.extensions <= MOST_EXTENSIONS:
        raise BadPace(field="extensions", most=MOST_EXTENSIONS)
    check_hours(pace.quiet_from, pace.quiet_until, pace.time_zone)
    times = (pace.turn_ends, *pace.parts)
    if not all(0 <= each < MINUTES and not is_quiet(pace, each) for each in times):
        raise BadPace(field="turn_ends")
    # Counted from one end of a turn to the next, they come one after the other.
    if sorted(times, key=lambda each: (each - pace.turn_ends - 1) % MINUTES) != [
        *times[1:],
        times[0],
    ]:
        raise BadPace(field="parts")
    return pace


def is_quiet(pace: Pace, minute: int) -> bool:
    """Whether a time of day is in the table's quiet hours."""
    if pace.kind != "daily" or pace.quiet_from is None or pace.quiet_until is None:
        return False
    return (minute - pace.quiet_from) % MINUTES < (pace.quiet_until - pace.quiet_from) % MINUTES


def check_wishes(wishes: User, now: Moment) -> User:
    """A user's wishes that can be fulfilled; raises `BadPace`."""
    check_hours(wishes.quiet_from, wishes.quiet_until, wishes.time_zone)
    leaves, returns = wishes.away_from, wishes.away_until
    if returns is not None and (leaves is None or returns <= leaves):
        raise BadPace(field="away")
    longest = hours.LONGEST_AWAY
    if leaves is not None and max((returns or leaves) - leaves, leaves - now) > longest:
        raise BadPace(field="away_days", most=LONGEST_AWAY_DAYS)
    return wishes


def check_hours(start: int | None, until: int | None, zone_name: str) -> None:
    """Raise `BadPace` for quiet hours that are too long, or in a zone that does not exist."""
    try:
        hours.zone(zone_name)
    except ValueError:
        raise BadPace(field="time_zone", value=zone_name) from None
    if start is None and until is None:
        return
    if start is None or until is None or not (0 <= start < MINUTES and 0 <= until < MINUTES):
        raise BadPace(field="quiet_hours", most=LONGEST_QUIET_HOURS)
    if (until - start) % MINUTES > LONGEST_QUIET_HOURS * 60:
        raise BadPace(field="quiet_hours", most=LONGEST_QUIET_HOURS)


def check_name(name: str) -> str:
    """A name in one line that can be shown; raises `BadName` where nothing of it can."""
    shown = clean_name(name)
    if not shown:
        raise BadName(longest=LONGEST_NAME)
    return shown


def check_word(word: str) -> str:
    """A player's own word for the dice, in one line; raises `BadWord`.

    It is shown to all as it was given, so nothing is left out of it: one that would hide something,
    or cover other lines, is refused. So is one that would pass for the share of somebody without
    a word: the others have to see who chose theirs.
    """
    shown, longest = plain_word(word), SEED_BYTES.stop - 1
    is_plain = shown.isprintable() and readable(shown) == shown
    if not is_plain or len(shown.encode()) not in SEED_BYTES:
        raise BadWord(longest=longest, reason="unfit")
    if TAKEN_SHARE.fullmatch(shown):
        raise BadWord(longest=longest, reason="no_word")
    return shown


def free_colour(seats: Iterable[Seat], wanted: str | None) -> str:
    """The colour that was asked for, or the first that is free; raises `ColourTaken`."""
    taken = {seat.colour for seat in seats}
    free = [colour for colour in COLOURS if colour not in taken]
    if wanted is not None and wanted not in free:
        raise ColourTaken(colour=wanted, free=", ".join(free))
    if not free:
        raise ColourTaken(colour="", free="")
    return wanted or free[0]


def check_preference(info: GameInfo, own: Seat, key: str) -> str:
    """What a player may have of what is chosen in the lobby.

    Raises `NoLobbyChoice`, or `PreferenceTaken` for another's and for what is not offered.
    """
    choice = info.lobby_choice
    if choice is None:
        raise NoLobbyChoice()
    if any(seat.preference == key for seat in info.seats if seat.seat != own.seat):
        raise PreferenceTaken()
    try:
        choice.grammar.validate(key)
    except Unfit:
        raise PreferenceTaken() from None
    return key
