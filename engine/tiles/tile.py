"""Tiles as they are printed: four rows of four squares, each with what stands on it.

A square is written as a terrain letter, then `+icon`, `*token`, `@relic` and `!` for a suggested
capital, as far as it has them: `G*village+coin`, `F+wheat`, `D!`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

import msgspec

from engine.tiles.view import Arrow

T = TypeVar("T")

ARROWS: tuple[Arrow, ...] = ("up", "right", "down", "left")
_SQUARE = re.compile(r"([GFDWM])((?:[+*@][a-z_]+)*)(!?)")


class Print(msgspec.Struct, frozen=True):
    """What is printed on one square of a tile."""

    terrain: str
    icon: str = ""
    token: str = ""
    relic: str = ""
    capital: bool = False


@cache
def parse_square(text: str) -> Print:
    """One square; raises `ValueError` when it is written wrongly.

    >>> parse_square("G*village+coin")
    Print(terrain='G', icon='coin', token='village', relic='', capital=False)
    """
    match = _SQUARE.fullmatch(text)
    if match is None:
        raise ValueError(f"no square of a tile: {text!r}")
    marks = {mark[0]: mark[1:] for mark in re.findall(r"[+*@][a-z_]+", match[2])}
    return Print(
        match[1], marks.get("+", ""), marks.get("*", ""), marks.get("@", ""), bool(match[3])
    )


Rows = tuple[tuple[Print, ...], ...]


def parse_tile(rows: Sequence[str]) -> Rows:
    """A tile's squares, row by row, as stored: its arrow points up."""
    return tuple(tuple(parse_square(square) for square in row.split()) for row in rows)


def turn(rows: tuple[tuple[T, ...], ...], arrow: Arrow) -> tuple[tuple[T, ...], ...]:
    """The rows as the tile lies when its arrow points that way.

    >>> turn((("a", "b"), ("c", "d")), "right")
    (('c', 'a'), ('d', 'b'))
    """
    for _ in range(ARROWS.index(arrow)):
        rows = tuple(tuple(column) for column in zip(*reversed(rows), strict=True))
    return rows
