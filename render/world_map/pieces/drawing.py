"""A place's pieces as one picture, drawn once for as long as they stand as they do."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from render.sprites.sprites import badge, battle, hold, settlement, token
from render.style.theme import MarkColours
from render.world_map.pieces.blocks import BADGE, HOLD, PLAQUE, TOKEN, Block, Set


def block_pad(zoom: float) -> int:
    """Room around a block for shadows, badges and the panel behind a crowd, in pixels."""
    return math.ceil(9 * zoom)


@lru_cache(160)
def block_picture(block: Block, marks: MarkColours, zoom: float) -> Image.Image:
    """The pieces of a block whose corner lies at the origin, with `block_pad` around them."""
    pad = block_pad(zoom)
    size = math.ceil(block.box[2]) + 2 * pad, math.ceil(block.box[3]) + 2 * pad
    image = Image.new("RGBA", size)
    if block.panel:
        _panel(image, block, marks, zoom, pad)
    for thing in block.items:
        _draw_item(image, thing, block.scale, marks, pad)
    for thing in block.items:
        stack = thing.item.stack
        if stack is not None and stack.count > 1:
            side = TOKEN * block.scale
            x = thing.x - thing.item.width / 2 + side * 0.84
            number = badge(str(stack.count), round(BADGE * block.scale))
            _lay(image, number, x + pad, thing.y + side * 0.34 + pad)
    return image


def _panel(image: Image.Image, block: Block, marks: MarkColours, zoom: float, pad: int) -> None:
    finer, out = 3, 3 * zoom
    x0, y0, x1, y1 = ((side + pad) * finer for side in block.box)
    out *= finer
    large = Image.new("RGBA", (image.width * finer, image.height * finer), (*marks.panel_edge, 0))
    ImageDraw.Draw(large).rounded_rectangle(
        (x0 - out, y0 - out, x1 + out, y1 + out),
        6 * zoom * finer,
        fill=(*marks.panel, 255),
        outline=(*marks.panel_edge, 255),
        width=max(1, round(1.5 * zoom * finer)),
    )
    image.alpha_composite(large.reduce(finer))


def _draw_item(image: Image.Image, thing: Set, scale: float, marks: MarkColours, pad: int) -> None:
    item, y = thing.item, thing.y + pad
    if item.settlement is not None:
        built = item.settlement
        plaque = settlement(built.size, built.owner, round(PLAQUE * scale), built.capital)
        _lay(image, plaque, thing.x + pad, y)
    elif item.battle is not None:
        burst = battle(item.battle.winner, round(TOKEN * scale * 1.08), marks.battle)
        _lay(image, burst, thing.x + pad, y)
    elif item.stack is not None:
        stack, side = item.stack, TOKEN * scale
        x = thing.x - item.width / 2 + side / 2 + pad
        if stack.cargo:
            strip = hold(stack.cargo, stack.owner, round(HOLD * scale))
            _lay(image, strip, x + side * 0.32 + strip.width / 2 - 3, y - side * 0.14)
        _lay(image, token(stack.kind, stack.owner, round(side)), x, y)


def _lay(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    corner = round(x - sprite.width / 2), round(y - sprite.height / 2)
    cut = max(0, -corner[0]), max(0, -corner[1])
    image.alpha_composite(sprite, (corner[0] + cut[0], corner[1] + cut[1]), cut)
