"""`herald bench --memory`: Herald is started as on a host, played with, and read as a whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.bench import memory
from bot.cli.console import Failed

LINUX = Path("/proc/self/smaps").exists()


@pytest.mark.skipif(not LINUX, reason="the figures are Linux's")
def test_bot_and_drawing_are_measured_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "QUIET", 0.2)
    monkeypatch.setattr(memory, "GIVEN_BACK", 0.0)
    found = {each.name: each.value for each in memory.bench_memory(1, 0.05)}
    bot, drawing = found["after playing, bot"], found["after playing, what draws"]
    assert drawing > 20 and bot > 40
    # What both have open, such as Python itself, is counted once.
    assert max(bot, drawing) + 20 < found["after playing, Herald"] < bot + drawing - 5
    assert 0 < found["start until it is quiet, CPU"] < found["start and first map, CPU"]
    assert found["interactions"] > 0


@pytest.mark.skipif(not LINUX, reason="the figures are Linux's")
def test_what_a_process_has_started_belongs_to_it() -> None:
    code = "import subprocess, sys; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True)"
    command = [sys.executable, "-c", f"{code}; sys.stdin.read(); p.kill()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None
        process.stdout.readline()
        alone, whole = memory._of(process.pid), memory._together(process.pid)
        process.stdin.close()
    assert 0 < alone.resident < whole.resident
    assert alone.resident + alone.resident > (alone + alone).resident


def test_where_memory_cannot_be_read_a_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "PROC", tmp_path)
    with pytest.raises(Failed, match="Linux"):
        next(memory.bench_memory(1, 0.0))
