"""`herald` alone: the bot when there is a token, else the local table. `herald serve`: the bot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import bot.discord.run
import bot.local_discord.run
from bot.cli.program import main
from bot.config import BadConfig, Config
from bot.discord.application import CannotRun
from bot.discord.client import Bot
from bot.service import serving_alone

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
    monkeypatch.setattr(bot.local_discord.run, "run", note("table"))
    monkeypatch.setattr("bot.discord.logs.log_everything", lambda config: None)
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


def the_line(capsys: pytest.CaptureFixture[str]) -> str:
    """The only thing that was said."""
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_serve_runs_the_bot(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    assert main(["serve"]) == 0
    assert [(name, config.discord_token) for name, config in started] == [("bot", "secret")]


def test_serve_without_a_token_opens_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr("bot.discord.logs.log_everything", lambda config: None)
    assert main(["serve"]) == 78
    assert the_line(capsys).startswith("herald: DISCORD_TOKEN: is not set")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("HERALD_DATABSE_URL", "HERALD_DATABASE_URL"),
        ("HERALD_DATADIR", "HERALD_DATA_DIR"),
        ("herald_pictures", "HERALD_PICTURES"),
    ],
)
def test_serve_refuses_a_variable_that_is_misspelt(
    started: Started,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    meant: str,
) -> None:
    if meant != "DISCORD_TOKEN":
        monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv(typed, "something")
    assert main(["serve"]) == 78
    said = the_line(capsys)
    assert said == f"herald: {typed}: there is no such setting; do you mean {meant}?"
    assert started == []


def test_serve_minds_no_variable_of_others(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    for name in ("HERALD_SERVICE_HOST", "HERALD_TEST_INSTALL", "DISCORD_TOKENS", "DATABASE_URL"):
        monkeypatch.setenv(name, "something")
    assert main(["serve"]) == 0


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (BadConfig("DISCORD_TOKEN", "Discord does not accept it"), 78),
        (CannotRun("Discord does not grant the intents", passes=False), 78),
        (CannotRun("Discord cannot be reached: no route"), 75),
    ],
)
def test_serve_tells_do_not_restart_from_try_again(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    started: Started,
    fault: Exception,
    status: int,
) -> None:
    def run(config: Config) -> int:
        raise fault

    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setattr(bot.discord.run, "run", run)
    assert main(["serve"]) == status
    assert the_line(capsys) == f"herald: {fault}"
    # Without `serve`, wrong use is what it was.
    assert main([]) == 2


@pytest.fixture
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, a token, and a bot that stops as soon as it would connect."""

    async def start(bot: Bot, token: str) -> None:
        return None

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setattr(Bot, "start", start)
    monkeypatch.setattr("bot.discord.logs.log_everything", lambda config: None)
    return tmp_path


def test_serve_with_a_database_that_no_start_mends(
    in_a_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = in_a_folder / "herald-data"
    data.mkdir()
    (data / "herald.db").write_text("not a database, but long enough to look like one" * 90)
    assert main(["serve"]) == 78
    assert "damaged or is not a database" in the_line(capsys)
    for url, told in (
        ("mysql://x", "mysql is not supported"),
        (f"sqlite:///{in_a_folder}/no/where/x.db", "check HERALD_DATABASE_URL, the folder"),
    ):
        monkeypatch.setenv("HERALD_DATABASE_URL", url)
        assert main(["serve"]) == 78
        assert told in the_line(capsys)


def test_serve_beside_another_herald_may_be_tried_again(
    in_a_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = in_a_folder / "herald-data"
    with serving_alone(f"sqlite:///{data / 'herald.db'}", data):
        assert main(["serve"]) == 75
    assert "another Herald serves" in the_line(capsys)
    assert main(["serve"]) == 0


def test_serve_with_a_server_that_does_not_answer_may_be_tried_again(
    in_a_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_DATABASE_URL", "postgresql://herald@127.0.0.1:9/herald")
    assert main(["serve"]) == 75
    assert "postgresql://herald@127.0.0.1:9/herald" in the_line(capsys)


NOISE = """
    import asyncio, functools, logging, threading, warnings
    from bot.cli.program import main
    from bot.discord.client import Bot
    from bot.discord.pictures.drawing_process import DRAWING_PROCESS

    class Falling:
        def __del__(self):
            raise RuntimeError("fell\\nflat")

    async def start(bot, token):
        warnings.warn("a warning\\nof two lines")
        logging.getLogger("others").warning("%d horses", "three")
        thread = threading.Thread(target=lambda: 1 / 0)
        thread.start()
        thread.join()
        Falling()
        await DRAWING_PROCESS.draw(functools.partial(warnings.warn, "while drawing"))
        asyncio.get_running_loop().call_soon(lambda: [][1])
        await asyncio.sleep(0.01)
        raise KeyError("uncaught")

    if __name__ == "__main__":
        Bot.start = start
        raise SystemExit(main(["serve"]))
"""


def test_a_log_in_json_is_json_to_the_last_line(tmp_path: Path) -> None:
    program = tmp_path / "noise.py"
    program.write_text(textwrap.dedent(NOISE))
    root = str(Path(bot.__file__).parent.parent)
    given = {"HERALD_LOG_FORMAT": "json", "DISCORD_TOKEN": "x", "PYTHONPATH": root}
    done = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, **given},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    said = [each["message"] for each in lines]
    for part in ("of two lines", "%d horses ('three',)", "ZeroDivision", "while drawing"):
        assert any(part in each for each in said), part
    faults = " ".join(each.get("fault", "") for each in lines)
    assert "fell\nflat" in faults and "IndexError" in faults
    assert said[-1] == "not caught: KeyError" and "uncaught" in lines[-1]["fault"]
    assert (done.returncode, done.stdout) == (1, "")
    # Herald never speaks: two warnings of the library that it could not are not of interest.
    assert not any("voice" in each for each in said)


def test_what_is_wrong_with_the_settings_is_said_in_json_where_they_ask_for_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "herald.toml").write_text('log_format = "json"\ncolour = 1\n')
    done = subprocess.run(
        [sys.executable, "-m", "bot", "serve"],
        env={**os.environ, "PYTHONPATH": str(Path(bot.__file__).parent.parent)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    said = json.loads(done.stderr)
    assert said["message"].startswith("herald.toml: there is no 'colour'")
    assert done.returncode == 78
