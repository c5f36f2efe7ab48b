"""Answers in words: the title of a part of a form, and what was answered to it."""

from __future__ import annotations

from collections import Counter

from bot.discord.panels.draft import Leaf, LeafGrammar
from engine.core.grammar import Amount, OneOf, Value
from engine.core.messages import Voice


def field_title(voice: Voice, kind: str, leaf: Leaf) -> str:
    """What a part of an answer is called; nothing for a question of one part."""
    if leaf.label is not None:
        return voice.label(leaf.label)
    return voice.field(kind, leaf.path[-1]) if leaf.path else ""


def answer_text(voice: Voice, grammar: LeafGrammar, value: Value) -> str:
    """A valid answer to one question, in a few words."""
    if isinstance(grammar, Amount):
        return voice.label(grammar.describe(value).label) if grammar.describe else str(value)
    if isinstance(grammar, OneOf):
        return voice.label(grammar.describe(value).label)
    counts: Counter[str] = Counter(value)
    return voice.join(
        _counted(voice.label(grammar.describe(key).label), count) for key, count in counts.items()
    )


def _counted(label: str, count: int) -> str:
    return f"{count} \N{MULTIPLICATION SIGN} {label}" if count > 1 else label
