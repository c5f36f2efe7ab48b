"""The unit under which systemd runs Herald."""

from __future__ import annotations

import configparser
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.console import DO_NOT_RESTART, TRY_AGAIN, WRONG_USE
from tests.hosting.builders import ROOT
from tests.machine import program

UNIT = ROOT / "docs" / "hosting" / "herald.service"


def verified(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What systemd says of a unit whose program is there."""
    checker = program("systemd-analyze")
    if checker is None:
        pytest.skip("systemd-analyze is not there")
    file = folder / UNIT.name
    file.write_text(text.replace("/opt/herald/bin/herald serve", sys.executable))
    return subprocess.run(
        [checker, "verify", "--man=no", file], capture_output=True, text=True, timeout=60
    )


def test_systemd_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    done = verified(UNIT.read_text(), tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_would_find_something(tmp_path: Path) -> None:
    wrong = UNIT.read_text().replace("ProtectSystem=strict", "ProtectSystem=perhaps")
    assert "perhaps" in verified(wrong, tmp_path).stderr


def test_it_restarts_what_may_pass_and_nothing_else() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # systemd minds capitals
    unit.read(UNIT)
    service = unit["Service"]
    kept_down = {int(each) for each in service["RestartPreventExitStatus"].split()}
    assert kept_down == {WRONG_USE, DO_NOT_RESTART}
    assert TRY_AGAIN not in kept_down and service["Restart"] == "on-failure"
    assert service["ExecStart"].endswith("herald serve")
    assert service["User"] not in ("", "root")
