"""The cards of the Advanced rules: Standard's, with technologies, levels and improvements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.core.charts import FactCard, FactLine, Requirement
from engine.core.text import Text
from engine.rulesets.advanced.cities import GOLD
from engine.rulesets.advanced.describing import bonuses, unlocked
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES, WONDER, Improvement
from engine.rulesets.advanced.view import AdvancedView
from engine.rulesets.standard.cards import StandardCards
from engine.world.cards import gold, line, number
from engine.world.roster import Unit
from engine.world.view import WorldView

LEVELS = {level.id: level for level in TABLES.levels}
PIECE = {level: TABLES.units[kind] for level, kind in TABLES.level_kinds.items()}
"""The type of piece that each level is of."""
LASTING = ("gold", "discount", "defence", "happy", "productive")
"""What a wonder can do as long as its era lasts, each by a figure on its card."""
EARLY = 2
"""The eras before this one stand in the first of the rulebook's two sections of cards."""


def in_play(technology: str, view: WorldView | None) -> Requirement:
    """A technology that has to be in play, with anybody."""
    met = view.is_in_play(technology) if isinstance(view, AdvancedView) else None
    return Requirement(Text(f"technology.{technology}"), met)


def would_add(facts: Improvement, view: WorldView | None) -> tuple[FactLine, ...]:
    """What an improvement of the era would add where it pays the viewer most (rule: assignments).

    Everything that is assigned already stays where it is.
    """
    if not isinstance(view, AdvancedView) or view.seat is None or facts.era != view.era_number:
        return ()
    if facts.id in view.improvements[view.seat]:
        return ()
    gains = []
    for city in view.cities[view.seat].cities:
        happy = city.happy or facts.kind == "happiness"
        productive = city.productive or facts.kind == "productivity"
        paid = GOLD[city.resource is not None][happy][productive][city.size - 1]
        gains.append(paid - city.income)
    best = sorted(gains, reverse=True)[: facts.settlements]
    return (line("income", gold(sum(best))),)


class AdvancedCards(StandardCards):
    """Standard's cards with what Advanced has instead, and improvements."""

    kinds = (*StandardCards.kinds, "improvement")

    def names(self, each: str) -> Iterator[str]:
        if each == "improvement":
            yield from IMPROVEMENT
        elif each == "unit":
            yield self.roster.ids[self.roster.settler]
            yield from LEVELS
        else:
            yield from super().names(each)

    def technology(self, name: str, view: WorldView | None) -> FactCard:
        """A technology: its price, what it needs, its owner's bonus, what it opens for all."""
        index = CARD[name]
        facts = TABLES.technology_cards[index]
        price: int | None = facts.cost
        if isinstance(view, AdvancedView) and view.seat is not None:
            price = view.prices.get(name)
        effects = [Text(f"cards.brings.{bonus}", what) for bonus, what in bonuses(index)]
        opens = unlocked(index)
        if opens:
            effects.append(Text("cards.technology.fee", {"fee": TABLES.fee[facts.era]}))
        return self.named(
            "technology",
            name,
            view,
            facts.era,
            cost=None if price is None else gold(price),
            facts=() if price == facts.cost else (line("full_price", gold(facts.cost)),),
            requires=tuple(in_play(each, view) for each in facts.needs),
            unlocks=opens,
            effects=tuple(effects),
            rule=f"{TABLES.eras[facts.era]}-technologies",
        )

    def wonder(self, name: str, view: WorldView | None) -> FactCard:
        """A wonder: the technology it comes with, and what it does until its era ends."""
        wonder = TABLES.wonders[WONDER[name]]
        era = TABLES.eras[wonder.era]
        effects = []
        if wonder.free_settlers:
            effects.append(Text("cards.wonder.settlers", {"n": wonder.free_settlers}))
        if wonder.free_units:
            given = {"n": wonder.free_units.count, "role": wonder.free_units.role, "era": era}
            effects.append(Text("cards.wonder.units", given))
        for effect in LASTING:
            n = getattr(wonder, effect)
            if n:
                effects.append(Text(f"cards.wonder.{effect}", {"n": n, "era": era}))
        if wonder.power:
            effects.append(Text(f"cards.power.{wonder.power}"))
        if not wonder.bought:
            effects.append(Text("cards.wonder.era", {"era": era}))
        return self.named(
            "wonder",
            name,
            view,
            wonder.era,
            cost=gold(TABLES.prices.colony_ship) if wonder.bought else None,
            facts=(line("points", number(TABLES.points.wonder)),),
            requires=(in_play(wonder.technology, view),) if wonder.technology else (),
            effects=tuple(effects),
            rule="early-wonders" if wonder.era < EARLY else "late-wonders",
        )

    def improvement(self, name: str, view: WorldView | None) -> FactCard:
        """An improvement: what it gives, to how many settlements, and by which technology."""
        facts = TABLES.improvements[IMPROVEMENT[name]]
        return self.named(
            "improvement",
            name,
            view,
            facts.era,
            cost=gold(TABLES.prices.improvement[facts.era]),
            facts=would_add(facts, view),
            requires=(in_play(facts.technology, view),),
            effects=(
                Text(f"detail.{facts.kind}", {"n": facts.settlements}),
                Text("cards.improvement.limit"),
            ),
            rule="early-improvements" if facts.era < EARLY else "late-improvements",
        )

    def owners(self, each: str, name: str, view: Any) -> tuple[int, ...]:
        if each != "improvement":
            return super().owners(each, name, view)
        return tuple(seat for seat, built in enumerate(view.improvements) if name in built)

    def unit_of(self, name: str) -> Unit:
        """A level is a type of piece by a name of its own."""
        return replace(PIECE[name], id=name) if name in PIECE else super().unit_of(name)

    def strength(self, unit: Unit) -> tuple[FactLine, ...]:
        if unit.id not in LEVELS:
            return super().strength(unit)
        level = LEVELS[unit.id]
        if level.role == "aircraft":
            return (line("adds", number(level.dice)),)
        return (line("dice", Text("cards.dice", {"dice": level.dice, "plus": level.plus})),)

    def unit_needs(self, unit: Unit, view: WorldView | None) -> tuple[Requirement, ...]:
        if unit.id not in LEVELS:
            return super().unit_needs(unit, view)
        return (in_play(LEVELS[unit.id].technology, view),)

    def unit_effects(self, unit: Unit) -> tuple[Text, ...]:
        effects = super().unit_effects(unit)
        if unit.airbase:
            effects += (Text("cards.unit.carrier", {"n": TABLES.aircraft_per_carrier}),)
        return effects

    def unit_rule(self, unit: Unit) -> str:
        return "levels" if unit.id in LEVELS else super().unit_rule(unit)

    def on_board(self, name: str, view: WorldView | None) -> tuple[FactLine, ...]:
        return super().on_board(*of_level(name, view))

    def holders_of(self, name: str, view: WorldView | None) -> tuple[int, ...]:
        return super().holders_of(*of_level(name, view))


def of_level(name: str, view: WorldView | None) -> tuple[str, WorldView | None]:
    """What a level's pieces are called on the board; nowhere in view while they are of another."""
    if name not in PIECE:
        return name, view
    piece = PIECE[name].id
    if isinstance(view, AdvancedView) and view.levels.get(piece) != name:
        return piece, None
    return piece, view


CARDS = AdvancedCards(TABLES)
