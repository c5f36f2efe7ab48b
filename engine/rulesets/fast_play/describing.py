"""What choices would mean, for people: what stands in a place, what an attack meets, what pays."""

from __future__ import annotations

from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.fast_play.battle.values import total_value, unit_value
from engine.rulesets.fast_play.eras import Lesson
from engine.rulesets.fast_play.frames import Clash
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import (
    ERAS,
    FERTILE,
    FLEETS,
    LAST_ERA,
    MARKERS,
    TABLES,
    UNIT,
    UNLOCKING,
)
from engine.rulesets.fast_play.wonders import price_range
from engine.world.describing import presence
from engine.world.state import FIRST_SEA


def holding(state: State, seat: int, space: int) -> Text:
    """What a seat has in a space."""
    size, units = presence(state, seat, space)
    return Text("detail.holding", {"size": size, "units": units})


def pieces(state: State, seat: int, space: int) -> Text:
    """A seat's pieces in a space, which are there."""
    return Text("detail.pieces", {"units": state.roster.count(state.pieces(space, seat))})


def destination(state: State, seat: int, space: int) -> Text:
    """What pieces of a seat would find in a space: an enemy, own things, or land to explore."""
    other = state.stranger(space, seat)
    if other is not None:
        return enemy(state, seat, space, other)
    if state.is_home(space, seat) or state.spaces[space]:
        return holding(state, seat, space)
    if space >= FIRST_SEA:
        return Text("detail.open_sea")
    return Text("detail.land", {"marker": land_marker(state, space)})


def land_marker(state: State, region: int) -> str:
    """What is known about a region: its marker, `unexplored`, or nothing."""
    if state.is_unexplored(region):
        return "unexplored"
    marker = state.markers[region]
    return MARKERS[marker] if marker >= 0 else ""


def enemy(state: State, seat: int, space: int, other: int) -> Text:
    """Whom an attack meets: its units, the dice they roll, the settlement; own units already in."""
    clash = Clash(space, seat, other, ())
    theirs, ours = state.fighters(space, (other,)), state.fighters(space, (seat,))
    # In harbour they do not fight, and are lost with the settlement.
    ships = state.pieces(space, other, FLEETS) if space < FIRST_SEA else []
    return Text(
        "detail.enemy",
        {
            "foe": other,
            "size": state.size_at(space),
            "units": state.roster.count(theirs),
            "dice": total_value(state, clash, other, theirs),
            "own": total_value(state, clash, seat, ours),
            "ships": state.roster.count(ships),
        },
    )


def strength(state: State, seat: int, space: int, unit: str) -> Text | None:
    """How many dice a unit brings to an attack on a space; None where there is nobody to fight."""
    other = state.stranger(space, seat)
    if other is None or not state.fighters(space, (other,)):
        return None
    return dice_of(state, Clash(space, seat, other, ()), seat, unit)


def dice_of(state: State, clash: Clash, seat: int, unit: str) -> Text | None:
    """How many dice a unit is worth in a battle; settlers none."""
    if unit == "settler":
        return None
    return Text("detail.dice", {"n": unit_value(state, clash, seat, UNIT[unit])})


def technology(state: State, lesson: Lesson, gold: int) -> Text:
    """What the next technology would bring about, and the gold it leaves."""
    fuel = state.is_exploited("oil") or state.is_exploited("coal")
    begins = ERAS[lesson.era] if state.era < lesson.era <= LAST_ERA else ""
    ends = lesson.era > LAST_ERA or (begins == ERAS[LAST_ERA] and not fuel)
    brings = {"points": TABLES.points.technology, "income": TABLES.income.technology}
    facts = {"begins": begins, "ends": ends, "left": gold - lesson.price}
    return Text("detail.technology", facts | brings)


def wonder(state: State) -> Text:
    """What a wonder of the era costs and brings."""
    least, most = price_range(state.era)
    brings = {"points": TABLES.points.wonder, "income": TABLES.income.wonder}
    return Text("detail.wonder", {"least": least, "most": most, **brings})


def set_aside(state: State, aside: int, gold: int) -> Option:
    """A sum set aside for a wonder: the faces of the die that succeed, and the gold it leaves."""
    base = TABLES.wonder_step * (state.era + 1)
    highest = aside - base
    facts = {"highest": highest, "ways": highest - 1, "left": gold - aside}
    return Option(str(aside), Text("gold", {"n": aside}), detail=Text("detail.aside", facts))


def site(state: State, region: int) -> Text | None:
    """What is gained by founding a settlement in a region, beside the settlement."""
    marker = state.markers[region]
    resource = state.resource_at(region)
    if marker == FERTILE:
        return Text("detail.site", {"marker": MARKERS[marker], "gold": 0, "first": False})
    if resource is None or state.worked[region]:
        return None
    pays = resource in UNLOCKING
    first = pays and not state.is_exploited(resource)
    gold = TABLES.resource_gold if pays else 0
    return Text("detail.site", {"marker": resource, "gold": gold, "first": first})
