"""The service's own sentences: refusals, the names of AI players. They live in `messages`."""

from __future__ import annotations

from functools import cache

from bot.service.errors import Refused, WrongChoice
from engine.core.messages import ENGLISH, Catalog, load, read
from engine.core.text import Text

SERVICE = "bot.service"


class Words:
    """What the game master itself says, in one language."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def own_keys(self) -> list[str]:
        """Every key of the service's own that has a sentence."""
        own = read(SERVICE, ENGLISH)
        return [f"{table}.{key}" for table, entries in own.items() for key in entries]

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the catalog."""
        return self._catalog.text(Text(key, facts))

    def refusal(self, refused: Refused) -> str:
        """Why something was refused, as a sentence for a player."""
        if isinstance(refused, WrongChoice):
            return refused.sentence
        return self.say(f"refused.{refused.key}", **refused.data)


@cache
def words(language: str = ENGLISH, *, strict: bool = False) -> Words:
    """The service's sentences in a language; English where the language has none."""
    return Words(load(SERVICE, language=language, strict=strict))
