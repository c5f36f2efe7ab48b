"""Pictures as files, without loss.

PNG is written here rather than by Pillow, which tries five filters on every row before it
compresses on one core. Maps like the filter that looks at the pixel above; applied to the whole
picture at once and compressed in bands side by side it takes a third of the time for the same size.
"""

from __future__ import annotations

import io
import os
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Literal, NamedTuple

from PIL import Image, ImageChops

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ABOVE = 2
"""The number of the filter in the PNG standard."""
ZLIB_HEADER = b"\x78\x01"
LEVEL = 1
BAND = 1 << 17
"""How many pixels are compressed at a time: enough to compress well, little enough to be cheap."""
ADLER = 65521


def encode(image: Image.Image, kind: Literal["png", "webp"] = "png") -> bytes:
    """The picture as a PNG, or as a lossless WebP: a fifth smaller, three times as slow."""
    if kind == "webp":
        out = io.BytesIO()
        image.save(out, "WEBP", lossless=True, quality=0, method=0)
        return out.getvalue()
    if image.mode != "RGB":
        image = image.convert("RGB")
    wide, high = image.size
    bands = max(1, wide * high // BAND)
    cuts = [high * i // bands for i in range(bands + 1)]

    def band(i: int) -> _Band:
        return _pressed(image, cuts[i], cuts[i + 1], last=i == bands - 1)

    pressed = list(_pool().map(band, range(bands))) if bands > 1 else [band(0)]
    check = 1
    for part in pressed:
        check = _joined_check(check, part.check, part.length)
    data = ZLIB_HEADER + b"".join(part.data for part in pressed) + struct.pack(">I", check)
    shape = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", shape) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


class _Band(NamedTuple):
    """Some rows, compressed; the check sum and the length of what they were before."""

    data: bytes
    check: int
    length: int


def _pressed(image: Image.Image, top: int, bottom: int, last: bool) -> _Band:
    """Rows as differences from the row above, each with the filter's number before it, compressed.

    zlib leaves Python's lock alone meanwhile, so bands are compressed side by side.
    """
    wide, high = image.width, bottom - top
    rows = image.crop((0, top, wide, bottom))
    # Above the first row there is nothing, which counts as black, as crop fills it.
    change = ImageChops.subtract_modulo(rows, image.crop((0, top - 1, wide, bottom - 1)))
    lined = Image.new("L", (3 * wide + 1, high), ABOVE)
    lined.paste(Image.frombytes("L", (3 * wide, high), change.tobytes()), (1, 0))
    raw = lined.tobytes()
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    end = zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH
    return _Band(press.compress(raw) + press.flush(end), zlib.adler32(raw), len(raw))


def _joined_check(first: int, second: int, length: int) -> int:
    """The Adler-32 of two pieces in a row, from that of each and the second's length."""
    a = (first & 0xFFFF) + (second & 0xFFFF) - 1
    b = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return (b % ADLER << 16) | a % ADLER


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@cache
def _cores() -> int:
    return min(4, os.cpu_count() or 1)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_cores(), thread_name_prefix="png")
