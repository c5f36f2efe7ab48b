"""How long the search of the rulebooks takes to be ready, and to answer."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bot.cli.bench.figures import Figure, each_of
from engine.core.registry import rulesets
from engine.rulebook import rulebook
from engine.rulebook.questions import asked_about, names_of
from engine.rulebook.search import Index

QUESTIONS = 200
LONGEST = "what happens to my boats and the tanks aboard when the plague comes " * 20


def bench_rules(seconds: float) -> Iterator[Figure]:
    """Questions of every rule set, and one that is far too long."""
    for name in rulesets():
        book = rulebook(name)
        began = time.perf_counter()
        index = Index(book.sections, asked_about(name), names_of(name))
        yield Figure(f"{name}: index", (time.perf_counter() - began) * 1000, "ms")
        every = max(1, len(index.questions) // QUESTIONS)
        asked = [text for _, text in index.questions[::every]]
        spent = each_of(book.search, asked, seconds / 10)
        yield Figure(f"{name}: answer", spent / 1000, "ms")
    longest = each_of(rulebook(rulesets()[0]).search, [LONGEST], seconds / 10)
    yield Figure("a very long question", longest / 1000, "ms")
