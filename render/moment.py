"""When it is in a game, and what is true of its players then."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.view import View
from engine.world.view import WorldView
from render.voice import GameVoice


def moment(view: View, voice: GameVoice, *, short: bool = False) -> str:
    """Turn, phase and era; where there is little room, without the era."""
    parts = [voice.say("board.turn", turn=view.turn)] if view.turn > 0 else []
    parts.append(voice.say("board.finished") if view.finished else voice.title("phase", view.phase))
    if isinstance(view, WorldView) and view.era and not short:
        parts.append(voice.say("board.era", era=voice.title("era", view.era)))
    return voice.say("board.between").join(parts)


def tags(view: View, seat: int, voice: GameVoice) -> list[str]:
    """What is true of a player at this moment."""
    going = not view.finished
    holds = {
        "first": seat == view.first and going,
        "awaited": seat in view.awaited and going,
        "fallen": seat in view.fallen,
    }
    return [voice.say(f"board.player.{tag}") for tag, true in holds.items() if true]


def seat_list(seats: Iterable[int], voice: GameVoice) -> str:
    """Several players' names."""
    return voice.join([voice.name(seat) for seat in seats])
