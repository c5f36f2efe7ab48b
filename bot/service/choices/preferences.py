"""What players chose in the lobby, once the game has begun: their prepared answers.

Preferences are public at the table. They are played like any prepared choice; AI players leave to
people what people chose.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.moment import Moment
from bot.service.choices.reasons import Reason
from bot.service.game.open_game import OpenGame
from bot.service.responses import GameInfo
from bot.store.prepared import Prepared
from bot.store.seats import Seat
from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.grammar import OneOf, Unfit, Value
from engine.core.messages import Voice


def outdated(info: GameInfo) -> list[Seat]:
    """The seats whose preference does not fit the table's options any more."""
    choice = info.lobby_choice
    offered = () if choice is None else choice.grammar.keys
    return [seat for seat in info.seats if seat.preference not in (None, *offered)]


def as_prepared(info: GameInfo, now: Moment) -> Iterable[Prepared]:
    """The preferences of all seats as choices for when the game asks."""
    choice = info.lobby_choice
    if choice is None:
        return
    for seat in info.seats:
        if seat.preference in choice.grammar.keys:
            yield Prepared(
                game_id=info.id,
                seat=seat.seat,
                kind=choice.kind,
                value=seat.preference,
                created_at=now,
            )


def left_to_people(game: OpenGame, decision: Decision) -> Decision | None:
    """A decision as an AI player answers it: without what people have chosen in the lobby.

    None where they have chosen nothing that matters.
    """
    choice = game.info.lobby_choice
    if choice is None or choice.kind != decision.kind:
        return None
    wanted = {
        each.value
        for each in game.prepared
        if each.is_waiting and each.kind == decision.kind and each.seat != decision.seat
    }
    # Only what is named: an answer that leaves it to chance could take what is wanted.
    free = [key for key in choice.grammar.keys if key not in wanted and fits(decision, key)]
    if not wanted or not free:
        return None
    return msgspec.structs.replace(decision, grammar=OneOf(free, choice.grammar.describe))


def fits(decision: Decision, value: Value) -> bool:
    """Whether a value is an answer to a decision."""
    try:
        decision.grammar.validate(value)
    except Unfit:
        return False
    return True


def reason(
    game: OpenGame, decision: Decision, value: Value, illegal: IllegalChoice, voice: Voice
) -> Reason:
    """Why a prepared choice is handed back; a preference that someone else got is named."""
    choice = game.info.lobby_choice
    if choice is None or choice.kind != decision.kind or value not in choice.grammar.keys:
        return Reason.of(illegal)
    what = voice.label(choice.grammar.describe(value).label)
    return Reason(code="orders.not_free", data={"what": what}, own=True)
