"""How typed words and names are compared everywhere: capitals and accents do not count."""

from __future__ import annotations

import unicodedata


def fold(text: str) -> str:
    """A text without capitals and accents, fit to be compared with another that was folded.

    >>> fold("Côte d'Or")
    "cote d'or"
    """
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
