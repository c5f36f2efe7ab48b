"""A player's desk: what the private panel shows."""

from __future__ import annotations

from bot.service.answers import Asked, Desk
from bot.service.hall import Hall
from bot.service.table import Table
from bot.store.moment import Moment
from bot.store.seats import Seat
from engine.core.decision import Decision

NEVER: Moment = 1 << 62


def desk_of(hall: Hall, table: Table, seat: Seat) -> Desk:
    """The desk of a seat at a table that is open."""
    position = table.position
    still = position.still()
    asked = [asked_of(hall, table, decision) for decision in still.open_to(seat.seat)]
    asked.sort(key=lambda each: (not each.decision.blocking, each.due_at or NEVER))
    return Desk(
        info=table.info,
        seat=seat,
        number=still.number,
        view=still.view(seat.seat),
        decisions=tuple(asked),
        prepared=tuple(each for each in table.prepared if each.seat == seat.seat),
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
