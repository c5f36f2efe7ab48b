"""What the tests need of a machine, and which of them are skipped without it, is in the README."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from tests import machine
from tests.machine import NEEDS, Need, provide

TESTS = Path(__file__).parent
README = (TESTS.parent / "README.md").read_text("utf-8")
NAMED = {
    "bot/cli/bench/test_memory_bench.py": "outside Linux, that of Herald's memory",
    "bot/site/test_site.py": "Node.js",
    "bot/store/test_faults.py": "as root, that of a file that may not be written to",
    "bot/store/test_postgresql_address.py": "`openssl`",
    "bot/local_discord/conftest.py": "a browser (Chromium",
    "bot/local_discord/test_javascript.py": "`tsc`, that of the types in the page's scripts",
    "bot/local_discord/test_soak.py": "outside Linux, that of Herald's memory",
    "conftest.py": "PostgreSQL",
    "hosting/test_container.py": "Docker or Podman",
    "hosting/test_unit.py": "`systemd-analyze`",
}
"""Where tests are skipped, and the README's words for it."""
SKIPPING = ("skip", "skipif", "importorskip")
MISSING = Need("a thing", "things", lambda: None, ("some-package", "another"))


def skips(text: str) -> bool:
    """Whether something in a file of tests may be skipped."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in SKIPPING
        and ast.unparse(node.value) in ("pytest", "pytest.mark")
        for node in ast.walk(ast.parse(text))
    )


def test_the_readme_names_every_test_that_may_be_skipped() -> None:
    found = {
        file.relative_to(TESTS).as_posix()
        for file in TESTS.rglob("*.py")
        if skips(file.read_text("utf-8"))
    }
    assert found == set(NAMED)
    words = " ".join(README.split())
    assert [named for named in NAMED.values() if named not in words] == []


@pytest.mark.parametrize("text", ["pytest.skip('')", "@pytest.mark.skipif(1)\ndef test(): ..."])
def test_a_skip_would_be_found(text: str) -> None:
    assert skips(text)
    assert not skips(text.replace("pytest.", "time."))


def test_what_is_there_is_not_installed(capsys: pytest.CaptureFixture[str]) -> None:
    provide(MISSING._replace(find=lambda: TESTS))
    assert capsys.readouterr().out == ""


def test_where_nothing_may_be_installed_a_line_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERALD_TEST_INSTALL", "no")
    monkeypatch.setattr(subprocess, "run", None)
    provide(MISSING)
    said = capsys.readouterr().out
    assert "The tests of things are skipped; install some-package another." in said


def test_a_line_says_what_is_installed_before_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []

    def run(command: list[str], **_: object) -> object:
        said.append(capsys.readouterr().out + " ".join(command))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(machine, "may_install", lambda: True)
    monkeypatch.setattr(subprocess, "run", run)
    provide(MISSING)
    assert "Installing some-package another." in said[0]
    assert said[-1].endswith("--no-install-recommends some-package another")


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.name)
def test_each_need_has_packages_and_is_in_the_readme(need: Need) -> None:
    assert need.packages and need.name in README
