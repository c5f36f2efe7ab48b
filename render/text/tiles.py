"""The board of tiles in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.tiles.view import BuildingView, CityView, TileView, city_kind, outskirts, square_name
from render.moment import tags
from render.voice import GameVoice

Section = tuple[str, tuple[str, ...]]


def tile_players(view: TileView, voice: GameVoice) -> Section:
    """The players with what everyone may know of them."""
    lines: list[str] = []
    for player in view.players:
        seat = player.seat
        lines.append(
            voice.say(
                "board.player.head" if view.counts_points else "board.tiles.player.head",
                sign=voice.sign(seat),
                name=voice.name(seat),
                colour=voice.tag(seat),
                points=view.scores[seat],
                gold="",
                tags=", ".join(tags(view, seat, voice)),
            )
        )
        state = voice.say(
            "board.tiles.player.state",
            civilization=voice.title("civilization", player.civilization),
            government=voice.say(f"government.{player.government}"),
        )
        goods = voice.say(
            "board.tiles.player.goods",
            trade=player.trade,
            coins=player.coins,
            culture=player.culture,
            track=player.track,
        )
        lines += [f"  {state}", f"  {goods}"]
    return voice.say("board.section.players"), tuple(lines)


def tile_sections(view: TileView, voice: GameVoice) -> Iterable[Section]:
    """Cities with what is built around them, figures, and what still lies face down."""
    cities = tuple(_city(view, city, voice) for city in view.cities)
    yield voice.say("board.tiles.cities"), cities
    yield voice.say("board.tiles.figures"), tuple(_figures(view, voice))
    yield voice.say("board.section.unexplored"), tuple(_hidden(view, voice))


def tile_pieces(
    view: TileView, voice: GameVoice, *, cities_only: bool = False
) -> dict[int, list[str]]:
    """What each player has on the board, with its squares."""
    found: dict[int, list[str]] = {}

    def add(owner: int, thing: str, x: int, y: int) -> None:
        square = square_name(x, y)
        found.setdefault(owner, []).append(voice.say("alt.piece", thing=thing, square=square))

    for city in view.cities:
        add(city.owner, voice.say(f"alt.held.{city_kind(city)}"), city.x, city.y)
    for stack in () if cities_only else view.figures:
        figures = [
            voice.say(f"board.tiles.{kind}", n=n)
            for kind, n in (("armies", stack.armies), ("scouts", stack.scouts))
            if n
        ]
        if figures:
            add(stack.owner, voice.join(figures), stack.x, stack.y)
    return found


def building_word(building: BuildingView, voice: GameVoice) -> str:
    """What a building, wonder or great person is called."""
    return voice.say(f"{building.role}.{building.kind}")


def _city(view: TileView, city: CityView, voice: GameVoice) -> str:
    around = outskirts(city)
    built = [
        voice.say(
            "board.tiles.built",
            what=building_word(building, voice),
            square=square_name(building.x, building.y),
            idle=building.idle,
        )
        for building in view.buildings
        if (building.x, building.y) in around and building.owner == city.owner
    ]
    return voice.say(
        "board.tiles.city",
        square=square_name(city.x, city.y),
        name=voice.name(city.owner),
        thing=voice.say(f"board.tiles.rank.{city_kind(city)}"),
        walls=city.walls,
        built=voice.join(built) if built else "",
    )


def _figures(view: TileView, voice: GameVoice) -> Iterable[str]:
    squares: dict[tuple[int, int], list[str]] = {}
    for stack in sorted(view.figures, key=lambda stack: (stack.y, stack.x)):
        parts = [
            voice.say(f"board.tiles.{kind}", n=n)
            for kind, n in (("armies", stack.armies), ("scouts", stack.scouts))
            if n
        ]
        if parts:
            said = voice.say(
                "board.tiles.stack",
                name=voice.name(stack.owner),
                figures=voice.join(parts),
            )
            squares.setdefault((stack.x, stack.y), []).append(said)
    for (x, y), stacks in squares.items():
        yield voice.say("board.tiles.standing", square=square_name(x, y), names="; ".join(stacks))


def _hidden(view: TileView, voice: GameVoice) -> Iterable[str]:
    down = [tile for tile in view.tiles if not tile.rows]
    if down:
        first = square_name(down[0].x, down[0].y)
        yield voice.say("board.tiles.hidden", n=len(down), square=first)
    for kind in ("hut", "village"):
        squares = []
        for token in view.tokens:
            if token.kind != kind:
                continue
            square = square_name(token.x, token.y)
            if token.content is not None:
                content = voice.say(f"content.{token.content}")
                square = voice.say("board.tiles.known", square=square, content=content)
            squares.append(square)
        if squares:
            listed = voice.say(f"board.tiles.token.{kind}", squares=", ".join(squares))
            yield voice.say("board.tiles.tokens", tokens=listed)
