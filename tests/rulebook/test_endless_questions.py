"""Questions without end are read to a bounded length."""

from __future__ import annotations

import tracemalloc

import pytest

from engine.core.registry import rulesets
from engine.rulebook import rulebook
from engine.rulebook.spelling import Spelling

MEGABYTE = 1 << 20


@pytest.mark.parametrize("rules", rulesets())
def test_a_question_of_one_endless_word_takes_no_memory(rules: str) -> None:
    book = rulebook(rules)
    book.search("gold", 1)
    tracemalloc.start()
    try:
        # With thousands of letters it took gigabytes: the whole bot was killed.
        book.search("".join(map(chr, range(97, 123))) * 15, 3)
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert used < MEGABYTE


def test_a_question_of_many_words_is_read_to_a_bounded_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def correct(self: Spelling, word: str) -> str:
        read.append(word)
        return word

    monkeypatch.setattr(Spelling, "correct", correct)
    rulebook("standard").search("barbarin " * 600, 3)
    assert 0 < sum(map(len, read)) <= 1000
