"""The cards of the Fast Play rules: technologies, wonders, units and markers to look up."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.charts import FactCard, FactLine, Requirement
from engine.core.text import Text
from engine.rulesets.fast_play.tables import ENOUGH, ERAS, TABLES, TOWN_RESOURCES
from engine.rulesets.fast_play.view import FastPlayView
from engine.world.cards import WorldCards, gold, line, number
from engine.world.roster import Unit
from engine.world.view import WorldView

DIE = (2, 6)
"""The faces of the die that can bring a wonder: 1 always fails."""


class FastPlayCards(WorldCards):
    """The cards of the Fast Play rules, from its tables and a view."""

    def names(self, each: str) -> Iterator[str]:
        if each == "technology":
            yield from ERAS
        else:
            yield from super().names(each)

    def technology(self, name: str, view: WorldView | None) -> FactCard:
        """The technologies of an era, which are all alike."""
        era = ERAS.index(name)
        return self.named(
            "technology",
            name,
            view,
            era,
            cost=gold(TABLES.prices.technology[era]),
            facts=(
                line("points", number(TABLES.points.technology)),
                line("income", gold(TABLES.income.technology)),
                line("each_can_own", number(ENOUGH)),
            ),
            effects=(Text("cards.technology.science"), Text("cards.technology.next_era")),
            rule="technologies",
        )

    def wonder(self, name: str, view: WorldView | None) -> FactCard:
        """A wonder: all of an era are alike."""
        wonder = next(each for each in TABLES.wonders if each.id == name)
        added = TABLES.wonder_step * (wonder.era + 1)
        least, most = (added + face for face in DIE)
        return self.named(
            "wonder",
            name,
            view,
            wonder.era,
            cost=Text("cards.between", {"least": least, "most": most}),
            facts=(
                line("points", number(TABLES.points.wonder)),
                line("income", gold(TABLES.income.wonder)),
            ),
            requires=self.needs_era(wonder.era, view),
            effects=(Text("cards.wonder.attempt", {"added": added}),),
            rule="wonder-attempt",
        )

    def unit_price(self, unit: Unit, view: WorldView | None) -> Text | None:
        settler = unit.role == "settler"
        return gold(TABLES.prices.settler if settler else TABLES.prices.unit[unit.era])

    def unit_facts(self, unit: Unit) -> tuple[FactLine, ...]:
        if unit.role == "settler":
            return super().unit_facts(unit)
        aircraft = unit.role == "aircraft"
        value = TABLES.battle.aircraft if aircraft else TABLES.battle.era[unit.era]
        return (line("dice", number(value)), *super().unit_facts(unit))

    def unit_needs(self, unit: Unit, view: WorldView | None) -> tuple[Requirement, ...]:
        if unit.role == "settler":
            return ()
        needs = list(self.needs_era(unit.era, view))
        resource = TABLES.needs.get(unit.role, ("",) * len(ERAS))[unit.era]
        if resource:
            met = resource in view.unlocked if isinstance(view, FastPlayView) else None
            needs.append(Requirement(Text("cards.needs.exploited", {"marker": resource}), met))
        if unit.role == "fleet":
            needs.append(Requirement(Text("cards.needs.coast")))
        if unit.role == "aircraft":
            met = None
            if view is not None and view.seat is not None:
                met = bool(view.players[view.seat].technologies_by_era[unit.era])
            needs.append(Requirement(Text("cards.needs.modern"), met))
        return tuple(needs)

    def unit_rule(self, unit: Unit) -> str:
        special = {"fleet": "fleets", "aircraft": "aircraft-battle", "settler": "exploring"}
        return special.get(unit.role, "battle-values")

    def marker_effects(self, name: str) -> tuple[Text, ...]:
        if name not in TABLES.resources:
            return ()
        if TABLES.marker_index[name] in TOWN_RESOURCES:
            return (Text("cards.marker.town"),)
        return (Text("cards.marker.gold", {"n": TABLES.resource_gold}),)


CARDS = FastPlayCards(TABLES)
