"""The movement phase: moving in any order, looking, ending (rulebook chapter 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Grammar, OneOf, Option, Unfit, Value
from engine.core.question import Fault, refusal
from engine.core.text import Text
from engine.rulesets.standard import events, faults
from engine.rulesets.standard.declaring import encounters
from engine.rulesets.standard.describing import destination, unread
from engine.rulesets.standard.exploration import look, places_to_look
from engine.rulesets.standard.frames import Declaring, Movement
from engine.rulesets.standard.state import State
from engine.world.describing import several
from engine.world.flow import source_of
from engine.world.movement import phase
from engine.world.movement.aircraft import ground_lost_aircraft, stranded_aircraft
from engine.world.movement.parties import Way
from engine.world.movement.party_orders import PARTY_FIELDS, PartyOrders, describe_spot, step
from engine.world.movement.phase import MovementOrders
from engine.world.state import BIT, BOARD, IDS, OWNERS, POINTS, STOPPED, Piece


class MoveOrders(PartyOrders):
    """Moves of parties, and settlers that look at markers."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.looks = places_to_look(state, seat)
        """The regions where a settler can look at a marker (rule: looking)."""
        if self.looks:
            self.actions = (*self.actions, "look")

    @property
    def is_open(self) -> bool:
        return self.can_move or bool(self.looks) or self.loses_aircraft

    @property
    def loses_aircraft(self) -> bool:
        """Whether what was moved leaves aircraft without a base: it can still be taken back."""
        state, seat = self.state, self.seat
        if not stranded_aircraft(state, seat):
            return False
        return any(p.owner == seat and p.spent & POINTS for s in self.held for p in state.spaces[s])

    def ask_region(self, said: Answers) -> Grammar:
        """Where to look at a marker."""
        return OneOf(self.looks, self.describe_marker)

    def ask_empty(self, said: Answers) -> Grammar:
        """What to do with the marker if it is empty, chosen beforehand (rule: no-encounter)."""
        return OneOf(("leave", "clear"), describe_empty)

    def describe_action(self, key: str) -> Option:
        detail = self.describe_end() if key == "end" else None
        return Option(key, Text(f"option.{key}"), detail=detail)

    def describe_end(self) -> Text | None:
        """What follows, and how many aircraft would be lost by it (rule: aircraft-movement)."""
        lost = len(stranded_aircraft(self.state, self.seat))
        warning = Text("detail.stranded", {"n": lost}) if lost else None
        return several(Text("detail.end"), warning)

    def describe_marker(self, key: str) -> Option:
        """A region whose marker can be looked at, and who has done so."""
        region = BOARD.index[key]
        return describe_spot(key, region, unread(self.state, region))

    def found_on(self, path: tuple[int, ...]) -> Text | None:
        return destination(self.state, self.seat, path)

    def faults(self, value: Answers) -> Mapping[str, Callable[[str], Fault]]:
        return {
            "do": partial(faults.action_fault, self, value),
            "from": partial(faults.origin_fault, self),
            "to": partial(faults.target_fault, self, value),
            "at": partial(faults.marker_fault, self),
        }

    fields = (
        *PARTY_FIELDS,
        Field("at", ask_region, only=("look",)),
        Field("empty", ask_empty, only=("look",)),
    )


def describe_empty(key: str) -> Option:
    """What to do with an empty marker, in words."""
    return Option(key, Text(f"option.empty.{key}"))


class MovementPhase(phase.MovementPhase[State, Movement]):
    """Seats move one after the other; battles follow each one's movement."""

    def orders(self, state: State, frame: Movement) -> MoveOrders:
        return MoveOrders(state, frame.seat)

    def about(self, frame: Movement, confirms: bool) -> dict[str, Any]:
        return {"confirms": confirms}

    def confirms(self, frame: Movement, orders: MovementOrders) -> bool:
        return not orders.actions

    def carry_out(
        self, play: Play[State], frame: Movement, decision: Decision, value: Value
    ) -> None:
        seat = decision.seat
        if value["do"] == "look":
            look(play, seat, BOARD.index[value["at"]], value["empty"] == "clear")
        else:
            orders = source_of(decision, MoveOrders)
            way = orders.ways(value["from"], value["units"])[value["to"]]
            origin = orders.party(value["from"]).place
            move(play, seat, orders.pieces(value["from"], value["units"]), origin, way)

    def end(self, play: Play[State], frame: Movement, seat: int) -> None:
        """Drop aircraft without a base, then ask who fights."""
        flies = play.state.owns_any(seat, play.state.roster.aircraft)
        if flies:
            ground_lost_aircraft(play, seat)
        play.state.frames[-1] = Movement(frame.order, frame.at + 1)
        # A seat with aircraft goes the long way: a rule set may count them after the battles.
        if flies or frame.challenges or encounters(play.state, seat):
            play.push(Declaring(seat, frame.challenges, frame.newcomers))
        else:
            # Nobody to fight with: what Declaring would come to, without asking around.
            play.state.rest(seat)

    def why_not(
        self, state: State, frame: Movement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if unfit.path != ("units",) or unfit.code == "unexpected" or not isinstance(value, dict):
            return super().why_not(state, frame, decision, value, unfit)
        # Each of the pieces may be there, and still not all of them.
        orders = source_of(decision, MoveOrders)
        fault = faults.units_fault(orders, value["from"], value.get("units"))
        return refusal(fault, decision.rule)


def move(play: Play[State], seat: int, pieces: list[Piece], origin: int, way: Way) -> None:
    """Move pieces along a way, as far as nobody's standing order halts them."""
    state, here = play.state, origin
    flying = pieces[0].kind in state.roster.aircraft
    challengers: list[int] = []
    for at, space in enumerate(way.path):
        aboard = way.fleet if at == len(way.path) - 1 else 0
        pieces = step(state, pieces, here, space, aboard)
        here = space
        if not flying:
            challengers = challenge(play, seat, pieces, here)
        if challengers:
            break
    meet_newcomers(play, here)
    roster, boarded, ship = state.roster, pieces[0].aboard, ""
    if boarded:
        ship = next(roster.ids[p.kind] for p in state.spaces[here] if p.id == boarded)
    play.tell(events.Moved(seat, roster.count(pieces), IDS[origin], IDS[here], ship))
    for challenger in challengers:
        play.tell(events.Halted(seat, challenger, IDS[here]))


def meet_newcomers(play: Play[State], space: int) -> None:
    """An army that appeared this turn was there before the pieces that enter now (challenges)."""
    frame = play.state.frames[-1]
    assert isinstance(frame, Movement)
    if frame.newcomers:
        play.update(newcomers=tuple(each for each in frame.newcomers if each[0] != space))


def challenge(play: Play[State], seat: int, pieces: list[Piece], space: int) -> list[int]:
    """Halt pieces that just entered where standing orders say so; gives who challenges them."""
    state, frame = play.state, play.state.frames[-1]
    if len(state.spaces[space]) == len(pieces):
        return []
    assert isinstance(frame, Movement)
    others = OWNERS[state.holders[space] & ~BIT[seat]]
    guards = [other for other in others if state.has_fighters(space, other)]
    if not guards:
        return []
    # Halted or not, the mover has learnt something about their orders (rule: taking-back).
    play.reveal()
    eager = [other for other in guards if state.orders[other].toward[seat] == "challenge"]
    if not eager:
        return []
    # Cargo entered with its ship. A ship boarded here is halted too, unless it has not moved.
    ids, ships = {p.id for p in pieces}, {p.aboard for p in pieces}
    state.spaces[space] = tuple(
        msgspec.structs.replace(p, spent=p.spent | STOPPED)
        if p.id in ids or p.aboard in ids or (p.id in ships and p.spent & POINTS)
        else p
        for p in state.spaces[space]
    )
    new = [(space, other) for other in eager if (space, other) not in frame.challenges]
    play.update(challenges=(*frame.challenges, *new))
    return eager
