"""The questions that lead to sections, and where the names of things are explained."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from engine.core.errors import UnknownRuleset
from engine.core.messages import catalog

_FOLDER = "questions"
_SUFFIX = ".toml"


class Borrowed(msgspec.Struct, frozen=True):
    """Sections whose questions another rulebook has under the same anchors."""

    sections: tuple[str, ...]


class About(msgspec.Struct, frozen=True):
    """What a file of questions says of its rulebook.

    `names` says for each kind of thing which section explains it, `phases` which sections one
    meets in a phase.
    """

    names: Mapping[str, str] = {}
    phases: Mapping[str, tuple[str, ...]] = {}
    optional: tuple[str, ...] = ()
    """Chapters of what is off unless the table turns it on."""
    absent: str | None = None
    """The section that says which things of other games there are not."""


class Asked(msgspec.Struct, frozen=True):
    """The questions that a rulebook answers, by section.

    `elsewhere` is what is asked about a section of that anchor in other rulebooks.
    """

    questions: Mapping[str, tuple[str, ...]] = {}
    elsewhere: Mapping[str, tuple[str, ...]] = {}
    about: About = About()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    questions: dict[str, str]
    names: dict[str, str] = {}
    phases: dict[str, tuple[str, ...]] = {}
    like: dict[str, Borrowed] = {}
    optional: tuple[str, ...] = ()
    absent: str | None = None


@cache
def about(ruleset: str) -> About:
    """What is known of a rule set's rulebook beside the questions."""
    content = _file(ruleset)
    if content is None:
        return About()
    return About(content.names, content.phases, content.optional, content.absent)


def asked_about(ruleset: str) -> Asked:
    """The questions of a rule set's rulebook; none for one that has none.

    They are many, and nobody but who builds an index needs them: they are not kept.
    """
    own = _questions(ruleset)
    elsewhere: dict[str, dict[str, None]] = defaultdict(dict)
    for other in _rulesets():
        for anchor, texts in _questions(other).items():
            if other != ruleset and anchor in own:
                new = (text for text in texts if text not in own[anchor])
                elsewhere[anchor] |= dict.fromkeys(new)
    everywhere = {anchor: tuple(texts) for anchor, texts in elsewhere.items()}
    return Asked(own, everywhere, about(ruleset))


def _file(ruleset: str) -> _File | None:
    file = files(__package__).joinpath(_FOLDER, f"{ruleset}{_SUFFIX}")
    if not file.is_file():
        return None
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)


def _rulesets() -> list[str]:
    """The rule sets that have a file of questions."""
    names = (entry.name for entry in files(__package__).joinpath(_FOLDER).iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))


def _questions(ruleset: str) -> dict[str, tuple[str, ...]]:
    """The questions by section, borrowed ones first."""
    content = _file(ruleset)
    found: dict[str, tuple[str, ...]] = {}
    if content is None:
        return found
    for other, borrowed in content.like.items():
        theirs = _questions(other)
        found |= {anchor: theirs[anchor] for anchor in borrowed.sections}
    for anchor, lines in content.questions.items():
        own = tuple(filter(None, map(str.strip, lines.splitlines())))
        found[anchor] = tuple(dict.fromkeys((*found.get(anchor, ()), *own)))
    return found


@cache
def names_of(ruleset: str) -> Mapping[str, tuple[str, ...]]:
    """The names of a rule set's things by kind, as its catalog has them."""
    kinds = about(ruleset).names
    try:
        entries = catalog(ruleset).entries
    except UnknownRuleset:
        return {}
    found: dict[str, list[str]] = {kind: [] for kind in kinds}
    for key, variants in entries.items():
        kind, _, rest = key.partition(".")
        if kind in found and rest and "{" not in variants[0].text:
            found[kind].append(variants[0].text)
    return {kind: tuple(texts) for kind, texts in found.items()}
