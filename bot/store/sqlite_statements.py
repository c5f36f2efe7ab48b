"""SQLAlchemy's statements as SQLite gets them: each is compiled once, then only values are bound.

SQLAlchemy takes several times as long to execute a small statement as SQLite: docs/decisions/7 has
the figures. What is compiled is remembered for as long as the statement lives, so those that are
executed often are built once, with `bindparam`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple
from weakref import ref

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
    bind: Callable[[Row], Sequence[Any]]
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
        lengths: tuple[int, ...] = ()
        if self._lists:
            lengths = tuple([len(values[name]) for name in self._lists if name in values])
        found = self._by_lengths.get(lengths)
        if found is None:
            found = self._by_lengths[lengths] = _compile(self._compiled, self._columns, values)
        return found


class SqliteStatements:
    """Executes statements on connections of the SQLite module."""

    def __init__(self) -> None:
        # By the ids of statements: a WeakKeyDictionary takes longer to look something up than all
        # that is done with it here.
        self._known: dict[int, dict[tuple[str, ...], Forms]] = {}
        self._alive: dict[int, ref[Executable]] = {}

    def execute(
        self, raw: sqlite3.Connection, statement: Executable, values: Values | None
    ) -> Result:
        """Execute a statement with its values, or once for each of several."""
        # Nearly all are dictionaries, which are found out faster than other mappings.
        if type(values) is dict or values is None or isinstance(values, Mapping):
            values = values or {}
            compiled = self._compiled(statement, values)
            if compiled.returns_rows:
                return _fetched(raw, compiled, [values])
            cursor = raw.execute(compiled.text, compiled.bind(values))
            if cursor.description is None:
                return Result([], [], cursor.rowcount)
            # Plain SQL, of which SQLAlchemy does not know that it gives rows.
            rows = cursor.fetchall()
            return Result([column[0] for column in cursor.description], rows, len(rows))
        compiled = self._compiled(statement, values[0])
        if compiled.returns_rows:
            return _fetched(raw, compiled, values)
        return Result([], [], raw.executemany(compiled.text, map(compiled.bind, values)).rowcount)

    def insert(
        self, raw: sqlite3.Connection, statement: Executable, rows: Sequence[Row]
    ) -> tuple[int, ...]:
        """Add rows to a table whose key SQLite numbers, and give their numbers in the same order.

        Asked for with RETURNING, they would make it take twice as long.
        """
        compiled = self._compiled(statement, rows[0])
        numbers: list[int] = []
        for row in rows:
            number = raw.execute(compiled.text, compiled.bind(row)).lastrowid
            assert number is not None
            numbers.append(number)
        return tuple(numbers)

    def _compiled(self, statement: Executable, values: Row) -> Compiled:
        known = self._known.get(id(statement))
        if known is None:
            known = self._remember(statement)
        names = tuple(values)
        forms = known.get(names)
        if forms is None:
            forms = known[names] = Forms(statement, names)
        return forms.compiled(values)

    def _remember(self, statement: Executable) -> dict[tuple[str, ...], Forms]:
        """Remember a statement, until it is gone and another one may have its id."""
        key, known, alive = id(statement), self._known, self._alive

        def forget(_: ref[Executable]) -> None:
            del known[key], alive[key]

        alive[key] = ref(statement, forget)
        return known.setdefault(key, {})


def _fetched(raw: sqlite3.Connection, compiled: Compiled, rows: Sequence[Row]) -> Result:
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
    parameters = tuple(expanded.positiontup or ())
    constants: dict[str, Any] = {}
    conversions: list[tuple[int, Convert]] = []
    for at, parameter in enumerate(parameters):
        name = lists[parameter][0] if parameter in lists else parameter
        bound = compiled.binds[name]
        if not bound.required and name not in values:
            constants[name] = bound.value
        convert = _on_the_way_in(bound.type)
        if convert is not None:
            conversions.append((at, convert))
    ways_out = ((at, _on_the_way_out(column.type)) for at, column in enumerate(columns))
    return Compiled(
        expanded.statement,
        _binder(parameters, lists, constants, conversions),
        tuple((at, convert) for at, convert in ways_out if convert is not None),
        bool(columns),
    )


def _binder(
    parameters: tuple[str, ...],
    lists: Mapping[str, tuple[str, int]],
    constants: Mapping[str, Any],
    conversions: Sequence[tuple[int, Convert]],
) -> Callable[[Row], Sequence[Any]]:
    """What puts the values of a statement into the order of its parameters.

    `lists` are the parameters that stand for one value of a list: which list, and the place there.
    `constants` are values that the statement has brought along.
    """
    pick: Callable[[Row], Sequence[Any]]
    if len(parameters) > 1:
        pick = itemgetter(*parameters)
    else:
        # Asked for one name, `itemgetter` gives its value alone.
        pick = lambda values: [values[name] for name in parameters]  # noqa: E731
    if not (constants or lists or conversions):
        return pick
    parts = [(part, name, at) for part, (name, at) in lists.items()]

    def bind(values: Row) -> Sequence[Any]:
        if constants:
            values = {**constants, **values}
        if parts:
            values = {**values, **{part: values[name][at] for part, name, at in parts}}
        found = list(pick(values))
        for at, convert in conversions:
            found[at] = convert(found[at])
        return found

    return bind


def _on_the_way_in(kind: TypeEngine[Any]) -> Convert | None:
    return kind.dialect_impl(_DIALECT).bind_processor(_DIALECT)


def _on_the_way_out(kind: TypeEngine[Any]) -> Convert | None:
    return kind.dialect_impl(_DIALECT).result_processor(_DIALECT, None)
