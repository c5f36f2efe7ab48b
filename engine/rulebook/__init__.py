"""The rules as searchable text, in our own words: one Markdown file per rule set."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, cached_property
from importlib.resources import files

import msgspec

from engine.core.errors import HeraldError, UnknownRuleset
from engine.core.registry import package_of
from engine.rulebook.excerpts import Sentence, marked, sentences
from engine.rulebook.index_files import index_of, is_built, keep_indexes_in
from engine.rulebook.questions import about
from engine.rulebook.search import Hit, Index
from engine.rulebook.sections import MalformedRulebook, Section, parse

__all__ = [
    "Hit",
    "MalformedRulebook",
    "Rulebook",
    "Section",
    "Sentence",
    "UnknownRulebook",
    "UnknownSection",
    "keep_indexes_in",
    "marked",
    "rulebook",
    "sentences",
]

_SUFFIX = ".md"
_INHERITED = re.compile(r"\*As in \[[^]]+\]\((?P<book>[a-z0-9_]+)\.md\)\.\*")
"""Opens a section that another rulebook has under the same anchor; what follows is added to it."""


class UnknownRulebook(HeraldError):
    """There is no rules text for a rule set of that name."""

    def __init__(self, ruleset: str, known: tuple[str, ...]) -> None:
        super().__init__(ruleset, known)
        self.ruleset = ruleset
        self.known = known

    def __str__(self) -> str:
        return f"no rulebook for {self.ruleset!r}; there are: {', '.join(self.known)}"


class UnknownSection(HeraldError):
    """The rulebook has no section with that anchor."""

    def __init__(self, ruleset: str, anchor: str) -> None:
        super().__init__(ruleset, anchor)
        self.ruleset = ruleset
        self.anchor = anchor

    def __str__(self) -> str:
        return f"the {self.ruleset} rulebook has no section {self.anchor!r}"


class Rulebook:
    """The rules of one rule set, by anchor and by search."""

    def __init__(self, ruleset: str, text: str) -> None:
        """Parse `text`; raises `MalformedRulebook` when it breaks the format."""
        self.ruleset = ruleset
        self.title, sections = parse(text)
        self.sections = tuple(_with_inherited(section) for section in sections)
        self._by_anchor = {section.anchor: section for section in self.sections}

    @cached_property
    def index(self) -> Index:
        """The search, opened when it is first needed; a thread may do that beforehand."""
        return index_of(self.ruleset, self.sections)

    @property
    def is_searchable(self) -> bool:
        """Whether the search is open, so that a question takes no time."""
        return "index" in self.__dict__

    @property
    def is_built(self) -> bool:
        """Whether the search only has to be opened: to build it takes half a second."""
        return is_built(self.ruleset, self.sections)

    def __repr__(self) -> str:
        return f"Rulebook({self.ruleset!r}, {len(self.sections)} sections)"

    def section(self, anchor: str) -> Section:
        """The section that decisions and errors cite as `anchor`."""
        try:
            return self._by_anchor[anchor]
        except KeyError:
            raise UnknownSection(self.ruleset, anchor) from None

    def neighbours(self, section: Section) -> list[Section]:
        """The sections before and after one, as far as they stand in its chapter."""
        at = self.sections.index(section)
        beside = [*self.sections[max(at - 1, 0) : at], *self.sections[at + 1 : at + 2]]
        return [each for each in beside if each.chapter == section.chapter]

    def says_what_is_not(self, section: Section) -> bool:
        """Whether a section is the one on things of other games that these rules do without."""
        return section.anchor == about(self.ruleset).absent

    def met_in(self, section: Section) -> str | None:
        """The phase in which a player meets a section, by the key of its name."""
        for phase, chapters in about(self.ruleset).phases.items():
            if section.chapter in chapters:
                return phase
        return None

    def chapters_of(self, phase: str) -> tuple[str, ...]:
        """The chapters that one meets in a phase."""
        return about(self.ruleset).phases.get(phase, ())

    def search(self, query: str, limit: int = 5, near: Collection[str] = ()) -> list[Hit]:
        """The sections that answer a query in a player's words, best first.

        `near` are anchors of what the player is asked now.
        """
        return self.index.search(query, limit, near)


def _with_inherited(section: Section) -> Section:
    """A section that begins with "As in ..." with the other book's text in its place."""
    match = _INHERITED.match(section.body)
    if match is None:
        return section
    other = rulebook(match["book"]).section(section.anchor)
    added = section.body[match.end() :].strip()
    body = f"{other.body}\n\n{added}" if added else other.body
    rulings = section.rulings + other.rulings
    return msgspec.structs.replace(section, body=body, rulings=rulings, inherited=not added)


@cache
def rulebook(ruleset: str) -> Rulebook:
    """The rulebook of a rule set, read once."""
    texts = {
        entry.name.removesuffix(_SUFFIX): entry
        for entry in files(__name__).iterdir()
        if entry.name.endswith(_SUFFIX)
    }
    if ruleset not in texts:
        own = _own_text(ruleset)
        if own is None:
            raise UnknownRulebook(ruleset, tuple(sorted(texts)))
        return Rulebook(ruleset, own)
    return Rulebook(ruleset, texts[ruleset].read_text(encoding="utf-8"))


def _own_text(ruleset: str) -> str | None:
    """The `rulebook.md` of a rule set that lives elsewhere."""
    try:
        file = files(package_of(ruleset)).joinpath("rulebook.md")
    except UnknownRuleset:
        return None
    return file.read_text(encoding="utf-8") if file.is_file() else None
