"""Every player's sheet, and those of the cities: what of them lies open on the table.

They are most of the work of a view, and a choice changes few of them. So they are kept with all
that they were made of, and made again for those seats for which any of that has changed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.lazy import COMPARED, kept_answers
from engine.rulesets.civ2010.cities.production import Workshop, arts
from engine.rulesets.civ2010.combat.battles import city_defence
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    cities_of,
    combat_bonus,
    count_figures,
    gathered,
    icons_on,
    is_blockaded,
    name,
    outskirts,
    own_outskirts,
    realm,
    resources_on,
    serves,
)
from engine.rulesets.civ2010.sheet.bonuses import limit
from engine.rulesets.civ2010.sheet.culture import hand_limit
from engine.rulesets.civ2010.state import Battle, Cities, City, Player, State
from engine.rulesets.civ2010.trade import income
from engine.rulesets.civ2010.victory import parts
from engine.tiles.civ import CitySheet, CivSheet, SquareYields, TechnologySlot

SHEETS = "seat_sheets"
COMPARED.add(SHEETS)


class SeatSheets(NamedTuple):
    """What lies open of a seat: how far it has come, its sheet and those of its cities by their
    squares; and what of the game that concerns it alone they were made of."""

    own: tuple[object, ...]
    standing: dict[str, int]
    sheet: CivSheet | None
    cities: dict[int, CitySheet]


class Shown(NamedTuple):
    """The sheets as they were shown last, and the board that they were made of."""

    board: tuple[Any, ...]
    sheets: tuple[SeatSheets, ...]


def seat_sheets(state: State) -> tuple[SeatSheets, ...]:
    """The sheets of all seats; those of a seat for which nothing has changed are the same objects.

    They depend on the board, on what concerns the seat itself, and on nothing else.
    """
    kept = kept_answers(state)
    then: Shown | None = kept.get(SHEETS)
    board = (state.terrain, state.icons, state.city_states, state.cities, state.pieces)
    old = then.sheets if then is not None and then.board == board else ()
    sheets = []
    for seat in range(state.seats):
        own = concerning(state, seat)
        sheets.append(old[seat] if old and old[seat].own == own else find_sheets(state, seat, own))
    shown = kept[SHEETS] = Shown(tuple([part.copy() for part in board]), tuple(sheets))
    return shown.sheets


def concerning(state: State, seat: int) -> tuple[object, ...]:
    """Everything beside the board that a seat's sheets depend on.

    Figures of others concern it where they stand on squares of its own, or on city-states.
    """
    player, frame = state.players[seat], cities_frame(state)
    near = {*own_outskirts(state, seat), *player.wonders.values(), *state.city_states}
    pieces = state.pieces
    standing = {
        at: here
        for at, here in state.figures.items()
        if here[0].owner == seat or at in near or (at in pieces and pieces[at].owner == seat)
    }
    acted, extra = (frame.acted, frame.extra) if frame is not None else ((), ())
    cities = [city.at for city in cities_of(state, seat)]
    took = [each for each in acted if each[0] in cities]
    added = [each for each in extra if each[0] in cities]
    away = [figure for battle in battles(state) for figure in battle.away if figure.owner == seat]
    return has_begun(state), player, standing, took, added, away


def find_sheets(state: State, seat: int, own: tuple[object, ...]) -> SeatSheets:
    """The sheets of a seat; its own only once all have their civilizations."""
    frame = cities_frame(state)
    return SeatSheets(
        tuple([part.copy() if isinstance(part, Player) else part for part in own]),
        parts(state, seat),
        sheet(state, seat) if has_begun(state) else None,
        {city.at: city_sheet(state, city, frame) for city in cities_of(state, seat)},
    )


def has_begun(state: State) -> bool:
    """Whether everyone has a civilization."""
    return all(player.civilization for player in state.players)


def cities_frame(state: State) -> Cities | None:
    """The production phase, while it goes on."""
    return next((f for f in reversed(state.frames) if isinstance(f, Cities)), None)


def battles(state: State) -> list[Battle]:
    """The battles being fought, the latest last."""
    return [frame for frame in state.frames if isinstance(frame, Battle)]


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
