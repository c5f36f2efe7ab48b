"""Construction: villages, cities and wonders, one thing for each territory (rulebook 7.2, 9.2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.core.flow import Play
from engine.core.grammar import Answers, Budget, Field, Grammar, OneOf, Option, Value, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.figures import Figures, first_of, is_city
from engine.rulesets.rhye.capitals import describe_home
from engine.rulesets.rhye.frames import FreeTechnology
from engine.rulesets.rhye.state import UNBUILT, State
from engine.rulesets.rhye.tables import (
    CITY,
    DESERT,
    JUNGLE,
    MOUNTAINS,
    TABLES,
    WONDER,
    WONDER_NEEDS,
    WONDERS,
)
from engine.rulesets.rhye.territory import bless_city, found_village
from engine.world.describing import place_option
from engine.world.state import BIT, BOARD, FIRST_SEA, IDS, Settlement

NO_WONDER = "none"


@lru_cache(maxsize=4096)
def wonders_with(owned: int) -> tuple[int, ...]:
    """The wonders that can be built with certain technologies."""
    return tuple(wonder for wonder, needs in enumerate(WONDER_NEEDS) if owned & needs == needs)


class Yard:
    """What a seat could build, and what that costs: found once, as its figures are."""

    def __init__(self, figures: Figures) -> None:
        # Of the figures themselves nothing is kept: they keep this, and would never be freed.
        self.state = figures.state
        self.seat = figures.seat
        self.gold = figures.gold
        self.homes = figures.homes
        self.civilization = figures.civilization

    def clearing(self, region: int) -> int:
        """What founding costs in a region: jungle has to be cleared."""
        if self.state.marker_at(region) != JUNGLE:
            return 0
        return first_of(self.civilization.clearing, TABLES.prices.clearing)

    @lazy
    def plots(self) -> dict[str, int]:
        """Where a village can be founded, with what it costs (rule: construction)."""
        return {IDS[region]: self.clearing(region) for region in self.vacant()}

    def has_plot(self) -> bool:
        """Whether a village can be founded anywhere."""
        gold = self.gold
        for region in self.vacant():  # noqa: SIM110 - a plain loop is twice as fast here
            if self.clearing(region) <= gold:
                return True
        return False

    def vacant(self) -> Iterator[int]:
        """The regions without a settlement where only the seat has units (rule: construction)."""
        state, alone = self.state, BIT[self.seat]
        settlements, holders = state.settlements, state.holders
        for space in state.held_spaces(self.seat):
            if space >= FIRST_SEA:
                break
            if settlements[space] is not None or holders[space] != alone:
                continue
            if not state.face_down[space] and state.markers[space] != DESERT:
                yield space

    def wonder_price(self, wonder: int) -> int:
        """What a wonder costs the seat (rule: wonders)."""
        return self.civilization.wonder_price(WONDERS[wonder].cost)

    @lazy
    def unbuilt(self) -> dict[str, int]:
        """The wonders that the seat knows how to build, with their prices."""
        sites = self.state.sites
        return {
            WONDERS[wonder].id: self.wonder_price(wonder)
            for wonder in wonders_with(self.state.technologies[self.seat])
            if sites[wonder] == UNBUILT
        }

    def wonders(self, funds: int) -> dict[str, int]:
        """The wonders that can be built for so much gold, with their prices."""
        return {wonder: price for wonder, price in self.unbuilt.items() if price <= funds}

    def has_room(self, region: int) -> bool:
        """Whether a settlement can take another wonder (rule: wonders)."""
        barred = self.state.marker_at(region) == MOUNTAINS
        if barred and not self.civilization.mountain_wonders:
            return False
        room = TABLES.wonder_room
        most = room.city if is_city(self.state, region) else room.village
        return self.state.sites.count(region) < most

    @lazy
    def roomy(self) -> list[str]:
        """The settlements that can take another wonder."""
        return [IDS[region] for region in self.homes if self.has_room(region)]

    def sites(self, upgraded: Value) -> list[str]:
        """The settlements where a wonder can stand, but for those that become cities now."""
        return [place for place in self.roomy if place not in upgraded]

    def spent(self, said: Answers, city_price: int) -> int:
        """What the plan so far costs."""
        clearing = sum([self.plots[place] for place in said.get("found", ())])
        return clearing + city_price * len(said.get("upgrade", ()))


def yard_of(figures: Figures) -> Yard:
    """What the seat of these figures could build, found once."""
    found: Yard | None = figures.found.get("yard")
    if found is None:
        found = figures.found["yard"] = Yard(figures)
    return found


def is_possible(figures: Figures) -> bool:
    """Whether there is anything to build, or to gain by building nothing."""
    if figures.government.id == "communism":
        return True
    yard = yard_of(figures)
    if yard.has_plot():
        return True
    if figures.state.villages(figures.seat) and figures.city_price <= figures.gold:
        return True
    return bool(yard.wonders(figures.gold) and yard.roomy)


def found(figures: Figures, said: Answers) -> Grammar | None:
    """The territories where a village is founded."""
    plots = yard_of(figures).plots
    if not plots:
        return None

    def describe(key: str) -> Option:
        marker = figures.state.resource_at(BOARD.index[key])
        detail = Text("detail.plot", {"resource": marker or "", "clearing": plots.get(key, 0)})
        return place_option(key, detail, plots.get(key) or None)

    return Budget(list(plots), 0, describe=describe, costs=plots, funds=figures.gold)


def upgrade(figures: Figures, said: Answers) -> Grammar | None:
    """The villages that become cities."""
    funds = figures.gold - yard_of(figures).spent(said, figures.city_price)
    if not figures.villages or funds < figures.city_price:
        return None
    villages = [IDS[region] for region in figures.villages]

    def describe(key: str) -> Option:
        shown = describe_home(figures.state, key)
        return Option(key, shown.label, cost(gold=figures.city_price), key, shown.detail)

    costs = dict.fromkeys(villages, figures.city_price)
    return Budget(villages, 0, describe=describe, costs=costs, funds=funds)


def wonder(figures: Figures, said: Answers) -> Grammar | None:
    """The wonder that is built, if any: one a turn."""
    yard = yard_of(figures)
    wonders = yard.wonders(figures.gold - yard.spent(said, figures.city_price))
    if not wonders or not yard.sites(said.get("upgrade", ())):
        return None

    def describe(key: str) -> Option:
        if key == NO_WONDER:
            return Option(key, Text("option.no_wonder"))
        label, detail = Text(f"wonder.{key}"), Text(f"detail.wonder.{key}")
        return Option(key, label, cost(gold=wonders.get(key)), detail=detail)

    return OneOf([NO_WONDER, *wonders], describe)


def site(figures: Figures, said: Answers) -> Grammar | None:
    """Where the wonder stands."""
    if said.get("wonder", NO_WONDER) == NO_WONDER:
        return None
    sites = yard_of(figures).sites(said.get("upgrade", ()))
    return OneOf(sites, lambda key: describe_home(figures.state, key))


FIELDS = tuple(Field(f.__name__, f, ("construction",)) for f in (found, upgrade, wonder, site))


def price(figures: Figures, plan: Answers) -> int:
    """What everything in a plan costs together."""
    yard, wonder = yard_of(figures), plan.get("wonder", NO_WONDER)
    built = yard.wonder_price(WONDER[wonder]) if wonder != NO_WONDER else 0
    return yard.spent(plan, figures.city_price) + built


def founding_change(figures: Figures) -> int:
    """How a Construction that founds a village changes stability (rule: construction)."""
    if figures.government.id == "communism":
        return TABLES.changes.communist_construction
    return first_of(figures.civilization.founding, TABLES.changes.founding)


def carry_out(play: Play[State], figures: Figures, plan: dict[str, Value]) -> None:
    """Villages are founded, villages grow, a wonder is built (rule: construction)."""
    state, seat, yard = play.state, figures.seat, yard_of(figures)
    change, communist = founding_change(figures), figures.government.id == "communism"
    for place in plan.get("found", ()):
        clearing = yard.clearing(BOARD.index[place])
        state.pay(seat, clearing)
        play.tell(events.VillageFounded(seat, place, clearing))
        found_village(play, seat, BOARD.index[place])
    founded = bool(plan.get("found")) and not communist
    if founded:
        state.change_stability(play, seat, change, "founding")
    for place in plan.get("upgrade", ()):
        state.pay(seat, figures.city_price)
        make_city(play, seat, BOARD.index[place], figures.city_price)
    if plan.get("wonder", NO_WONDER) != NO_WONDER:
        build_wonder(play, seat, WONDER[plan["wonder"]], BOARD.index[plan["site"]], yard)
    if communist:
        state.change_stability(play, seat, change, "communism")


def make_city(play: Play[State], seat: int, region: int, price: int) -> None:
    """A village becomes a city."""
    state = play.state
    state.put_settlement(region, Settlement(seat, CITY, state.turn))
    play.tell(events.Grown(seat, IDS[region], CITY, price))
    bless_city(play, seat, region)


def build_wonder(play: Play[State], seat: int, wonder: int, region: int, yard: Yard) -> None:
    """A wonder is built; what it does at once is its builder's (rule: wonders)."""
    state, facts = play.state, WONDERS[wonder]
    price = yard.wonder_price(wonder)
    state.pay(seat, price)
    state.sites[wonder] = region
    state.wonders[wonder] = seat
    play.tell(events.WonderBuilt(seat, IDS[region], facts.id, price))
    if facts.stability:
        state.change_stability(play, seat, facts.stability, "wonder")
    if facts.space_race:
        state.launches[seat] = state.turn
        play.tell(events.Launched(seat))
    if facts.free_technology:
        play.push(FreeTechnology(seat, "wonder"))
