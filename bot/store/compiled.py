"""Statements of SQLAlchemy as SQLite's own SQL, compiled once and executed without SQLAlchemy.

Its way of executing a statement costs several times what SQLite takes for it. What is needed here
is little: the text, the values in their order, and the conversion of columns like JSON both ways.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Executable, Insert, Select
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from bot.store.connection import Result, Values

_DIALECT = sqlite.dialect()
Convert = Callable[[Any], Any]


class Compiled(NamedTuple):
    """A statement ready to be executed, for values of certain names."""

    compiler: SQLCompiler
    sql: str
    names: tuple[str, ...]
    fixed: Mapping[str, Any]
    """The values that stand in the statement itself."""
    to_sql: Mapping[str, Convert]
    """How values of some names are stored."""
    from_sql: Sequence[tuple[int, Convert]]
    """How the columns at some places are read."""
    expands: bool
    """Whether it has a list of values whose length is known only when it is executed."""

    def bound(self, values: Mapping[str, Any]) -> tuple[str, list[Any]]:
        """The text and its values in order."""
        if not self.expands:
            return self.sql, [self._value(name, values) for name in self.names]
        given = self.compiler.construct_params(dict(values))
        state = self.compiler.construct_expanded_state(given)
        # A value of an expanded list is stored as the list's own values are.
        origin = {each: name for name, some in state.parameter_expansion.items() for each in some}
        names = state.positiontup or []
        return state.statement, [
            self._stored(origin.get(name, name), state.parameters[name]) for name in names
        ]

    def _value(self, name: str, values: Mapping[str, Any]) -> Any:
        value = values[name] if name in values else self.fixed[name]
        convert = self.to_sql.get(name)
        return value if convert is None else convert(value)

    def _stored(self, name: str, value: Any) -> Any:
        convert = self.to_sql.get(name)
        return value if convert is None else convert(value)

    def rows(self, cursor: sqlite3.Cursor) -> list[tuple[Any, ...]]:
        """All rows that a cursor gives."""
        found: list[tuple[Any, ...]] = cursor.fetchall()
        if not self.from_sql:
            return found
        read = []
        for row in found:
            columns = list(row)
            for at, convert in self.from_sql:
                columns[at] = convert(columns[at])
            read.append(tuple(columns))
        return read


_known: WeakKeyDictionary[Executable, dict[frozenset[str], Compiled]] = WeakKeyDictionary()


def compiled(statement: Executable, keys: frozenset[str]) -> Compiled:
    """A statement compiled for values of certain names: once, if the statement is kept."""
    by_keys = _known.get(statement)
    if by_keys is None:
        by_keys = _known[statement] = {}
    found = by_keys.get(keys)
    if found is None:
        found = by_keys[keys] = _compile(statement, keys)
    return found


def _compile(statement: Executable, keys: frozenset[str]) -> Compiled:
    clause: Any = statement
    compiler = clause.compile(dialect=_DIALECT, column_keys=sorted(keys) or None)
    assert isinstance(compiler, SQLCompiler)
    to_sql, fixed = {}, {}
    for bind, name in compiler.bind_names.items():
        if not bind.required:
            fixed[name] = bind.effective_value
        convert = _impl(bind.type).bind_processor(_DIALECT)
        if convert is not None:
            to_sql[name] = convert
    columns = statement.selected_columns if isinstance(statement, Select) else ()
    from_sql = [
        (at, convert)
        for at, column in enumerate(columns)
        if (convert := _impl(column.type).result_processor(_DIALECT, None)) is not None
    ]
    expands = any(bind.expanding for bind in compiler.bind_names)
    names = tuple(compiler.positiontup or ())
    return Compiled(compiler, str(compiler), names, fixed, to_sql, from_sql, expands)


def _impl(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    return kind.dialect_impl(_DIALECT)


def execute(
    connection: sqlite3.Connection, statement: Executable, values: Values | None = None
) -> Result:
    """Execute a statement and fetch everything; for a sequence of values, once for each."""
    if values is None or isinstance(values, Mapping):
        return _execute_once(connection, statement, values or {})
    if not isinstance(statement, Insert) or statement.returning_column_descriptions:
        results = [_execute_once(connection, statement, each) for each in values]
        names = results[0].names if results else []
        rows = [row for result in results for row in result.rows]
        return Result(names, rows, sum(result.met for result in results))
    ready = compiled(statement, frozenset(values[0]))
    sql = ready.sql
    cursor = connection.executemany(sql, [ready.bound(each)[1] for each in values])
    return Result([], [], cursor.rowcount)


def _execute_once(
    connection: sqlite3.Connection, statement: Executable, values: Mapping[str, Any]
) -> Result:
    ready = compiled(statement, frozenset(values))
    cursor = connection.execute(*ready.bound(values))
    if cursor.description is None:
        return Result([], [], cursor.rowcount)
    names = [column[0] for column in cursor.description]
    # Fetched before it is counted: until then SQLite does not know how many rows there are.
    rows = ready.rows(cursor)
    return Result(names, rows, cursor.rowcount)
