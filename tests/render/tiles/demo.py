"""A made-up position on tiles, from `demo.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

from engine.tiles.view import (
    Arrow,
    BuildingView,
    CityView,
    FiguresView,
    IconView,
    Square,
    Tile,
    TilePlayerView,
    TileView,
    TokenView,
    square_name,
    square_of,
)

Cells = tuple[tuple[str, ...], ...]
TURNS: tuple[Arrow, ...] = ("up", "right", "down", "left")
ROLES: tuple[Literal["building", "wonder", "great_person"], ...] = (
    "building",
    "wonder",
    "great_person",
)


def demo_view() -> TileView:
    """The position, as a spectator may see it."""
    path = Path(__file__).parent / "demo.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    pieces, people = data["pieces"], data["players"]
    tiles: list[Tile] = []
    icons: list[IconView] = []
    tokens: list[TokenView] = []
    for tile in data["tiles"]:
        x0, y0 = tile["at"]
        cells = _cells(tile)
        rows = tuple("".join(cell[0] for cell in row) for row in cells)
        tiles.append(Tile(x0, y0, rows, tile.get("home")))
        for y, row in enumerate(cells, start=y0):
            for x, cell in enumerate(row, start=x0):
                kind = cell.partition(":")[2]
                if kind in ("hut", "village"):
                    _add_token(tokens, x, y, kind, pieces)
                elif kind:
                    icons.append(IconView(x, y, kind))
    seats = len(people["civilizations"])
    return TileView(
        ruleset="civ2010",
        seat=None,
        seats=seats,
        turn=data["turn"],
        phase=data["phase"],
        awaited=(1,),
        scores=tuple(people["coins"]),
        first=0,
        active=(1,),
        players=tuple(_player(people, seat) for seat in range(seats)),
        tiles=tuple(tiles),
        icons=tuple(icons),
        tokens=tuple(tokens),
        cities=tuple(_city(city) for city in data["cities"]),
        buildings=tuple(
            BuildingView(owner, *_square(name), kind, role, name in pieces["idle"])
            for role in ROLES
            for owner, name, kind in pieces[role]
        ),
        figures=tuple(
            FiguresView(owner, *_square(name), armies, scouts)
            for owner, name, armies, scouts in pieces["figures"]
        ),
    )


def _cells(tile: dict[str, Any]) -> Cells:
    cells: Cells = tuple(tuple(row.split()) for row in tile.get("rows", ()))
    for _ in range(TURNS.index(tile.get("arrow", "up"))):
        cells = tuple(zip(*reversed(cells), strict=True))
    return cells


def _add_token(tokens: list[TokenView], x: int, y: int, kind: str, pieces: dict[str, Any]) -> None:
    name = square_name(x, y)
    if name in pieces["explored"]:
        return
    assert kind in ("hut", "village")
    hut: Literal["hut", "village"] = "hut" if kind == "hut" else "village"
    tokens.append(TokenView(x, y, hut, pieces["known"].get(name)))


def _city(city: dict[str, Any]) -> CityView:
    second = _square(city["second"]) if "second" in city else None
    x, y = _square(city["at"])
    capital, walls = city.get("capital", False), city.get("walls", False)
    return CityView(city["owner"], x, y, capital, walls, second)


def _player(people: dict[str, Any], seat: int) -> TilePlayerView:
    names = ("civilizations", "governments", "trade", "coins", "culture", "track")
    civilization, government, trade, coins, culture, track = (people[name][seat] for name in names)
    return TilePlayerView(seat, civilization, government, trade, coins, culture, track)


def _square(name: str) -> Square:
    square = square_of(name)
    assert square is not None, name
    return square
