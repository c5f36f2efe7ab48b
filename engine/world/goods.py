"""What can change hands in a trade: sorts of goods, in a register that a rule set fills.

Everything a seat could give has a key: `loan:gobi` (its resource, until the end of production),
`settlement:gobi`, `wonder:great_wall`, `swordsman@gobi`, `galley#12@gulf…`. A sort of goods knows
the keys that begin with one of its prefixes; pieces, whose keys have none, are asked last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from engine.core.components import Shared
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Option, Value
from engine.core.lazy import depends_on
from engine.core.question import Fault, no, refusal
from engine.core.text import Text
from engine.world import events
from engine.world.describing import aboard
from engine.world.stacks import of_stacks
from engine.world.state import BOARD, FIRST_SEA, IDS, Piece, Settlement, WorldState


class Loan(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The resource of a region, lent until the end of production."""

    region: int
    lender: int
    borrower: int


class Bundle(msgspec.Struct, frozen=True, array_like=True):
    """One side of an offer: gold, and things by their trade keys."""

    gold: int = 0
    things: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """An offer from one seat to another, private until it is accepted.

    Its number is made of the pair and their own count, so that it tells neither of others' offers.
    """

    id: int
    maker: int
    to: int
    give: Bundle
    get: Bundle


class TradingState(WorldState, kw_only=True):
    """A state with trade. `offered` is how many offers each seat has made each other, in rows.

    `refused` are the offers that were declined since something last changed for either side.
    """

    loans: list[Loan]
    offers: list[Offer]
    refused: list[Offer]
    offered: list[int]

    @classmethod
    def initial(cls, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        trade: dict[str, Any] = {"loans": [], "offers": [], "refused": []}
        trade["offered"] = [0] * seats * seats
        return super().initial(seats, options) | trade

    def fall(self, play: Play[Any], seat: int) -> None:
        super().fall(play, seat)
        for offer in self.offers[:]:
            if seat in (offer.maker, offer.to):
                self.offers.remove(offer)
                void = events.OfferEnded(offer.maker, offer.to, offer.id, "void")
                play.tell(void, to=(offer.maker, offer.to))

    def is_lent(self, region: int) -> bool:
        """Whether the resource of a region is lent to another seat."""
        return any(loan.region == region for loan in self.loans)

    def held_resources(self, seat: int, regions: Sequence[int]) -> dict[str, int]:
        """Loans count where they are."""
        return super().held_resources(seat, self.with_loans(seat, regions))

    def with_loans(self, seat: int, regions: Sequence[int]) -> Sequence[int]:
        """Those of a seat's regions that are not lent, and those that are lent to it."""
        if not self.loans:
            return regions
        lent = {loan.region for loan in self.loans}
        own = [region for region in regions if region not in lent]
        return own + [loan.region for loan in self.loans if loan.borrower == seat]


def parties(offer: Offer) -> tuple[int, int]:
    """Between whom an offer is."""
    return offer.maker, offer.to


OFFERS = (
    Shared[TradingState](lambda state: state.offers, parties),
    Shared[TradingState](lambda state: state.refused, parties),
)
"""The offers that are open or were refused, each known to the two it is between."""


class Goods:
    """One sort of things that can change hands."""

    prefixes: ClassVar[tuple[str, ...]] = ()
    fields: ClassVar[tuple[str, ...]]
    """The lists of the state that `held` looks at; beside them it knows the tables only."""

    def held(self, state: Any, seat: int) -> dict[str, int]:
        """What a seat has of the sort, by key, and how many."""
        raise NotImplementedError

    def surely_held(self, state: Any, seat: int) -> bool:
        """Whether a look that costs nothing shows that a seat has something of the sort."""
        return False

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        """Whether a seat has so many of one thing."""
        raise NotImplementedError

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        """A thing of a bundle changes hands."""
        raise NotImplementedError

    def unsuitable(self, state: Any, taker: int) -> frozenset[str]:
        """The keys of the sort that a seat could not take."""
        return frozenset()

    def place(self, key: str) -> str | None:
        """The place a thing lies at, if it lies anywhere."""
        return None

    def in_full(self, state: Any, key: str) -> str:
        """The key with what the words of it need beside: `loan:gobi:iron`."""
        return key

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        """What a seat that would give a thing to another, or get it from there, should know."""
        return None

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        """What keeps a thing from changing hands."""
        return None


class Lands(Goods):
    """What a region with a settlement has to give: the settlement, or its resource for a turn."""

    prefixes = ("loan", "settlement")
    fields = ("settlements", "markers", "loans")
    loan_keys = tuple(f"loan:{region}" for region in IDS[:FIRST_SEA])
    settlement_keys = tuple(f"settlement:{region}" for region in IDS[:FIRST_SEA])

    def held(self, state: Any, seat: int) -> dict[str, int]:
        found = {}
        lent = {loan.region for loan in state.loans}
        loans, settlements, resource_at = self.loan_keys, self.settlement_keys, state.resource_at
        for region in state.homes(seat):
            if region not in lent:
                if resource_at(region) is not None:
                    found[loans[region]] = 1
                found[settlements[region]] = 1
        return found

    def surely_held(self, state: Any, seat: int) -> bool:
        return not state.loans and bool(state.homes(seat))

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        kind, _, name = key.partition(":")
        region = BOARD.index[name]
        if not state.is_home(region, seat) or state.is_lent(region):
            return False
        return kind == "settlement" or state.resource_at(region) is not None

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        state = play.state
        kind, _, name = key.partition(":")
        region = BOARD.index[name]
        if kind == "settlement":
            old = state.settlements[region]
            state.put_settlement(region, Settlement(taker, old.size, old.grown))
        elif f"settlement:{name}" not in bundle.things:
            state.loans.append(Loan(region, giver, taker))

    def place(self, key: str) -> str | None:
        return key.partition(":")[2]

    def in_full(self, state: Any, key: str) -> str:
        kind, _, name = key.partition(":")
        return key if kind == "settlement" else f"{key}:{state.resource_at(BOARD.index[name])}"

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        kind, _, name = key.partition(":")
        if name not in BOARD.index:
            return None
        region, rule = BOARD.index[name], "loans" if kind == "loan" else "permanent-trades"
        if not state.is_home(region, giver):
            return no("no_settlement_to_give", rule, seat=giver, place=name)
        if state.is_lent(region):
            return no("lent_already", "loans", place=name)
        if kind == "loan" and state.resource_at(region) is None:
            return no("no_resource_to_lend", "loans", place=name)
        return None


class NamedCards(Goods):
    """Cards by their names; `fields` is the state's list of their owners."""

    numbers: ClassVar[str]
    """What the tables call the number of each card by its name, in order."""

    def held(self, state: Any, seat: int) -> dict[str, int]:
        owners = getattr(state, self.fields[0])
        if seat not in owners:
            return {}
        named = zip(getattr(state.tables, self.numbers), owners, strict=True)
        return {f"{self.prefixes[0]}:{name}": 1 for name, owner in named if owner == seat}

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        return bool(getattr(state, self.fields[0])[self.index(state, key)] == seat)

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        getattr(play.state, self.fields[0])[self.index(play.state, key)] = taker

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        known = key.partition(":")[2] in getattr(state.tables, self.numbers)
        if not known or self.has(state, giver, key, 1):
            return None
        return no("no_card_to_give", "permanent-trades", seat=giver, good=key)

    def index(self, state: Any, key: str) -> int:
        """The number of the card that a key names."""
        index: int = getattr(state.tables, self.numbers)[key.partition(":")[2]]
        return index


class Wonders(NamedCards):
    """Wonders: `wonder:great_wall`."""

    prefixes = ("wonder",)
    fields = ("wonders",)
    numbers = "wonder_index"

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        return Text("detail.points", {"points": state.tables.points.wonder})


@of_stacks
def pieces_to_give(state: WorldState, space: int, seat: int) -> dict[str, int]:
    """What a seat's pieces in a space are called in trade, cargo aside, and how many there are."""
    roster, here = state.roster, f"@{IDS[space]}"
    fleets, ids = roster.fleets, roster.ids
    names = [
        roster.fleet_key(piece) if piece.kind in fleets else ids[piece.kind]
        for piece in state.spaces[space]
        if piece.owner == seat and not piece.aboard
    ]
    return {name + here: names.count(name) for name in dict.fromkeys(names)}


class Pieces(Goods):
    """Pieces where they stand; fleets one by one, since what they carry goes with them."""

    fields: ClassVar[tuple[str, ...]] = ("spaces",)

    def held(self, state: Any, seat: int) -> dict[str, int]:
        return pieces_to_give(state, seat, self.spaces(state, seat))

    def spaces(self, state: Any, seat: int) -> Sequence[int]:
        """The spaces with a seat's pieces that it may give away."""
        spaces: Sequence[int] = state.held_spaces(seat)
        return spaces

    def has(self, state: Any, seat: int, key: str, count: int) -> bool:
        return len(self.alike(state, seat, key)) >= count

    def alike(self, state: Any, seat: int, key: str) -> list[Piece]:
        """A seat's pieces that a key could mean."""
        name, _, place = key.partition("@")
        unit, _, number = name.partition("#")
        kind = state.roster.index[unit]
        return [
            p
            for p in state.spaces[BOARD.index[place]]
            if p.owner == seat
            and p.kind == kind
            and not p.aboard
            and (not number or p.id == int(number))
        ]

    def hand_over(self, play: Play[Any], giver: int, taker: int, key: str, bundle: Bundle) -> None:
        """A piece changes sides where it stands; a fleet with all it carries."""
        state, space = play.state, BOARD.index[key.partition("@")[2]]
        piece = self.alike(state, giver, key)[0]
        given = {p.id for p in (piece, *state.cargo(space, piece.id))}
        stack = []
        for each in state.spaces[space]:
            if each.id in given:
                state.tally[giver][each.kind] -= 1
                state.tally[taker][each.kind] += 1
                spent = self.spent_after(state, giver, taker, each)
                stack.append(Piece(each.id, taker, each.kind, spent, each.aboard))
            else:
                stack.append(each)
        state.put_stack(space, tuple(stack))

    def spent_after(self, state: Any, giver: int, taker: int, piece: Piece) -> int:
        """What of a piece's movement is spent when it has changed hands."""
        return 0

    def place(self, key: str) -> str | None:
        return key.partition("@")[2]

    def detail(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Text | None:
        thing, _, place = key.partition("@")
        if "#" not in thing:
            return None
        return aboard(state, state.cargo(BOARD.index[place], int(thing.partition("#")[2])))

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        name, _, place = key.partition("@")
        unit, rule = name.partition("#")[0], "permanent-trades"
        if unit not in state.roster.index or place not in BOARD.index:
            return None
        own = state.pieces(BOARD.index[place], giver, (state.roster.index[unit],))
        if not own:
            return no("no_pieces_to_give", rule, seat=giver, unit=unit, place=place)
        if all(piece.aboard for piece in own):
            return no("only_with_its_fleet", rule, unit=unit, place=place)
        return None


class Register:
    """All sorts of goods of a rule set, found by the keys of the things."""

    rule = "permanent-trades"
    """The section about what can be traded."""

    def __init__(self, *sorts: Goods) -> None:
        self.sorts = sorts
        self.by_prefix = {prefix: sort for sort in sorts for prefix in sort.prefixes}
        self.choosy = [sort for sort in sorts if type(sort).unsuitable is not Goods.unsuitable]
        """The sorts of which not everybody can take everything."""
        fields = dict.fromkeys(field for sort in sorts for field in sort.fields)
        self.held: Callable[[Any, int], dict[str, int]] = depends_on(*fields)(self._held)
        """Everything a seat can give, gold aside, with how many of it there are."""

    def surely_held(self, state: Any, seat: int) -> bool:
        """Whether it is clear at once that a seat has something to give, to whoever takes it."""
        return not self.choosy and self.sorts[0].surely_held(state, seat)

    def sort(self, key: str) -> Goods:
        """The sort of goods that a key belongs to."""
        return self.by_prefix.get(key.partition(":")[0], self.sorts[-1])

    def _held(self, state: Any, seat: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for sort in self.sorts:
            found |= sort.held(state, seat)
        return found

    def describe(self, state: Any, seat: int, other: int, owned: bool, key: str) -> Option:
        """A thing in words, to a seat that would give it to another or get it from there."""
        sort = self.sort(key)
        label = Text("good", {"good": sort.in_full(state, key)})
        detail = sort.detail(state, seat, other, owned, key)
        return Option(key, label, place=sort.place(key), detail=detail)

    def in_full(self, state: Any, things: Sequence[str]) -> tuple[str, ...]:
        """Some things, with what the words of them need beside their keys."""
        return tuple([self.sort(key).in_full(state, key) for key in things])

    def suitable(self, state: Any, taker: int, things: dict[str, int]) -> dict[str, int]:
        """Those of some things that a seat could take."""
        for sort in self.choosy:
            barred = sort.unsuitable(state, taker)
            things = {key: count for key, count in things.items() if key not in barred}
        return things

    def can_give(self, state: Any, seat: int, bundle: Bundle, taker: int) -> bool:
        """Whether a seat has everything in a bundle, and the other can take it."""
        if state.gold[seat] < bundle.gold:
            return False
        counts = {key: bundle.things.count(key) for key in bundle.things}
        return all(self.sort(key).has(state, seat, key, n) for key, n in counts.items()) and len(
            self.suitable(state, taker, counts)
        ) == len(counts)

    def hand_over(self, play: Play[Any], giver: int, taker: int, bundle: Bundle) -> None:
        """Carry out one side of a deal at once."""
        play.state.gold[giver] -= bundle.gold
        play.state.gold[taker] += bundle.gold
        for key in bundle.things:
            self.sort(key).hand_over(play, giver, taker, key, bundle)

    def why_not(
        self, state: Any, seat: int, value: dict[str, Value], side: str
    ) -> IllegalChoice | None:
        """Why the things on a `side` of a seat's offer, `give` or `get`, cannot change hands."""
        named, other = value.get(side), int(value["to"])
        if not isinstance(named, list):
            return None
        hands = (seat, other) if side == "give" else (other, seat)
        things = [key for key in named if isinstance(key, str)]
        reasons = (refusal(self.fault(state, *hands, key), self.rule) for key in things)
        return next((reason for reason in reasons if reason is not None), None)

    def fault(self, state: Any, giver: int, taker: int, key: str) -> Fault:
        """What keeps a thing from changing hands."""
        return self.sort(key).fault(state, giver, taker, key)
