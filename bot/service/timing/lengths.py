"""How many days games take, as `herald bench --days` has measured for four players."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from bot.store.games import PaceKind

LENGTHS = Path(__file__).with_name("lengths.json")


@cache
def lengths() -> Mapping[str, Mapping[str, int]]:
    """Days by rule set and pace."""
    found: Mapping[str, Mapping[str, int]] = json.loads(LENGTHS.read_text("utf-8"))
    return found


def days_of_game(ruleset: str, kind: PaceKind) -> int | None:
    """About how many days a game takes at a pace; None where nobody has measured it."""
    return lengths().get(ruleset, {}).get(kind)
