"""Exploration: what lies under a marker (rulebook chapter 5)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.rhye import events
from engine.rulesets.rhye.barbarians import uprising
from engine.rulesets.rhye.frames import FreeTechnology
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import MARKERS, RESOURCES, TERRAIN, VILLAGE
from engine.rulesets.rhye.territory import claim_resource
from engine.world.exploration import find_treasure
from engine.world.state import IDS, Piece, Settlement

QUIET_IN_TURN_1 = ("plague", "barbarian_uprising")


def discover(play: Play[State], seat: int, region: int, entered: list[Piece]) -> None:
    """Land units turn up the marker of a territory; it takes effect at once (rule: discovering)."""
    state, place = play.state, IDS[region]
    kind = state.markers[region]
    name = MARKERS[kind]
    state.face_down[region] = False
    play.tell(events.Explored(seat, place, name))
    if kind < len(RESOURCES):
        claim_resource(play, seat, region)
        return
    if kind in TERRAIN:
        return
    state.discard(region)
    if name in QUIET_IN_TURN_1 and state.turn == 1:
        play.tell(events.NothingHappened(seat, place, name))
    elif name == "treasure":
        find_treasure(play, seat, place)
    elif name == "free_technology":
        play.push(FreeTechnology(seat, "marker"))
    elif name == "minor_civilization":
        state.put_settlement(region, Settlement(GREY, VILLAGE, state.turn))
        play.tell(events.MinorCivilizationFound(seat, place))
    elif name == "plague":
        strike(play, seat, region, entered)
    else:
        uprising(play, seat, region)


def strike(play: Play[State], seat: int, region: int, entered: list[Piece]) -> None:
    """The units that entered die, and cities next to them become villages (rule: plague)."""
    state = play.state
    play.tell(events.PlagueFound(seat, IDS[region], 1))
    ids = {piece.id for piece in entered}
    dead = [piece for piece in state.spaces[region] if piece.id in ids]
    state.remove_pieces(region, dead)
    lost = ((seat, state.roster.count(dead)),)
    play.tell(events.PlagueStruck(IDS[region], lost, 0))
    for near in state.ground.beside[region]:
        size = state.shrink(near)
        if size:
            play.tell(events.PlagueStruck(IDS[near], (), size))
    state.check_fallen(play)
