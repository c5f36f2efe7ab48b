"""Shows whether a change of the code left everything else as it was.

Games are played (see `games`), and everything that they show is written down (see `facts`): what is
offered, what is refused and why, what everybody sees, is advised, and reads. `digests.txt` has a
digest of it by rule set and kind of fact, so that its difference says what a change has changed.

    python -m tests.proof.same_everything              # which digests are not the accepted ones
    python -m tests.proof.same_everything accept
    python -m tests.proof.same_everything dump --ruleset standard --kind labels
    python -m tests.proof.same_everything differ main --ruleset standard --kind labels
    python -m tests.proof.same_everything differ v1 v2 --long

`differ` compares two commits, or a commit and the files as they are. Each is asked by its own
`dump`. With `--long` more and longer games are played; no digests of these are kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.proof import perft, undo_offers
from tests.proof.differences import between, report
from tests.proof.digests import accepted, changed, digests, write
from tests.proof.facts import KINDS, all_facts
from tests.proof.games import LONG, SHORT, names

ROOT = Path(__file__).parents[2]


def check(rulesets: Sequence[str]) -> int:
    """Say which digests are not the accepted ones."""
    wrong = 0
    for name in rulesets:
        for kind in changed(accepted(name), digests(all_facts(name, SHORT))):
            print(f"{name}: {kind} changed")
            wrong = 1
    return wrong


def accept() -> None:
    """Keep the digests and figures as they are now."""
    write({name: digests(all_facts(name, SHORT)) for name in names()})
    perft.accept()
    undo_offers.accept()


def dump(rulesets: Sequence[str], kinds: Sequence[str], long: bool) -> None:
    """Print facts, one a line."""
    for name in rulesets:
        for fact in all_facts(name, LONG if long else SHORT):
            if fact.kind in kinds:
                sys.stdout.buffer.write(fact.line() + b"\n")
    sys.stdout.buffer.flush()


@contextmanager
def files_of(commit: str | None) -> Iterator[Path]:
    """A folder with the files of a commit; without one, this one."""
    if commit is None:
        yield ROOT
        return
    git = ("git", "-C", str(ROOT), "worktree")
    with tempfile.TemporaryDirectory(prefix="herald-") as temporary:
        folder = Path(temporary) / "files"
        subprocess.run((*git, "add", "-q", "--detach", str(folder), commit), check=True)
        try:
            yield folder
        finally:
            subprocess.run((*git, "remove", "--force", str(folder)), check=True)


@contextmanager
def dumped(folder: Path, arguments: Sequence[str]) -> Iterator[Iterator[bytes]]:
    """The lines of `dump` in a folder, as they come."""
    command = (sys.executable, "-m", "tests.proof.same_everything", "dump", *arguments)
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        yield iter(running.stdout)
    if running.returncode:
        sys.exit(f"nothing to compare: the dump in {folder} failed")


def differ(
    before: str,
    after: str | None,
    rulesets: Sequence[str],
    kinds: Sequence[str],
    long: bool,
    most: int,
) -> int:
    """Print what is different between two commits."""
    found = 0
    with ExitStack() as open_files:
        folders = [open_files.enter_context(files_of(each)) for each in (before, after)]
        for name in rulesets:
            arguments = ["--ruleset", name, *(f"--kind={kind}" for kind in kinds)]
            arguments += ["--long"] if long else []
            with dumped(folders[0], arguments) as old, dumped(folders[1], arguments) as new:
                lines = list(report(between(old, new), most))
            print(f"{name}: {'different' if lines else 'the same'}", *lines, sep="\n", flush=True)
            found |= bool(lines)
    return found


def main() -> int:
    """Carry out one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "command", nargs="?", default="check", choices=("check", "accept", "dump", "differ")
    )
    parser.add_argument("commits", nargs="*", help="for differ: one commit, or two")
    parser.add_argument("--ruleset", action="append", choices=names(), default=[])
    parser.add_argument("--kind", action="append", choices=KINDS, default=[])
    parser.add_argument("--long", action="store_true", help="more and longer games")
    parser.add_argument("--most", type=int, default=5, help="shown of each kind")
    asked = parser.parse_args()
    rulesets, kinds = asked.ruleset or names(), asked.kind or KINDS
    if asked.command == "accept":
        accept()
        return 0
    if asked.command == "dump":
        dump(rulesets, kinds, asked.long)
        return 0
    if asked.command == "check":
        return check(rulesets)
    if len(asked.commits) not in (1, 2):
        parser.error("differ wants one commit or two")
    before, after = (*asked.commits, None)[:2]
    return differ(before, after, rulesets, kinds, asked.long, asked.most)


if __name__ == "__main__":
    sys.exit(main())
