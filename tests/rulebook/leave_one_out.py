"""How well the search finds a section by a question that was left out of its file.

    python -m tests.rulebook.leave_one_out [RULESET...] [--misses] [WEIGHT=VALUE...]

The weights of `engine/rulebook/search.py` and `lexicon.py` were chosen by these figures. The
held-out questions (`test_held_out.py`) play no part in it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from engine.rulebook import rulebook
from engine.rulebook.building import questions_of, write_index
from engine.rulebook.lexicon import Emphasis, Lexicon
from engine.rulebook.postings import IndexFile
from engine.rulebook.questions import asked_about, names_of
from engine.rulebook.search import Index, LeftOut, Weights

Figures = TypeVar("Figures", bound=msgspec.Struct)
BOOKS = ("standard", "fast_play", "advanced", "rhye", "civ2010")


def ranks(name: str, changed: Mapping[str, float], misses: bool) -> list[int]:
    """The place of the right section for every question in turn."""
    sections, asked, names = rulebook(name).sections, asked_about(name), names_of(name)
    lexicon, weights = Lexicon(names, _changed(Emphasis(), changed)), _changed(Weights(), changed)
    file = IndexFile.new()
    write_index(file, sections, asked, names, lexicon, weights)
    index = Index(file, sections, asked.about, lexicon, weights)
    found = []
    for number, (at, text) in enumerate(questions_of(sections, asked)):
        own = LeftOut(number, at, lexicon.terms(lexicon.stems(text)))
        scores = index.scores(index.read(text), without=own)
        order = sorted(scores, key=lambda each: -scores[each])
        found.append(order.index(at) + 1 if at in scores else len(sections))
        if misses and found[-1] > 3:
            instead = ", ".join(sections[each].anchor for each in order[:3])
            print(f"  {text!r}: {instead} instead of {sections[at].anchor}")
    return found


def _changed(weights: Figures, changed: Mapping[str, float]) -> Figures:
    own = {key: value for key, value in changed.items() if hasattr(weights, key)}
    return msgspec.structs.replace(weights, **own)


def main(arguments: list[str]) -> None:
    """Print how often the right section is first, and among three."""
    changed = {
        key: float(value) for key, _, value in (a.partition("=") for a in arguments) if value
    }
    for name in [each for each in arguments if each in BOOKS] or BOOKS:
        found = ranks(name, changed, "--misses" in arguments)
        first = sum(rank == 1 for rank in found) / len(found)
        three = sum(rank <= 3 for rank in found) / len(found)
        print(f"{name}: first {first:.3f}, among three {three:.3f} of {len(found)}")


if __name__ == "__main__":
    main(sys.argv[1:])
