"""What stands where on a map, as plain data: made from a view, knows nothing of pixels."""

from __future__ import annotations

import msgspec

from engine.core.marks import UNMARKED, Battle, Marks, Move
from engine.world.view import MarkerView, RoadView, SettlementView, SpaceView, WorldView
from render.sprites.looks import unit_rank
from render.style.players import SeatColours, seat_colours

Cargo = tuple[tuple[str, int], ...]


class Stack(msgspec.Struct, frozen=True):
    """Pieces of one owner and kind, with all that those of them that are fleets carry."""

    owner: int
    kind: str
    count: int
    cargo: Cargo = ()


class Place(msgspec.Struct, frozen=True):
    """A region or zone with what is in it. A marker's `looked` are the eyes of other seats."""

    id: str
    settlement: SettlementView | None
    stacks: tuple[Stack, ...]
    marker: MarkerView | None


class Scene(msgspec.Struct, frozen=True, cache_hash=True):
    """What a map shows. Owners are numbers of colours."""

    places: tuple[Place, ...]
    moves: tuple[Move, ...] = ()
    battles: tuple[Battle, ...] = ()
    highlights: tuple[str, ...] = ()
    happened: bool = False
    """Whether something happened at the highlights; else they can be chosen."""
    roads: tuple[RoadView, ...] = ()
    out_of_play: tuple[str, ...] = ()

    @property
    def owners(self) -> tuple[tuple[str, int], ...]:
        """Whose settlement stands in each region that has one."""
        return tuple((p.id, p.settlement.owner) for p in self.places if p.settlement is not None)


BY_SEAT = seat_colours()


def scene_of(view: WorldView, marks: Marks = UNMARKED, palette: SeatColours = BY_SEAT) -> Scene:
    """The scene a view shows; without a palette, owners are the seats themselves."""
    replace, of = msgspec.structs.replace, palette.of
    fought = list(marks.battles)
    if view.battle is not None and all(b.place != view.battle.place for b in fought):
        fought.append(Battle(view.battle.place))
    known = {space.id for space in view.spaces}
    moves = (replace(m, owner=of(m.owner)) for m in marks.moves if {m.origin, m.target} <= known)
    battles = (
        each if each.winner is None else replace(each, winner=of(each.winner))
        for each in fought
        if each.place in known
    )
    return Scene(
        places=tuple(_place(space, view.seat, palette) for space in view.spaces),
        moves=tuple(dict.fromkeys(moves)),
        battles=tuple({each.place: each for each in battles}.values()),
        highlights=tuple(sorted(set(marks.highlights) & known)),
        happened=marks.happened,
        roads=tuple(road for road in view.roads if set(road.ends) <= known),
        out_of_play=view.out_of_play,
    )


def _place(space: SpaceView, viewer: int | None, palette: SeatColours) -> Place:
    replace, of = msgspec.structs.replace, palette.of
    built, marker = space.settlement, space.marker
    home = None if built is None else built.owner
    if built is not None:
        lent = None if built.lent_to is None else of(built.lent_to)
        built = replace(built, owner=of(built.owner), lent_to=lent)
    if marker is not None:
        eyes = () if marker.face == "up" else marker.looked
        marker = replace(marker, looked=tuple(of(seat) for seat in eyes if seat != viewer))
    elif space.unexplored:
        marker = MarkerView("down")
    return Place(space.id, built, _stacks(space, home, palette), marker)


def _stacks(space: SpaceView, home: int | None, palette: SeatColours) -> tuple[Stack, ...]:
    """Alike pieces together, the settlement's owner first; fleets with all their cargo."""
    counts: dict[tuple[int, str], int] = {}
    cargo: dict[tuple[int, str], dict[str, int]] = {}
    for unit in space.units:
        key = unit.owner, unit.kind
        counts[key] = counts.get(key, 0) + unit.count
        hold = cargo.setdefault(key, {})
        for load in unit.cargo:
            hold[load.kind] = hold.get(load.kind, 0) + load.count
    order = sorted(counts, key=lambda key: (key[0] != home, key[0], unit_rank(key[1])))
    return tuple(
        Stack(
            palette.of(owner),
            kind,
            counts[owner, kind],
            tuple(sorted(cargo[owner, kind].items(), key=lambda load: unit_rank(load[0]))),
        )
        for owner, kind in order
    )
