"""The search is built once and read from its file; it is never that of another text."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest

from engine.rulebook import index_files, keep_indexes_in, rulebook
from engine.rulebook.index_files import index_of, is_built
from engine.rulebook.search import Index
from engine.rulebook.sections import Section

BOOK = rulebook("fast_play")
FEW = BOOK.sections[:12]
"""So many that something is found, so few that an index is soon built."""
Answers = list[tuple[str, float, str]]
QUESTION = "how many dice does a tank roll"


def answers(index: Index) -> Answers:
    return [(hit.section.anchor, hit.score, hit.excerpt) for hit in index.search(QUESTION, 3)]


def opened(sections: tuple[Section, ...] = FEW) -> Index:
    return index_of("fast_play", sections)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What an index answers that was built a moment ago."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(index_files, "_folders", [tmp_path_factory.mktemp("right")])
        return answers(opened())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder for indexes."""
    found = tmp_path / "built"
    monkeypatch.setattr(index_files, "_folders", [found])
    return found


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rule sets whose index was built."""
    found = list[str]()
    write = index_files._write

    def noted(file: object, ruleset: str, *rest: object) -> None:
        found.append(ruleset)
        write(file, ruleset, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(index_files, "_write", noted)
    return found


def test_it_is_built_once(folder: Path, builds: list[str], right: Answers) -> None:
    assert not is_built("fast_play", FEW)
    first, again = opened(), opened()
    assert is_built("fast_play", FEW)
    assert answers(first) == answers(again) == right
    assert builds == ["fast_play"]
    assert len(list(folder.iterdir())) == 1


def test_another_text_has_another_index_and_the_old_one_goes(
    folder: Path, builds: list[str]
) -> None:
    opened().close()
    (old,) = folder.iterdir()
    first, *others = FEW
    changed = msgspec.structs.replace(first, body=f"{first.body} Zeppelins are free.")
    hit = opened((changed, *others)).search("zeppelins", 1)[0]
    assert hit.section is changed
    assert builds == ["fast_play"] * 2
    assert len(list(folder.iterdir())) == 1 and not old.exists()


def test_a_file_that_was_cut_off_is_built_again(
    folder: Path, builds: list[str], right: Answers
) -> None:
    opened().close()
    (file,) = folder.iterdir()
    for left in (b"", file.read_bytes()[:2000], b"no database at all" * 999):
        file.write_bytes(left)
        assert answers(opened()) == right
    assert len(builds) == 4


def test_where_the_program_cannot_be_written_it_is_kept_with_the_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, builds: list[str], right: Answers
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(index_files, "_folders", [tmp_path / "file" / "built"])
    assert answers(opened()) == right, "in a file that goes with the process"
    keep_indexes_in(tmp_path / "own")
    opened()
    assert answers(opened()) == right
    assert len(list((tmp_path / "own").iterdir())) == 1
    assert len(builds) == 2


def test_what_was_built_can_only_be_read(folder: Path) -> None:
    index = opened()
    with pytest.raises(sqlite3.OperationalError):
        index._file.note("more", 1)
