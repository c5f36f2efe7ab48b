"""The legend below a board of tiles: only what is on the board is explained."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from PIL import Image

from engine.core.messages import capital
from engine.tiles.view import BuildingView, TileView, city_kind, square_name
from render.flow.legend import Entry, legend_bar, legend_of
from render.look import Look
from render.sprites.sprites import Sprite, building, face_down, hut, printed, settlement
from render.sprites.sprites import token as figure
from render.sprites.things import looks
from render.style.players import SAMPLE
from render.style.theme import Land, Theme, theme
from render.tiles.ground import ground
from render.voice import GameVoice

LETTER, SIGN, PAD = 24, 38, 40
LEFT = 0.14
"""Where rows begin, as a share of the width: Discord lays the mark of an alternative text over the
lower left corner, on a phone that wide."""


def legend(view: TileView, look: Look, wide: int) -> Image.Image:
    """The bar below the board."""
    voice, colours = look.voice(view.ruleset, view.seats), theme(look.theme)
    groups = [(title, list(entries)) for title, entries in _groups(view, colours, voice)]
    return legend_bar([legend_of(groups, LETTER, wide * LEFT, PAD)], look.theme, wide)


def _groups(
    view: TileView, colours: Theme, voice: GameVoice
) -> Iterable[tuple[str, Iterable[Entry]]]:
    def title(key: str) -> str:
        return voice.say(f"board.tiles.legend.{key}")

    yield title("terrain"), _terrain(view, colours, voice)
    laid = dict.fromkeys(laid.kind for laid in view.tokens)
    tokens = [Entry((hut(kind, None, SIGN - 2),), title(kind)) for kind in laid]
    yield title("things"), [*thing_entries(view, voice), *tokens]
    yield title("figures"), [*_cities(view, voice), *_figures(view, title)]
    for role in ("building", "great_person"):
        found = {built.kind: built for built in view.buildings if built.role == role}
        signs = {kind: building(kind, role, SAMPLE, SIGN - 4, False) for kind in found}
        yield title(role), [Entry((signs[kind],), _word(found[kind], voice)) for kind in found]
    wonders = [built for built in view.buildings if built.role == "wonder"]
    yield title("wonder"), [_wonder(built, voice) for built in wonders]


def thing_entries(view: TileView, voice: GameVoice) -> Iterable[Entry]:
    """What is printed or lies on squares; what has one name is explained once."""
    found: dict[str, Entry] = {}
    for kind in dict.fromkeys(icon.kind for icon in view.icons):
        table = "relic" if voice.has(f"relic.{kind}") else "content"
        word = voice.title(table, kind)
        found.setdefault(word, Entry((printed(kind, SIGN - 4),), word))
    return found.values()


def _cities(view: TileView, voice: GameVoice) -> Iterable[Entry]:
    for kind in dict.fromkeys(city_kind(city) for city in view.cities):
        level = 3 if kind == "city" else 4
        sign = settlement(level, SAMPLE, SIGN - 10, kind == "capital")
        yield Entry((sign,), voice.title("board.tiles.rank", kind))


def _figures(view: TileView, title: Callable[[str], str]) -> Iterable[Entry]:
    there = {
        "army": any(stack.armies for stack in view.figures),
        "scout": any(stack.scouts for stack in view.figures),
    }
    return [Entry((figure(kind, SAMPLE, SIGN - 2),), title(kind)) for kind in there if there[kind]]


def _wonder(built: BuildingView, voice: GameVoice) -> Entry:
    owner = voice.palette.of(built.owner)
    sign = building(built.kind, "wonder", owner, SIGN - 4, built.idle)
    return Entry((sign,), f"{square_name(built.x, built.y)} {_word(built, voice)}")


def _word(built: BuildingView, voice: GameVoice) -> str:
    return capital(voice.say(f"{built.role}.{built.kind}"))


def _terrain(view: TileView, colours: Theme, voice: GameVoice) -> Iterable[Entry]:
    letters = {letter for tile in view.tiles for row in tile.rows for letter in row}
    for letter, look in looks().terrain.items():
        if letter in letters:
            word = voice.title("board.tiles.terrain", look.name)
            yield Entry((_swatch(letter, colours.land),), word)
    if any(not tile.rows for tile in view.tiles):
        small = face_down(SIGN * 2).resize((SIGN, SIGN), Image.Resampling.LANCZOS)
        yield Entry((small.convert("RGBA"),), voice.say("board.section.unexplored"))


@lru_cache(16)
def _swatch(letter: str, land: Land) -> Sprite:
    """A little of a terrain."""
    tile = ground((letter * 4,) * 4, (0, 0), 44, land)
    return tile.crop((44, 44, 44 + SIGN, 44 + SIGN)).convert("RGBA")
