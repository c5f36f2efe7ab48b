"""Who could take back a choice, at every entry of the kept games.

A change that lets somebody look at what is hidden and take it back, or that takes an Undo away from
a choice which showed nothing, changes a figure. Every choice counts as made by a player's own hand.
"""

from __future__ import annotations

from pathlib import Path

from engine.core.game import Game
from tests.proof.games import Case
from tests.proof.perft import kept_games

FILE = Path(__file__).parent / "undo_offers.txt"
ROW = 30
"""So many entries stand in a row."""
NOBODY = "-"


def offers(case: Case) -> list[str]:
    """The seats that are offered Undo after each entry."""
    record = case.record
    assert record is not None
    table = record.table
    seeds = [bytes.fromhex(seed) for seed in table.player_seeds]
    server_seed = bytes.fromhex(record.server_seed)
    game = Game.new(table.ruleset, table.names, table.options, server_seed, seeds)
    found = []
    for number in range(1, len(record.entries) + 1):
        game.play(case.choice(number, game.state, ()))
        seats = [seat for seat in range(case.seats) if game.to_take_back(seat)]
        found.append("".join(map(str, seats)) or NOBODY)
    return found


def lines(case: Case) -> list[str]:
    """How many there are, then the seats of each entry in rows with the number of the first."""
    found = offers(case)
    total = sum(len(each) for each in found if each != NOBODY)
    rows = range(0, len(found), ROW)
    return [
        f"{case} in all: {total}",
        *(f"{case} {at + 1:5}: {' '.join(found[at : at + ROW])}" for at in rows),
    ]


def kept_lines(case: Case) -> list[str]:
    """Those that were accepted."""
    return [line for line in FILE.read_text("utf-8").splitlines() if line.startswith(f"{case} ")]


def accept() -> None:
    """Write the figures as they are now."""
    text = [line for case in kept_games() for line in lines(case)]
    FILE.write_text("\n".join(text) + "\n", encoding="utf-8")
