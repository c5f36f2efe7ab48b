"""`herald copy FROM TO`: everything, on either database, or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from bot.cli.bench.sample_games import a_thousand_games
from bot.cli.program import main
from bot.moment import DAY, now
from bot.service import Actor, Herald, NewLobby, Person, serving_alone, serving_server_alone
from bot.store import Store, clocks, copying, games
from bot.store.clocks import Clock
from bot.store.inspection import Inspection
from bot.store.tables import games as games_table
from bot.store.tables import metadata
from engine.core.registry import rulesets

ADA, BEA = Person(1, "Ada"), Person(2, "Bea")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory in which nothing is, and nothing configured."""
    monkeypatch.chdir(tmp_path)
    for variable in ("HERALD_DATABASE_URL", "HERALD_CONFIG", "HERALD_DATA_DIR"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.fixture
def source(folder: Path) -> str:
    return f"sqlite:///{folder}/herald.db"


async def a_running_game(herald: Herald, channel: int, options: dict[str, int]) -> int:
    lobby = NewLobby(ruleset="standard", host=ADA, seats=2, channel_id=channel, options=options)
    info = await herald.lobby.open(lobby)
    await herald.lobby.join(info.id, BEA)
    await herald.lobby.start(info.id, Actor(1))
    return info.id


async def one_of_everything(store: Store) -> None:
    """A row in every table, games of all rule sets, one that is over, and numbers that are gone."""
    await a_thousand_games(store, len(rulesets()), 1, (9,))
    herald = Herald(store)
    finished = await a_running_game(herald, 900, {"turn_limit": 1})
    click = 0
    while awaited := (await herald.look.status(finished)).awaited:
        user = awaited[0].seat.user_id or 0
        (asked, *_) = (await herald.look.desk(finished, user)).decisions
        click += 1
        await herald.play.choose(
            finished, user, asked.decision.id, asked.decision.default, interaction=f"x{click}"
        )
    game_id = await a_running_game(herald, 901, {"turn_limit": 9})
    await herald.advice.ask(
        game_id, (await herald.look.status(game_id)).awaited[0].seat.user_id or 0
    )
    await herald.prepared.prepare(game_id, 2, "trade", {"do": "pass"})
    await herald.votes.propose(game_id, 1, "pause")
    await herald.seats.stand_in(game_id, 2)
    await herald.lessons.begin(Person(3, "Zoë \N{SNOWMAN}"), "standard")
    await herald.save_me(await herald.me(1))
    await herald.servers.note(1, joined=True)
    await herald.servers.note_rules_of_channel(5, "rhye")
    async with store.transaction() as tx:
        number = await clocks.start(
            tx, game_id, Clock(decision="gone", kind="vote", opened_at=now(), due_at=now() + DAY)
        )
        await clocks.stop(tx, game_id, [number])


async def exports(store: Store) -> dict[str, bytes]:
    """Every game that has begun, as a file."""
    herald = Herald(store)
    async with store.reading() as tx:
        began = select(games_table.c.id).where(games_table.c.status != "lobby")
        ids = await tx.column(began.order_by(games_table.c.id))
        codes = {each: (await games.get(tx, each)).code for each in ids}
    return {code: (await herald.look.export(each)).content for each, code in codes.items()}


async def counts(store: Store) -> dict[str, int]:
    async with store.reading() as tx:
        return {
            table.name: int(await tx.scalar(select(func.count()).select_from(table)))
            for table in metadata.sorted_tables
        }


async def next_clock(store: Store) -> int:
    """The number that the next clock gets."""
    async with store.transaction() as tx:
        (game_id, *_) = await games.running(tx)
        return await clocks.start(
            tx, game_id, Clock(decision="n", kind="turn", opened_at=1, due_at=now() + DAY)
        )


def filled(url: str, fill: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        async with await Store.open(url) as store:
            await fill(store)

    asyncio.run(run())


async def there_and_back(source: str, server: str, back: str) -> tuple[dict[str, bytes], ...]:
    """Copy to a server and from there to another file; the exports of all three."""
    found = []
    for at, url in enumerate((source, server, back)):
        if at:
            status = await asyncio.to_thread(main, ["copy", (source, server)[at - 1], url])
            assert status == 0
        async with await Store.open(url) as store:
            found.append(await exports(store))
    return tuple(found)


def test_everything_is_copied_both_ways(
    source: str,
    folder: Path,
    empty_postgres_url: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.cli.bench.sample_games.KINDS", len(rulesets()))
    # Batches that end within a table, and at its end.
    monkeypatch.setattr("bot.store.copying.BATCH", 3)
    filled(source, one_of_everything)
    back = f"sqlite:///{folder}/back.db"
    first, second, third = asyncio.run(there_and_back(source, empty_postgres_url, back))
    assert first == second == third
    assert len(first) == len(rulesets()) + 3

    async def compare() -> None:
        found, numbers = [], []
        for url in (source, empty_postgres_url, back):
            async with await Store.open(url) as store:
                found.append(await counts(store))
                numbers.append(await next_clock(store))
        assert found[0] == found[1] == found[2]
        assert all(found[0].values()), found[0]
        # A number that was given is not given again: clicks are told apart by it.
        assert numbers[0] == numbers[1] == numbers[2]

    asyncio.run(compare())
    said = capsys.readouterr().out
    assert "counts and hashes are the same, 8 games with" in said
    assert "damaged" not in said


@pytest.mark.soak
def test_two_hundred_games_are_copied_both_ways(
    source: str, folder: Path, empty_postgres_url: str
) -> None:
    async def two_hundred(store: Store) -> None:
        await a_thousand_games(store, 200, 1)

    filled(source, two_hundred)
    back = f"sqlite:///{folder}/back.db"
    first, second, third = asyncio.run(there_and_back(source, empty_postgres_url, back))
    assert len(first) == 200
    assert first == second == third


async def a_game(store: Store) -> None:
    await a_running_game(Herald(store), 900, {"turn_limit": 1})


def test_a_database_that_holds_something_is_left_as_it_is(
    source: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = f"sqlite:///{folder}/other.db"
    filled(source, a_game)
    filled(other, a_game)
    before = (folder / "other.db").read_bytes()
    assert main(["copy", source, other]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert (folder / "other.db").read_bytes() == before


def test_one_with_the_tables_and_nothing_in_them_is_empty(
    source: str, empty_postgres_url: str
) -> None:
    async def nothing(store: Store) -> None:
        pass

    filled(source, a_game)
    filled(empty_postgres_url, nothing)
    assert main(["copy", source, empty_postgres_url]) == 0


def test_while_a_herald_serves_either_nothing_is_copied(
    source: str, folder: Path, empty_postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(source, a_game)
    with serving_alone(source, folder):
        assert main(["copy", source, empty_postgres_url]) == 1
    assert "another Herald serves" in capsys.readouterr().err

    async def served() -> int:
        async with serving_server_alone(empty_postgres_url):
            return await asyncio.to_thread(main, ["copy", source, empty_postgres_url])

    assert asyncio.run(served()) == 1
    assert "another Herald serves" in capsys.readouterr().err
    assert main(["copy", source, empty_postgres_url]) == 0


@pytest.mark.parametrize("at", ["_verify", "_continue_from"])
def test_what_fails_in_the_middle_leaves_nothing(
    source: str,
    folder: Path,
    empty_postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
    at: str,
) -> None:
    filled(source, a_game)
    targets = (f"sqlite:///{folder}/new.db", empty_postgres_url)

    async def cut(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"bot.store.copying.{at}", cut)
        for target in targets:
            assert main(["copy", source, target]) == 130
    assert not [file.name for file in folder.glob("new.db*") if "serving" not in file.name]
    for target in targets:
        assert main(["copy", source, target]) == 0


def test_a_row_that_comes_out_otherwise_is_found(
    source: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(source, a_game)
    target = f"sqlite:///{folder}/new.db"
    rows = copying._rows
    changed = 0

    async def otherwise(tx: object, table: object) -> object:
        nonlocal changed
        async for batch in rows(tx, table):  # type: ignore[arg-type]
            if getattr(table, "name", "") == "seats" and getattr(tx, "writing", False):
                changed += 1
                batch[0][4] = "Somebody else"
            yield batch

    monkeypatch.setattr(copying, "_rows", otherwise)
    assert main(["copy", source, target]) == 2
    assert changed
    assert "seats is not what was written; nothing was kept" in capsys.readouterr().err
    assert not (folder / "new.db").exists()


def test_a_damaged_game_is_named_and_copied_as_it_was(
    source: str, empty_postgres_url: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def two(store: Store) -> None:
        herald = Herald(store)
        for channel in (900, 901):
            await a_running_game(herald, channel, {"turn_limit": 1})
        async with store.transaction() as tx:
            await tx.write(text("UPDATE games SET commitment = 'x' WHERE channel_id = 901"))

    filled(source, two)
    assert main(["copy", source, empty_postgres_url]) == 0
    said = capsys.readouterr().out
    assert "1 games with 0 choices verified" in said
    assert "was damaged before and is copied as it was" in said


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["sqlite:///herald.db", "sqlite:///herald.db"], 2, "cannot be copied to itself"),
        (["sqlite:///herald.db", "sqlite:///./herald.db"], 2, "cannot be copied to itself"),
        (["sqlite:///none.db", "sqlite:///new.db"], 2, "there are no games"),
        (["sqlite:///herald.db", "sqlite:///nowhere/new.db"], 2, "there is no folder"),
        (["mysql://x/y", "sqlite:///new.db"], 2, "FROM: mysql is not supported"),
        (["sqlite:///herald.db", "postgres://x/y?sslmod=a"], 2, "TO: PostgreSQL knows no"),
    ],
)
def test_what_makes_no_sense_is_said(
    source: str, words: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(source, a_game)
    assert main(["copy", *words]) == status
    assert said in capsys.readouterr().err


def test_an_older_schema_is_brought_up_first(
    source: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def older(url: str, now: int) -> Inspection:
        return Inspection(revision="0000", newest="0001")

    filled(source, a_game)
    monkeypatch.setattr(copying, "inspect", older)
    assert main(["copy", source, f"sqlite:///{folder}/new.db"]) == 2
    assert "run `herald migrate` on it first" in capsys.readouterr().err
    assert not (folder / "new.db").exists()
