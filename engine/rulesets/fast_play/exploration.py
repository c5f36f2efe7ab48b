"""Exploration: settlers draw markers from the bag (rulebook chapter 6)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.text import Text
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.frames import NOWHERE, Movement
from engine.rulesets.fast_play.plague import break_out
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import (
    BY_ROLE,
    ENOUGH,
    ERAS,
    MARKERS,
    SETTLER,
    TABLES,
    UNIT,
    UNITS,
)
from engine.world import exploration
from engine.world.exploration import MinorCivilization, find_treasure
from engine.world.roster import ARMY_ROLES
from engine.world.state import BARBARIANS, IDS, POINTS, STOPPED, Piece, Settlement


def scout(state: State, seat: int, region: int) -> Piece | None:
    """The settler that would explore a region: the one with the fewest points left."""
    here = state.settlers(region, seat)
    return max(here, key=lambda p: p.spent & POINTS) if here else None


def draw_marker(play: Play[State]) -> int:
    """A marker from the bag, by lot. There are more of them than regions."""
    bag = play.state.bag
    number = play.draw(sum(bag))
    for kind, count in enumerate(bag):
        if number < count:
            bag[kind] -= 1
            return kind
        number -= count
    raise AssertionError("a draw lies within the bag")


def explore(play: Play[State], frame: Movement, seat: int, region: int) -> None:
    """A settler ends its move and draws a marker, which takes effect at once (rule: exploring)."""
    state, place = play.state, IDS[region]
    settler = scout(state, seat, region)
    assert settler is not None
    stays = Piece(settler.id, seat, SETTLER, settler.spent | STOPPED)
    state.spaces[region] = tuple(stays if p is settler else p for p in state.spaces[region])
    state.markers[region] = draw_marker(play)
    marker = MARKERS[state.markers[region]]
    play.tell(events.Explored(seat, place, marker))
    if marker == "treasure":
        find_treasure(play, seat, place)
    elif marker == "free_technology":
        find_technology(play, seat, place)
    elif marker == "plague":
        break_out(play, seat, region)
    elif marker == "minor_civilization":
        minor_civilization(play, frame, seat, region, stays)


def find_technology(play: Play[State], seat: int, place: str) -> None:
    """A technology of the current era, up to two (rule: free-technology)."""
    state = play.state
    enough = state.technologies[seat][state.era] >= ENOUGH
    if not enough:
        state.technologies[seat][state.era] += 1
    play.tell(events.TechnologyFound(seat, place, ERAS[state.era], enough))


def smallest(state: State) -> int | None:
    """The one player with the fewest settlements; None when several share the lowest number."""
    counts = {s: sum(state.sizes[s]) for s in range(state.seats) if not state.fallen[s]}
    fewest = [seat for seat, count in counts.items() if count == min(counts.values())]
    return fewest[0] if len(fewest) == 1 else None


def minor_civilization(
    play: Play[State], frame: Movement, seat: int, region: int, settler: Piece
) -> None:
    """It joins the smallest people, or it is hostile (rules: minor-civilization, barbarians)."""
    state, place = play.state, IDS[region]
    joined = smallest(state)
    if joined is None or not state.spare(joined, 1):
        cavalry = BY_ROLE[state.era]["cavalry"]
        state.add_piece(BARBARIANS, cavalry, region)
        play.tell(events.BarbariansAppeared(place, UNITS[cavalry].id))
        meet(play, frame, seat, region, BARBARIANS)
        return
    state.put_settlement(region, Settlement(joined, 1))
    if joined != seat:
        state.remove_pieces(region, [settler])
        play.tell(events.SettlersLost(seat, place, 1))
    play.push(MinorCivilization(joined, region))


class MinorCivilizationPhase(exploration.MinorCivilizationPhase[State]):
    """The receiver chooses among the armies that could be built now."""

    def options(self, state: State, frame: MinorCivilization) -> list[str]:
        needs = TABLES.needs
        return [
            unit.id
            for unit in state.roster.of_era(state.era, *ARMY_ROLES)
            if not (need := needs[unit.role][state.era] if unit.role in needs else "")
            or state.is_exploited(need)
        ]

    def use(self, state: State, unit: str) -> Text:
        return Text("detail.role." + UNITS[UNIT[unit]].role)

    def joined(self, play: Play[State], frame: MinorCivilization, unit: str) -> None:
        """A seat that found it for another must fight or lose what is there."""
        movement = play.state.frames[-1]
        assert isinstance(movement, Movement)
        finder, place = movement.seat, IDS[frame.region]
        play.tell(events.MinorCivilizationJoined(frame.seat, finder, place, unit))
        if finder != frame.seat:
            meet(play, movement, finder, frame.region, frame.seat)


def meet(play: Play[State], frame: Movement, seat: int, region: int, other: int) -> None:
    """Others have turned up among a mover's pieces: armies will fight, the rest is lost."""
    state = play.state
    play.state.down_aircraft(play, region, (seat, other))
    if not state.has_army(region, seat):
        play.state.capture_settlers(play, region, seat, other)
        play.state.check_fallen(play)
        return
    state.spaces[region] = tuple(
        Piece(p.id, p.owner, p.kind, p.spent | STOPPED) if p.owner == seat else p
        for p in state.spaces[region]
    )
    play.update(entered=(*frame.entered, (region, NOWHERE)))
