"""What must always hold, and what may be exchanged without a seat noticing. For the tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.rulesets.fast_play.frames import Battles, Movement
from engine.rulesets.fast_play.orders import LOSSES, RETREAT, SETTLE
from engine.rulesets.fast_play.state import UNEXPLORED, Orders, State
from engine.rulesets.fast_play.tables import ENOUGH, FLEETS, RESOURCES, SETTLER, TABLES
from engine.world.state import BOARD, FIRST_SEA


def census(state: State) -> Mapping[str, int]:
    """Markers, cards, gold and pieces, wherever they are, and the tallies against the board."""
    pieces = [p for stack in state.spaces for p in stack]
    counted = [[0] * len(row) for row in state.tally]
    for piece in pieces:
        counted[piece.owner][piece.kind] += 1
    sizes = [[0] * 4 for _ in range(state.seats)]
    for settlement in state.settlements:
        if settlement is not None:
            sizes[settlement.owner][settlement.size - 1] += 1
    worked = [r for r, done in enumerate(state.worked) if done]
    exploited = [sum(state.markers[r] == kind for r in worked) for kind in range(len(RESOURCES))]
    return {
        "markers": sum(state.bag) + sum(kind >= 0 for kind in state.markers),
        "wonders": len(state.wonders),
        "gold": sum(state.gold) + state.bank,
        "in_debt": sum(gold < 0 for gold in state.gold),
        "unaccounted_pieces": state.born - state.dead - len(pieces),
        "tally_errors": (counted != state.tally) + (sizes != state.sizes),
        "exploited_errors": int(exploited != state.exploited),
        "too_many_pieces": sum(size > TABLES.pieces.settlement for row in sizes for size in row)
        + sum(row[SETTLER] > TABLES.pieces.settler for row in counted[:-1]),
        "too_many_technologies": sum(n > ENOUGH for row in state.technologies for n in row),
        "swimmers": sum(p.kind not in FLEETS for zone in BOARD.sea for p in state.spaces[zone]),
        "stranded_fleets": sum(
            p.kind in FLEETS and not state.is_home(region, p.owner)
            for region in BOARD.land
            for p in state.spaces[region]
        ),
        "shared_spaces": 0 if is_contested(state) else shared(state),
        "settled_wilds": sum(
            settlement is not None and state.markers[region] == UNEXPLORED
            for region, settlement in enumerate(state.settlements)
        ),
    }


def is_contested(state: State) -> bool:
    """Whether somebody is moving or fighting, so that two may be in a space."""
    return any(isinstance(frame, (Movement, Battles)) for frame in state.frames)


def shared(state: State) -> int:
    """Spaces with pieces or a settlement of two."""
    found = 0
    for space, stack in enumerate(state.spaces):
        owners = {piece.owner for piece in stack}
        if space < FIRST_SEA and (settlement := state.settlements[space]) is not None:
            owners.add(settlement.owner)
        found += len(owners) > 1
    return found


def exchange_hidden(state: State, seat: int | None, rng: Random) -> None:
    """Exchange the standing orders of others, which the seat cannot know.

    The markers of the bag have no order that could be hidden: each is drawn when it is needed.
    """
    for other in range(state.seats):
        if other != seat:
            orders = rng.choice(LOSSES), rng.choice(RETREAT), rng.choice(SETTLE)
            state.orders[other] = Orders(*orders)
