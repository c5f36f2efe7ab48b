"""The figures and cards of the Advanced rules, read once from `tables.toml`."""

from __future__ import annotations

import msgspec

from engine.core.charts import Mood
from engine.core.lazy import lazy
from engine.rulesets.standard import tables as standard
from engine.world import tables as world
from engine.world.tables import load_tables, numbered


class Technology(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A technology card; what it lets everybody build is written on that."""

    id: str
    era: int
    cost: int
    needs: tuple[str, ...] = ()
    seminal: bool = False
    free_unit: str = ""
    free_improvement: str = ""
    free_growth: int = 0
    allows_size: int = 0


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a piece of a role and era is once a technology is in play (rule: levels).

    With `piece`, it is that of another piece than the first of its role and era.
    """

    id: str
    role: str
    era: int
    technology: str
    dice: int
    plus: int
    piece: str = ""


class FreeUnits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units of its era that a wonder brings."""

    role: str
    count: int


class Wonder(standard.Wonder, frozen=True, forbid_unknown_fields=True):
    """A wonder card: the technology it comes with, and what it does until its era is over."""

    milestone: dict[str, int] = msgspec.field(default_factory=dict)
    technology: str = ""
    free_settlers: int = 0
    free_units: FreeUnits | None = None
    gold: int = 0
    discount: int = 0
    defence: int = 0
    happy: int = 0
    productive: int = 0
    power: str = ""
    bought: bool = False


class Improvement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city improvement: what it gives, and to how many settlements."""

    id: str
    era: int
    technology: str
    kind: Mood
    settlements: int


class Points(world.Points, frozen=True, forbid_unknown_fields=True):
    """What things are worth at the end; `technology` and `unit` after some endings only."""

    seminal: int
    united_nations: int
    unit: int


class Prices(standard.Prices, frozen=True, forbid_unknown_fields=True):
    """The purchase table; lists of four follow the eras."""

    improvement: tuple[int, ...]
    colony_ship: int


class CityGold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a settlement pays by its size."""

    happy: tuple[int, ...]
    happy_productive: tuple[int, ...]
    unhappy: tuple[int, ...]
    unhappy_productive: tuple[int, ...]

    def by_mood(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The rows by whether the settlement is happy, then by whether it is productive."""
        return ((self.unhappy, self.unhappy_productive), (self.happy, self.happy_productive))


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far trade reaches once a technology is in play."""

    technology: str = ""
    land: int = 0
    sea: int = 0
    unlimited: bool = False


class Tables(standard.Tables, frozen=True, kw_only=True):
    """Everything in `tables.toml`, and what it leaves to Standard's."""

    fee: tuple[int, ...]
    critical_bonus: int
    kind_bonus: int
    sale_share: int
    aircraft_per_carrier: int
    settlement_defence: int
    always_happy: tuple[str, ...]
    points: Points
    prices: Prices
    city: dict[str, CityGold]
    trade_range: tuple[Range, ...]
    levels: tuple[Level, ...]
    technology_cards: tuple[Technology, ...]
    wonders: tuple[Wonder, ...]
    improvements: tuple[Improvement, ...]

    @lazy
    def card_index(self) -> dict[str, int]:
        """The number of each technology card."""
        return numbered(self.technology_cards)

    @lazy
    def improvement_index(self) -> dict[str, int]:
        """The number of each improvement."""
        return numbered(self.improvements)

    @lazy
    def card_kinds(self) -> dict[str, str]:
        """What each card is, in the words of the catalog."""
        sorts = {"technology": self.card_index, "wonder": self.wonder_index}
        sorts["improvement"] = self.improvement_index
        return {name: sort for sort, names in sorts.items() for name in names}

    @lazy
    def needs(self) -> tuple[tuple[int, ...], ...]:
        """For each technology card, the cards that must be in play first."""
        return tuple(
            tuple(self.card_index[each] for each in card.needs) for card in self.technology_cards
        )

    @lazy
    def need_bits(self) -> tuple[int, ...]:
        """The same as numbers with a bit for each card."""
        return tuple(sum(1 << each for each in needs) for needs in self.needs)

    @lazy
    def kind_levels(self) -> tuple[tuple[tuple[int, Level], ...], ...]:
        """For each type of piece its levels, lowest first, each with its technology's card."""
        first = {(unit.role, unit.era): unit.id for unit in reversed(self.units)}
        found: dict[str, list[tuple[int, Level]]] = {unit.id: [] for unit in self.units}
        for level in self.levels:
            piece = level.piece or first[level.role, level.era]
            found[piece].append((self.card_index[level.technology], level))
        return tuple(map(tuple, found.values()))

    @lazy
    def level_kinds(self) -> dict[str, int]:
        """The type of piece that each level is of."""
        return {level.id: k for k, levels in enumerate(self.kind_levels) for _, level in levels}

    @lazy
    def improved_by(self) -> tuple[tuple[int, ...], ...]:
        """For each technology card, the types of pieces that it brings to a higher level."""
        higher = [[card for card, _ in levels[1:]] for levels in self.kind_levels]
        return tuple(
            tuple(kind for kind, cards in enumerate(higher) if card in cards)
            for card in range(len(self.cards))
        )

    @lazy
    def card_wonders(self) -> tuple[tuple[int, ...], ...]:
        """For each technology card, the wonders that come with it."""
        return tuple(
            tuple(
                index
                for index, wonder in enumerate(self.wonders)
                if wonder.technology == card and not wonder.bought
            )
            for card in self.cards
        )

    @lazy
    def size_cards(self) -> dict[int, int]:
        """For each settlement size above a village, the technology that allows it."""
        return {
            card.allows_size: index
            for index, card in enumerate(self.technology_cards)
            if card.allows_size
        }

    @lazy
    def gold_rows(self) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
        """City gold by whether there is a resource, then happy, then productive, then size - 1."""
        return (self.city["plain"].by_mood(), self.city["resource"].by_mood())


TABLES = load_tables("engine.rulesets.advanced", Tables, extends="engine.rulesets.standard")
CARD = TABLES.card_index
WONDER = TABLES.wonder_index
IMPROVEMENT = TABLES.improvement_index
