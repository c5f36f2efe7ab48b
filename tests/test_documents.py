"""The documents are true: every path, module, class and command that they name is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

from bot.cli.program import parser

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "render" / "README.md"]
)
CODE = ("engine", "render", "bot", "tests", "migrations", "docs")
TICKED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCED = re.compile(r"^```.*?^```", re.M | re.S)
PATH = re.compile(r"(?:[\w.*-]+/)+[\w.*-]*|[\w-]+\.(?:py|toml|md|json|js|css|html)")
DOTTED = re.compile(r"(?:engine|render|bot|tests)(?:\.\w+)+")
DEFINED = re.compile(
    r"^ *(?:(?:async )?def |class |(?=\w+(?:: [^=\n]+)? = )|(?=\w+: [^=\n]+$))(\w+)", re.M
)
FRAME = re.compile(r"([A-Z]\w+)\(([a-z]+(?:, [a-z]+)*)\)")
CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
PLANNED = {"game.json", "herald.toml", "messages/de.toml"}
"""Files that a user makes."""
OTHERS = {"GitHub", "JavaScript"}


def ticked(document: Path) -> list[str]:
    """What stands in backticks, outside of blocks of code."""
    return TICKED.findall(FENCED.sub("", document.read_text("utf-8")))


@cache
def defined() -> frozenset[str]:
    """Every class, function and variable of the code."""
    files = (each for folder in CODE for each in (ROOT / folder).rglob("*.py"))
    return frozenset(name for file in files for name in DEFINED.findall(file.read_text("utf-8")))


@cache
def files() -> frozenset[str]:
    """Every file and folder that is kept, from the top of the repository."""
    found = [each for folder in CODE for each in (ROOT / folder).rglob("*")]
    found += [each for each in ROOT.iterdir() if not each.name.startswith(".venv")]
    return frozenset("/" + each.relative_to(ROOT).as_posix() for each in found)


def is_there(path: str) -> bool:
    """Whether a path is that of a file or folder, or ends one; `<name>` stands for anything."""
    wanted = "/" + path.strip("/")
    if wanted in files() or any(each.endswith(wanted) for each in files()):
        return True
    pattern = re.compile(".*" + re.escape(wanted).replace(r"\*", "[^/]*") + "$")
    return any(pattern.match(each) for each in files())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.name)
def test_paths_are_there(document: Path) -> None:
    named = [re.sub(r"<\w+>", "*", each) for each in ticked(document)]
    paths = {each for each in named if PATH.fullmatch(each) and each not in PLANNED}
    assert sorted(path for path in paths if not is_there(path)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.name)
def test_modules_are_there(document: Path) -> None:
    for name in filter(DOTTED.fullmatch, ticked(document)):
        module, _, inside = name.rpartition(".")
        path = name.replace(".", "/")
        known = is_there(f"{path}.py") or is_there(path)
        within = is_there(f"{module.replace('.', '/')}.py") or is_there(module.replace(".", "/"))
        assert known or (within and inside in defined()), name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.name)
def test_classes_are_there(document: Path) -> None:
    named = {word for each in ticked(document) for word in CLASS.findall(each)} - OTHERS
    assert sorted(named - defined()) == []


@cache
def fields() -> dict[str, set[str]]:
    """The fields of the engine's classes, by the names of the classes, inherited ones included."""
    own: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for file in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found = {ast.unparse(each.target) for each in node.body if is_field(each)}
                own.setdefault(node.name, set()).update(found)
                named = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                bases.setdefault(node.name, set()).update(named - {node.name})

    def all_of(name: str) -> set[str]:
        return own.get(name, set()).union(*(all_of(base) for base in bases.get(name, ())))

    return {name: all_of(name) for name in own}


def is_field(node: ast.stmt) -> TypeGuard[ast.AnnAssign]:
    """Whether a line of a class declares a field."""
    return isinstance(node, ast.AnnAssign)


def test_frames_have_the_fields_that_the_engine_page_names() -> None:
    named = [FRAME.fullmatch(each) for each in ticked(ROOT / "docs" / "engine.md")]
    frames = [each.groups() for each in named if each is not None and each[1] != "Form"]
    assert len(frames) >= 8
    wrong = [
        (name, field)
        for name, given in frames
        for field in given.split(", ")
        if field not in fields().get(name, ())
    ]
    assert wrong == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text("utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_command_is_in_the_readme() -> None:
    known = {name for each in parser()._actions if each.choices for name in each.choices}
    named = set(re.findall(r"`herald (\w+)", (ROOT / "README.md").read_text("utf-8")))
    assert named == known


def test_make_targets_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for document in DOCUMENTS:
        for target in re.findall(r"\bmake (\w+)\b(?=`|    )", document.read_text("utf-8")):
            assert re.search(rf"^{target}:", makefile, re.M), f"{document.name}: make {target}"


def first_line(file: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").partition("\n")[0]


@pytest.mark.parametrize("package", ["engine", "render", "bot"])
def test_every_package_and_module_says_what_it_is_for_in_its_first_line(package: str) -> None:
    modules = (ROOT / package).rglob("*.py")
    silent = [each for each in modules if not re.fullmatch(r"\W*\w.*[.!?:]", first_line(each))]
    assert [str(each.relative_to(ROOT)) for each in silent] == []


def test_the_hooks_run_what_make_test_lints() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    recipe = (
        (ROOT / "Makefile").read_text("utf-8").partition("\ntest:")[2].partition("\nrun-tests:")[0]
    )
    lint = [line.strip() for line in recipe.splitlines() if "$(BIN)" in line]
    assert len(lint) == 4
    for line in lint:
        assert f"entry: {line.removeprefix('@').replace('$(BIN)', '.venv/bin')}" in hooks
