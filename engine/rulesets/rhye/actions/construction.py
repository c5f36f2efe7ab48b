"""Construction: villages, cities and wonders, one thing for each territory (rulebook 7.2, 9.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar

from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Budget, Grammar, Option, Unfit, Value, cost
from engine.core.lazy import depends_on, lazy
from engine.core.question import Fault, Question, Sort, no
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.actions.action import Action, Part, Plan, Priced
from engine.rulesets.rhye.actions.figures import Figures, first_of, is_city
from engine.rulesets.rhye.capitals import describe_home
from engine.rulesets.rhye.frames import FreeTechnology
from engine.rulesets.rhye.state import DESTROYED, UNBUILT, State
from engine.rulesets.rhye.tables import (
    CITY,
    CIVILIZATIONS,
    DESERT,
    JUNGLE,
    MOUNTAINS,
    TABLES,
    VILLAGE,
    WONDER,
    WONDER_NEEDS,
    WONDERS,
)
from engine.rulesets.rhye.territory import bless_city, found_village
from engine.world.describing import PLACE, place_option
from engine.world.state import BIT, BOARD, FIRST_SEA, IDS, Settlement

NO_WONDER = "none"
NOT_IN_PLAY, BARREN = no("not_in_play", "board"), no("barren", "terrain")
IN_MOUNTAINS = no("no_wonder_in_mountains", "terrain")
FULL = {
    False: no("no_room", "wonders", size=VILLAGE, most=TABLES.wonder_room.village),
    True: no("no_room", "wonders", size=CITY, most=TABLES.wonder_room.city),
}
"""Why a village, or a city, holds no other wonder."""
UNKNOWN_YET = tuple(
    no("lacking", table="wonder", wanted=each.id, technology=each.technology) for each in WONDERS
)


@lru_cache(maxsize=4096)
def wonders_with(owned: int) -> tuple[int, ...]:
    """The wonders that can be built with certain technologies."""
    return tuple(wonder for wonder, needs in enumerate(WONDER_NEEDS) if owned & needs == needs)


@cache
def wonder_price(civilization: int, wonder: int) -> int:
    """What a wonder costs a civilization (rule: wonders)."""
    return CIVILIZATIONS[civilization].wonder_price(WONDERS[wonder].cost)


def wonder_fault(state: State, seat: int, wonder: int) -> Fault:
    """What keeps a seat from building a wonder, gold and room aside (rule: wonders)."""
    site = state.sites[wonder]
    if site != UNBUILT:
        return "wonder_gone" if site == DESTROYED else "wonder_stands"
    need = WONDER_NEEDS[wonder]
    return None if state.technologies[seat] & need == need else UNKNOWN_YET[wonder]


@depends_on("sites", "technologies", "civilizations")
def unbuilt(state: State, seat: int) -> dict[int, int]:
    """The wonders that a seat could build, gold and room aside, with their prices."""
    known = wonders_with(state.technologies[seat])
    able = [wonder for wonder in known if not wonder_fault(state, seat, wonder)]
    return {wonder: wonder_price(state.civilizations[seat], wonder) for wonder in able}


class Yard:
    """What a seat could build, and what that costs: found once, as its figures are."""

    def __init__(self, figures: Figures) -> None:
        # Of the figures themselves nothing is kept: they keep this, and would never be freed.
        self.state = figures.state
        self.seat = figures.seat
        self.homes = figures.homes
        self.civilization = figures.civilization

    def clearing(self, region: int) -> int:
        """What founding costs in a region: jungle has to be cleared."""
        if self.state.marker_at(region) != JUNGLE:
            return 0
        return first_of(self.civilization.clearing, TABLES.prices.clearing)

    @lazy
    def plots(self) -> dict[str, int]:
        """Where a village can be founded, with what it costs."""
        return {IDS[region]: self.clearing(region) for region in self.vacant()}

    def vacant(self) -> Iterator[int]:
        """The regions where a village can be founded, gold aside."""
        fault, settlements = self.plot_fault, self.state.settlements
        for space in self.state.held_spaces(self.seat):
            if space >= FIRST_SEA:
                break
            # Most of the regions with pieces have a settlement: no call for these.
            if settlements[space] is None and not fault(space):
                yield space

    def plot_fault(self, space: int) -> Fault:
        """What keeps a village from a space, gold aside (rules: construction, terrain)."""
        state = self.state
        if space >= FIRST_SEA:
            return "settle_on_land"
        if state.settlements[space] is not None:
            return "settled_already"
        hidden, holders, alone = state.face_down[space], state.holders[space], BIT[self.seat]
        if not hidden and state.markers[space] == DESERT:
            return BARREN
        if not holders & alone:
            return "no_unit_here" if state.ground.within[space] else NOT_IN_PLAY
        if hidden:
            return "not_explored"
        return None if holders == alone else no("not_alone", seat=state.stranger(space, self.seat))

    def has_plot(self, gold: int) -> bool:
        """Whether a village can be founded anywhere for so much gold."""
        for region in self.vacant():  # noqa: SIM110 - a plain loop is twice as fast here
            if self.clearing(region) <= gold:
                return True
        return False

    def site_fault(self, region: int) -> Fault:
        """What keeps another wonder from an own settlement (rules: wonders, terrain)."""
        state = self.state
        if state.marker_at(region) == MOUNTAINS and not self.civilization.mountain_wonders:
            return IN_MOUNTAINS
        city = is_city(state, region)
        most = TABLES.wonder_room.city if city else TABLES.wonder_room.village
        return FULL[city] if state.sites.count(region) >= most else None

    @lazy
    def roomy(self) -> list[int]:
        """The settlements that can take another wonder."""
        return [region for region in self.homes if not self.site_fault(region)]

    def spent(self, said: Answers, city_price: int) -> int:
        """What the plan so far costs."""
        clearing = sum(map(self.plots.__getitem__, said.get("found", ())))
        return clearing + city_price * len(said.get("upgrade", ()))


def yard_of(figures: Figures) -> Yard:
    """What the seat of these figures could build, found once."""
    found: Yard | None = figures.found.get("yard")
    if found is None:
        found = figures.found["yard"] = Yard(figures)
    return found


class Founded(Priced[int]):
    """The territories where a village is founded."""

    name, rule, pricing, sort = "found", "construction", "terrain", PLACE

    def among(self, figures: Figures, said: Answers) -> Collection[int]:
        return figures.state.held_spaces(figures.seat)

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        return yard_of(figures).plot_fault(thing)

    def price(self, figures: Figures, thing: int) -> int:
        return yard_of(figures).clearing(thing)

    def asks(self, figures: Figures, said: Answers) -> Question[Any]:
        # A budget offers what is too dear, too.
        return self.question(figures, said)

    def grammar(self, figures: Figures, said: Answers) -> Budget | None:
        plots = yard_of(figures).plots
        if not plots:
            return None

        def describe(key: str) -> Option:
            marker = figures.state.resource_at(BOARD.index[key])
            detail = Text("detail.plot", {"resource": marker or "", "clearing": plots.get(key, 0)})
            return place_option(key, detail, plots.get(key) or None)

        return Budget(list(plots), 0, describe=describe, costs=plots, funds=figures.gold)


class AtHome(Part[int]):
    """An own settlement; each territory gets one thing (rule: construction)."""

    rule, sort = "construction", PLACE

    def among(self, figures: Figures, said: Answers) -> Collection[int]:
        return figures.homes

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        if figures.state.is_home(thing, figures.seat):
            return None
        return "one_thing_each" if IDS[thing] in said.get("found", ()) else "not_your_settlement"


class Upgraded(AtHome, Priced[int]):
    """The villages that become cities."""

    name, pricing = "upgrade", "construction"

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        elsewhere = super().fault(figures, said, thing)
        return elsewhere or (thing not in figures.villages and "city_already")

    def price(self, figures: Figures, thing: int) -> int:
        return figures.city_price

    def funds(self, figures: Figures, said: Answers) -> int:
        return figures.gold - yard_of(figures).spent({**said, "upgrade": ()}, figures.city_price)

    def asks(self, figures: Figures, said: Answers) -> Question[Any]:
        # A budget offers what is too dear, too.
        return self.question(figures, said)

    def grammar(self, figures: Figures, said: Answers) -> Budget | None:
        funds, price = self.funds(figures, said), figures.city_price
        if not figures.villages or funds < price:
            return None
        villages = [IDS[region] for region in figures.villages]

        def describe(key: str) -> Option:
            shown = describe_home(figures.state, key)
            return Option(key, shown.label, cost(gold=price), key, shown.detail)

        costs = dict.fromkeys(villages, price)
        return Budget(villages, 0, describe=describe, costs=costs, funds=funds)


class WonderSort(Sort[int]):
    """The wonders, and that none is built."""

    none = Option(NO_WONDER, Text("option.no_wonder"))
    fact = "wonder"

    def key(self, state: State, thing: int) -> str:
        return WONDERS[thing].id

    def find(self, state: State, key: str, among: Collection[int]) -> int | None:
        return WONDER.get(key)


class Built(Priced[int]):
    """The wonder that is built, if any: one a turn."""

    name, sort = "wonder", WonderSort()
    rule = pricing = "wonders"
    sifted = True
    vague: ClassVar[Mapping[str, str]] = {"no_site": "site"}

    def among(self, figures: Figures, said: Answers) -> Collection[int | None]:
        return (None, *unbuilt(figures.state, figures.seat))

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        return wonder_fault(figures.state, figures.seat, thing)

    def funds(self, figures: Figures, said: Answers) -> int:
        return figures.gold - yard_of(figures).spent(said, figures.city_price)

    def price(self, figures: Figures, thing: int) -> int:
        return wonder_price(figures.state.civilizations[figures.seat], thing)

    def has_site(self, figures: Figures, said: Answers) -> bool:
        """Whether there is room for a wonder where nothing else is built."""
        roomy, upgraded = yard_of(figures).roomy, said.get("upgrade")
        return any(IDS[region] not in upgraded for region in roomy) if upgraded else bool(roomy)

    def payable(self, figures: Figures, said: Answers) -> Question[Any]:
        asked = super().payable(figures, said)
        fault = asked.fault
        if fault is None or self.has_site(figures, said):
            return asked
        return Question(self.sort, asked.among, lambda each: fault(each) or "no_site")

    def grammar(self, figures: Figures, said: Answers) -> Grammar | None:
        if not unbuilt(figures.state, figures.seat) or not self.has_site(figures, said):
            return None
        return super().grammar(figures, said)

    def describe(self, figures: Figures, key: str) -> Option:
        if key == NO_WONDER:
            return self.sort.none
        price = unbuilt(figures.state, figures.seat).get(WONDER[key])
        detail = Text(f"detail.wonder.{key}")
        return Option(key, Text(f"wonder.{key}"), cost(gold=price), detail=detail)

    def misshapen(self, plan: Plan, unfit: Unfit) -> IllegalChoice | None:
        return IllegalChoice("one_wonder", self.rule) if unfit.code == "not_a_key" else None


class Sited(AtHome):
    """Where the wonder stands."""

    name, after, can_close = "site", ("upgrade", "wonder"), True

    def closed(self, figures: Figures, said: Answers) -> Fault:
        return bool(said.get("wonder", NO_WONDER) == NO_WONDER)

    def fault(self, figures: Figures, said: Answers, thing: int) -> Fault:
        if IDS[thing] in said.get("upgrade", ()):
            return "one_thing_each"
        return super().fault(figures, said, thing) or yard_of(figures).site_fault(thing)

    def describe(self, figures: Figures, key: str) -> Option:
        return describe_home(figures.state, key)


def founding_change(figures: Figures) -> int:
    """How a Construction that founds a village changes stability (rule: construction)."""
    if figures.government.id == "communism":
        return TABLES.changes.communist_construction
    return first_of(figures.civilization.founding, TABLES.changes.founding)


class Construction(Action):
    """Villages are founded, villages grow, a wonder is built (rule: construction)."""

    name, nothing = "construction", "nothing_to_build"
    parts = (Founded(), Upgraded(), Built(), Sited())

    def is_possible(self, figures: Figures) -> bool:
        """Whether there is anything to build, or to gain by building nothing."""
        if figures.government.id == "communism":
            return True
        yard, gold = yard_of(figures), figures.gold
        if yard.has_plot(gold):
            return True
        if figures.state.villages(figures.seat) and figures.city_price <= gold:
            return True
        prices = unbuilt(figures.state, figures.seat).values()
        return any(price <= gold for price in prices) and bool(yard.roomy)

    def facts(self, figures: Figures) -> dict[str, Value]:
        return {"founding": founding_change(figures)}

    def price(self, figures: Figures, plan: Answers) -> int:
        spent, wonder = yard_of(figures).spent(plan, figures.city_price), plan.get("wonder")
        if wonder is None or wonder == NO_WONDER:
            return spent
        return spent + wonder_price(figures.state.civilizations[figures.seat], WONDER[wonder])

    def carry_out(self, play: Play[State], figures: Figures, plan: Answers) -> None:
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
            build_wonder(play, seat, WONDER[plan["wonder"]], BOARD.index[plan["site"]])
        if communist:
            state.change_stability(play, seat, change, "communism")


def make_city(play: Play[State], seat: int, region: int, price: int) -> None:
    """A village becomes a city."""
    state = play.state
    state.put_settlement(region, Settlement(seat, CITY, state.turn))
    play.tell(events.Grown(seat, IDS[region], CITY, price))
    bless_city(play, seat, region)


def build_wonder(play: Play[State], seat: int, wonder: int, region: int) -> None:
    """A wonder is built; what it does at once is its builder's (rule: wonders)."""
    state, facts = play.state, WONDERS[wonder]
    price = wonder_price(state.civilizations[seat], wonder)
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
