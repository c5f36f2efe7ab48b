"""Looking at and changing what stands on the board. Tallies are kept here and nowhere else."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import compress

from engine.core.flow import Play
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.state import (
    BARBARIANS,
    UNEXPLORED,
    Piece,
    Settlement,
    State,
)
from engine.rulesets.fast_play.tables import (
    ARMIES,
    FIGHTER,
    FLEETS,
    GROUND,
    MARKER,
    RESOURCES,
    SETTLER,
    TABLES,
    UNITS,
)
from engine.world import crossings, world

BOARD = world()
FIRST_SEA = BOARD.sea.start
SPACES = range(len(BOARD.spaces))
IDS = tuple(space.id for space in BOARD.spaces)
"""The name of each space, for the places where it is asked for thousands of times a second."""
PIECES = TABLES.pieces


# What stands where.


def owned(state: State, space: int, seat: int, kinds: Container[int]) -> list[Piece]:
    """A seat's pieces of some types in a space."""
    return [p for p in state.spaces[space] if p.owner == seat and p.kind in kinds]


def fighters(state: State, space: int, seat: int) -> list[Piece]:
    """A seat's units that fight in a space: armies and aircraft on land, fleets at sea."""
    return owned(state, space, seat, GROUND if space < FIRST_SEA else FLEETS)


def settlers(state: State, space: int, seat: int) -> list[Piece]:
    """A seat's settlers in a space."""
    return [p for p in state.spaces[space] if p.kind == SETTLER and p.owner == seat]


def has_army(state: State, space: int, seat: int) -> bool:
    """Whether a seat has infantry, cavalry or artillery in a space."""
    for piece in state.spaces[space]:  # noqa: SIM110 - a plain loop is twice as fast here
        if piece.owner == seat and piece.kind in ARMIES:
            return True
    return False


def stranger(state: State, space: int, seat: int) -> int | None:
    """Who else has a piece or a settlement in a space; None when nobody has (rule: hostile)."""
    for piece in state.spaces[space]:
        if piece.owner != seat:
            return piece.owner
    if space < FIRST_SEA:
        settlement = state.settlements[space]
        if settlement is not None and settlement.owner != seat:
            return settlement.owner
    return None


def is_home(state: State, space: int, seat: int) -> bool:
    """Whether the seat has a settlement in a space."""
    if space >= FIRST_SEA:
        return False
    settlement = state.settlements[space]
    return settlement is not None and settlement.owner == seat


def occupied(state: State) -> Iterator[tuple[int, tuple[Piece, ...]]]:
    """The spaces with pieces, and the pieces there. Found without a look at every empty space."""
    return zip(compress(SPACES, state.spaces), filter(None, state.spaces), strict=False)


def settled(state: State) -> Iterator[tuple[int, Settlement]]:
    """The regions with settlements, and these."""
    held = state.settlements
    return zip(compress(SPACES, held), filter(None, held), strict=False)


def homes(state: State, seat: int) -> list[int]:
    """The regions with a seat's settlements."""
    return [region for region, settlement in settled(state) if settlement.owner == seat]


def fleets_at_sea(state: State, seat: int) -> dict[int, int]:
    """How many fleets a seat has in each sea zone where it has any."""
    tally = state.tally[seat]
    if not any(map(tally.__getitem__, FLEETS)):
        return {}
    found: dict[int, int] = {}
    for zone in BOARD.sea:
        for piece in state.spaces[zone]:
            if piece.owner == seat:
                found[zone] = found.get(zone, 0) + 1
    return found


@lru_cache(maxsize=4096)
def shores(region: int, zones: frozenset[int]) -> Mapping[int, tuple[int, ...]]:
    """Where fleets in some zones lead from a region, each by a chain; found once for each case."""
    return crossings(BOARD, region, zones)


def count_units(pieces: Iterable[Piece]) -> events.Units:
    """Pieces as counts by type, for events."""
    counts: dict[str, int] = {}
    for piece in pieces:
        unit = UNITS[piece.kind].id
        counts[unit] = counts.get(unit, 0) + 1
    return tuple(counts.items())


# Changing it.


def add_piece(state: State, seat: int, kind: int, space: int) -> Piece:
    """Put a new piece on the board."""
    state.born += 1
    piece = Piece(state.born, seat, kind)
    state.spaces[space] = (*state.spaces[space], piece)
    state.tally[seat][kind] += 1
    return piece


def remove_pieces(state: State, space: int, gone: Iterable[Piece]) -> None:
    """Take pieces off the board."""
    ids = {piece.id for piece in gone}
    stay = []
    for piece in state.spaces[space]:
        if piece.id in ids:
            state.tally[piece.owner][piece.kind] -= 1
            state.dead += 1
        else:
            stay.append(piece)
    state.spaces[space] = tuple(stay)


def shift(state: State, pieces: Iterable[Piece], here: int, there: int) -> None:
    """Carry pieces from one space to another as they are."""
    moved = tuple(pieces)
    ids = {piece.id for piece in moved}
    state.spaces[here] = tuple(p for p in state.spaces[here] if p.id not in ids)
    state.spaces[there] = (*state.spaces[there], *moved)


def put_settlement(state: State, region: int, settlement: Settlement | None) -> None:
    """Place, change or remove the settlement of a region."""
    old = state.settlements[region]
    if old is not None:
        state.sizes[old.owner][old.size - 1] -= 1
    if settlement is not None:
        state.sizes[settlement.owner][settlement.size - 1] += 1
    state.settlements[region] = settlement


def spare(state: State, seat: int, size: int) -> int:
    """How many settlements of a size a seat still has beside the board (rule: piece-limits)."""
    return PIECES.settlement - state.sizes[seat][size - 1]


def spare_settlers(state: State, seat: int) -> int:
    """How many settlers a seat still has beside the board (rule: piece-limits)."""
    return PIECES.settler - state.tally[seat][SETTLER]


def destroy_fleets(play: Play[State], region: int) -> None:
    """The fleets in a harbour go down with it (rules: capture, piece-limits)."""
    state = play.state
    ships = [p for p in state.spaces[region] if p.kind in FLEETS]
    if ships:
        remove_pieces(state, region, ships)
        owner = ships[0].owner
        play.tell(events.FleetsDestroyed(owner, IDS[region], count_units(ships)))


def capture_settlers(play: Play[State], space: int, loser: int, captor: int) -> None:
    """A seat's settlers become the captor's, as far as it has pieces (rule: settlers-captured)."""
    state = play.state
    caught = settlers(state, space, loser)
    if not caught:
        return
    remove_pieces(state, space, caught)
    if captor == BARBARIANS:
        play.tell(events.SettlersLost(loser, IDS[space], len(caught)))
        return
    turned = min(len(caught), spare_settlers(state, captor))
    for _ in range(turned):
        add_piece(state, captor, SETTLER, space)
    play.tell(events.SettlersCaptured(captor, loser, IDS[space], len(caught), len(caught) - turned))


def down_aircraft(play: Play[State], space: int, seats: tuple[int, int]) -> None:
    """Aircraft alone among the other side's units are destroyed (rule: aircraft-battle)."""
    state = play.state
    forces = {seat: fighters(state, space, seat) for seat in seats}
    if not all(forces.values()):
        return
    for seat, units in forces.items():
        if all(p.kind == FIGHTER for p in units):
            remove_pieces(state, space, units)
            play.tell(events.AircraftLost(seat, IDS[space], len(units)))


# Cards and gold.


def technology_count(state: State, seat: int) -> int:
    """How many technologies a seat owns, of all eras."""
    return sum(state.technologies[seat])


def current_technologies(state: State, seat: int) -> int:
    """How many technologies of the current era a seat owns; barbarians own none."""
    return 0 if seat == BARBARIANS else state.technologies[seat][state.era]


def exploited(state: State, resource: str) -> bool:
    """Whether anybody has ever exploited a resource (rule: resources)."""
    return state.exploited[MARKER[resource]] > 0


def is_unexplored(state: State, region: int) -> bool:
    """Whether nobody has explored a region yet."""
    return state.markers[region] == UNEXPLORED


def resource_at(state: State, region: int) -> str | None:
    """The resource of a region, as far as it is explored."""
    kind = state.markers[region]
    return RESOURCES[kind] if 0 <= kind < len(RESOURCES) else None


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


def end_game(play: Play[State], reason: str) -> None:
    """The game is over, here and now."""
    play.state.end = reason
    play.state.frames.clear()
    play.tell(events.GameEnded(reason))


def turn_order(state: State) -> tuple[int, ...]:
    """Seats from the starting player on, clockwise."""
    return tuple((state.first + n) % state.seats for n in range(state.seats))
