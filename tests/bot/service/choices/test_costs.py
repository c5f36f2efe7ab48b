"""What a choice costs, counted and not timed: transactions, statements, what is made for nobody."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import pytest

from bot.service import Herald
from bot.service.choices import accepted
from bot.service.choices.receipt_lines import receipt_lines
from bot.store import sqlite, sqlite_statements
from bot.store.connection import Values
from bot.store.sqlite_group_commit import carry_out
from engine.core.events import Disclosure
from engine.core.messages import Voice
from tests.bot.service.builders import ADA, BEA, a_game, answer, answer_all

STATEMENTS_MOST = 10
"""The game's row, entry, state, states that nobody needs any more; votes that are void; clocks that
stop and start; edits that are looked up, what two new messages supersede, and they themselves."""


class Database:
    """Counts what is asked of the database."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.groups = 0
        self.statements: list[str] = []
        compiled = sqlite_statements.SqliteStatements._compiled

        def carrying_out(group: Sequence[Any], begin: str, raw: sqlite3.Connection) -> None:
            self.groups += 1
            carry_out(group, begin, raw)

        def counted(self_: Any, statement: Any, values: Values) -> Any:
            found = compiled(self_, statement, values)  # type: ignore[arg-type] # one row
            self.statements.append(found.text)
            return found

        monkeypatch.setattr(sqlite, "carry_out", carrying_out)
        monkeypatch.setattr(sqlite_statements.SqliteStatements, "_compiled", counted)

    def clear(self) -> None:
        """Count from here."""
        self.groups = 0
        self.statements.clear()


async def test_a_desk_and_a_choice_are_one_transaction_with_few_statements(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await a_game(herald, people=2)
    await answer_all(herald, info.id, "movement")
    database = Database(monkeypatch)
    for user in (ADA, BEA, ADA, BEA):
        desk = await herald.look.desk(info.id, user.user_id)
        if not any(asked.decision.blocking for asked in desk.decisions):
            continue
        database.clear()
        await answer(herald, info.id, user.user_id)
        assert database.groups == 1
        assert 3 <= len(database.statements) <= STATEMENTS_MOST, database.statements


async def test_nothing_is_made_for_the_receipt_of_an_ai_player(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def noted(voice: Voice, events: Sequence[Disclosure], seat: int) -> list[str]:
        read.append(seat)
        return receipt_lines(voice, events, seat)

    monkeypatch.setattr(accepted, "receipt_lines", noted)
    info = await a_game(herald, people=1, ais=2)
    for _ in range(6):
        await answer(herald, info.id, ADA.user_id)
        await herald.scheduler.tick()
    assert (await herald.look.status(info.id)).number > 6
    assert set(read) == {0}


async def test_what_came_to_light_is_looked_for_only_where_more_answers_follow(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> frozenset[str]:
        raise AssertionError("nobody asks for it")

    monkeypatch.setattr(accepted, "news_in", fail)
    info = await a_game(herald, people=2)
    await answer_all(herald, info.id, "movement")
    await answer_all(herald, info.id, "trade")
