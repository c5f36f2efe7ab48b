"""Games that were recorded, for the tests of records."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.policies import play_out, policy
from engine.core.record import (
    Record,
    export,
    load,
)

NAMES = ("Angela", "Brad", "Chloë")


def a_game(turns: int = 2) -> Game:
    seeds = [f"seed of {name}".encode() for name in NAMES]
    return Game.new("standard", NAMES, {"turn_limit": turns}, b"the server's seed", seeds)


def play_default(game: Game) -> int:
    decision = next(decision for decision in game.pending() if decision.blocking)
    game.play(Choice(decision.seat, decision.id, decision.default))
    return decision.seat


@cache
def finished() -> Game:
    """A short game with a choice taken back, dice in battle or exploration, and an end."""
    game = a_game()
    game.take_back(play_default(game))
    play_out(game, [policy("random")] * 3, Random(11))
    return game


@cache
def file() -> bytes:
    return export(finished())


def raw() -> Any:
    return json.loads(file())


def the_record(data: bytes | None = None) -> Record:
    record = load(file() if data is None else data)
    assert isinstance(record, Record)
    return record


def dumped(value: Any) -> bytes:
    return json.dumps(value).encode()


def placed() -> int:
    """The index of the last entry that chose a starting region and drew nothing."""
    entries = enumerate(raw()["entries"])
    return [at for at, e in entries if e.get("decision") == "placement" and "draws" not in e][-1]


def with_draws() -> int:
    """The index of an entry in the middle that drew something."""
    entries = raw()["entries"]
    drew = [at for at, entry in enumerate(entries) if len(entry.get("draws", [])) > 1]
    return drew[len(drew) // 2]
