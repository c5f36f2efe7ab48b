"""What choices would mean, for people: places with what stands there, units, ships and cargo."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from engine.core.grammar import Option, cost
from engine.core.question import Sort
from engine.core.text import Text
from engine.world.events import Units
from engine.world.state import BOARD, IDS, Piece, WorldState


def place_option(key: str, detail: Text | None = None, price: int | None = None) -> Option:
    """A space as an option, with what is to be known about it."""
    return Option(key, Text("place", {"place": key}), cost(gold=price), key, detail)


class Place(Sort[int]):
    """The spaces of the board."""

    unknown, fact = "no_such_place", "place"

    def key(self, state: Any, thing: int) -> str:
        return IDS[thing]

    def find(self, state: Any, key: str, among: Collection[int]) -> int | None:
        return BOARD.index.get(key)

    def option(self, state: Any, thing: int) -> Option:
        return place_option(IDS[thing])


PLACE = Place()


def several(*parts: Text | None) -> Text | None:
    """Some details in a row; None when there is none."""
    said = tuple(part for part in parts if part is not None)
    if len(said) < 2:
        return said[0] if said else None
    return Text("detail.several", {"parts": said})


def start(state: WorldState, region: int) -> Text:
    """A region to begin in: how much free land is around it, and whether it has a coast."""
    free = sum(state.settlements[other] is None for other in BOARD.beside[region])
    return Text("detail.start", {"free": free, "coast": bool(BOARD.coasts[region])})


def presence(state: WorldState, seat: int, space: int) -> tuple[int, Units]:
    """What a seat has in a space: the size of its settlement, and its units but for cargo."""
    settlement = state.settlement_at(space)
    size = settlement.size if settlement is not None and settlement.owner == seat else 0
    own = state.roster.count(p for p in state.spaces[space] if p.owner == seat and not p.aboard)
    return size, own


def units(state: WorldState, pieces: Iterable[Piece]) -> Text:
    """Some pieces."""
    return Text("detail.units", {"units": state.roster.count(pieces)})


def aboard(state: WorldState, cargo: Iterable[Piece], room: int = 0) -> Text:
    """What a ship carries, and how much more it takes where that matters."""
    return Text("detail.aboard", {"units": state.roster.count(cargo), "room": room})
