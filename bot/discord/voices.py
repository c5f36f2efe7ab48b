"""The voices that speak on Discord: their catalogs, their escaping, and formats for moments.

>>> plain_voice().say("panel.back")
'Back'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import discord

from bot.moment import SECOND, Moment
from bot.service import GameInfo
from bot.service.seats.names import readable
from engine.core.messages import ENGLISH, Catalog, Format, Vocabulary, Voice, catalog, load


def soon(voice: Voice, value: Moment) -> str:
    """A moment as Discord shows it to each reader: "in 3 hours"."""
    return f"<t:{value // SECOND}:R>"


def when(voice: Voice, value: Moment) -> str:
    """A moment with its date, in each reader's own time."""
    return f"<t:{value // SECOND}:f>"


def duration(voice: Voice, value: int) -> str:
    """Some minutes in the largest unit that counts them whole: 720 are "12 hours"."""
    for unit, size in (("days", 24 * 60), ("hours", 60)):
        if value % size == 0:
            return voice.say(f"duration.{unit}", n=value // size)
    return voice.say("duration.minutes", n=value)


def mention(voice: Voice, value: int) -> str:
    """A user, who may be notified."""
    return f"<@{value}>"


FORMATS: Mapping[str, Format] = {
    "soon": soon,
    "when": when,
    "duration": duration,
    "mention": mention,
}


BREAKS = ("@", "#", "://", "<")
"""What a mention, a heading, a link, an emoji or a time begins with: none comes of it when it is
followed by something unseen."""


def escape(text: str) -> str:
    """Text by a player that can do nothing but be read: no markup, no mention, no link, nothing
    unseen.

    >>> escape("*Bo* <@1> @everyone")
    '\\\\*Bo\\\\* <\\u200b@\\u200b1> @\\u200beveryone'
    """
    # In links, too: a link that is none any more would let the markup inside it work.
    plain = discord.utils.escape_markdown(readable(text), ignore_links=False)
    for sign in BREAKS:
        plain = plain.replace(sign, f"{sign}\N{ZERO WIDTH SPACE}")
    return plain


def in_code(text: str) -> str:
    """Text by a player for between backticks, which it cannot leave."""
    return readable(text).replace("`", "'")


def own_catalog(language: str = ENGLISH, *, strict: bool = False) -> Catalog:
    """What Herald itself says in a language, without the sentences of any rule set."""
    return _own_catalog(language, strict)


@cache
def _own_catalog(language: str, strict: bool) -> Catalog:
    own = Vocabulary(formats=FORMATS)
    return load("bot.service", "bot.discord", language=language, vocabulary=own, strict=strict)


@cache
def _game_catalog(ruleset: str, language: str) -> Catalog:
    return own_catalog(language) | catalog(ruleset, language)


def plain_voice(language: str = ENGLISH, *, strict: bool = False) -> Voice:
    """A voice that speaks of no game in particular."""
    return Voice(own_catalog(language, strict=strict), escape=escape)


@cache
def languages() -> tuple[str, ...]:
    """The languages in which Herald can speak."""
    folder = files("bot.discord") / "messages"
    return tuple(sorted({each.name.partition(".")[0] for each in folder.iterdir()}))


def game_voice(info: GameInfo) -> Voice:
    """A voice that speaks of a game: with the sentences of its rules, and its players' names."""
    return rules_voice(info.game.ruleset, info.names, info.game.language)


def rules_voice(ruleset: str, names: Iterable[str], language: str = ENGLISH) -> Voice:
    """A voice with the sentences of a rule set and the names of some players."""
    return Voice(_game_catalog(ruleset, language), names, escape)
