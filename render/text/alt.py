"""What a picture says, for those who do not see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.view import View
from engine.tiles.view import TileView
from engine.world.view import WorldView
from render.look import PLAIN, Look
from render.moment import moment, seat_list
from render.names import utf16_length
from render.scene import Place, scene_of
from render.style.players import NOBODY
from render.text.tiles import tile_pieces
from render.voice import GameVoice

ALT = 1024
"""What Discord allows as the description of a picture."""
RESERVED = 420
"""So much of a description is kept for what happened, where there is that much to tell."""


def alt_text(view: View, look: Look = PLAIN, happened: Iterable[str] = ()) -> str:
    """What the picture of a view says, in at most 1024 characters, the most important first.

    `happened` are sentences about what changed, the most important first; as many as fit are
    included, and the number of the others.
    """
    voice = look.voice(view.ruleset, view.seats)
    sentences = [" ".join(sentence.split()) for sentence in happened if sentence.strip()]
    kept = min(RESERVED, sum(utf16_length(sentence) + 1 for sentence in sentences) + 40)
    opening = _opening(view, voice)
    room = ALT - utf16_length(opening) - 1 - (kept if sentences else 0)
    description = opening
    for holdings in _holdings(view, voice):
        description = f"{opening} {holdings}"
        if utf16_length(holdings) <= room:
            break
    else:
        description = cut(description, ALT - (kept if sentences else 0))
    return _with_news(description, sentences, voice)


def _opening(view: View, voice: GameVoice) -> str:
    kind = "alt.map" if isinstance(view, WorldView | TileView) else "alt.scores"
    said = voice.say(kind, when=moment(view, voice))
    if view.awaited and not view.finished:
        said += " " + voice.say("board.waiting", seats=seat_list(view.awaited, voice))
    return said


def _with_news(description: str, sentences: Sequence[str], voice: GameVoice) -> str:
    """The description with as many of the sentences as fit, and the number of the others."""
    best = description
    for count in range(len(sentences), 0, -1):
        parts = list(sentences[:count])
        if count < len(sentences):
            parts.append(voice.say("alt.more", n=len(sentences) - count))
        best = f"{description} {voice.say('alt.happened', sentences=' '.join(parts))}"
        if utf16_length(best) <= ALT:
            return best
    return cut(best, ALT)


def cut(text: str, room: int) -> str:
    """The text, shortened with an ellipsis to what Discord counts as `room` characters."""
    while utf16_length(text) > room:
        text = text[: -max(2, utf16_length(text) - room)].rstrip() + "…"
    return text


def _holdings(view: View, voice: GameVoice) -> Iterable[str]:
    """Who holds what: with every place and size, with every place, with numbers only."""
    if isinstance(view, TileView):
        for pieces in (tile_pieces(view, voice), tile_pieces(view, voice, cities_only=True)):
            yield " ".join(_holding(view, seat, pieces, "places", voice) for seat in _ranked(view))
        return
    for detail in ("sizes", "places", "numbers") if isinstance(view, WorldView) else ("numbers",):
        held: dict[int, list[str]] = {}
        for place in _places(view):
            if place.settlement is not None:
                name = voice.say(f"space.{place.id}")
                size = voice.title("size", place.settlement.size).lower()
                if detail == "sizes":
                    name = voice.say("alt.settlement", place=name, size=size)
                held.setdefault(place.settlement.owner, []).append(name)
        description = [_holding(view, seat, held, detail, voice) for seat in _ranked(view)]
        further = _barbarians(view, voice), out_of_play(view, voice)
        yield " ".join(filter(None, (*description, *further)))


def _places(view: View) -> Iterable[Place]:
    return scene_of(view).places if isinstance(view, WorldView) else ()


def _holding(
    view: View, seat: int, held: dict[int, list[str]], detail: str, voice: GameVoice
) -> str:
    name, owned = voice.name(seat), held.get(seat, [])
    if seat in view.fallen:
        return voice.say("alt.fallen", name=name)
    holds = voice.join(owned) if owned and detail != "numbers" else ""
    if owned and detail == "numbers":
        holds = voice.say("alt.settlements", n=len(owned))
    return voice.say(
        "alt.player",
        name=name,
        colour=voice.tag(seat),
        counted=view.counts_points,
        points=view.scores[seat],
        holds=holds,
        roads=_roads(view, seat, voice),
    )


def _roads(view: View, seat: int, voice: GameVoice) -> str:
    """How many roads join a player's settlements."""
    roads = view.roads if isinstance(view, WorldView) else ()
    kinds = [road.kind for road in roads if road.owner == seat]
    return voice.say(f"alt.{kinds[0]}s", n=len(kinds)) if kinds else ""


def _barbarians(view: View, voice: GameVoice) -> str:
    """Where nobody's pieces stand."""
    places = [
        voice.say(f"space.{place.id}")
        for place in _places(view)
        if any(stack.owner == NOBODY for stack in place.stacks)
    ]
    return voice.say("alt.barbarians", places=voice.join(places)) if places else ""


def out_of_play(view: View, voice: GameVoice, *, named_most: int = 3) -> str:
    """The land that nobody can enter: whole continents, then regions, of which many are counted."""
    out = view.out_of_play if isinstance(view, WorldView) else ()
    whole = [area for area in view.areas if area.places and set(area.places) <= set(out)]
    covered = {place for area in whole for place in area.places}
    single = [voice.say(f"space.{place}") for place in out if place not in covered]
    said = [voice.label(area.label) for area in whole]
    if len(single) > named_most:
        said.append(voice.say("board.regions", n=len(single)))
    else:
        said += single
    return voice.say("board.out_of_play", places=voice.join(said)) if said else ""


def _ranked(view: View) -> list[int]:
    return sorted(range(len(view.scores)), key=lambda seat: -view.scores[seat])
