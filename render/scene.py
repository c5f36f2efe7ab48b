"""What is to be drawn, as plain data: made from a view, knows nothing of pixels.

A scene can be compared and hashed: equal scenes give equal pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.core.view import View
from engine.world.view import SettlementView, SpaceView, UnitsView, WorldView
from render.fonts.script import clean
from render.fonts.writing import readable
from render.sprites.looks import unit_rank
from render.style.players import Colours, SeatColours, seat_colours

Cargo = tuple[tuple[str, int], ...]


class Move(msgspec.Struct, frozen=True):
    """Pieces that went from one place to another; `count` is how many, 0 if it does not matter."""

    owner: int
    origin: str
    target: str
    count: int = 0


class Battle(msgspec.Struct, frozen=True):
    """A battle that was fought, or is being fought while `winner` is None. -1: nobody is left."""

    place: str
    winner: int | None = None


class Change(msgspec.Struct, frozen=True):
    """Something new at a place: `kind` is "made", "found" or "explored"."""

    owner: int
    place: str
    kind: str


class Marks(msgspec.Struct, frozen=True):
    """What is marked on a board: what the last phase brought, and `highlights`, the places that
    the viewer can choose or, with `happened`, where something did. `changes` are marked on boards
    of tiles only; `news` are places that matter to all, such as that of a plague: a close-up shows
    them."""

    moves: Sequence[Move] = ()
    battles: Sequence[Battle] = ()
    changes: Sequence[Change] = ()
    highlights: Sequence[str] = ()
    happened: bool = False
    news: Sequence[str] = ()


UNMARKED = Marks()


class Settlement(msgspec.Struct, frozen=True):
    """A settlement by owner and size."""

    owner: int
    size: int
    lent_to: int | None = None
    capital: bool = False


class Stack(msgspec.Struct, frozen=True):
    """Pieces of one owner and kind, with all that those of them that are fleets carry."""

    owner: int
    kind: str
    count: int
    cargo: Cargo = ()


class Marker(msgspec.Struct, frozen=True):
    """A marker; `kind` is None when the viewer does not know it. `looked` are other seats' eyes."""

    kind: str | None
    up: bool
    looked: tuple[int, ...] = ()


class Place(msgspec.Struct, frozen=True):
    """A region or zone with what is in it."""

    id: str
    settlement: Settlement | None
    stacks: tuple[Stack, ...]
    marker: Marker | None


class Road(msgspec.Struct, frozen=True):
    """A road or railroad between two places."""

    a: str
    b: str
    rail: bool


class Seat(msgspec.Struct, frozen=True):
    """A player's line in the title bar."""

    seat: int
    name: str
    score: int
    wonders: int
    active: bool
    first: bool
    fallen: bool
    counted: bool = True
    """Whether the rules count points, so that the score means something to a reader."""

    @property
    def points(self) -> str:
        """The score in words; nothing where none is counted."""
        return str(self.score) if self.counted else ""


class Scene(msgspec.Struct, frozen=True, cache_hash=True):
    """A whole picture: the world, or a part of it."""

    ruleset: str
    turn: int
    phase: str
    era: str
    finished: bool
    seats: tuple[Seat, ...]
    places: tuple[Place, ...]
    moves: tuple[Move, ...]
    battles: tuple[Battle, ...]
    highlights: tuple[str, ...]
    happened: bool = False
    """Whether something happened at the highlights; else they can be chosen."""
    roads: tuple[Road, ...] = ()
    has_map: bool = True
    palette: SeatColours = seat_colours()
    out_of_play: tuple[str, ...] = ()

    @property
    def owners(self) -> tuple[tuple[str, int], ...]:
        """Whose settlement stands in each region that has one."""
        return tuple((p.id, p.settlement.owner) for p in self.places if p.settlement is not None)


def scene_of(
    view: View,
    *,
    marks: Marks = UNMARKED,
    names: Sequence[str] = (),
    colours: Colours | None = None,
) -> Scene:
    """The scene a view shows. Any view will do: one without a world board has no places.

    Owners are seats; `recoloured` makes colours of them. The arguments are those of `render.draw`.
    """
    palette = seat_colours(colours)
    if not isinstance(view, WorldView):
        return _without_map(view, names, palette)
    fought = list(marks.battles)
    if view.battle is not None and all(b.place != view.battle.place for b in fought):
        fought.append(Battle(view.battle.place))
    wonders = {player.seat: len(player.wonders) for player in view.players}
    places = tuple(_place(space, view.seat) for space in view.spaces)
    known = {space.id for space in view.spaces}
    return Scene(
        ruleset=view.ruleset,
        turn=view.turn,
        phase=view.phase,
        era=view.era,
        finished=view.finished,
        seats=_seats(view, names, palette, wonders),
        places=places,
        moves=tuple(dict.fromkeys(m for m in marks.moves if {m.origin, m.target} <= known)),
        battles=tuple({b.place: b for b in fought if b.place in known}.values()),
        highlights=tuple(sorted(set(marks.highlights) & known)),
        happened=marks.happened,
        roads=tuple(
            Road(*road.ends, road.kind == "rail") for road in view.roads if set(road.ends) <= known
        ),
        palette=palette,
        out_of_play=view.out_of_play,
    )


def recoloured(scene: Scene) -> Scene:
    """The scene with every seat replaced by the number of its colour, ready to be drawn."""
    palette = scene.palette
    if all(number == seat for seat, number in enumerate(palette.numbers)):
        return scene
    replace = msgspec.structs.replace

    def settlement(built: Settlement | None) -> Settlement | None:
        if built is None:
            return None
        lent = None if built.lent_to is None else palette.of(built.lent_to)
        return replace(built, owner=palette.of(built.owner), lent_to=lent)

    def marker(laid: Marker | None) -> Marker | None:
        return laid and replace(laid, looked=tuple(palette.of(seat) for seat in laid.looked))

    places = tuple(
        Place(
            place.id,
            settlement(place.settlement),
            tuple(replace(stack, owner=palette.of(stack.owner)) for stack in place.stacks),
            marker(place.marker),
        )
        for place in scene.places
    )
    return replace(
        scene,
        seats=tuple(replace(seat, seat=palette.of(seat.seat)) for seat in scene.seats),
        places=places,
        moves=tuple(replace(move, owner=palette.of(move.owner)) for move in scene.moves),
        battles=tuple(
            fought if fought.winner is None else replace(fought, winner=palette.of(fought.winner))
            for fought in scene.battles
        ),
        palette=seat_colours(),
    )


def seat_name(seat: int, names: Sequence[str], palette: SeatColours) -> str:
    """What a seat is called: the player's name where it can be drawn, else its colour."""
    given = clean(names[seat]) if seat < len(names) else ""
    if given and readable(given):
        return given
    return palette.name(seat)


def _seats(
    view: View, names: Sequence[str], palette: SeatColours, wonders: Mapping[int, int]
) -> tuple[Seat, ...]:
    going = not view.finished
    return tuple(
        Seat(
            seat,
            seat_name(seat, names, palette),
            score,
            wonders.get(seat, 0),
            seat in (view.active or view.awaited) and going,
            seat == view.first and going,
            seat in view.fallen,
            view.counts_points,
        )
        for seat, score in enumerate(view.scores)
    )


def _without_map(view: View, names: Sequence[str], palette: SeatColours) -> Scene:
    return Scene(
        ruleset=view.ruleset,
        turn=view.turn,
        phase=view.phase,
        era="",
        finished=view.finished,
        seats=_seats(view, names, palette, {}),
        places=(),
        moves=(),
        battles=(),
        highlights=(),
        has_map=False,
        palette=palette,
    )


def _place(space: SpaceView, viewer: int | None) -> Place:
    home = space.settlement.owner if space.settlement else None
    marker = None
    if space.marker is not None:
        up = space.marker.face == "up"
        eyes = () if up else tuple(seat for seat in space.marker.looked if seat != viewer)
        marker = Marker(space.marker.kind, up, eyes)
    elif space.unexplored:
        marker = Marker(None, False)
    return Place(space.id, _settlement(space.settlement), _stacks(space.units, home), marker)


def _settlement(found: SettlementView | None) -> Settlement | None:
    if found is None:
        return None
    return Settlement(found.owner, found.size, found.lent_to, found.capital)


def _stacks(units: Sequence[UnitsView], home: int | None) -> tuple[Stack, ...]:
    """Alike pieces together, the settlement's owner first; fleets with all their cargo."""
    counts: dict[tuple[int, str], int] = {}
    cargo: dict[tuple[int, str], dict[str, int]] = {}
    for unit in units:
        key = unit.owner, unit.kind
        counts[key] = counts.get(key, 0) + unit.count
        hold = cargo.setdefault(key, {})
        for load in unit.cargo:
            hold[load.kind] = hold.get(load.kind, 0) + load.count

    def order(key: tuple[int, str]) -> tuple[bool, int, int]:
        owner, kind = key
        return owner != home, owner, unit_rank(kind)

    return tuple(
        Stack(owner, kind, counts[owner, kind], _sorted(cargo[owner, kind]))
        for owner, kind in sorted(counts, key=order)
    )


def _sorted(hold: dict[str, int]) -> Cargo:
    return tuple(sorted(hold.items(), key=lambda load: unit_rank(load[0])))
