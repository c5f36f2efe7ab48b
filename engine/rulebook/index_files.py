"""Where the indexes of the rulebooks are kept: built once, and again when a rulebook changes.

As Python keeps its compiled modules, they lie beside the rulebooks; where that folder cannot be
written, in one of the installation's own (`keep_indexes_in`), and without any in a file that goes
with the process. A file is named after what it was built from, so that it is never out of date.
"""

from __future__ import annotations

import hashlib
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from engine.core.errors import UnknownRuleset
from engine.core.messages import catalog
from engine.rulebook.lexicon import Lexicon
from engine.rulebook.postings import IndexFile
from engine.rulebook.questions import about, asked_about, names_of
from engine.rulebook.search import Index
from engine.rulebook.sections import Section

_SUFFIX = ".index"
_folders = [Path(__file__).with_name("built")]
"""Where indexes are looked for, and written where that is possible."""


def keep_indexes_in(folder: Path) -> None:
    """Keep indexes in a folder, too, for when that of the program cannot be written."""
    if folder not in _folders:
        _folders.append(folder)


def is_built(ruleset: str, sections: Sequence[Section]) -> bool:
    """Whether the index of a rulebook only has to be opened."""
    return any(path.is_file() for path in _paths(ruleset, sections))


def index_of(ruleset: str, sections: Sequence[Section]) -> Index:
    """The index of a rulebook, from its file; built, if there is none: that takes half a second."""
    lexicon = Lexicon(names_of(ruleset))
    for path in _paths(ruleset, sections):
        if path.is_file():
            with suppress(sqlite3.DatabaseError):  # Cut off, by a full disk for instance.
                file = IndexFile.at(path)
                return Index(file, sections, about(ruleset), lexicon)
    file = _built(ruleset, sections, lexicon)
    return Index(file, sections, about(ruleset), lexicon)


def _built(ruleset: str, sections: Sequence[Section], lexicon: Lexicon) -> IndexFile:
    """The index of a rulebook, built now, in the first folder that can be written."""
    for path in _paths(ruleset, sections):
        with suppress(OSError, sqlite3.OperationalError):
            path.parent.mkdir(parents=True, exist_ok=True)
            # Others may build the same at this moment: each writes its own, and the last one stays.
            with tempfile.TemporaryDirectory(dir=path.parent) as folder:
                unfinished = Path(folder) / path.name
                file = IndexFile.new(str(unfinished))
                _write(file, ruleset, sections, lexicon)
                file.close()
                unfinished.replace(path)
            for old in path.parent.glob(f"{ruleset}-*{_SUFFIX}"):
                if old != path:
                    with suppress(OSError):
                        old.unlink()
            return IndexFile.at(path)
    file = IndexFile.new()
    _write(file, ruleset, sections, lexicon)
    return file


def _write(file: IndexFile, ruleset: str, sections: Sequence[Section], lexicon: Lexicon) -> None:
    # Imported here, for most processes never build one.
    from engine.rulebook.building import write_index

    write_index(file, sections, asked_about(ruleset), names_of(ruleset), lexicon)


def _paths(ruleset: str, sections: Sequence[Section]) -> list[Path]:
    """Where the index of a rulebook may be."""
    name = f"{ruleset}-{_key(ruleset, sections)}{_SUFFIX}"
    return [folder / name for folder in _folders]


def _key(ruleset: str, sections: Sequence[Section]) -> str:
    """A name for all that the index of a rulebook is built from."""
    found = hashlib.sha256(_shared_key())
    for section in sections:
        found.update(f"{section.anchor}\0{section.title}\0{section.body}\0".encode())
    with suppress(UnknownRuleset):
        for key, variants in sorted(catalog(ruleset).entries.items()):
            found.update(f"{key}\0{variants[0].text}\0".encode())
    return found.hexdigest()[:16]


@cache
def _shared_key() -> bytes:
    """A digest of this program, of the questions and of the lexicon."""
    found = hashlib.sha256(f"{sys.byteorder} {sys.version_info[:2]}".encode())
    package = files(__package__)
    for folder in (package, package.joinpath("questions")):
        for entry in sorted(folder.iterdir(), key=lambda each: each.name):
            if entry.name.endswith((".py", ".toml")):
                found.update(entry.name.encode() + b"\0" + entry.read_bytes())
    return found.digest()
