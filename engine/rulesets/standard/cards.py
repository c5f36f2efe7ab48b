"""The cards of the Standard rules: technologies, wonders, units and markers to look up."""

from __future__ import annotations

from engine.core.charts import FactCard, FactLine, Requirement
from engine.core.text import Text
from engine.rulesets.standard.tables import BEATS, TABLES, Wonder
from engine.world.cards import WorldCards, gold, line, number
from engine.world.roster import Unit
from engine.world.view import WorldView

DICE = 6
WAYS = {total: DICE - abs(total - 7) for total in range(2, 2 * DICE + 1)}
"""On how many of the 36 rolls two dice show each sum."""


class StandardCards(WorldCards):
    """The cards of the Standard rules, from its tables and a view."""

    marker_rules = {**WorldCards.marker_rules, "resource": "critical-resource"}  # noqa: RUF012

    def era_of_card(self, name: str) -> int:
        """The number of the era that a technology is of."""
        index = self.tables.cards.index(name)
        return next(e for e, cards in enumerate(self.tables.era_cards) if index in cards)

    def technology(self, name: str, view: WorldView | None) -> FactCard:
        """A technology: all of an era are alike but for their names."""
        era = self.era_of_card(name)
        cost = None
        if view is not None and view.seat is not None:
            cost = gold(view.players[view.seat].next_technology)
        price = self.tables.technology_price
        return self.named(
            "technology",
            name,
            view,
            era,
            cost=cost,
            facts=(line("points", number(self.tables.points.technology)), *self.science(view)),
            requires=self.needs_era(era, view),
            effects=(
                Text("cards.technology.price", {"base": price.base, "more": price.per_technology}),
                Text("cards.technology.science", {"n": self.tables.technologies_that_end_an_era}),
            ),
            rule="technologies",
        )

    def science(self, view: WorldView | None) -> tuple[FactLine, ...]:
        """What one more technology would earn the viewer each turn (rule: science-income)."""
        if view is None or view.seat is None:
            return ()
        return (line("income", gold(len(view.players[view.seat].resources))),)

    def wonder(self, name: str, view: WorldView | None) -> FactCard:
        """A wonder: the milestone that earns it, and how far everybody is."""
        wonder: Wonder = next(each for each in self.tables.wonders if each.id == name)
        facts = [line("points", number(self.tables.points.wonder))]
        thing, goal = wonder.goal
        met = None
        shown = None if view is None else next((w for w in view.wonders if w.id == name), None)
        if shown is not None and view is not None and view.seat is not None and shown.progress:
            have = shown.progress[view.seat]
            met = have >= goal
            facts.append(line("progress", Text("cards.progress", {"n": have, "goal": goal})))
        milestone = Text(f"milestone.{thing}", {"n": goal, "era": self.tables.eras[wonder.era]})
        return self.named(
            "wonder",
            name,
            view,
            wonder.era,
            facts=tuple(facts),
            requires=(*self.needs_era(wonder.era, view), Requirement(milestone, met)),
            effects=(Text("cards.wonder.milestone"),),
            rule="wonders",
        )

    def unit_price(self, unit: Unit, view: WorldView | None) -> Text | None:
        era = unit.era
        if unit.role == "settler" and view is not None:
            era = view.era_number
        return gold(self.tables.prices.of(unit, era))

    def unit_facts(self, unit: Unit) -> tuple[FactLine, ...]:
        return (*self.strength(unit), *super().unit_facts(unit))

    def strength(self, unit: Unit) -> tuple[FactLine, ...]:
        """How many dice a unit rolls."""
        if unit.role in ("settler", "aircraft"):
            return ()
        return (line("dice", number(TABLES.units[TABLES.roster.index[unit.id]].dice)),)

    def unit_needs(self, unit: Unit, view: WorldView | None) -> tuple[Requirement, ...]:
        return () if unit.role == "settler" else self.needs_era(unit.era, view)

    def unit_effects(self, unit: Unit) -> tuple[Text, ...]:
        if unit.role in BEATS:
            edge = {"other": BEATS[unit.role], "n": unit.era + 1}
            return (Text("cards.unit.superior", edge),)
        return super().unit_effects(unit)

    def unit_rule(self, unit: Unit) -> str:
        special = {"fleet": "fleets", "aircraft": "aircraft-battle", "settler": "looking"}
        return special.get(unit.role, "battle-dice")

    def marker_effects(self, name: str) -> tuple[Text, ...]:
        if name not in self.tables.resources:
            return ()
        return tuple(
            Text("cards.marker.critical", {"era": era, "n": rolls})
            for number_, era in enumerate(self.tables.eras)
            if (rolls := self.critical_rolls(number_, name))
        )

    def critical_rolls(self, era: int, name: str) -> int:
        """On how many of 36 rolls a resource is the critical one."""
        resource = self.tables.critical.resource
        return sum(ways for total, ways in WAYS.items() if resource(era, total) == name)


CARDS = StandardCards(TABLES)
