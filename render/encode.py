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
from typing import Literal

from PIL import Image, ImageChops

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ABOVE = 2
"""The number of the filter in the PNG standard."""
ZLIB_HEADER = b"\x78\x01"
LEVEL = 1
LEAST_BAND = 1 << 19
"""Smaller bands are not worth a thread, in bytes."""


def encode(image: Image.Image, kind: Literal["png", "webp"] = "png") -> bytes:
    """The picture as a PNG, or as a lossless WebP: a fifth smaller, three times as slow."""
    if kind == "webp":
        out = io.BytesIO()
        image.save(out, "WEBP", lossless=True, quality=0, method=0)
        return out.getvalue()
    image = image.convert("RGB")
    wide, high = image.size
    rows = _filtered(image)
    data = ZLIB_HEADER + _deflated(rows, high) + struct.pack(">I", zlib.adler32(rows))
    shape = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", shape) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _filtered(image: Image.Image) -> bytes:
    """The rows, each with its filter's number before it, as differences from the row above."""
    wide, high = image.size
    above = Image.new("RGB", image.size)
    above.paste(image, (0, 1))
    change = ImageChops.subtract_modulo(image, above)
    rows = Image.new("L", (3 * wide + 1, high), ABOVE)
    rows.paste(Image.frombytes("L", (3 * wide, high), change.tobytes()), (1, 0))
    return rows.tobytes()


def _deflated(rows: bytes, high: int) -> bytes:
    """One stream, its parts compressed side by side (zlib leaves Python's lock alone meanwhile)."""
    bands = max(1, min(_cores(), len(rows) // LEAST_BAND, high))
    step = len(rows) // high
    cuts = [high * i // bands * step for i in range(bands + 1)]
    view = memoryview(rows)

    def part(i: int) -> bytes:
        press = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
        end = zlib.Z_FINISH if i == bands - 1 else zlib.Z_SYNC_FLUSH
        return press.compress(view[cuts[i] : cuts[i + 1]]) + press.flush(end)

    if bands == 1:
        return part(0)
    return b"".join(_pool().map(part, range(bands)))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@cache
def _cores() -> int:
    return min(4, os.cpu_count() or 1)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_cores(), thread_name_prefix="png")
