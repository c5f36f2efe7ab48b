"""The cards of the 2010 game: everything with a name that a player may want to look up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.charts import FactCard, FactLine, Requirement
from engine.core.text import Text
from engine.rulesets.civ2010.describing import effect, policy_effect
from engine.rulesets.civ2010.tables import (
    AIRCRAFT,
    AIRCRAFT_COST,
    ALL_RESOURCES,
    BUILDINGS,
    CITY_STATES,
    CIVILIZATIONS,
    CULTURE,
    GOVERNMENTS,
    INVESTMENTS,
    PEOPLE,
    POLICIES,
    RELICS,
    TECHNOLOGIES,
    TECHNOLOGY_COST,
    TOKENS,
    UNIT_COST,
    UNITS,
    WONDERS,
    Yields,
)
from engine.tiles.civ import CivSheet, CivView, MarketView

KINDS: Mapping[str, Mapping[str, Any]] = {
    "technology": TECHNOLOGIES,
    "wonder": WONDERS,
    "building": BUILDINGS,
    "unit": UNITS,
    "civilization": CIVILIZATIONS,
    "government": GOVERNMENTS,
    "policy": POLICIES,
    "investment": INVESTMENTS,
    "card": CULTURE,
    "person": PEOPLE,
    "resource": dict.fromkeys(ALL_RESOURCES),
    "token": TOKENS,
    "city_state": CITY_STATES,
    "relic": RELICS,
}
"""Every kind of card and what there is of it; of cards with one name the first is meant."""
IDS = tuple(f"{kind}.{name}" for kind, cards in KINDS.items() for name in cards)


def line(label: str, n: int, icon: str = "") -> FactLine:
    """A labelled number of a card."""
    return FactLine(Text(f"cards.label.{label}"), Text("cards.number", {"n": n}), icon)


def costs(amount: int, currency: str) -> Text:
    """A price in a currency of the game."""
    return Text("cards.price", {"n": amount, "currency": currency})


def in_a_row(numbers: Iterable[int]) -> str:
    """Numbers as they stand on a card.

    >>> in_a_row((1, 2, 4))
    '1/2/4'
    """
    return "/".join(map(str, numbers))


def card(card_id: str, view: CivView | None) -> FactCard:
    """A card; raises `KeyError` for one there is not."""
    kind, _, name = card_id.partition(".")
    return MAKERS[kind](name, KINDS[kind][name], view)


def titled(kind: str, name: str, rule: str, about: Text | None = None, **more: Any) -> FactCard:
    """A card with the words that the catalog has for it."""
    return FactCard(Text(f"{kind}.{name}"), about or Text(f"cards.kind.{kind}"), rule=rule, **more)


def _yields(of: Yields) -> tuple[FactLine, ...]:
    amounts = {
        "trade": of.trade,
        "production": of.production,
        "culture": of.culture,
        "coins": of.coin,
        "combat": of.combat,
    }
    return tuple(line(label, n) for label, n in amounts.items() if n)


def _knows(name: str, view: CivView | None) -> Requirement:
    met = None
    if view is not None and view.seat is not None:
        met = name in _known(view, view.seat)
    return Requirement(Text(f"technology.{name}"), met)


def _known(view: CivView, seat: int) -> frozenset[str]:
    return frozenset(each for row in view.players[seat].technologies for each in row)


def _owners(view: CivView | None, has: Callable[[CivView, int], bool]) -> tuple[int, ...]:
    if view is None:
        return ()
    return tuple(seat for seat in range(view.seats) if has(view, seat))


def _by_sheet(view: CivView | None, has: Callable[[CivSheet], bool]) -> tuple[int, ...]:
    """Whose sheet has something; while civilizations are chosen nobody has a sheet."""
    return tuple(at for at, sheet in enumerate(view.sheets if view else ()) if has(sheet))


def technology(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A technology: its level and price, and what it unlocks."""
    opens = [
        Text(f"{kind}.{getattr(facts, kind)}")
        for kind in ("building", "government", "wonder")
        if getattr(facts, kind)
    ]
    return titled(
        "technology",
        name,
        "technologies",
        Text("cards.kind.technology", {"level": facts.level}),
        icon="free_technology",
        cost=costs(TECHNOLOGY_COST[facts.level], "trade"),
        unlocks=tuple(opens),
        effects=(effect("technology", name),),
        owners=_owners(view, lambda v, seat: name in _known(v, seat)),
    )


def wonder(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A wonder: its era, price and effect."""
    price = facts.cost
    market: MarketView | None = view.market if view is not None else None
    offer = next((o for o in market.wonders if o.name == name), None) if market else None
    if offer is not None and view is not None and view.seat is not None:
        price = offer.costs[view.seat]
    return titled(
        "wonder",
        name,
        "wonders",
        Text("cards.kind.wonder", {"era": facts.era}),
        icon="wonder",
        cost=costs(price, "production"),
        facts=(line("culture", facts.culture),) if facts.culture else (),
        requires=(Requirement(Text("cards.needs.market"), offer is not None),) if market else (),
        effects=(effect("wonder", name),),
        owners=_by_sheet(view, lambda sheet: name in sheet.wonders),
    )


def building(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A building: where it stands, what it gives, how many are left."""
    left: tuple[FactLine, ...] = ()
    if view is not None and view.market is not None and name in view.market.buildings:
        left = (line("left", view.market.buildings[name]),)
    effects = [Text("cards.building.terrain", {"terrain": facts.terrain})]
    if facts.star:
        effects.append(Text("cards.building.star"))
    if facts.upgrade_of:
        effects.append(Text("cards.building.upgrade", {"building": facts.upgrade_of}))
    return titled(
        "building",
        name,
        "buildings",
        icon=name,
        cost=costs(facts.cost, "production"),
        facts=(*_yields(facts), *left),
        requires=(_knows(facts.technology, view),),
        effects=tuple(effects),
    )


def unit(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A type of unit card: what each rank needs and how strong it can be."""
    ranks = tuple(
        Text(
            "cards.unit.values" if len(value.strength) > 1 else "cards.unit.value",
            {
                "n": value.count,
                "strength": in_a_row(value.strength),
                "health": in_a_row(value.health),
            },
        )
        for value in facts.values
    )
    beats = (Text("cards.unit.beats", {"other": facts.beats}),) if facts.beats else ()
    price = AIRCRAFT_COST if name == AIRCRAFT else UNIT_COST[1]
    mine: tuple[FactLine, ...] = ()
    sheet = None if view is None or view.seat is None or not view.sheets else view.sheets[view.seat]
    if sheet is not None and name in sheet.ranks:
        rank = sheet.ranks[name]
        mine = (line("rank", rank),)
        if name != AIRCRAFT:
            price = UNIT_COST[rank]
    return titled(
        "unit",
        name,
        "units",
        icon=name,
        cost=costs(price, "production"),
        facts=mine,
        requires=_for_ranks(facts.technologies, view),
        effects=(*beats, *ranks),
    )


def _for_ranks(technologies: tuple[str, ...], view: CivView | None) -> tuple[Requirement, ...]:
    """The technology that each rank needs; the first rank of most units needs none."""
    if len(technologies) == 1:
        return (_knows(technologies[0], view),)
    return tuple(
        Requirement(
            Text("cards.unit.rank", {"technology": each, "n": rank}), _knows(each, view).met
        )
        for rank, each in enumerate(technologies, start=1)
        if each in TECHNOLOGIES
    )


def civilization(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A civilization: what it starts with and what it is good at."""
    begins = Text("cards.begins", {"government": facts.government})
    return titled(
        "civilization",
        name,
        "civilizations",
        icon="flag",
        effects=(effect("civilization", name), begins),
        owners=_owners(view, lambda v, seat: v.players[seat].civilization == name),
    )


def government(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A government: the technology it needs and its effect."""
    return titled(
        "government",
        name,
        "governments",
        icon=name,
        requires=(_knows(facts.technology, view),) if facts.technology else (),
        effects=(effect("government", name),),
        owners=_owners(view, lambda v, seat: v.players[seat].government == name),
    )


def policy(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A social policy and what is on its back."""
    return titled(
        "policy",
        name,
        "policies",
        icon="scroll",
        effects=(
            policy_effect(name, 0 if view is None else view.tradition_price),
            Text("cards.policy.back", {"policy": facts.back}),
        ),
        owners=_by_sheet(view, lambda sheet: name in sheet.policies),
    )


def investment(name: str, facts: Any, view: CivView | None) -> FactCard:
    """An investment and the steps at which it pays."""
    return titled(
        "investment",
        name,
        "investments",
        icon="coin",
        effects=(
            effect("investment", name),
            Text("cards.investment.steps", {"steps": in_a_row(facts.steps)}),
        ),
        owners=_by_sheet(view, lambda sheet: bool(sheet.invested.get(name))),
    )


def culture_card(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A culture card: its level, how many there are, what it does."""
    return titled(
        "card",
        name,
        "culture-cards",
        Text("cards.kind.card", {"level": facts.level}),
        icon="culture",
        facts=(line("in_deck", facts.count),),
        effects=(effect("card", name),),
    )


def person(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A great person: the profession and the ability."""
    return titled(
        "person",
        name,
        "great-people-cards",
        Text("cards.kind.person", {"type": facts.type}),
        icon=facts.type,
        effects=(effect("person", name),),
        owners=_by_sheet(view, lambda sheet: name in sheet.people_shown),
    )


def token(name: str, facts: Any, view: CivView | None) -> FactCard:
    """What lies under a hut or village."""
    return titled("token", name, "tokens", icon="marker", effects=(effect("token", name),))


def city_state(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A city-state and what it gives its protector."""
    return titled("city_state", name, "city-states", icon="city", facts=_yields(facts))


def relic(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A relic."""
    return titled("relic", name, "relics", icon="marker", effects=(effect("relic", name),))


def resource(name: str, facts: Any, view: CivView | None) -> FactCard:
    """A resource, and how many the market still has."""
    left: tuple[FactLine, ...] = ()
    if view is not None and view.market is not None and name in view.market.resources:
        left = (line("left", view.market.resources[name]),)
    return titled(
        "resource",
        name,
        "resources",
        icon=name,
        facts=left,
        effects=(Text("cards.resource.use"),),
        owners=_owners(view, lambda v, seat: bool(v.players[seat].resources.get(name))),
    )


MAKERS: Mapping[str, Callable[[str, Any, CivView | None], FactCard]] = {
    "technology": technology,
    "wonder": wonder,
    "building": building,
    "unit": unit,
    "civilization": civilization,
    "government": government,
    "policy": policy,
    "investment": investment,
    "card": culture_card,
    "person": person,
    "token": token,
    "city_state": city_state,
    "relic": relic,
    "resource": resource,
}
