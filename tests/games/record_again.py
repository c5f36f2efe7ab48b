"""Plays the kept games again and writes them with the fingerprints that their states have now.

Only for a change that no release has yet seen; later ones need a version of their own and, where a
state's shape changes, an upgrade step. What was not asked then is answered by its default, and who
is done with trade without saying so says it no more.

    PYTHONPATH=. python tests/games/record_again.py
"""

from __future__ import annotations

from pathlib import Path

from engine.core.decision import Choice
from engine.core.game import Game
from engine.core.record import Record, export, load


def played_again(record: Record) -> Game:
    """The same choices from the same seeds, and defaults for questions that are new."""
    table = record.table
    seeds = [bytes.fromhex(seed) for seed in table.player_seeds]
    server_seed = bytes.fromhex(record.server_seed)
    game = Game.new(table.ruleset, table.names, table.options, server_seed, seeds)
    for entry in record.entries:
        assert not entry.undoes, "a game with choices taken back has to be played by hand"
        if is_done_already(game, Choice(entry.seat, entry.decision, entry.value)):
            continue
        while not any((d.seat, d.id) == (entry.seat, entry.decision) for d in game.pending()):
            asked = next(decision for decision in game.pending() if decision.blocking)
            game.play(Choice(asked.seat, asked.id, asked.default), entry.by)
        game.play(Choice(entry.seat, entry.decision, entry.value), entry.by)
    assert game.outcome() == record.outcome
    return game


def is_done_already(game: Game, choice: Choice) -> bool:
    """Whether a seat says that it is done with trade where it is not asked about it."""
    awaited = any(d.blocking and (d.seat, d.id) == (choice.seat, "trade") for d in game.pending())
    return choice.decision == "trade" and choice.value == {"do": "done"} and not awaited


if __name__ == "__main__":
    for file in sorted(Path(__file__).parent.glob("*.json")):
        kept = load(file.read_bytes())
        assert isinstance(kept, Record)
        file.write_bytes(export(played_again(kept)))
