"""Writing transactions that wait for the same connection are committed together.

A commit waits for the disk: half a millisecond on an idle machine, tens on a busy one. Alone, each
transaction would wait for all commits before its own. Together, they wait for one. Each is still
kept as a whole or not at all, since it has a savepoint of its own, and its task goes on
after the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from bot.store.connection import UntilDone

T = TypeVar("T")

MOST = 40
"""How many transactions are committed together."""


class Interrupted(Exception):
    """The program is stopped while a transaction waits: nothing of it was written."""


class Waiting(Generic[T]):
    """A transaction that waits to be carried out, alone or together with others."""

    def __init__(self, body: Callable[[sqlite3.Connection], T], *, is_patient: bool) -> None:
        self.body = body
        self.is_patient = is_patient
        """Whether it waits until another one comes, to be committed with it."""
        self.done: UntilDone[T] = UntilDone()
        """What the body gave, once it is committed."""
        self.found: T | None = None
        self.failed: BaseException | None = None


class Line:
    """The transactions that wait, while another one is carried out."""

    def __init__(self) -> None:
        self._waiting: list[Waiting[Any]] = []
        self.is_led = False
        """Whether someone sees to it that what waits is carried out."""
        self.leader: asyncio.Task[None] | None = None

    @property
    def is_urgent(self) -> bool:
        """Whether anything waits that is not patient."""
        return any(not each.is_patient for each in self._waiting)

    def join(self, body: Callable[[sqlite3.Connection], T], *, is_patient: bool) -> Waiting[T]:
        """Wait at the end."""
        waiting = Waiting(body, is_patient=is_patient)
        self._waiting.append(waiting)
        return waiting

    def leave(self, waiting: Waiting[Any]) -> None:
        """Wait no more, if the transaction has not begun."""
        if waiting in self._waiting:
            self._waiting.remove(waiting)

    def take(self) -> list[Waiting[Any]]:
        """Those whose turn it is; of these, the patient ones come last."""
        taken, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        return sorted(taken, key=lambda each: each.is_patient)

    def fail_all(self, error: BaseException) -> None:
        """Give up all that waits."""
        while group := self.take():
            for each in group:
                each.failed = error
            answer(group)


def carry_out(group: Sequence[Waiting[Any]], begin: str, raw: sqlite3.Connection) -> None:
    """Carry out transactions one after the other, and commit them; in the connection's thread.

    What became of each is noted with it. Nothing is raised.
    """
    try:
        raw.execute(begin)
        if len(group) == 1:
            group[0].found = group[0].body(raw)
        else:
            for each in group:
                _one(each, raw)
        raw.execute("COMMIT")
    except BaseException as error:
        for each in group:
            each.failed = each.failed or error
        # An open transaction would keep everybody else out. After some faults there is none. One
        # that cannot be ended is seen by who gets the connection back.
        with contextlib.suppress(sqlite3.Error):
            raw.rollback()


def _one(waiting: Waiting[Any], raw: sqlite3.Connection) -> None:
    raw.execute("SAVEPOINT own")
    try:
        waiting.found = waiting.body(raw)
    except BaseException as error:
        if not raw.in_transaction:
            # The fault has ended the transaction of them all.
            raise
        waiting.failed = error
        raw.execute("ROLLBACK TO SAVEPOINT own")
    raw.execute("RELEASE SAVEPOINT own")


def answer(group: Sequence[Waiting[Any]]) -> None:
    """Give everybody in a group what became of their transaction; in the event loop."""
    for each in group:
        if each.failed is None:
            each.done.set_result(each.found)
        else:
            # A future takes no cancellation as an exception: the waiting task is cancelled as well.
            is_error = isinstance(each.failed, Exception)
            each.done.set_exception(each.failed if is_error else Interrupted())
            each.done.exception()  # Who was cancelled need not hear of it.
