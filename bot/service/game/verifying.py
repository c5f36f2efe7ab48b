"""Proves a game in the store: its table, its log and its states fit together."""

from __future__ import annotations

from bot.service.game.states import engine_entry, engine_table, must_be_as_agreed, rules_of
from bot.store import Transaction, choices, games, seats
from engine.core.game import fingerprint


async def verify_game(tx: Transaction, game_id: int) -> int:
    """Prove that all a game has written fits together; how many choices it has.

    No choice is carried out again: every entry has its own hash, and that of the one before it.
    Raises `BrokenChain`, or `DatabaseCorrupt` for what cannot be read.
    """
    row = await games.get(tx, game_id)
    if row.started_at is not None:
        table = await engine_table(tx, row, await seats.of_game(tx, game_id))
        await must_be_as_agreed(tx, row, table, await games.server_seed(tx, game_id))
    return await choices.verify_chain(
        tx,
        game_id,
        fingerprint=lambda entry: fingerprint(engine_entry(entry)),
        hash_state=rules_of(row).hash_of,
    )
