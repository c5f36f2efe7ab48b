"""How cards are looked at: what runs over their edges, and whether two look alike."""

from __future__ import annotations

from PIL import Image, ImageChops

from render.style.theme import theme


def nothing_is_cut_off(picture: Image.Image, theme_name: str, edge: int = 10) -> bool:
    """Whether the edges of a card, but for its golden rule, are bare."""
    ground, rule = theme(theme_name).page.ground, theme(theme_name).page.rule
    wide, high = picture.size
    strips = [(0, 0, edge, high), (wide - edge, 0, wide, high), (0, high - edge, wide, high)]
    for strip in strips:
        found = picture.crop(strip).getcolors(4096) or []
        if not {colour for _, colour in found} <= {ground, rule}:
            return False
    return True


def differ(one: Image.Image, two: Image.Image) -> bool:
    """Whether two pictures can be told apart."""
    return one.size != two.size or ImageChops.difference(one, two).getbbox() is not None
