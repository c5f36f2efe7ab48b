"""Parts of a map by name: the areas and places of a view, as the rule set's catalog calls them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.folding import fold
from engine.core.messages import Voice
from engine.core.view import View


def map_parts(view: View, voice: Voice) -> Mapping[str, tuple[str, ...]]:
    """The places that each name on the map means: areas first, then places one by one."""
    parts = {voice.label(area.label): area.places for area in view.areas}
    for area in view.areas:
        for place in area.places:
            parts.setdefault(voice.label(view.place_label(place)), (place,))
    return parts


def find_part(view: View, voice: Voice, typed: str) -> tuple[str, ...] | None:
    """The places that a typed name means, None where it is not on the map.

    Capitals, accents and underscores do not matter, and a place may be called by its id.
    """
    wanted = _plain(typed)
    for name, places in map_parts(view, voice).items():
        if wanted == _plain(name) or (len(places) == 1 and wanted == _plain(places[0])):
            return places
    return None


def _plain(name: str) -> str:
    return fold(name).replace("_", " ").strip()
