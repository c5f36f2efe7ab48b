"""Events: typed facts about what happened, each with an audience."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True):
    """A fact. Its class name, in the catalog under `event.`, names the sentence made of it.

    Subclasses hold numbers, strings and tuples. `headline` events open a paragraph in a report.
    """

    headline: ClassVar[bool] = False

    @classmethod
    def key(cls) -> str:
        """The event's message key."""
        return f"event.{cls.__name__}"


class Told(msgspec.Struct, frozen=True):
    """An event and the seats that learn of it; `None` means everyone, spectators too."""

    event: Event
    audience: tuple[int, ...] | None = None

    def reaches(self, seat: int | None) -> bool:
        """Whether `seat` (or a spectator) is told."""
        return self.audience is None or (seat is not None and seat in self.audience)
