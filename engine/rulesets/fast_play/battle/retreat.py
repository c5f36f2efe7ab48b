"""Retreats: where a losing side can go (rulebook 7.7, 7.8 and 7.11)."""

from __future__ import annotations

from functools import partial

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import Value
from engine.core.question import Fault, Question, Searched
from engine.core.text import Text
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.describing import destination
from engine.rulesets.fast_play.frames import NOWHERE, Clash, Retreat
from engine.rulesets.fast_play.state import State
from engine.world.describing import PLACE
from engine.world.movement.transport import shores
from engine.world.pieces.leaving import Leaving
from engine.world.state import BARBARIANS, BOARD, FIRST_SEA, IDS, Piece


def beside(state: State, seat: int, space: int) -> list[int]:
    """The spaces next to a space: over land and zones held alone, or from zone to zone."""
    near = list(BOARD.beside[space])
    if space < FIRST_SEA:
        zones = frozenset(z for z in state.fleets_at_sea(seat) if state.stranger(z, seat) is None)
        if zones:
            near += [r for r in shores(space, zones) if r not in near]
    return near


def is_harbour(state: State, seat: int, space: int, battlefield: int) -> bool:
    """Whether a space is the own harbour that fleets attacked out of (rule: defender-retreat)."""
    return space < FIRST_SEA <= battlefield and state.is_home(space, seat)


def exits(state: State, clash: Clash, seat: int) -> list[int]:
    """Where a side can go (rules: attacker-retreat, defender-retreat)."""
    space = clash.space
    near = beside(state, seat, space)
    if seat == clash.attacker:
        ways = [
            origin
            for origin in dict.fromkeys(clash.origins)
            if origin in near or is_harbour(state, seat, origin, space)
        ]
        if NOWHERE in clash.origins:
            # Reinforcements or not: those who were there first go wherever they can.
            ways += [other for other in near if other not in ways]
    else:
        ways = [other for other in near if other not in clash.origins]
    return [way for way in ways if state.stranger(way, seat) is None]


def homeward(state: State, seat: int, spaces: list[int], order: str) -> list[int]:
    """The spaces in the order in which a standing order, or the clock, prefers them."""
    home = {space: state.is_home(space, seat) for space in spaces}
    friends = {space: len(state.fighters(space, (seat,))) for space in spaces}
    if order == "together":
        return sorted(spaces, key=lambda s: (-friends[s], not home[s]))
    return sorted(spaces, key=lambda s: (not home[s], -friends[s]))


def fugitives(state: State, frame: Retreat) -> list[Piece]:
    """Who must leave: military units, or settlers where no unit is left (settlers-captured)."""
    space, seat = frame.clash.space, frame.seat
    return state.settlers(space, seat) if frame.settlers else state.fighters(space, (seat,))


class Exits(Leaving):
    """The ways out of a battle, home first."""

    def __init__(self, state: State, frame: Retreat) -> None:
        ways = homeward(state, frame.seat, exits(state, frame.clash, frame.seat), "home")
        super().__init__(state, frame.seat, fugitives(state, frame), ways)
        self.together = frame.together
        self.may_part = not frame.together and len(self.units) > 1

    @property
    def company(self) -> str:
        """How they go: `alone`, `together` or `apart`, or as `settlers` without an army."""
        if self.units[0] == "settler":
            return "settlers"
        if len(self.units) == 1:
            return "alone"
        return "together" if self.together else "apart"

    def found_at(self, space: int) -> Text:
        return destination(self.state, self.seat, space)


class RetreatPhase(Phase[State, Retreat]):
    """The losing side leaves; the engine sees to it where there is no choice."""

    title = "battle"

    def advance(self, play: Play[State], frame: Retreat) -> bool:
        state, seat = play.state, frame.seat
        leaving = fugitives(state, frame)
        if not leaving:
            play.pop()
            return True
        ways = exits(state, frame.clash, seat) if seat != BARBARIANS else []
        if not ways:
            state.remove_pieces(frame.clash.space, leaving)
            lost = state.roster.count(leaving)
            play.tell(events.Trapped(seat, IDS[frame.clash.space], lost))
            play.state.check_fallen(play)
        elif len(ways) == 1 or frame.order in ("home", "together"):
            leave(play, frame, leaving, homeward(state, seat, ways, frame.order)[0])
        else:
            return False
        return True

    def open(self, state: State, frame: Retreat) -> list[Decision]:
        ways = Exits(state, frame)
        return [
            Decision(
                frame.seat,
                "retreat",
                ways.form(),
                default=ways.all_to(ways.ways[0]),
                rule="attacker-retreat" if frame.together else "defender-retreat",
                about={
                    "place": IDS[frame.clash.space],
                    "units": state.roster.count(fugitives(state, frame)),
                    "go": ways.company,
                },
            )
        ]

    def answer(self, play: Play[State], frame: Retreat, decision: Decision, value: Value) -> None:
        leaving = fugitives(play.state, frame)
        if "units" in value:
            leaving = play.state.roster.named_among(leaving, value["units"])
        leave(play, frame, leaving, BOARD.index[value["to"]])

    def asks(
        self, state: State, frame: Retreat, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[int] | None:
        fault = partial(way_fault, state, frame.clash, frame.seat)
        return Searched(PLACE, fault) if path == ("to",) else None


def way_fault(state: State, clash: Clash, seat: int, space: int) -> Fault:
    """What keeps a side from a way out (rules: attacker-retreat, defender-retreat)."""
    came_from_there = space in clash.origins
    if seat == clash.defender and came_from_there:
        return "attack_came_from_there"
    if seat == clash.attacker and not came_from_there and NOWHERE not in clash.origins:
        return "did_not_come_from_there"
    near = space in beside(state, seat, clash.space)
    return "held_by_others" if near else "no_way_there"


def leave(play: Play[State], frame: Retreat, pieces: list[Piece], target: int) -> None:
    """Pieces leave the place of battle."""
    origin = frame.clash.space
    play.state.shift(pieces, origin, target)
    went = play.state.roster.count(pieces)
    play.tell(events.Retreated(frame.seat, went, IDS[origin], IDS[target]))
