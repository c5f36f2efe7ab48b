"""What happened while someone was away: what was done in their name, what they lost and gained.

Built on the digest of events, as posts are. A reader learns what reaches their seat, a spectator
what all may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.moment import HOUR, Span
from bot.service.choices.done_for import Told, done_for
from bot.service.game.open_game import OpenGame
from bot.service.game.open_games import OpenGames
from bot.service.responses import CatchUp, GameInfo
from bot.store import seats
from bot.store.choices import SETUP
from bot.store.seats import Seat
from engine.core.messages import Voice
from engine.core.view import View

AWAY: Span = 12 * HOUR
"""Who has not looked at a game for so long has been away."""
NOTED_EVERY: Span = HOUR
"""How often it is written down that someone looks at a game."""


def missed_since(game: OpenGame, seat: Seat) -> int | None:
    """The last entry that a player knows who has been away; None for who has not.

    For whom the clock has chosen has missed something, however short the time.
    """
    if game.row.status not in ("running", "paused") or seat.kind != "human":
        return None
    position = game.position
    known = max(seat.seen_number, position.by_hand.get(seat.seat, SETUP))
    if known >= position.number:
        return None
    looked = max(seat.seen_at or seat.joined_at, game.row.started_at or 0)
    has_lapsed = position.misses(seat.seat) > 0
    return known if has_lapsed or game.now - looked >= AWAY else None


def must_be_noted(game: OpenGame, seat: Seat) -> bool:
    """Whether it has to be written down that a player looks at the game now."""
    if game.row.status not in ("running", "paused") or seat.kind != "human":
        return False
    is_long_ago = seat.seen_at is None or game.now - seat.seen_at >= NOTED_EVERY
    return is_long_ago or missed_since(game, seat) is not None


async def note_seen(open_games: OpenGames, game_id: int, user_id: int) -> None:
    """Remember that a player looks at a game and learns what they have missed."""
    async with open_games.open(game_id) as game:
        seat = game.info.seat_of(user_id)
        if seat is None or not must_be_noted(game, seat):
            return
        missed = missed_since(game, seat)
        async with open_games.store.transaction(game_id) as tx:
            await seats.change(
                tx,
                game_id,
                seat.seat,
                seen_at=game.now,
                seen_number=game.position.number,
                away_from=seat.away_from if missed is None else missed,
            )


def heard(seat: int | None, told: Iterable[Told]) -> list[Told]:
    """The entries that are a seat's own, or of which it learns something.

    Nothing that a reader is shown depends on others, not even the moment when it begins.
    """
    return [
        (entry, events)
        for entry, events in told
        if (seat is not None and entry.seat == seat) or any(each.reaches(seat) for each in events)
    ]


def catch_up(
    info: GameInfo,
    seat: int | None,
    told: Sequence[Told],
    before: View,
    view: View,
    voice: Voice,
) -> CatchUp:
    """What entries of the log, one at least, mean to a seat or a spectator that has `heard` them.

    `before` and `view` are what they see before and after these entries.
    """
    events = [each for _, disclosures in told for each in disclosures]
    return CatchUp(
        info=info,
        seat=seat,
        since_at=told[0][0].at,
        before=before,
        view=view,
        done_for_you=() if seat is None else tuple(done_for(seat, told, voice, seat)),
        digest=voice.digest(events, seat, once=True),
        happened=tuple(each.event for each in events if each.reaches(seat)),
    )
