"""What is found on the land and takes effect at once: treasure, plague."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Play
from engine.world import events
from engine.world.state import BOARD, IDS


def find_treasure(play: Play[Any], seat: int, place: str) -> None:
    """A seat receives the gold that lay in the ground."""
    gold = play.state.tables.treasure
    play.state.receive(seat, gold)
    play.tell(events.TreasureFound(seat, place, gold))


def strike_with_plague(play: Play[Any], region: int, radius: int) -> None:
    """All pieces within the radius die, and the settlements there lose a size (rule: plague)."""
    state = play.state
    for struck in BOARD.within(region, radius, "land"):
        stack = state.spaces[struck]
        lost = tuple(
            (owner, state.roster.count(p for p in stack if p.owner == owner))
            for owner in sorted({p.owner for p in stack})
        )
        state.remove_pieces(struck, stack)
        size = state.shrink(struck)
        if lost or size:
            play.tell(events.PlagueStruck(IDS[struck], lost, size))
    state.check_fallen(play)
