"""Why something cannot be traded (rulebook 4.7 and 10.1)."""

from __future__ import annotations

from collections.abc import Container

from engine.core.errors import IllegalChoice
from engine.rulesets.rhye.refusals import why_not_known
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import TECHNOLOGY, UNIT, WONDER
from engine.world.state import BOARD, FIRST_SEA

GOODS = "trade-goods"


def why_not_met(state: State, seat: int, other: int) -> IllegalChoice | None:
    """Why two players cannot deal with each other (rule: contact)."""
    if other == seat or state.fallen[other] or state.contacts[seat] >> other & 1:
        return None
    return IllegalChoice("not_met", "contact", seat=other)


def why_not_given(
    state: State, giver: int, taker: int, key: str, barred: Container[int]
) -> IllegalChoice | None:
    """Why a thing cannot go from one player to another; `barred` is where a war goes on."""
    sort, _, name = key.partition(":")
    if sort == "wonder" or sort in WONDER:
        return IllegalChoice("wonders_stay", GOODS)
    if sort == "technology":
        return why_not_taught(state, giver, taker, name)
    unit, _, at = key.partition("@")
    place = at or name
    if place not in BOARD.index:
        return None
    space = BOARD.index[place]
    if sort == "settlement":
        reason = why_not_sold(state, giver, space, place)
    elif sort == "resource":
        owned = space < FIRST_SEA and state.colonies[space] == giver
        reason = None if owned else IllegalChoice("no_resource_of", GOODS, seat=giver, place=place)
    elif at and unit in UNIT and not state.pieces(space, giver, (UNIT[unit],)):
        reason = IllegalChoice("no_unit_of", GOODS, seat=giver, unit=unit, place=place)
    else:
        reason = None
    if reason is None and space in barred:
        return IllegalChoice("fought_for", GOODS, place=place)
    return reason


def why_not_sold(state: State, giver: int, space: int, place: str) -> IllegalChoice | None:
    """Why a settlement is not for sale."""
    if space >= FIRST_SEA or not state.is_home(space, giver):
        return IllegalChoice("no_settlement_of", GOODS, seat=giver, place=place)
    if space in state.sites:
        return IllegalChoice("wonders_stay", GOODS)
    if space == state.capitals[giver] and state.settlement_count(giver) == 1:
        return IllegalChoice("last_capital", GOODS, place=place)
    return None


def why_not_taught(state: State, giver: int, taker: int, name: str) -> IllegalChoice | None:
    """Why a technology cannot be shared."""
    if name not in TECHNOLOGY:
        return None
    if not state.knows(giver, TECHNOLOGY[name]):
        return IllegalChoice("unknown_to", GOODS, seat=giver, technology=name)
    if state.knows(taker, TECHNOLOGY[name]):
        return IllegalChoice("known_to", GOODS, seat=taker, technology=name)
    reason = why_not_known(state.technologies[taker], name, GOODS)
    if reason is None:
        return None
    return IllegalChoice("beyond", GOODS, seat=taker, **reason.data)
