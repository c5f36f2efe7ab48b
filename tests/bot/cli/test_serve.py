"""`herald` alone: the bot when there is a token, else the local table."""

from pathlib import Path

import pytest

import bot.discord.run
import bot.table.run
from bot.cli.program import main
from bot.config import Config

Started = list[tuple[str, Config]]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    """What was started, and with which configuration; nothing really is."""
    calls: Started = []

    def note(name: str) -> object:
        def run(config: Config) -> int:
            calls.append((name, config))
            return 0

        return run

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr(bot.discord.run, "run", note("bot"))
    monkeypatch.setattr(bot.table.run, "run", note("table"))
    return calls


def test_without_a_token_the_local_table_opens(started: Started) -> None:
    assert main([]) == 0
    assert [name for name, _ in started] == ["table"]


def test_with_a_token_the_bot_runs(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    assert main([]) == 0
    assert [(name, config.discord_token) for name, config in started] == [("bot", "secret")]


def test_the_table_opens_with_a_token_too_when_asked_for(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    assert main(["table"]) == 0
    assert [name for name, _ in started] == ["table"]


def test_a_wrong_setting_is_one_line(
    started: Started, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_PICTURES", "perhaps")
    assert main([]) == 2
    assert capsys.readouterr().err == "herald: HERALD_PICTURES: write yes or no, not 'perhaps'\n"
    assert started == []
