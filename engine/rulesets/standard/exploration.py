"""Exploration: what a settler finds under a marker (rulebook chapter 3)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from engine.core.flow import Play, roll_off
from engine.core.question import Fault
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import use
from engine.rulesets.standard.frames import Movement
from engine.rulesets.standard.state import LOOKED, Marker, State
from engine.world import exploration
from engine.world.exploration import MinorCivilization, find_treasure, strike_with_plague
from engine.world.state import FIRST_SEA, IDS, Piece, Settlement

SPENT = attrgetter("spent")
TERRAIN = ("desert", "mountains", "jungle_forest", "fertile")


def look_fault(state: State, seat: int, region: int) -> Fault:
    """What keeps a seat's settlers from looking at the marker of a region (rule: looking)."""
    marker = state.markers[region] if region < FIRST_SEA else None
    if marker is None or marker.up:
        return "no_marker"
    if marker.known >> seat & 1:
        return "marker_known"
    settler = state.roster.settler
    for piece in state.spaces[region]:
        if piece.kind == settler and piece.owner == seat and not piece.spent & LOOKED:
            return None
    return "no_settler_to_look"


def places_to_look(state: State, seat: int) -> list[str]:
    """The regions where a settler can look at a marker that its owner does not know."""
    if not state.tally[seat][state.roster.settler]:
        return []
    found, markers = [], state.markers
    for region in state.held_spaces(seat):
        if region >= FIRST_SEA:
            break
        # In most regions with pieces no marker lies face down: no call for these.
        marker = markers[region]
        if marker is not None and not marker.up and not look_fault(state, seat, region):
            found.append(IDS[region])
    return found


def scout(state: State, seat: int, region: int) -> Piece | None:
    """The settler that would look: the one with the fewest points left, halted or not."""
    free = [p for p in state.settlers(region, seat) if not p.spent & LOOKED]
    return max(free, key=SPENT) if free else None


def look(play: Play[State], seat: int, region: int, clear_empty: bool) -> None:
    """A settler looks at the marker of its region, and stays (rules: looking, settlers-look)."""
    state = play.state
    settler = scout(state, seat, region)
    marker = state.markers[region]
    assert settler is not None and marker is not None
    stays = Piece(settler.id, seat, settler.kind, settler.spent | LOOKED)
    state.spaces[region] = tuple(stays if p is settler else p for p in state.spaces[region])
    play.tell(events.Looked(seat, IDS[region]))
    play.tell(events.Found(seat, IDS[region], state.tables.marker_names[marker.kind]), to=(seat,))
    find(play, seat, region, marker, clear_empty)


def find(play: Play[State], seat: int, region: int, marker: Marker, clear_empty: bool) -> None:
    """The effect of what was found."""
    state, place = play.state, IDS[region]
    kind = state.tables.marker_names[marker.kind]
    if kind in state.tables.resources or (kind == "no_encounter" and not clear_empty):
        state.markers[region] = Marker(marker.kind, False, marker.known | 1 << seat)
        return
    if kind in TERRAIN:
        state.markers[region] = Marker(marker.kind, True)
        play.tell(events.TerrainFound(seat, place, kind))
        return
    state.discard(region)
    if kind == "no_encounter":
        play.tell(events.MarkerCleared(seat, place))
    elif kind == "treasure":
        find_treasure(play, seat, place)
    elif kind == "free_technology":
        state.find_technology(play, seat, region)
    elif kind == "plague":
        radius = state.tables.plague_radius[state.era]
        play.tell(events.PlagueFound(seat, place, radius))
        strike_with_plague(play, region, radius)
    else:
        minor_civilization(play, seat, region)


def minor_civilization(play: Play[State], seat: int, region: int) -> None:
    """Everyone rolls, less the settlements owned; the highest gets it (minor-civilization)."""
    state = play.state
    seats = [s for s in range(state.seats) if not state.fallen[s]]
    winner, rolls = roll_off(play, seats, [state.settlement_count(s) for s in seats])
    play.tell(events.MinorCivilizationFound(seat, IDS[region], winner, tuple(rolls)))
    state.put_settlement(region, Settlement(winner, 1, state.turn))
    play.push(MinorCivilization(winner, region))


class MinorCivilizationPhase(exploration.MinorCivilizationPhase[State]):
    """The winner of the dice chooses among all armies of the era."""

    def options(self, state: State, frame: MinorCivilization) -> Sequence[str]:
        return state.armies_available()

    def use(self, state: State, unit: str) -> Text:
        return use(state, unit)

    def joined(self, play: Play[State], frame: MinorCivilization, unit: str) -> None:
        """It challenges nothing that was there before it, unless it came to comrades."""
        play.tell(events.MinorCivilizationJoined(frame.seat, IDS[frame.region], unit))
        state, moves = play.state, play.state.frames[-1]
        assert isinstance(moves, Movement)
        alone = len(state.fighters(frame.region, (frame.seat,))) == 1
        if alone:
            play.update(newcomers=(*moves.newcomers, (frame.region, frame.seat)))
