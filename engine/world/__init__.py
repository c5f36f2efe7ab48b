"""The kit of a game on the world board: board, state, movement, battles, trade, views, stewards."""

from engine.world.board import Board, Space, Strait, UnknownSpace, world
from engine.world.distance import Travel
from engine.world.movement.reach import reach
from engine.world.movement.transport import chain_capacity, crossings, ports

__all__ = [
    "Board",
    "Space",
    "Strait",
    "Travel",
    "UnknownSpace",
    "chain_capacity",
    "crossings",
    "ports",
    "reach",
    "world",
]
