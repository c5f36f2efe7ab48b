"""Revolution: another government, another religion, or both (rulebook 7.5, 8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from engine.core.flow import Play
from engine.core.grammar import Answers, Option, Value
from engine.core.question import Fault, Sort, no
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.action import Action, Part
from engine.rulesets.rhye.actions.figures import Figures, first_of
from engine.rulesets.rhye.frames import FreeTechnology
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import (
    GOVERNMENT,
    GOVERNMENTS,
    LEVEL,
    RELIGION,
    RELIGIONS,
    TABLES,
    Government,
    Religion,
    technology_bit,
)

KEEP = "keep"
SHOCKED = ("monarchy", "republic")
"""Those who tremble before the first fascist and the first communist state."""


class Cause(Sort[int]):
    """What a people can adopt of a table: governments or religions, by number."""

    none = Option(KEEP, Text("option.keep"))

    def __init__(self, table: str, kinds: Sequence[Government | Religion]) -> None:
        self.table, self.had_by = table, f"{table}s"
        self.names = tuple(each.id for each in kinds)
        self.needs = tuple(technology_bit(each.technology) for each in kinds)
        self.had = tuple(no("adopted_already", table=table, wanted=each.id) for each in kinds)
        self.unknown_yet = tuple(
            no("lacking", f"{table}s", table=table, wanted=each.id, technology=each.technology)
            for each in kinds
        )

    def key(self, state: State, thing: int) -> str:
        return self.names[thing]

    def find(self, state: State, key: str, among: Collection[int]) -> int | None:
        return self.names.index(key) if key in self.names else None

    def option(self, state: State, thing: int) -> Option:
        key = f"{self.table}.{self.names[thing]}"
        return Option(self.names[thing], Text(key), detail=Text(f"detail.{key}"))

    def fault(self, owned: int, present: int, thing: int) -> Fault:
        """What keeps a people from something: they have it, or lack its technology."""
        if thing == present:
            return self.had[thing]
        need = self.needs[thing]
        return None if owned & need == need else self.unknown_yet[thing]


STATES, FAITHS = Cause("government", GOVERNMENTS), Cause("religion", RELIGIONS)


@lru_cache(maxsize=2048)
def adoptable(cause: Cause, owned: int, present: int) -> tuple[int, ...]:
    """What could be adopted with certain technologies."""
    return tuple(n for n in range(len(cause.names)) if not cause.fault(owned, present, n))


class Adopted(Part[int]):
    """What is adopted of a table, or that the people keep what they have."""

    rule, sifted = "revolution", True
    sort: Cause

    def present(self, figures: Figures) -> int:
        """What the people have now."""
        present: int = getattr(figures.state, self.sort.had_by)[figures.seat]
        return present

    def others(self, figures: Figures) -> tuple[int, ...]:
        """What could be adopted."""
        state, seat, sort = figures.state, figures.seat, self.sort
        return adoptable(sort, state.technologies[seat], getattr(state, sort.had_by)[seat])

    def can_keep(self, figures: Figures, said: Answers) -> bool:
        """Whether something else may change instead."""
        raise NotImplementedError

    def among(self, figures: Figures, said: Answers) -> Collection[int | None]:
        others = self.others(figures)
        return (None, *others) if others and self.can_keep(figures, said) else others

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        owned = figures.state.technologies[figures.seat]
        return self.sort.fault(owned, self.present(figures), thing)

    def describe(self, figures: Figures, key: str) -> Option:
        if key != KEEP:
            return super().describe(figures, key)
        facts = {"table": self.sort.table, "present": self.sort.names[self.present(figures)]}
        return Option(key, Text("option.keep", facts))


class Ruled(Adopted):
    """The new government, or the old one."""

    name, sort = "government", STATES

    def can_keep(self, figures: Figures, said: Answers) -> bool:
        return bool(BELIEVED.others(figures))


class Believed(Adopted):
    """The new religion, or the old one; something has to change."""

    name, sort, needed, after = "religion", FAITHS, "nothing_changes", ("government",)

    def can_keep(self, figures: Figures, said: Answers) -> bool:
        return bool(said.get("government", KEEP) != KEEP)


RULED, BELIEVED = Ruled(), Believed()


class Revolution(Action):
    """A people changes its state, its faith, or both, and pays with unrest (rule: revolution)."""

    name, nothing, parts = "revolution", "nothing_to_adopt", (RULED, BELIEVED)

    def is_possible(self, figures: Figures) -> bool:
        return bool(RULED.others(figures) or BELIEVED.others(figures))

    def facts(self, figures: Figures) -> dict[str, Value]:
        return {"change": -unrest(figures)}

    def carry_out(self, play: Play[State], figures: Figures, plan: Answers) -> None:
        state, seat = play.state, figures.seat
        change = unrest(figures)
        if plan.get("religion", KEEP) != KEEP:
            convert(play, seat, plan["religion"])
        new = plan.get("government", KEEP)
        if new != KEEP:
            state.governments[seat] = GOVERNMENT[new]
            play.tell(events.GovernmentChanged(seat, new))
        if change:
            state.change_stability(play, seat, change, "revolution")
        if new != KEEP:
            welcome(play, seat, new)


def unrest(figures: Figures) -> int:
    """How a revolution changes stability (rule: revolution)."""
    if any(wonder.calm_revolution for wonder in figures.wonders):
        return 0
    return first_of(figures.civilization.revolution, TABLES.changes.revolution)


def convert(play: Play[State], seat: int, religion: str) -> None:
    """A religion is adopted; there is no civil war among Buddhists (rule: religions)."""
    state = play.state
    state.religions[seat] = RELIGION[religion]
    play.tell(events.ReligionChanged(seat, religion))
    if religion == "buddhism" and state.stability[seat] < LEVEL["collapsing"]:
        rise = LEVEL["collapsing"] - state.stability[seat]
        state.change_stability(play, seat, rise, "buddhism")


def welcome(play: Play[State], seat: int, government: str) -> None:
    """What a new government brings, to its people and to the world (rule: governments)."""
    state = play.state
    if (
        GOVERNMENTS[GOVERNMENT[government]].shocks
        and not state.shocks >> GOVERNMENT[government] & 1
    ):
        state.shocks |= 1 << GOVERNMENT[government]
        play.tell(events.WorldShocked(seat, government))
        for other in range(state.seats):
            known = GOVERNMENTS[state.governments[other]].id
            if other != seat and not state.fallen[other] and known in SHOCKED:
                state.change_stability(play, other, TABLES.changes.shock, "shock")
    if government == "republic" and not state.republics >> seat & 1:
        state.republics |= 1 << seat
        play.push(FreeTechnology(seat, "republic"))
