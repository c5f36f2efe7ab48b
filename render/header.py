"""The bar above a map: turn, phase, era and every player's score."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import msgspec
from PIL import Image, ImageDraw

from render.fonts.writing import fitted, width, write
from render.scene import Scene, Seat
from render.sprites.sprites import chip, plain_icon, put
from render.style.colour import mixed
from render.style.theme import Theme
from render.voice import label, phase_title

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
    parts = [label("picture.turn", turn=scene.turn)] if scene.turn > 0 else []
    parts.append(
        label("picture.finished") if scene.finished else phase_title(scene.ruleset, scene.phase)
    )
    short = label("picture.between").join(parts)
    if not scene.era:
        return fitted(short, "plain", size, room)
    full = label("picture.between").join(
        [*parts, label("picture.era", era=label(f"eras.{scene.era}"))]
    )
    return full if width(full, "plain", size) <= room else fitted(short, "plain", size, room)


@lru_cache(4)
def header(
    scene: Scene, theme: Theme, wide: int, scale: float, title: str, crop: bool
) -> Image.Image:
    """The title bar. It does not look at the map, so scenes may come without their places."""
    bar = _Bar(theme, wide, scale, crop)
    seats = scene.seats
    if crop:
        left, seats = bar.stacked_title(scene, title)
    else:
        left = bar.title_line(scene, title)
    bar.seats(seats, left + 30 * scale)
    return bar.image


class _Slot(NamedTuple):
    """A seat in the bar: its name may be shortened, the rest is `fixed` in width."""

    seat: Seat
    fixed: float


class _Bar:
    """A title bar in the making."""

    def __init__(self, theme: Theme, wide: int, scale: float, crop: bool) -> None:
        self.page, self.scale, self.crop = theme.page, scale, crop
        self.sizes = style(scale, crop)
        self.image = Image.new("RGB", (wide, self.sizes.high), theme.page.ground)
        self.draw = ImageDraw.Draw(self.image)
        rule = self.sizes.high - max(1, round(RULE * scale))
        self.draw.rectangle((0, rule, wide, self.sizes.high), fill=theme.page.rule)
        self.middle = (self.sizes.high - RULE * scale) / 2

    def title_line(self, scene: Scene, title: str) -> float:
        """Title and moment on one line; answers with where they end."""
        sizes, page = self.sizes, self.page
        left = sizes.pad + 24 * self.scale
        at = float(sizes.pad), self.middle
        left += write(self.draw, at, title, "title", sizes.title, page.title)
        text = subtitle(scene, self._room(scene.seats) - left, sizes.text)
        at = left, self.middle + self.scale
        return left + write(self.draw, at, text, "plain", sizes.text, page.quiet)

    def stacked_title(self, scene: Scene, title: str) -> tuple[float, tuple[Seat, ...]]:
        """Title above moment; answers with where they end and the seats that still fit beside.

        Where there is little room, seats go without their wonders: the world map has them.
        """
        sizes, page, seats = self.sizes, self.page, scene.seats
        wanted = max(
            width(title, "title", sizes.title), width(subtitle(scene), "plain", sizes.text)
        )
        if wanted > self._room(seats) - 16 * self.scale:
            seats = tuple(msgspec.structs.replace(seat, wonders=0) for seat in seats)
        room = self._room(seats) - 16 * self.scale
        text = subtitle(scene, room, sizes.text)
        title = fitted(title, "title", sizes.title, room)
        left = sizes.pad
        write(self.draw, (left, self.middle * 0.62), title, "title", sizes.title, page.title)
        write(self.draw, (left, self.middle * 1.45), text, "plain", sizes.text, page.quiet)
        long = max(width(title, "title", sizes.title), width(text, "plain", sizes.text))
        return left + long, seats

    def seats(self, seats: tuple[Seat, ...], left: float) -> None:
        """Chips, names and scores, from the right edge; names give way where there is no room."""
        if not seats:
            return
        sizes, scale = self.sizes, self.scale
        gap, x = GAP * scale, self.image.width - sizes.pad * 0.8
        slots = [_Slot(seat, self._fixed(seat)) for seat in seats]
        room = x - left - sum(slot.fixed for slot in slots) - gap * (len(slots) - 1)
        wanted = [width(slot.seat.name, "strong", sizes.name) + 8 * scale for slot in slots]
        share = 0.0 if self.crop else _share(wanted, room)
        for slot, want in zip(reversed(slots), reversed(wanted), strict=True):
            name = ""
            if share > 44 * scale:
                long = min(want, share) - 8 * scale
                name = fitted(slot.seat.name, "strong", sizes.name, long)
            taken = slot.fixed + (width(name, "strong", sizes.name) + 8 * scale if name else 0)
            x -= taken
            self._seat(slot.seat, name, x, taken)
            x -= gap

    def _room(self, seats: tuple[Seat, ...]) -> float:
        """What is left of the bar beside the seats without their names."""
        fixed = sum(self._fixed(seat) for seat in seats)
        fixed += GAP * self.scale * max(0, len(seats) - 1)
        return self.image.width - 2 * self.sizes.pad - fixed

    def _fixed(self, seat: Seat) -> float:
        sizes, scale = self.sizes, self.scale
        fixed = sizes.chip + 8 * scale + width(seat.points, "number", sizes.number)
        if seat.wonders:
            fixed += 7 * scale + sizes.name * 0.95 + width(str(seat.wonders), "strong", sizes.name)
        return fixed

    def _seat(self, seat: Seat, name: str, x: float, taken: float) -> None:
        page, sizes, scale, middle = self.page, self.sizes, self.scale, self.middle
        faded = 0.55 if seat.fallen else 0.0
        text, number = mixed(page.text, page.ground, faded), mixed(page.number, page.ground, faded)
        put(self.image, chip(seat.seat, sizes.chip), x + sizes.chip / 2, middle)
        at, low = x + sizes.chip + 8 * scale, middle + scale
        if name:
            at += write(self.draw, (at, low), name, "strong", sizes.name, text) + 8 * scale
        at += write(self.draw, (at, low), seat.points, "number", sizes.number, number)
        if seat.wonders:
            side = round(sizes.name * 0.95)
            at += 7 * scale
            put(self.image, plain_icon("wonder", side, text), at + side / 2, middle)
            write(self.draw, (at + side, low), str(seat.wonders), "strong", sizes.name, text)
        if seat.active:
            y = middle + sizes.chip / 2 + 5 * scale
            box = (x, y, x + taken, y + max(1, round(3 * scale)))
            self.draw.rounded_rectangle(box, 2 * scale, fill=page.active)


def _share(wanted: list[float], room: float) -> float:
    """The most that any name may take so that all fit: short ones leave room to long ones."""
    left, rest = room, sorted(wanted)
    for i, want in enumerate(rest):
        share = left / (len(rest) - i)
        if want > share:
            return share
        left -= want
    return max(wanted, default=0.0)


BAND, LINE = 52, 3


def band(title: str, theme: Theme, wide: int) -> Image.Image:
    """A bar with a title between two parts of a picture; without one, no more than a line."""
    image = Image.new("RGB", (wide, BAND if title else LINE), theme.page.rule)
    if title:
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, LINE, wide, BAND - LINE - 1), fill=theme.page.ground)
        write(draw, (25, BAND / 2), title, "title", 28, theme.page.title)
    return image
