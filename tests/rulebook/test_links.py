"""Every kind of decision and every refusal of a rule set leads to a section that exists.

Here the code is read; that the rule behind a refusal exists when it is worked out while playing is
checked where each code is provoked (see `refuse` of the tables that cases are played on), and for
decisions by the conformance suite.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import pytest

from engine.core.messages.catalogs import layers
from engine.core.registry import rulesets
from engine.rulebook import rulebook


@pytest.fixture(params=rulesets())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def anchors_of(*names: str) -> set[str]:
    return {section.anchor for name in names for section in rulebook(name).sections}


Node = TypeVar("Node", ast.Call, ast.Raise)


def parts(name: str, kind: type[Node]) -> Iterator[tuple[str, set[str], Node]]:
    """The calls, or the raises, in the code of a rule set and of what it is built on.

    Each with its place and the sections it may name: what is only built on may be used by others.
    """
    for package in layers(name):
        own = package.endswith(f".{name}")
        anchors = anchors_of(name) if own else anchors_of(*rulesets())
        spec = find_spec(package)
        assert spec is not None and spec.origin is not None
        if package == "engine.core":
            continue
        for file in sorted(Path(spec.origin).parent.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, kind):
                    yield f"{package}, {file.name}:{node.lineno}", anchors, node


def calls(name: str) -> Iterator[tuple[str, set[str], ast.Call]]:
    return parts(name, ast.Call)


def called(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def rule_of(node: ast.Call, place: int | None) -> ast.expr | None:
    """What a call gives as the rule: by name, or by its place among the arguments."""
    named = [keyword.value for keyword in node.keywords if keyword.arg == "rule"]
    if named:
        return named[0]
    return node.args[place] if place is not None and len(node.args) > place else None


def constants(node: ast.expr) -> set[str]:
    """The strings that an expression can come to, where that can be read."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def test_every_refusal_names_a_rule_that_exists(name: str) -> None:
    """What is raised names one itself; a fault may leave it to its question (`refusal`)."""
    seen = 0
    for place, anchors, node in calls(name):
        if called(node) == "IllegalChoice":
            seen += 1
            rule = rule_of(node, 1)
            assert rule is None or constants(rule) <= anchors, place
    for place, _, raised in parts(name, ast.Raise):
        refused = raised.exc
        if isinstance(refused, ast.Call) and called(refused) == "IllegalChoice":
            assert rule_of(refused, 1) is not None, f"{place} refuses without a rule"
    assert seen


def test_every_decision_names_a_rule_that_exists(name: str) -> None:
    seen = 0
    for place, anchors, node in calls(name):
        if called(node) in ("Decision", "decision"):
            seen += 1
            rule = rule_of(node, None)
            assert rule is not None, f"{place} asks without a rule"
            assert constants(rule) <= anchors, place
    assert seen


def test_every_script_and_question_names_a_rule_that_exists(name: str) -> None:
    """Refusals and decisions take theirs from it."""
    for place, anchors, node in calls(name):
        if called(node) in ("script", "question", "operation"):
            rule = rule_of(node, None)
            assert rule is None or constants(rule) <= anchors, place
