"""Settlements given up for their pieces, which are limited (rulebook 1.5)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.describing import holding
from engine.rulesets.fast_play.state import State
from engine.world.state import BOARD, IDS


def of_size(state: State, seat: int, size: int) -> list[int]:
    """The regions with a seat's settlements of a size."""
    return [region for region in state.homes(seat) if state.size_at(region) == size]


def describe_claim(state: State, seat: int, key: str) -> Option:
    """What to do about a missing piece, in words, with what would be given up."""
    if key == "destroy":
        return Option(key, Text("option.claim.destroy"), detail=Text("detail.destroy"))
    lost = holding(state, seat, BOARD.index[key])
    return Option(key, Text("option.claim.move", {"place": key}), place=key, detail=lost)


def give_up(play: Play[State], seat: int, region: int) -> None:
    """A player takes a settlement of its own off the board (rule: piece-limits)."""
    state, size = play.state, play.state.size_at(region)
    state.destroy_fleets(play, region)
    state.put_settlement(region, None)
    play.tell(events.Removed(seat, IDS[region], size))
    state.check_fallen(play)
