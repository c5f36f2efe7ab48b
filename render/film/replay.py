"""A whole game as a moving picture: the map as it stood after every phase, with a line of words.

>>> film = replay(frames, Look.of(["Ann", "Bob"]), progress=lambda done, of: print(done, "of", of))
>>> Path("game.webp").write_bytes(film.data)
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Literal, NamedTuple

import msgspec
from PIL import Image, ImageDraw

from engine.core.marks import Battle, Marks, Move
from engine.core.view import View
from engine.world.view import WorldView
from render.drawing import image as picture
from render.film.reels import Cell, GifReel, Reel, WebpReel
from render.fonts.script import LEFT
from render.fonts.writing import fitted, write
from render.look import PLAIN, Look
from render.style.theme import theme as theme_of
from render.wishes import Map

SIZE = (1024, 550)
LIMIT = 8_000_000
"""Discord takes ten million bytes from anyone; this leaves room for the message around it."""
MOST_FRAMES = 600
"""Longer games get fewer frames: nobody watches longer."""
PACE, FASTEST, WHOLE = 1100, 180, 75_000
"""Milliseconds of a frame, the least of one, and of the film where that allows it."""
ENDING = 5000
SAMPLES = 6
"""Frames from which a GIF takes its colours."""

Kind = Literal["webp", "gif"]
Progress = Callable[[int, int], None]


class Shot(NamedTuple):
    """A frame of a film: a view, a line below it, and what happened in the phase that it ends.

    Give only moves and battles that the film's audience may know of.
    """

    view: View
    caption: str
    moves: tuple[Move, ...] = ()
    battles: tuple[Battle, ...] = ()


class Film(msgspec.Struct, frozen=True):
    """A moving picture: the file, and what it took to stay below the limit."""

    data: bytes
    size: tuple[int, int]
    frames: int
    left_out: int
    quality: int
    milliseconds: int


class TooLarge(ValueError):
    """Not even the shortest and smallest film is as small as was asked."""


class _Attempt(NamedTuple):
    """How much is given up: pixels, colours, frames."""

    scale: float
    quality: int
    stride: int


def replay(
    frames: Iterable[Shot | tuple[View, str]],
    look: Look = PLAIN,
    *,
    kind: Kind = "webp",
    size: tuple[int, int] = SIZE,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Film:
    """The film of some shots, no larger than `limit` bytes.

    `progress` gets how many frames of how many are done; both start over when the film has to be
    made smaller. First colours are given up, then frames, then pixels. Raises `TooLarge` when
    nothing helps, and `ValueError` when there is no frame.
    """
    shots = [Shot(*frame) for frame in frames]
    if not shots:
        raise ValueError("a film needs a frame")
    maker = _Maker(shots, kind, look, size, progress or (lambda done, of: None))
    stride = -(-len(shots) // MOST_FRAMES)
    attempts = deque([_Attempt(1.0, 85, stride), _Attempt(1.0, 60, stride)])
    while attempts:
        attempt = attempts.popleft()
        cells, total = maker.cells(attempt, limit)
        if total <= limit:
            return maker.film(attempt, cells)
        if not attempts:
            attempts.extend(_next(attempt, total / limit, len(shots)))
    raise TooLarge(f"no film of {len(shots)} frames fits into {limit} bytes")


def _next(failed: _Attempt, too_large: float, frames: int) -> Iterator[_Attempt]:
    """What to give up next, given how far the last attempt was from fitting."""
    if frames // failed.stride > 24:
        wanted = -(-failed.stride * too_large * 1.1 // 1)
        yield failed._replace(stride=min(max(failed.stride + 1, int(wanted)), frames // 12))
    elif failed.scale > 0.5:
        yield _Attempt(round(failed.scale * 0.75, 2), 50, failed.stride)
    elif frames // failed.stride > 2:
        yield failed._replace(stride=failed.stride * 2)


class _Maker:
    """Draws and compresses the frames of one film, as often as it takes."""

    def __init__(
        self,
        shots: Sequence[Shot],
        kind: Kind,
        look: Look,
        size: tuple[int, int],
        progress: Progress,
    ) -> None:
        self.shots, self.kind, self.size = shots, kind, size
        self.look = look
        self.progress = progress
        self.reel: Reel = WebpReel(size, 0)

    def cells(self, attempt: _Attempt, limit: int) -> tuple[list[tuple[Cell, int]], float]:
        """The frames with how long they are shown, and their size in bytes.

        Gives up as soon as it is clear that they are too large: then the size is an estimate.
        """
        kept = self._kept(attempt)
        size = self._scaled(attempt)
        self.reel = self._reel(size, attempt.quality, kept)
        pace = max(FASTEST, min(PACE, WHOLE // len(kept)))
        found: list[tuple[Cell, int]] = []
        total = 2000.0
        for done, cell in enumerate(self._compressed(kept, size), start=1):
            if cell is None and found:
                found[-1] = found[-1][0], found[-1][1] + pace
            elif cell is not None:
                found.append((cell, pace))
                total += len(cell.data) + 40
            self.progress(done, len(kept))
            if total > limit:
                return found, total * len(kept) / done
        found[-1] = found[-1][0], found[-1][1] + ENDING
        return found, total

    def film(self, attempt: _Attempt, cells: list[tuple[Cell, int]]) -> Film:
        """The film of an attempt that fits."""
        shown = len(self._kept(attempt))
        return Film(
            self.reel.joined(cells),
            self._scaled(attempt),
            shown,
            len(self.shots) - shown,
            attempt.quality,
            sum(milliseconds for _, milliseconds in cells),
        )

    def _kept(self, attempt: _Attempt) -> list[int]:
        """The numbers of the frames that are shown: every so many, and always the last."""
        last = len(self.shots) - 1
        return [*range(last % attempt.stride, last, attempt.stride), last]

    def _scaled(self, attempt: _Attempt) -> tuple[int, int]:
        wide, high = (round(side * attempt.scale / 2) * 2 for side in self.size)
        return wide, high

    def _reel(self, size: tuple[int, int], quality: int, kept: Sequence[int]) -> Reel:
        if self.kind == "webp":
            return WebpReel(size, quality)
        step = max(1, len(kept) // SAMPLES)
        samples = [self._frame(number, size) for number in kept[::-step][:SAMPLES]]
        return GifReel(size, {85: 255, 60: 128}.get(quality, 64), samples)

    def _compressed(self, kept: Sequence[int], size: tuple[int, int]) -> Iterator[Cell | None]:
        """The cells in order. They are drawn one by one and compressed side by side."""
        hands = max(1, min(4, os.cpu_count() or 1))
        waiting: deque[Future[Cell | None]] = deque()
        before: Image.Image | None = None
        with ThreadPoolExecutor(hands, thread_name_prefix="film") as pool:
            try:
                for number in kept:
                    image = self._frame(number, size)
                    waiting.append(pool.submit(self.reel.cell, image, before))
                    before = image
                    if len(waiting) > hands:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for future in waiting:
                    future.cancel()

    def _frame(self, number: int, size: tuple[int, int]) -> Image.Image:
        """A shot with its caption below, and below that how far the game has come."""
        shot = self.shots[number]
        wide, high = size
        strip = max(20, round(high * 0.1))
        colours = theme_of(self.look.theme)
        image = Image.new("RGB", size, colours.page.ground)
        image.paste(self._still(shot, (wide, high - strip)), (0, 0))
        pen = ImageDraw.Draw(image)
        rule = max(1, round(wide / 700))
        top = high - strip
        pen.rectangle((0, top, wide, top + rule - 1), fill=colours.page.rule)
        letter = max(10, round(strip * 0.42))
        text = fitted(LEFT + shot.caption, "strong", letter, wide * 0.95)
        middle = top + rule + (strip - rule * 4) / 2
        write(pen, (wide * 0.025, middle), text, "strong", letter, colours.page.text)
        done = (number + 1) / len(self.shots)
        pen.rectangle((0, high - rule * 3, wide * done, high), fill=colours.page.active)
        return image

    def _still(self, shot: Shot, size: tuple[int, int]) -> Image.Image:
        """The map of a shot in a size; boards of another shape stand in the middle."""
        world = isinstance(shot.view, WorldView)
        marks = Marks(moves=shot.moves, battles=shot.battles)
        drawn = picture(Map(shot.view, marks=marks, size=size if world else None), self.look)
        if world:
            return drawn
        drawn.thumbnail(size, Image.Resampling.LANCZOS)
        image = Image.new("RGB", size, theme_of(self.look.theme).page.ground)
        image.paste(drawn, ((size[0] - drawn.width) // 2, (size[1] - drawn.height) // 2))
        return image
