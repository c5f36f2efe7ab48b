"""Text of any length as lines of a width."""

from __future__ import annotations

from functools import lru_cache

from render.fonts.faces import Role
from render.fonts.script import LEFT, clean
from render.fonts.writing import fitted, width


@lru_cache(512)
def _wrapped(text: str, role: Role, size: int, room: float) -> tuple[str, ...]:
    lines: list[str] = []
    # `clean` is for names, and cuts.
    for word in filter(None, map(clean, text.split())):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, role, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fitted(word, role, size, room))
    return tuple(line for line in lines if line and line != LEFT)


def wrapped(text: str, role: Role, size: int, room: float) -> list[str]:
    """A text as lines no wider than `room`; a word that is too wide gets an ellipsis."""
    return list(_wrapped(text, role, size, room))
