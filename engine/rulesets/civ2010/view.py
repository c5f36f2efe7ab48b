"""A 2010 game through one seat's eyes: everything shown is named here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.rulesets.civ2010.cities.architecture import wonder_cost
from engine.rulesets.civ2010.combat.battles import rank, score
from engine.rulesets.civ2010.combat.fighting import blow
from engine.rulesets.civ2010.combat.units import health, sees_hand
from engine.rulesets.civ2010.map.board import (
    grid,
    is_blockaded,
    name,
)
from engine.rulesets.civ2010.orders import StandingOrders
from engine.rulesets.civ2010.sheet_views import battles, seat_sheets
from engine.rulesets.civ2010.state import City, Offer, Research, Side, State, Unit
from engine.rulesets.civ2010.tables import (
    BUILDINGS,
    COIN_ONLY,
    PERSON_STEPS,
    STEP_COSTS,
    STEPS,
    WONDERS,
    step_level,
)
from engine.tiles.civ import (
    BattleFront,
    BattleSide,
    BuildingOffer,
    CardBattle,
    CivOffer,
    CivView,
    MarketView,
    OwnCards,
    TrackStep,
    UnitCard,
    WonderOffer,
)
from engine.tiles.view import (
    BuildingView,
    CityView,
    FiguresView,
    IconView,
    Tile,
    TilePlayerView,
    TokenView,
)


def track_step(number: int) -> TrackStep:
    """A step of the culture track."""
    level = step_level(number)
    culture, trade = STEP_COSTS[level - 1]
    gives = "victory" if number == STEPS else "person" if number in PERSON_STEPS else "card"
    return TrackStep(number, level, gives, culture, trade)


TRACK = tuple(track_step(number) for number in range(1, STEPS + 1))


def make_view(state: State, seat: int | None, basics: Mapping[str, Any]) -> CivView:
    """What `seat`, or a spectator, may know; `basics` are what every rule set shows."""
    frame = state.frames[-1] if state.frames else None
    seats = range(state.seats)
    shown = seat_sheets(state)
    return CivView(
        **basics,
        turn=state.turn,
        scores=tuple([sum(each.standing.values()) for each in shown]),
        finished=bool(state.end),
        first=state.first,
        players=tuple([player_view(state, n, shown[n].standing["coins"]) for n in seats]),
        tiles=tile_views(state),
        icons=icon_views(state),
        tokens=token_views(state, seat),
        cities=tuple(city_view(state, city) for city in state.cities),
        buildings=building_views(state),
        figures=figure_views(state),
        sheets=tuple([each.sheet for each in shown if each.sheet is not None]),
        city_sheets=tuple([shown[city.owner].cities[city.at] for city in state.cities]),
        market=market_view(state),
        track=TRACK,
        battle=battle_view(state, seat),
        own=own_cards(state, seat),
        offers=offer_views(state.offers, seat),
        refused=offer_views(state.refused, seat),
        researched=frame.answered if isinstance(frame, Research) else (),
        last_turn=state.options["turn_limit"],
        tradition_price=state.options["military_tradition"],
    )


def offer_views(offers: Iterable[Offer], seat: int | None) -> tuple[CivOffer, ...]:
    """Those of some offers that a seat made or was made."""
    return tuple(offer_view(offer) for offer in offers if seat in (offer.maker, offer.to))


def offer_view(offer: Offer) -> CivOffer:
    """An offer as its two sides see it."""
    give, get = offer.give, offer.get
    return CivOffer(
        offer.id,
        offer.maker,
        offer.to,
        give.trade,
        give.culture,
        give.things,
        get.trade,
        get.culture,
        get.things,
    )


def player_view(state: State, seat: int, coins: int) -> TilePlayerView:
    """What the map's legend says of a player, who has so many coins."""
    player = state.players[seat]
    rows = [
        tuple(t for t, at in zip(player.techs, player.rows, strict=True) if at == row)
        for row in range(1, 6)
    ]
    return TilePlayerView(
        seat=seat,
        civilization=player.civilization,
        government=player.government,
        trade=player.trade,
        coins=coins,
        culture=player.culture,
        track=player.track,
        technologies=tuple(rows),
        resources=dict(sorted(player.resources.items())),
    )


# The map.


def tile_views(state: State) -> tuple[Tile, ...]:
    """The tiles; those face down have no rows."""
    board = grid(state)
    found = []
    for number, (x, y) in enumerate(board.tiles):
        slot = state.slots[number]
        rows: tuple[str, ...] = ()
        if slot.up:
            letters = [state.terrain[at] for at in board.covered(number)]
            rows = tuple("".join(letters[n : n + 4]) for n in range(0, 16, 4))
        found.append(Tile(x, y, rows, slot.seat if slot.seat >= 0 else None))
    return tuple(found)


def icon_views(state: State) -> tuple[IconView, ...]:
    """Printed icons that nothing is built over, city-states and relics."""
    board = grid(state)
    found = []
    for at in board.squares:
        icon = state.icons[at]
        if icon and at not in state.pieces:
            found.append(IconView(*board.xy(at), "coin" if icon == COIN_ONLY else icon))
    found += (IconView(*board.xy(at), m) for at, m in sorted(state.city_states.items()))
    found += (IconView(*board.xy(at), relic) for at, relic in sorted(state.relics.items()))
    return tuple(found)


def token_views(state: State, seat: int | None) -> tuple[TokenView, ...]:
    """Huts and villages, face down but for those the seat has seen."""
    board = grid(state)
    return tuple(
        TokenView(
            *board.xy(at),
            "hut" if token.kind == "hut" else "village",
            token.content if seat is not None and token.known >> seat & 1 else None,
        )
        for at, token in sorted(state.tokens.items())
    )


def city_view(state: State, city: City) -> CityView:
    """A city on the map."""
    board = grid(state)
    second = board.xy(city.second) if city.second >= 0 else None
    return CityView(city.owner, *board.xy(city.at), city.capital, city.walls, second)


def building_views(state: State) -> tuple[BuildingView, ...]:
    """Architecture on the map."""
    board = grid(state)
    roles: Mapping[str, Any] = {"person": "great_person"}
    return tuple(
        BuildingView(
            piece.owner,
            *board.xy(at),
            piece.kind,
            roles.get(piece.role, piece.role),
            piece.obsolete or is_blockaded(state, at, piece.owner),
        )
        for at, piece in sorted(state.pieces.items())
    )


def figure_views(state: State) -> tuple[FiguresView, ...]:
    """Figures on the map."""
    board = grid(state)
    found = []
    standing = dict(state.figures)
    for battle in battles(state):
        if battle.away:
            # They are shown where they came from until it is decided where they stand.
            standing[battle.origin] = (*standing.get(battle.origin, ()), *battle.away)
    for at, here in sorted(standing.items()):
        armies = sum(figure.army for figure in here)
        found.append(FiguresView(here[0].owner, *board.xy(at), armies, len(here) - armies))
    return tuple(found)


# The market.


OFFERS = {
    kind: BuildingOffer(building.cost, *building.icons)
    for kind, building in BUILDINGS.items()
    if not building.upgrade_of
}


def market_view(state: State) -> MarketView:
    """The market."""
    return MarketView(
        resources=dict(sorted(state.market.items())),
        buildings=dict(sorted(state.supply.items())),
        wonders=tuple(
            WonderOffer(
                wonder,
                WONDERS[wonder].era,
                tuple(wonder_cost(state, seat, wonder) for seat in range(state.seats)),
            )
            for wonder in state.wonder_market
        ),
        wonders_left=len(state.wonder_deck),
        units={kind: len(deck) for kind, deck in sorted(state.units.items())},
        offers=OFFERS,
    )


# Battles and secrets.


def unit_card(state: State, side: Side, unit: Unit, wounds: int = 0, sharp: int = 0) -> UnitCard:
    """A unit as it fights."""
    level = rank(state, side, unit)
    return UnitCard(unit.type, level, blow(state, side, unit, sharp), health(unit, level), wounds)


def battle_view(state: State, seat: int | None) -> CardBattle | None:
    """The battle being fought, with the hands that the seat may see."""
    fought = battles(state)
    if not fought:
        return None
    frame, sides = fought[-1], []
    for number, side in enumerate(frame.sides):
        seen = seat is not None and (seat == side.leader or sees_hand(state, seat, frame, number))
        sides.append(
            BattleSide(
                side.leader,
                side.owner,
                len(side.hand),
                side.bonus,
                score(state, frame, number),
                tuple(unit.type for unit in side.killed),
                tuple(unit_card(state, side, unit, 0, side.sharp) for unit in side.hand)
                if seen
                else None,
            )
        )
    fronts = []
    for front in frame.fronts:
        cards = [
            None
            if unit is None
            else unit_card(state, frame.sides[n], unit, front.wounds[n], front.sharp[n])
            for n, unit in enumerate(front.units)
        ]
        fronts.append(BattleFront(cards[0], cards[1]))
    place = name(state, frame.square)
    return CardBattle(place, frame.kind, (sides[0], sides[1]), tuple(fronts), frame.turn)


def own_cards(state: State, seat: int | None) -> OwnCards:
    """What the seat holds itself."""
    if seat is None or not state.players[seat].civilization:
        return OwnCards()
    player = state.players[seat]
    own = Side(seat, seat, ())
    return OwnCards(
        cards=tuple(player.cards),
        tokens=tuple(player.tokens),
        units=tuple(unit_card(state, own, unit) for unit in player.units),
        people=tuple(card.name for card in player.people if not card.shown),
        orders={field: getattr(player.orders, field) for field in StandingOrders.choices},
    )
