"""Exploration: what a settler finds under a marker (rulebook chapter 3)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.flow import Phase, Play, roll_off
from engine.core.grammar import OneOf, Option, Value
from engine.core.text import Text
from engine.rulesets.standard import events
from engine.rulesets.standard.describing import use
from engine.rulesets.standard.frames import MinorCivilization
from engine.rulesets.standard.state import LOOKED, Marker, State
from engine.rulesets.standard.tables import MARKERS, RESOURCES, SETTLER, TABLES, UNIT, UNITS
from engine.world.state import BOARD, Piece, Settlement


def may_look(state: State, seat: int, region: int) -> bool:
    """Whether a face-down marker lies there that the seat does not know (rule: looking)."""
    marker = state.markers[region]
    return marker is not None and not marker.up and not marker.known >> seat & 1


def scout(state: State, seat: int, region: int) -> Piece | None:
    """The settler that would look: the one with the fewest points left, halted or not."""
    free = [
        p
        for p in state.spaces[region]
        if p.owner == seat and p.kind == SETTLER and not p.spent & LOOKED
    ]
    return max(free, key=lambda p: p.spent) if free else None


def look(play: Play[State], seat: int, region: int, clear_empty: bool) -> None:
    """A settler looks at the marker of its region, and stays (rules: looking, settlers-look)."""
    state = play.state
    settler = scout(state, seat, region)
    marker = state.markers[region]
    assert settler is not None and marker is not None
    stays = Piece(settler.id, seat, SETTLER, settler.spent | LOOKED)
    state.spaces[region] = tuple(stays if p is settler else p for p in state.spaces[region])
    play.reveal()
    play.tell(events.Looked(seat, BOARD.id(region)))
    play.tell(events.Found(seat, BOARD.id(region), MARKERS[marker.kind]), to=(seat,))
    find(play, seat, region, marker, clear_empty)


def find(play: Play[State], seat: int, region: int, marker: Marker, clear_empty: bool) -> None:
    """The effect of what was found."""
    state, place, kind = play.state, BOARD.id(region), MARKERS[marker.kind]
    if kind in RESOURCES or (kind == "no_encounter" and not clear_empty):
        state.markers[region] = Marker(marker.kind, False, marker.known | 1 << seat)
        return
    if kind in ("desert", "mountains", "jungle_forest", "fertile"):
        state.markers[region] = Marker(marker.kind, True)
        play.tell(events.TerrainFound(seat, place, kind))
        return
    state.discard(region)
    if kind == "no_encounter":
        play.tell(events.MarkerCleared(seat, place))
    elif kind == "treasure":
        state.receive(seat, TABLES.treasure)
        play.tell(events.TreasureFound(seat, place, TABLES.treasure))
    elif kind == "free_technology":
        play.tell(events.TechnologyFound(seat, place, state.gain_technology(play, seat)))
    elif kind == "plague":
        plague(play, seat, region)
    else:
        minor_civilization(play, seat, region)


def plague(play: Play[State], seat: int, region: int) -> None:
    """Disease strikes every land region within the era's radius (rule: plague)."""
    state = play.state
    radius = TABLES.plague_radius[state.era]
    play.tell(events.PlagueFound(seat, BOARD.id(region), radius))
    for struck in BOARD.within(region, radius, "land"):
        lost = tuple(
            (owner, state.roster.count([p for p in state.spaces[struck] if p.owner == owner]))
            for owner in sorted({p.owner for p in state.spaces[struck]})
        )
        state.remove_pieces(struck, state.spaces[struck])
        settlement, size = state.settlements[struck], 0
        if settlement is not None and settlement.size > 1:
            size = settlement.size - 1
            state.put_settlement(struck, Settlement(settlement.owner, size, settlement.grown))
        if lost or size:
            play.tell(events.PlagueStruck(BOARD.id(struck), lost, size))
    play.state.check_fallen(play)


def minor_civilization(play: Play[State], seat: int, region: int) -> None:
    """Everyone rolls, less the settlements owned; the highest gets it (minor-civilization)."""
    state = play.state
    seats = [s for s in range(state.seats) if not state.fallen[s]]
    winner, rolls = roll_off(play, seats, [state.settlement_count(s) for s in seats])
    play.tell(events.MinorCivilizationFound(seat, BOARD.id(region), winner, tuple(rolls)))
    state.put_settlement(region, Settlement(winner, 1, state.turn))
    play.push(MinorCivilization(winner, region))


def armies_of_era(era: int) -> tuple[str, ...]:
    """The armies that can be had in an era: infantry, cavalry, artillery."""
    return tuple(unit.id for unit in UNITS if unit.is_army and unit.era == era)


class MinorCivilizationPhase(Phase[State, MinorCivilization]):
    """The winner chooses the army of its new village."""

    title = "movement"

    def advance(self, play: Play[State], frame: MinorCivilization) -> bool:
        return False

    def open(self, state: State, frame: MinorCivilization) -> list[Decision]:
        units = armies_of_era(state.era)
        place = BOARD.id(frame.region)
        return [
            Decision(
                frame.seat,
                "minor_army",
                OneOf(
                    units,
                    lambda key: Option(
                        key, Text("unit." + key), place=place, detail=use(state, key)
                    ),
                ),
                default=units[0],
                rule="minor-civilization",
                about={"place": place},
            )
        ]

    def answer(
        self, play: Play[State], frame: MinorCivilization, decision: Decision, value: Value
    ) -> None:
        play.pop()
        play.state.add_piece(frame.seat, UNIT[value], frame.region)
        play.tell(events.MinorCivilizationJoined(frame.seat, BOARD.id(frame.region), value))
