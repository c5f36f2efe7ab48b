"""Research: a technology free of charge, or one bought from those who know it (rulebook 7.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TypeVar

from engine.core.flow import Play
from engine.core.grammar import Answers, Option, cost
from engine.core.question import Fault, no
from engine.core.text import Text
from engine.rulesets.rhye.actions.action import Action, Part, Priced, Words
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.learning import TECHNOLOGY_SORT, learn
from engine.rulesets.rhye.state import UNKNOWN, State, learnable_with, learning_fault
from engine.rulesets.rhye.tables import TECHNOLOGIES, TECHNOLOGY

T = TypeVar("T")
FREE, BUY, NOTHING = "free", "buy", "none"


def others_with(state: State, seat: int, technology: int) -> int:
    """How many other players own a technology; those who are out own nothing any more."""
    return sum(
        owned >> technology & 1
        for other, owned in enumerate(state.technologies)
        if other != seat and not state.fallen[other]
    )


GRATIS = Option(FREE, Text("option.research.free"), cost(gold=0))


def selling_fault(figures: Figures, technology: int) -> Fault:
    """What keeps a technology from being bought, gold aside (rule: research)."""
    owners, needed = others_with(figures.state, figures.seat, technology), figures.owners_to_buy
    if owners >= needed:
        return None
    name = TECHNOLOGIES[technology].id
    return no("too_few_owners", technology=name, owners=owners, needed=needed)


@lru_cache(maxsize=4096)
def learnable_keys(owned: int) -> tuple[str, ...]:
    """The technologies that can be learnt with these, as options."""
    return tuple(TECHNOLOGIES[each].id for each in learnable_with(owned))


class Researched(Part[int]):
    """Which technology."""

    name, rule, sort, sifted = "technology", "research", TECHNOLOGY_SORT, True

    def among(self, figures: Figures, said: Answers) -> Collection[int]:
        return learnable_with(figures.state.technologies[figures.seat])

    def keys(self, figures: Figures, said: Answers) -> Sequence[str]:
        return learnable_keys(figures.state.technologies[figures.seat])

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        return learning_fault(figures.state.technologies[figures.seat], thing)

    def describe(self, figures: Figures, key: str) -> Option:
        """A technology, and whether one would be the first to have it."""
        shown = super().describe(figures, key)
        if key not in TECHNOLOGY or figures.state.firsts[TECHNOLOGY[key]] != UNKNOWN:
            return shown
        facts = TECHNOLOGIES[TECHNOLOGY[key]]
        bonus = {
            "technology": key,
            "gold": facts.first_gold + figures.civilization.first_gold,
            "stability": facts.first_stability,
            "units": tuple(facts.first_units.items()),
        }
        return Option(key, shown.label, detail=Text("detail.first", bonus))


class Bought(Priced[T]):
    """What is learnt for gold: at one price, whatever it is."""

    rule = pricing = "research"

    def price(self, figures: Figures, thing: T) -> int:
        return figures.technology_price

    def describe(self, figures: Figures, key: str) -> Option:
        shown = super().describe(figures, key)
        if key == self.sort.none.key:
            return shown
        return Option(key, shown.label, cost(gold=figures.technology_price), detail=shown.detail)


class How(Bought[str]):
    """Free of charge, or bought."""

    name, after = "how", ("technology",)
    sort = Words("option.research", BUY, none=GRATIS)

    def among(self, figures: Figures, said: Answers) -> Collection[str | None]:
        return (None, BUY)

    def fault(self, figures: Figures, said: Answers, thing: str) -> Fault:
        return "technology" not in said or selling_fault(figures, TECHNOLOGY[said["technology"]])


class Besides(Bought[int]):
    """Another technology that is bought besides the free one, by those who may."""

    name, sort, after = "besides", TECHNOLOGY_SORT, ("technology", "how")
    can_close = True

    def closed(self, figures: Figures, said: Answers) -> Fault:
        return "one_technology" if not figures.buys_besides else said.get("how") == BUY

    def among(self, figures: Figures, said: Answers) -> Collection[int | None]:
        return (None, *learnable_with(self.owned(figures, said)))

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        known = learning_fault(self.owned(figures, said), thing)
        return known or selling_fault(figures, thing)

    def owned(self, figures: Figures, said: Answers) -> int:
        """What is known with the free one."""
        owned, free = figures.state.technologies[figures.seat], said.get("technology")
        return owned if free is None else owned | 1 << TECHNOLOGY[free]


class Research(Action):
    """A technology is learnt, and paid where it is bought."""

    name, nothing, parts = "research", "nothing_to_learn", (Researched(), How(), Besides())

    def is_possible(self, figures: Figures) -> bool:
        return bool(learnable_with(figures.state.technologies[figures.seat]))

    def carry_out(self, play: Play[State], figures: Figures, plan: Answers) -> None:
        state, seat = play.state, figures.seat
        if "technology" not in plan:
            return
        bought = plan.get("how", FREE) == BUY
        if bought:
            state.pay(seat, figures.technology_price)
        learn(play, seat, TECHNOLOGY[plan["technology"]], "bought" if bought else "research")
        if plan.get("besides", NOTHING) != NOTHING:
            state.pay(seat, figures.technology_price)
            learn(play, seat, TECHNOLOGY[plan["besides"]], "bought")
