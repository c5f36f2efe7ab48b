"""Questions about the map: who stands where, what a square gives, what belongs to whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.lazy import depends_on, kept
from engine.rulesets.civ2010.map.settled import settled
from engine.rulesets.civ2010.state import NOBODY, City, Figure, Piece, State
from engine.rulesets.civ2010.tables import (
    CITY_STATE_ICONS,
    CITY_STATES,
    GRIDS,
    MAP_BONUSES,
    PEOPLE,
    PIECE_ICONS,
    PRINTED_ICONS,
    RESOURCES,
    WONDERS,
)
from engine.tiles.grid import Grid

Icons = tuple[int, int, int, int, int]
TRADE, PRODUCTION, CULTURE, COIN, COMBAT = range(5)


ORDERS = {
    seats: tuple(tuple((first + n) % seats for n in range(seats)) for first in range(seats))
    for seats in GRIDS
}
"""For each number of players and each first one, all seats clockwise from there."""


def grid(state: State) -> Grid:
    """The geometry of the game's map."""
    return GRIDS[state.seats]


def name(state: State, square: int) -> str:
    """What a square is called."""
    return GRIDS[state.seats].names[square]


def turn_order(state: State, first: int | None = None) -> tuple[int, ...]:
    """Seats from the first player on, clockwise."""
    return ORDERS[state.seats][state.first if first is None else first]


def others(state: State, seat: int) -> tuple[int, ...]:
    """The other seats, from the next one on."""
    return ORDERS[state.seats][seat][1:]


# Bonuses that may depend on the map.


WONDERS_GIVING = {
    what: {name: card.bonuses[what] for name, card in WONDERS.items() if what in card.bonuses}
    for what in MAP_BONUSES
}
PEOPLE_GIVING = {
    what: {name: card.bonuses[what] for name, card in PEOPLE.items() if what in card.bonuses}
    for what in MAP_BONUSES
}
"""The wonders and great people that add to each bonus, and how much."""


def bonus(state: State, seat: int, what: str) -> int:
    """The sum of a bonus over all that works for a seat now (rule: cards)."""
    player = state.players[seat]
    total = player.bonuses.get(what, 0)
    if what not in MAP_BONUSES:
        return total
    if player.wonders:
        giving = WONDERS_GIVING[what]
        for wonder, square in player.wonders.items():
            if wonder in giving and not is_blockaded(state, square, seat):
                total += giving[wonder]
    if player.people:
        giving = PEOPLE_GIVING[what]
        for card in player.people:
            shown = card.shown and card.name in giving
            if shown and person_works(state, seat, PEOPLE[card.name].type):
                total += giving[card.name]
    return total


def wonder_works(state: State, seat: int, wonder: str) -> bool:
    """Whether a wonder's card can be used: it is the seat's own and not blockaded."""
    square = state.players[seat].wonders.get(wonder)
    return square is not None and not is_blockaded(state, square, seat)


def person_works(state: State, seat: int, kind: str) -> bool:
    """Whether a great person of that type stands on the map, not blockaded."""
    return any(
        piece.kind == kind and piece.owner == seat and not is_blockaded(state, square, seat)
        for square, piece in state.pieces.items()
        if piece.role == "person"
    )


# Figures.


def enemy_on(state: State, square: int, seat: int) -> bool:
    """Whether another player's figure stands there."""
    here = state.figures.get(square)
    return here is not None and here[0].owner != seat


@kept
def own_squares(state: State, seat: int) -> list[int]:
    """The squares with figures of a seat, in order; void when `figures.put` changes them."""
    return sorted([square for square, here in state.figures.items() if here[0].owner == seat])


def count_figures(state: State, seat: int) -> tuple[int, int]:
    """How many armies and scouts a seat has on the map."""
    armies = scouts = 0
    for here in state.figures.values():
        if here[0].owner == seat:
            for figure in here:
                if figure.army:
                    armies += 1
                else:
                    scouts += 1
    return armies, scouts


def armies_on(state: State, square: int) -> int:
    """How many armies stand on a square."""
    return sum(figure.army for figure in state.figures.get(square, ()))


def is_blockaded(state: State, square: int, seat: int) -> bool:
    """Whether an enemy figure keeps a seat's square from giving anything (rule: blockade)."""
    here = state.figures.get(square)
    return here is not None and here[0].owner != seat


def unblockaded(state: State, squares: Sequence[int], seat: int) -> list[int]:
    """Those of a seat's squares that are not blockaded and serve it."""
    figures = state.figures
    found = [
        square
        for square in squares
        if square not in figures or not is_blockaded(state, square, seat)
    ]
    return [at for at in found if serves(state, at, seat)] if state.city_states else found


def serves(state: State, square: int, seat: int) -> bool:
    """Whether a square of a seat's outskirts is its own: a city-state only with a figure there."""
    if square not in state.city_states:
        return True
    return square in state.figures and not is_blockaded(state, square, seat)


# Cities.


def cities_of(state: State, seat: int) -> list[City]:
    """A seat's cities, the capital first; not to be changed."""
    return settled(state).cities.get(seat, [])


def city_on(state: State, square: int) -> City | None:
    """The city that covers a square."""
    return settled(state).centres.get(square)


def city_at(state: State, square: int) -> City:
    """The city whose first square this is."""
    return next(city for city in state.cities if city.at == square)


def capital_of(state: State, seat: int) -> City:
    """A seat's capital; without one the game is over."""
    return next(city for city in state.cities if city.capital and city.owner == seat)


def outskirts(state: State, city: City) -> tuple[int, ...]:
    """The squares around a city, without city-states."""
    return GRIDS[state.seats].outskirts(*city.squares)


def realm(state: State, city: City) -> tuple[int, ...]:
    """A city's outskirts, and for a capital the city-states its owner controls."""
    squares = outskirts(state, city)
    if city.capital and state.city_states:
        held = controlled(state, city.owner)
        # The outskirts of a metropolis may hold one: no square counts twice.
        more = [at for at in held if at not in squares]
        squares = (*squares, *more)
    return squares


def controlled(state: State, seat: int) -> tuple[int, ...]:
    """The city-states a seat has a figure on (rule: city-states)."""
    return tuple(
        square
        for square in sorted(state.city_states)
        if (here := state.figures.get(square)) is not None and here[0].owner == seat
    )


def outskirts_owner(state: State, square: int) -> City | None:
    """The city whose outskirts a square belongs to."""
    near = set(GRIDS[state.seats].around[square])
    for city in state.cities:
        if (city.at in near or city.second in near) and square not in city.squares:
            return city
    return None


# What squares give.


def icons_on(state: State, square: int) -> Icons:
    """Trade, production, culture, coins and combat bonus of a square (rule: squares)."""
    piece = state.pieces.get(square)
    if piece is not None:
        return PIECE_ICONS[piece.kind]
    marker = state.city_states.get(square)
    if marker is not None:
        return CITY_STATE_ICONS[marker]
    return PRINTED_ICONS[state.terrain[square]][state.icons[square]]


def resources_on(state: State, square: int) -> tuple[str, ...]:
    """The market resources that can be harvested from a square."""
    if square in state.pieces:
        return ()
    marker = state.city_states.get(square)
    if marker is not None:
        return RESOURCES if CITY_STATES[marker].resource == "any" else ()
    icon = state.icons[square]
    return (icon,) if icon in RESOURCES else ()


def gatherers(state: State, seat: int) -> list[int]:
    """The squares with a figure that can send home what they give (rule: scouts)."""
    armies = "armies_gather" in state.players[seat].bonuses
    return [s for s in own_squares(state, seat) if armies or not state.figures[s][-1].army]


def gathered(state: State, seat: int) -> list[tuple[int, int]]:
    """Squares that figures send home, with the city they send to (rule: scouts).

    Outside the own outskirts every square with a scout is sent, and with an army of those whose
    civilization lets them; inside, one that its owner sends to another city than its own.
    """
    found: list[tuple[int, int]] = []
    senders = gatherers(state, seat)
    if not senders:
        return found
    for square in senders:
        # Armies stand first on a square, so that the last figure is a scout if there is one.
        sender = state.figures[square][-1]
        inside = home_square(state, seat, square)
        if inside == NOBODY:
            found.append((square, sending_home(state, seat, square, sender)))
        elif sender.home not in (NOBODY, inside) and is_home(state, seat, sender.home):
            found.append((square, sender.home))
    return found


def is_home(state: State, seat: int, square: int) -> bool:
    """Whether one of a seat's cities has a square as its first."""
    return any(city.at == square for city in cities_of(state, seat))


def home_square(state: State, seat: int, square: int) -> int:
    """The first of a seat's cities that a square with its figure belongs to, else nobody's."""
    found = settled(state).homes[seat].get(square, NOBODY)
    if found == NOBODY and square in state.city_states:
        # Who stands on a city-state controls it, and it belongs to the capital.
        return cities_of(state, seat)[0].at
    return found


def sending_home(state: State, seat: int, square: int, figure: Figure) -> int:
    """The city a figure sends to: the one its owner chose, else the nearest."""
    if figure.home != NOBODY and is_home(state, seat, figure.home):
        return figure.home
    return settled(state).nearest(seat, square)


def gathers_combat(state: State) -> bool:
    """Whether scouts send combat bonuses home, too (house rule)."""
    return bool(state.options["scouts_steal_combat"])


def city_squares(state: State, city: City) -> list[int]:
    """Every square whose icons a city has now, those of scouts included."""
    seat = city.owner
    found = unblockaded(state, realm(state, city), seat)
    sent = gathered(state, seat)
    if sent:
        elsewhere = {square for square, home in sent if home != city.at}
        found = [square for square in found if square not in elsewhere]
        found += (square for square, home in sent if home == city.at)
    return found


def all_squares(state: State, seat: int) -> list[int]:
    """Every square whose icons a seat has now."""
    found = unblockaded(state, own_outskirts(state, seat), seat)
    found += [square for square, _ in gathered(state, seat) if square not in found]
    return found


def total(state: State, squares: Iterable[int], what: int) -> int:
    """The sum of one sort of icon over some squares."""
    terrain, icons, pieces, markers = state.terrain, state.icons, state.pieces, state.city_states
    found = 0
    for square in squares:
        if square in pieces or square in markers:
            found += icons_on(state, square)[what]
        else:
            # As `icons_on`, without the call: most squares are bare.
            found += PRINTED_ICONS[terrain[square]][icons[square]][what]
    return found


def pieces_of(state: State, seat: int, role: str = "") -> list[tuple[int, Piece]]:
    """A seat's architecture with its squares, in order."""
    return sorted(
        (square, piece)
        for square, piece in state.pieces.items()
        if piece.owner == seat and (not role or piece.role == role)
    )


def coins(state: State, seat: int) -> int:
    """All coins that count now (rule: coins)."""
    player = state.players[seat]
    found = player.coins + sum(player.tech_coins.values()) + bonus(state, seat, "coins")
    if player.wonder_coins and wonder_works(state, seat, "panama_canal"):
        found += player.wonder_coins
    return found + total(state, all_squares(state, seat), COIN)


def may_have_coins(state: State, wanted: int) -> list[int]:
    """The seats that could have so many coins: a cheap look, for a check made all the time.

    Nobody else has as many; who is named may have fewer.
    """
    # One more each for a great person's card, a city-state and the Seven Cities of Gold.
    printed = printed_on(state, "coin") + 3
    most = [
        player.coins
        + player.wonder_coins
        + player.bonuses.get("coins", 0)
        + (sum(player.tech_coins.values()) if player.tech_coins else 0)
        for player in state.players
    ]
    richest = printed + max(most)
    if richest + len(state.pieces) < wanted:
        return []
    paying = [each for each in state.pieces.items() if each[1].kind in COIN_PIECES]
    if richest + len(paying) < wanted:
        return []
    for square, piece in paying:
        most[piece.owner] += 1
        here = state.figures.get(square)
        if here is not None and here[0].owner != piece.owner:
            most[here[0].owner] += 1
    return [seat for seat, coins in enumerate(most) if printed + coins >= wanted]


@depends_on("icons")
def printed_on(state: State, icon: str) -> int:
    """On how many squares an icon lies open."""
    return state.icons.count(icon)


COIN_PIECES = {kind: icons[COIN] for kind, icons in PIECE_ICONS.items() if icons[COIN]}


def combat_bonus(state: State, seat: int) -> int:
    """What a seat adds to its score in every battle (rule: combat-bonus)."""
    found = bonus(state, seat, "combat")
    for square in unblockaded(state, own_outskirts(state, seat), seat):
        found += icons_on(state, square)[COMBAT]
    if gathers_combat(state):
        stolen = (s for s, _ in gathered(state, seat) if is_enemy_building(state, s, seat))
        found += total(state, stolen, COMBAT)
    return found


def is_enemy_building(state: State, square: int, seat: int) -> bool:
    """Whether a building of another player stands on a square: no wonder, no great person."""
    piece = state.pieces.get(square)
    return piece is not None and piece.role == "building" and piece.owner != seat


def own_outskirts(state: State, seat: int) -> list[int]:
    """The squares of all own outskirts and controlled city-states; not to be changed."""
    if state.city_states:
        return [square for city in cities_of(state, seat) for square in realm(state, city)]
    return settled(state).outskirts.get(seat, [])


def in_reach(state: State, seat: int, square: int, reach: int) -> bool:
    """Whether an own figure or city is within so many squares."""
    board = GRIDS[state.seats]
    near = [*own_squares(state, seat), *(s for c in cities_of(state, seat) for s in c.squares)]
    return any(board.distance(square, one) <= reach for one in near)


def is_revealed(state: State, square: int) -> bool:
    """Whether a square lies on a tile that was turned up."""
    return bool(state.terrain[square])
