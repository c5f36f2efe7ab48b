"""Whether a game goes on without anybody's press."""

from __future__ import annotations

from bot.service.game import days
from bot.service.game.open_game import OpenGame


def can_play_on(game: OpenGame) -> bool:
    """Whether something can be played at once: an AI player's choice, or a prepared one.

    A table that everybody has left for a while waits for them.
    """
    if game.row.status != "running" or not game.has_begun or game.is_deserted:
        return False
    kept = {(each.seat, each.kind) for each in game.prepared if each.is_waiting}
    if not kept and not game.playing_themselves and game.row.pace.kind != "daily":
        return False
    return any(
        decision.blocking
        and (
            game.plays_itself(decision.seat)
            or (decision.seat, decision.kind) in kept
            or days.is_over_for(game, decision.seat)
        )
        for decision in game.position.pending()
    )
