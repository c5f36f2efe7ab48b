"""What players know from other games and a rulebook does without."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from importlib.resources import files

from engine.rulebook.lexicon import Phrase, stemmed_phrases

_ELSEWHERE_MOST = 0.4
"""A thing is not absent when more of the questions about it than this lead to other sections."""


@cache
def things_of_other_games() -> frozenset[Phrase]:
    """Every thing of the file as stems."""
    text = files(__package__).joinpath("other_games.toml").read_text("utf-8")
    groups: dict[str, str] = tomllib.loads(text)["things"]
    return frozenset(phrase for words in groups.values() for phrase in stemmed_phrases(words))


class Absent:
    """Finds in a question what other games have and this rulebook has not."""

    def __init__(self, things: Collection[Phrase]) -> None:
        self._longest = max(map(len, things), default=0)
        self._things = frozenset(things)

    def of(self, stems: Sequence[str]) -> frozenset[Phrase]:
        """The absent things that a text speaks of."""
        lengths = range(1, min(self._longest, len(stems)) + 1)
        phrases = {
            tuple(stems[at : at + length])
            for length in lengths
            for at in range(len(stems) - length + 1)
        }
        return self._things & phrases


def absent_things(
    things: Collection[Phrase],
    explained: Iterable[Sequence[str]],
    asked: Iterable[tuple[bool, Sequence[str]]],
) -> set[Phrase]:
    """Those of the things that a rulebook does without.

    A thing is absent when no text but that of the section on what there is not has it, and when
    the questions that have it do not lead to other sections. `explained` are the other sections as
    stems, `asked` the questions, each with whether it leads to the section on what there is not.
    """
    known = Absent(things)
    left = set(things)
    for stems in explained:
        left -= known.of(stems)
    leads: dict[Phrase, list[bool]] = defaultdict(list)
    for here, stems in asked:
        for thing in known.of(stems):
            leads[thing].append(here)
    return left - {
        thing for thing, each in leads.items() if each.count(False) > _ELSEWHERE_MOST * len(each)
    }
