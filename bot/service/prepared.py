"""Prepared choices: answers that were queued for decisions that are not open yet."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.service.announcements import HandedBack, to_user
from bot.service.answers import Desk
from bot.service.choosing import Choosing
from bot.service.desks import desk_of
from bot.service.errors import OpenNow, TooManyPrepared, UnknownKind
from bot.service.hall import Hall
from bot.service.table import Table
from bot.store import outbox
from bot.store import prepared as rows
from bot.store.prepared import NewPrepared, Prepared
from engine.core.decision import Choice, Decision
from engine.core.errors import IllegalChoice

MOST_PREPARED = 50
LONGEST_VALUE = 4000


class PreparedChoices:
    """Keeps what players queue."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def prepare(self, game_id: int, user_id: int, kind: str, value: Any) -> Desk:
        """Queue a choice (see `Herald.prepare`)."""
        async with self.hall.table(game_id) as table:
            table.must_run()
            seat = table.playing_seat(user_id)
            if not table.words.has(f"ask.{kind}"):
                raise UnknownKind(kind=kind)
            for decision in table.position.match.pending():
                if decision.seat == seat.seat and decision.kind == kind and decision.blocking:
                    raise OpenNow(decision=decision.id)
            own = [each for each in table.prepared if each.seat == seat.seat]
            too_long = len(msgspec.json.encode(value)) > LONGEST_VALUE
            if len(own) >= MOST_PREPARED or too_long:
                raise TooManyPrepared(most=MOST_PREPARED)
            new = NewPrepared(
                game_id=game_id, seat=seat.seat, kind=kind, value=value, created_at=table.now
            )
            async with self.hall.store.transaction() as tx:
                number = await rows.add(tx, new)
            table.prepared.append(Prepared(id=number, **msgspec.structs.asdict(new)))
            return desk_of(self.hall, table, seat)

    async def forget(self, game_id: int, user_id: int, prepared_id: int | None) -> Desk:
        """Take one prepared choice of a player away, or all."""
        async with self.hall.table(game_id) as table:
            seat = table.seat_of(user_id)
            gone = {
                each.id
                for each in table.prepared
                if each.seat == seat.seat and prepared_id in (None, each.id)
            }
            async with self.hall.store.transaction() as tx:
                await rows.remove(tx, game_id, gone)
            table.prepared = [each for each in table.prepared if each.id not in gone]
            return desk_of(self.hall, table, seat)


async def play_prepared(hall: Hall, choosing: Choosing, table: Table) -> bool:
    """Play the next prepared choice whose decision is open; False when there is none.

    One that the rules do not allow is handed back with the reason, and those behind it with it:
    they were thought of as its sequel.
    """
    for decision in table.position.match.pending():
        queue = [
            each
            for each in table.prepared
            if (each.seat, each.kind) == (decision.seat, decision.kind)
        ]
        if not decision.blocking or not queue:
            continue
        choice = Choice(decision.seat, decision.id, queue[0].value)
        try:
            await choosing.accept(table, choice, by="orders", used_prepared=[queue[0].id])
        except IllegalChoice as illegal:
            await _hand_back(hall, table, decision, queue, illegal)
        return True
    return False


async def _hand_back(
    hall: Hall, table: Table, decision: Decision, queue: list[Prepared], illegal: IllegalChoice
) -> None:
    said = HandedBack(
        game_id=table.row.id,
        seat=decision.seat,
        decision_kind=decision.kind,
        values=tuple(each.value for each in queue),
        code=illegal.code,
        rule=illegal.rule,
        data=msgspec.to_builtins(illegal.data),
    )
    user_id = table.seats[decision.seat].user_id
    gone = {each.id for each in queue}
    async with hall.store.transaction() as tx:
        await rows.remove(tx, table.row.id, gone)
        if user_id is not None:
            await outbox.post(tx, table.row.id, to_user(user_id, said), table.now)
    table.prepared = [each for each in table.prepared if each.id not in gone]
