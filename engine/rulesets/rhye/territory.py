"""How territories change hands: founded, taken, destroyed, grey (rulebook 3.3, 5.1, 6.6, 6.7)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import Option, Subset, Value
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.capitals import check_capital
from engine.rulesets.rhye.frames import WonderFate
from engine.rulesets.rhye.state import DESTROYED, GREY, State
from engine.rulesets.rhye.tables import (
    CITY,
    JUNGLE,
    RELIGIONS,
    TABLES,
    UNITS,
    VILLAGE,
    WONDER,
    WONDERS,
)
from engine.world.state import IDS, LAPSED, NOBODY, Settlement


def found_village(play: Play[State], seat: int, region: int) -> None:
    """A village stands where there was none; what it costs is the caller's."""
    state = play.state
    if state.marker_at(region) == JUNGLE:
        state.discard(region)
    state.put_settlement(region, Settlement(seat, VILLAGE, state.turn))
    state.former[region] = NOBODY
    claim_resource(play, seat, region)
    check_capital(play, seat)
    state.meet(play, seat, region)


def take_settlement(play: Play[State], seat: int, region: int, *, bought: bool = False) -> None:
    """A settlement changes hands at its size, with its wonders and its resource (rule: capture).

    Who sells one can give away with it only a resource of their own (rule: trade-goods).
    """
    state = play.state
    old = state.built_at(region)
    state.put_settlement(region, Settlement(seat, old.size, old.grown))
    state.former[region] = NOBODY
    if not bought or state.colonies[region] == old.owner:
        claim_resource(play, seat, region)
    check_capital(play, seat)
    if old.owner != GREY:
        check_capital(play, old.owner)


def conquer(play: Play[State], seat: int, region: int) -> None:
    """A settlement is taken by force; then its wonders are kept or destroyed (rule: capture)."""
    take_settlement(play, seat, region)
    if play.state.size_at(region) == CITY:
        bless_city(play, seat, region)
    if play.state.wonders_at(region):
        play.push(WonderFate(seat, region))


def raze(play: Play[State], region: int) -> None:
    """A settlement is removed, and its wonders with it; its owner grieves (rule: capture)."""
    state = play.state
    old = state.built_at(region)
    destroy_wonders(play, old.owner, region, state.wonders_at(region))
    state.put_settlement(region, None)
    state.former[region] = NOBODY
    if old.owner != GREY:
        state.change_stability(play, old.owner, TABLES.changes.destroyed, "destroyed")
        check_capital(play, old.owner)


def turn_grey(play: Play[State], region: int) -> None:
    """A settlement is nobody's; its wonders work for nobody (rule: revolt)."""
    state = play.state
    old = state.built_at(region)
    if old.owner == GREY:
        return
    state.put_settlement(region, Settlement(GREY, old.size, old.grown))
    state.former[region] = old.owner
    # What another player bought stays theirs.
    if state.colonies[region] == old.owner:
        state.colonies[region] = NOBODY
    check_capital(play, old.owner)


def claim_resource(play: Play[State], seat: int, region: int) -> None:
    """A territory's resource is its settlement's (rule: resources)."""
    state = play.state
    resource = state.resource_at(region)
    if resource is not None and state.colonies[region] != seat:
        state.colonies[region] = seat
        play.tell(events.ColonyPlaced(seat, IDS[region], resource))


def bless_city(play: Play[State], seat: int, region: int) -> None:
    """Islam sends infantry to every city founded or conquered (rule: religions)."""
    state = play.state
    count = RELIGIONS[state.religions[seat]].city_infantry
    if count:
        gain_units(play, seat, state.best(seat, "infantry"), count, region, "islam")


def gain_units(play: Play[State], seat: int, kind: int, count: int, space: int, why: str) -> None:
    """A seat receives units free of charge."""
    state = play.state
    for _ in range(count):
        state.add_piece(seat, kind, space)
    play.tell(events.UnitsGained(seat, IDS[space], ((UNITS[kind].id, count),), why))
    state.meet(play, seat, space)


def destroy_wonders(play: Play[State], seat: int, region: int, wonders: list[int]) -> None:
    """Wonders are gone for good (rule: wonders)."""
    if not wonders:
        return
    for wonder in wonders:
        play.state.sites[wonder] = DESTROYED
        play.state.wonders[wonder] = LAPSED
    names = tuple(WONDERS[wonder].id for wonder in wonders)
    play.tell(events.WondersDestroyed(seat, IDS[region], names))


class WonderFatePhase(Phase[State, WonderFate]):
    """The conqueror may destroy wonders (rule: wonders)."""

    title = "wars"

    def advance(self, play: Play[State], frame: WonderFate) -> bool:
        if play.state.wonders_at(frame.region):
            return False
        play.pop()
        return True

    def open(self, state: State, frame: WonderFate) -> list[Decision]:
        names = [WONDERS[wonder].id for wonder in state.wonders_at(frame.region)]
        return [
            Decision(
                frame.seat,
                "wonder_fate",
                Subset(names, least=0, describe=describe_wonder),
                default=[],
                rule="capture",
                about={"place": IDS[frame.region]},
            )
        ]

    def answer(
        self, play: Play[State], frame: WonderFate, decision: Decision, value: Value
    ) -> None:
        play.pop()
        destroy_wonders(play, frame.seat, frame.region, [WONDER[name] for name in value])


def describe_wonder(key: str) -> Option:
    """A wonder in words."""
    return Option(key, Text(f"wonder.{key}"), detail=Text(f"detail.wonder.{key}"))
