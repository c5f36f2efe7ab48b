"""Revolution: another government, another religion, or both (rulebook 7.5, 8.2, 8.3)."""

from __future__ import annotations

from functools import lru_cache

from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Value
from engine.core.text import Text
from engine.rulesets.rhye import events
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
    technology_bit,
)

KEEP = "keep"
SHOCKED = ("monarchy", "republic")
"""Those who tremble before the first fascist and the first communist state."""


STATES = tuple((each.id, technology_bit(each.technology)) for each in GOVERNMENTS)
FAITHS = tuple((each.id, technology_bit(each.technology)) for each in RELIGIONS)
"""What can be adopted, with the technology it needs."""


def others_of(kinds: tuple[tuple[str, int], ...], owned: int, present: int) -> tuple[str, ...]:
    """What could be adopted: everything else whose technology is known."""
    return tuple(
        kind
        for index, (kind, need) in enumerate(kinds)
        if index != present and owned & need == need
    )


@lru_cache(maxsize=1024)
def other_states(owned: int, present: int) -> tuple[str, ...]:
    """The governments that could be adopted with certain technologies."""
    return others_of(STATES, owned, present)


@lru_cache(maxsize=1024)
def other_faiths(owned: int, present: int) -> tuple[str, ...]:
    """The religions that could be adopted with certain technologies."""
    return others_of(FAITHS, owned, present)


def governments(figures: Figures) -> tuple[str, ...]:
    """The governments that could be adopted."""
    state, seat = figures.state, figures.seat
    return other_states(state.technologies[seat], state.governments[seat])


def religions(figures: Figures) -> tuple[str, ...]:
    """The religions that could be adopted."""
    state, seat = figures.state, figures.seat
    return other_faiths(state.technologies[seat], state.religions[seat])


def is_possible(figures: Figures) -> bool:
    """Whether there is anything else to adopt."""
    return bool(governments(figures) or religions(figures))


def describe(table: str, present: str, key: str) -> Option:
    """A government or religion with what it does."""
    if key == KEEP:
        return Option(key, Text("option.keep", {"table": table, "present": present}))
    return Option(key, Text(f"{table}.{key}"), detail=Text(f"detail.{table}.{key}"))


def government(figures: Figures, said: Answers) -> Grammar | None:
    """The new government, or the old one."""
    others = governments(figures)
    if not others:
        return None
    kept = (KEEP,) if religions(figures) else ()
    present = figures.government.id
    return OneOf((*kept, *others), lambda key: describe("government", present, key))


def religion(figures: Figures, said: Answers) -> Grammar | None:
    """The new religion, or the old one; something has to change."""
    others = religions(figures)
    if not others:
        return None
    kept = () if said.get("government", KEEP) == KEEP else (KEEP,)
    present = RELIGIONS[figures.state.religions[figures.seat]].id
    return OneOf((*kept, *others), lambda key: describe("religion", present, key))


FIELDS = tuple(Field(f.__name__, f, ("revolution",)) for f in (government, religion))


def unrest(figures: Figures) -> int:
    """How a revolution changes stability (rule: revolution)."""
    if any(wonder.calm_revolution for wonder in figures.wonders):
        return 0
    return first_of(figures.civilization.revolution, TABLES.changes.revolution)


def carry_out(play: Play[State], figures: Figures, plan: dict[str, Value]) -> None:
    """A people changes its state, its faith, or both, and pays with unrest (rule: revolution)."""
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
