"""The view of a game on the world board: what the four world-map rule sets show a seat.

Spaces stand in the board's order. Everything here may be shown to the seat the view was made for;
what it must not know is not in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.core.text import Text
from engine.core.view import Area, Fact, OfferView, Sheet, View
from engine.world.board import world


class CargoView(msgspec.Struct, frozen=True):
    """Pieces of one type aboard a fleet."""

    kind: str
    count: int


class UnitsView(msgspec.Struct, frozen=True):
    """Pieces of one owner and type in a space. Fleets that carry something stand alone.

    `key` names a single fleet in orders; `ready` is how many of them can still move.
    """

    owner: int
    kind: str
    count: int
    ready: int
    key: str = ""
    cargo: tuple[CargoView, ...] = ()


class SettlementView(msgspec.Struct, frozen=True):
    """A settlement. `resource` is what it works, `lent_to` who has the use of it this turn.

    `capital` is set for the one that its owner's realm depends on, in rules that know one.
    """

    owner: int
    size: int
    resource: str | None = None
    lent_to: int | None = None
    capital: bool = False


class MarkerView(msgspec.Struct, frozen=True):
    """A marker. `kind` is None when it lies face down and the seat does not know it.

    `looked` are the seats that looked at a marker still lying face down: everybody saw them look.
    """

    face: Literal["down", "known", "up"]
    kind: str | None = None
    looked: tuple[int, ...] = ()


class SpaceView(msgspec.Struct, frozen=True):
    """One space of the board. `unexplored` where a marker has still to be drawn from a bag."""

    id: str
    units: tuple[UnitsView, ...] = ()
    settlement: SettlementView | None = None
    marker: MarkerView | None = None
    unexplored: bool = False


class RoadView(msgspec.Struct, frozen=True):
    """A way between two regions side by side that carries its owner's pieces further."""

    owner: int
    kind: Literal["road", "rail"]
    ends: tuple[str, str]


class IncomeView(msgspec.Struct, frozen=True):
    """Next income as things stand, without a critical resource, and with each that would count."""

    cities: int = 0
    science: int = 0
    monopolies: int = 0
    total: int = 0
    if_critical: dict[str, int] = {}
    wonders: int = 0
    kinds: int = 0


class PlayerView(msgspec.Struct, frozen=True):
    """What everyone may know about a player; what a game does not have is left out."""

    seat: int
    gold: int = 0
    technologies: tuple[str, ...] = ()
    technologies_by_era: tuple[int, ...] = ()
    wonders: tuple[str, ...] = ()
    settlements: tuple[int, ...] = ()
    resources: dict[str, int] = {}
    income: IncomeView = IncomeView()
    points: dict[str, int] = {}
    next_technology: int = 0
    fallen: bool = False


class WonderView(msgspec.Struct, frozen=True):
    """A wonder of the current or a past era. `progress` is each seat's way to the goal."""

    id: str
    era: str
    owner: int | None
    lapsed: bool
    thing: str
    goal: int
    progress: tuple[int, ...]


class WorldOffer(OfferView, frozen=True):
    """An offer of gold, and of things by their trade keys."""

    give_gold: int
    give: tuple[str, ...]
    get_gold: int
    get: tuple[str, ...]


class BattleView(msgspec.Struct, frozen=True):
    """A battle being prepared or fought. `chosen` are the commanders who have picked a unit.

    `hits` are those on the attacker and on the defender, where both fight with all they have.
    """

    place: str
    attacker: int
    defender: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    round: int
    chosen: tuple[int, ...]
    hits: tuple[int, ...] = ()


class ChallengeView(msgspec.Struct, frozen=True):
    """A seat has challenged, for all to hear, the one who moves: they will fight there."""

    place: str
    challenger: int


class WorldView(View, frozen=True, kw_only=True, tag=True):
    """A world-board game as one seat may see it.

    An owner of -1 is nobody's: barbarians. `last_turn` is the table's turn limit, 0 for none.
    `roads` are there where the rules have them, the ends of each in the board's order.
    `bag` counts the markers still to be drawn, `unlocked` are the resources that serve everyone.
    """

    era: str
    era_number: int = 0
    era_ending: bool = False
    first: int
    players: tuple[PlayerView, ...]
    spaces: tuple[SpaceView, ...]
    wonders: tuple[WonderView, ...] = ()
    technologies_left: int = 0
    offers: tuple[WorldOffer, ...] = ()
    challenges: tuple[ChallengeView, ...] = ()
    battle: BattleView | None = None
    last_turn: int = 0
    unlocked: tuple[str, ...] = ()
    bag: dict[str, int] = msgspec.field(default_factory=dict)
    roads: tuple[RoadView, ...] = ()

    @property
    def fallen(self) -> tuple[int, ...]:
        return tuple(player.seat for player in self.players if player.fallen)

    @property
    def areas(self) -> tuple[Area, ...]:
        return AREAS

    def sheet(self, seat: int) -> Sheet:
        player = self.players[seat]
        return Sheet(
            seat,
            self.scores[seat],
            player.fallen,
            (
                Text("gold", {"n": player.gold}),
                Text("sheet.income", {"n": player.income.total}),
            ),
            (
                Fact("resources", _several("marker", player.resources)),
                Fact("technologies", _several("technology", Counter(player.technologies))),
                Fact("wonders", _several("wonder", Counter(player.wonders))),
            ),
        )


SEA = "sea"
"""The area of all sea zones."""


def area_key(continent: str) -> str:
    """The key of a continent as a part of the map."""
    return continent.lower().replace(" ", "_")


def _areas() -> tuple[Area, ...]:
    board = world()
    parts = {area_key(name): regions for name, regions in sorted(board.continents.items())}
    parts[SEA] = tuple(board.sea)
    return tuple(
        Area(key, Text(f"area.{key}"), tuple(map(board.id, spaces)))
        for key, spaces in parts.items()
    )


AREAS = _areas()


def _several(table: str, things: Mapping[str, int]) -> tuple[Text, ...]:
    """Things with words in a table of the catalog, each with how many there are."""
    return tuple(
        Text("sheet.several", {"n": n, "table": table, "id": key}) for key, n in things.items()
    )
