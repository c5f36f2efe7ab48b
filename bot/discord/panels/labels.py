"""What the rule set calls things, for labels and for text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.discord.panels.draft import LeafGrammar
from bot.discord.words import escape_name
from bot.service import GameInfo
from engine.core.grammar import Amount, OneOf, Option, Value
from engine.core.messages import Catalog, Voice, catalog


class Labels:
    """The words of a game. Labels show names as they are, text shows them escaped."""

    def __init__(self, ruleset: str, names: Sequence[str], language: str = "en") -> None:
        self.catalog: Catalog = catalog(ruleset, language)
        self.names = tuple(" ".join(name.split()) for name in names)
        self.escaped = tuple(map(escape_name, names))
        self._labels = Voice(self.catalog.words, self.names)
        self._text = Voice(self.catalog.words, self.escaped)

    @classmethod
    def of(cls, info: GameInfo) -> Labels:
        """The words of a game as it is now."""
        return cls(info.game.ruleset, info.names, info.game.language)

    def label(self, option: Option) -> str:
        """What an option is called."""
        return self._labels.label(option.label)

    def note(self, option: Option) -> str:
        """What an option costs and brings, or nothing."""
        return self._note(self._labels, option)

    def field(self, kind: str, path: Sequence[str]) -> str:
        """What a part of a form is called; nothing for a question of one part."""
        return self.catalog.field(kind, path[-1], self.escaped) if path else ""

    def say(self, template: str, **facts: object) -> str:
        """A template filled with the rule set's formats, as text."""
        return self._text.fill(template, facts)

    def name(self, table: str, key: str) -> str:
        """What a table of the catalog calls something."""
        return self._text.say(f"{table}.{key}")

    def count(self, kind: str, count: int) -> str:
        """Some pieces of one type."""
        return self._text.say(f"units.{kind}", n=count)

    def answer(self, grammar: LeafGrammar, value: Value) -> str:
        """A valid answer to one question, in a few words."""
        if isinstance(grammar, Amount):
            return self.text_label(grammar.describe(value)) if grammar.describe else str(value)
        if isinstance(grammar, OneOf):
            return self.text_label(grammar.describe(value))
        counts: Counter[str] = Counter(value)
        parts = (
            self._taken(self.text_label(grammar.describe(key)), counts[key])
            for key in dict.fromkeys(value)
        )
        return self.row(parts)

    def text_label(self, option: Option) -> str:
        """What an option is called, for text."""
        return self._text.label(option.label)

    def text_note(self, option: Option) -> str:
        """What an option costs and brings, for text."""
        return self._note(self._text, option)

    def row(self, parts: Iterable[str]) -> str:
        """Several things in a row."""
        return self._text.join(parts)

    @staticmethod
    def _note(voice: Voice, option: Option) -> str:
        parts = []
        if option.price:
            parts.append(voice.price(option.price))
        if option.detail is not None:
            parts.append(voice.say(option.detail.key, **option.detail.data))
        return " · ".join(parts)

    @staticmethod
    def _taken(label: str, count: int) -> str:
        return f"{count} \N{MULTIPLICATION SIGN} {label}" if count > 1 else label
