"""Message catalogs: the words of a rule set in a language, one TOML file over another.

`engine/core/messages/<language>.toml` holds what all rule sets share, and
`engine/rulesets/<ruleset>/messages/<language>.toml` the rest. A rule set whose English file says
`extends = "standard"` has that one's words under its own; `extends = "world"` takes those of the
kit of that name, which all games on its board share. English lies under every other language, so
that a translation may be unfinished.

An entry is a template (see `template`), or a list of wordings with the facts they are for:

    BattleEnded = [
        { when = { winner = -1 }, text = "Nobody is left in {place:place}." },
        { text = "{winner:seat} wins the battle in {place:place}." },
    ]

Words that do not come from a file (the names of the board's spaces), formats of its own and facts
worked out from an event are given by a module `vocabulary` of the rule set or the kit, as `NAMES`,
`FORMATS` and `FACTS`.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice, UnknownRuleset
from engine.core.events import Event, Told
from engine.core.grammar import Form, Option, Value
from engine.core.messages.formats import FORMATS, facts_of
from engine.core.messages.report import Merger, lines
from engine.core.messages.speech import Entry, Format, Speech, Variant, Words
from engine.core.registry import rulesets
from engine.core.text import Text
from engine.core.view import Outcome

ENGLISH = "en"
KITS = ("world", "tiles")
"""What rule sets are built from; a kit has words, but is no game."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_NUMBERED = re.compile(r"(\w+)_(\d+)")

Working = Callable[[Any], Mapping[str, Any]]


class Vocabulary(msgspec.Struct, frozen=True):
    """What a rule set's catalog has beyond its files."""

    names: dict[str, str] = {}
    formats: dict[str, Format] = {}
    facts: dict[str, Working] = {}


class Refusal(str):
    """Why a choice was refused, as a sentence. `rule` is the rulebook's anchor, or empty."""

    rule: str

    def __new__(cls, sentence: str, rule: str) -> Refusal:
        made = super().__new__(cls, sentence)
        made.rule = rule
        return made


class Catalog:
    """A rule set's words in one language.

    `names` are always the players' names by seat, ready to be shown: escaping is the caller's part.
    """

    def __init__(
        self, files: Iterable[Mapping[str, Any]], vocabulary: Vocabulary, strict: bool = False
    ) -> None:
        entries: dict[str, Entry] = dict(_entries(vocabulary.names))
        mergers: dict[str, Merger] = {}
        for content in files:
            own = {key: value for key, value in content.items() if key != "extends"}
            mergers |= msgspec.convert(own.pop("report", {}), dict[str, Merger])
            entries |= _entries(own)
        self.words = Words(entries, {**FORMATS, **vocabulary.formats}, strict)
        self.mergers = mergers
        self._facts = vocabulary.facts

    def keys(self) -> Iterable[str]:
        """Every key that has an entry."""
        return self.words.entries.keys()

    def has(self, key: str) -> bool:
        """Whether there is an entry for a key."""
        return key in self.words.entries

    def text(self, text: Text, names: Sequence[str] = ()) -> str:
        """A message of the engine, in words."""
        return self._speech(names).say(text.key, **text.data)

    def event(self, event: Event, names: Sequence[str] = ()) -> str:
        """What happened, as a sentence."""
        return self._speech(names).say(event.key(), **self.facts(event))

    def facts(self, event: Event) -> dict[str, Any]:
        """What the sentence of an event can speak of: its fields, and what follows from them."""
        facts = dict(facts_of(event))
        work = self._facts.get(type(event).__name__)
        return {**facts, **work(event)} if work else facts

    def report(
        self, told: Iterable[Told], seat: int | None, names: Sequence[str] = ()
    ) -> list[str]:
        """What a seat (or a spectator) learns of some events, line by line.

        Events alike that follow each other share a line. An empty line stands before a headline.
        """
        reached = [each.event for each in told if each.reaches(seat)]
        return lines(reached, self.mergers, self._speech(names), self.facts)

    def error(self, error: IllegalChoice, names: Sequence[str] = ()) -> Refusal:
        """Why a choice was refused; the answer's `rule` says where to read on."""
        facts = {"field": "", **error.data}
        if facts["field"]:
            kind, inner = str(facts.get("kind", "")), str(facts["field"]).partition(".")[0]
            facts["what"] = self.field(kind, inner, names)
        return Refusal(self._speech(names).say(f"error.{error.code}", **facts), error.rule)

    def prompt(self, decision: Decision, names: Sequence[str] = ()) -> str:
        """The question a decision asks."""
        return self.text(decision.prompt, names)

    def field(self, kind: str, field: str, names: Sequence[str] = ()) -> str:
        """What a part of a decision's form is called. `toward_2` is `toward`, about seat 2."""
        speech, key = self._speech(names), f"field.{kind}.{field}"
        numbered = _NUMBERED.fullmatch(field)
        if numbered is not None and not self.has(key):
            about = f"field.{kind}.{numbered[1]}"
            if self.has(about):
                return speech.say(about, seat=int(numbered[2]))
        return speech.say(key) if self.has(key) else speech.say("quote", typed=field[:40])

    def amount(self, kind: str, field: str, number: int) -> str:
        """A number as the answer to a part of a form; some mean something, like no limit at all."""
        key = f"amount.{kind}.{field}"
        return self._speech(()).say(key, n=number) if self.has(key) else str(number)

    def option(self, option: Option, names: Sequence[str] = ()) -> str:
        """An option as it stands in a list, with its price."""
        speech = self._speech(names)
        label = speech.label(option.label.key, option.label.data)
        if option.price is not None:
            label = speech.say("option.priced", label=label, price=option.price)
        if option.detail is not None:
            detail = speech.say(option.detail.key, **option.detail.data)
            label = speech.say("option.detailed", label=label, detail=detail)
        return label

    def choice(self, decision: Decision, value: Value, names: Sequence[str] = ()) -> str:
        """A valid answer to a decision in a few words: "move a settler from Gobi to Steppe".

        Parts of a form that did not apply are empty for the template.
        """
        facts = {**decision.about, "value": value}
        if isinstance(decision.grammar, Form):
            facts |= {field.name: "" for field in decision.grammar.fields} | value
        return self._speech(names).say(f"choice.{decision.kind}", **facts)

    def outcome(self, outcome: Outcome, names: Sequence[str] = ()) -> str:
        """The result: who won, why the game ended, and the score of each, line by line."""
        speech, winners = self._speech(names), outcome.winners
        best = outcome.standings[0].score
        rows = [
            speech.say("outcome.winners", winners=winners, count=len(winners), score=best),
            speech.say("outcome.reason", reason=outcome.reason, turns=outcome.turns),
        ]
        rows += (
            speech.say("outcome.standing", **{**facts_of(each), "parts": tuple(each.parts.items())})
            for each in outcome.standings
        )
        return "\n".join(rows)

    def _speech(self, names: Sequence[str]) -> Speech:
        return Speech(self.words, names)


@cache
def catalog(ruleset: str, language: str = ENGLISH, *, strict: bool = False) -> Catalog:
    """The words of a rule set in a language; English where the language has none.

    `pt-BR` is Brazilian over plain Portuguese over English. A strict catalog raises `MissingText`
    where another makes do; it is for tests. Raises `UnknownRuleset`.
    """
    packages = layers(ruleset)
    contents = [
        read(package, each) for each in _spoken(language) for package in ("engine.core", *packages)
    ]
    return Catalog(contents, _vocabulary(packages), strict)


@cache
def layers(ruleset: str) -> tuple[str, ...]:
    """The packages that a rule set's words are read from, the most general first.

    Raises `UnknownRuleset`.
    """
    if ruleset not in rulesets():
        raise UnknownRuleset(ruleset, rulesets())
    found = [_package(ruleset)]
    while (below := read(found[0], ENGLISH).get("extends")) is not None:
        found.insert(0, _package(below))
    return tuple(found)


def _spoken(language: str) -> list[str]:
    """The languages to read, the most general first."""
    if not _LANGUAGE.fullmatch(language):
        return [ENGLISH]
    parts = language.split("-")
    own = ["-".join(parts[: count + 1]) for count in range(len(parts))]
    return [ENGLISH, *(each for each in own if each != ENGLISH)]


def _package(name: str) -> str:
    return f"engine.{name}" if name in KITS else f"engine.rulesets.{name}"


def read(package: str, language: str) -> dict[str, Any]:
    """A catalog file, or nothing where there is none."""
    file = files(package).joinpath("messages").joinpath(f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _vocabulary(packages: Iterable[str]) -> Vocabulary:
    """What the modules `vocabulary` of some packages offer, the later ones first."""
    whole = Vocabulary()
    for module in (f"{package}.vocabulary" for package in packages):
        if find_spec(module) is not None:
            own = importlib.import_module(module)
            whole = Vocabulary(
                {**whole.names, **getattr(own, "NAMES", {})},
                {**whole.formats, **getattr(own, "FORMATS", {})},
                {**whole.facts, **getattr(own, "FACTS", {})},
            )
    return whole


def _entries(content: Mapping[str, Any], above: str = "") -> dict[str, Entry]:
    """The entries of a file by their full keys."""
    found: dict[str, Entry] = {}
    for key, value in content.items():
        if isinstance(value, str):
            found[above + key] = (Variant(value),)
        elif isinstance(value, list):
            found[above + key] = msgspec.convert(value, Entry)
        else:
            found |= _entries(value, f"{above}{key}.")
    return found
