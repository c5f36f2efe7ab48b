"""The state of an Advanced game: Standard's, with cities and with cards of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from engine.core.charts import Fee
from engine.core.flow import Play
from engine.core.grammar import Value
from engine.core.lazy import depends_on
from engine.core.question import Fault, no
from engine.rulesets.advanced import events
from engine.rulesets.advanced.cities import CityUse, city_card, city_use, givers_of
from engine.rulesets.advanced.frames import AnyFrame, FreeTechnology
from engine.rulesets.advanced.tables import CARD, TABLES, WONDER, Level, Tables
from engine.rulesets.standard import state as standard
from engine.rulesets.standard.events import EraEnding
from engine.rulesets.standard.tables import Unit
from engine.world.assigning import Assignments
from engine.world.pieces.rooms import Rooms
from engine.world.roster import Roster
from engine.world.state import FIRST_SEA, NOBODY, Piece

ENGINEERING, ADVANCED_FLIGHT = CARD["engineering"], CARD["advanced_flight"]
SEMINAL = tuple(n for n, card in enumerate(TABLES.technology_cards) if card.seminal)
CATAPULT, TREBUCHET, BATTLESHIP, CARRIER = (
    TABLES.roster.index[each] for each in ("catapult", "medieval_catapult", "battleship", "carrier")
)
LEFT_BEHIND = -3
"""The owner of technologies of an eliminated player: in play, and nobody's."""


class Market(NamedTuple):
    """What is for sale: prices, bits of improvements, and what larger settlements cost."""

    units: dict[str, int]
    cards: dict[str, int]
    improvements: dict[str, int]
    growth: list[int]


class State(standard.State, kw_only=True):
    """Everything about an Advanced game, hidden things included. Only the engine sees it.

    `improvements` are bit masks of what each seat owns of the current era. `assigned` is what a
    seat assigned by hand, None where all is done for it. `catapults` are the ids of trebuchets that
    came as catapults. `launched` are the new pieces of the turn, each as seat and space. `ending`
    is why this turn is the last, `out` who was eliminated, in order, `fees` what was paid this turn
    for the use of technologies.
    """

    tables: ClassVar[Tables] = TABLES
    roster: ClassVar[Roster[Unit]] = TABLES.roster

    length: str = "short"
    bonuses: bool = True
    battleships_turn: bool = False
    improvements: list[int]
    assigned: list[Assignments | None]
    catapults: list[int]
    launched: list[tuple[int, int]]
    ending: str = ""
    out: list[int]
    fees: list[Fee]
    destroyed: bool = False
    exchanged: bool = False
    frames: list[AnyFrame]  # type: ignore[assignment]  # more than Standard has

    @classmethod
    def initial(cls, seats: int, options: Mapping[str, Value]) -> dict[str, Any]:
        return {
            **super().initial(seats, options),
            "length": options["length"],
            "bonuses": options["dealt_bonuses"] == "with",
            "battleships_turn": options["battleships"] == "become_carriers",
            "improvements": [0] * seats,
            "assigned": [None] * seats,
            "catapults": [],
            "launched": [],
            "out": [],
            "fees": [],
        }

    # Technologies.

    def in_play(self, card: int) -> bool:
        """Whether someone has a technology, or had it before being eliminated."""
        owner = self.technologies[card]
        return owner >= 0 or owner == LEFT_BEHIND

    def missing(self, card: int) -> tuple[int, ...]:
        """The prerequisites of a technology that are not in play."""
        return tuple(each for each in self.tables.needs[card] if not self.in_play(each))

    @depends_on("technologies")
    def cards_open_in(self, era: int) -> tuple[int, ...]:
        """The technologies that can be bought in an era, money aside (rule: technologies)."""
        owners, needed = self.technologies, self.tables.need_bits
        absent = 0
        free = [card for card, owner in enumerate(owners) if owner == NOBODY]
        for card in free:
            absent |= 1 << card
        last = self.tables.era_cards[min(era + 1, self.tables.last_era)].stop
        return tuple([card for card in free if card < last and not needed[card] & absent])

    @depends_on("technologies", "wonders")
    def market(self, of: tuple[int, int]) -> Market:
        """What a seat can buy in an era, money and room aside; asked often, it seldom changes."""
        (seat, era), tables, kinds = of, self.tables, self.roster.index
        return Market(
            {
                unit: price
                for unit, price in tables.unit_prices[era].items()
                if kinds[unit] == self.roster.settler or self.on_sale(kinds[unit])
            },
            {tables.cards[card]: self.card_price(seat, card) for card in self.cards_open_in(era)},
            {
                each.id: 1 << index
                for index, each in enumerate(tables.improvements)
                if each.era == era and self.in_play(CARD[each.technology])
            },
            [price for n, price in enumerate(tables.prices.growth) if self.size_allowed(n + 2)],
        )

    def card_price(self, seat: int, card: int) -> int:
        """What a technology costs a seat: half for past eras, less with some wonders."""
        facts = self.tables.technology_cards[card]
        if facts.era < self.era:
            return (facts.cost + 1) // 2
        # A wonder of the next era works already, for the technologies of its own era.
        for index in self.tables.era_wonders[facts.era]:
            if self.wonders[index] == seat and self.tables.wonders[index].discount:
                return max(facts.cost - self.tables.wonders[index].discount, 0)
        return facts.cost

    def era_owned(self, era: int) -> int:
        """How many technologies of an era all players own together."""
        cards = self.tables.era_cards[era]
        return sum(owner >= 0 for owner in self.technologies[cards.start : cards.stop])

    def seminal_count(self, seat: int) -> int:
        """How many seminal discoveries a seat owns."""
        return sum([self.technologies[card] == seat for card in SEMINAL])

    def find_technology(self, play: Play[Any], seat: int, region: int) -> None:
        play.push(FreeTechnology(seat, region))

    def check_era(self, play: Play[Any]) -> None:
        """The first technology of the next era ends the current one (rule: era-change)."""
        if self.era_ending or self.era == self.tables.last_era or not self.era_owned(self.era + 1):
            return
        self.era_ending = True
        play.tell(EraEnding(self.tables.eras[self.era]))

    # Units and what they are at present.

    def level(self, kind: int) -> Level:
        """What a type of piece is now: the best of its levels that is in play (rule: levels)."""
        levels = self.tables.kind_levels[kind]
        for card, level in reversed(levels):
            if self.in_play(card):
                return level
        return levels[0][1]

    def strength(self, kind: int) -> dict[str, int]:
        if not self.tables.kind_levels[kind]:
            return {}
        level = self.level(kind)
        return {"dice": level.dice, "plus": level.plus}

    def unit_name(self, kind: int) -> str:
        return self.level(kind).id if self.tables.kind_levels[kind] else super().unit_name(kind)

    def unit_card(self, kind: int) -> int | None:
        """The technology that a piece is bought by now; None while none is in play."""
        for card, _ in reversed(self.tables.kind_levels[kind]):
            if self.in_play(card):
                return card
        return None

    def on_sale(self, kind: int) -> bool:
        """Whether a type of military unit can be bought in its era (rule: buying-units)."""
        return self.unit_card(kind) is not None and not self.is_replaced(kind)

    def is_replaced(self, kind: int) -> bool:
        """Whether carriers have taken the place of battleships at this table (rule: levels)."""
        return kind == BATTLESHIP and self.battleships_turn and self.in_play(ADVANCED_FLIGHT)

    def armies_available(self) -> list[str]:
        """Those whose technology is in play; while none is, the infantry of the era."""
        armies = super().armies_available()
        known = [each for each in armies if self.unit_card(self.roster.index[each]) is not None]
        return known or armies[:1]

    def berths(self, space: int, seat: int) -> int:
        if space < FIRST_SEA:
            return super().berths(space, seat)
        carriers = self.pieces(space, seat, self.roster.airbases)
        return self.tables.aircraft_per_carrier * len(carriers)

    # Wonders.

    def wonder_owner(self, wonder: str) -> int:
        """The seat that owns a wonder whose era is not over; -1 for nobody."""
        index = WONDER[wonder]
        return self.wonders[index] if self.tables.wonders[index].era >= self.era else NOBODY

    def defence(self, seat: int) -> int:
        """What a seat adds when defending its settlement (rule: defending)."""
        bonus = self.tables.settlement_defence
        if self.wonder_owner("great_wall") == seat:
            bonus = self.tables.wonders[WONDER["great_wall"]].defence
        return bonus

    def working_wonders(self, seat: int) -> list[int]:
        """The wonders of a seat that are of the current era, or ahead of it."""
        if seat not in self.wonders:
            return []
        first = self.tables.era_wonders[self.era][0]  # they are listed era by era
        return [n for n, owner in enumerate(self.wonders[first:], first) if owner == seat]

    # Cities.

    def cities(self, seat: int) -> CityUse:
        """The city cards in front of a seat, and what makes them happy and productive now."""
        found, nothing = [], self.tables.no_encounter
        for region in self.with_loans(seat, self.homes(seat)):
            held, marker = self.settlements[region], self.markers[region]
            kind = marker.kind if marker is not None and marker.up else nothing
            found.append(city_card(region, held.size if held else 0, kind))
        wonders = tuple(self.working_wonders(seat))
        givers = givers_of(self.improvements[seat], wonders)
        gold = sum([self.tables.wonders[index].gold for index in wonders])
        return city_use(tuple(found), givers, self.assigned[seat], gold)

    def size_allowed(self, size: int) -> bool:
        """Whether a settlement may be so large: the technology is in play (rule: upgrades)."""
        card = self.tables.size_cards.get(size)
        return card is None or self.in_play(card)

    def growth_fault(self, region: int) -> Fault:
        held = self.settlements[region]
        if held is None or self.size_allowed(held.size + 1) or held.size >= self.size_limit(region):
            return super().growth_fault(region)
        card = self.tables.cards[self.tables.size_cards[held.size + 1]]
        return no("not_in_play", technology=card)

    def rooms(self, seat: int) -> Rooms:
        """The room for new pieces: in a turn as many as a settlement's size (rule: placing)."""
        left = {r: self.size_at(r) for r in self.homes(seat)}
        fleets = []
        for owner, space in self.launched:
            if owner == seat and space >= FIRST_SEA:
                fleets.append(space)
            elif owner == seat and space in left:
                left[space] -= 1
        return Rooms(left, fleets)

    def take_room(self, seat: int, space: int, count: int = 1) -> None:
        """Note new pieces of a seat."""
        self.launched += [(seat, space)] * count

    # Points and players.

    def points(self, seat: int) -> dict[str, int]:
        value = self.tables.points
        found = {
            "settlements": value.settlement_size * self.total_size(seat),
            "wonders": value.wonder * self.wonders.count(seat),
            "seminal": value.seminal * self.seminal_count(seat),
        }
        if self.end == "diplomatic":
            owner = self.wonders[WONDER["united_nations"]]
            found["united_nations"] = value.united_nations * (owner == seat)
        elif self.end == "military":
            found["units"] = value.unit * self.military_units(seat)
        elif self.end == "space":
            found["technologies"] = value.technology * self.technology_count(seat)
        return found

    def military_units(self, seat: int) -> int:
        """How many military units a seat has, of all kinds."""
        return sum(self.tally[seat]) - self.tally[seat][self.roster.settler]

    def tie_break(self, seat: int) -> tuple[int, ...]:
        # Who is out has no points, like nobody else; later ones are ahead (rule: fallen).
        lasted = self.out.index(seat) if seat in self.out else self.seats
        return (*super().tie_break(seat), lasted)

    def check_fallen(self, play: Play[Any]) -> None:
        """Nobody is out for having lost units; see `eliminate` (rule: fallen)."""

    def eliminate(self, play: Play[Any], seat: int, conqueror: int) -> None:
        """The last settlement is lost: gold and wonders change hands (rule: fallen)."""
        if self.fallen[seat] or any(self.sizes[seat]):
            return
        self.out.append(seat)
        self.fall(play, seat)
        taken = self.wonders_of(seat)
        play.tell(events.WondersTaken(conqueror, seat, self.gold[seat], taken))
        self.gold[conqueror] += self.gold[seat]
        self.gold[seat] = 0
        self.wonders = [conqueror if owner == seat else owner for owner in self.wonders]
        self.technologies = [LEFT_BEHIND if owner == seat else owner for owner in self.technologies]
        self.improvements[seat] = 0
        self.assigned[seat] = None
        self.loans = [loan for loan in self.loans if seat not in (loan.lender, loan.borrower)]
        for space in self.held_spaces(seat):
            self.remove_pieces(space, self.pieces(space, seat))

    def present_kind(self, kind: int) -> int:
        """What a new piece is: a catapult is a trebuchet once Engineering is in play.

        At some tables a battleship is a carrier once Advanced Flight is (rule: levels).
        """
        if kind == CATAPULT and self.in_play(ENGINEERING):
            return TREBUCHET
        return CARRIER if self.is_replaced(kind) else kind

    def add_piece(self, owner: int, kind: int, space: int) -> Piece:
        piece = super().add_piece(owner, self.present_kind(kind), space)
        if piece.kind == TREBUCHET != kind:
            self.catapults.append(piece.id)
        return piece

    def change_pieces(self, play: Play[Any], card: int) -> None:
        """Pieces become others from the moment a technology is in play (rules: pieces, levels)."""
        if card == ADVANCED_FLIGHT and self.battleships_turn:
            changed = self.replace_kind(BATTLESHIP, CARRIER)
            if changed:
                play.tell(events.Upgraded("battleship", "carrier", changed))
        if card != ENGINEERING:
            return
        for _, stack in self.occupied():
            self.catapults += [piece.id for piece in stack if piece.kind == CATAPULT]
        changed = self.replace_kind(CATAPULT, TREBUCHET)
        if changed:
            play.tell(events.Upgraded("catapult", "trebuchet", changed))
