"""Looking at and changing what stands on the board. Tallies are kept here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from engine.core.flow import Play
from engine.rulesets.standard import events
from engine.rulesets.standard.state import NOBODY, Piece, Settlement, State
from engine.rulesets.standard.tables import (
    AIRCRAFT,
    ARMIES,
    ERA_CARDS,
    FERTILE,
    FLEETS,
    RESOURCES,
    SETTLER,
    TABLES,
    UNITS,
)
from engine.world import world

BOARD = world()
FIRST_SEA = BOARD.sea.start
IDS = tuple(space.id for space in BOARD.spaces)
"""The name of each space, for the places where it is asked for thousands of times a second."""
SPACES = tuple(range(len(IDS)))
HELD_BY = tuple(bytes(holders >> seat & 1 for holders in range(256)) for seat in range(8))
"""For each seat a table from `State.holders` to whether the seat is among them."""


def put_stack(state: State, space: int, stack: tuple[Piece, ...]) -> None:
    """Set the pieces of a space, and note whose they are."""
    state.spaces[space] = stack
    holders = 0
    for piece in stack:
        holders |= 1 << piece.owner
    state.holders[space] = holders


def held_spaces(state: State, seat: int) -> list[int]:
    """The spaces where a seat has pieces; no loop in Python, for it is asked at every step."""
    return list(compress(SPACES, bytes(state.holders).translate(HELD_BY[seat])))


def fighters(state: State, space: int, seats: Iterable[int]) -> list[Piece]:
    """The units of some seats that can fight in a space: armies on land, fleets at sea."""
    able = ARMIES if space < FIRST_SEA else FLEETS
    return [p for p in state.spaces[space] if p.kind in able and p.owner in seats]


def has_fighters(state: State, space: int, seat: int) -> bool:
    """Whether a seat could fight a battle in a space."""
    if not state.holders[space] >> seat & 1:
        return False
    able = ARMIES if space < FIRST_SEA else FLEETS
    for piece in state.spaces[space]:  # noqa: SIM110 - a plain loop is twice as fast here
        if piece.owner == seat and piece.kind in able:
            return True
    return False


def planes(state: State, space: int, seats: Iterable[int]) -> list[Piece]:
    """The aircraft of some seats in a space."""
    return [p for p in state.spaces[space] if p.kind in AIRCRAFT and p.owner in seats]


def is_base(state: State, space: int, seat: int) -> bool:
    """Whether a seat's aircraft may stay in a space (rule: aircraft-movement)."""
    if space < FIRST_SEA:
        settlement = state.settlements[space]
        if settlement is not None and settlement.owner == seat:
            return True
    if not state.holders[space] >> seat & 1:
        return False
    if space < FIRST_SEA:
        return any(p.owner == seat and p.kind in ARMIES for p in state.spaces[space])
    return any(
        p.owner == seat and p.kind in FLEETS and UNITS[p.kind].era == 3 for p in state.spaces[space]
    )


def add_piece(state: State, seat: int, kind: int, space: int) -> Piece:
    """Put a new piece on the board."""
    state.born += 1
    piece = Piece(state.born, seat, kind)
    state.spaces[space] = (*state.spaces[space], piece)
    state.holders[space] |= 1 << seat
    state.tally[seat][kind] += 1
    return piece


def remove_pieces(state: State, space: int, gone: Iterable[Piece]) -> None:
    """Take pieces off the board; what a fleet carries goes with it."""
    ids = {piece.id for piece in gone}
    stay = []
    for piece in state.spaces[space]:
        if piece.id in ids or piece.aboard in ids:
            state.tally[piece.owner][piece.kind] -= 1
            state.dead += 1
        else:
            stay.append(piece)
    put_stack(state, space, tuple(stay))


def count_units(pieces: Iterable[Piece]) -> events.Units:
    """Pieces as counts by type."""
    counts: dict[str, int] = {}
    for piece in pieces:
        unit = UNITS[piece.kind].id
        counts[unit] = counts.get(unit, 0) + 1
    return tuple(counts.items())


def cargo(state: State, space: int, fleet: int) -> list[Piece]:
    """What a fleet carries."""
    return [p for p in state.spaces[space] if p.aboard == fleet]


def put_settlement(state: State, region: int, settlement: Settlement | None) -> None:
    """Place, change or remove the settlement of a region."""
    old = state.settlements[region]
    if old is not None:
        state.sizes[old.owner][old.size - 1] -= 1
    if settlement is not None:
        state.sizes[settlement.owner][settlement.size - 1] += 1
    state.settlements[region] = settlement


def settlement_count(state: State, seat: int) -> int:
    """How many settlements a seat owns."""
    return sum(state.sizes[seat])


def homes(state: State, seat: int) -> list[int]:
    """The regions with a seat's settlements."""
    return [r for r, s in enumerate(state.settlements) if s is not None and s.owner == seat]


def resource_at(state: State, region: int) -> str | None:
    """The resource a settlement in this region works, if any."""
    marker = state.markers[region]
    if marker is None or not marker.up or marker.kind >= len(RESOURCES):
        return None
    return RESOURCES[marker.kind]


def is_fertile(state: State, region: int) -> bool:
    """Whether the region is fertile, and known to be."""
    marker = state.markers[region]
    return marker is not None and marker.up and marker.kind == FERTILE


def held_resources(state: State, seat: int, regions: list[int]) -> dict[str, int]:
    """The resources that a seat with settlements in these regions commands now.

    Loans count where they are.
    """
    if state.loans:
        lent = {loan.region for loan in state.loans}
        regions = [region for region in regions if region not in lent]
        regions += [loan.region for loan in state.loans if loan.borrower == seat]
    held: dict[str, int] = {}
    for region in regions:
        resource = resource_at(state, region)
        if resource is not None:
            held[resource] = held.get(resource, 0) + 1
    return held


def technology_count(state: State, seat: int) -> int:
    """How many technologies a seat owns, of all eras."""
    return state.technologies.count(seat)


def era_technologies(state: State, seat: int, era: int) -> int:
    """How many technologies of an era a seat owns."""
    cards = ERA_CARDS[era]
    return state.technologies[cards.start : cards.stop].count(seat)


def era_supply(state: State) -> int:
    """How many technologies of the current era are still to be had."""
    cards = ERA_CARDS[state.era]
    return state.technologies[cards.start : cards.stop].count(NOBODY)


def gain_technology(play: Play[State], seat: int) -> int | None:
    """Give a seat the next card of the current era; None when there is none left."""
    state = play.state
    for card in ERA_CARDS[state.era]:
        if state.technologies[card] == NOBODY:
            state.technologies[card] = seat
            check_era(play)
            return card
    return None


def check_era(play: Play[State]) -> None:
    """Note when the current era comes to its end (rule: eras)."""
    state = play.state
    if state.era_ending:
        return
    needed = TABLES.technologies_that_end_an_era
    cards = ERA_CARDS[state.era]
    owners = state.technologies[cards.start : cards.stop]
    if NOBODY in owners and all(owners.count(seat) < needed for seat in range(state.seats)):
        return
    state.era_ending = True
    play.tell(events.EraEnding(TABLES.eras[state.era]))


def pay(state: State, seat: int, gold: int) -> None:
    """A seat pays the bank."""
    state.gold[seat] -= gold
    state.bank += gold


def receive(state: State, seat: int, gold: int) -> None:
    """A seat receives gold from the bank."""
    state.gold[seat] += gold
    state.bank -= gold


def check_fallen(play: Play[State]) -> None:
    """Players with nothing left on the board have fallen (rule: fallen)."""
    state = play.state
    for seat in range(state.seats):
        if state.fallen[seat] or any(state.sizes[seat]) or any(state.tally[seat]):
            continue
        state.fallen[seat] = True
        play.tell(events.Fallen(seat))
        for offer in state.offers[:]:
            if seat in (offer.maker, offer.to):
                state.offers.remove(offer)
                void = events.OfferEnded(offer.maker, offer.to, offer.id, "void")
                play.tell(void, to=(offer.maker, offer.to))


def capture(play: Play[State], region: int, winner: int, losers: Iterable[int]) -> None:
    """The winner takes the losers' settlement and their settlers and aircraft are gone."""
    state = play.state
    losing = tuple(losers)
    settlers = [p for p in state.spaces[region] if p.owner in losing and p.kind == SETTLER]
    if settlers:
        remove_pieces(state, region, settlers)
        play.tell(events.SettlersLost(BOARD.id(region), len(settlers)))
    settlement = state.settlements[region]
    if settlement is not None and settlement.owner in losing:
        put_settlement(state, region, Settlement(winner, settlement.size, settlement.grown))
        play.tell(events.Captured(winner, settlement.owner, BOARD.id(region), settlement.size))
    check_fallen(play)
