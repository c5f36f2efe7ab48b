"""A player's desk: what the private panel shows."""

from __future__ import annotations

from functools import cache

import msgspec

from bot.service.games.open_game import Table
from bot.service.games.open_games import Hall
from bot.service.play.reasons import Reason
from bot.service.responses import Asked, Desk, Returned
from bot.store.moment import Moment
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from engine.core.decision import Decision
from engine.core.messages import catalog
from engine.notation.patterns import notations

NEVER: Moment = 1 << 62


def desk_of(hall: Hall, table: Table, seat: Seat) -> Desk:
    """The desk of a seat at a table that is open."""
    position = table.position
    still = position.still()
    asked = [asked_of(hall, table, decision) for decision in still.open_to(seat.seat)]
    asked.sort(key=lambda each: (not each.decision.blocking, each.due_at or NEVER))
    own = [each for each in table.prepared if each.seat == seat.seat]
    return Desk(
        info=table.info,
        seat=seat,
        number=still.number,
        view=still.view(seat.seat),
        decisions=tuple(asked),
        prepared=tuple(each for each in own if each.is_waiting),
        returned=tuple(returned(hall, table, each) for each in own if not each.is_waiting),
        can_prepare=preparable(table, seat),
        can_take_back=table.row.status == "running" and position.can_take_back(seat.seat),
    )


def asked_of(hall: Hall, table: Table, decision: Decision) -> Asked:
    """An open decision with its question in words, its tag and its clock."""
    due = next(
        (
            clock.due_at
            for clock in table.clocks
            if (clock.kind, clock.seat, clock.decision) == ("decision", decision.seat, decision.id)
            and clock.paused_at is None
        ),
        None,
    )
    prompt = table.words.prompt(decision, hall.names(table))
    return Asked(decision, table.position.tag(decision), prompt, due)


def preparable(table: Table, seat: Seat) -> tuple[str, ...]:
    """The kinds of decisions that a seat may prepare orders for: those that it is not asked now."""
    if table.row.status != "running" or seat.kind != "human":
        return ()
    open_now = {
        each.kind
        for each in table.position.match.pending()
        if each.seat == seat.seat and each.blocking
    }
    return tuple(kind for kind in recurring(table.row.ruleset) if kind not in open_now)


@cache
def recurring(ruleset: str) -> tuple[str, ...]:
    """The kinds of decisions that have a phase of their own, turn after turn."""
    words, once = catalog(ruleset), notations(ruleset)
    phases = [key.removeprefix("phase.") for key in words.keys() if key.startswith("phase.")]  # noqa: SIM118 - a catalog is no mapping
    return tuple(
        kind
        for kind in phases
        if words.has(f"ask.{kind}") and not any(each.once for each in once.get(kind, ()))
    )


def returned(hall: Hall, table: Table, prepared: Prepared) -> Returned:
    """A prepared choice that could not be played, with the reason in words."""
    reason = msgspec.convert(prepared.returned, Reason)
    sentence = reason.sentence(table.words, table.row.language, hall.names(table))
    return Returned(prepared, sentence)
