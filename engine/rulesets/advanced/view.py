"""An Advanced game through one seat's eyes: Standard's view, and the cards in front of players."""

from __future__ import annotations

from collections.abc import Sequence

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
from engine.core.ruleset import Ruleset
from engine.core.text import Text
from engine.core.view import Fact, Sheet
from engine.rulesets.advanced.assigning import name_of
from engine.rulesets.advanced.cities import City
from engine.rulesets.advanced.describing import brought, unlocked
from engine.rulesets.advanced.production import income
from engine.rulesets.advanced.state import LEFT_BEHIND, State
from engine.rulesets.advanced.tables import TABLES
from engine.rulesets.standard.view import StandardView, sheet, shown
from engine.world.assigning import Giver
from engine.world.state import IDS, NOBODY
from engine.world.view import PlayerView
from engine.world.viewing import wonder_view


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
    return AdvancedView(
        **shown(rules, state, seat),
        players=tuple(player_view(state, s) for s in range(state.seats)),
        wonders=tuple(wonder_view(state, w, "", 0, []) for w in range(len(TABLES.wonders))),
        length=state.length,
        ending=state.ending,
        cities=tuple(city_cards(state, s) for s in range(state.seats)),
        improvements=tuple(
            tuple(e.id for i, e in enumerate(TABLES.improvements) if owned >> i & 1)
            for owned in state.improvements
        ),
        levels={unit.id: state.unit_name(kind) for kind, unit in enumerate(TABLES.units)},
        left_behind=tuple(
            TABLES.cards[c] for c, owner in enumerate(state.technologies) if owner == LEFT_BEHIND
        ),
        open_cards=tuple(TABLES.cards[card] for card in state.cards_open_in(state.era)),
        prices={}
        if seat is None
        else {
            TABLES.cards[card]: state.card_price(seat, card)
            for card, owner in enumerate(state.technologies)
            if owner == NOBODY
        },
        automatic=tuple(assigned is None for assigned in state.assigned),
        fees=tuple(state.fees),
    )


def player_view(state: State, seat: int) -> PlayerView:
    """A player's sheet: all of it lies open on the table."""
    plain = income(state, seat, None)
    parts = {name: getattr(plain, name) for name in ("cities", "monopolies", "wonders", "kinds")}
    return sheet(state, seat, plain, parts, next_technology=0)


def city_cards(state: State, seat: int) -> CityCards:
    """The city cards in front of a seat, and what is assigned to them."""
    use, cards = state.cities(seat), []
    (glad, busy), by_key = use.served, use.given.by_key()
    for city in use.cities:
        happy, productive = (
            city.happy or city.region in glad,
            city.productive or city.region in busy,
        )
        cards.append(
            CityCard(
                IDS[city.region],
                city.size,
                city.gold(happy, productive),
                happy,
                productive,
                state.resource_at(city.region),
                tuple(
                    Assignment(name_of(giver.key), giver.kind)
                    for giver in use.givers
                    if city.region in by_key.get(giver.key, ())
                ),
                bound(state, city),
            )
        )
    return CityCards(seat, tuple(cards), spare(use.givers, by_key))


def bound(state: State, city: City) -> tuple[Assignment, ...]:
    """What makes a settlement happy or productive by itself."""
    found = []
    if city.happy:
        found.append(Assignment(Text(f"marker.{state.resource_at(city.region)}"), "happiness"))
    if city.productive:
        found.append(Assignment(Text("marker.fertile"), "productivity"))
    return tuple(found)


def spare(givers: Sequence[Giver], by_key: dict[str, tuple[int, ...]]) -> tuple[Assignment, ...]:
    """What is not assigned, or not to as many settlements as it could be."""
    left = [(giver, giver.number - len(by_key.get(giver.key, ()))) for giver in givers]
    return tuple(
        Assignment(name_of(giver.key), giver.kind, count) for giver, count in left if count > 0
    )
