"""An Advanced game through one seat's eyes: Standard's view, and the cards in front of players."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.charts import (
    Assignment,
    CityCard,
    CityCards,
    Fee,
    Fees,
    NamedChart,
    Technology,
    TechnologyTree,
)
from engine.core.lazy import depends_on
from engine.core.ruleset import Ruleset
from engine.core.text import Text
from engine.core.view import Fact, Sheet
from engine.rulesets.advanced.assigning import CitySettings
from engine.rulesets.advanced.cities import City
from engine.rulesets.advanced.describing import brought, unlocked
from engine.rulesets.advanced.production import income
from engine.rulesets.advanced.state import LEFT_BEHIND, State
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.view import StandardView, sheet, shown
from engine.world.state import IDS, NOBODY
from engine.world.view import PlayerView
from engine.world.viewing import wonder_view

CITY_LISTS = ("settlements", "markers", "loans", "improvements", "assigned", "wonders")
"""The lists of a state that city cards and incomes are made of, beside the era."""


class AdvancedView(StandardView, frozen=True, kw_only=True, tag=True):
    """A game as one seat may see it. All cards lie open.

    `levels` is what each type of piece is called now. `left_behind` are technologies in play that
    nobody owns. `prices` is what the seat would pay now for the technologies not yet in play.
    """

    length: str
    ending: str
    cities: tuple[CityCards, ...]
    improvements: tuple[tuple[str, ...], ...]
    levels: dict[str, str]
    left_behind: tuple[str, ...] = ()
    open_cards: tuple[str, ...] = ()
    prices: dict[str, int] = msgspec.field(default_factory=dict)
    automatic: tuple[bool, ...] = ()
    fees: tuple[Fee, ...] = ()

    @property
    def charts(self) -> tuple[NamedChart, ...]:
        own, *others = (
            NamedChart(f"cities_{seat}", Text("chart.cities", {"seat": seat}), self.cities[seat])
            for seat in self.from_own_seat
        )
        cards = self.technologies()
        eras = [
            NamedChart(f"technologies_{era}", Text("chart.era", {"era": era}), self.tree(cards, n))
            for n, era in enumerate(TABLES.eras)
        ]
        now = eras.pop(self.era_number)
        whole = NamedChart("technologies", Text("chart.technologies"), self.tree(cards))
        fees = NamedChart("fees", Text("chart.fees"), Fees(self.fees))
        return own, now, whole, *eras, *others, fees, *self.sheet_charts

    def sheet(self, seat: int) -> Sheet:
        plain = super().sheet(seat)
        built = tuple(Text(f"improvement.{each}") for each in self.improvements[seat])
        paid = sum(fee.amount for fee in self.fees if fee.payer == seat)
        received = sum(fee.amount for fee in self.fees if fee.receiver == seat)
        named = (("paid", paid), ("received", received))
        fees = tuple(Text(f"fees.{what}", {"n": gold}) for what, gold in named if gold)
        facts = (
            *plain.facts,
            Fact("improvements", built),
            *((Fact("fees", fees),) if fees else ()),
        )
        return msgspec.structs.replace(plain, facts=facts)

    def technologies(self) -> tuple[Technology, ...]:
        """All technologies, with what they cost the seat now."""
        return tuple(
            Technology(
                card.id,
                card.era,
                self.owners_of(card.id),
                card.needs,
                tuple(each for each in card.needs if not self.is_in_play(each)),
                self.prices.get(card.id),
                unlocked(index),
                card.seminal,
                brought(index),
                tuple(each.id for each in TABLES.technology_cards if card.id in each.needs),
            )
            for index, card in enumerate(TABLES.technology_cards)
        )

    def is_in_play(self, card: str) -> bool:
        """Whether someone owns a technology, or did before being eliminated."""
        return bool(self.owners_of(card)) or card in self.left_behind

    def tree(self, cards: tuple[Technology, ...], era: int | None = None) -> TechnologyTree:
        """The technologies of an era in full, or all of them in brief."""
        titles = tuple(Text(f"era.{each}") for each in TABLES.eras)
        if era is None:
            return self.technology_tree(titles, cards, brief=True)
        here = tuple(msgspec.structs.replace(c, tier=0) for c in cards if c.tier == era)
        return self.technology_tree((titles[era],), here)


def make_view(rules: Ruleset[State], state: State, seat: int | None) -> AdvancedView:
    """What `seat`, or a spectator, may know."""
    era, seats = state.era, range(state.seats)
    return AdvancedView(
        **shown(rules, state, seat),
        **cards_shown(state, (seat, era)),
        players=tuple([player_view(state, (s, era, state.end)) for s in seats]),
        length=state.length,
        ending=state.ending,
        cities=tuple([city_cards(state, (s, era)) for s in seats]),
        improvements=tuple(
            tuple(e.id for i, e in enumerate(TABLES.improvements) if owned >> i & 1)
            for owned in state.improvements
        ),
        automatic=tuple(assigned is None for assigned in state.assigned),
        fees=tuple(state.fees),
    )


@depends_on("technologies", "wonders")
def cards_shown(state: State, to: tuple[int | None, int]) -> dict[str, Any]:
    """The fields of a view that technologies and wonders, a seat and the era decide."""
    (seat, era), owners = to, state.technologies
    return {
        "wonders": tuple(wonder_view(state, w, "", 0, []) for w in range(len(TABLES.wonders))),
        "levels": {unit.id: state.unit_name(kind) for kind, unit in enumerate(TABLES.units)},
        "left_behind": tuple(TABLES.cards[c] for c, o in enumerate(owners) if o == LEFT_BEHIND),
        "open_cards": tuple(TABLES.cards[card] for card in state.cards_open_in(era)),
        "prices": {
            TABLES.cards[card]: state.card_price(seat, card)
            for card, owner in enumerate(owners)
            if owner == NOBODY and seat is not None
        },
    }


@depends_on(*CITY_LISTS, "technologies", "gold", "fallen")
def player_view(state: State, of: tuple[int, int, str]) -> PlayerView:
    """A player's sheet, by seat, era and end of the game: all of it lies open on the table."""
    plain = income(state, of[0], None)
    parts = {name: getattr(plain, name) for name in ("cities", "monopolies", "wonders", "kinds")}
    return sheet(state, of[0], plain, parts, next_technology=0)


@depends_on(*CITY_LISTS)
def city_cards(state: State, of: tuple[int, int]) -> CityCards:
    """The city cards in front of a seat in an era, and what is assigned to them."""
    use, cards = state.cities(of[0]), []
    (glad, busy), by_key = use.served, use.given.by_key()
    for city in use.cities:
        happy = city.happy or city.region in glad
        productive = city.productive or city.region in busy
        cards.append(
            CityCard(
                IDS[city.region],
                city.size,
                city.gold(happy, productive),
                happy,
                productive,
                state.resource_at(city.region),
                tuple(
                    Assignment(CitySettings.name_of(giver.key), giver.kind)
                    for giver in use.givers
                    if city.region in by_key.get(giver.key, ())
                ),
                bound(state, city),
            )
        )
    spare = tuple(
        Assignment(CitySettings.name_of(giver.key), giver.kind, n) for giver, n in use.spare
    )
    return CityCards(of[0], tuple(cards), spare)


def bound(state: State, city: City) -> tuple[Assignment, ...]:
    """What makes a settlement happy or productive by itself."""
    found = []
    if city.happy:
        found.append(Assignment(Text(f"marker.{state.resource_at(city.region)}"), "happiness"))
    if city.productive:
        found.append(Assignment(Text("marker.fertile"), "productivity"))
    return tuple(found)
