"""`herald bench --scale`, made small: stored games are started over and played in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.cli.bench.scale import NotEmpty, Row, emptied, figures, filled, page, spread
from bot.cli.bench.scale_start import LongestStep, Task, start
from bot.cli.program import main


@pytest.fixture(autouse=True)
def few_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are played, and the others are copies of their rows."""
    monkeypatch.setattr("bot.cli.bench.sample_games.KINDS", 2)
    monkeypatch.setattr("bot.cli.bench.scale.CHOICES", 2)


async def test_a_line_says_what_a_start_over_stored_games_took(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/herald.db"
    scripts, size = await filled(url, 5, 4)
    assert (len(scripts), len({script.game_id for script in scripts})) == (5, 5)
    started = await start(Task(url, spread(scripts, 3)))
    assert started.cpu > 0
    assert 0 < started.longest_step <= started.seconds
    assert started.before <= started.after_start
    # The first choice in a game reads it from the database.
    assert 0 < started.next_choice < started.first_choice
    row = Row("SQLite", 5, "early", size, started)
    assert "| SQLite | 5 | early |" in page([row], 0.5)
    assert next(figure.name for figure in figures(row)) == "SQLite, 5 early: until the first tick"


async def test_a_database_with_games_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/herald.db"
    await filled(url, 2, 1)
    with pytest.raises(NotEmpty, match="holds games"):
        await filled(url, 2, 1)


async def test_a_server_is_left_as_empty_as_it_was(empty_postgres_url: str) -> None:
    for _ in range(2):
        scripts, _ = await filled(empty_postgres_url, 3, 2)
        assert [script.game_id for script in scripts] == [1, 2, 3]
        await emptied(empty_postgres_url)


async def test_the_longest_step_is_one_that_computes() -> None:
    async def compute() -> None:
        sum(number * number for number in range(200_000))

    step = LongestStep()
    with step.watching():
        await asyncio.gather(compute(), asyncio.sleep(0.02))
    assert 0.001 < step.seconds < 5
    known = step.seconds
    await asyncio.gather(compute())
    assert step.seconds == known


def test_a_page_needs_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--scale", "--page", f"{tmp_path}/nowhere/scale.md"]) == 2
    assert "say --page F" in capsys.readouterr().err
