"""Message catalogs: the sentences of a package in a language, one TOML file over another.

A package keeps its sentences in `messages/<language>.toml` (see `entries` for what is in one), and
more tables of them in the files of `messages/<language>/` where there are many.
`engine/core/messages` holds what all rule sets share. A rule set whose English file says
`extends = "standard"` has that one's sentences under its own; `extends = "world"` takes those of
the kit of that name, which all games on its board share. English lies under every other language,
so that a translation may be unfinished.

Words that do not come from a file (the names of the board's spaces), formats of its own and facts
worked out from an event are given by a module `vocabulary` of the rule set or the kit, as `NAMES`,
`FORMATS` and `FACTS`.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import msgspec

from engine.core.events import Event
from engine.core.messages.digest import Recipe
from engine.core.messages.entries import Entry, Format, entries_of, facts_of
from engine.core.messages.formats import FORMATS
from engine.core.messages.report import Merger
from engine.core.registry import package_of

ENGLISH = "en"
SHARED = "engine.core"
KITS = ("world", "tiles")
"""What rule sets are built from; a kit has words, but is no game."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")

Working = Callable[[Any], Mapping[str, Any]]


class Vocabulary(msgspec.Struct, frozen=True):
    """What a catalog has beyond its files."""

    names: Mapping[str, str] = {}
    formats: Mapping[str, Format] = {}
    facts: Mapping[str, Working] = {}

    def __or__(self, other: Vocabulary) -> Vocabulary:
        """Both; the other's words win."""
        return Vocabulary(
            {**self.names, **other.names},
            {**self.formats, **other.formats},
            {**self.facts, **other.facts},
        )


_NO_NAMES = frozenset(
    {
        *("ask", "cards", "chart", "deaths", "detail", "end", "finish", "goal", "label", "line"),
        *("list", "part", "plan", "points", "reason", "reference", "sheet", "source", "table"),
        *("topic", "why"),
    }
)
"""Tables that hold headings and remarks: no player means a thing by these."""


class Catalog:
    """Sentences in one language, by key. A `Voice` speaks them.

    `first | second` holds the entries of both; where both have one, the second's. A strict catalog
    makes its voices raise `MissingText` where others make do; it is for tests.
    """

    def __init__(
        self,
        contents: Iterable[Mapping[str, Any]],
        vocabulary: Vocabulary = Vocabulary(),  # noqa: B008 - frozen
        *,
        strict: bool = False,
    ) -> None:
        self.entries: Mapping[str, Entry] = entries_of(vocabulary.names)
        self.mergers: Mapping[str, Merger] = {}
        self.recipes: Mapping[str, Recipe] = {}
        self.formats: Mapping[str, Format] = {**FORMATS, **vocabulary.formats}
        self.strict = strict
        self._facts = vocabulary.facts
        for content in contents:
            own = {key: value for key, value in content.items() if key != "extends"}
            self.mergers |= msgspec.convert(own.pop("report", {}), dict[str, Merger])
            self.recipes |= msgspec.convert(own.pop("digest", {}), dict[str, Recipe])
            self.entries |= entries_of(own)

    def __or__(self, other: Catalog) -> Catalog:
        both = Catalog((), strict=self.strict and other.strict)
        both.entries = {**self.entries, **other.entries}
        both.mergers = {**self.mergers, **other.mergers}
        both.recipes = {**self.recipes, **other.recipes}
        both.formats = {**self.formats, **other.formats}
        both._facts = {**self._facts, **other._facts}
        return both

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The place of each entry among all, for what is listed in the order of the files."""
        return {key: at for at, key in enumerate(self.entries)}

    @cached_property
    def things(self) -> Mapping[str, str]:
        """What has a name, by key; sentences, headings and remarks are none."""
        found: dict[str, str] = {}
        for key, entry in self.entries.items():
            table, _, name = key.rpartition(".")
            if not table or "." in table or table in _NO_NAMES or len(entry) > 1:
                continue
            if "{" not in entry[0].text and not entry[0].text.endswith("."):
                found.setdefault(name, entry[0].text)
        return found

    def has(self, key: str) -> bool:
        """Whether there is an entry for a key."""
        return key in self.entries

    def facts(self, event: Event) -> dict[str, Any]:
        """What the sentence of an event can speak of: its fields, and what follows from them."""
        facts = dict(facts_of(event))
        work = self._facts.get(type(event).__name__)
        return {**facts, **work(event)} if work else facts


def catalog(ruleset: str, language: str = ENGLISH, *, strict: bool = False) -> Catalog:
    """The sentences of a rule set in a language; English where the language has none. Read once.

    `pt-BR` is Brazilian over plain Portuguese over English. Raises `UnknownRuleset`.
    """
    # However the same one is asked for, it is read once: `cache` alone would tell the ways apart.
    return _kept(ruleset, language, strict)


def read_catalog(ruleset: str, language: str = ENGLISH, strict: bool = False) -> Catalog:
    """The same, read from its files."""
    packages = layers(ruleset)
    vocabulary = Vocabulary()
    for package in packages:
        vocabulary |= _vocabulary(package)
    return load(*packages, language=language, vocabulary=vocabulary, strict=strict)


_kept = cache(read_catalog)


@cache
def layers(ruleset: str) -> tuple[str, ...]:
    """The packages that a rule set's words are read from, the most general first.

    Raises `UnknownRuleset`.
    """
    found = [package_of(ruleset)]
    while (below := read(found[0], ENGLISH).get("extends")) is not None:
        found.insert(0, _package(below))
    return tuple(found)


def load(
    *packages: str,
    language: str = ENGLISH,
    vocabulary: Vocabulary = Vocabulary(),  # noqa: B008 - frozen
    strict: bool = False,
) -> Catalog:
    """The sentences of some packages over those that all share; the last package's win."""
    contents = (
        read(package, each) for each in _languages(language) for package in (SHARED, *packages)
    )
    return Catalog(contents, vocabulary, strict=strict)


def read(package: str, language: str) -> dict[str, Any]:
    """A package's sentences in one language; a folder of that name holds more files of them."""
    folder = files(package) / "messages"
    found = [folder / f"{language}.toml"]
    more = folder / language
    if more.is_dir():
        found += sorted(more.iterdir(), key=lambda file: file.name)
    content: dict[str, Any] = {}
    for file in found:
        if file.is_file():
            content |= tomllib.loads(file.read_text("utf-8"))
    return content


def _languages(language: str) -> list[str]:
    """The languages to read, the most general first."""
    if not _LANGUAGE.fullmatch(language):
        return [ENGLISH]
    parts = language.split("-")
    own = ["-".join(parts[: count + 1]) for count in range(len(parts))]
    return [ENGLISH, *(each for each in own if each != ENGLISH)]


def _package(name: str) -> str:
    return f"engine.{name}" if name in KITS else package_of(name)


def _vocabulary(package: str) -> Vocabulary:
    """What a package's module `vocabulary` offers, if it has one."""
    name = f"{package}.vocabulary"
    if find_spec(name) is None:
        return Vocabulary()
    own = importlib.import_module(name)
    return Vocabulary(*(getattr(own, part, {}) for part in ("NAMES", "FORMATS", "FACTS")))
