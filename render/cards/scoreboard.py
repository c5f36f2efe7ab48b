"""The picture of a game whose rules have no board that is drawn: who plays and how they stand."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.fonts.faces import Role
from render.fonts.writing import fitted, write
from render.header import subtitle
from render.scene import Scene
from render.sprites.sprites import chip, put
from render.style.theme import Theme
from render.voice import label


def scoreboard(scene: Scene, theme: Theme, size: tuple[int, int]) -> Image.Image:
    """The players with their scores, in a frame."""
    wide, high = size
    scale = min(wide / 1200, high / 764)
    page = theme.page
    image = Image.new("RGB", size, page.ground)
    draw = ImageDraw.Draw(image)
    frame = (12, 12, wide - 13, high - 13)
    draw.rectangle(frame, outline=page.rule, width=max(1, round(3 * scale)))
    lines: list[tuple[str, Role, int, tuple[int, int, int]]] = [
        (label("picture.title").upper(), "title", round(54 * scale), page.title),
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
    note = fitted(label("picture.no_map"), "plain", round(26 * scale), wide * 0.9)
    write(draw, (wide / 2, high - 50 * scale), note, "plain", round(26 * scale), page.quiet, "m")
    return image
