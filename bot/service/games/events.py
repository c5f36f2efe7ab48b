"""Events as they are stored in the log, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.core.events import Disclosure
from engine.core.ruleset import Ruleset


def stored_events(disclosures: Iterable[Disclosure]) -> list[Any]:
    """Events as they are stored: each with the seats that learn of it."""
    return [
        {"event": msgspec.to_builtins(each.event), "audience": each.audience}
        for each in disclosures
    ]


def read_events(rules: Ruleset[Any], events: Iterable[Mapping[str, Any]]) -> list[Disclosure]:
    """Stored events as the engine's."""
    return [
        Disclosure(rules.read_event(each["event"]), _audience(each["audience"])) for each in events
    ]


def _audience(seats: list[int] | None) -> tuple[int, ...] | None:
    return None if seats is None else tuple(seats)
