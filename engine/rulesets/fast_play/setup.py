"""Set-up: the bag, the order, the starting regions (rulebook chapter 2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Unfit, Value
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.describing import place_option, start
from engine.rulesets.fast_play.frames import Placement, Turn
from engine.rulesets.fast_play.state import BARE, UNEXPLORED, Orders, State
from engine.rulesets.fast_play.tables import ERAS, RESOURCES, SETTLER, TABLES, UNIT, WONDERS
from engine.world.state import BOARD, FIRST_SEA, Settlement


def new_state(ruleset: str, version: int, seats: int, options: Mapping[str, Value]) -> State:
    """An empty board, and all the markers in the bag."""
    return State(
        ruleset=ruleset,
        version=version,
        seats=seats,
        turn_limit=options["turn_limit"],
        bag=list(TABLES.markers.values()),
        markers=[UNEXPLORED] * len(BOARD.land),
        worked=[False] * len(BOARD.land),
        exploited=[0] * len(RESOURCES),
        technologies=[[0] * (len(ERAS) + 1) for _ in range(seats)],
        orders=[Orders()] * seats,
        **State.empty_board(seats, len(WONDERS)),
    )


def set_up(play: Play[State]) -> None:
    """Pay the gold, draw the order of placing (rules: setup-gold, setup-order)."""
    state = play.state
    for seat in range(state.seats):
        state.receive(seat, TABLES.starting_gold)
    first = play.draw(state.seats)
    play.tell(events.OrderDrawn(first, placing=True))
    clockwise = tuple((first + n) % state.seats for n in range(state.seats))
    play.push(Placement(clockwise + clockwise[::-1]))


def find_room(begun: list[int], newcomers: int, free: frozenset[int]) -> frozenset[int] | None:
    """Regions that let everyone place next to itself, all at the same time (setup-blocking).

    `begun` are the first regions of those who still need a second one; each of the newcomers needs
    two free neighbours. None when there is no way for all of them. Those with the fewest ways left
    are seen to first.
    """
    if begun:
        ways = {r: [n for n in BOARD.beside[r] if n in free] for r in begun}
        tightest = min(begun, key=lambda r: len(ways[r]))
        rest = [r for r in begun if r != tightest]
        tries = ((rest, newcomers, frozenset((n,))) for n in ways[tightest])
    elif newcomers:
        tries = (
            ([], newcomers - 1, frozenset((r, n)))
            for r in sorted(free)
            for n in BOARD.beside[r]
            if n in free
        )
    else:
        return frozenset()
    for others, left, taken in tries:
        room = find_room(others, left, free - taken)
        if room is not None:
            return room | taken
    return None


class Starts:
    """Who has chosen what so far, and what may be chosen next."""

    def __init__(self, state: State, frame: Placement) -> None:
        self.seat = frame.order[frame.at]
        self.second = frame.at >= state.seats
        self.free = frozenset(r for r, held in enumerate(state.settlements) if held is None)
        chosen: dict[int, list[int]] = {seat: [] for seat in range(state.seats)}
        for region, held in enumerate(state.settlements):
            if held is not None:
                chosen[held.owner].append(region)
        self.own = chosen.pop(self.seat)
        self.begun = [regions[0] for regions in chosen.values() if len(regions) == 1]
        self.newcomers = sum(not regions for regions in chosen.values())

    def blocks(self, region: int) -> bool:
        """Whether choosing a region would leave somebody without a second one."""
        begun = self.begun if self.second else [*self.begun, region]
        return find_room(begun, self.newcomers, self.free - {region}) is None

    def regions(self) -> list[int]:
        """What the seat may choose (rules: setup-placement, setup-blocking)."""
        near = BOARD.beside[self.own[0]] if self.second else BOARD.land
        # One way for all the others: whatever keeps out of it blocks nobody.
        room = find_room(self.begun, self.newcomers, self.free) or frozenset()
        clear = self.free - room

        def is_harmless(region: int) -> bool:
            if region not in clear:
                return False
            return self.second or any(n in clear for n in BOARD.beside[region])

        return [r for r in near if r in self.free and (is_harmless(r) or not self.blocks(r))]


def roomiest(state: State, regions: list[int]) -> int:
    """The region with the most free land neighbours: what the clock chooses."""
    held = state.settlements
    return max(regions, key=lambda r: (sum(held[n] is None for n in BOARD.beside[r]), -r))


class PlacementPhase(Phase[State, Placement]):
    """Starting regions are chosen in turn, forth and back (rule: setup-placement)."""

    title = "placement"

    def advance(self, play: Play[State], frame: Placement) -> bool:
        if frame.at == len(frame.order):
            begin_play(play)
            return True
        starts = Starts(play.state, frame)
        if not starts.second:
            return False
        regions = starts.regions()
        if len(regions) > 1:
            return False
        place(play, starts.seat, regions[0], forced=True)
        play.update(at=frame.at + 1)
        return True

    def open(self, state: State, frame: Placement) -> list[Decision]:
        starts = Starts(state, frame)
        regions = starts.regions()
        return [
            Decision(
                starts.seat,
                "placement",
                OneOf(
                    [BOARD.id(region) for region in regions],
                    lambda key: place_option(key, start(state, BOARD.index[key])),
                ),
                default=BOARD.id(roomiest(state, regions)),
                rule="setup-placement",
                about={"second": starts.second},
            )
        ]

    def answer(self, play: Play[State], frame: Placement, decision: Decision, value: Value) -> None:
        place(play, decision.seat, BOARD.index[value], forced=False)
        play.update(at=frame.at + 1)

    def why_not(
        self, state: State, frame: Placement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if unfit.code != "not_an_option":
            return None
        key = unfit.data["key"]
        region = BOARD.index.get(key, FIRST_SEA)
        if region >= FIRST_SEA:
            return IllegalChoice("no_such_place", "setup-placement", place=key)
        starts = Starts(state, frame)
        if region not in starts.free:
            return IllegalChoice("settled_already", "setup-placement", place=key)
        if starts.second and region not in BOARD.beside[starts.own[0]]:
            return IllegalChoice(
                "not_beside_first", "setup-placement", place=key, first=BOARD.id(starts.own[0])
            )
        return IllegalChoice("blocks_somebody", "setup-blocking", place=key)


def place(play: Play[State], seat: int, region: int, forced: bool) -> None:
    """A village, a swordsman and a settler; the region counts as explored."""
    state = play.state
    state.put_settlement(region, Settlement(seat, 1))
    state.markers[region] = BARE
    state.add_piece(seat, UNIT["swordsman"], region)
    state.add_piece(seat, SETTLER, region)
    play.tell(events.Placed(seat, BOARD.id(region), forced))


def begin_play(play: Play[State]) -> None:
    """Draw the starting player of turn 1 (rule: setup-first-turn)."""
    play.pop()
    play.state.first = play.draw(play.state.seats)
    play.tell(events.OrderDrawn(play.state.first, placing=False))
    play.push(Turn())
