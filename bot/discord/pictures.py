"""Pictures of the game, drawn in a worker thread. A picture that fails is left out, and noted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from bot.discord.screen import Picture
from engine.core.view import View

log = logging.getLogger("herald.discord")

MAP_FILE = "map"
FOCUS_MOST = 12
"""Options at more places than that are shown on the whole map."""


class Artist:
    """Draws what a view shows. Tests, and hosts without room for pictures, use a `NoArtist`."""

    async def draw(
        self,
        view: View,
        alt: str,
        *,
        names: Sequence[str] = (),
        theme: str = "dark",
        focus: str | Sequence[str] | None = None,
        highlights: Sequence[str] = (),
    ) -> Picture | None:
        """The picture of a view, or None where it cannot be drawn."""
        try:
            content, suffix = await asyncio.to_thread(
                _drawn, view, tuple(names), theme, focus, tuple(highlights)
            )
        except Exception:
            log.exception("could not draw a %s game, turn %d", view.ruleset, view.turn)
            return None
        return Picture(f"{MAP_FILE}.{suffix}", content, alt)


class NoArtist(Artist):
    """Draws nothing: every post goes out with text alone."""

    async def draw(
        self,
        view: View,
        alt: str,
        *,
        names: Sequence[str] = (),
        theme: str = "dark",
        focus: str | Sequence[str] | None = None,
        highlights: Sequence[str] = (),
    ) -> Picture | None:
        return None


def _drawn(
    view: View,
    names: tuple[str, ...],
    theme: str,
    focus: str | Sequence[str] | None,
    highlights: tuple[str, ...],
) -> tuple[bytes, str]:
    # Imported in the thread: the maps take a moment to read, and the loop must not wait for it.
    from render import draw, encode

    image = draw(view, theme=theme, focus=focus, highlights=highlights, names=names)
    return encode(image), "png"


def focus_on(places: Sequence[str]) -> Sequence[str] | None:
    """Which part of the map shows these places: a crop, or all of it."""
    return tuple(places) if 0 < len(places) <= FOCUS_MOST else None
