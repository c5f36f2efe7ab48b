"""The state of a game on the world board: what stands where, who owns what, and how it changes.

A rule set subclasses `WorldState`, names its units, and adds its own fields:

    class State(WorldState, kw_only=True):
        tables = TABLES
        roster = TABLES.roster
        stability: list[int]

Questions about the position and changes of it are methods, so that a rule set can answer one of
them in its own way. Tallies are kept here and nowhere else.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress
from typing import Any, ClassVar, Self

import msgspec

from engine.core.copying import copied
from engine.core.flow import GameState, Play
from engine.core.grammar import Value
from engine.core.lazy import forget, kept, kept_answers
from engine.core.ranking import ranked
from engine.core.view import Outcome
from engine.world import events
from engine.world.board import world
from engine.world.roster import AnyRoster
from engine.world.tables import WorldTables

BOARD = world()
FIRST_SEA = BOARD.sea.start
SPACES = range(len(BOARD.spaces))
IDS = tuple(space.id for space in BOARD.spaces)
"""The name of each space, for the places where it is asked for thousands of times a second."""

POINTS = 3
STOPPED = 4
"""`Piece.spent` holds the movement points used (masked by POINTS) and flags larger than these: a
piece that may not move any more this turn, and what a rule set adds."""

NOBODY = -1
LAPSED = -2
"""Owners of cards that no seat has: still to be had, and lost with their era."""

BARBARIANS = -1
"""The owner of neutral pieces. The last row of `WorldState.tally` is theirs where there are any."""

BIT = (1, 2, 4, 8, 16, 32, 64, 128)
"""For each owner of pieces the bit in `WorldState.holders`; the last one is the barbarians'."""
OWNERS = tuple(
    tuple(owner for owner in (*range(7), BARBARIANS) if holders & BIT[owner])
    for holders in range(256)
)
"""The owners of pieces by the value of `WorldState.holders`."""
HELD_BY = tuple(bytes(holders >> owner & 1 for holders in range(256)) for owner in range(8))
"""For each owner a table from `WorldState.holders` to whether the owner is among them."""

SIZES = ("village", "town", "city", "metropolis")
"""Settlement sizes: size 1 is a village."""


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit or settler on the board. `aboard` is the id of the fleet that carries it, or 0."""

    id: int
    owner: int
    kind: int
    spent: int = 0
    aboard: int = 0


class Settlement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A settlement of size 1 to 4. `grown` is the turn in which it was built or last grew."""

    owner: int
    size: int
    grown: int = 0


class WorldState(GameState, kw_only=True):
    """Everything on and beside the world board, hidden things included. Only the engine sees it."""

    tables: ClassVar[WorldTables]
    roster: ClassVar[AnyRoster]
    has_barbarians: ClassVar[bool] = False

    turn: int = 0
    era: int = 0
    first: int = 0
    end: str = ""
    turn_limit: int = 0
    bank: int = 0
    born: int = 0
    dead: int = 0
    settlements: list[Settlement | None]
    """By region; only `put_settlement` changes it."""
    spaces: list[tuple[Piece, ...]]
    holders: list[int]
    """For each space, the bits of the owners with pieces there; only `hold` changes it."""
    tally: list[list[int]]
    """For each owner, how many pieces of each type are on the board."""
    sizes: list[list[int]]
    """For each seat, how many settlements of each size are on the board."""
    gold: list[int]
    wonders: list[int]
    fallen: list[bool]

    @classmethod
    def initial(cls, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        """The fields before set-up; a rule set adds its own."""
        kinds, owners = len(cls.roster.units), seats + cls.has_barbarians
        return {
            "turn_limit": options["turn_limit"],
            "settlements": [None] * len(BOARD.land),
            "spaces": [()] * len(BOARD.spaces),
            "holders": [0] * len(BOARD.spaces),
            "tally": [[0] * kinds for _ in range(owners)],
            "sizes": [[0] * len(SIZES) for _ in range(seats)],
            "gold": [0] * seats,
            "wonders": [NOBODY] * len(cls.tables.wonders),
            "fallen": [False] * seats,
            "frames": [],
        }

    def copy(self) -> Self:
        """An independent copy: containers are copied, the frozen values in them shared."""
        return copied(self)

    # What stands where.

    @kept
    def held_spaces(self, seat: int) -> tuple[int, ...]:
        """The spaces where a seat has pieces."""
        return tuple(compress(SPACES, bytes(self.holders).translate(HELD_BY[seat])))

    def occupied(self) -> Iterator[tuple[int, tuple[Piece, ...]]]:
        """The spaces with pieces, and the pieces there."""
        return zip(compress(SPACES, self.spaces), filter(None, self.spaces), strict=False)

    def pieces(self, space: int, seat: int, kinds: Container[int] | None = None) -> list[Piece]:
        """A seat's pieces in a space, of some types or of all."""
        stack = self.spaces[space]
        if kinds is None:
            return [p for p in stack if p.owner == seat]
        return [p for p in stack if p.owner == seat and p.kind in kinds]

    def fighters(self, space: int, seats: Container[int]) -> list[Piece]:
        """The units of some seats that fight in a space: those of the ground, or fleets at sea."""
        able = self.roster.ground if space < FIRST_SEA else self.roster.fleets
        return [p for p in self.spaces[space] if p.kind in able and p.owner in seats]

    def has_fighters(self, space: int, seat: int) -> bool:
        """Whether a seat could fight a battle in a space."""
        if not self.holders[space] & BIT[seat]:
            return False
        able = self.roster.ground if space < FIRST_SEA else self.roster.fleets
        for piece in self.spaces[space]:  # noqa: SIM110 - a plain loop is twice as fast here
            if piece.owner == seat and piece.kind in able:
                return True
        return False

    def any_fighters(self, space: int, seats: Iterable[int]) -> bool:
        """Whether one of some seats could fight a battle in a space."""
        for seat in seats:  # noqa: SIM110 - a plain loop is twice as fast here
            if self.has_fighters(space, seat):
                return True
        return False

    def has_army(self, space: int, seat: int) -> bool:
        """Whether a seat has infantry, cavalry or artillery in a space."""
        armies = self.roster.armies
        for piece in self.spaces[space]:  # noqa: SIM110 - a plain loop is twice as fast here
            if piece.owner == seat and piece.kind in armies:
                return True
        return False

    def aircraft(self, space: int, seats: Container[int]) -> list[Piece]:
        """The aircraft of some seats in a space."""
        kinds = self.roster.aircraft
        return [p for p in self.spaces[space] if p.kind in kinds and p.owner in seats]

    def settlers(self, space: int, seat: int) -> list[Piece]:
        """A seat's settlers in a space."""
        kind = self.roster.settler
        return [p for p in self.spaces[space] if p.kind == kind and p.owner == seat]

    def cargo(self, space: int, fleet: int) -> list[Piece]:
        """What a fleet carries."""
        return [p for p in self.spaces[space] if p.aboard == fleet]

    def unit_name(self, kind: int) -> str:
        """What a type of piece is called now."""
        return self.roster.ids[kind]

    def owns_any(self, seat: int, kinds: Iterable[int]) -> bool:
        """Whether a seat has a piece of one of these types anywhere."""
        return any(map(self.tally[seat].__getitem__, kinds))

    def stranger(self, space: int, seat: int) -> int | None:
        """Who else has a piece or a settlement in a space; None when nobody has."""
        for piece in self.spaces[space]:
            if piece.owner != seat:
                return piece.owner
        if space < FIRST_SEA:
            settlement = self.settlements[space]
            if settlement is not None and settlement.owner != seat:
                return settlement.owner
        return None

    def is_base(self, space: int, seat: int) -> bool:
        """Whether a seat's aircraft may stay in a space (rule: aircraft-movement)."""
        if self.is_home(space, seat):
            return True
        if not self.holders[space] & BIT[seat]:
            return False
        hosts = self.roster.armies if space < FIRST_SEA else self.roster.airbases
        return any(p.owner == seat and p.kind in hosts for p in self.spaces[space])

    def berths(self, space: int, seat: int) -> int:
        """How many aircraft of a seat may rest in a space (rule: aircraft-movement)."""
        return len(self.spaces[space]) if self.is_base(space, seat) else 0

    # Placing, moving and removing pieces.

    def put_stack(self, space: int, stack: tuple[Piece, ...]) -> None:
        """Set the pieces of a space, and note whose they are."""
        self.spaces[space] = stack
        holders = 0
        for piece in stack:
            holders |= BIT[piece.owner]
        self.hold(space, holders)

    def hold(self, space: int, holders: int) -> None:
        """Note who has pieces in a space, a bit for each."""
        changed = holders ^ self.holders[space]
        if not changed:
            return
        self.holders[space] = holders
        held: dict[int, tuple[int, ...]] = kept_answers(self).get("held_spaces", {})
        for seat in OWNERS[changed]:
            if seat in held:
                spaces = held[seat]
                at = bisect_left(spaces, space)
                if holders & BIT[seat]:
                    held[seat] = (*spaces[:at], space, *spaces[at:])
                else:
                    held[seat] = spaces[:at] + spaces[at + 1 :]

    def join_stack(self, space: int, pieces: Sequence[Piece]) -> None:
        """Put pieces beside those in a space, and note whose they are."""
        self.spaces[space] = (*self.spaces[space], *pieces)
        holders = self.holders[space]
        for piece in pieces:
            holders |= BIT[piece.owner]
        self.hold(space, holders)

    def add_piece(self, owner: int, kind: int, space: int) -> Piece:
        """Put a new piece on the board."""
        self.born += 1
        piece = Piece(self.born, owner, kind)
        self.spaces[space] = (*self.spaces[space], piece)
        holders = self.holders[space]
        if not holders & BIT[owner]:
            self.hold(space, holders | BIT[owner])
        self.tally[owner][kind] += 1
        return piece

    def remove_pieces(self, space: int, gone: Iterable[Piece]) -> None:
        """Take pieces off the board; what a fleet carries goes with it."""
        ids = {piece.id for piece in gone}
        stay = []
        for piece in self.spaces[space]:
            if piece.id in ids or piece.aboard in ids:
                self.tally[piece.owner][piece.kind] -= 1
                self.dead += 1
            else:
                stay.append(piece)
        self.put_stack(space, tuple(stay))

    def shift(self, pieces: Iterable[Piece], here: int, there: int) -> None:
        """Carry pieces, as they are given, from one space to another."""
        moved = tuple(pieces)
        ids = {piece.id for piece in moved}
        self.put_stack(here, tuple([p for p in self.spaces[here] if p.id not in ids]))
        self.join_stack(there, moved)

    def rest(self, seat: int) -> None:
        """A seat's pieces have all their movement points again.

        Rested stacks are kept in mind: the same stack need not be looked through again.
        """
        spaces = self.spaces
        rested: dict[int, Any] = kept_answers(self).setdefault("rested", {}).setdefault(seat, {})
        known = rested.get
        for space in self.held_spaces(seat):
            stack = spaces[space]
            if known(space) is stack:
                continue
            for tired in stack:
                if tired.spent and tired.owner == seat:
                    spaces[space] = tuple(
                        [
                            Piece(p.id, seat, p.kind, 0, p.aboard)
                            if p.spent and p.owner == seat
                            else p
                            for p in stack
                        ]
                    )
                    break
            rested[space] = spaces[space]

    def modernise(self) -> int:
        """Replace the types that become another one in the era; gives how many pieces changed."""
        units, index = self.roster.units, self.roster.index
        return sum(
            self.replace_kind(old, index[unit.becomes])
            for old, unit in enumerate(units)
            if unit.becomes and units[index[unit.becomes]].era == self.era
        )

    def replace_kind(self, old: int, new: int) -> int:
        """Replace a type of piece by another; gives how many there were."""
        for space, stack in self.occupied():
            if any(p.kind == old for p in stack):
                self.spaces[space] = tuple(
                    Piece(p.id, p.owner, new, p.spent, p.aboard) if p.kind == old else p
                    for p in stack
                )
        changed = 0
        for row in self.tally:
            changed += row[old]
            row[new] += row[old]
            row[old] = 0
        return changed

    # Settlements.

    def settled(self) -> Iterator[tuple[int, Settlement]]:
        """The regions with settlements, and these."""
        held = self.settlements
        return zip(compress(SPACES, held), filter(None, held), strict=False)

    @kept
    def homes(self, seat: int) -> tuple[int, ...]:
        """The regions with a seat's settlements."""
        return tuple([region for region, held in self.settled() if held.owner == seat])

    def settlement_at(self, space: int) -> Settlement | None:
        """The settlement of a space; None at sea."""
        return self.settlements[space] if space < FIRST_SEA else None

    def built_at(self, region: int) -> Settlement:
        """The settlement of a region that has one."""
        settlement = self.settlements[region]
        assert settlement is not None
        return settlement

    def size_at(self, space: int) -> int:
        """How large the settlement of a space is, or 0."""
        settlement = self.settlements[space] if space < FIRST_SEA else None
        return 0 if settlement is None else settlement.size

    def is_home(self, space: int, seat: int) -> bool:
        """Whether the seat has a settlement in a space."""
        if space >= FIRST_SEA:
            return False
        settlement = self.settlements[space]
        return settlement is not None and settlement.owner == seat

    def put_settlement(self, region: int, settlement: Settlement | None) -> None:
        """Place, change or remove the settlement of a region."""
        old = self.settlements[region]
        self.settlements[region] = settlement
        if old is not None:
            self.sizes[old.owner][old.size - 1] -= 1
        if settlement is not None:
            self.sizes[settlement.owner][settlement.size - 1] += 1
            if old is not None and old.owner == settlement.owner:
                return
            forget(self, "homes", settlement.owner)
        if old is not None:
            forget(self, "homes", old.owner)

    def shrink(self, region: int) -> int:
        """A settlement loses a size, if it has one to lose; gives the new size, or 0."""
        old = self.settlements[region]
        if old is None or old.size == 1:
            return 0
        self.put_settlement(region, Settlement(old.owner, old.size - 1, old.grown))
        return old.size - 1

    def shrink_all(self, regions: Iterable[int]) -> dict[int, int]:
        """Settlements lose a size at the same time; gives the new size of each, or 0."""
        return {region: self.shrink(region) for region in regions}

    def settlement_count(self, seat: int) -> int:
        """How many settlements a seat owns."""
        return sum(self.sizes[seat])

    def total_size(self, seat: int) -> int:
        """The sizes of a seat's settlements, added up."""
        return sum([size * count for size, count in enumerate(self.sizes[seat], start=1)])

    def resource_at(self, region: int) -> str | None:
        """The resource that a settlement in a region works or would work, as far as is known."""
        return None

    def held_resources(self, seat: int, regions: Sequence[int]) -> dict[str, int]:
        """The resources that a seat with settlements in these regions commands now."""
        held: dict[str, int] = {}
        for region in regions:
            resource = self.resource_at(region)
            if resource is not None:
                held[resource] = held.get(resource, 0) + 1
        return held

    # Gold, cards and players.

    def wonders_of(self, seat: int) -> tuple[str, ...]:
        """The names of a seat's wonders."""
        named = zip(self.tables.wonder_index, self.wonders, strict=True)
        return tuple(name for name, owner in named if owner == seat)

    def technology_count(self, seat: int) -> int:
        """How many technologies a seat owns, of all eras; none where there are none."""
        return 0

    def points(self, seat: int) -> dict[str, int]:
        """A seat's victory points, part by part (rule: scoring)."""
        value = self.tables.points
        return {
            "settlements": value.settlement_size * self.total_size(seat),
            "technologies": value.technology * self.technology_count(seat),
            "wonders": value.wonder * self.wonders.count(seat),
        }

    def outcome(self) -> Outcome | None:
        """The ranking of a finished game: points, then what breaks ties."""
        if not self.end:
            return None
        seats = range(self.seats)
        parts = [self.points(seat) for seat in seats]
        return Outcome(self.end, ranked(parts, list(map(self.tie_break, seats))), self.turn)

    def tie_break(self, seat: int) -> tuple[int, ...]:
        """What decides between seats with equal points, the most important first (rule: ties)."""
        return self.technology_count(seat), self.gold[seat]

    def pay(self, seat: int, gold: int) -> None:
        """A seat pays the bank."""
        self.gold[seat] -= gold
        self.bank += gold

    def receive(self, seat: int, gold: int) -> None:
        """A seat receives gold from the bank."""
        self.gold[seat] += gold
        self.bank -= gold

    def turn_order(self) -> tuple[int, ...]:
        """Seats from the starting player on, clockwise."""
        return clockwise(self.first, self.seats)

    def check_fallen(self, play: Play[Any]) -> None:
        """Players with nothing left on the board have fallen (rule: fallen)."""
        for seat in range(self.seats):
            if self.fallen[seat] or any(self.sizes[seat]) or any(self.tally[seat]):
                continue
            self.fall(play, seat)

    def fall(self, play: Play[Any], seat: int) -> None:
        """A player is out of the game."""
        self.fallen[seat] = True
        play.tell(events.Fallen(seat))

    def end_game(self, play: Play[Any], reason: str) -> None:
        """The game is over, here and now."""
        self.end = reason
        self.frames.clear()
        play.tell(events.GameEnded(reason))


@cache
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats from one on, clockwise."""
    return tuple((first + n) % seats for n in range(seats))
