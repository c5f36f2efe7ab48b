"""Mutants: one small change of the code each; tests that nobody would miss let it live.

    make mutants SEED=7 COUNT=100

Draws changes in the engine, the service and the store: a comparison the other way round, a
condition negated, a number one larger, a call left out. Each is made in a copy of the checkout, and
the tests that run the changed line are run until one fails. Which these are is read from coverage
with contexts, measured once for each state of the checkout (a quarter of an hour). What survives is
printed with its line: either a test is missing, or nobody could tell the difference.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from random import Random
from typing import NamedTuple

from coverage import CoverageData

ROOT = Path(__file__).parent.parent
ROOMS = ("engine", "bot/service", "bot/store")
MEASURED = ROOT / ".mutants"
FIRST, SECONDS = 40, 900
"""How many tests are tried first; how long a mutant may run until it counts as endless."""

OTHER_WAY: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
UNTOUCHED = (ast.JoinedStr, ast.Import, ast.ImportFrom, ast.AnnAssign, ast.Assert, ast.Raise)
"""What is passed over with all that is in it: texts, imports, types, what cannot happen."""


class Mutant(NamedTuple):
    """A change: the text of some lines of a file, before and after."""

    file: str
    first: int
    last: int
    before: str
    after: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.file}:{self.first}: {old}  ->  {new}"

    def applied(self, source: str) -> str:
        """The file with the change in it."""
        lines = source.splitlines(keepends=True)
        lines[self.first - 1 : self.last] = [self.after]
        return "".join(lines)


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """Every change of a file that is worth a try."""
    lines = source.splitlines(keepends=True)
    for node, new in changes(ast.parse(source)):
        first, last = node.lineno, node.end_lineno or node.lineno
        before = "".join(lines[first - 1 : last])
        head = lines[first - 1].encode()[: node.col_offset].decode()
        tail = lines[last - 1].encode()[node.end_col_offset or 0 :].decode()
        after = f"{head}{new}{tail}"
        if after != before:
            yield Mutant(file, first, last, before, after)


def changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Parts of a tree, each with the text that takes its place."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, UNTOUCHED) or is_typing(node):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # Signatures and decorators are types, names and defaults.
            for statement in node.body:
                yield from changes(ast.Module([statement], []))
            continue
        if isinstance(node, ast.expr | ast.stmt):
            yield from ((node, text) for text in replacements(node))
        yield from changes(node)


def is_typing(node: ast.AST) -> bool:
    """Whether a statement is for the type checker alone."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def is_call(node: ast.AST) -> bool:
    """Whether a statement only calls something."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await)


def replacements(node: ast.expr | ast.stmt) -> Iterator[str]:
    """Texts that can take the place of a part."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER_WAY:
        other = ast.Compare(node.left, [OTHER_WAY[type(node.ops[0])]()], node.comparators)  # type: ignore[list-item]  # the table pairs like with like
        yield f"({ast.unparse(other)})"
    elif isinstance(node, ast.BoolOp):
        yield f"({ast.unparse(ast.BoolOp(OTHER_WAY[type(node.op)](), node.values))})"  # type: ignore[arg-type]  # as above
        yield from (f"({ast.unparse(each)})" for each in node.values)
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER_WAY:
        other_sum = ast.BinOp(node.left, OTHER_WAY[type(node.op)](), node.right)  # type: ignore[arg-type]  # as above
        yield f"({ast.unparse(other_sum)})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.IfExp):
        yield f"({ast.unparse(node.body)})"
        yield f"({ast.unparse(node.orelse)})"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield str(node.value + 1)
    elif isinstance(node, ast.Continue | ast.Break):
        yield "break" if isinstance(node, ast.Continue) else "continue"
    elif is_call(node) and not ast.unparse(node).startswith("log."):
        yield "pass"


class Covering:
    """Which tests run a line, those first that run little else."""

    def __init__(self, path: Path) -> None:
        data = CoverageData(str(path))
        data.read()
        self._tests: dict[str, dict[int, list[str]]] = {}
        size: Counter[str] = Counter()
        for file in data.measured_files():
            name = Path(file).relative_to(ROOT).as_posix()
            by_line = data.contexts_by_lineno(file)
            self._tests[name] = {
                line: [each.partition("|")[0] for each in contexts if each]
                for line, contexts in by_line.items()
            }
            size.update(test for tests in self._tests[name].values() for test in tests)
        self._size = size

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests of a mutant's lines; what only runs on import has those of its file."""
        lines = self._tests.get(mutant.file, {})
        found = {test for n in range(mutant.first, mutant.last + 1) for test in lines.get(n, ())}
        if not found:
            found = {test for tests in lines.values() for test in tests}
        return sorted(found, key=lambda test: (self._size[test], test))


class Copy:
    """A copy of the checkout in which mutants live."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._moment = time.time()
        for name in tracked():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)

    def write(self, file: str, text: str) -> None:
        """Change a file, at a time of its own, so that nothing compiled before is taken for it."""
        self._moment += 2
        (self.folder / file).write_text(text, "utf-8")
        os.utime(self.folder / file, (self._moment, self._moment))

    def kills(self, mutant: Mutant, tests: list[str]) -> bool:
        """Whether a test notices."""
        source = (ROOT / mutant.file).read_text("utf-8")
        self.write(mutant.file, mutant.applied(source))
        try:
            return any(self._fails(part) for part in (tests[:FIRST], tests[FIRST:]) if part)
        finally:
            self.write(mutant.file, source)

    def _fails(self, tests: list[str]) -> bool:
        listed = self.folder / "tests-of-this-mutant"
        listed.write_text("\n".join(tests), "utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        try:
            done = subprocess.run(
                [*command, f"@{listed}"],
                cwd=self.folder,
                # Processes that tests start take the copy, too, not the checkout that is installed.
                env=os.environ | {"PYTHONPATH": str(self.folder)},
                capture_output=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0


def tracked() -> list[str]:
    """The files of the checkout."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in found.stdout.splitlines() if (ROOT / name).is_file()]


def measured() -> Path:
    """Coverage with contexts of the checkout as it is; measured where that is not done yet."""
    state = ["git", "stash", "create"]
    head = subprocess.run(state, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    if not head:
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
    path = MEASURED / head.strip()
    if not path.exists():
        MEASURED.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--cov", "--cov-report="]
        subprocess.run(
            [*command, "--cov-context=test"],
            cwd=ROOT,
            env=os.environ | {"COVERAGE_FILE": str(path)},
            check=False,
        )
    return path


def main() -> None:
    """Draw mutants, try them, and print those that nobody missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    args = parser.parse_args()
    code = [e for e in tracked() if e.endswith(".py") and e.startswith(tuple(args.rooms))]
    found = [each for e in code for each in mutants_of(e, (ROOT / e).read_text("utf-8"))]
    drawn = Random(args.seed).sample(found, args.count)
    covering = Covering(measured())
    survivors = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        copies: Queue[Copy] = Queue()
        for number in range(os.cpu_count() or 1):
            copies.put(Copy(Path(folder) / str(number)))

        def lives(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                return not copy.kills(mutant, covering.tests(mutant))
            finally:
                copies.put(copy)

        for mutant, survived in zip(drawn, pool.map(lives, drawn), strict=True):
            print("survived" if survived else "killed", mutant, flush=True)
            survivors += [mutant] if survived else []
    print(f"seed {args.seed}: {len(survivors)} of {len(drawn)} mutants survived")
    for mutant in survivors:
        print(f"  {mutant}")


if __name__ == "__main__":
    main()
