"""What rule sets show beside the board, as plain data: cards, trees, settlements, realms.

A rule set fills these from a view; pictures and texts are made of them without knowing the rules.
Ids are named by the catalog (`technology.<id>`, `unit.<id>`, ...), sentences are `Text`. What a
seat must not know is not in them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from engine.core.text import Text


class FactLine(msgspec.Struct, frozen=True):
    """A labelled value on a card; `icon` names a drawing, or is empty."""

    label: Text
    value: Text
    icon: str = ""


class Requirement(msgspec.Struct, frozen=True):
    """Something that is needed first; `met` is None where nobody's game is asked about.

    `past` says that it is over and will never be met again.
    """

    title: Text
    met: bool | None = None
    past: bool = False


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
    those of `requires` that still stand in the way. `unlocks` is what it lets everybody build,
    `brings` what its first owner receives, `leads_to` the technologies that need it. `special`
    marks one that counts by itself.
    """

    id: str
    tier: int
    owners: tuple[int, ...] = ()
    requires: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    price: int | None = None
    unlocks: tuple[Text, ...] = ()
    special: bool = False
    brings: tuple[Text, ...] = ()
    leads_to: tuple[str, ...] = ()


class TechnologyTree(msgspec.Struct, frozen=True):
    """Technologies by era or level. `seat` is the viewer, who has `purse` to spend.

    A `brief` one gives names, owners and prices only; one of a single tier has room for everything.
    """

    tiers: tuple[Text, ...]
    technologies: tuple[Technology, ...]
    seat: int | None = None
    purse: int = 0
    brief: bool = False


Mood = Literal["happiness", "productivity"]
"""What settlements can be made: happy, or productive."""


class Assignment(msgspec.Struct, frozen=True):
    """A card that makes settlements happy or productive, `count` of them."""

    title: Text
    gives: Mood
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
    """How a seat's people are ruled. `stability` counts the chart's levels from the best.

    `at_risk` are so many of its settlements as may revolt when the seat is checked next.
    """

    seat: int
    civilization: str
    stability: int
    government: str
    religion: str
    settlements: int = 0
    at_risk: int = 0


class RealmChart(msgspec.Struct, frozen=True):
    """Stability, governments and religions of all; `levels` run from the best to the worst."""

    levels: tuple[str, ...]
    realms: tuple[Realm, ...]


class ReferenceLine(msgspec.Struct, frozen=True):
    """A line of a quick reference: one value for each column of its group, or one that is text."""

    label: Text
    values: tuple[Text, ...] = ()


class ReferenceGroup(msgspec.Struct, frozen=True):
    """Lines that belong together. `steps` are in an order, and have labels only."""

    title: Text
    lines: tuple[ReferenceLine, ...]
    columns: tuple[Text, ...] = ()
    steps: bool = False


class QuickReference(msgspec.Struct, frozen=True):
    """What players of a rule set ask most, to have beside the board."""

    title: Text
    groups: tuple[ReferenceGroup, ...]


class SeatSheet(msgspec.Struct, frozen=True):
    """What lies in front of a seat; the view's own sheet of it says what that is."""

    seat: int


class NamedChart(NamedTuple):
    """A chart that a view offers. `id` is short and stable; `title` is what players call it.

    `content` is a struct of this module, or of the kit that the rules stand on.
    """

    id: str
    title: Text
    content: msgspec.Struct
