"""The service's own sentences (refusals, names of AI players), alone or together with a game's."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from bot.service.errors import Refused, WrongChoice
from engine.core.messages import ENGLISH, Catalog, Voice, catalog, load

PACKAGE = "bot.service"


@cache
def own_voice(language: str = ENGLISH, *, strict: bool = False) -> Voice:
    """Speaks the service's own sentences; in English where the language has none."""
    return Voice(load(PACKAGE, language=language, strict=strict))


@cache
def game_catalog(ruleset: str, language: str = ENGLISH) -> Catalog:
    """The sentences of a rule set and of the service."""
    return own_voice(language).catalog | catalog(ruleset, language)


@lru_cache(maxsize=2048)
def voice_of(catalog: Catalog, names: tuple[str, ...], escape: Callable[[str], str] = str) -> Voice:
    """Speaks the sentences of a catalog to these players; made once for them."""
    return Voice(catalog, names, escape)


def refusal(voice: Voice, refused: Refused) -> str:
    """Why something was refused, as a sentence for a player."""
    if isinstance(refused, WrongChoice):
        return refused.sentence
    return voice.say(f"refused.{refused.key}", **refused.data)
