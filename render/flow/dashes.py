"""Lines cut into dashes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]


def dashes(points: Sequence[Point], pattern: Sequence[float]) -> list[list[Point]]:
    """The parts of a line that a pattern of dashes leaves."""
    parts: list[list[Point]] = []
    at, left, drawing = 0, pattern[0], True
    part: list[Point] = [points[0]]
    for start, end in pairwise(points):
        far = math.dist(start, end)
        done = 0.0
        while far - done > left:
            done += left
            share = done / far
            here = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if drawing:
                parts.append([*part, here])
            part = [here]
            at, drawing = (at + 1) % len(pattern), not drawing
            left = pattern[at]
        left -= far - done
        part.append(end)
    if drawing and len(part) > 1:
        parts.append(part)
    return parts
