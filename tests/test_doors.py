"""The mark `inner`: which tests get it, and what for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.doors import ALL, DOORS, Count, Doors, Reach, file_of, files, mark
from tests.doors import read as read_file

THROUGH_DOORS = """
from pathlib import Path
from bot.service import Herald
from bot.service.errors import Refused
from bot.store import Store, games
from engine.core.grammar import form
from engine.core.registry import ruleset
from engine.rulesets.standard import RULESET, events
from engine.world.view import WorldView
from tests.conftest import pytest_runtest_setup

class Watch:
    def _note(self, herald):
        return self._noted

def test(monkeypatch, herald):
    monkeypatch.setattr(Path, "exists", lambda: True)
    monkeypatch.setattr(herald, "desk", Watch()._note)
    Herald, Refused, Store, games.add, form, ruleset, RULESET, events.Moved, WorldView.x._replace()
    herald.__dict__
"""
"""All that a test may do without looking past a door."""


def past(folder: Path, *texts: str) -> Sequence[str]:
    """What the first of some files of tests, `test_one`, reaches for behind doors."""
    for name, text in zip(("test_one", "two", "three"), texts, strict=False):
        write(folder, name, text)
    return Doors(root=folder).past(folder / "tests" / "test_one.py")


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / "tests" / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def test_what_goes_through_doors_is_not_inner(tmp_path: Path) -> None:
    assert past(tmp_path, THROUGH_DOORS) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from bot.store.schema import upgrade", "bot.store.schema.upgrade"),
        ("from bot.store import schema", "bot.store.schema"),
        ("from bot.store import schema as known\nknown.upgrade", "bot.store.schema"),
        ("import bot.store.schema", "bot.store.schema"),
        ("from bot.discord.run import prepare", "bot.discord.run.prepare"),
        ("from bot.discord import run\nrun.prepare", "bot.discord.run.prepare"),
        ("def test():\n    from engine.core.lazy import lazy", "engine.core.lazy.lazy"),
        ("from engine.core.flow import _hidden", "engine.core.flow._hidden"),
        ("from engine.rulesets.rhye import tables", "engine.rulesets.rhye.tables"),
        ("def test(herald): herald._games", "._games"),
        ("def test(m): m.setattr('bot.discord.client.LAST', 1)", "bot.discord.client.LAST"),
        ("def test(m, herald): m.setattr(herald, '_tell', 1)", "._tell"),
        ("def test(m, herald): m.setattr(herald.clock, '_tell', 1)", "._tell"),
        (
            "from bot.discord import run\ndef test(m): m.setattr(run, 'prepare', 1)",
            "bot.discord.run.prepare",
        ),
    ],
)
def test_what_looks_past_a_door_is_inner(tmp_path: Path, text: str, found: str) -> None:
    assert found in past(tmp_path, text)


def test_what_the_files_it_imports_reach_for_counts(tmp_path: Path) -> None:
    inner = "from bot.store.schema import upgrade"
    assert past(tmp_path, "from tests import two", "from tests.three import x", inner)
    assert past(tmp_path, "from tests.two import x", "from . import three", inner)


@pytest.mark.parametrize(
    "name", ["builders", "near/builders", "builders/tables", "conftest", "toy/rules"]
)
def test_builders_may_reach_for_what_they_need(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, "from bot.store.schema import upgrade")
    assert past(tmp_path, f"from tests.{name.replace('/', '.')} import upgrade") == ()


def test_only_a_file_that_was_changed_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(file: Path, root: Path) -> Reach:
        read.append(file.name)
        return read_file(file, root)

    monkeypatch.setattr("tests.doors.read", noted)
    kept = tmp_path / "new" / "doors.json"
    file = write(tmp_path, "test_one", "from bot.store import schema")
    for _ in range(2):
        doors = Doors(kept, tmp_path)
        assert doors.is_inner(file)
        doors.save()
    assert read == ["test_one.py"]
    file.write_text("", "utf-8")
    assert not Doors(kept, tmp_path).is_inner(file)
    kept.write_text("not what was kept", "utf-8")
    assert not Doors(kept, tmp_path).is_inner(file)
    assert len(read) == 3


def test_tests_are_marked_by_their_files(tmp_path: Path) -> None:
    marks: dict[str, list[str]] = {}
    items = []
    for name, text in {"test_in": "from bot.store import schema", "test_out": ""}.items():
        add = marks.setdefault(name, []).append
        items.append(SimpleNamespace(path=write(tmp_path, name, text), add_marker=add))
    mark(cast(Any, items), Doors(root=tmp_path))
    assert marks == {"test_in": ["inner"], "test_out": []}


def test_every_test_that_runs_is_marked_so(request: pytest.FixtureRequest) -> None:
    doors = Doors()
    for item in request.session.items:
        assert (item.get_closest_marker("inner") is not None) == doors.is_inner(item.path)


def test_every_run_says_how_many_are_inner() -> None:
    count = Count()
    for name, when, marked in (
        *(("a.py::x", "call", True), ("a.py::y[1]", "call", True), ("a.py::y[1]", "setup", True)),
        *(("b.py::x", "call", False), ("c.py::x", "setup", False)),
    ):
        report = SimpleNamespace(nodeid=name, when=when, keywords={"inner": 1} if marked else {})
        count.add(cast(Any, report))
    said = "Doors only: 1 tests of 1 files. Inner: 2 tests of 1 files."
    assert str(count) == said


def test_every_door_is_there() -> None:
    """A door that was taken out of the project is taken out of the list, too."""
    assert [module for module in DOORS if file_of(module) is None] == []


def test_every_name_at_a_door_is_there() -> None:
    missing = []
    for module, listed in DOORS.items():
        place = file_of(module)
        assert place is not None
        text = place.read_text("utf-8")
        missing += [f"{module}.{name}" for name in listed - ALL if name not in text]
    assert missing == []


def test_nobody_gives_the_mark_by_hand() -> None:
    words = ("mark" + ".inner", "add_marker" + '("inner")')
    written = [file.name for file in files() if any(w in file.read_text("utf-8") for w in words)]
    assert written == []
