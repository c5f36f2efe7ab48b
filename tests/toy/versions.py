"""Skirmish as its first and as its second version, and the game that is kept of the first.

    python -m tests.toy.versions

plays that game again and keeps it: only for a change of the toy itself, or of the kit below it
while nothing is released.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from engine.core.decision import Choice
from engine.core.game import Game, Journal
from engine.core.policies import play_out, policy
from engine.core.record import Record, export, load
from engine.core.registry import add_ruleset, ruleset
from tests.cast import PEOPLE

KEPT = Path(__file__).parent / "kept_by_version_1.json"
SEED = 18
NAMES = PEOPLE[:3]
PACKAGES = {1: "tests.toy.skirmish", 2: "tests.toy.skirmish_2"}

add_ruleset("skirmish", PACKAGES[1])


@contextmanager
def version(number: int) -> Iterator[None]:
    """A Herald that has this version of Skirmish."""
    before = ruleset("skirmish").version
    add_ruleset("skirmish", PACKAGES[number])
    try:
        yield
    finally:
        add_ruleset("skirmish", PACKAGES[before])


def kept_record() -> Record:
    """The kept game as the present version reads it."""
    record = load(KEPT.read_bytes())
    assert isinstance(record, Record)
    return record


def a_game() -> Game:
    seeds = [name.encode() for name in NAMES]
    return Game.new("skirmish", NAMES, {"turn_limit": 30}, b"a seed", seeds)


def choose(game: Game, rng: Random, seat: int | None = None) -> int:
    """Have the seat, or who is asked first, make any choice; gives the seat."""
    asked = next(d for d in game.pending() if d.blocking and seat in (None, d.seat))
    game.play(Choice(asked.seat, asked.id, asked.grammar.sample(rng)))
    return asked.seat


def played(seed: int = SEED) -> Game:
    """A whole game with choices taken back: alone, around what others chose, and by consent."""
    game, rng = a_game(), Random(seed)
    game.take_back(choose(game, rng))
    while game.view(None).phase != "march":
        choose(game, rng)
    for seat in (0, 1):
        choose(game, rng, seat)
    game.take_back(0)
    before, choices = game.rules.copy(game.state), journal(game).count
    for seat in (0, 2):
        choose(game, rng, seat)
    game.rewind(1, choices + 1, before)
    choose(game, rng, 2)
    game.take_back(2)
    play_out(game, [policy("random")] * 3, rng)
    return game


def journal(game: Game) -> Journal:
    assert game.journal is not None
    return game.journal


if __name__ == "__main__":
    with version(1):
        KEPT.write_bytes(export(played()))
