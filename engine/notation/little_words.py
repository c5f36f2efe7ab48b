"""The little words of a language that typed orders may contain: articles, "all", "none"."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.core.messages.catalogs import ENGLISH, read
from engine.notation.words import name_words

_PACKAGE = "engine.notation"


class LittleWords(NamedTuple):
    """Words that have a meaning of their own in a line; `none` is the one that is written."""

    noise: frozenset[str]
    everything: frozenset[str]
    nothing: frozenset[str]
    none: str
    polite: frozenset[str]
    """What people write out of politeness, or point at things with."""
    filler: frozenset[str]
    """What people write around an order, politeness included."""
    sorts: frozenset[str]
    """What sort of thing is named, where its name says enough; `filler` has them too."""
    deeds: frozenset[str]
    """Other words for what is done, where the question says what that is."""
    end: frozenset[str]
    """What people write who want nothing more."""
    rest: frozenset[str]
    """The same, where it means nothing else."""
    others: frozenset[str]
    """Words for other players; who names them wants something of them."""
    refuse: frozenset[str]
    """What people write who do not want what is asked."""
    idle: frozenset[str]
    """What may stand beside a refusal."""


@cache
def little_words(language: str) -> LittleWords:
    """The little words of a language; the English ones where it has none."""
    typed = read(_PACKAGE, ENGLISH)["typed"] | read(_PACKAGE, language).get("typed", {})
    return LittleWords(
        noise=frozenset(name_words(typed["noise"])),
        everything=frozenset(name_words(typed["all"])),
        nothing=frozenset(name_words(typed["none"])),
        none=name_words(typed["none"])[0],
        polite=frozenset(name_words(typed["polite"])),
        filler=frozenset(name_words(f"{typed['polite']} {typed['filler']} {typed['sorts']}")),
        sorts=frozenset(name_words(typed["sorts"])),
        deeds=frozenset(name_words(typed["deeds"])),
        end=frozenset(name_words(typed["end"])),
        rest=frozenset(name_words(typed["rest"])),
        others=frozenset(name_words(typed["others"])),
        refuse=frozenset(name_words(typed["refuse"])),
        idle=frozenset(name_words(typed["idle"])),
    )
