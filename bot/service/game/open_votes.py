"""Votes that are void because something has changed since people agreed."""

from __future__ import annotations

from bot.moment import Moment
from bot.service.announcing.announcements import VoteClosed, in_channel
from bot.store import Transaction, outbox, votes
from bot.store.games import GameRow
from bot.store.votes import Kind


async def withdraw(tx: Transaction, game: GameRow, kind: Kind, now: Moment, **about: int) -> None:
    """Close a game's open vote of a kind, if there is one, and say so; only if it is `about` a
    seat or the number of an entry, where one is given."""
    for vote in await votes.open_votes(tx, game.id):
        if vote.kind == kind and about.items() <= vote.detail.items():
            await votes.close(tx, vote.id, "withdrawn", now)
            said = in_channel(game, VoteClosed(game_id=game.id, vote_id=vote.id))
            await outbox.post_all(tx, game.id, said, now)
