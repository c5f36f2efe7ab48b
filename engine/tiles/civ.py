"""The view of the 2010 game: the tile map, and all that lies beside it on the table.

Sheets with their pyramids, cities with what their squares give, the market, the culture track, a
battle with its fronts, and what the seat itself holds in secret. What a seat must not know is not
here: others' cards are counted, never named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.core.charts import NamedChart
from engine.core.text import Text
from engine.core.view import Fact, OfferView, Sheet, Sum
from engine.tiles.view import TilePlayerView, TileView


class SquareYields(msgspec.Struct, frozen=True):
    """What a square gives its city. `source` is `outskirts`, `city_state` or `scout`."""

    place: str
    trade: int = 0
    production: int = 0
    culture: int = 0
    coins: int = 0
    combat: int = 0
    resources: tuple[str, ...] = ()
    blockaded: bool = False
    source: str = "outskirts"


class CitySheet(msgspec.Struct, frozen=True):
    """A city with its outskirts, what they give, and the tokens on its centre.

    `production` is what an action could spend now, without rushing or a caravan; `arts` what
    harvesting culture would bring. `acted` is whether its action of this turn is taken.
    """

    owner: int
    place: str
    capital: bool
    metropolis: bool
    walls: bool
    fortification: bool
    caravan: bool
    program: bool
    defence: int
    trade: int
    production: int
    arts: int
    acted: bool
    squares: tuple[SquareYields, ...]


class TechnologySlot(msgspec.Struct, frozen=True):
    """A technology in a pyramid, with the coin tokens on it."""

    name: str
    row: int
    coins: int = 0


class CivSheet(msgspec.Struct, frozen=True):
    """Everything on a player's sheet that all may see; hidden cards are counted."""

    seat: int
    policies: tuple[str, ...]
    pyramid: tuple[TechnologySlot, ...]
    ranks: dict[str, int]
    income: int
    sheet_coins: int
    wonder_coins: int
    invested: dict[str, int]
    wonders: tuple[str, ...]
    reserve: tuple[str, ...]
    people_shown: tuple[str, ...]
    people_hidden: int
    culture_cards: int
    culture_hand: int
    tokens: int
    units: int
    armies: int
    armies_left: int
    scouts: int
    scouts_left: int
    speed: int
    stacking: int
    combat: int

    @property
    def room(self) -> dict[int, int]:
        """For each level above the first, how many technologies the pyramid has room for now."""
        rows = [slot.row for slot in self.pyramid]
        found = {level: rows.count(level - 1) - 1 - rows.count(level) for level in range(2, 6)}
        return {level: number for level, number in found.items() if number > 0}


class UnitCard(msgspec.Struct, frozen=True):
    """A unit card as it fights now."""

    type: str
    rank: int
    strength: int
    health: int
    wounds: int = 0


class BattleSide(msgspec.Struct, frozen=True):
    """A side of a battle; `owner` is -1 for barbarians. `hand` is None where it is hidden."""

    leader: int
    owner: int
    cards: int
    bonus: int
    score: int
    killed: tuple[str, ...]
    hand: tuple[UnitCard, ...] | None = None


class BattleFront(msgspec.Struct, frozen=True):
    """A front with each side's unit, if it has one there."""

    attacker: UnitCard | None
    defender: UnitCard | None


class CardBattle(msgspec.Struct, frozen=True):
    """A battle; `turn` is 0 when the attacker plays next, 1 for the defender.

    One that is over has a `winner`, -1 for barbarians.
    """

    place: str
    kind: str
    sides: tuple[BattleSide, BattleSide]
    fronts: tuple[BattleFront, ...]
    turn: int
    winner: int | None = None


class WonderOffer(msgspec.Struct, frozen=True):
    """A wonder of the market with what it costs each seat."""

    name: str
    era: str
    costs: tuple[int, ...]


class BuildingOffer(msgspec.Struct, frozen=True):
    """What a building costs in production, and what it gives each turn."""

    cost: int
    trade: int = 0
    production: int = 0
    culture: int = 0
    coins: int = 0
    combat: int = 0


class MarketView(msgspec.Struct, frozen=True):
    """The market: resources, buildings and wonders, and what is left of the decks.

    `offers` has what each building of `buildings` costs and gives in its basic form.
    """

    resources: dict[str, int]
    buildings: dict[str, int]
    wonders: tuple[WonderOffer, ...]
    wonders_left: int
    units: dict[str, int]
    offers: dict[str, BuildingOffer] = {}


class TrackStep(msgspec.Struct, frozen=True):
    """A step of the culture track: its level, what it gives, what it costs."""

    number: int
    level: int
    gives: str
    culture: int
    trade: int


class CultureTrack(msgspec.Struct, frozen=True):
    """The culture track with every player's position, 0 before the first step."""

    steps: tuple[TrackStep, ...]
    positions: tuple[int, ...]


class OwnCards(msgspec.Struct, frozen=True):
    """What the seat itself holds in secret."""

    cards: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    units: tuple[UnitCard, ...] = ()
    people: tuple[str, ...] = ()
    orders: dict[str, str] = {}


class CivOffer(OfferView, frozen=True):
    """An offer of trade, culture, and things by their trade keys."""

    give_trade: int
    give_culture: int
    give: tuple[str, ...]
    get_trade: int
    get_culture: int
    get: tuple[str, ...]


class CivView(TileView, frozen=True, kw_only=True, tag=True):
    """A 2010 game as one seat may see it."""

    counts_points = False
    sheets: tuple[CivSheet, ...] = ()
    city_sheets: tuple[CitySheet, ...] = ()
    market: MarketView | None = None
    track: tuple[TrackStep, ...] = ()
    battle: CardBattle | None = None
    own: OwnCards = OwnCards()
    offers: tuple[CivOffer, ...] = ()
    refused: tuple[CivOffer, ...] = ()
    researched: tuple[int, ...] = ()
    last_turn: int = 0
    tradition_price: int = 0
    """What an army with a unit costs by the house rule of Military Tradition; 0 without it."""

    @property
    def charts(self) -> tuple[NamedChart, ...]:
        found = [] if self.battle is None else [_chart("battle", self.battle)]
        if self.market is not None:
            found.append(_chart("market", self.market))
        if self.track:
            positions = tuple(player.track for player in self.players)
            found.append(_chart("culture", CultureTrack(self.track, positions)))
        for sheet in self.sheets:
            title = Text("chart.pyramid", {"seat": sheet.seat})
            found.append(NamedChart(f"pyramid_{sheet.seat}", title, sheet))
        for city in self.city_sheets:
            title = Text("chart.city", {"place": city.place})
            found.append(NamedChart(f"city_{city.place}", title, city))
        return tuple(found)

    @property
    def factions(self) -> tuple[str, ...]:
        return tuple(f"civilization.{player.civilization}" for player in self.players)

    def income_lines(self, seat: int) -> tuple[Sum, ...]:
        own = [city for city in self.city_sheets if city.owner == seat]
        lines = [Sum(Text("part.city", {"place": city.place}), city.trade) for city in own]
        rest = self.sheets[seat].income - sum(city.trade for city in own) if self.sheets else 0
        return (*lines, Sum(Text("part.rest"), rest)) if rest else tuple(lines)

    def production_lines(self, seat: int) -> tuple[Sum, ...]:
        own = (city for city in self.city_sheets if city.owner == seat)
        return tuple(Sum(Text("part.city", {"place": city.place}), city.production) for city in own)

    def score_lines(self, seat: int) -> tuple[Sum, ...]:
        player = self.players[seat]
        parts = {
            "culture": player.track,
            "coins": player.coins,
            "technologies": sum(map(len, player.technologies)),
            "cities": sum(city.owner == seat for city in self.cities),
        }
        return tuple(Sum(Text(f"points.{name}"), n) for name, n in parts.items())

    def sheet(self, seat: int) -> Sheet:
        player = self.players[seat]
        summary = (
            Text("sheet.trade", {"n": player.trade}),
            Text("sheet.culture", {"n": player.culture}),
            Text("sheet.coins", {"n": player.coins}),
            Text("sheet.step", {"n": player.track}),
        )
        if not self.sheets:
            return Sheet(seat, self.scores[seat], player.fallen, summary)
        facts = _facts(player, self.sheets[seat], self.own if seat == self.seat else None)
        return Sheet(seat, self.scores[seat], player.fallen, summary, facts)


def _chart(key: str, content: msgspec.Struct) -> NamedChart:
    return NamedChart(key, Text(f"chart.{key}"), content)


def _facts(
    player: TilePlayerView, sheet: CivSheet, own: OwnCards | None = None
) -> tuple[Fact, ...]:
    """The lines of a player's sheet, without those that are empty: hidden cards by their number,
    to their owner by their names."""
    forces = {"armies": sheet.armies, "scouts": sheet.scouts}
    if own is None:
        forces["units"] = sheet.units
        hidden = _counted(
            {
                "culture_cards": sheet.culture_cards,
                "tokens": sheet.tokens,
                "people_hidden": sheet.people_hidden,
            }
        )
    else:
        hidden = (
            *_several("card", Counter(own.cards)),
            *_several("token", Counter(own.tokens)),
            *_several("person", Counter(own.people)),
        )
    people = Counter(sheet.reserve)
    ranks = tuple(Text("sheet.rank", {"id": k, "n": n}) for k, n in sheet.ranks.items() if n > 1)
    lines = (
        Fact(
            "realm",
            (
                *_several("civilization", {player.civilization: 1}),
                *_several("government", {player.government: 1}),
                *_several("policy", Counter(sheet.policies)),
            ),
        ),
        Fact("technologies", _several("technology", Counter(s.name for s in sheet.pyramid))),
        Fact(
            "holdings",
            (
                *_several("resource", player.resources),
                *_several("wonder", Counter(sheet.wonders)),
                *_several("person", Counter(sheet.people_shown)),
                *_several("person_type", people),
                *_several("investment", sheet.invested),
            ),
        ),
        Fact("forces", (*_counted(forces), *ranks)),
        Fact("units_held", _units(own.units if own is not None else ())),
        Fact("cards", hidden),
    )
    return tuple(line for line in lines if line.values)


def _units(units: Iterable[UnitCard]) -> tuple[Text, ...]:
    """Unit cards, type by type, each with its strength and health, the strongest first."""
    strengths: dict[str, list[tuple[int, int]]] = {}
    for unit in units:
        strengths.setdefault(unit.type, []).append((unit.strength, unit.health))
    return tuple(
        Text("sheet.unit_cards", {"id": kind, "n": len(found), "each": cards_in_words(found)})
        for kind, found in sorted(strengths.items())
    )


def cards_in_words(found: Sequence[tuple[int, int]]) -> str:
    """Strength and health of some cards: `3/1 2/2 2/2`."""
    return " ".join(f"{strength}/{health}" for strength, health in sorted(found, reverse=True))


def _several(table: str, things: Mapping[str, int]) -> tuple[Text, ...]:
    """Things of a table with how many there are."""
    return tuple(
        Text("sheet.several", {"id": key, "n": n, "table": table}) for key, n in things.items()
    )


def _counted(things: Mapping[str, int]) -> tuple[Text, ...]:
    """Numbers of things, each with words of its own."""
    return tuple(Text(f"sheet.{key}", {"n": n}) for key, n in things.items() if n)
