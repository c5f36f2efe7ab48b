"""The view of a game on the world board: what a seat, or a spectator, is shown.

Spaces stand in the board's order. Everything here may be shown to the seat the view was made for;
what it must not know is not in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.core.charts import NamedChart, Technology, TechnologyTree
from engine.core.text import Text
from engine.core.view import Area, Fact, OfferView, Sheet, Sum, View
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


class Supply(msgspec.Struct, frozen=True):
    """Markers beside the board; `key` names the section (`board.section.<key>` in the catalog)."""

    key: str
    markers: dict[str, int]
    counted: bool = False
    """Whether it matters how many there are of all together."""


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


class TechnologiesByEra(msgspec.Struct, frozen=True):
    """The technologies of all players, era by era, as the view has them."""


class WorldView(View, frozen=True, kw_only=True, tag=True):
    """A world-board game as one seat may see it.

    An owner of -1 is nobody's: barbarians. `last_turn` is the table's turn limit, 0 for none. What
    one rule set alone has to show is a field of its own view, and answers the properties below.
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
    refused: tuple[WorldOffer, ...] = ()
    battle: BattleView | None = None
    last_turn: int = 0

    @property
    def fallen(self) -> tuple[int, ...]:
        return tuple(player.seat for player in self.players if player.fallen)

    @property
    def out_of_play(self) -> tuple[str, ...]:
        """The land that nobody can enter with so many players."""
        return ()

    @property
    def roads(self) -> tuple[RoadView, ...]:
        """The ways that the map draws, the ends of each in the board's order."""
        return ()

    @property
    def supplies(self) -> tuple[Supply, ...]:
        """Markers that lie beside the board and concern everyone."""
        return ()

    @property
    def areas(self) -> tuple[Area, ...]:
        return AREAS

    @property
    def charts(self) -> tuple[NamedChart, ...]:
        own, *others = self.sheet_charts
        title = Text("chart.technologies")
        return own, NamedChart("technologies", title, TechnologiesByEra()), *others

    def owners_of(self, technology: str) -> tuple[int, ...]:
        """The seats that own a technology."""
        return tuple(player.seat for player in self.players if technology in player.technologies)

    def technology_tree(
        self, tiers: tuple[Text, ...], technologies: tuple[Technology, ...], brief: bool = False
    ) -> TechnologyTree:
        """Technologies as a chart for the viewer."""
        purse = self.players[self.seat].gold if self.seat is not None else 0
        return TechnologyTree(tiers, technologies, self.seat, purse, brief)

    def income_lines(self, seat: int) -> tuple[Sum, ...]:
        income = self.players[seat].income
        parts = {p: n for p in INCOME_PARTS if (n := getattr(income, p))}
        # A seat that earns too little receives a minimum.
        short = income.total - sum(parts.values())
        if parts and short > 0:
            parts["minimum"] = short
        return tuple(Sum(Text(f"part.{p}"), n) for p, n in parts.items())

    def score_lines(self, seat: int) -> tuple[Sum, ...]:
        points = self.players[seat].points
        return tuple(Sum(Text(f"points.{name}"), n) for name, n in points.items())

    def forces(self, seat: int) -> tuple[Text, ...]:
        ready: Counter[str] = Counter()
        for space in self.spaces:
            for group in space.units:
                if group.owner == seat and group.ready:
                    ready[group.kind] += group.ready
        return (Text("detail.units", {"units": tuple(ready.items())}),) if ready else ()

    def holdings(self, seat: int) -> tuple[str, ...]:
        return tuple(
            space.id
            for space in self.spaces
            if any(group.owner == seat for group in space.units)
            or (space.settlement is not None and space.settlement.owner == seat)
        )

    def sheet(self, seat: int) -> Sheet:
        player = self.players[seat]
        return Sheet(
            seat,
            self.scores[seat],
            player.fallen,
            (Text("gold", {"n": player.gold}), Text("sheet.income", {"n": player.income.total})),
            (
                Fact("resources", _several("marker", player.resources)),
                Fact("technologies", _several("technology", Counter(player.technologies))),
                Fact("wonders", _several("wonder", Counter(player.wonders))),
            ),
        )


INCOME_PARTS = ("cities", "science", "kinds", "monopolies", "wonders")
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
