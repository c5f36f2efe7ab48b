"""The movement phase: marching, sailing, flying, exploding, discovering (rulebook chapter 4)."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Unfit, Value
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.rhye import events, marching
from engine.rulesets.rhye.describing import destination, target_of_nuke
from engine.rulesets.rhye.exploration import discover
from engine.rulesets.rhye.frames import Movement
from engine.rulesets.rhye.marching import GREYS, NUKE
from engine.rulesets.rhye.refusals import why_not_move
from engine.rulesets.rhye.state import State
from engine.rulesets.rhye.tables import MOUNTAINS, ROSTER
from engine.world.flow import source_of
from engine.world.movement import phase
from engine.world.movement.aircraft import ground_lost_aircraft, stranded_aircraft
from engine.world.movement.parties import Way
from engine.world.movement.party_orders import PartyOrders, describe_spot, step
from engine.world.movement.phase import MovementOrders
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

    def why_not(
        self, state: State, frame: Movement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict) or unfit.code != "not_an_option":
            return None
        return why_not_move(source_of(decision, MoveOrders), value, unfit)


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
