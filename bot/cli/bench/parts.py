"""Everything that `herald bench` measures, by the part of the program it belongs to.

A new part is a function that takes the seconds to spend on each figure and yields figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.cli.bench.engine import bench_engine
from bot.cli.bench.figures import Figure, Part
from bot.cli.bench.rules_search import bench_rules


def store(seconds: float) -> Iterator[Figure]:
    """Choices kept for good."""
    # Here, for the database takes longer to import than most commands to run.
    from bot.cli.bench.store import bench_store

    yield from bench_store(seconds)


def render(seconds: float) -> Iterator[Figure]:
    """Pictures."""
    from bot.cli.bench.pictures import bench_render

    yield from bench_render(seconds)


def discord(seconds: float) -> Iterator[Figure]:
    """People served."""
    from bot.cli.bench.latency import bench_latency

    yield from bench_latency(seconds)


def desk(seconds: float) -> Iterator[Figure]:
    """Answers of the rules desk."""
    from bot.cli.bench.rules_desk import bench_desk

    yield from bench_desk(seconds)


PARTS: dict[str, Part] = {
    "engine": bench_engine,
    "rules": bench_rules,
    "desk": desk,
    "store": store,
    "render": render,
    "discord": discord,
}
