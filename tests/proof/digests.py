"""The accepted digests: one for each rule set and kind of fact."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tests.proof.facts import KINDS, Fact, Kind

FILE = Path(__file__).parent / "digests.txt"
LENGTH = 16


class Digest(NamedTuple):
    """So many facts, and the fingerprint of all of them in their order."""

    facts: int
    fingerprint: str


Digests = dict[Kind, Digest]


def digests(facts: Iterable[Fact]) -> Digests:
    """The digest of each kind of fact."""
    counts: Counter[Kind] = Counter()
    hashes: dict[Kind, Any] = {}
    for fact in facts:
        counts[fact.kind] += 1
        found = hashes.setdefault(fact.kind, hashlib.sha256())
        found.update(fact.line())
        found.update(b"\n")
    return {
        kind: Digest(counts[kind], found.hexdigest()[:LENGTH]) for kind, found in hashes.items()
    }


def changed(before: Digests, after: Digests) -> list[Kind]:
    """The kinds that differ."""
    return [kind for kind in before | after if before.get(kind) != after.get(kind)]


def accepted(name: str) -> Digests:
    """Those of a rule set that were accepted."""
    found: Digests = {}
    for line in FILE.read_text("utf-8").splitlines():
        ruleset, kind, count, fingerprint = line.split()
        if ruleset == name:
            found[kind] = Digest(int(count), fingerprint)  # type: ignore[index]  # a kind, as written
    return found


def write(found: dict[str, Digests]) -> None:
    """Accept digests of all rule sets."""
    rows = [
        f"{name:10} {kind:12} {digest.facts:6} {digest.fingerprint}"
        for name, kinds in found.items()
        for kind, digest in sorted(kinds.items(), key=lambda each: KINDS.index(each[0]))
    ]
    FILE.write_text("\n".join(rows) + "\n", encoding="utf-8")
