"""The mutants that the tests are tried with: each is one change, and it is made."""

from __future__ import annotations

import ast

import pytest

from tests.mutants import Mutant, mutants_of


def after(source: str) -> list[str]:
    """The last line of a source, as each of its mutants has it."""
    found = [each.applied(source) for each in mutants_of("rules.py", source)]
    for text in found:
        ast.parse(text)
    return [text.splitlines()[-1].strip() for text in found]


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("return gold < 3", {"return (gold <= 3)", "return gold < 4"}),
        (
            "return a and not b",
            {"return (a or not b)", "return (a)", "return (not b)", "return a and (b)"},
        ),
        ("return 'é' + a", {"return ('é' - a)"}),
        ("return a if b else c", {"return (a)", "return (c)"}),
        ("play.tell(Moved(gold))", {"pass"}),
        ("log.info('moved')", set()),
        ("raise Wrong(3 + 4)", set()),
    ],
)
def test_a_line_is_changed_in_every_way(line: str, changed: set[str]) -> None:
    assert set(after(f"def rule(gold: int = 7) -> bool:\n    {line}\n")) == changed


def test_what_only_the_type_checker_reads_is_left_alone() -> None:
    assert after("if TYPE_CHECKING:\n    LIMIT = 3\n") == []
    assert after("limit: Limit[3] = 4\n") == []


def test_a_mutant_names_its_place() -> None:
    mutant = Mutant("rules.py", 2, 2, "    return 3\n", "    return 4\n")
    assert str(mutant) == "rules.py:2: return 3  ->  return 4"
