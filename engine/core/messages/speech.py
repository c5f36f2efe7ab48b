"""Putting facts into words: entries of a catalog, filled with facts and the players' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

import msgspec

from engine.core.errors import HeraldError
from engine.core.messages.template import Slot, Template, parse

Facts = Mapping[str, Any]


class MissingText(HeraldError):
    """A catalog lacks an entry, a format or a fact. Only a strict speech raises it."""


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wording of an entry, and the facts it is for.

    A condition is a value, a list of possible values, or `=other` for the value of another fact.
    The empty string stands for nothing of any kind: an empty list, an empty text, a fact not given.
    """

    text: str
    when: dict[str, Any] = {}


Entry = tuple[Variant, ...]


class Words(NamedTuple):
    """What a catalog is made of: entries by key, and the formats its templates use."""

    entries: Mapping[str, Entry]
    formats: Mapping[str, Format]
    strict: bool = False


class Speech:
    """The words of a catalog in the company of certain players.

    Where something is missing, a strict speech raises `MissingText`; any other says the bare name
    instead, since a clumsy sentence does less harm at the table than none.
    """

    def __init__(self, words: Words, names: Sequence[str] = ()) -> None:
        self.words = words
        self.names = names

    def say(self, key: str, /, **facts: Any) -> str:
        """An entry, filled."""
        return self.fill(self.wording(key, facts), facts)

    def label(self, key: str, facts: Facts) -> str:
        """An entry that stands alone: the catalog's words get a capital, players' names do not."""
        wording = self.wording(key, facts)
        filled = self.fill(wording, facts)
        return capital(filled) if wording and isinstance(wording[0], str) else filled

    def wording(self, key: str, facts: Facts) -> Template:
        """The first wording of an entry that suits the facts."""
        for variant in self.words.entries.get(key, ()):
            if all(self._holds(name, wanted, facts) for name, wanted in variant.when.items()):
                return parse(variant.text)
        if self.words.strict:
            raise MissingText(f"no wording of {key!r} for {dict(facts)!r}")
        return (plain(key),)

    def fill(self, template: Template, facts: Facts) -> str:
        """A template with its slots filled."""
        return "".join(
            part if isinstance(part, str) else self._slot(part, facts) for part in template
        )

    def seat(self, seat: int) -> str:
        """A player's name."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
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

    def _slot(self, slot: Slot, facts: Facts) -> str:
        value = self._fact(slot.path, facts)
        name, arguments = slot.format, slot.arguments
        if not name:
            return str(value)
        if name in CHOOSERS:
            at = CHOOSERS[name](value)
            return self.fill(arguments[at], facts) if at < len(arguments) else ""
        known = self.words.formats
        small = name[0].lower() + name[1:]
        if small not in known:
            return str(self._lack(f"no format {name!r}", value))
        said = known[small](self, value, *(self.fill(argument, facts) for argument in arguments))
        return said if name in known else capital(said)

    def _fact(self, path: tuple[str, ...], facts: Facts) -> Any:
        value: Any = facts
        for name in path:
            if isinstance(value, Mapping) and name in value:
                value = value[name]
            elif hasattr(value, name) and not isinstance(value, Mapping):
                value = getattr(value, name)
            else:
                return self._lack(f"no fact {'.'.join(path)!r} in {dict(facts)!r}", "")
        return value

    def _holds(self, name: str, wanted: Any, facts: Facts) -> bool:
        path = tuple(name.split("."))
        value = self._fact(path, facts) if path[0] in facts else ""
        if isinstance(wanted, str) and wanted.startswith("="):
            return bool(value == self._fact((wanted[1:],), facts))
        if wanted == "":
            return value is None or (isinstance(value, (str, Sequence, Mapping)) and not value)
        return value in wanted if isinstance(wanted, list) else bool(value == wanted)

    def _lack(self, what: str, instead: Any) -> Any:
        if self.words.strict:
            raise MissingText(what)
        return instead


Format = Callable[..., str]
"""A function of the speech, a fact and any arguments (already filled) that gives words."""

CHOOSERS: Mapping[str, Callable[[Any], int]] = {
    "plural": lambda value: 0 if value == 1 else 1,
    "some": lambda value: 0 if value else 1,
}
"""Formats that choose one of their arguments and leave the others unread."""


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def plain(key: str) -> str:
    """A key as bare words, for want of better: `unit.man_at_arms` is "man at arms"."""
    return key.rpartition(".")[2].replace("_", " ")
