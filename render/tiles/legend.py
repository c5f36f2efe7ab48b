"""The legend below a board of tiles: only what is on the board is explained."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.tiles.view import BuildingView, TileView, city_kind, square_name
from render.fonts.writing import width, write
from render.look import Look
from render.sprites.sprites import Sprite, put, settlement
from render.sprites.sprites import token as figure
from render.sprites.things import looks
from render.style.players import SAMPLE
from render.style.theme import Land, Theme, theme
from render.tiles.ground import ground
from render.tiles.signs import building, face_down, printed, token
from render.voice import GameVoice

LETTER, SIGN, PAD, ROW = 24, 38, 40, 52
LEFT = 0.14
"""Where rows begin, as a share of the width: Discord lays the mark of an alternative text over the
lower left corner, on a phone that wide."""


class Entry(NamedTuple):
    """A sign and its word."""

    sign: Sprite
    word: str


def legend(view: TileView, look: Look, wide: int) -> Image.Image:
    """The bar below the board."""
    voice, colours = look.voice(view.ruleset, view.seats), theme(look.theme)
    rows: list[list[tuple[float, str | Entry]]] = [[]]
    x = left = wide * LEFT
    for heading, entries in _groups(view, colours, voice):
        listed = list(entries)
        if not listed:
            continue
        head = width(heading.upper(), "title", LETTER - 3) + 16
        if x + head + _long(listed[0]) > wide - PAD and rows[-1]:
            rows.append([])
            x = left
        rows[-1].append((x, heading))
        x += head
        for entry in listed:
            if x + _long(entry) > wide - PAD and rows[-1]:
                rows.append([])
                x = left
            rows[-1].append((x, entry))
            x += _long(entry)
        x += 24
    return _drawn(rows, colours, wide)


def _drawn(
    rows: Sequence[Sequence[tuple[float, str | Entry]]], colours: Theme, wide: int
) -> Image.Image:
    image = Image.new("RGB", (wide, ROW * len(rows) + 26), colours.page.ground)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, wide, 2), fill=colours.page.rule)
    for number, row in enumerate(rows):
        y = 16 + ROW * (number + 0.5)
        for x, thing in row:
            if isinstance(thing, str):
                title = colours.page.title
                write(draw, (x, y), thing.upper(), "title", LETTER - 3, title)
            else:
                put(image, thing.sign, x + SIGN / 2, y)
                write(draw, (x + SIGN + 10, y), thing.word, "plain", LETTER, colours.page.quiet)
    return image


def _long(entry: Entry) -> float:
    return SIGN + 10 + width(entry.word, "plain", LETTER) + 26


def _groups(
    view: TileView, colours: Theme, voice: GameVoice
) -> Iterable[tuple[str, Iterable[Entry]]]:
    def title(key: str) -> str:
        return voice.say(f"board.tiles.legend.{key}")

    yield title("terrain"), _terrain(view, colours, voice)
    yield (
        title("things"),
        [
            *thing_entries(view, voice),
            *(
                Entry(token(kind, None, SIGN - 2), title(kind))
                for kind in dict.fromkeys(laid.kind for laid in view.tokens)
            ),
        ],
    )
    kinds = dict.fromkeys(city_kind(city) for city in view.cities)
    yield (
        title("figures"),
        [
            *(
                Entry(
                    settlement(3 if kind == "city" else 4, SAMPLE, SIGN - 10, kind == "capital"),
                    voice.title("board.tiles.rank", kind),
                )
                for kind in kinds
            ),
            *(
                Entry(figure(kind, SAMPLE, SIGN - 2), title(kind))
                for kind, there in (
                    ("army", any(stack.armies for stack in view.figures)),
                    ("scout", any(stack.scouts for stack in view.figures)),
                )
                if there
            ),
        ],
    )
    for role in ("building", "great_person"):
        found = {built.kind: built for built in view.buildings if built.role == role}
        yield (
            title(role),
            [
                Entry(building(kind, role, SAMPLE, SIGN - 4, False), _word(built, voice))
                for kind, built in found.items()
            ],
        )
    yield (
        title("wonder"),
        [
            Entry(
                building(built.kind, "wonder", voice.palette.of(built.owner), SIGN - 4, built.idle),
                f"{square_name(built.x, built.y)} {_word(built, voice)}",
            )
            for built in view.buildings
            if built.role == "wonder"
        ],
    )


def thing_entries(view: TileView, voice: GameVoice) -> Iterable[Entry]:
    """What is printed or lies on squares; what has one name is explained once."""
    found: dict[str, Entry] = {}
    for kind in dict.fromkeys(icon.kind for icon in view.icons):
        table = "relic" if voice.has(f"relic.{kind}") else "content"
        word = voice.title(table, kind)
        found.setdefault(word, Entry(printed(kind, SIGN - 4), word))
    return found.values()


def _word(built: BuildingView, voice: GameVoice) -> str:
    said = voice.say(f"{built.role}.{built.kind}")
    return said[:1].upper() + said[1:]


def _terrain(view: TileView, colours: Theme, voice: GameVoice) -> Iterable[Entry]:
    letters = {letter for tile in view.tiles for row in tile.rows for letter in row}
    for letter, look in looks().terrain.items():
        if letter in letters:
            yield Entry(
                _swatch(letter, colours.land), voice.title("board.tiles.terrain", look.name)
            )
    if any(not tile.rows for tile in view.tiles):
        small = face_down(SIGN * 2).resize((SIGN, SIGN), Image.Resampling.LANCZOS)
        yield Entry(small.convert("RGBA"), voice.say("board.section.unexplored"))


@lru_cache(16)
def _swatch(letter: str, land: Land) -> Sprite:
    """A little of a terrain."""
    tile = ground((letter * 4,) * 4, (0, 0), 44, land)
    return tile.crop((44, 44, 44 + SIGN, 44 + SIGN)).convert("RGBA")
