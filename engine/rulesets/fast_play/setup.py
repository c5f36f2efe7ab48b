"""Set-up: the bag, the order, the starting regions (rulebook chapter 2)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import Value
from engine.core.question import Fault, no
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.state import BARE, State
from engine.rulesets.fast_play.tables import TABLES
from engine.world.flow import Turn
from engine.world.pieces import placement
from engine.world.pieces.placement import Placement
from engine.world.state import BOARD, FIRST_SEA, IDS

BLOCKING = no("blocks_a_player", "setup-blocking")


def set_up(play: Play[State]) -> None:
    """Pay the gold, draw the order of placing (rules: setup-gold, setup-order)."""
    state = play.state
    for seat in range(state.seats):
        state.receive(seat, TABLES.starting_gold)
    first = play.draw(state.seats)
    play.tell(events.OrderDrawn(first, placing=True))
    play.push(Placement.forth_and_back(first, state.seats))


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
        self.seat = frame.seat
        self.second = frame.at >= state.seats
        self.free = frozenset([r for r, held in enumerate(state.settlements) if held is None])
        chosen: dict[int, list[int]] = {seat: [] for seat in range(state.seats)}
        for region, held in enumerate(state.settlements):
            if held is not None:
                chosen[held.owner].append(region)
        self.own = chosen.pop(self.seat)
        self.begun = [regions[0] for regions in chosen.values() if len(regions) == 1]
        self.newcomers = sum(not regions for regions in chosen.values())

    def blocks(self, region: int) -> bool:
        """Whether choosing a region would leave a seat without a second one."""
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
            return self.second or not clear.isdisjoint(BOARD.beside[region])

        return [r for r in near if r in self.free and (is_harmless(r) or not self.blocks(r))]


class PlacementPhase(placement.PlacementPhase[State]):
    """The second starting region lies beside the first (rule: setup-placement)."""

    def regions(self, state: State, frame: Placement) -> list[int]:
        return Starts(state, frame).regions()

    def advance(self, play: Play[State], frame: Placement) -> bool:
        if frame.is_over or frame.at < play.state.seats:
            return super().advance(play, frame)
        regions = self.regions(play.state, frame)
        if len(regions) > 1:
            return False
        self.place(play, frame.seat, regions[0])
        play.tell(events.Placed(frame.seat, IDS[regions[0]], forced=True))
        play.update(at=frame.at + 1)
        return True

    def answer(self, play: Play[State], frame: Placement, decision: Decision, value: Value) -> None:
        self.place(play, decision.seat, BOARD.index[value])
        play.tell(events.Placed(decision.seat, value, forced=False))
        play.update(at=frame.at + 1)

    def place(self, play: Play[State], seat: int, region: int) -> None:
        """The region counts as explored."""
        super().place(play, seat, region)
        play.state.markers[region] = BARE

    def begin_play(self, play: Play[State]) -> None:
        """Draw the starting player of turn 1 (rule: setup-first-turn)."""
        play.state.first = play.draw(play.state.seats)
        play.tell(events.OrderDrawn(play.state.first, placing=False))
        play.push(Turn())

    def fault(self, state: State, frame: Placement, space: int) -> Fault:
        starts = Starts(state, frame)
        if space >= FIRST_SEA or space not in starts.free:
            return "settle_on_land" if space >= FIRST_SEA else "settled_already"
        if starts.second and space not in BOARD.beside[starts.own[0]]:
            return no("not_beside_first", first=IDS[starts.own[0]])
        return None if space in self.regions(state, frame) else BLOCKING
