"""Moving pictures, put together frame by frame: WebP, and GIF for those who cannot show it.

A frame holds only what changed since the one before; all else is transparent. Each is compressed by
itself, so that its size is known at once and several can be compressed side by side.
"""

from __future__ import annotations

import io
import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from PIL import Image, ImageChops

Box = tuple[int, int, int, int]
LONGEST = 0xFFFF
"""The most that GIF allows for one frame, in hundredths of a second."""


class Cell(NamedTuple):
    """A compressed frame: where it lies and its data in the film's own format."""

    box: Box
    data: bytes


class Reel(ABC):
    """A film's format at some quality. Cells may be made in any order, by several threads."""

    def __init__(self, size: tuple[int, int], quality: int) -> None:
        self.size = size
        self.quality = quality

    @abstractmethod
    def cell(self, image: Image.Image, before: Image.Image | None) -> Cell | None:
        """What an image adds to the one before; None when they are equal."""

    @abstractmethod
    def joined(self, cells: Iterable[tuple[Cell, int]]) -> bytes:
        """The whole film; each cell comes with the milliseconds that it is shown."""


class WebpReel(Reel):
    """Animated WebP with loss. `quality` is that of its colours, from 0 to 100."""

    def cell(self, image: Image.Image, before: Image.Image | None) -> Cell | None:
        """See `Reel.cell`."""
        if before is None:
            data = _webp(image, quality=self.quality, method=2)
            return Cell((0, 0, *self.size), data)
        mask = changes(image, before)
        found = mask.getbbox()
        if found is None:
            return None
        # The format counts corners in steps of two.
        box = found[0] // 2 * 2, found[1] // 2 * 2, found[2], found[3]
        shown = mask.crop(box)
        # Black under what is transparent takes a quarter less room, and is never seen.
        part = Image.composite(image.crop(box), Image.new("RGB", shown.size), shown)
        part.putalpha(shown)
        return Cell(box, _webp(part, quality=self.quality, method=1, alpha_quality=100))

    def joined(self, cells: Iterable[tuple[Cell, int]]) -> bytes:
        """See `Reel.joined`."""
        wide, high = self.size
        moving, see_through = 0x02, 0x10
        body = [
            _chunk(b"VP8X", bytes([moving | see_through, 0, 0, 0]) + _three(wide - 1, high - 1)),
            _chunk(b"ANIM", bytes(6)),  # black below, and again for ever
        ]
        for (box, data), milliseconds in cells:
            x0, y0, x1, y1 = box
            shape = _three(x0 // 2, y0 // 2, x1 - x0 - 1, y1 - y0 - 1, milliseconds)
            body.append(_chunk(b"ANMF", shape + b"\x00" + data))
        inner = b"WEBP" + b"".join(body)
        return b"RIFF" + struct.pack("<I", len(inner)) + inner


class GifReel(Reel):
    """Animated GIF with one palette for all frames. `quality` is its number of colours."""

    CLEAR = 255

    def __init__(self, size: tuple[int, int], quality: int, samples: Iterable[Image.Image]) -> None:
        super().__init__(size, quality)
        self.palette = _palette(list(samples), min(quality, self.CLEAR))

    def cell(self, image: Image.Image, before: Image.Image | None) -> Cell | None:
        """See `Reel.cell`."""
        box: Box = (0, 0, *self.size)
        mask = None
        if before is not None:
            mask = changes(image, before)
            found = mask.getbbox()
            if found is None:
                return None
            box = found
        part = image.crop(box).quantize(palette=self.palette, dither=Image.Dither.NONE)
        if mask is not None:
            part.paste(self.CLEAR, (0, 0), ImageChops.invert(mask.crop(box)))
        return Cell(box, _lzw(part))

    def joined(self, cells: Iterable[tuple[Cell, int]]) -> bytes:
        """See `Reel.joined`."""
        colours = bytes(self.palette.getpalette() or ()).ljust(768, b"\x00")[:768]
        parts = [
            b"GIF89a" + struct.pack("<HHBBB", *self.size, 0xF7, 0, 0),
            colours,
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",
        ]
        for (box, data), milliseconds in cells:
            hundredths = min(LONGEST, max(2, milliseconds // 10))
            parts.append(b"\x21\xf9\x04" + struct.pack("<BHBB", 0x05, hundredths, self.CLEAR, 0))
            x0, y0, x1, y1 = box
            parts.append(b"\x2c" + struct.pack("<HHHHB", x0, y0, x1 - x0, y1 - y0, 0) + data)
        return b"".join([*parts, b"\x3b"])


def changes(image: Image.Image, before: Image.Image) -> Image.Image:
    """A mask of the pixels in which two images differ."""
    red, green, blue = ImageChops.difference(image, before).split()
    most = ImageChops.lighter(red, ImageChops.lighter(green, blue))
    return most.point([0] + [255] * 255)


def _webp(image: Image.Image, **options: int | bool) -> bytes:
    """The chunks of a still WebP that hold its picture."""
    out = io.BytesIO()
    image.save(out, "WEBP", **options)
    data, at, kept = out.getvalue(), 12, []
    while at < len(data):
        name, long = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + long + long % 2
        if name in (b"ALPH", b"VP8 ", b"VP8L"):
            kept.append(data[at:end])
        at = end
    return b"".join(kept)


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\x00" * (len(data) % 2)


def _three(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(3, "little") for number in numbers)


def _palette(samples: list[Image.Image], colours: int) -> Image.Image:
    """A palette for all frames, taken from some of them."""
    wide = max(image.width for image in samples)
    sheet = Image.new("RGB", (wide, sum(image.height for image in samples)))
    y = 0
    for image in samples:
        sheet.paste(image, (0, y))
        y += image.height
    return sheet.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _lzw(image: Image.Image) -> bytes:
    """The compressed pixels of an image with a palette, as a GIF of its own would hold them."""
    out = io.BytesIO()
    image.save(out, "GIF", optimize=False, interlace=0)
    data = out.getvalue()
    at = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while data[at] == 0x21:  # an extension: its label, then blocks
        at = _after_blocks(data, at + 2)
    own = data[at + 9]
    at += 10 + (3 << (own & 7) + 1 if own & 0x80 else 0)
    return data[at : _after_blocks(data, at + 1)]


def _after_blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += data[at] + 1
    return at + 1
