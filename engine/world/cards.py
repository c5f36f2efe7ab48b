"""Cards of the world board: everything with a name that a player may want to look up.

A rule set subclasses `WorldCards`, says what each kind of card holds, and adds kinds of its own:

    class Cards(WorldCards):
        kinds = (*WorldCards.kinds, "improvement")

        def improvement(self, name, view): ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from engine.core.charts import FactCard, FactLine, Requirement
from engine.core.text import Text
from engine.world.roster import AnyRoster, Unit
from engine.world.tables import WorldTables
from engine.world.view import WorldView

TERRAIN = ("desert", "mountains", "jungle_forest", "fertile")
"""The markers that stay where they are and change the land."""
ICONS = {"technology": "free_technology", "wonder": "wonder", "improvement": "town"}
"""The drawing of each kind of card, where all of it share one."""
HELD = {"technology": "technologies", "wonder": "wonders"}
"""The field of a player's view with the cards of a kind."""


def line(label: str, value: Text, icon: str = "") -> FactLine:
    """A labelled value of a card."""
    return FactLine(Text(f"cards.label.{label}"), value, icon)


def number(n: int) -> Text:
    """A number as a value."""
    return Text("cards.number", {"n": n})


def gold(n: int) -> Text:
    """A sum of gold as a value."""
    return Text("gold", {"n": n})


def kind(key: str, **facts: Any) -> Text:
    """What a card is about."""
    return Text(f"cards.kind.{key}", facts)


def unlocked_by(technology: str, **tables: Iterable[Any]) -> tuple[Text, ...]:
    """The things of some tables, by their names in the catalog, that a technology lets one have."""
    return tuple(
        Text(f"{table}.{each.id}")
        for table, things in tables.items()
        for each in things
        if each.technology == technology
    )


class WorldCards:
    """The cards of a rule set, by kind and name."""

    kinds: ClassVar[tuple[str, ...]] = ("technology", "wonder", "unit", "marker")
    marker_rules: ClassVar[dict[str, str]] = {
        "desert": "terrain",
        "mountains": "terrain",
        "jungle_forest": "terrain",
        "resource": "resources",
    }
    """The section that explains a marker, where it is not the one of its own name."""

    def __init__(self, tables: WorldTables) -> None:
        self.tables: Any = tables
        self.roster: AnyRoster = tables.roster
        self.ids = tuple(f"{each}.{name}" for each in self.kinds for name in self.names(each))

    def names(self, each: str) -> Iterator[str]:
        """The names of all cards of a kind."""
        if each == "unit":
            yield from self.roster.ids
        elif each == "wonder":
            yield from (wonder.id for wonder in self.tables.wonders)
        elif each == "marker":
            yield from self.tables.markers
        elif each == "technology":
            yield from self.tables.cards

    def card(self, card_id: str, view: WorldView | None) -> FactCard:
        """A card; raises `KeyError` for one there is not."""
        if card_id not in self.ids:
            raise KeyError(card_id)
        each, _, name = card_id.partition(".")
        made: FactCard = getattr(self, each)(name, view)
        return made

    # What the rule sets share.

    def named(
        self, each: str, name: str, view: WorldView | None, era: int | None = None, **facts: Any
    ) -> FactCard:
        """A card with its name, its era, its drawing and its owners, and the `facts` of it."""
        about = {} if era is None else {"era": self.tables.eras[era]}
        return FactCard(
            Text(f"{each}.{name}"),
            kind(each, **about),
            icon=ICONS.get(each, ""),
            owners=() if view is None else self.owners(each, name, view),
            **facts,
        )

    def owners(self, each: str, name: str, view: Any) -> tuple[int, ...]:
        """Who has a card of a kind."""
        return tuple(p.seat for p in view.players if name in getattr(p, HELD[each]))

    def needs_era(self, era: int, view: WorldView | None) -> tuple[Requirement, ...]:
        """The era that something is to be had in."""
        met = None if view is None else view.era_number == era
        past = view is not None and view.era_number > era
        return (Requirement(Text("cards.needs.era", {"era": self.tables.eras[era]}), met, past),)

    def unit(self, name: str, view: WorldView | None) -> FactCard:
        """A unit: what it costs, how it moves and fights, and who has some."""
        unit = self.unit_of(name)
        return FactCard(
            Text(f"unit.{name}"),
            kind(f"unit_{unit.role}", era=self.tables.eras[unit.era]),
            icon=name,
            cost=self.unit_price(unit, view),
            facts=(*self.unit_facts(unit), *self.on_board(name, view)),
            requires=self.unit_needs(unit, view),
            effects=self.unit_effects(unit),
            owners=self.holders_of(name, view),
            rule=self.unit_rule(unit),
        )

    def unit_of(self, name: str) -> Unit:
        """The type of piece that a card is about."""
        unit: Unit = self.roster.units[self.roster.index[name]]
        return unit

    def unit_price(self, unit: Unit, view: WorldView | None) -> Text | None:
        """What a unit costs; now, with a view."""
        return None

    def unit_facts(self, unit: Unit) -> tuple[FactLine, ...]:
        """How a unit moves and fights."""
        return (line("moves", number(unit.moves)),)

    def unit_needs(self, unit: Unit, view: WorldView | None) -> tuple[Requirement, ...]:
        """What must be there before a unit can be had."""
        return ()

    def unit_effects(self, unit: Unit) -> tuple[Text, ...]:
        """What is special about a unit."""
        if unit.is_fleet:
            return (Text("cards.unit.carries", {"n": self.tables.fleet_capacity}),)
        return (Text(f"cards.unit.{unit.role}"),)

    def unit_rule(self, unit: Unit) -> str:
        """The section about a unit."""
        return "buying-units"

    def on_board(self, name: str, view: WorldView | None) -> tuple[FactLine, ...]:
        """How many of a unit the viewer has, and how many all have."""
        if view is None:
            return ()
        counts = self.counts(name, view)
        lines = [line("on_board", number(sum(counts.values())))]
        if view.seat is not None:
            lines.insert(0, line("yours", number(counts[view.seat])))
        return tuple(lines)

    def counts(self, name: str, view: WorldView) -> Counter[int]:
        """How many of a unit each seat has on the board."""
        counts: Counter[int] = Counter()
        for space in view.spaces:
            for units in space.units:
                if units.kind == name:
                    counts[units.owner] += units.count
                for cargo in units.cargo:
                    if cargo.kind == name:
                        counts[units.owner] += cargo.count
        return counts

    def holders_of(self, name: str, view: WorldView | None) -> tuple[int, ...]:
        """The seats that have a unit."""
        if view is None:
            return ()
        return tuple(sorted(seat for seat in self.counts(name, view) if seat >= 0))

    def marker(self, name: str, view: WorldView | None) -> FactCard:
        """A marker: a resource, a terrain, or what is met once."""
        resource = name in self.tables.resources
        key = "resource" if resource else "terrain" if name in TERRAIN else "encounter"
        owners: tuple[int, ...] = ()
        facts = [line("in_box", number(self.in_box(name, view)))]
        if view is not None:
            owners = tuple(p.seat for p in view.players if p.resources.get(name))
            known = [space for space in view.spaces if space.marker and space.marker.kind == name]
            facts.append(line("known", number(len(known))))
            if resource and view.seat is not None:
                mine = view.players[view.seat].resources.get(name, 0)
                facts.append(line("yours", number(mine)))
        about = {"name": name, "treasure": self.tables.treasure}
        own = Text(f"cards.marker.{'resource' if resource else name}", about)
        return FactCard(
            Text(f"marker.{name}"),
            kind(key),
            icon=name,
            facts=tuple(facts),
            effects=(own, *self.marker_effects(name)),
            owners=owners,
            rule=self.marker_rules.get(key if resource else name, name.replace("_", "-")),
        )

    def in_box(self, name: str, view: WorldView | None) -> int:
        """How many markers of a kind are mixed for a game."""
        mixed: int = self.tables.markers[name]
        return mixed

    def marker_effects(self, name: str) -> tuple[Text, ...]:
        """What a marker means, beyond the sentence of its own."""
        return ()
