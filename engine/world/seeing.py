"""A game on the world board through one seat's eyes: what lies open in every such game.

A rule set that shows more, or less, builds its own parts of the view and hands them in.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.core.ruleset import Ruleset
from engine.world.state import IDS, WorldState
from engine.world.view import PlayerView, SettlementView, SpaceView, UnitsView, WorldView


def world_view(rules: Ruleset[Any], state: WorldState, seat: int | None, **parts: Any) -> WorldView:
    """What `seat`, or a spectator, may know; `parts` replace or add fields."""
    seats = range(state.seats)
    open_to_all = {
        **rules.basics(state, seat),
        "turn": state.turn,
        "scores": tuple(sum(state.points(each).values()) for each in seats),
        "finished": bool(state.end),
        "era": state.tables.eras[state.era],
        "era_number": state.era,
        "first": state.first,
        "last_turn": state.turn_limit,
    }
    if "players" not in parts:
        parts["players"] = tuple(player_view(state, each) for each in seats)
    if "spaces" not in parts:
        parts["spaces"] = tuple(space_view(state, space) for space in range(len(IDS)))
    return WorldView(**{**open_to_all, **parts})


def player_view(state: WorldState, seat: int) -> PlayerView:
    """What a player has on and beside the board."""
    return PlayerView(
        seat,
        gold=state.gold[seat],
        settlements=tuple(state.sizes[seat]),
        points=state.points(seat),
        fallen=state.fallen[seat],
    )


def space_view(state: WorldState, space: int) -> SpaceView:
    """A space with the settlement and the pieces there, alike ones together."""
    moves, held = state.roster.moves, state.settlement_at(space)
    count = Counter((piece.owner, piece.kind) for piece in state.spaces[space])
    ready = Counter(
        (piece.owner, piece.kind)
        for piece in state.spaces[space]
        if piece.spent < moves[piece.kind]
    )
    units = tuple(
        UnitsView(owner, state.roster.ids[kind], number, ready[owner, kind])
        for (owner, kind), number in sorted(count.items())
    )
    settlement = None if held is None else SettlementView(held.owner, held.size)
    return SpaceView(IDS[space], units, settlement)
