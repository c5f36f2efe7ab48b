"""What cards, units and improvements would mean to a seat, for people."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.core.text import Text
from engine.rulesets.advanced.learning import DIE_ERA, pieces_with
from engine.rulesets.advanced.state import State
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.describing import use
from engine.world.cards import unlocked_by


def card_name(key: str) -> Text:
    """A technology, wonder or improvement."""
    return Text(f"{TABLES.card_kinds[key]}.{key}")


def fee_owner(state: State, seat: int, card: int) -> int:
    """Who gets a fee when a seat builds by a technology; -1 for nobody (rule: fees)."""
    owner = state.technologies[card]
    return owner if owner >= 0 and owner != seat else -1


def fee_detail(state: State, seat: int, card: int) -> tuple[Text, ...]:
    """The part of a price that goes to another player, if any."""
    owner = fee_owner(state, seat, card)
    if owner < 0:
        return ()
    return (Text("detail.fee", {"seat": owner, "gold": TABLES.fee[state.era]}),)


def unit_detail(state: State, seat: int, kind: int) -> Text:
    """What a piece is for, and who is paid a fee for it."""
    unit = TABLES.units[kind]
    card = state.unit_card(kind)
    fees = fee_detail(state, seat, card) if card is not None else ()
    name = state.unit_name(kind)
    level = () if name == unit.id else (Text("detail.level", {"unit": name}),)
    return Text("detail.several", {"parts": (*level, use(state, unit.id), *fees)})


def card_detail(state: State, seat: int, card: int) -> Text:
    """What a technology brings its buyer, opens for all, and brings about."""
    facts = TABLES.technology_cards[card]
    parts = [Text(f"detail.{bonus}", what) for bonus, what in bonuses(card)]
    lost = without_room(state, seat, card)
    if lost:
        parts.append(Text("detail.no_room", {"n": lost}))
    opened = unlocked(card)
    if opened:
        parts.append(Text("detail.opens", {"things": opened}))
    if facts.era > state.era and not state.era_ending:
        parts.append(Text("detail.ends_era", {"era": TABLES.eras[state.era]}))
    if facts.era > DIE_ERA.get(state.length, TABLES.last_era):
        parts.append(Text("detail.end_era"))
    elif DIE_ERA.get(state.length) == facts.era and not state.ending:
        number = min(state.era_owned(facts.era) + 1, 6)
        parts.append(Text("detail.end_die", {"n": number}))
    return Text("detail.several", {"parts": tuple(parts) or (Text("detail.no_bonus"),)})


def without_room(state: State, seat: int, card: int) -> int:
    """How many of the pieces that a technology brings would be lost (rule: placing)."""
    pieces = pieces_with(card)
    if not pieces:
        return 0
    rooms, fleets = state.rooms(seat), TABLES.roster.fleets
    at_sea = sum(count for kind, count in pieces if kind in fleets)
    on_land = sum(count for kind, count in pieces if kind not in fleets)
    found = min(at_sea, sum(map(rooms.at, rooms.harbours))) + min(on_land, rooms.total)
    return at_sea + on_land - found


def bonuses(card: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a technology is worth to its first owner: a word for each, and what it is about."""
    facts = TABLES.technology_cards[card]
    for wonder in TABLES.card_wonders[card]:
        yield "wonder", {"wonder": TABLES.wonders[wonder].id}
    if facts.free_unit:
        yield "free_unit", {"unit": facts.free_unit}
    if facts.free_improvement:
        yield "free_improvement", {"improvement": facts.free_improvement}
    if facts.free_growth:
        yield "free_growth", {}
    if facts.seminal:
        yield "seminal", {"points": TABLES.points.seminal}


@cache
def brought(card: int) -> tuple[Text, ...]:
    """What a technology brings its first owner."""
    facts = TABLES.technology_cards[card]
    wonders = [card_name(TABLES.wonders[each].id) for each in TABLES.card_wonders[card]]
    unit = [Text(f"unit.{facts.free_unit}")] if facts.free_unit else []
    building = [card_name(facts.free_improvement)] if facts.free_improvement else []
    growth = [Text("detail.free_growth")] if facts.free_growth else []
    return (*wonders, *unit, *building, *growth)


@cache
def unlocked(card: int) -> tuple[Text, ...]:
    """What a technology lets everybody build."""
    name, size = TABLES.cards[card], TABLES.technology_cards[card].allows_size
    built = unlocked_by(name, unit=TABLES.levels, improvement=TABLES.improvements)
    return (*built, Text(f"size.{size}")) if size else built


def improvement_detail(state: State, seat: int, index: int) -> Text:
    """What an improvement does, and who is paid a fee for it."""
    facts = TABLES.improvements[index]
    does = Text(f"detail.{facts.kind}", {"n": facts.settlements})
    fees = fee_detail(state, seat, TABLES.card_index[facts.technology])
    return Text("detail.several", {"parts": (does, *fees)})
