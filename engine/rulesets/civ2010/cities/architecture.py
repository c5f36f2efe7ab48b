"""Architecture: where it may stand, what replaces what, the market (rules: buildings, wonders)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import (
    bonus,
    enemy_on,
    name,
    outskirts,
    own_outskirts,
    pieces_of,
    realm,
)
from engine.rulesets.civ2010.sheet.government import check_government
from engine.rulesets.civ2010.sheet.unlocked import buildings_with, wonder_costs_with
from engine.rulesets.civ2010.state import City, Piece, State
from engine.rulesets.civ2010.tables import (
    BASIC,
    BUILDINGS,
    PEOPLE,
    TERRAIN_LETTERS,
)


def bearing_of(state: State, seat: int, squares: Iterable[int]) -> list[int]:
    """Those squares of some outskirts that own architecture could stand on, terrain aside.

    Outskirts hold no city: they never overlap.
    """
    terrain, figures = state.terrain, state.figures
    tokens, relics, city_states = state.tokens, state.relics, state.city_states
    return [
        square
        for square in squares
        if terrain[square]
        and square not in tokens
        and square not in relics
        and square not in city_states
        and (square not in figures or not enemy_on(state, square, seat))
    ]


def bearing(state: State, city: City) -> list[int]:
    """The squares of a city that own architecture could stand on."""
    return bearing_of(state, city.owner, realm(state, city))


LAND = tuple(letter for letter in TERRAIN_LETTERS.values() if letter != "W")
TERRAINS = {
    name: LAND if building.terrain == "land" else (TERRAIN_LETTERS[building.terrain],)
    for name, building in BUILDINGS.items()
}
"""The letters of the terrain that each building may stand on."""


def fits(state: State, building: str, square: int) -> bool:
    """Whether a building may stand on a square's terrain."""
    return state.terrain[square] in TERRAINS[building]


def unlocked_buildings(state: State, seat: int) -> list[str]:
    """The buildings a seat knows how to build, in their best form, that the market has."""
    known, supply = buildings_with(tuple(state.players[seat].techs)), state.supply
    return [name for name in known if supply.get(BASIC[name], 0)]


def stars(state: State, city: City) -> list[int]:
    """The squares of a city's outskirts with a star building."""
    pieces = state.pieces
    return [at for at in outskirts(state, city) if at in pieces and is_star(pieces[at])]


def is_star(piece: Piece) -> bool:
    """Whether a piece is a building of which a city has one."""
    return piece.role == "building" and BUILDINGS[piece.kind].star


def building_squares(
    state: State, city: City, building: str, among: list[int] | None = None
) -> list[int]:
    """Where a building may be put in a city (rule: buildings); `among` is what `bearing` found."""
    squares = bearing(state, city) if among is None else among
    terrain, wanted = state.terrain, TERRAINS[building]
    found = [square for square in squares if terrain[square] in wanted]
    if found and BUILDINGS[building].star:
        old = stars(state, city)
        found = [square for square in found if not old or old == [square]]
    return found


def wonder_in(state: State, city: City) -> int:
    """The square of a city's wonder, -1 without one."""
    for square in outskirts(state, city):
        piece = state.pieces.get(square)
        if piece is not None and piece.role == "wonder":
            return square
    return -1


def wonder_squares(state: State, city: City) -> list[int]:
    """Where a wonder may be put in a city: its first one anywhere on land, else over the old."""
    old = wonder_in(state, city)
    return [
        square
        for square in bearing_of(state, city.owner, outskirts(state, city))
        if state.terrain[square] != "W" and (old < 0 or square == old)
    ]


def wonder_cost(state: State, seat: int, wonder: str) -> int:
    """What a wonder costs a seat (rule: wonders)."""
    player = state.players[seat]
    cost = wonder_costs_with(tuple(player.techs))[wonder]
    if "cheap_wonder" in player.used:
        cost -= PEOPLE["michelangelo"].abilities[0].n
    return cost


def person_squares(state: State, seat: int) -> list[int]:
    """Where a great person may stand (rule: great-people)."""
    return [
        square
        for square in bearing_of(state, seat, own_outskirts(state, seat))
        if state.terrain[square] != "W"
    ]


def put(play: Play[State], seat: int, square: int, kind: str, role: str) -> None:
    """Put architecture on a square; what stood there makes room (rule: replacing)."""
    replace(play, square)
    play.state.pieces[square] = Piece(seat, kind, role)


def replace(play: Play[State], square: int) -> None:
    """Take architecture off because something else is built over it."""
    state = play.state
    piece = state.pieces.pop(square, None)
    if piece is None:
        return
    if piece.role == "person":
        state.players[piece.owner].reserve.append(piece.kind)
    else:
        remove(play, piece)
    play.tell(events.Replaced(piece.owner, piece.kind, piece.role, name(state, square)))


def remove(play: Play[State], piece: Piece) -> None:
    """A building goes back to the market, a wonder out of the game with its card."""
    state = play.state
    if piece.role == "building":
        basic = BASIC[piece.kind]
        state.supply[basic] = state.supply.get(basic, 0) + 1
    elif piece.role == "wonder":
        state.gone.append(piece.kind)
        lose_wonder_card(play, piece)


def lose_wonder_card(play: Play[State], piece: Piece) -> None:
    """A wonder's card does nothing any more: its coins go, and a government it unlocked."""
    owner = play.state.players[piece.owner]
    owner.wonders.pop(piece.kind, None)
    if piece.kind == "panama_canal":
        owner.wonder_coins = 0
    elif piece.kind == "pyramids":
        check_government(play, piece.owner)


def destroy(play: Play[State], square: int) -> None:
    """Destroy the architecture on a square."""
    from engine.rulesets.civ2010.sheet.people import lose_person

    state = play.state
    piece = state.pieces.pop(square, None)
    if piece is None:
        return
    play.tell(events.Destroyed(piece.owner, piece.kind, piece.role, name(state, square)))
    if piece.role == "person":
        lose_person(play, piece.owner, piece.kind)
    else:
        remove(play, piece)


def put_building(play: Play[State], seat: int, square: int, building: str) -> None:
    """Build a building from the market."""
    basic = BASIC[building]
    play.state.supply[basic] -= 1
    put(play, seat, square, building, "building")


def put_wonder(play: Play[State], seat: int, square: int, wonder: str) -> None:
    """Build a wonder with its card, and note it with those who count wonders."""
    state = play.state
    put(play, seat, square, wonder, "wonder")
    state.players[seat].wonders[wonder] = square
    for player in state.players:
        for number, card in enumerate(player.people):
            if card.shown:
                player.people[number] = type(card)(card.name, True, card.wonders + 1)


def refill_wonders(play: Play[State]) -> None:
    """The market shows four wonders while the deck has any (rule: wonder-market)."""
    state = play.state
    while len(state.wonder_market) < 4 and state.wonder_deck:
        wonder = state.wonder_deck.pop()
        state.wonder_market.append(wonder)
        play.tell(events.WonderOffered(wonder))


def make_obsolete(play: Play[State], wonder: str) -> None:
    """A wonder's card is lost; one in the market is replaced (rule: obsolete)."""
    state = play.state
    play.tell(events.Obsolete(wonder))
    if wonder in state.wonder_market:
        state.wonder_market.remove(wonder)
        state.gone.append(wonder)
        refill_wonders(play)
        return
    for square, piece in state.pieces.items():
        if piece.kind == wonder:
            state.pieces[square] = Piece(piece.owner, wonder, "wonder", obsolete=True)
            lose_wonder_card(play, piece)
            return


def upgrade_buildings(play: Play[State], seat: int, building: str) -> None:
    """All basic forms of a building that a seat has become the better one (rule: upgrades)."""
    state, basic = play.state, BUILDINGS[building].upgrade_of
    if not basic:
        return
    found = [square for square, piece in pieces_of(state, seat, "building") if piece.kind == basic]
    for square in found:
        state.pieces[square] = Piece(seat, building)
    if found:
        play.tell(events.Upgraded(seat, basic, building, len(found)))


def different_pieces(state: State, city: City) -> int:
    """How many different buildings and wonders work in a city's outskirts (rule: blockade)."""
    kinds = {
        piece.kind
        for square in outskirts(state, city)
        if (piece := state.pieces.get(square)) is not None
        and piece.role != "person"
        and not enemy_on(state, square, city.owner)
    }
    return len(kinds)


def is_urban(state: State, city: City) -> bool:
    """Whether Urban Development pays in a city."""
    return bool(bonus(state, city.owner, "urban")) and different_pieces(state, city) >= 2
