"""Stored games of older versions: their raw data is brought up to date, one version at a time.

A rule set's version goes up whenever a state's shape, an event's shape or a rule changes. A step
works on decoded data (lists, dicts, numbers, texts) and never on the classes of today, which change
again; it must make exactly the state that the same choices would have led to. A game keeps playing
by the rules of the version that it began with (`GameState.version`); only its shape moves on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

Raw = dict[str, Any]
UpgradeStep = Callable[[Raw], None]
"""Changes raw data of one version, in place, into that of the next."""


class Upgrades(msgspec.Struct, frozen=True):
    """The steps of a rule set, each by the version whose data it takes.

    `states` need a step for every version before the present one, `events` only where the shape of
    an event changed. An event is a dict with its class name as `type`.
    """

    states: Mapping[int, UpgradeStep] = {}
    events: Mapping[int, UpgradeStep] = {}

    def state(self, raw: Raw, version: int) -> Raw:
        """A stored state in the shape of `version`. Raises `KeyError` where a step is missing."""
        while (shape := raw.get("shape", 1)) < version:
            self.states[shape](raw)
            raw["shape"] = shape + 1
        return raw

    def event(self, raw: Raw) -> Raw:
        """A stored event in the shape of today.

        A game may have stored events under several versions, and none says which: a step leaves
        alone what has its new shape already. Raises `msgspec.ValidationError` for what is no event
        of any version, as a file from elsewhere may hold.
        """
        for shape in sorted(self.events):
            try:
                self.events[shape](raw)
            except (LookupError, TypeError, ValueError, AttributeError) as wrong:
                raise msgspec.ValidationError(f"no event of version {shape}: {wrong!r}") from None
        return raw
