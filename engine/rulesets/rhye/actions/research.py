"""Research: a technology free of charge, or one bought from those who know it (rulebook 7.4)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Value, cost
from engine.core.text import Text
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.learning import describe_technology, learn
from engine.rulesets.rhye.state import UNKNOWN, State, learnable_with
from engine.rulesets.rhye.tables import NEEDS, TECHNOLOGIES, TECHNOLOGY

FREE, BUY, NOTHING = "free", "buy", "none"


def others_with(state: State, seat: int, technology: int) -> int:
    """How many other players own a technology; those who are out own nothing any more."""
    return sum(
        owned >> technology & 1
        for other, owned in enumerate(state.technologies)
        if other != seat and not state.fallen[other]
    )


def for_sale(figures: Figures, technology: int) -> bool:
    """Whether a technology is known to enough others, and can be paid (rule: research)."""
    if figures.technology_price > figures.gold:
        return False
    return others_with(figures.state, figures.seat, technology) >= figures.owners_to_buy


def is_possible(figures: Figures) -> bool:
    """Whether there is anything left to learn."""
    return bool(learnable_with(figures.state.technologies[figures.seat]))


def describe(figures: Figures, key: str) -> Option:
    """A technology, and whether one would be the first to have it."""
    shown = describe_technology(key)
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


def technology(figures: Figures, said: Answers) -> Grammar | None:
    """Which technology."""
    learnable = [TECHNOLOGIES[index].id for index in figures.state.learnable(figures.seat)]
    return OneOf(learnable, lambda key: describe(figures, key))


def how(figures: Figures, said: Answers) -> Grammar | None:
    """Free of charge, or bought."""
    if not for_sale(figures, TECHNOLOGY[said["technology"]]):
        return None

    def shown(key: str) -> Option:
        price = figures.technology_price if key == BUY else 0
        return Option(key, Text(f"option.research.{key}"), cost(gold=price))

    return OneOf((FREE, BUY), shown)


def besides(figures: Figures, said: Answers) -> Grammar | None:
    """Another technology that is bought besides the free one, by those who may."""
    if not figures.buys_besides or said.get("how", FREE) == BUY:
        return None
    taken = 1 << TECHNOLOGY[said["technology"]]
    owned = figures.state.technologies[figures.seat] | taken
    buyable = [
        TECHNOLOGIES[index].id
        for index, needs in enumerate(NEEDS)
        if not owned >> index & 1 and owned & needs == needs and for_sale(figures, index)
    ]
    if not buyable:
        return None

    def shown(key: str) -> Option:
        if key == NOTHING:
            return Option(key, Text("option.research.none"))
        plain = describe_technology(key)
        return Option(key, plain.label, cost(gold=figures.technology_price), detail=plain.detail)

    return OneOf((NOTHING, *buyable), shown)


FIELDS = tuple(Field(f.__name__, f, ("research",)) for f in (technology, how, besides))


def carry_out(play: Play[State], figures: Figures, plan: dict[str, Value]) -> None:
    """A technology is learnt, and paid where it is bought."""
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
