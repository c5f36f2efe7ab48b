"""What can change hands in a trade, and how it does (rulebook 6.2 and 6.3).

Everything a seat could give has a key: `loan:gobi` (its resource, until the end of production),
`settlement:gobi`, `technology:ancient`, `wonder:great_wall`, `swordsman@gobi`, `galley#12@gulf…`.
"""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.standard.describing import aboard, estate, loan
from engine.rulesets.standard.parties import fleet_key
from engine.rulesets.standard.state import Bundle, Loan, State
from engine.rulesets.standard.tables import ERA_CARDS, FLEETS, TABLES, UNIT, UNITS, WONDERS
from engine.world.state import BOARD, FIRST_SEA, IDS, Piece, Settlement

UNIT_IDS = tuple(unit.id for unit in UNITS)
PIECE_KEYS = tuple(tuple(f"{unit}@{space}" for space in IDS) for unit in UNIT_IDS)
"""The key of each kind of piece but fleets, in each space."""
LOAN_KEYS = tuple(f"loan:{region}" for region in IDS[:FIRST_SEA])
SETTLEMENT_KEYS = tuple(f"settlement:{region}" for region in IDS[:FIRST_SEA])
TECHNOLOGY_KEYS = tuple(
    (f"technology:{era}", cards.start, cards.stop)
    for era, cards in zip(TABLES.eras, ERA_CARDS, strict=True)
)
"""The key of each era's technologies, and which cards they are."""
WONDER = {wonder.id: index for index, wonder in enumerate(WONDERS)}


def goods(state: State, seat: int) -> dict[str, int]:
    """Everything a seat can give, gold aside, with how many of it there are."""
    found: dict[str, int] = {}
    lent = {loan.region for loan in state.loans}
    for region in state.homes(seat):
        if region not in lent:
            if state.resource_at(region) is not None:
                found[LOAN_KEYS[region]] = 1
            found[SETTLEMENT_KEYS[region]] = 1
    for key, start, stop in TECHNOLOGY_KEYS:
        count = state.technologies[start:stop].count(seat)
        if count:
            found[key] = count
    if seat in state.wonders:
        for wonder, owner in enumerate(state.wonders):
            if owner == seat:
                found[f"wonder:{WONDERS[wonder].id}"] = 1
    for space in state.held_spaces(seat):
        for piece in state.spaces[space]:
            if piece.owner == seat and not piece.aboard:
                if piece.kind in FLEETS:
                    found[f"{fleet_key(piece)}@{IDS[space]}"] = 1
                else:
                    key = PIECE_KEYS[piece.kind][space]
                    found[key] = found.get(key, 0) + 1
    return found


def has(state: State, seat: int, key: str, count: int) -> bool:
    """Whether a seat has so many of a good."""
    kind, _, name = key.partition(":")
    if kind in ("loan", "settlement"):
        region = BOARD.index[name]
        settlement = state.settlements[region]
        return (
            settlement is not None
            and settlement.owner == seat
            and all(loan.region != region for loan in state.loans)
            and (kind == "settlement" or state.resource_at(region) is not None)
        )
    if kind == "technology":
        return state.era_technologies(seat, TABLES.eras.index(name)) >= count
    if kind == "wonder":
        return state.wonders[WONDER[name]] == seat
    name, _, place = key.partition("@")
    stack = state.spaces[BOARD.index[place]]
    alike = [p for p in stack if p.owner == seat and not p.aboard and piece_name(p) == name]
    return len(alike) >= count


def piece_name(piece: Piece) -> str:
    """A piece in a trade: fleets by number, since what they carry goes with them."""
    return fleet_key(piece) if piece.kind in FLEETS else UNIT_IDS[piece.kind]


def describe_good(state: State, seat: int, other: int, owned: bool, key: str) -> Option:
    """A tradable thing in words, to a seat that would give it to another or get it from there."""
    label = Text("good", {"good": in_full(state, key)})
    return Option(key, label, place=place_of(key), detail=worth(state, seat, other, owned, key))


def worth(state: State, seat: int, other: int, owned: bool, key: str) -> Text | None:
    """What a good is worth knowing about."""
    kind, _, name = key.partition(":")
    if kind == "loan":
        resource = state.resource_at(BOARD.index[name])
        assert resource is not None
        return loan(state, seat, other, resource, owned)
    if kind == "settlement":
        return estate(state, BOARD.index[name])
    if kind == "technology":
        return Text("detail.points", {"points": TABLES.points.technology})
    if kind == "wonder":
        return Text("detail.points", {"points": TABLES.points.wonder})
    thing, _, place = key.partition("@")
    if "#" in thing:
        return aboard(state, state.cargo(BOARD.index[place], int(thing.partition("#")[2])))
    return None


def in_full(state: State, key: str) -> str:
    """The key with what the words of it need beside: `loan:gobi:iron`."""
    if not key.startswith("loan:"):
        return key
    return f"{key}:{state.resource_at(BOARD.index[key.partition(':')[2]])}"


def all_in_full(state: State, bundle: Bundle) -> tuple[str, ...]:
    """The things of a bundle, for words."""
    return tuple([in_full(state, key) for key in bundle.things])


def place_of(key: str) -> str | None:
    """The place a good lies at, if it lies anywhere."""
    kind, _, name = key.partition(":")
    if kind in ("loan", "settlement"):
        return name
    return key.partition("@")[2] or None


def can_give(state: State, seat: int, bundle: Bundle) -> bool:
    """Whether a seat has everything in a bundle."""
    if state.gold[seat] < bundle.gold:
        return False
    things = bundle.things
    return all(has(state, seat, key, things.count(key)) for key in dict.fromkeys(things))


def hand_over(play: Play[State], giver: int, taker: int, bundle: Bundle) -> None:
    """Carry out one side of a deal at once."""
    state = play.state
    state.gold[giver] -= bundle.gold
    state.gold[taker] += bundle.gold
    for key in bundle.things:
        kind, _, name = key.partition(":")
        if kind == "loan":
            region = BOARD.index[name]
            if f"settlement:{name}" not in bundle.things:
                state.loans.append(Loan(region, giver, taker))
        elif kind == "settlement":
            region = BOARD.index[name]
            old = state.settlements[region]
            assert old is not None
            state.put_settlement(region, Settlement(taker, old.size, old.grown))
        elif kind == "technology":
            cards = ERA_CARDS[TABLES.eras.index(name)]
            state.technologies[state.technologies.index(giver, cards.start, cards.stop)] = taker
            play.state.check_era(play)
        elif kind == "wonder":
            state.wonders[WONDER[name]] = taker
        else:
            hand_over_piece(state, giver, taker, key)


def hand_over_piece(state: State, giver: int, taker: int, key: str) -> None:
    """A piece changes sides where it stands; a fleet with all it carries."""
    name, _, place = key.partition("@")
    space = BOARD.index[place]
    unit, _, number = name.partition("#")
    kind = UNIT[unit]
    piece = next(
        p
        for p in state.spaces[space]
        if p.owner == giver
        and p.kind == kind
        and not p.aboard
        and (not number or p.id == int(number))
    )
    given = {p.id for p in (piece, *state.cargo(space, piece.id))}
    stack = []
    for each in state.spaces[space]:
        if each.id in given:
            state.tally[giver][each.kind] -= 1
            state.tally[taker][each.kind] += 1
            stack.append(Piece(each.id, taker, each.kind, 0, each.aboard))
        else:
            stack.append(each)
    state.put_stack(space, tuple(stack))
