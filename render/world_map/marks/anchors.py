"""Where arrows and roads begin and end: at what stands in a place, else at its name or middle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from render.world_map.atlas import atlas, numbers
from render.world_map.backdrop.name_layout import Layout
from render.world_map.marks.arrows import End
from render.world_map.pieces.blocks import Block
from render.world_map.window import Box, Point, Window


class Spots(NamedTuple):
    """The names and blocks of one picture."""

    window: Window
    layout: Layout
    blocks: Mapping[str, Block]

    def town(self, place: str) -> Point:
        """The middle of a place's settlement, or of the place where none is shown."""
        things = self.blocks[place].items if place in self.blocks else ()
        built = next(((one.x, one.y) for one in things if one.item.settlement), None)
        return built or self._middle(place)

    def ends(self, place: str) -> tuple[End, End]:
        """Where an arrow from a place begins, and where one to it ends."""
        if place not in self.layout:
            x, y = self._middle(place)
            return (End(x, y, (x, y, x, y)),) * 2
        name = self.layout[place].box
        if place not in self.blocks:
            end = End((name[0] + name[2]) / 2, (name[1] + name[3]) / 2, name)
            return end, end
        block = self.blocks[place]
        x, y = block.middle
        return End(x, y, block.box), End(x, y, block.box if block.tied else _hull(name, block.box))

    def _middle(self, place: str) -> Point:
        """A place's anchor, where it shows nearest to the picture's middle."""
        x, y = atlas().regions[numbers()[place]].anchor
        turned = (self.window.point(x, y, turn) for turn in (-atlas().w, 0, atlas().w))
        return min(turned, key=lambda at: abs(at[0] - self.window.width / 2))


def _hull(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
