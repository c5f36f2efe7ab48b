"""What is counted and measured. Nothing in it says who did something, or in which game.

docs/metrics has a dashboard and alerts made of these names; a test holds them together.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)

from bot.version import VERSION

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
"""Seconds: Discord waits three for an answer."""
SHORT = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2)


class Shard(NamedTuple):
    """A connection to Discord, and its latest heartbeat in seconds; 0 before the first."""

    is_up: bool
    latency: float


class Figures:
    """All metrics of one Herald."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        ProcessCollector(registry=own)
        Info("herald", "Which Herald this is", registry=own).info({"version": VERSION})
        self.choices = Counter("herald_choices", "Choices that were made", ["by"], registry=own)
        self.choice_seconds = Histogram(
            "herald_choice_seconds",
            "From opening the game to the choice being written down",
            buckets=QUICK,
            registry=own,
        )
        self.answer_seconds = Histogram(
            "herald_answer_seconds",
            "From an interaction to the end of its answer",
            ["kind"],
            buckets=QUICK,
            registry=own,
        )
        self.loop_lag_seconds = Histogram(
            "herald_loop_lag_seconds",
            "How much later than planned the event loop came back",
            buckets=SHORT,
            registry=own,
        )
        self.outbox_waiting = Gauge(
            "herald_outbox_waiting", "Messages that are due and not sent", registry=own
        )
        self.outbox_oldest_seconds = Gauge(
            "herald_outbox_oldest_seconds",
            "For how long the oldest of them has been due",
            registry=own,
        )
        self.clocks_late = Gauge(
            "herald_clocks_late", "Clocks that have run out and were not acted on", registry=own
        )
        self.clocks_late_seconds = Gauge(
            "herald_clocks_late_seconds", "For how long the first of them has", registry=own
        )
        self.pictures = Counter("herald_pictures", "Pictures asked for", ["result"], registry=own)
        self.picture_seconds = Histogram(
            "herald_picture_seconds",
            "From asking for a picture to having it",
            buckets=(0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30),
            registry=own,
        )
        self.errors = Counter("herald_errors", "Lines of the log that are errors", registry=own)
        self.games = Gauge("herald_games", "Games that are not over", ["status"], registry=own)
        self.servers = Gauge("herald_servers", "Servers that Herald is on", registry=own)
        self.shard_up = Gauge(
            "herald_shard_up", "Whether a shard hears from Discord", ["shard"], registry=own
        )
        self.shard_latency_seconds = Gauge(
            "herald_shard_latency_seconds", "A shard's latest heartbeat", ["shard"], registry=own
        )
        self.watched_at = Gauge(
            "herald_watched_timestamp_seconds",
            "When what is measured now and then was last measured",
            registry=own,
        )

    def chosen(self, by: str, seconds: float) -> None:
        """A choice was written down."""
        self.choices.labels(by).inc()
        self.choice_seconds.observe(seconds)

    def answered(self, what: str, seconds: float) -> None:
        """An interaction was answered: `command:play`, `press:my` and the like."""
        self.answer_seconds.labels(what.partition(":")[0]).observe(seconds)

    def drawn(self, seconds: float, succeeded: bool) -> None:
        """A picture was drawn, or could not be."""
        self.pictures.labels("drawn" if succeeded else "failed").inc()
        self.picture_seconds.observe(seconds)

    def connected(self, shards: Mapping[int, Shard]) -> None:
        """How the shards are connected."""
        for number, shard in shards.items():
            self.shard_up.labels(str(number)).set(shard.is_up)
            self.shard_latency_seconds.labels(str(number)).set(shard.latency)

    def page(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


class Errors(logging.Handler):
    """Counts the lines of the log that are errors."""

    def __init__(self, figures: Figures) -> None:
        super().__init__(logging.ERROR)
        self._figures = figures

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        self._figures.errors.inc()
