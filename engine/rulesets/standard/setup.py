"""Set-up: the markers, the order, the starting regions (rulebook chapter 2)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play, roll_off
from engine.core.grammar import OneOf, Unfit, Value
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import place_option, start
from engine.rulesets.standard.frames import Placement, Turn
from engine.rulesets.standard.state import Marker, Orders, State
from engine.rulesets.standard.tables import (
    CARDS,
    MARKERS,
    NO_ENCOUNTER,
    SETTLER,
    TABLES,
    UNIT,
    WONDERS,
)
from engine.world.state import BOARD, FIRST_SEA, NOBODY, Settlement

IGNORED_AT_START = ("minor_civilization", "plague", "desert")


def new_state(ruleset: str, version: int, seats: int, options: Mapping[str, Value]) -> State:
    """An empty board, and the markers still in one heap."""
    heap = [kind for kind, name in enumerate(MARKERS) for _ in range(TABLES.markers[name])]
    if options["empty_markers"] == "fewer":
        for _ in range(2 * seats):
            heap.remove(NO_ENCOUNTER)
    return State(
        ruleset=ruleset,
        version=version,
        seats=seats,
        turn_limit=options["turn_limit"],
        together=options["purchases"] == "together",
        markers=[None] * len(BOARD.land),
        box=heap,
        discards=[],
        technologies=[NOBODY] * len(CARDS),
        orders=[Orders(("ask",) * seats)] * seats,
        loans=[],
        offers=[],
        offered=[0] * seats * seats,
        **State.empty_board(seats, len(WONDERS)),
    )


def set_up(play: Play[State]) -> None:
    """Lay the markers, pay the gold, roll for the order of placing."""
    state = play.state
    mixed = play.shuffle(state.box)
    regions = len(BOARD.land)
    state.markers = [Marker(kind) for kind in mixed[:regions]]
    state.box = mixed[regions:]
    for seat in range(state.seats):
        state.receive(seat, TABLES.starting_gold)
    winner, rolls = roll_off(play, range(state.seats))
    play.tell(events.OrderRolled(winner, tuple(rolls), placing=True))
    clockwise = tuple((winner + n) % state.seats for n in range(state.seats))
    play.push(Placement(clockwise + clockwise[::-1]))


def free_regions(state: State) -> list[int]:
    """The land regions without a settlement."""
    return [region for region, held in enumerate(state.settlements) if held is None]


def roomiest(state: State, free: list[int]) -> int:
    """The free region with the most free land neighbours: what the clock chooses."""
    open_land = set(free)
    return max(free, key=lambda r: (sum(n in open_land for n in BOARD.beside[r]), -r))


class PlacementPhase(Phase[State, Placement]):
    """Starting regions are chosen in turn, forth and back (rule: setup-placement)."""

    title = "placement"

    def advance(self, play: Play[State], frame: Placement) -> bool:
        if frame.at < len(frame.order):
            return False
        play.pop()
        flip_starting_markers(play)
        winner, rolls = roll_off(play, range(play.state.seats))
        play.state.first = winner
        play.tell(events.OrderRolled(winner, tuple(rolls), placing=False))
        play.push(Turn())
        return True

    def open(self, state: State, frame: Placement) -> list[Decision]:
        free = free_regions(state)
        return [
            Decision(
                frame.order[frame.at],
                "placement",
                OneOf(
                    [BOARD.id(region) for region in free],
                    lambda key: place_option(key, start(state, BOARD.index[key])),
                ),
                default=BOARD.id(roomiest(state, free)),
                rule="setup-placement",
                about={"second": frame.at >= state.seats},
            )
        ]

    def answer(self, play: Play[State], frame: Placement, decision: Decision, value: Value) -> None:
        state, seat, region = play.state, decision.seat, BOARD.index[value]
        state.put_settlement(region, Settlement(seat, 1))
        state.add_piece(seat, UNIT["swordsman"], region)
        state.add_piece(seat, SETTLER, region)
        play.update(at=frame.at + 1)
        play.tell(events.Placed(seat, value))

    def why_not(
        self, state: State, frame: Placement, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if unfit.code != "not_an_option":
            return None
        key = unfit.data["key"]
        if key not in BOARD.index:
            return IllegalChoice("no_such_place", "setup-placement", place=key)
        code = "settled_already" if BOARD.index[key] < FIRST_SEA else "settle_on_land"
        return IllegalChoice(code, "setup-placement", place=key)


def flip_starting_markers(play: Play[State]) -> None:
    """Starting markers take effect at once, but for the bad ones (rule: setup-flip)."""
    state = play.state
    play.reveal()
    starts = [
        (state.spaces[region][0].id, settlement.owner, region)
        for region, settlement in enumerate(state.settlements)
        if settlement is not None
    ]
    # Pieces are numbered as they come, so the lowest numbers stand where was chosen first.
    for _, seat, region in sorted(starts):
        flip(play, seat, region)


def flip(play: Play[State], seat: int, region: int) -> None:
    """Turn up the marker of one starting region."""
    state, marker = play.state, play.state.markers[region]
    assert marker is not None
    kind, place = MARKERS[marker.kind], BOARD.id(region)
    ignored = kind in IGNORED_AT_START
    play.tell(events.StartFlipped(seat, place, kind, ignored))
    if not ignored and kind not in ("treasure", "free_technology", "no_encounter"):
        state.markers[region] = Marker(marker.kind, True)
        return
    state.discard(region)
    if kind == "treasure":
        state.receive(seat, TABLES.treasure)
        play.tell(events.TreasureFound(seat, place, TABLES.treasure))
    elif kind == "free_technology":
        play.tell(events.TechnologyFound(seat, place, state.gain_technology(play, seat)))
