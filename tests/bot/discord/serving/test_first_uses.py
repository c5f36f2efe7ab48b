"""What is loaded at its first use holds up nobody: it was loaded before, or is off the loop."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from subprocess import run
from types import SimpleNamespace
from typing import cast

import pytest

from bot.config import Config
from bot.discord import preparing
from bot.discord import run as serving
from bot.local_discord import run as table
from bot.local_discord.server import LocalDiscord
from engine.core.registry import rulesets

ROOT = Path(__file__).resolve().parents[4]


SHORT = ("civ2010", "standard")
"""One rule set of each kind of board; `make soak` takes the others, too."""


@pytest.mark.parametrize(
    "rules",
    [pytest.param(name, marks=[] if name in SHORT else pytest.mark.soak) for name in rulesets()],
)
def test_nothing_is_loaded_on_the_loop_while_herald_serves(rules: str) -> None:
    """In a process of its own: here, other tests have loaded everything already."""
    command = [sys.executable, "-m", "tests.bot.discord.serving.first_uses", rules]
    done = run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    *loaded, answers = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr[-3000:]
    assert not loaded, "\n".join(loaded)
    assert int(answers.split()[0]) > 30


class Stop(Exception):
    """The start is far enough."""


@pytest.mark.parametrize("way", ["discord", "table"])
async def test_all_of_it_is_loaded_in_a_thread_before_herald_serves(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[threading.Thread]()
    module = serving if way == "discord" else table
    monkeypatch.setattr(module, "prepare", lambda: threads.append(threading.current_thread()))
    monkeypatch.setattr(module, "prepare_searches", lambda folder: None)

    def stop(*_: object, **__: object) -> None:
        raise Stop

    monkeypatch.setattr(module, "assembled", stop)
    with pytest.raises(Stop):
        if way == "discord":
            await serving.serve(Config(database_url="sqlite:///never-opened.db"))
        else:
            only_time = cast(
                LocalDiscord, SimpleNamespace(time=None)
            )  # Nothing else is read of it.
            async with table.running_bot(Config(), only_time):
                pass
    assert len(threads) == 1 and threads[0] is not threading.main_thread()


@pytest.mark.parametrize("built", [True, False])
def test_searches_are_opened_beside_everything_else_and_built_in_a_process_of_their_own(
    built: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    threads, commands = list[threading.Thread](), list[list[str]]()

    class Book:
        is_built = built

        @property
        def index(self) -> None:
            threads.append(threading.current_thread())

    monkeypatch.setattr(preparing, "rulebook", lambda name: Book())
    monkeypatch.setattr(preparing, "keep_indexes_in", lambda folder: None)
    monkeypatch.setattr(preparing, "run", lambda command, **_: commands.append(command))
    preparing.prepare_searches(tmp_path)
    for thread in threading.enumerate():
        if thread.name == "rules":
            thread.join()
    assert len(threads) == len(rulesets()) and threading.main_thread() not in threads
    assert bool(commands) is not built
