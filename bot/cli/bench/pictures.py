"""How fast pictures are made, and what that takes.

Figures of one picture are of the whole world in its natural size, late in a game of six.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec
from PIL import Image

from bot.cli.bench.figures import RULESET, Figure, each_of, whole_game
from engine.core.registry import ruleset
from engine.core.view import View
from engine.world.view import SettlementView, WorldView
from render import Look, Map, encode, image
from render.film.replay import replay

FRAMES = 4
VARIANTS = 14


def bench_render(seconds: float) -> Iterator[Figure]:
    """Measure pictures of a random game."""
    views = views_of_a_game()
    view = views[len(views) * 3 // 4]
    draw(view)
    draw(view, "Europe")
    yield Figure("picture, pieces moved", one_by_one(draw, moved(view), seconds), "ms")
    yield Figure(
        "picture, owners changed", one_by_one(draw, with_other_owners(view), seconds), "ms"
    )
    yield Figure("picture, nothing changed", each_of(draw, [view], seconds) / 1e3, "ms")
    part = one_by_one(lambda one: draw(one, "Europe"), moved(view), seconds)
    yield Figure("picture of a part", part, "ms")
    picture = draw(view)
    yield Figure("encoding as JPEG", each_of(as_sent, [picture], seconds) / 1e3, "ms")
    yield Figure("size of a JPEG", len(as_sent(picture)) / 1e3, "kB")
    began = time.perf_counter()
    film = replay([(one, "") for one in views[-FRAMES:]])
    spent = time.perf_counter() - began
    yield Figure("frame of a film", spent / film.frames * 1e3, "ms")
    yield Figure("size of such a film", len(film.data) / 1e3, "kB")
    milliseconds, megabytes = cold_start(view, quick=not seconds)
    yield Figure("first picture of a process", milliseconds, "ms")
    yield Figure("peak memory of drawing everything", megabytes, "MB")


def draw(view: View, focus: str | None = None) -> Image.Image:
    """The map, or a part of it, in the plainest look."""
    return image(Map(view, focus), Look())


def as_sent(picture: Image.Image) -> bytes:
    """A map as a file."""
    return encode(picture, "jpeg")


def views_of_a_game() -> Sequence[WorldView]:
    """Views spread over a game, in order."""
    rules = ruleset(RULESET)
    _, moments = whole_game(players=max(rules.seats))
    views = (rules.view(state, 0) for state in moments)
    return [view for view in views if isinstance(view, WorldView)]


def moved(view: WorldView) -> Sequence[WorldView]:
    """The view with the pieces of two regions exchanged, other regions every time."""
    found = []
    for at in range(0, VARIANTS * 2, 2):
        spaces = list(view.spaces)
        one, two = spaces[at], spaces[at + 1]
        spaces[at] = msgspec.structs.replace(one, units=two.units)
        spaces[at + 1] = msgspec.structs.replace(two, units=one.units)
        found.append(msgspec.structs.replace(view, spaces=tuple(spaces)))
    return found


def with_other_owners(view: WorldView) -> Sequence[WorldView]:
    """The view with one village more, or in other hands, somewhere else every time."""
    found = []
    for number in range(VARIANTS):
        spaces = list(view.spaces)
        at = number * 5
        held = spaces[at].settlement
        owner = (held.owner + 1 if held else number) % view.seats
        spaces[at] = msgspec.structs.replace(spaces[at], settlement=SettlementView(owner, 1))
        found.append(msgspec.structs.replace(view, spaces=tuple(spaces)))
    return found


def one_by_one(
    work: Callable[[WorldView], object], views: Sequence[WorldView], seconds: float
) -> float:
    """Milliseconds for a view that was not drawn just before: the median."""
    spans: list[float] = []
    began = time.perf_counter()
    while not spans or time.perf_counter() - began < seconds:
        for view in views:
            asked = time.perf_counter()
            work(view)
            spans.append(time.perf_counter() - asked)
            if time.perf_counter() - began > seconds:
                break
    return sorted(spans)[len(spans) // 2] * 1e3


def cold_start(view: WorldView, *, quick: bool = False) -> tuple[float, float]:
    """Milliseconds to the first picture of a new process, and megabytes at the most in use there.

    After its first picture it draws everything else once, see `bot.cli.bench.drawing_process`.
    """
    done = subprocess.run(
        [sys.executable, "-m", "bot.cli.bench.drawing_process", *(["quick"] if quick else [])],
        input=pickle.dumps(view),
        stdout=subprocess.PIPE,
        check=True,
    )
    spent, kilobytes = done.stdout.split()
    return float(spent) * 1e3, int(kilobytes) / 1024
