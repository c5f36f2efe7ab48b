"""What nobody defends: settlements, colonies, siege weapons and nukes (rulebook 6.6 to 6.9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Option, Value
from engine.core.text import Text
from engine.rulesets.rhye import events
from engine.rulesets.rhye.frames import Spoils
from engine.rulesets.rhye.state import GREY, State
from engine.rulesets.rhye.tables import LEVELS, RESOURCES, ROSTER, TABLES
from engine.rulesets.rhye.territory import conquer, raze
from engine.world.events import Units
from engine.world.state import BIT, FIRST_SEA, IDS, NOBODY, Piece

CHOICES = {
    "units": ("take", "destroy", "leave"),
    "settlement": ("capture", "destroy", "leave"),
    "colony": ("destroy", "leave"),
}


DEPOSITS = range(len(RESOURCES))
"""The kinds of markers that are resources."""


class Thing(NamedTuple):
    """Something without a defender: what it is, where, and whose."""

    what: str
    region: int
    owner: int

    @property
    def key(self) -> str:
        """Its name in the frame."""
        return f"{self.what}:{IDS[self.region]}:{self.owner}"


def undefended(state: State, seat: int, region: int) -> Sequence[Thing]:
    """What a seat with units in a region could take there."""
    others = state.holders[region] & ~BIT[seat]
    settlement = state.settlements[region]
    if settlement is not None:
        what, holder = "settlement", settlement.owner
        foreign = holder != seat
    else:
        what, holder = "colony", state.colonies[region]
        foreign = holder not in (NOBODY, seat)
    if not (others or foreign) or not state.has_fighters(region, seat):
        return ()
    found = []
    for owner in range(state.seats) if others else ():
        if others & BIT[owner]:
            own = state.pieces(region, owner)
            if all(piece.kind in ROSTER.helpless for piece in own):
                found.append(Thing("units", region, owner))
    if foreign and state.has_army(region, seat) and not defends(state, region, holder):
        found.append(Thing(what, region, holder))
    return found


def defends(state: State, region: int, owner: int) -> bool:
    """Whether an owner has a unit in a region that can defend."""
    return any(p.owner == owner and p.kind in ROSTER.defenders for p in state.spaces[region])


def at_mercy(state: State, frame: Spoils) -> list[int]:
    """The regions where something is left for a seat to decide about."""
    return [
        region
        for region in frame.spaces
        if any(thing.key not in frame.left for thing in undefended(state, frame.seat, region))
    ]


def next_thing(state: State, frame: Spoils) -> Thing | None:
    """The next thing for a seat to decide about."""
    seat, alone = frame.seat, BIT[frame.seat]
    if state.fallen[seat]:
        return None
    for region in frame.spaces:
        settlement = state.settlements[region]
        owner = state.colonies[region] if settlement is None else settlement.owner
        if owner == seat and state.holders[region] == alone:
            continue
        for thing in undefended(state, seat, region):
            if thing.key not in frame.left:
                return thing
    return None


class SpoilsPhase(Phase[State, Spoils]):
    """One thing after the other is taken, destroyed or left."""

    title = "wars"

    def advance(self, play: Play[State], frame: Spoils) -> bool:
        if next_thing(play.state, frame) is not None:
            return False
        play.pop()
        return True

    def open(self, state: State, frame: Spoils) -> list[Decision]:
        thing = next_thing(state, frame)
        assert thing is not None
        place = IDS[thing.region]
        grey = thing.owner == GREY
        minor = grey and state.former[thing.region] != frame.seat
        default = "take" if thing.what == "units" else "leave"
        if thing.what == "settlement" and not minor:
            default = "capture"
        rules = {"units": "siege-capture", "colony": "colonies", "settlement": "capture"}
        about = {
            "what": thing.what,
            "place": place,
            "owner": thing.owner,
            "units": helpless_units(state, thing),
            "size": state.size_at(thing.region),
            "resource": state.resource_at(thing.region) or "",
            "minor": minor,
        }
        return [
            Decision(
                frame.seat,
                "spoils",
                OneOf(CHOICES[thing.what], partial(describe, state, frame.seat, thing)),
                default=default,
                rule="minor-conquest" if grey else rules[thing.what],
                about=about,
            )
        ]

    def answer(self, play: Play[State], frame: Spoils, decision: Decision, value: Value) -> None:
        thing = next_thing(play.state, frame)
        assert thing is not None
        play.update(left=(*frame.left, thing.key))
        if value == "leave":
            return
        if thing.what == "units":
            take_units(play, frame.seat, thing, destroyed=value == "destroy")
        elif thing.what == "colony":
            destroy_colony(play, frame.seat, thing.region)
        elif thing.owner == GREY:
            take_minor(play, frame.seat, thing.region, kept=value == "capture")
        else:
            take_foreign(play, frame.seat, thing.region, kept=value == "capture")
        play.state.check_fallen(play)


def describe(state: State, seat: int, thing: Thing, key: str) -> Option:
    """What can be done with a thing, and what comes of it."""
    detail = None
    minor = thing.what == "settlement" and thing.owner == GREY
    if minor and key != "leave" and state.former[thing.region] != seat:
        facts = {
            "kept": key == "capture",
            "gold": TABLES.minor_civilization.gold,
            "level": LEVELS[state.level_after(seat, TABLES.changes.minor_conquest)],
        }
        detail = Text("detail.minor", facts)
    return Option(key, Text(f"option.spoils.{key}"), place=IDS[thing.region], detail=detail)


def helpless(state: State, thing: Thing) -> list[Piece]:
    """The undefended units of a thing's owner."""
    if thing.what != "units":
        return []
    return state.pieces(thing.region, thing.owner)


def helpless_units(state: State, thing: Thing) -> Units:
    """The same, counted."""
    return ROSTER.count(helpless(state, thing))


def take_units(play: Play[State], seat: int, thing: Thing, *, destroyed: bool) -> None:
    """Siege weapons and nukes fall to an enemy without a roll (rule: siege-capture)."""
    state, region = play.state, thing.region
    pieces = helpless(state, thing)
    state.remove_pieces(region, pieces)
    if not destroyed:
        for piece in pieces:
            state.add_piece(seat, piece.kind, region)
    units = ROSTER.count(pieces)
    play.tell(events.UnitsTaken(seat, IDS[region], thing.owner, units, destroyed))


def take_foreign(play: Play[State], seat: int, region: int, *, kept: bool) -> None:
    """A player's undefended settlement is captured or destroyed (rule: capture)."""
    settlement = play.state.built_at(region)
    event = events.Captured if kept else events.SettlementDestroyed
    play.tell(event(seat, settlement.owner, IDS[region], settlement.size))
    conquer_or_raze(play, seat, region, kept=kept)


def take_minor(play: Play[State], seat: int, region: int, *, kept: bool) -> None:
    """A grey settlement falls; only to its former owner without gold and grief (minor-conquest)."""
    state, size = play.state, play.state.size_at(region)
    home = state.former[region] == seat
    gold = 0 if home else TABLES.minor_civilization.gold
    play.tell(events.MinorConquered(seat, IDS[region], size, kept, gold))
    conquer_or_raze(play, seat, region, kept=kept)
    if not home:
        state.receive(seat, gold)
        state.change_stability(play, seat, TABLES.changes.minor_conquest, "minor_conquest")


def conquer_or_raze(play: Play[State], seat: int, region: int, *, kept: bool) -> None:
    """Keep a settlement, or remove it; what a foreign colony held is conquered with it."""
    if kept:
        conquer(play, seat, region)
        return
    raze(play, region)
    if play.state.colonies[region] not in (NOBODY, seat):
        destroy_colony(play, seat, region)


def destroy_colony(play: Play[State], seat: int, region: int) -> None:
    """A colony is destroyed when its territory is conquered (rule: colonies)."""
    state = play.state
    owner, resource = state.colonies[region], state.resource_at(region)
    state.colonies[region] = NOBODY
    play.tell(events.ColonyDestroyed(seat, owner, IDS[region], resource or ""))


def place_colonies(play: Play[State]) -> None:
    """After the battles, who is alone on a free resource puts a colony there (rule: colonies)."""
    state = play.state
    colonies, markers = state.colonies, state.markers
    for region, stack in state.occupied():
        if region >= FIRST_SEA:
            break
        if colonies[region] != NOBODY or markers[region] not in DEPOSITS:
            continue
        resource = state.resource_at(region)
        if resource is None:
            continue
        seat = stack[0].owner
        settlement = state.settlements[region]
        alone = state.holders[region] == BIT[seat] and state.has_army(region, seat)
        if alone and seat != GREY and (settlement is None or settlement.owner == seat):
            colonies[region] = seat
            play.tell(events.ColonyPlaced(seat, IDS[region], resource))
