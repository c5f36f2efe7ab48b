"""How long the search of the rulebooks takes to be ready, and to answer."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bot.cli.bench.figures import Figure, each_of
from engine.core.registry import rulesets
from engine.rulebook import rulebook
from engine.rulebook.building import questions_of, write_index
from engine.rulebook.index_files import index_of
from engine.rulebook.lexicon import Lexicon
from engine.rulebook.postings import IndexFile
from engine.rulebook.questions import asked_about, names_of

QUESTIONS = 200
LONGEST = "what happens to my boats and the tanks aboard when the plague comes " * 20


def bench_rules(seconds: float) -> Iterator[Figure]:
    """Questions of every rule set, and one that is far too long."""
    for name in rulesets():
        book, names, asked = rulebook(name), names_of(name), asked_about(name)
        began = time.perf_counter()
        file = IndexFile.new()
        write_index(file, book.sections, asked, names, Lexicon(names))
        yield Figure(f"{name}: building the index", (time.perf_counter() - began) * 1000, "ms")
        file.close()
        book.index  # noqa: B018 - its file is there from here on
        began = time.perf_counter()
        index_of(name, book.sections).close()
        yield Figure(f"{name}: opening it", (time.perf_counter() - began) * 1000, "ms")
        questions = [text for _, text in questions_of(book.sections, asked)]
        some = questions[:: max(1, len(questions) // QUESTIONS)]
        spent = each_of(book.search, some, seconds / 10)
        yield Figure(f"{name}: answer", spent / 1000, "ms")
    longest = each_of(rulebook(rulesets()[0]).search, [LONGEST], seconds / 10)
    yield Figure("a very long question", longest / 1000, "ms")
