"""A 2010 game through one seat's eyes: everything shown is named here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rulesets.civ2010.checks import sees_hand
from engine.rulesets.civ2010.cities.architecture import wonder_cost
from engine.rulesets.civ2010.cities.production import Workshop, arts
from engine.rulesets.civ2010.combat.battles import city_defence, rank, score
from engine.rulesets.civ2010.combat.fighting import blow
from engine.rulesets.civ2010.combat.units import health
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    combat_bonus,
    count_figures,
    gathered,
    grid,
    icons_on,
    is_blockaded,
    name,
    outskirts,
    realm,
    resources_on,
    serves,
)
from engine.rulesets.civ2010.orders import StandingOrders
from engine.rulesets.civ2010.sheet.bonuses import limit
from engine.rulesets.civ2010.sheet.culture import hand_limit
from engine.rulesets.civ2010.state import Battle, Cities, City, Research, Side, State, Unit
from engine.rulesets.civ2010.tables import (
    BUILDINGS,
    COIN_ONLY,
    PERSON_STEPS,
    STEP_COSTS,
    STEPS,
    WONDERS,
    step_level,
)
from engine.rulesets.civ2010.trade import income
from engine.rulesets.civ2010.victory import parts
from engine.tiles.civ import (
    BattleFront,
    BattleSide,
    BuildingOffer,
    CardBattle,
    CitySheet,
    CivOffer,
    CivSheet,
    CivView,
    MarketView,
    OwnCards,
    SquareYields,
    TechnologySlot,
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
    begun = all(player.civilization for player in state.players)
    standings = [parts(state, each) for each in seats]
    return CivView(
        **basics,
        turn=state.turn,
        scores=tuple(sum(reached.values()) for reached in standings),
        finished=bool(state.end),
        first=state.first,
        players=tuple(player_view(state, each, standings[each]["coins"]) for each in seats),
        tiles=tile_views(state),
        icons=icon_views(state),
        tokens=token_views(state, seat),
        cities=tuple(city_view(state, city) for city in state.cities),
        buildings=building_views(state),
        figures=figure_views(state),
        sheets=tuple(sheet(state, each) for each in seats) if begun else (),
        city_sheets=city_sheets(state),
        market=market_view(state),
        track=TRACK,
        battle=battle_view(state, seat),
        own=own_cards(state, seat),
        offers=tuple(
            CivOffer(
                o.id,
                o.maker,
                o.to,
                o.give.trade,
                o.give.culture,
                o.give.things,
                o.get.trade,
                o.get.culture,
                o.get.things,
            )
            for o in state.offers
            if seat is not None and seat in (o.maker, o.to)
        ),
        researched=frame.answered if isinstance(frame, Research) else (),
        last_turn=state.options["turn_limit"],
        tradition_price=state.options["military_tradition"],
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


# Sheets.


def sheet(state: State, seat: int) -> CivSheet:
    """A player's sheet: all of it lies open but for what is held in the hand."""
    player = state.players[seat]
    armies, scouts = count_figures(state, seat)
    away = [f.army for battle in battles(state) for f in battle.away if f.owner == seat]
    armies, scouts = armies + sum(away), scouts + len(away) - sum(away)
    return CivSheet(
        seat=seat,
        policies=tuple(player.policies),
        pyramid=tuple(
            TechnologySlot(tech, row, player.tech_coins.get(tech, 0))
            for tech, row in zip(player.techs, player.rows, strict=True)
        ),
        ranks=dict(sorted(player.ranks.items())),
        income=income(state, seat),
        sheet_coins=player.coins,
        wonder_coins=player.wonder_coins,
        invested=dict(sorted(player.invested.items())),
        wonders=tuple(sorted(player.wonders)),
        reserve=tuple(sorted(player.reserve)),
        people_shown=tuple(card.name for card in player.people if card.shown),
        people_hidden=sum(not card.shown for card in player.people),
        culture_cards=len(player.cards),
        culture_hand=hand_limit(state, seat),
        tokens=len(player.tokens),
        units=len(player.units),
        armies=armies,
        armies_left=figures.supply(state, seat, army=True) - sum(away),
        scouts=scouts,
        scouts_left=figures.supply(state, seat, army=False) - (len(away) - sum(away)),
        speed=figures.speed(state, seat, 1, 1),
        stacking=limit(state, seat, "stacking"),
        combat=combat_bonus(state, seat),
    )


def city_sheets(state: State) -> tuple[CitySheet, ...]:
    """Every city with what its squares give."""
    frame = next((f for f in reversed(state.frames) if isinstance(f, Cities)), None)
    return tuple(city_sheet(state, city, frame) for city in state.cities)


def city_sheet(state: State, city: City, frame: Cities | None) -> CitySheet:
    """A city, its outskirts and the squares that scouts gather from for it."""
    seat = city.owner
    around = outskirts(state, city)
    squares = [
        square_yields(state, seat, at, "outskirts" if at in around else "city_state")
        for at in realm(state, city)
        if serves(state, at, seat)
    ]
    squares += (
        square_yields(state, seat, at, "scout")
        for at, home in gathered(state, seat)
        if home == city.at
    )
    shop = Workshop(state, city, frame)
    return CitySheet(
        owner=seat,
        place=name(state, city.at),
        capital=city.capital,
        metropolis=city.second >= 0,
        walls=city.walls,
        fortification=city.fort,
        caravan=city.caravan,
        program=city.program,
        defence=city_defence(state, city),
        trade=sum(each.trade for each in squares if not each.blockaded),
        production=shop.production(city.program, False),
        arts=arts(state, city, shop.worked),
        acted=frame is not None and any(at == city.at for at, _ in frame.acted),
        squares=tuple(squares),
    )


def square_yields(state: State, seat: int, at: int, source: str) -> SquareYields:
    """What a square gives."""
    trade, production, culture, coin, combat = icons_on(state, at)
    blocked = is_blockaded(state, at, seat)
    return SquareYields(
        name(state, at),
        trade,
        production,
        culture,
        coin,
        combat,
        resources_on(state, at),
        blocked,
        source,
    )


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


def battles(state: State) -> list[Battle]:
    """The battles being fought, the latest last."""
    return [frame for frame in state.frames if isinstance(frame, Battle)]


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
