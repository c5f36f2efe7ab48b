"""The message keys that the engine's sources name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

CODES = ("strange", "unknown", "needed", "nothing")
"""Class attributes that are codes of faults."""
ENGINE = Path(__file__).parents[2] / "engine"


class Call(NamedTuple):
    """A call that names a message: the possible keys, and the facts it gives (None: not known).

    A key that is put together at run time ends in an asterisk.
    """

    keys: tuple[str, ...]
    facts: frozenset[str] | None
    where: str
    is_fault: bool = False
    """Whether the question that it is a fault of may add facts."""


class Sources(NamedTuple):
    """What the sources of a rule set, and of the engine's core, name."""

    texts: list[Call]
    refusals: list[Call]
    misfits: list[Call]
    kinds: set[str]
    literals: set[str]
    faults: set[str]
    """The codes that faults are."""
    sorts: set[str]
    """What sorts call their things: a question adds it to the facts of its faults."""

    def exact(self, calls: list[Call]) -> set[str]:
        """The keys known in full."""
        return {key for call in calls for key in call.keys if not key.endswith("*")}

    def beginnings(self) -> set[str]:
        """The beginnings of text keys that are put together at run time."""
        return {key[:-1] for call in self.texts for key in call.keys if key.endswith("*")}


@cache
def sources(ruleset: str) -> Sources:
    """What a rule set and the core name."""
    found = Sources([], [], [], set(), set(), set(), set())
    for file in sorted({*(ENGINE / "core").rglob("*.py"), *_files(ruleset)}):
        own = _module(file).named
        found.texts.extend(own.texts)
        found.refusals.extend(own.refusals)
        found.misfits.extend(own.misfits)
        found.kinds.update(own.kinds)
        found.literals.update(own.literals)
        found.faults.update(own.faults)
        found.sorts.update(own.sorts)
    return found


class Module(NamedTuple):
    """A file of the engine: what it names, and the files outside the core that it imports."""

    named: Sources
    imported: list[Path]


@cache
def _module(file: Path) -> Module:
    """A file, read once for all rule sets. Its syntax tree is large and not kept."""
    tree = ast.parse(file.read_text("utf-8"))
    found = Sources([], [], [], set(), set(), set(), set())
    for scope in _scopes(tree):
        _collect(scope, file, found)
    return Module(found, list(_imported(tree)))


def _files(ruleset: str) -> set[Path]:
    """The files of a rule set, and those of kits and other rule sets that it builds on."""
    waiting = [*(ENGINE / "rulesets" / ruleset).rglob("*.py")]
    found: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _module(file).imported
    return found


def _imported(tree: ast.Module) -> Iterator[Path]:
    """The files of the engine, outside its core, that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine."):
            names = [str(node.module), *(f"{node.module}.{each.name}" for each in node.names)]
            for name in names:
                file = ENGINE.parent.joinpath(*name.split(".")).with_suffix(".py")
                if file.exists() and "core" not in file.parts:
                    yield file


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    """The outermost functions of a module, and the rest of it."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from node.body
        else:
            yield node


def _collect(scope: ast.AST, file: Path, found: Sources) -> None:
    if isinstance(scope, ast.Assign) and _named(scope.targets[0]) == "kind":
        found.kinds.update(_keys(scope.value, scope))
    if isinstance(scope, ast.Assign):
        for name, value in _assigned(scope):
            if name in CODES:
                found.faults.update(_codes(value))
            elif name == "fact":
                found.sorts.update(_codes(value))
    for node in ast.walk(scope):
        if isinstance(node, ast.FunctionDef) and _named(node.returns or node) == "Fault":
            for each in ast.walk(node):
                if isinstance(each, ast.Return) and each.value is not None:
                    found.faults.update(_codes(each.value))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.literals.add(node.value)
        if not isinstance(node, ast.Call):
            continue
        where = f"{file.name}:{node.lineno}"
        called = _named(node.func)
        if called in ("Text", "say") and node.args:
            found.texts.append(Call(_keys(node.args[0], scope), None, where))
        elif called in ("IllegalChoice", "no", "Unfit") and node.args:
            facts = frozenset(word.arg for word in node.keywords if word.arg is not None)
            plain = all(word.arg is not None for word in node.keywords)
            # A fault is a constant, or leaves the rule to its question.
            fault = called == "no" or isinstance(scope, ast.Assign) or len(node.args) == 1
            call = Call(_keys(node.args[0], scope), facts if plain else None, where, fault)
            (found.misfits if called == "Unfit" else found.refusals).append(call)
        elif called == "Decision" and len(node.args) > 1:
            found.kinds.update(_keys(node.args[1], scope))


def _assigned(node: ast.Assign) -> Iterator[tuple[str, ast.AST]]:
    """The names of an assignment, each with its value."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(map(_named, target.elts), node.value.elts, strict=True)
        else:
            yield _named(target), node.value


def _codes(node: ast.AST) -> Iterator[str]:
    """The strings that an expression can be by itself."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_codes(node.body), *_codes(node.orelse))
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield from _codes(each)


def _named(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _keys(node: ast.AST, scope: ast.AST) -> tuple[str, ...]:
    """The strings an expression can be, as far as its function tells."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.IfExp):
        return (*_keys(node.body, scope), *_keys(node.orelse, scope))
    if isinstance(node, ast.BinOp):
        return tuple(key.rstrip("*") + "*" for key in _keys(node.left, scope))
    if isinstance(node, ast.JoinedStr) and node.values:
        return tuple(key + "*" for key in _keys(node.values[0], scope))
    if isinstance(node, ast.Name):
        return tuple(
            key
            for each in ast.walk(scope)
            if isinstance(each, ast.Assign) and _named(each.targets[0]) == node.id
            for key in _keys(each.value, scope)
        )
    return ()
