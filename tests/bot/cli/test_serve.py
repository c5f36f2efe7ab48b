"""`herald` alone: the bot when there is a token, else the local table."""

from pathlib import Path

import pytest

import bot.discord.run
import bot.table.run
from bot.cli.program import main
from bot.config import Config

Started = list[tuple[str, Config]]
ASKED: dict[str, object] = {}


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    """What was started, and with which configuration; nothing really is."""
    calls: Started = []
    ASKED.clear()

    def note(name: str) -> object:
        def run(config: Config, **asked: object) -> int:
            calls.append((name, config))
            ASKED.update(asked)
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


def test_the_table_opens_at_a_port_and_without_a_browser_when_asked_to(started: Started) -> None:
    assert main([]) == 0
    assert ASKED == {"port": None, "browser": True}
    assert main(["table", "--port", "9000", "--no-browser"]) == 0
    assert ASKED == {"port": 9000, "browser": False}


@pytest.mark.parametrize("given", ["70000", "-1", "http", ""])
def test_a_port_that_is_none_is_one_line(
    started: Started, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    assert main(["table", f"--port={given}"]) == 2
    assert capsys.readouterr().err.startswith("herald: argument --port: invalid port value")
    assert started == []
