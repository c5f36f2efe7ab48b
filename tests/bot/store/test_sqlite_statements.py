"""Statements that are compiled once: the same rows come out as by SQLAlchemy itself."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Delete, Select, Update, bindparam, create_engine, select, text, update
from sqlalchemy.dialects.sqlite import pysqlite

from bot.store import outbox, votes
from bot.store.sqlite_statements import Forms, SqliteStatements
from bot.store.tables import channels, metadata, prepared_choices, users

ADA = {
    "user_id": 1,
    "notify": "dm",
    "time_zone": "UTC",
    "when_away": "clock",
    "looks_on_arrival": True,
}
BEA = ADA | {"user_id": 2, "looks_on_arrival": False}
ADD, ALL = users.insert(), select(users).order_by(users.c.user_id)
SOME = (
    select(users.c.user_id)
    .where(users.c.user_id.in_(bindparam("ids", expanding=True)))
    .order_by(users.c.user_id)
)


@pytest.fixture
def raw() -> Iterator[sqlite3.Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        metadata.create_all(connection)
        connection.commit()
        found: Any = connection.connection.dbapi_connection
        yield found
    engine.dispose()


def test_rows_come_back_as_they_were_written(raw: sqlite3.Connection) -> None:
    statements = SqliteStatements()
    statements.execute(raw, ADD, ADA)
    names, rows, met = statements.execute(raw, ALL, None)
    found = dict(zip(names, rows[0], strict=True))
    assert met == 1
    assert found["looks_on_arrival"] is True and found["quiet_from"] is None
    assert {name: found[name] for name in ADA} == ADA


def test_a_statement_is_executed_for_each_of_several_values(raw: sqlite3.Connection) -> None:
    statements = SqliteStatements()
    assert statements.execute(raw, ADD, [ADA, BEA]).met == 2
    assert [row[0] for row in statements.execute(raw, ALL, None).rows] == [1, 2]
    away = update(users).where(users.c.user_id == bindparam("who"))
    changes = [{"who": 1, "notify": "none"}, {"who": 3, "notify": "none"}]
    assert statements.execute(raw, away, changes).met == 1


def test_rows_that_are_added_give_their_keys_in_order(raw: sqlite3.Connection) -> None:
    add = channels.insert().returning(channels.c.channel_id)
    rows = [{"channel_id": number, "rules": "rhye"} for number in (7, 5)]
    assert SqliteStatements().execute(raw, add, rows).rows == [(7,), (5,)]


def test_rows_that_are_added_give_the_numbers_they_got(raw: sqlite3.Connection) -> None:
    statements, add = SqliteStatements(), prepared_choices.insert()
    row = {"game_id": 1, "seat": 0, "kind": "move", "value": ["gobi"], "created_at": 1}
    numbers = statements.insert(raw, add, [row, row | {"value": None}])
    kept = select(prepared_choices.c.id, prepared_choices.c.value)
    assert (
        list(zip(numbers, [["gobi"], None], strict=True))
        == statements.execute(raw, kept, None).rows
    )
    assert statements.insert(raw, add, [row]) == (numbers[-1] + 1,)


def test_a_list_that_a_statement_brings_along_stands_beside_values(
    raw: sqlite3.Connection,
) -> None:
    statements = SqliteStatements()
    statements.execute(raw, ADD, [ADA, BEA])
    either = select(users.c.user_id).where(
        users.c.notify.in_(["dm", "none"]), users.c.user_id == bindparam("who")
    )
    for who in (2, 1):
        assert statements.execute(raw, either, {"who": who}).rows == [(who,)]


@pytest.mark.parametrize(("wanted", "found"), [([2, 1], [1, 2]), ([2], [2]), ([], [])])
def test_a_list_of_any_length_can_be_asked_for(
    raw: sqlite3.Connection, wanted: list[int], found: list[int]
) -> None:
    statements = SqliteStatements()
    statements.execute(raw, ADD, [ADA, BEA])
    for _ in range(2):
        rows = statements.execute(raw, SOME, {"ids": wanted}).rows
        assert [row[0] for row in rows] == found


def test_a_value_that_was_forgotten_is_no_null(raw: sqlite3.Connection) -> None:
    one = select(users).where(users.c.user_id == bindparam("who"))
    with pytest.raises(KeyError, match="who"):
        SqliteStatements().execute(raw, one, {})


def test_a_text_of_sql_is_executed_as_it_is(raw: sqlite3.Connection) -> None:
    SqliteStatements().execute(raw, text("SAVEPOINT here"), None)
    assert raw.in_transaction


def test_what_is_executed_again_is_not_compiled_again(
    raw: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements, made = SqliteStatements(), []
    first = Forms.__init__

    def counted(self: Forms, *args: Any) -> None:
        made.append(args)
        first(self, *args)

    monkeypatch.setattr(Forms, "__init__", counted)
    for row in (ADA, BEA):
        statements.execute(raw, ADD, row)
    assert len(made) == 1


def test_conditions_of_partial_indexes_are_written_out() -> None:
    """With a parameter in its place SQLite prepares a statement each time it is executed."""
    texts = [
        str(each.compile(dialect=pysqlite.dialect()))
        for module in (outbox, votes)
        for each in vars(module).values()
        if isinstance(each, Select | Update | Delete)
    ]
    conditional = [each for each in texts if "WHERE" in each and ".state = " in each]
    assert len(conditional) > 5
    for each in conditional:
        assert not re.search(r"\.state = [?:]", each), each
