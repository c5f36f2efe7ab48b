"""SQLAlchemy's statements as SQLite gets them: each is compiled once, then only values are bound.

SQLAlchemy takes several times as long to execute a small statement as SQLite: docs/decisions/7 has
the figures. What is compiled is remembered for as long as the statement lives, so those that are
executed often are built once, with `bindparam`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Executable
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from bot.store.connection import Result, Values

Convert = Callable[[Any], Any]
Row = Mapping[str, Any]

_DIALECT = pysqlite.dialect(paramstyle="qmark")


class Compiled(NamedTuple):
    """The text of a statement for values of some names, and of some lengths where they are lists
    of parameters."""

    text: str
    bind: Callable[[Row], list[Any]]
    read: tuple[tuple[int, Convert], ...]
    """Which columns of the rows have to be converted, and how."""
    returns_rows: bool


class Forms:
    """The texts of a statement for values of some names."""

    def __init__(self, statement: Executable, names: Sequence[str]) -> None:
        # Statements of every kind have `compile`; what they share has no type that says so.
        whole: Any = statement
        self._compiled: SQLCompiler = whole.compile(dialect=_DIALECT, column_keys=list(names))
        self._columns = list(getattr(statement, "exported_columns", ()))
        self._lists = tuple(each.key for each in self._compiled.post_compile_params)
        self._by_lengths: dict[tuple[int, ...], Compiled] = {}

    def compiled(self, values: Row) -> Compiled:
        """The text for some values."""
        lengths = tuple([len(values[name]) for name in self._lists if name in values])
        found = self._by_lengths.get(lengths)
        if found is None:
            found = self._by_lengths[lengths] = _compile(self._compiled, self._columns, values)
        return found


class SqliteStatements:
    """Executes statements on connections of the SQLite module."""

    def __init__(self) -> None:
        self._known: WeakKeyDictionary[Executable, dict[tuple[str, ...], Forms]] = (
            WeakKeyDictionary()
        )

    def execute(
        self, raw: sqlite3.Connection, statement: Executable, values: Values | None
    ) -> Result:
        """Execute a statement with its values, or once for each of several."""
        rows = [values or {}] if values is None or isinstance(values, Mapping) else values
        return _execute(raw, self._forms(statement, tuple(rows[0])).compiled(rows[0]), rows)

    def _forms(self, statement: Executable, names: tuple[str, ...]) -> Forms:
        known = self._known.setdefault(statement, {})
        found = known.get(names)
        if found is None:
            found = known[names] = Forms(statement, names)
        return found


def _execute(raw: sqlite3.Connection, compiled: Compiled, rows: Sequence[Row]) -> Result:
    if not compiled.returns_rows:
        if len(rows) == 1:
            return Result([], [], raw.execute(compiled.text, compiled.bind(rows[0])).rowcount)
        met = raw.executemany(compiled.text, map(compiled.bind, rows)).rowcount
        return Result([], [], met)
    names: list[str] = []
    found: list[tuple[Any, ...]] = []
    cursor = raw.cursor()
    try:
        for values in rows:
            cursor.execute(compiled.text, compiled.bind(values))
            names = [column[0] for column in cursor.description]
            found += cursor.fetchall()
    finally:
        # One that has failed in the middle would keep the connection at a moment of long ago.
        cursor.close()
    if compiled.read:
        found = [_converted(row, compiled.read) for row in found]
    return Result(names, found, len(found))


def _converted(row: tuple[Any, ...], read: tuple[tuple[int, Convert], ...]) -> tuple[Any, ...]:
    changed = list(row)
    for at, convert in read:
        changed[at] = convert(changed[at])
    return tuple(changed)


def _compile(compiled: SQLCompiler, columns: Sequence[Any], values: Row) -> Compiled:
    # A list stands for as many parameters as it is long.
    expanded = compiled.construct_expanded_state(compiled.params | dict(values))
    lists = {
        part: (name, at)
        for name, parts in expanded.parameter_expansion.items()
        for at, part in enumerate(parts)
    }
    sources = []
    for name in expanded.positiontup or ():
        origin, at = lists.get(name, (name, None))
        bound = compiled.binds[origin]
        constant = _REQUIRED if bound.required else bound.value
        sources.append(_Source(origin, at, _on_the_way_in(bound.type), constant))
    ways_out = ((at, _on_the_way_out(column.type)) for at, column in enumerate(columns))
    return Compiled(
        expanded.statement,
        _Binder(tuple(sources)),
        tuple((at, convert) for at, convert in ways_out if convert is not None),
        bool(columns),
    )


_REQUIRED = object()


class _Source(NamedTuple):
    """Where the value of a parameter comes from."""

    name: str
    at: int | None
    """Its place, if it is one of a list."""
    convert: Convert | None
    constant: Any
    """The value that the statement has brought along, unless it has to be given."""


class _Binder:
    """Puts the values of a statement into the order of its parameters."""

    def __init__(self, sources: tuple[_Source, ...]) -> None:
        self._sources = sources

    def __call__(self, values: Row) -> list[Any]:
        found = []
        for name, at, convert, constant in self._sources:
            value = values[name] if constant is _REQUIRED else values.get(name, constant)
            if at is not None:
                value = value[at]
            found.append(value if convert is None else convert(value))
        return found


def _on_the_way_in(kind: TypeEngine[Any]) -> Convert | None:
    return kind.dialect_impl(_DIALECT).bind_processor(_DIALECT)


def _on_the_way_out(kind: TypeEngine[Any]) -> Convert | None:
    return kind.dialect_impl(_DIALECT).result_processor(_DIALECT, None)
