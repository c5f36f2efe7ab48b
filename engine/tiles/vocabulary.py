"""How a board of tiles is spoken of: squares, and figures counted."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.messages import Format, Voice
from engine.core.messages.formats import quote
from engine.tiles.view import square_of

NAMES: Mapping[str, str] = {}


def place(voice: Voice, key: str) -> str:
    """A square within a sentence, or the way to one; what is no square was typed, and is quoted."""
    parts = [part.strip("+?") for part in key.split(">")]
    if not all(square_of(part) for part in parts):
        return quote(voice, key)
    return " > ".join(parts)


def figure_count(voice: Voice, armies: int, scouts: str) -> str:
    """Armies and scouts: "2 armies and a scout"."""
    found = [("army", int(armies)), ("scout", int(scouts))]
    return voice.join(voice.say(f"figures.{kind}", n=n) for kind, n in found if n)


FORMATS: Mapping[str, Format] = {"place": place, "figure_count": figure_count}
