"""The movement phase: land, air and sea, exploring, ending (rulebook chapter 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import (
    Answers,
    Escorted,
    Field,
    Grammar,
    OneOf,
    Option,
    Subset,
    Unfit,
    Value,
)
from engine.core.lazy import lazy
from engine.core.question import Fault, refusal
from engine.core.text import Text
from engine.rulesets.fast_play import events, faults
from engine.rulesets.fast_play.battle.fighting import muster
from engine.rulesets.fast_play.describing import destination, pieces, strength
from engine.rulesets.fast_play.exploration import explore
from engine.rulesets.fast_play.frames import Battles, Movement
from engine.rulesets.fast_play.marching import (
    ON_FOOT,
    Groups,
    Land,
    Survey,
    Way,
    legs,
    marched,
    survey,
)
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import FIGHTER, SETTLER, TABLES
from engine.world.describing import place_option
from engine.world.flow import source_of
from engine.world.movement import phase
from engine.world.movement.phase import MovementOrders
from engine.world.state import BOARD, FIRST_SEA, IDS, STOPPED, Piece


class MoveOrders(MovementOrders):
    """Moves over land, by air and by sea, and settlers that explore."""

    state: State

    def __init__(self, state: State, seat: int, frame: Movement) -> None:
        super().__init__(state, seat)
        self.frame = frame
        self.land = Land(state, seat, frame)
        self._targets: dict[tuple[str, str], list[str]] = {}
        self._units: dict[tuple[str, str, str], Subset] = {}

    # What can be done.

    @lazy
    def survey(self) -> Survey:
        """The pieces that can still do something."""
        return survey(self.state, self.seat)

    @lazy
    def actions(self) -> list[str]:
        """What can be done beside ending."""
        found = []
        if not self.frame.sailing:
            if self.origins:
                found.append("move")
            if self.airfields:
                found.append("fly")
        if self.survey.fleets:
            found.append("sail")
        if self.discoveries and not self.frame.sailing:
            found.append("explore")
        return found

    @property
    def is_open(self) -> bool:
        """Whether there is anything to do; the cheapest question first.

        Battles do not begin by themselves: until the end is ordered, an attack can be taken back.
        """
        if self.frame.entered:
            return True
        if not self.frame.sailing:
            for region in self.state.held_spaces(self.seat):
                stack = self.state.spaces[region]
                if stack[0].owner != self.seat or region >= FIRST_SEA or not BOARD.beside[region]:
                    continue
                for piece in stack:
                    if not piece.spent and ON_FOOT[piece.kind] < 0 and piece.owner == self.seat:
                        return True
        return bool(self.actions)

    @lazy
    def origins(self) -> list[int]:
        """The regions from where something can move over land."""
        land = self.land
        return [r for r, groups in self.survey.land.items() if land.can_leave(r, groups)]

    @lazy
    def airfields(self) -> dict[int, Groups]:
        """Regions with aircraft that can still move and have another base to go to."""
        if not self.state.tally[self.seat][FIGHTER]:
            return {}
        planes = {
            region: {key: group for key, group in groups.items() if is_fresh_plane(group[0])}
            for region, groups in self.survey.land.items()
        }
        return {r: groups for r, groups in planes.items() if groups and self.bases != [r]}

    @lazy
    def bases(self) -> list[int]:
        """Regions that the seat holds alone."""
        return [r for r in BOARD.land if is_base(self.state, r, self.seat)]

    @lazy
    def discoveries(self) -> list[int]:
        """Regions where a settler can explore (rule: exploring)."""
        found = self.survey.settlers
        return [r for r in found if self.state.stranger(r, self.seat) is None]

    def faults(self, value: Answers) -> Mapping[str, Callable[[str], Fault]]:
        land = self.land
        return {
            "do": partial(faults.action_fault, land, value),
            "from": partial(faults.origin_fault, land, value),
            "to": partial(faults.target_fault, land, value),
            "at": partial(faults.exploring_fault, land),
        }

    # The form.

    def ask_origin(self, said: Answers) -> Grammar | None:
        """Where pieces start."""
        action = said["do"]
        if action == "end" or action == "explore":
            return None
        starts = {"move": self.origins, "fly": self.airfields, "sail": self.survey.fleets}[action]
        return OneOf([IDS[space] for space in starts], self.describe_origin)

    def ask_target(self, said: Answers) -> Grammar | None:
        """Where they go."""
        if "from" not in said:
            return None
        asked = said["do"], said["from"]
        if asked not in self._targets:
            targets = self.targets(asked[0], BOARD.index[asked[1]])
            self._targets[asked] = list(map(IDS.__getitem__, targets))
        return OneOf(self._targets[asked], self.describe_target)

    def targets(self, action: str, origin: int) -> list[int]:
        """Where pieces can go from a space."""
        if action == "fly":
            return [base for base in self.bases if base != origin]
        if action == "sail":
            return list(BOARD.coasts[origin] if origin < FIRST_SEA else BOARD.beside[origin])
        groups = self.survey.land[origin].values()
        first, *others = dict.fromkeys([legs(group[0]) for group in groups])
        found = self.land.reach(origin, first)
        for alike in others:
            found = found | self.land.reach(origin, alike)
        return list(found)

    def ask_units(self, said: Answers) -> Grammar | None:
        """Which pieces go there."""
        if "from" not in said:
            return None
        asked = said["do"], said["from"], said["to"]
        if asked not in self._units:
            action, origin, target = asked[0], BOARD.index[asked[1]], BOARD.index[asked[2]]
            self._units[asked] = self.units(action, origin, target)
        return self._units[asked]

    def units(self, action: str, origin: int, target: int) -> Subset:
        """The pieces that can go from one space to another, and how many at once."""
        groups, most = self.groups(action, origin, target), None
        led: list[str] = []
        if action == "move":
            ways = self.ways(origin, target)
            rooms = [self.land.capacity(way) for way in ways.values() if way.chain]
            most = min(rooms) if rooms else None
            led = self.land.followers(target, groups)
        copies = {key: len(group) for key, group in groups.items()}
        # Not a method: what is kept here would then keep all of this in a cycle.
        describe = partial(describe_group, self.state, self.seat, target)
        if led:
            return Escorted(list(groups), 1, most, copies, describe, followers=led)
        return Subset(list(groups), 1, most, copies, describe)

    def groups(self, action: str, origin: int, target: int) -> Groups:
        """The pieces that can go from one space to another, alike ones together."""
        if action == "fly":
            return self.airfields[origin]
        if action == "sail":
            return self.survey.fleets[origin]
        groups = self.survey.land[origin]
        return {key: groups[key] for key in self.ways(origin, target)}

    def ways(self, origin: int, target: int) -> dict[str, Way]:
        """How each group of a region that can get to another gets there."""
        return self.land.ways(origin, target, self.survey.land[origin])

    def ask_region(self, said: Answers) -> Grammar | None:
        """Where to explore."""
        if said["do"] != "explore":
            return None
        return OneOf([IDS[r] for r in self.discoveries], self.describe_origin)

    # The options.

    def describe_origin(self, key: str) -> Option:
        """A space with the own pieces there."""
        return place_option(key, pieces(self.state, self.seat, BOARD.index[key]))

    def describe_target(self, key: str) -> Option:
        """A space with what pieces would find there."""
        return place_option(key, destination(self.state, self.seat, BOARD.index[key]))

    fields = (
        Field("do", MovementOrders.ask_action),
        Field("from", ask_origin),
        Field("to", ask_target),
        Field("units", ask_units),
        Field("at", ask_region),
    )


def describe_group(state: State, seat: int, target: int, key: str) -> Option:
    """Alike pieces, with what each would bring to an attack."""
    detail = strength(state, seat, target, key.partition("+")[0])
    return Option(key, Text("group", {"group": key}), detail=detail)


def is_fresh_plane(piece: Piece) -> bool:
    """Whether a piece is an aircraft that has not moved (rule: aircraft-movement)."""
    return piece.kind == FIGHTER and not piece.spent


def is_base(state: State, region: int, seat: int) -> bool:
    """Whether aircraft can go there strategically (rule: aircraft-movement)."""
    held = bool(state.spaces[region]) or state.is_home(region, seat)
    return held and state.stranger(region, seat) is None


class MovementPhase(phase.MovementPhase[State, Movement]):
    """Seats move one after the other; battles follow each one's movement."""

    def orders(self, state: State, frame: Movement) -> MoveOrders:
        return MoveOrders(state, frame.seat, frame)

    def about(self, frame: Movement, confirms: bool) -> dict[str, Any]:
        return {"sailing": frame.sailing, "confirms": confirms}

    def confirms(self, frame: Movement, orders: MovementOrders) -> bool:
        return bool(frame.entered) and not orders.actions

    def carry_out(
        self, play: Play[State], frame: Movement, decision: Decision, value: Value
    ) -> None:
        seat, action, orders = decision.seat, value["do"], source_of(decision, MoveOrders)
        if action == "explore":
            explore(play, frame, seat, BOARD.index[value["at"]])
            return
        origin, target = BOARD.index[value["from"]], BOARD.index[value["to"]]
        groups = {k: iter(g) for k, g in orders.groups(action, origin, target).items()}
        chosen = [(key, next(groups[key])) for key in value["units"]]
        if action == "move":
            march(play, frame, chosen, orders.ways(origin, target), origin, target)
        else:
            travel(play, frame, action, [piece for _, piece in chosen], origin, target)

    def end(self, play: Play[State], frame: Movement, seat: int) -> None:
        """The seat has moved; now its battles are fought."""
        play.state.frames[-1] = Movement(frame.order, frame.at + 1)
        play.push(Battles(seat, muster(play.state, seat, frame.entered)))

    def why_not(
        self, state: State, frame: Movement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if unfit.path != ("units",) or not isinstance(value, dict):
            return super().why_not(state, frame, decision, value, unfit)
        # Each of the pieces may be there, and still not all of them.
        land = source_of(decision, MoveOrders).land
        return refusal(faults.units_fault(land, value, unfit), decision.rule)


def march(
    play: Play[State],
    frame: Movement,
    chosen: list[tuple[str, Piece]],
    ways: dict[str, Way],
    origin: int,
    target: int,
) -> None:
    """Land pieces go their ways to a region (rules: movement-points, fleets, roads)."""
    state, seat = play.state, chosen[0][1].owner
    halted = state.stranger(target, seat) is not None
    rails = state.era >= TABLES.first_rail_era
    ferried, entered, zones = dict(frame.ferried), frame.entered, frozenset[int]()
    pieces = []
    for key, piece in chosen:
        way = ways[key]
        pieces.append(marched(piece, way, rails, halted))
        zones |= frozenset(way.chain)
        for zone in way.chain:
            ferried[zone] = ferried.get(zone, 0) + 1
        if halted and piece.kind != SETTLER:
            step = (target, way.path[-2] if len(way.path) > 1 else origin)
            entered = entered if step in entered else (*entered, step)
    state.shift(pieces, origin, target)
    if halted or zones:
        play.update(ferried=tuple(ferried.items()), entered=entered)
    crossed = tuple(IDS[zone] for zone in sorted(zones))
    play.tell(events.Moved(seat, state.roster.count(pieces), IDS[origin], IDS[target], crossed))


def travel(
    play: Play[State], frame: Movement, action: str, pieces: list[Piece], origin: int, target: int
) -> None:
    """Aircraft fly strategically, or fleets sail (rules: aircraft-movement, sailing)."""
    state, seat = play.state, pieces[0].owner
    halted = state.stranger(target, seat) is not None
    tired = [Piece(p.id, p.owner, p.kind, p.spent | STOPPED) for p in pieces]
    state.shift(tired, origin, target)
    event = events.Flown if action == "fly" else events.Sailed
    play.tell(event(seat, state.roster.count(pieces), IDS[origin], IDS[target]))
    if action == "sail":
        step = (target, origin)
        new = halted and step not in frame.entered
        play.update(sailing=True, entered=(*frame.entered, step) if new else frame.entered)
