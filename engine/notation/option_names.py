"""What the options of a part are called, and which of them some words are likely to name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.core.grammar import Grammar, OneOf, Ordering, Subset, Unfit
from engine.core.messages import Voice
from engine.notation.everyday import everyday_beginnings, everyday_names
from engine.notation.plurals import in_plural
from engine.notation.words import Words, key_words, name_words

MOST_ALIKE = 6
NEAR = 2
"""Names that take the words this much less literally are still considered."""

Named = tuple[str, int, int]
"""An option that words of the line can name: its key, how many words, at what cost."""


class Options(NamedTuple):
    """A part's options by name, and which of them the words of a line can name, by place."""

    names: list[tuple[str, tuple[Words, ...]]]
    found: dict[int, list[Named]]


def option_names(
    grammar: OneOf | Subset | Ordering, voice: Voice, *, everyday: bool
) -> list[tuple[str, tuple[Words, ...]]]:
    """The names of a grammar's options by key; `everyday` names are those people also use."""
    found: list[tuple[str, tuple[Words, ...]]] = []
    for option in grammar.options():
        label = name_words(voice.text(option.label))
        plural = in_plural(label, voice)
        names = (key_words(option.key), label, *([plural] if plural else []))
        others = {other for name in names for other in everyday_names(name)} if everyday else set()
        several = {(*other[:-1], f"{other[-1]}s") for other in others}
        begun = {other for name in names for other in everyday_beginnings(name)} if everyday else ()
        found.append((option.key, (*names, *sorted(others.union(several, begun)))))
    return found


def likely(found: list[Named], best: dict[int, int]) -> list[Named]:
    """What words may well name: not what more words would name better, nor the unlikeliest."""
    kept: list[Named] = []
    for length, least in best.items():
        if any(more > length and cost < least for more, cost in best.items()):
            continue
        alike = [one for one in found if one[1] == length and one[2] <= least + NEAR]
        kept += sorted(alike, key=lambda one: one[2])[:MOST_ALIKE]
    return sorted(kept, key=lambda one: -one[1])


def fits(grammar: Grammar, value: Any) -> bool:
    """Whether a grammar produces a value."""
    try:
        grammar.validate(value)
    except Unfit:
        return False
    return True


def whole(grammar: Subset, keys: Sequence[str]) -> Iterator[list[str]]:
    """All there is of some options, if that may be chosen."""
    every = [key for key in keys for _ in range(grammar.room(key))]
    if fits(grammar, every):
        yield every
