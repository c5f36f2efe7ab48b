"""Why not? A player names a missing option, and the rules say what it lacks."""

from __future__ import annotations

from bot.discord.panels.question import Question
from engine.core.grammar import Form, OneOf, Settings, Value
from engine.core.messages import Catalog

LONGEST = 80


def meant(catalog: Catalog, typed: str) -> list[str]:
    """The keys that a player may have meant, as the catalog names things; the likeliest first.

    >>> meant(catalog("standard"), "south china sea")[0]
    'south_china_sea'
    """
    wanted = _plain(typed)
    if not wanted:
        return []
    exact, begun = [], []
    for key, entry in catalog.entries.items():
        table, _, name = key.rpartition(".")
        if not table:
            continue
        spoken = {_plain(name), *(_plain(each.text) for each in entry)}
        if wanted in spoken:
            exact.append(name)
        elif any(each.startswith(wanted) for each in spoken):
            begun.append(name)
    literal = "_".join(typed.casefold().split())
    return list(dict.fromkeys((*exact, *begun, literal)))


def values(question: Question, key: str) -> Value:
    """The answer a player would have given: the parts so far, and what is missing."""
    leaf = question.leaf
    wish: Value = key if isinstance(leaf.grammar, OneOf) else [key]
    if not isinstance(question.decision.grammar, Form | Settings):
        return wish
    value: dict[str, Value] = {}
    for each in question.walk.said:
        if each.leaf.path:
            _put(value, each.leaf.path, each.value)
    # Settings have a list of their names, which is no part of the answer.
    _put(value, leaf.path or (key,), wish)
    return value


def _put(value: dict[str, Value], path: tuple[str, ...], answer: Value) -> None:
    for name in path[:-1]:
        value = value.setdefault(name, {})
    value[path[-1]] = answer


def _plain(words: str) -> str:
    return " ".join(words.casefold().replace("_", " ").split())
