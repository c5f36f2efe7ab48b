"""What rule sets show beside the board, as plain data: cards, trees, cities, tracks, fronts.

A rule set fills these from a view; pictures and texts are made of them without knowing the rules.
Ids are named by the catalog (`technology.<id>`, `unit.<id>`, ...), sentences are `Text`. What a
seat must not know is not in them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.core.text import Text


class FactLine(msgspec.Struct, frozen=True):
    """A labelled value on a card; `icon` names a drawing, or is empty."""

    label: Text
    value: Text
    icon: str = ""


class Requirement(msgspec.Struct, frozen=True):
    """Something that is needed first; `met` is None where nobody's game is asked about."""

    title: Text
    met: bool | None = None


class FactCard(msgspec.Struct, frozen=True):
    """One thing of the rules on a card: a technology, wonder, unit, civilization, building.

    `kind` is what it is, `cost` what it costs as words, `owners` the seats that have it, `effects`
    what it does, sentence by sentence, `unlocks` what it makes possible, `rule` the anchor.
    """

    title: Text
    kind: Text
    icon: str = ""
    cost: Text | None = None
    facts: tuple[FactLine, ...] = ()
    requires: tuple[Requirement, ...] = ()
    unlocks: tuple[Text, ...] = ()
    effects: tuple[Text, ...] = ()
    owners: tuple[int, ...] = ()
    rule: str = ""


class Technology(msgspec.Struct, frozen=True):
    """A technology of a tree. `tier` counts the tree's tiers from 0.

    `price` is what the viewer pays for it now, None where it is not for sale to them. `missing` are
    those of `requires` that still stand in the way. `special` marks one that counts by itself.
    """

    id: str
    tier: int
    owners: tuple[int, ...] = ()
    requires: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    price: int | None = None
    unlocks: tuple[Text, ...] = ()
    special: bool = False


class TechnologyTree(msgspec.Struct, frozen=True):
    """All technologies by era or level. `seat` is the viewer, who has `purse` to spend."""

    tiers: tuple[Text, ...]
    technologies: tuple[Technology, ...]
    seat: int | None = None
    purse: int = 0


class Assignment(msgspec.Struct, frozen=True):
    """A card that makes settlements happy or productive, `count` of them."""

    id: str
    gives: Literal["happiness", "productivity"]
    count: int = 1


class CityCard(msgspec.Struct, frozen=True):
    """A settlement's income and what it comes from; `bound` is what cannot be taken away."""

    place: str
    size: int
    income: int
    happy: bool
    productive: bool
    resource: str | None = None
    assigned: tuple[Assignment, ...] = ()
    bound: tuple[Assignment, ...] = ()


class CityCards(msgspec.Struct, frozen=True):
    """All settlements of a seat, and what is assigned to none of them."""

    seat: int
    cities: tuple[CityCard, ...]
    spare: tuple[Assignment, ...] = ()

    @property
    def income(self) -> int:
        """What the settlements yield together."""
        return sum(city.income for city in self.cities)


class Fee(msgspec.Struct, frozen=True):
    """Gold that went from one seat to another for the use of a technology."""

    payer: int
    receiver: int
    amount: int
    technology: str


class Fees(msgspec.Struct, frozen=True):
    """The fees of a turn."""

    fees: tuple[Fee, ...]


class Realm(msgspec.Struct, frozen=True):
    """How a seat's people are ruled. `stability` counts the chart's levels from the best."""

    seat: int
    civilization: str
    stability: int
    government: str
    religion: str
    settlements: int = 0


class RealmChart(msgspec.Struct, frozen=True):
    """Stability, governments and religions of all; `levels` run from the best to the worst."""

    levels: tuple[str, ...]
    realms: tuple[Realm, ...]


class UnitCard(msgspec.Struct, frozen=True):
    """A unit card in battle. It is dead when `wounds` reach `health`."""

    kind: str
    strength: int
    health: int
    wounds: int = 0

    @property
    def dead(self) -> bool:
        """Whether its wounds are mortal."""
        return self.wounds >= self.health


class Front(msgspec.Struct, frozen=True):
    """A front of a card battle: one unit, or two that face each other."""

    attacker: UnitCard | None = None
    defender: UnitCard | None = None


class CardBattle(msgspec.Struct, frozen=True):
    """A battle fought with unit cards.

    `hands` are how many cards the attacker and the defender still hold, `bonuses` what each adds to
    its strength at the end, `to_play` the seat that plays next, `winner` the seat that has won.
    """

    place: str
    attacker: int
    defender: int
    fronts: tuple[Front, ...] = ()
    hands: tuple[int, int] = (0, 0)
    bonuses: tuple[int, int] = (0, 0)
    to_play: int | None = None
    winner: int | None = None


class PyramidCard(msgspec.Struct, frozen=True):
    """A technology in a pyramid, with the coins that lie on it.

    `used` is set when its ability has served this turn.
    """

    id: str
    coins: int = 0
    used: bool = False


class Pyramid(msgspec.Struct, frozen=True):
    """A seat's technologies by level, the lowest first, and the levels it could learn at now."""

    seat: int
    levels: tuple[tuple[PyramidCard, ...], ...]
    open_levels: tuple[int, ...] = ()
    trade: int = 0


class Yields(msgspec.Struct, frozen=True):
    """What something gives in a turn."""

    trade: int = 0
    production: int = 0
    culture: int = 0
    coins: int = 0

    def __add__(self, other: Yields) -> Yields:
        return Yields(
            self.trade + other.trade,
            self.production + other.production,
            self.culture + other.culture,
            self.coins + other.coins,
        )


class SquareYields(msgspec.Struct, frozen=True):
    """What a square of a city's outskirts gives; nothing while it is `blocked`."""

    square: str
    yields: Yields
    blocked: bool = False


class CityYields(msgspec.Struct, frozen=True):
    """A city with what its outskirts give, square by square, and what comes on top."""

    square: str
    owner: int
    outskirts: tuple[SquareYields, ...]
    extra: Yields = Yields()

    @property
    def total(self) -> Yields:
        """What the city yields."""
        given = (one.yields for one in self.outskirts if not one.blocked)
        return sum(given, self.extra)


class MarketPile(msgspec.Struct, frozen=True):
    """A pile of the market: how many are left, what one costs, and what it gives.

    `locked` is what the viewer lacks for it, None where it can be bought.
    """

    id: str
    left: int
    cost: int
    gives: tuple[FactLine, ...] = ()
    locked: Text | None = None
    icon: str = ""


class MarketSection(msgspec.Struct, frozen=True):
    """A part of the market: buildings, wonders, units."""

    title: Text
    piles: tuple[MarketPile, ...]


class Market(msgspec.Struct, frozen=True):
    """Everything that can be had, part by part."""

    sections: tuple[MarketSection, ...]


class TrackSpace(msgspec.Struct, frozen=True):
    """A space of a track, and what the step onto it costs."""

    kind: str
    cost: tuple[FactLine, ...] = ()


class Track(msgspec.Struct, frozen=True):
    """A track on which all advance; `positions` are by seat, 0 before the first space."""

    title: Text
    spaces: tuple[TrackSpace, ...]
    positions: tuple[int, ...]
