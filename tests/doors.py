"""Which tests look past the doors of a package, and at what.

A door is a module, or some names of one, that a package promises to those outside it: what its
`__init__` lists, or what docs/engine.md and docs/service.md say is used from outside. A test that
takes nothing else from the project goes on unchanged when the inside of a package is rebuilt. All
others get the mark `inner`, which nobody writes by hand: it follows from what a file imports,
replaces (`setattr`) and touches of what is private, and from the modules of tests that it imports.

Set-up may reach for what it needs, since one place is quickly mended: files and folders called
`builders`, and the fixtures of `conftest.py`.

    python -m tests.doors            # how many files are inner, and what they reach for most
    python -m tests.doors FILE...    # what these files reach for
"""

from __future__ import annotations

import ast
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import resolve_name
from pathlib import Path, PurePath

import msgspec
import pytest

ROOT = Path(__file__).resolve().parents[1]
OWN = ("bot", "engine", "migrations", "render")
"""The packages that have doors."""


def names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


ALL = names("*")
"""A door that is open for every public name."""


CORE = names(
    "advice charts components decision dice errors events flow game grammar history lobby marks"
    " messages policies posted ranking record registry ruleset simultaneous text view"
)
CONFORMANCE = names("boards leaks misfits playouts portraits taking_back twins")
RULE_SETS = names("advanced civ2010 fast_play rhye standard")
TABLES_OF_THE_STORE = names(
    "choices clocks errors games lifecycle outbox people prepared seats votes"
)

DOORS: Mapping[str, frozenset[str]] = {
    # The contract of every rule set, and the values it speaks in.
    **{f"engine.core.{name}": ALL for name in CORE},
    # The suite that every rule set passes.
    **{f"engine.conformance.{name}": ALL for name in CONFORMANCE},
    # A rule set is known by its name; what it tells are typed events.
    **{f"engine.rulesets.{name}": names("RULESET") for name in RULE_SETS},
    **{f"engine.rulesets.{name}.events": ALL for name in RULE_SETS},
    # The map, and what views and events of the two boards show.
    "engine.world": ALL,
    "engine.world.events": ALL,
    "engine.world.view": ALL,
    "engine.tiles.civ": ALL,
    "engine.tiles.events": ALL,
    "engine.tiles.view": ALL,
    "engine.lessons": ALL,
    "engine.rulebook": ALL,
    "engine.notation.card_names": names("card_names"),
    "engine.notation.order_lists": names("orders_on"),
    "engine.notation.phrases": names("Phrase Phrases"),
    # A view as a picture, and in words.
    "render": ALL,
    "render.text.board": names("alt_text board_pages board_text"),
    "render.text.charts": names("card_text chart_alt_text chart_text reference_text"),
    # What everything that talks is told, and how it tells time.
    "bot.config": ALL,
    "bot.moment": ALL,
    "bot.version": ALL,
    # The game master, and what goes in and comes out.
    "bot.service": ALL,
    "bot.service.announcing.announcements": ALL,
    "bot.service.errors": ALL,
    "bot.service.requests": ALL,
    "bot.service.responses": ALL,
    # Transactions, and the modules that read and write inside one.
    "bot.store": ALL,
    **{f"bot.store.{name}": ALL for name in TABLES_OF_THE_STORE},
    # Herald on Discord as it is started; the table that simulates Discord, and its users.
    "bot.discord.client": names("Bot"),
    "bot.discord.application": names("CannotRun"),
    "bot.discord.run": names("assembled run serve"),
    # What buttons do: their letters stay in channels for years.
    "bot.discord.interactions.verbs": names("Verb"),
    "bot.local_discord.faults": names("Fault"),
    "bot.local_discord.server": names("LocalDiscord"),
    "bot.local_discord.rate_limits": names("Limit"),
    "bot.local_discord.run": names("for_table run running_bot serve"),
    "bot.local_discord.user_client": names("UserClient"),
    "bot.local_discord.world.models": ALL,
    # The program.
    "bot.cli": names("main"),
    "bot.cli.program": names("main parser"),
}

PUBLIC_UNDERSCORES = names("_asdict _fields _make _replace")
"""What named tuples promise."""


class Reach(msgspec.Struct, frozen=True):
    """What a file of tests takes from the project, replaces in it, and takes from other files."""

    taken: tuple[tuple[str, str], ...]
    """Modules and their names; "" for a module that is imported as a whole."""
    private: tuple[str, ...]
    """Private attributes that it touches, and does not define itself."""
    beside: tuple[str, ...]
    """The files of tests that it imports."""

    def past_doors(self) -> list[str]:
        """What of it is behind a door."""
        return sorted(
            {
                *(
                    f"{module}.{name}".rstrip(".")
                    for module, name in self.taken
                    if not is_open(module, name)
                ),
                *(f".{name}" for name in self.private),
            }
        )


def is_open(module: str, name: str) -> bool:
    """Whether a name of a module is at a door; a module as a whole is where all its names are."""
    if module not in DOORS or name.startswith("_"):
        return False
    return DOORS[module] == ALL or name in DOORS[module]


@cache
def is_listed(package: str, name: str) -> bool:
    """Whether a package lists a name that one of its modules has, too."""
    place = file_of(package)
    return place is not None and f'    "{name}",\n' in place.read_text("utf-8")


def is_builder(file: PurePath) -> bool:
    """Whether a file sets things up for tests, and may import what it needs. A toy rule set does:
    it is made of the kits, as every rule set is."""
    return (
        "builders" in (file.stem, file.parent.name)
        or "toy" in file.parts
        or file.name == "conftest.py"
    )


class _Reading(ast.NodeVisitor):
    """Reads what a file of tests reaches for."""

    def __init__(self, file: Path, root: Path) -> None:
        self.root = root
        self.package = ".".join(file.relative_to(root).parent.parts)
        self.modules: dict[str, str] = {}
        self.things: dict[str, tuple[str, str]] = {}
        self.taken: set[tuple[str, str]] = set()
        self.used: set[str] = set()
        self.defined: set[str] = set()
        self.beside: set[str] = set()

    def visit_Import(self, node: ast.Import) -> None:
        for each in node.names:
            if each.name.split(".")[0] in OWN:
                self.taken.add((each.name, ""))
            self._beside(each.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = resolve_name("." * node.level + (node.module or ""), self.package)
        for each in node.names:
            if module.split(".")[0] in OWN:
                self._from(module, each.name, each.asname or each.name)
            self._beside(f"{module}.{each.name}")
        self._beside(module)

    def _from(self, module: str, name: str, known_as: str) -> None:
        inside = f"{module}.{name}"
        if file_of(inside) is None or is_listed(module, name):
            self.taken.add((module, name))
            self.things[known_as] = (module, name)
        else:
            self.modules[known_as] = inside
            if inside not in DOORS:
                self.taken.add((inside, ""))

    def _beside(self, module: str) -> None:
        file = file_of(module, self.root) if module.startswith("tests.") else None
        if file is not None and file.name != "__init__.py":
            self.beside.add(file.relative_to(self.root).as_posix())

    def visit_Attribute(self, node: ast.Attribute) -> None:
        base = node.value
        if isinstance(base, ast.Name) and base.id in self.modules:
            self.taken.add((self.modules[base.id], node.attr))
        elif _is_private(node.attr):
            own = isinstance(base, ast.Name) and base.id in ("self", "cls")
            (self.defined if own else self.used).add(node.attr)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.defined.add(node.name)
        self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("setattr", "delattr"):
            self._patch(node.args)
        self.generic_visit(node)

    def _patch(self, given: list[ast.expr]) -> None:
        """What is replaced: a name of a module, a member of what was imported, or by its path."""
        match given:
            case [ast.Constant(value=str(path)), *_] if path.split(".")[0] in OWN:
                module, _, name = path.rpartition(".")
                if file_of(module) is None:
                    module, _, name = module.rpartition(".")
                self.taken.add((module, name))
            case [ast.Name(id=known), ast.Constant(value=str(name)), *_]:
                if known in self.modules:
                    self.taken.add((self.modules[known], name))
                elif _is_private(name):
                    self.used.add(name)
            case [_, ast.Constant(value=str(name)), *_] if _is_private(name):
                self.used.add(name)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC_UNDERSCORES


@cache
def file_of(module: str, root: Path = ROOT) -> Path | None:
    """The file of a module or package, if it is one."""
    place = root.joinpath(*module.split("."))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if file.exists():
            return file
    return None


def read(file: Path, root: Path = ROOT) -> Reach:
    """What one file reaches for."""
    reading = _Reading(file, root)
    reading.visit(ast.parse(file.read_text("utf-8")))
    private = reading.used - reading.defined
    return Reach(
        tuple(sorted(reading.taken)), tuple(sorted(private)), tuple(sorted(reading.beside))
    )


class Known(msgspec.Struct):
    """A file as it was read, and when it was last changed then."""

    changed: int
    reach: Reach


class Doors:
    """What files of tests reach for; what was read is kept in a file for the next run."""

    def __init__(self, kept: Path | None = None, root: Path = ROOT) -> None:
        self.root = root
        self.kept = kept
        self._known = _load(kept) if kept else {}
        self._past: dict[Path, tuple[str, ...]] = {}
        self._new = False

    def past(self, file: Path) -> tuple[str, ...]:
        """What a file takes from behind doors, by itself or through what it imports of tests."""
        if file not in self._past:
            self._past[file] = tuple(sorted(self._find(file)))
        return self._past[file]

    def is_inner(self, file: Path) -> bool:
        return bool(self.past(file))

    def save(self) -> None:
        """Keep what was read, whole or not at all: several processes do this at once."""
        if self._new and self.kept:
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            new = self.kept.with_name(f"{self.kept.name}.{os.getpid()}")
            new.write_bytes(msgspec.json.encode(self._known))
            new.replace(self.kept)

    def _find(self, file: Path) -> set[str]:
        found: set[str] = set()
        name = file.relative_to(self.root).as_posix()
        seen, waiting = {name}, [name]
        while waiting:
            reach = self._reach(waiting.pop())
            found.update(reach.past_doors())
            beside = set(reach.beside) - seen
            seen |= beside
            waiting += [each for each in beside if not is_builder(PurePath(each))]
        return found

    def _reach(self, name: str) -> Reach:
        file = self.root / name
        changed = file.stat().st_mtime_ns
        known = self._known.get(name)
        if known is None or known.changed != changed:
            known = self._known[name] = Known(changed, read(file, self.root))
            self._new = True
        return known.reach


def _load(kept: Path) -> dict[str, Known]:
    """What was kept; nothing where that was written by another version of this module."""
    try:
        if kept.stat().st_mtime_ns > Path(__file__).stat().st_mtime_ns:
            return msgspec.json.decode(kept.read_bytes(), type=dict[str, Known])
    except (OSError, msgspec.MsgspecError):
        pass
    return {}


def mark(items: Iterable[pytest.Item], doors: Doors) -> None:
    """Mark the tests of files that look past doors."""
    for item in items:
        if doors.is_inner(item.path):
            item.add_marker("inner")


class Count:
    """How many files and tests look past doors, and how many do not."""

    def __init__(self) -> None:
        self.inner, self.others = Counter[str](), Counter[str]()

    def add(self, report: pytest.TestReport) -> None:
        """Count a test when it was called; those that were skipped do not count."""
        if report.when == "call":
            counted = self.inner if "inner" in report.keywords else self.others
            counted[report.nodeid.partition("::")[0]] += 1

    def __str__(self) -> str:
        return (
            f"Doors only: {self.others.total():,} tests of {len(self.others)} files. "
            f"Inner: {self.inner.total():,} tests of {len(self.inner)} files."
        )


def files() -> list[Path]:
    """Every file with tests in it."""
    return sorted((ROOT / "tests").rglob("test_*.py"))


def report(wanted: Iterable[str]) -> Iterator[str]:
    """What some files reach for behind doors; of all files, how many do and what for most."""
    doors = Doors()
    chosen = [Path(name).resolve() for name in wanted]
    for file in chosen:
        yield f"{file.relative_to(ROOT)}: {', '.join(doors.past(file)) or 'doors only'}"
    if not chosen:
        past = {file: doors.past(file) for file in files()}
        inner = sum(map(bool, past.values()))
        yield f"{len(past) - inner} files of tests use doors only, {inner} are inner."
        reached = Counter(name for found in past.values() for name in found)
        yield from (f"{number:5} {name}" for name, number in reached.most_common(40))


if __name__ == "__main__":
    print("\n".join(report(sys.argv[1:])))
