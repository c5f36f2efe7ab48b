"""The schema's steps: forward from one to the next, with everything that was stored.

Until the first release there is one step; what comes after it is tried with steps of the tests.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Connection, Integer, LargeBinary, MetaData, Table, inspect, text

from bot.store import Store, games, schema
from bot.store.address import parse
from bot.store.database import database_at
from bot.store.errors import DatabaseFault, SchemaTooNew
from bot.store.tables import metadata
from tests.bot.store.builders import a_game, play

SCRIPTS = ScriptDirectory.from_config(schema.config())
STEPS = [step.revision for step in SCRIPTS.walk_revisions()][::-1]
T = TypeVar("T")
# PostgreSQL changes tables in place and checks references itself.
ONLY_SQLITE = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
Rows = dict[str, list[dict[str, Any]]]


async def with_connection(url: str, work: Callable[[Connection], T]) -> T:
    """Do something with a plain connection, and commit it."""
    database = database_at(parse(url))
    try:
        return await database.run(work)
    finally:
        await database.close()


def filled(connection: Connection) -> Rows:
    """Put two rows into every table, whatever its columns are, and give them back."""
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name != "alembic_version":
            # Number 1 is taken: the version that opened the database.
            for number in (2, 3):
                connection.execute(table.insert().values(a_row(table, number)))
    return rows(connection)


def a_row(table: Table, number: int) -> dict[str, Any]:
    """A row in which every column has a value; references lead to the rows of the same number."""
    values: dict[str, Any] = {}
    for column in table.columns:
        if column.primary_key and column.name == "id":
            values[column.name] = number
        elif isinstance(column.type, Boolean):
            values[column.name] = True
        elif isinstance(column.type, LargeBinary):
            values[column.name] = bytes([number])
        elif isinstance(column.type, Integer):
            values[column.name] = number
        else:
            # A string of JSON, so that columns of JSON can be read too.
            values[column.name] = f'"{table.name}.{column.name} {number}"'
    return values


def rows(connection: Connection) -> Rows:
    """Everything in the database."""
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: [
            dict(row._mapping)
            for row in connection.execute(table.select().order_by(*table.primary_key))
        ]
        for table in found.sorted_tables
        if table.name != "alembic_version"
    }


def lost(before: Rows, after: Rows) -> list[str]:
    """What is no longer there, or has changed. What was added does not matter."""
    missing = [name for name in before if name not in after]
    for name in before.keys() & after.keys():
        if len(before[name]) != len(after[name]):
            missing.append(f"{name}: {len(before[name])} rows are {len(after[name])}")
            continue
        for old, new in zip(before[name], after[name], strict=True):
            kept = old.keys() & new.keys()
            missing += [f"{name}.{column}" for column in kept if old[column] != new[column]]
    return missing


async def test_the_steps_lead_to_the_tables_the_store_uses(empty_url: str) -> None:
    done = await schema.upgrade(empty_url)
    assert (done.before, done.after) == (None, STEPS[-1])

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    assert await with_connection(empty_url, differences) == []


def test_the_steps_are_one_line_and_go_forward_only() -> None:
    expected = [f"{number:04}" for number in range(1, len(STEPS) + 1)]
    assert expected == STEPS
    assert len(SCRIPTS.get_heads()) == 1
    for step in SCRIPTS.walk_revisions():
        assert not hasattr(step.module, "downgrade")
        assert Path(step.path).name.startswith(step.revision)


async def test_opening_creates_the_database_and_opening_again_keeps_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new.db"
    async with await Store.open(url) as store:
        game = await play(store, (await a_game(store)).id)
    async with await Store.open(url) as store, store.reading() as tx:
        assert await games.get(tx, game.id) == game


async def test_two_that_start_at_once_migrate_once(empty_url: str) -> None:
    done = await asyncio.gather(*(schema.upgrade(empty_url) for _ in range(3)))
    assert sorted(one.before or "" for one in done) == ["", STEPS[-1], STEPS[-1]]


async def test_a_new_file_that_somebody_else_is_setting_up_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(tmp_path / "herald.db", check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")

        def other_is_done(seconds: float) -> None:
            other.rollback()

        monkeypatch.setattr("bot.store.sqlite.time.sleep", other_is_done)
        done = await schema.upgrade(f"sqlite:///{tmp_path}/herald.db")
    assert done.after == STEPS[-1]


async def test_a_database_of_a_newer_herald_is_left_alone(url: str) -> None:
    async def set_to(revision: str) -> None:
        statement = text("UPDATE alembic_version SET version_num = :to").bindparams(to=revision)
        await with_connection(url, lambda connection: connection.execute(statement))

    await set_to("9999")
    try:
        with pytest.raises(SchemaTooNew) as caught:
            await Store.open(url)
    finally:
        await set_to(STEPS[-1])
    assert "schema 9999 is of a newer Herald" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_newest_step_is_known_without_alembic() -> None:
    assert schema.newest() == SCRIPTS.get_current_head()


@pytest.fixture
def next_step(tmp_path: Path) -> Callable[[str], Path]:
    """The steps and one more, of the lines given."""

    def write(lines: str) -> Path:
        folder = tmp_path / "100% steps"
        shutil.copytree(schema.STEPS, folder)
        head = f'revision = "0002"\ndown_revision = "{STEPS[-1]}"\n'
        body = "".join(f"    {line}\n" for line in lines.splitlines())
        code = f"import sqlalchemy as sa\nfrom alembic import op\n{head}\ndef upgrade():\n{body}"
        (folder / "versions" / "0002_next.py").write_text(code)
        return folder

    return write


async def test_a_database_of_the_first_step_is_led_to_the_next_with_all_its_rows(
    empty_url: str, next_step: Callable[[str], Path]
) -> None:
    await schema.upgrade(empty_url, to="0001")
    before = await with_connection(empty_url, filled)
    assert all(len(found) >= 2 for found in before.values())
    steps = next_step(
        "op.add_column('votes', sa.Column('reason', sa.Text, nullable=False, server_default='?'))\n"
        "op.create_table('moods', sa.Column('seat', sa.Integer, primary_key=True))"
    )
    done = await schema.upgrade(empty_url, steps=steps)
    assert (done.before, done.after) == (STEPS[-1], "0002")
    after = await with_connection(empty_url, rows)
    assert lost(before, after) == []
    assert [row["reason"] for row in after["votes"]] == ["?", "?"]
    assert after["moods"] == []
    with pytest.raises(SchemaTooNew):
        await schema.upgrade(empty_url)


@ONLY_SQLITE
async def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(
    url: str, store: Store, next_step: Callable[[str], Path]
) -> None:
    game = await play(store, (await a_game(store)).id, 3)
    steps = next_step(
        "with op.batch_alter_table('games', recreate='always') as games:\n"
        "    games.add_column(sa.Column('note', sa.Text))\n"
        "    games.drop_column('theme')"
    )
    before = await with_connection(url, rows)
    await schema.upgrade(url, steps=steps)
    after = await with_connection(url, rows)
    assert lost(before, after) == []
    assert after["games"][0]["note"] is None
    assert "theme" not in after["games"][0]
    assert len(after["choices"]) == 1 + game.choice_count


@ONLY_SQLITE
async def test_a_step_that_loses_rows_is_found_out(
    url: str, store: Store, next_step: Callable[[str], Path]
) -> None:
    await with_connection(url, filled)
    before = await with_connection(url, rows)
    await schema.upgrade(url, steps=next_step("op.execute('DELETE FROM ballots WHERE seat = 2')"))
    assert lost(before, await with_connection(url, rows)) == ["ballots: 2 rows are 1"]


async def test_a_step_that_fails_halfway_leaves_the_schema_as_it_was(
    empty_url: str, next_step: Callable[[str], Path]
) -> None:
    await schema.upgrade(empty_url)
    before = await with_connection(empty_url, filled)
    steps = next_step(
        "op.drop_table('ballots')\nop.execute('DELETE FROM clocks')\nop.execute('nonsense')"
    )
    with pytest.raises(DatabaseFault):
        await schema.upgrade(empty_url, steps=steps)
    assert lost(before, await with_connection(empty_url, rows)) == []
    assert (await schema.upgrade(empty_url)).before == STEPS[-1]


@ONLY_SQLITE
async def test_a_step_that_leaves_a_reference_astray_is_refused(
    url: str, store: Store, next_step: Callable[[str], Path]
) -> None:
    await a_game(store)
    before = await with_connection(url, rows)
    with pytest.raises(DatabaseFault, match="astray in"):
        await schema.upgrade(url, steps=next_step("op.execute('DELETE FROM games')"))
    assert await with_connection(url, rows) == before


async def test_a_database_knows_the_versions_that_opened_it_the_first_has_made_it(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("1.0", "1.1", "1.0"):
        monkeypatch.setattr(schema, "VERSION", version)
        await schema.upgrade(empty_url)
    found = await with_connection(empty_url, rows)
    assert [each["version"] for each in found["versions"]] == ["1.0", "1.1"]


def test_the_tables_are_named_in_the_plural() -> None:
    assert all(name.endswith("s") for name in metadata.tables)


async def test_a_fresh_schema_is_empty(empty_url: str) -> None:
    await schema.upgrade(empty_url)
    names = await with_connection(
        empty_url, lambda connection: inspect(connection).get_table_names()
    )
    assert set(names) == {*metadata.tables, "alembic_version"}
