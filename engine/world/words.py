"""How the board is spoken of: names of spaces, for the catalogs of the world-map rule sets.

A rule set's module `vocabulary` takes `NAMES` and `FORMATS` from here and adds its own. Its catalog
has two entries for them: `place_name.land` and `place_name.sea`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.messages.formats import quote
from engine.core.messages.speech import Format, Speech
from engine.world.board import world

BOARD = world()

NAMES: Mapping[str, str] = {f"space.{space.id}": space.name for space in BOARD.spaces}


def place(speech: Speech, key: str) -> str:
    """A space within a sentence. What is no space was typed by somebody, and is quoted."""
    if key not in BOARD.index:
        return quote(speech, key)
    kind = "sea" if BOARD.index[key] in BOARD.sea else "land"
    return speech.say(f"place_name.{kind}", name=speech.say(f"space.{key}"))


def places(speech: Speech, keys: Iterable[str]) -> str:
    """Several spaces."""
    return speech.join(place(speech, key) for key in keys)


FORMATS: Mapping[str, Format] = {"place": place, "places": places}
