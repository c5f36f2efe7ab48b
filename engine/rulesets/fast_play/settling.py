"""New settlements: settlers found them where they stand (rulebook chapter 8)."""

from __future__ import annotations

from functools import partial

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Option, Value
from engine.core.question import Fault, Question, no
from engine.core.text import Text
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.describing import site
from engine.rulesets.fast_play.frames import Settling
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import (
    BARREN,
    FERTILE,
    MARKERS,
    RESOURCES,
    TABLES,
    TOWN_RESOURCES,
    UNLOCKING,
)
from engine.world.describing import PLACE
from engine.world.movement.transport import shores
from engine.world.pieces import founding
from engine.world.state import BOARD, FIRST_SEA, IDS, Settlement

DONE = "done"
WASTELAND = no("barren", "terrain")


def new_size(state: State, region: int) -> int:
    """How large a settlement founded in a region is (rule: settling-size)."""
    marker = state.markers[region]
    rich = marker in TOWN_RESOURCES and not state.worked[region]
    return 2 if rich or marker == FERTILE else 1


def is_connected(state: State, seat: int, region: int) -> bool:
    """Whether a region is next to an own settlement, over own fleets too (settling-where)."""
    if any(state.is_home(other, seat) for other in BOARD.beside[region]):
        return True
    fleets = state.fleets_at_sea(seat) if BOARD.coasts[region] else {}
    if not fleets:
        return False
    return any(state.is_home(shore, seat) for shore in shores(region, frozenset(fleets)))


def founding_fault(state: State, seat: int, region: int) -> Fault:
    """What keeps a seat's settlers from a settlement (rules: settling-where, settling-size)."""
    if region >= FIRST_SEA:
        return "settle_on_land"
    if state.settlements[region] is not None:
        return "settled_already"
    if not state.settlers(region, seat):
        return no("no_settler_here", "settling")
    if state.is_unexplored(region):
        return "not_explored"
    if state.markers[region] in BARREN:
        return WASTELAND
    size = new_size(state, region)
    if not state.spare(seat, size):
        return no("no_piece", "piece-limits", size=size, n=0)
    return None if is_connected(state, seat, region) else "not_connected"


def sites(state: State, seat: int) -> list[int]:
    """Where the seat's settlers can found settlements.

    Battles are over: all pieces of a region belong to the owner of the first.
    """
    return founding.sites(state, seat, founding_fault)


class SettlingPhase(Phase[State, Settling]):
    """All seats found settlements at the same time; standing orders do it at once."""

    title = "settling"

    def advance(self, play: Play[State], frame: Settling) -> bool:
        state = play.state
        if not frame.prepared:
            frame = prepare(play, frame)
        waiting = tuple(s for s in frame.waiting if not state.fallen[s] and sites(state, s))
        if not waiting:
            play.pop()
            return True
        if waiting != frame.waiting:
            play.update(waiting=waiting)
        return False

    def open(self, state: State, frame: Settling) -> list[Decision]:
        decisions = []
        for seat in frame.waiting:
            places = [IDS[region] for region in sites(state, seat)]
            decisions.append(
                Decision(
                    seat,
                    "settle",
                    OneOf([*places, DONE], lambda key: describe_site(state, key)),
                    default=places[0],
                    until=DONE,
                    rule="settling",
                )
            )
        return decisions

    def answer(self, play: Play[State], frame: Settling, decision: Decision, value: Value) -> None:
        if value == DONE:
            play.update(waiting=tuple(s for s in frame.waiting if s != decision.seat))
            play.tell(events.SettlingDone(decision.seat))
        else:
            found(play, decision.seat, BOARD.index[value])

    def asks(
        self, state: State, frame: Settling, decision: Decision, value: Value, path: tuple[str, ...]
    ) -> Question[int]:
        return Question(
            PLACE, (), partial(founding_fault, state, decision.seat), rule="settling-where"
        )


def describe_site(state: State, key: str) -> Option:
    """A site in words, with the size the settlement would have and what it would bring."""
    if key == DONE:
        return Option(key, Text("option.settle.done"))
    region = BOARD.index[key]
    label = Text("option.settle.found", {"place": key, "size": new_size(state, region)})
    return Option(key, label, place=key, detail=site(state, region))


def prepare(play: Play[State], frame: Settling) -> Settling:
    """Standing orders found what can be founded."""
    state = play.state
    # Who is asked from now on shows who left an order (rule: taking-back).
    play.reveal()
    for seat in frame.waiting:
        while state.orders[seat].settle == "always" and (found_here := sites(state, seat)):
            found(play, seat, found_here[0])
    prepared: Settling = play.update(prepared=True)
    return prepared


def found(play: Play[State], seat: int, region: int) -> None:
    """A settler becomes a settlement; the first on a resource exploits it (rule: resources)."""
    state = play.state
    size, gold = new_size(state, region), 0
    state.remove_pieces(region, state.settlers(region, seat)[:1])
    state.put_settlement(region, Settlement(seat, size))
    resource = state.resource_at(region)
    first = resource is not None and not state.worked[region]
    if first and resource in UNLOCKING:
        gold = TABLES.resource_gold
        state.receive(seat, gold)
    marker = state.markers[region]
    shown = MARKERS[marker] if first or marker == FERTILE else ""
    play.tell(events.Settled(seat, IDS[region], size, shown, gold))
    if first and resource is not None:
        state.worked[region] = True
        kind = RESOURCES.index(resource)
        state.exploited[kind] += 1
        if resource in UNLOCKING and state.exploited[kind] == 1:
            play.tell(events.Unlocked(resource))
