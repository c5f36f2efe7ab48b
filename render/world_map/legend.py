"""The bar below the world map: only what is on the map is explained."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.flow.legend import Entry, Group, legend_bar, legend_of
from render.scene import Scene
from render.sprites.looks import looks, marker_look, unit_look, unit_rank
from render.sprites.sprites import Sprite, battle, chip, hold, marker, pip, settlement, token
from render.style.players import NOBODY, SAMPLE
from render.style.theme import Theme
from render.style.theme import theme as theme_of
from render.voice import label
from render.world_map.marks.arrows import arrow
from render.world_map.marks.out_of_play import faded, hatching
from render.world_map.marks.roads import way

SEEN_BY = 0
"""Whose colour stands for any player's in the legend."""
HATCHED_GROUND = (200, 196, 186)
"""What lies under the hatching of land that is not in play, in the legend."""


SIZES = (20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10)
"""Sizes of letters that are tried, at scale 1."""


class Signs(NamedTuple):
    """The kinds of things on a map, in the order they are explained."""

    sizes: tuple[int, ...]
    units: tuple[str, ...]
    barbarians: bool
    unknown: bool
    known: tuple[str, ...]
    seen: bool
    lent: bool
    up: tuple[str, ...]
    cargo: bool
    roads: bool
    rails: bool
    battle: bool
    moved: bool
    option: str
    """What the highlights are, as the legend calls them; empty where there are none."""
    out_of_play: bool = False


def signs_of(scene: Scene) -> Signs:
    """What there is to explain."""
    kinds = {stack.kind for place in scene.places for stack in place.stacks}
    kinds |= {load for place in scene.places for stack in place.stacks for load, _ in stack.cargo}
    laid = [place.marker for place in scene.places if place.marker is not None]
    order = list(looks().markers)

    def listed(names: set[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=lambda n: (order.index(n) if n in order else 999, n)))

    return Signs(
        sizes=tuple(sorted({p.settlement.size for p in scene.places if p.settlement})),
        units=tuple(sorted(kinds, key=lambda kind: (unit_rank(kind), kind))),
        barbarians=any(s.owner == NOBODY for place in scene.places for s in place.stacks),
        unknown=any(m.kind is None for m in laid),
        known=listed({m.kind for m in laid if m.kind is not None and m.face != "up"}),
        seen=any(m.looked for m in laid),
        lent=any(p.settlement.lent_to is not None for p in scene.places if p.settlement),
        up=listed({m.kind for m in laid if m.kind is not None and m.face == "up"}),
        cargo=any(stack.cargo for place in scene.places for stack in place.stacks),
        roads=any(road.kind == "road" for road in scene.roads),
        rails=any(road.kind == "rail" for road in scene.roads),
        battle=bool(scene.battles),
        moved=bool(scene.moves),
        option=("happened" if scene.happened else "option") if scene.highlights else "",
        out_of_play=bool(scene.out_of_play),
    )


@lru_cache(4)
def legend(signs: Signs, theme_name: str, wide: int, high: int, scale: float) -> Image.Image:
    """The bar, in letters as large as fit."""
    edge, theme = round(26 * scale), theme_of(theme_name)
    letters = (max(6, round(size * scale)) for size in SIZES)
    ways = [legend_of(_groups(signs, theme, n), n, edge, edge) for n in letters]
    return legend_bar(ways, theme_name, wide, high)


def _groups(signs: Signs, theme: Theme, letter: int) -> list[Group]:
    plaque, unit, square = round(letter * 1.5), round(letter * 1.45), round(letter * 1.35)
    groups: list[Group] = []

    def add(heading: str, entries: list[Entry]) -> None:
        if entries:
            groups.append((label(f"legend.{heading}"), tuple(entries)))

    add(
        "settlements",
        [Entry((settlement(n, SAMPLE, plaque),), label(f"sizes.{n}")) for n in signs.sizes],
    )
    add("units", _unit_entries(signs, unit))
    laid = [Entry((marker(None, square),), label("legend.unexplored"))] if signs.unknown else []
    if signs.known:
        shown = tuple(marker(kind, square, False) for kind in signs.known)
        names = ", ".join(label(f"markers.{kind}") for kind in signs.known)
        laid.append(Entry(shown, f"{label('legend.known')} ({names})"))
    if signs.seen:
        laid.append(Entry((pip(SEEN_BY, max(5, letter // 2)),), label("legend.seen")))
    if signs.lent:
        laid.append(Entry((chip(SEEN_BY, letter),), label("legend.lent")))

    def open_ones(family: str) -> list[Entry]:
        of_it = [kind for kind in signs.up if marker_look(kind).family == family]
        return [Entry((marker(kind, square),), label(f"markers.{kind}")) for kind in of_it]

    add("markers", laid + open_ones("encounter"))
    add("resources", open_ones("resource"))
    add("terrain", open_ones("terrain"))
    add("marks", _mark_entries(signs, theme, unit, letter))
    return groups


def _unit_entries(signs: Signs, unit: int) -> list[Entry]:
    eras: dict[str, list[str]] = {}
    for kind in signs.units:
        eras.setdefault(unit_look(kind).era, []).append(kind)
    entries = [
        Entry((token(kind, SAMPLE, unit),), label(f"legend.{kind}")) for kind in eras.pop("", [])
    ]
    order = ("ancient", "medieval", "gunpowder", "modern")
    for era in sorted(eras, key=lambda era: order.index(era) if era in order else 9):
        shown = tuple(token(kind, SAMPLE, unit) for kind in eras[era])
        entries.append(Entry(shown, label(f"eras.{era}")))
    if signs.barbarians:
        entries.append(Entry((chip(NOBODY, round(unit * 0.9)),), label("legend.barbarians")))
    return entries


def _mark_entries(signs: Signs, theme: Theme, unit: int, letter: int) -> list[Entry]:
    entries = []
    if signs.cargo:
        strip = hold((("swordsman", 1),), SAMPLE, max(6, round(letter * 0.9)))
        entries.append(Entry((strip,), label("legend.cargo")))
    entries += [
        Entry((_way_sign(rail, letter),), label(f"legend.{key}"))
        for key, rail, there in (("road", False, signs.roads), ("rail", True, signs.rails))
        if there
    ]
    if signs.battle:
        entries.append(Entry((battle(None, unit, theme.marks.battle),), label("legend.battle")))
    if signs.moved:
        entries.append(Entry((_arrow_sign(theme, letter),), label("legend.move")))
    if signs.option:
        entries.append(Entry((_option_sign(theme, letter),), label(f"legend.{signs.option}")))
    if signs.out_of_play:
        entries.append(Entry((_hatched_sign(theme, letter),), label("legend.out_of_play")))
    return entries


def _way_sign(rail: bool, letter: int) -> Sprite:
    long = letter * 2.2
    return way(((0.0, 0.0), (long / 2, 0.0), (long, 0.0)), rail, letter / 15)[2]


def _arrow_sign(theme: Theme, letter: int) -> Sprite:
    path = tuple((float(i * letter / 4), 0.0) for i in range(9))
    return arrow(path, SAMPLE, letter / 19, theme.marks.casing)[2]


def _option_sign(theme: Theme, letter: int) -> Sprite:
    finer, side = 4, round(letter * 1.3)
    image = Image.new("RGBA", (side * 2 * finer, side * finer))
    box = (finer, finer, image.width - finer, image.height - finer)
    ImageDraw.Draw(image).rounded_rectangle(
        box,
        side * finer * 0.3,
        fill=(*theme.marks.option_glow, 150),
        outline=(*theme.marks.option, 255),
        width=round(letter * 0.16 * finer),
    )
    return image.resize((side * 2, side), Image.Resampling.LANCZOS)


def _hatched_sign(theme: Theme, letter: int) -> Sprite:
    side = round(letter * 1.3)
    image = Image.new("RGB", (side * 2, side), HATCHED_GROUND)
    image.paste(faded(theme), (0, 0), hatching(side * 2, side, letter / 22))
    return image.convert("RGBA")
