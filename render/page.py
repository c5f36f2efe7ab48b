"""The bars above and below the map: turn, phase, era, scores; and what the signs mean."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from render.fonts import Role, fitted, width, write
from render.scene import Scene, Seat
from render.sprites import chip, plain_icon, put
from render.theme import Theme, mixed
from render.words import words

HEADER, CROP_HEADER = 74, 104
"""The heights of the title bar, at a width of 2048 and of 1200."""
RULE, GAP = 3, 22
"""The height of the line below a title bar, and the room between two seats."""


class Style(NamedTuple):
    """Sizes in pixels of a title bar."""

    high: int
    title: int
    text: int
    name: int
    number: int
    chip: int
    pad: int


def style(scale: float, crop: bool) -> Style:
    """The sizes of a title bar at a scale."""
    sizes = (CROP_HEADER, 38, 27, 24, 33, 38, 25) if crop else (HEADER, 36, 25, 22, 25, 30, 28)
    return Style(*(max(1, round(size * scale)) for size in sizes))


def subtitle(scene: Scene, room: float = math.inf, size: int = 1) -> str:
    """Turn, phase and era in words; without the era, or cut short, where there is no room."""
    say = words()
    parts = [say("turn", turn=scene.turn)] if scene.turn > 0 else []
    parts.append(say("finished") if scene.finished else say(f"phase.{scene.ruleset}.{scene.phase}"))
    short = say("between").join(parts)
    if not scene.era:
        return fitted(short, "plain", size, room)
    full = say("between").join([*parts, say("era", era=say(f"eras.{scene.era}"))])
    return full if width(full, "plain", size) <= room else fitted(short, "plain", size, room)


@lru_cache(4)
def header(
    scene: Scene, theme: Theme, wide: int, scale: float, title: str, crop: bool
) -> Image.Image:
    """The title bar. It does not look at the map, so scenes may come without their places."""
    sizes = style(scale, crop)
    image = Image.new("RGB", (wide, sizes.high), theme.page.ground)
    draw = ImageDraw.Draw(image)
    rule = sizes.high - max(1, round(RULE * scale))
    draw.rectangle((0, rule, wide, sizes.high), fill=theme.page.rule)
    middle = (sizes.high - RULE * scale) / 2
    seats = scene.seats
    room = wide - 2 * sizes.pad - _seats_width(seats, sizes, scale)
    if crop:
        wanted = max(
            width(title, "title", sizes.title), width(subtitle(scene), "plain", sizes.text)
        )
        if wanted > room - 16 * scale:
            # Wonders are told on the world map and the sheets.
            seats = tuple(msgspec.structs.replace(seat, wonders=0) for seat in seats)
            room = wide - 2 * sizes.pad - _seats_width(seats, sizes, scale)
        text = subtitle(scene, room - 16 * scale, sizes.text)
        title = fitted(title, "title", sizes.title, room - 16 * scale)
        left = sizes.pad + max(width(title, "title", sizes.title), width(text, "plain", sizes.text))
        write(draw, (sizes.pad, middle * 0.62), title, "title", sizes.title, theme.page.title)
        write(draw, (sizes.pad, middle * 1.45), text, "plain", sizes.text, theme.page.quiet)
    else:
        left = sizes.pad + 24 * scale
        left += write(draw, (sizes.pad, middle), title, "title", sizes.title, theme.page.title)
        text = subtitle(scene, room - left, sizes.text)
        left += write(draw, (left, middle + scale), text, "plain", sizes.text, theme.page.quiet)
    _seats(image, draw, seats, theme, sizes, left + 30 * scale, scale, crop)
    return image


class _Slot(NamedTuple):
    seat: Seat
    name: str
    fixed: float


def _seats(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    seats: tuple[Seat, ...],
    theme: Theme,
    sizes: Style,
    left: float,
    scale: float,
    crop: bool,
) -> None:
    """Chips, names and scores, from the right edge; names give way where there is no room."""
    if not seats:
        return
    gap, right = GAP * scale, image.width - sizes.pad * 0.8
    slots = [_slot(seat, sizes, scale) for seat in seats]
    room = right - left - sum(slot.fixed for slot in slots) - gap * (len(slots) - 1)
    wanted = [width(slot.name, "strong", sizes.name) + 8 * scale for slot in slots]
    share = 0.0 if crop else _share(wanted, room)
    x = right
    middle = (sizes.high - RULE * scale) / 2
    for slot, want in zip(reversed(slots), reversed(wanted), strict=True):
        long = min(want, share)
        name = ""
        if share > 44 * scale:
            name = fitted(slot.name, "strong", sizes.name, long - 8 * scale)
        taken = slot.fixed + (width(name, "strong", sizes.name) + 8 * scale if name else 0)
        x -= taken
        _seat(image, draw, slot.seat, name, theme, sizes, x, middle, taken, scale)
        x -= gap


def _seats_width(seats: tuple[Seat, ...], sizes: Style, scale: float) -> float:
    """What the seats take without their names."""
    fixed = sum(_slot(seat, sizes, scale).fixed for seat in seats)
    return fixed + GAP * scale * max(0, len(seats) - 1)


def _slot(seat: Seat, sizes: Style, scale: float) -> _Slot:
    fixed = sizes.chip + 8 * scale + width(str(seat.score), "number", sizes.number)
    if seat.wonders:
        fixed += 7 * scale + sizes.name * 0.95 + width(str(seat.wonders), "strong", sizes.name)
    return _Slot(seat, seat.name, fixed)


def _share(wanted: list[float], room: float) -> float:
    """The most that any name may take so that all fit: short ones leave room to long ones."""
    left, rest = room, sorted(wanted)
    for i, want in enumerate(rest):
        share = left / (len(rest) - i)
        if want > share:
            return share
        left -= want
    return max(wanted, default=0.0)


def _seat(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    seat: Seat,
    name: str,
    theme: Theme,
    sizes: Style,
    x: float,
    middle: float,
    taken: float,
    scale: float,
) -> None:
    page = theme.page
    text = mixed(page.text, page.ground, 0.55) if seat.fallen else page.text
    number = mixed(page.number, page.ground, 0.55) if seat.fallen else page.number
    put(image, chip(seat.seat, sizes.chip), x + sizes.chip / 2, middle)
    at = x + sizes.chip + 8 * scale
    if name:
        at += write(draw, (at, middle + scale), name, "strong", sizes.name, text) + 8 * scale
    at += write(draw, (at, middle + scale), str(seat.score), "number", sizes.number, number)
    if seat.wonders:
        side = round(sizes.name * 0.95)
        at += 7 * scale
        put(image, plain_icon("wonder", side, text), at + side / 2, middle)
        write(draw, (at + side, middle + scale), str(seat.wonders), "strong", sizes.name, text)
    if seat.active:
        y = middle + sizes.chip / 2 + 5 * scale
        box = (x, y, x + taken, y + max(1, round(3 * scale)))
        draw.rounded_rectangle(box, 2 * scale, fill=page.active)


def card(scene: Scene, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """A picture for rules without a world board: who plays and how they stand."""
    wide, high = size
    scale = min(wide / 1200, high / 764)
    say, page = words(), theme.page
    image = Image.new("RGB", size, page.ground)
    draw = ImageDraw.Draw(image)
    frame = (12, 12, wide - 13, high - 13)
    draw.rectangle(frame, outline=page.rule, width=max(1, round(3 * scale)))
    lines: list[tuple[str, Role, int, tuple[int, int, int]]] = [
        (say("title").upper(), "title", round(54 * scale), page.title),
        (subtitle(scene, wide * 0.9, round(34 * scale)), "plain", round(34 * scale), page.quiet),
    ]
    y = 90 * scale
    for text, role, letter, colour in lines:
        text = fitted(text, role, letter, wide * 0.9)
        write(draw, (wide / 2, y), text, role, letter, colour, "m")
        y += 66 * scale
    row = min(72 * scale, (high - y - 90 * scale) / max(1, len(scene.seats)))
    for seat in scene.seats:
        side = max(8, round(row * 0.62))
        letter = max(8, round(row * 0.5))
        put(image, chip(seat.seat, side), wide * 0.2, y + row / 2)
        name = fitted(seat.name, "strong", letter, wide * 0.45)
        write(draw, (wide * 0.2 + side, y + row / 2), name, "strong", letter, page.text)
        write(draw, (wide * 0.8, y + row / 2), str(seat.score), "number", letter, page.number, "r")
        y += row
    note = fitted(say("no_map"), "plain", round(26 * scale), wide * 0.9)
    write(draw, (wide / 2, high - 50 * scale), note, "plain", round(26 * scale), page.quiet, "m")
    return image
