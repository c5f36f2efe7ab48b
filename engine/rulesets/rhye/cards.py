"""The cards of Rhye's and Fall: everything with a name that a player may want to look up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.charts import FactCard, FactLine, Requirement
from engine.core.text import Text
from engine.rulesets.rhye.tables import (
    CIVILIZATION,
    CIVILIZATIONS,
    GOVERNMENT,
    GOVERNMENTS,
    RELIGION,
    RELIGIONS,
    TABLES,
    TECHNOLOGIES,
    TECHNOLOGY,
    UNIT,
    UNITS,
    WONDER,
    WONDERS,
    Civilization,
    Government,
    Religion,
)
from engine.rulesets.rhye.view import UNLOCKS, RhyeView
from engine.world.cards import HELD, WorldCards, gold, line, number
from engine.world.roster import Unit
from engine.world.view import WorldView

NAMES = {
    "technology": tuple(each.id for each in TECHNOLOGIES),
    "civilization": tuple(each.id for each in CIVILIZATIONS),
    "government": tuple(each.id for each in GOVERNMENTS),
    "religion": tuple(each.id for each in RELIGIONS),
    "marker": tuple(
        name for name in TABLES.markers if any(board.markers.get(name) for board in TABLES.boards)
    ),
}


class RhyeCards(WorldCards):
    """The cards from the tables and a view."""

    kinds = (*WorldCards.kinds, "civilization", "government", "religion")
    marker_rules = {**WorldCards.marker_rules, "barbarian_uprising": "barbarians"}  # noqa: RUF012

    def names(self, each: str) -> Iterator[str]:
        yield from NAMES[each] if each in NAMES else super().names(each)

    def needs(self, technology: str, view: WorldView | None) -> tuple[Requirement, ...]:
        """The technology that something needs, and whether the viewer owns it."""
        if not technology:
            return ()
        met = None
        if view is not None and view.seat is not None:
            met = technology in view.players[view.seat].technologies
        return (Requirement(Text(f"technology.{technology}"), met),)

    def technology(self, name: str, view: WorldView | None) -> FactCard:
        """A technology: what it needs, what it allows, what its first owner receives."""
        index = TECHNOLOGY[name]
        facts = TECHNOLOGIES[index]
        first: list[Text] = []
        if facts.first_gold:
            first.append(Text("cards.first.gold", {"n": facts.first_gold}))
        if facts.first_stability:
            first.append(Text("cards.first.stability", {"n": facts.first_stability}))
        if facts.first_units:
            first.append(Text("cards.first.units", {"units": tuple(facts.first_units.items())}))
        return self.named(
            "technology",
            name,
            view,
            requires=tuple(each for need in facts.needs for each in self.needs(need, view)),
            unlocks=UNLOCKS[index],
            effects=tuple(first) or (Text("cards.first.nothing"),),
            rule="technologies",
        )

    def wonder(self, name: str, view: WorldView | None) -> FactCard:
        """A wonder: its price, its effect, and who has it."""
        facts, own = WONDERS[WONDER[name]], civilization_of(view)
        return self.named(
            "wonder",
            name,
            view,
            cost=gold(own.wonder_price(facts.cost) if own else facts.cost),
            facts=(line("points", number(TABLES.points.wonder)),),
            requires=self.needs(facts.technology, view),
            effects=(Text(f"detail.wonder.{name}"),),
            rule="wonder-cards",
        )

    def unit_price(self, unit: Unit, view: WorldView | None) -> Text | None:
        facts, own = UNITS[UNIT[unit.id]], civilization_of(view)
        return gold(own.unit_price(facts.role, facts.cost) if own else facts.cost)

    def in_box(self, name: str, view: WorldView | None) -> int:
        """The markers of a kind that are mixed for so many players, or for most of them."""
        boards = [each for each in TABLES.boards if view and each.players == len(view.players)]
        return max(each.markers.get(name, 0) for each in boards or TABLES.boards)

    def unit_facts(self, unit: Unit) -> tuple[FactLine, ...]:
        facts = UNITS[UNIT[unit.id]]
        dice = (line("attack", number(facts.attack)), line("defence", number(facts.defence)))
        moves = Text("cards.anywhere") if unit.role == "nuke" else number(unit.moves)
        return (*dice, line("moves", moves))

    def unit_needs(self, unit: Unit, view: WorldView | None) -> tuple[Requirement, ...]:
        return self.needs(UNITS[UNIT[unit.id]].technology, view)

    def unit_rule(self, unit: Unit) -> str:
        return "nukes" if unit.role == "nuke" else "units"

    def civilization(self, name: str, view: WorldView | None) -> FactCard:
        """A civilization: where it begins, what it knows, its own action card."""
        facts = CIVILIZATIONS[CIVILIZATION[name]]
        home = Text("place", {"place": facts.home})
        return self.named(
            "civilization",
            name,
            view,
            facts=(line("home", home), line("knows", Text(f"technology.{facts.technology}"))),
            effects=(Text(f"card.{name}"),),
            rule="civilizations",
        )

    def government(self, name: str, view: WorldView | None) -> FactCard:
        """A government: what it needs and does."""
        return self.way_of_life("government", GOVERNMENTS[GOVERNMENT[name]], view)

    def religion(self, name: str, view: WorldView | None) -> FactCard:
        """A religion: what it needs and does."""
        return self.way_of_life("religion", RELIGIONS[RELIGION[name]], view)

    def way_of_life(
        self, each: str, facts: Government | Religion, view: WorldView | None
    ) -> FactCard:
        """What realms can adopt by revolution."""
        needs, does = self.needs(facts.technology, view), Text(f"cards.{each}.{facts.id}")
        return self.named(each, facts.id, view, requires=needs, effects=(does,), rule=f"{each}s")

    def owners(self, each: str, name: str, view: Any) -> tuple[int, ...]:
        """Realms have a civilization, a government and a religion."""
        if each in HELD:
            return super().owners(each, name, view)
        return tuple(s for s, realm in enumerate(view.realms) if getattr(realm, each) == name)


def civilization_of(view: Any) -> Civilization | None:
    """The civilization of the one who looks, once it is chosen."""
    if not isinstance(view, RhyeView) or view.seat is None:
        return None
    at = CIVILIZATION.get(view.realms[view.seat].civilization)
    return None if at is None else CIVILIZATIONS[at]


CARDS = RhyeCards(TABLES)
