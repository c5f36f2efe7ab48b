"""`Voice`: speaks the entries of a catalog, filled with facts and the players' names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.events import Disclosure, Event
from engine.core.grammar import Form, Option, Price, Value
from engine.core.messages import digest, report
from engine.core.messages.entries import Facts, MissingText
from engine.core.messages.template import Slot, Template, parse
from engine.core.text import Text
from engine.core.view import Outcome
from engine.core.wholes import options_of

if TYPE_CHECKING:
    from engine.core.messages.catalogs import Catalog

_NUMBERED = re.compile(r"(\w+)_(\d+)")


class Refusal(str):
    """Why a choice was refused, as a sentence. `rule` is the rulebook's anchor, or empty."""

    rule: str

    def __new__(cls, sentence: str, rule: str) -> Refusal:
        made = super().__new__(cls, sentence)
        made.rule = rule
        return made


class Voice:
    """A catalog, the names of the players it speaks of, and how text by players is escaped.

    `names` are by seat. `escape` is applied to the names and to quotes of what a player typed; it
    depends on where the sentence is shown. Where something is missing, the voice of a strict
    catalog raises `MissingText`; any other says the bare name instead, since a clumsy sentence does
    less harm at the table than none.
    """

    def __init__(
        self,
        catalog: Catalog,
        names: Iterable[str] = (),
        escape: Callable[[str], str] = str,
    ) -> None:
        self.catalog = catalog
        self.escape = escape
        self._given = tuple(" ".join(name.split()) for name in names)
        self.names = tuple(map(escape, self._given))

    @cached_property
    def unescaped(self) -> Voice:
        """The same voice for buttons and menus, which show text as it is."""
        return Voice(self.catalog, self._given)

    def with_names(self, change: Callable[[str], str]) -> Voice:
        """The same voice, calling the players what `change` makes of their names."""
        return Voice(self.catalog, map(change, self._given), self.escape)

    def has(self, key: str) -> bool:
        """Whether the catalog has an entry for a key."""
        return self.catalog.has(key)

    def say(self, key: str, /, **facts: Any) -> str:
        """An entry, filled."""
        return self._filled(self._wording(key, facts), facts)

    def fill(self, template: str, facts: Facts) -> str:
        """A template that is no entry, filled."""
        return self._filled(parse(template), facts)

    def text(self, text: Text) -> str:
        """A message of the engine."""
        return self.say(text.key, **text.data)

    def label(self, text: Text) -> str:
        """A message that stands alone: the catalog's words get a capital, players' names do not."""
        wording = self._wording(text.key, text.data)
        filled = self._filled(wording, text.data)
        return capital(filled) if wording and isinstance(wording[0], str) else filled

    def seat(self, seat: int) -> str:
        """A player's name; a seat below 0 is nobody's."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        if seat < 0:
            return self.say("barbarians")
        return self.say("player", n=seat + 1)

    def join(self, parts: Iterable[str]) -> str:
        """Several things in a row: "a, b and c"."""
        row = list(parts)
        if len(row) < 2:
            return row[0] if row else self.say("list.none")
        return self.say("list.end", start=self.chain(row[:-1]), last=row[-1])

    def chain(self, parts: Iterable[str], key: str = "list.more") -> str:
        """Several things in a row without an "and", put together by an entry of `start`, `next`."""
        return reduce(lambda start, one: self.say(key, start=start, next=one), parts)

    # What happened.

    def event(self, event: Event) -> str:
        """What happened, as a sentence."""
        return self.say(event.key(), **self.catalog.facts(event))

    def report(self, disclosures: Iterable[Disclosure], seat: int | None) -> list[str]:
        """What a seat (or a spectator) learns of some events, line by line.

        Similar events in a row share a line. An empty line stands before a headline.
        """
        return report.lines([each.event for each in disclosures if each.reaches(seat)], self)

    def digest(
        self, disclosures: Iterable[Disclosure], seat: int | None, *, once: bool = False
    ) -> digest.Digest:
        """What a seat (or a spectator) learns of some events, in a few words; with `once`, what
        concerns the seat is no headline as well."""
        return digest.digest(disclosures, self, seat, once=once)

    def outcome(self, outcome: Outcome) -> str:
        """The result: who won, why the game ended, and the score of each, line by line."""
        winners, best = outcome.winners, outcome.standings[0].score
        rows = [
            self.say("outcome.winners", winners=winners, count=len(winners), score=best),
            self.say("outcome.reason", reason=outcome.reason, turns=outcome.turns),
        ]
        return "\n".join((*rows, *self.standings(outcome)))

    def standings(self, outcome: Outcome) -> list[str]:
        """Who came where, and what the points are made of, line by line."""
        return [
            self.say(
                "outcome.standing",
                rank=each.rank,
                seat=each.seat,
                score=each.total,
                parts=tuple(each.points.items()),
                is_outright=each.is_outright,
                reason=outcome.reason,
            )
            for each in outcome.standings
        ]

    # Decisions and choices.

    def prompt(self, decision: Decision) -> str:
        """The question a decision asks."""
        return capital(self.text(decision.prompt))

    def field(self, kind: str, field: str) -> str:
        """What a part of a decision's form is called. `toward_2` is `toward`, about seat 2."""
        key = f"field.{kind}.{field}"
        numbered = _NUMBERED.fullmatch(field)
        if numbered is not None and not self.has(key):
            about = f"field.{kind}.{numbered[1]}"
            if self.has(about):
                return self.say(about, seat=int(numbered[2]))
        return self.say(key) if self.has(key) else self.say("quote", typed=plain(field)[:40])

    def amount(self, kind: str, field: str, number: int) -> str:
        """A number as the answer to a part of a form; some mean something, like no limit at all."""
        key = f"amount.{kind}.{field}"
        return self.say(key, n=number) if self.has(key) else str(number)

    def price(self, price: Iterable[Price]) -> str:
        """What something costs: "10 gold", "5 culture and 1 trade"."""
        return self.join(self.say(f"price.{one.currency}", n=one.amount) for one in price)

    def option(self, option: Option) -> str:
        """An option as it stands in a list, with its price."""
        label = self.label(option.label)
        if option.price:
            label = self.say("option.priced", label=label, price=option.price)
        if option.detail is not None:
            label = self.say("option.detailed", label=label, detail=self.text(option.detail))
        return label

    def note(self, option: Option) -> str:
        """What an option costs and brings; empty where it says neither."""
        parts = [self.price(option.price)] if option.price else []
        if option.detail is not None:
            parts.append(self.text(option.detail))
        return self.chain(parts, "option.note") if parts else ""

    def choice(self, decision: Decision, value: Value) -> str:
        """A valid answer to a decision in a few words: "move a settler from Gobi to Steppe".

        Parts of a form that did not apply are empty for the template; `detail` has what the chosen
        options say of themselves, by part.
        """
        facts = {**decision.about, "value": value}
        if isinstance(decision.grammar, Form):
            facts |= {field.name: "" for field in decision.grammar.fields} | value
            facts["detail"] = Details(self, decision.grammar, value)
        return self.say(f"choice.{decision.kind}", **facts)

    def has_brief(self, kind: str) -> bool:
        """Whether answers of a kind are shorter in a list than in a sentence."""
        return self.has(_brief_keys(kind)[0])

    def brief(self, decision: Decision, value: Value, *, follows: bool = False) -> str:
        """A valid answer as it stands in a list: short, where the catalog has `short.<kind>`.

        What `follows` it as a matter of course is named by `then.<kind>`.
        """
        words, short, then = self.choice(decision, value), *_brief_keys(decision.kind)
        if isinstance(decision.grammar, Form) and self.has(short):
            names = (field.name for field in decision.grammar.fields)
            facts = {**decision.about, "value": value, **dict.fromkeys(names, ""), **value}
            words = self.say(short, **facts)
        if follows and self.has(then):
            words = self.say(then, words=words)
        return capital(words)

    def ending(self, decision: Decision, value: Value) -> str:
        """The answer that the clock would give, as a button: `finish.<kind>` if there is one."""
        key = f"finish.{decision.kind}"
        return self.say(key) if self.has(key) else capital(self.choice(decision, value))

    def error(self, error: IllegalChoice) -> Refusal:
        """Why a choice was refused; the answer's `rule` says where to read on."""
        facts = {"field": "", **error.data}
        if facts["field"]:
            kind, inner = str(facts.get("kind", "")), str(facts["field"]).partition(".")[0]
            facts["what"] = self.field(kind, inner)
        return Refusal(self.say(f"error.{error.code}", **facts), error.rule)

    # Filling templates.

    def _wording(self, key: str, facts: Facts) -> Template:
        """The first wording of an entry that suits the facts."""
        for variant in self.catalog.entries.get(key, ()):
            if not variant.when or self.holds(variant.when, facts):
                return parse(variant.text)
        if self.catalog.strict:
            raise MissingText(f"no wording of {key!r} for {dict(facts)!r}")
        return (plain(key),)

    def _filled(self, template: Template, facts: Facts) -> str:
        return "".join(
            [part if isinstance(part, str) else self._slot(part, facts) for part in template]
        )

    def _slot(self, slot: Slot, facts: Facts) -> str:
        value = self._fact(slot.path, facts)
        name, arguments = slot.format, slot.arguments
        if not name:
            return str(value)
        if name in CHOOSERS:
            at = CHOOSERS[name](value)
            return self._filled(arguments[at], facts) if at < len(arguments) else ""
        formats, filled = self.catalog.formats, [self._filled(each, facts) for each in arguments]
        if name in formats:
            return formats[name](self, value, *filled)
        small = name[0].lower() + name[1:]
        if small not in formats:
            return str(self._lack(f"no format {name!r}", value))
        return capital(formats[small](self, value, *filled))

    def _fact(self, path: tuple[str, ...], facts: Facts) -> Any:
        value: Any = facts
        for name in path:
            # Asking for the class itself is quicker than for any mapping, and facts are dicts.
            if (type(value) is dict or isinstance(value, Mapping)) and name in value:
                value = value[name]
            elif hasattr(value, name) and not isinstance(value, Mapping):
                value = getattr(value, name)
            else:
                return self._lack(f"no fact {'.'.join(path)!r} in {dict(facts)!r}", "")
        return value

    def fact(self, path: str, facts: Facts) -> Any:
        """A fact, or what is inside of one: `attacker.seat`."""
        return self._fact(tuple(path.split(".")), facts)

    def holds(self, when: Facts, facts: Facts) -> bool:
        """Whether facts meet the conditions of a wording (see `entries.Variant`)."""
        return all(self._holds(name, wanted, facts) for name, wanted in when.items())

    def _holds(self, name: str, wanted: Any, facts: Facts) -> bool:
        path = tuple(name.split("."))
        value = self._fact(path, facts) if path[0] in facts else ""
        if isinstance(wanted, str) and wanted.startswith("="):
            return bool(value == self.fact(wanted[1:], facts))
        if wanted == "":
            return value is None or (isinstance(value, (str, Sequence, Mapping)) and not value)
        return value in wanted if isinstance(wanted, list) else bool(value == wanted)

    def _lack(self, what: str, instead: Any) -> Any:
        if self.catalog.strict:
            raise MissingText(what)
        return instead


class Details(dict[str, str]):
    """What the chosen options of a form say of themselves, looked up when a template asks."""

    def __init__(self, voice: Voice, form: Form, value: Value) -> None:
        self.voice = voice
        self.form = form
        self.value = value

    def __contains__(self, name: object) -> bool:
        return any(field.name == name for field in self.form.fields)

    def __missing__(self, name: str) -> str:
        said: dict[str, Any] = {}
        for field in self.form.fields:
            inner = field.given(said, self.form.source)
            if inner is None or field.name not in self.value:
                continue
            if field.name == name:
                options = options_of(inner, self.value[name])
                return self.voice.join(self.voice.text(o.detail) for o in options if o.detail)
            said[field.name] = self.value[field.name]
        return ""


CHOOSERS: Mapping[str, Callable[[Any], int]] = {
    "plural": lambda value: 0 if value == 1 else 1,
    "some": lambda value: 0 if value else 1,
}
"""Formats that choose one of their arguments and leave the others unread."""


def _brief_keys(kind: str) -> tuple[str, str]:
    """The entries that some rule sets have for lists of answers to a kind of decision."""
    return f"short.{kind}", f"then.{kind}"


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def plain(key: str) -> str:
    """A key as bare words, for want of better: `unit.man_at_arms` is "man at arms"."""
    return key.rpartition(".")[2].replace("_", " ")
