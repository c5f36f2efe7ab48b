"""The Discord side's own sentences, from `messages`, and the formats they use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import discord

from bot.moment import SECOND, Moment
from engine.core.messages import ENGLISH, Catalog, Format, Vocabulary, Voice, load

PACKAGE = "bot.discord"


def soon(voice: Voice, value: Moment) -> str:
    """A moment as Discord shows it to each reader: "in 3 hours"."""
    return f"<t:{value // SECOND}:R>"


def when(voice: Voice, value: Moment) -> str:
    """A moment with its date, in each reader's own time."""
    return f"<t:{value // SECOND}:f>"


def mention(voice: Voice, value: int) -> str:
    """A user, who may be notified."""
    return f"<@{value}>"


FORMATS: Mapping[str, Format] = {"soon": soon, "when": when, "mention": mention}


class Talk:
    """The sentences in one language.

    >>> talk = words()
    >>> talk("panel.confirm")
    'Confirm'
    """

    def __init__(self, catalog: Catalog, language: str = ENGLISH) -> None:
        self._catalog = catalog
        self.language = language

    def __call__(self, key: str, /, *, names: Sequence[str] = (), **facts: Any) -> str:
        """A sentence of the catalog."""
        return Voice(self._catalog.words, names).say(key, **facts)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return self._catalog.has(key)

    def join(self, parts: Sequence[str]) -> str:
        """Several things in a row: "a, b and c"."""
        return Voice(self._catalog.words).join(parts)


@cache
def words(language: str = ENGLISH, *, strict: bool = False) -> Talk:
    """The sentences in a language; English where the language has none."""
    own = Vocabulary(formats=FORMATS)
    return Talk(load(PACKAGE, language=language, vocabulary=own, strict=strict), language)


def escape_name(name: str) -> str:
    """A player's name that can do nothing but be read: no markup, no mention, no link.

    >>> escape_name("*Bo* <@1> @everyone")
    '\\\\*Bo\\\\* <@\\u200b1> @\\u200beveryone'
    """
    plain = discord.utils.escape_markdown(" ".join(name.split()))
    for sign in ("@", "#", "://", "<t:", "</"):
        plain = plain.replace(sign, f"{sign}\N{ZERO WIDTH SPACE}")
    return plain
