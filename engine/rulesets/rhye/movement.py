"""The movement phase: marching, sailing, flying, exploding, discovering (rulebook chapter 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Value
from engine.core.lazy import lazy
from engine.core.question import Fault, no
from engine.core.text import Text
from engine.rulesets.rhye import events, marching
from engine.rulesets.rhye.describing import destination, target_of_nuke
from engine.rulesets.rhye.exploration import discover
from engine.rulesets.rhye.frames import Movement
from engine.rulesets.rhye.marching import GREYS, NUKE
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import MOUNTAINS, ROSTER
from engine.world.flow import source_of
from engine.world.movement import phase
from engine.world.movement.aircraft import ground_lost_aircraft, stranded_aircraft
from engine.world.movement.parties import Way, boardable
from engine.world.movement.party_orders import PartyOrders, describe_spot, step
from engine.world.movement.phase import MovementOrders
from engine.world.movement.reach import reach
from engine.world.state import BOARD, FIRST_SEA, IDS, STOPPED, Piece

(NUKE_KIND,) = ROSTER.nukes


class MoveOrders(PartyOrders):
    """Moves of parties, and nukes that explode."""

    state: State

    ways_about: ClassVar[Any] = marching

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        if self.can_move and state.tally[seat][NUKE_KIND] and self.nukes:
            self.actions = (*self.actions, "explode")

    @property
    def is_open(self) -> bool:
        return self.can_move or self.is_risky

    @property
    def is_risky(self) -> bool:
        """Whether units have entered a place of grey units, or aircraft would be lost at the end.

        Dice would follow at once: until the end is ordered, the last move can be taken back.
        """
        state, seat = self.state, self.seat
        moved = [s for s in self.held if any(p.owner == seat and p.spent for p in state.spaces[s])]
        if any(state.holders[space] & GREYS for space in moved):
            return True
        return bool(moved and stranded_aircraft(state, seat))

    @lazy
    def nukes(self) -> list[str]:
        """The places with nukes that can still fly."""
        return [name for name in self.origins if name.endswith(NUKE)]

    def describe_action(self, key: str) -> Option:
        lost = len(stranded_aircraft(self.state, self.seat)) if key == "end" else 0
        warning = Text("detail.stranded", {"n": lost}) if lost else None
        return Option(key, Text(f"option.{key}"), detail=warning)

    def ask_origin(self, said: Answers) -> Grammar | None:
        if said["do"] == "explode":
            return OneOf(self.nukes, self.describe_origin)
        return super().ask_origin(said)

    def ask_target(self, said: Answers) -> Grammar | None:
        if said["do"] == "explode":
            spaces = (*self.state.ground.land, *BOARD.sea)
            return OneOf([IDS[space] for space in spaces], self.describe_explosion)
        return super().ask_target(said)

    def describe_explosion(self, key: str) -> Option:
        """A space with whom a nuke would hit there."""
        space = BOARD.index[key]
        return describe_spot(key, space, target_of_nuke(self.state, space))

    def found_on(self, path: tuple[int, ...]) -> Text | None:
        return destination(self.state, self.seat, path[-1])

    def faults(self, value: Answers) -> Mapping[str, Callable[[str], Fault]]:
        return {
            "do": action_fault,
            "from": origin_fault,
            "to": partial(target_fault, self, value),
        }

    fields = (
        Field("do", PartyOrders.ask_action),
        Field("from", ask_origin, ("move", "explode")),
        Field("units", PartyOrders.ask_units, ("move",)),
        Field("to", ask_target, ("move", "explode")),
    )


class MovementPhase(phase.MovementPhase[State, Movement]):
    """Seats move one after the other; the battles come when all have moved."""

    def orders(self, state: State, frame: Movement) -> MoveOrders:
        return MoveOrders(state, frame.seat)

    def about(self, frame: Movement, confirms: bool) -> dict[str, Any]:
        return {"confirms": confirms}

    def confirms(self, frame: Movement, orders: MovementOrders) -> bool:
        return not orders.actions

    def carry_out(
        self, play: Play[State], frame: Movement, decision: Decision, value: Value
    ) -> None:
        orders = source_of(decision, MoveOrders)
        origin = orders.origins[value["from"]][0]
        if value["do"] == "explode":
            nuke = next(iter(orders.party(value["from"]).groups.values()))[0]
            explode(play, nuke, origin, BOARD.index[value["to"]])
            return
        way = orders.ways(value["from"], value["units"])[value["to"]]
        move(play, decision.seat, orders.pieces(value["from"], value["units"]), origin, way)

    def end(self, play: Play[State], frame: Movement, seat: int) -> None:
        """Aircraft without a base are lost; the others rest."""
        state = play.state
        if state.owns_any(seat, state.roster.aircraft):
            ground_lost_aircraft(play, seat)
        state.rest(seat)
        state.frames[-1] = Movement(frame.order, frame.at + 1)


def action_fault(key: str) -> Fault:
    """What keeps a seat from any order of a sort."""
    nothing = {
        "explode": no("nothing_to_explode", "nukes"),
        "move": no("nothing_to_move", place=""),
    }
    return nothing.get(key)


def origin_fault(key: str) -> Fault:
    """What keeps units from leaving a place."""
    place = key.partition("/")[0]
    if place not in BOARD.index and "#" not in key:
        return no("no_such_place", place=key)
    return no("nothing_to_move", place=place)


def target_fault(orders: PartyOrders, value: Answers, key: str) -> Fault:
    """What keeps units from going to a place."""
    if "#" in key:
        return fleet_fault(orders, key)
    name = key.partition("/")[0]
    if name not in BOARD.index:
        return no("no_such_place", place=key)
    space, origin = BOARD.index[name], value["from"]
    if not orders.state.ground.within[space]:
        return no("not_in_play", "board", place=name)
    if origin.endswith("/air"):
        return no("no_base", "aircraft-movement", place=name)
    at_sea = origin in BOARD.index and BOARD.index[origin] >= FIRST_SEA
    if at_sea and space < FIRST_SEA:
        return no("ships_stay_at_sea", "fleets", place=name)
    if not at_sea and space >= FIRST_SEA:
        return no("needs_a_ship", "fleets", place=name)
    return march_fault(orders, origin, value.get("units"), space)


def march_fault(orders: PartyOrders, origin: str, units: Value, target: int) -> Fault:
    """What ends a march on the way to a place that the units have the steps for."""
    place, means = orders.origins[origin]
    far = no("too_far", "movement-points", place=IDS[target])
    if means not in ("land", "cargo"):
        return far
    state, pieces = orders.state, orders.pieces(origin, units)
    march = marching.March(state, place, pieces)
    ways = reach(place, marching.points_left(state, orders.seat, pieces), march.unhindered)
    for space in ways.get(target, ())[:-1]:
        if not march.ends_in(space):
            continue
        if state.face_down[space]:
            return no("unknown_ahead", "discovering", place=IDS[space])
        if state.holders[space] & GREYS:
            return no("grey_ahead", "grey-units", place=IDS[space])
        return no("mountains_ahead", "mountains-stop", place=IDS[space])
    return far


def fleet_fault(orders: PartyOrders, fleet: str) -> Fault:
    """What keeps units from going aboard a fleet (rule: fleets)."""
    state, seat = orders.state, orders.seat
    for zone in state.held_spaces(seat):
        for ship, room in boardable(state, seat, zone):
            if state.roster.fleet_key(ship) == fleet:
                return no("fleet_out_of_reach", "fleets", fleet=fleet, room=room)
    return no("fleet_full", "fleets", fleet=fleet)


def move(play: Play[State], seat: int, pieces: list[Piece], origin: int, way: Way) -> None:
    """Move units along a way; land units turn up what lies at its end (rule: discovering)."""
    state, here = play.state, origin
    play.tell(events.Moved(seat, state.roster.count(pieces), IDS[origin], IDS[way.path[-1]]))
    for at, space in enumerate(way.path):
        aboard = way.fleet if at == len(way.path) - 1 else 0
        pieces = step(state, pieces, here, space, aboard)
        here = space
        state.meet(play, seat, here)
    if here >= FIRST_SEA or pieces[0].kind not in state.roster.armies:
        return
    if state.face_down[here]:
        discover(play, seat, here, pieces)
    if state.holders[here] & GREYS:
        stop(state, here, pieces)
    elif state.marker_at(here) == MOUNTAINS:
        stop(state, here, [p for p in pieces if p.kind in state.roster.mounted])


def stop(state: State, region: int, pieces: list[Piece]) -> None:
    """Units stay where they are this turn (rules: mountains-stop, grey-units)."""
    stopped = {piece.id for piece in pieces}
    if stopped:
        state.spaces[region] = tuple(
            Piece(p.id, p.owner, p.kind, p.spent | STOPPED, p.aboard) if p.id in stopped else p
            for p in state.spaces[region]
        )


def explode(play: Play[State], nuke: Piece, origin: int, target: int) -> None:
    """A nuke removes all units of a space, and a city becomes a village (rule: nukes)."""
    state = play.state
    state.remove_pieces(origin, [nuke])
    stack = state.spaces[target]
    lost = state.roster.count_by_owner(stack)
    state.remove_pieces(target, stack)
    size = state.shrink(target) if target < FIRST_SEA else 0
    play.tell(events.Exploded(nuke.owner, IDS[target], lost, size))
    state.check_fallen(play)
