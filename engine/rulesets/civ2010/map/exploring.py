"""Turning tiles up, and what is found in huts and villages (rules: exploring, huts, villages)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.core.lazy import depends_on
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.combat.units import offer_units
from engine.rulesets.civ2010.map.board import bonus, grid, name
from engine.rulesets.civ2010.sheet.culture import free_steps
from engine.rulesets.civ2010.sheet.people import gain_person
from engine.rulesets.civ2010.sheet.wealth import gain
from engine.rulesets.civ2010.state import Pick, Slot, State, Token
from engine.rulesets.civ2010.tables import COIN_ONLY, GRIDS, RELICS, TILE_ROWS
from engine.tiles.tile import turn
from engine.tiles.view import Arrow

DUE_RELICS = ("atlantis", "seven_cities_of_gold")
"""Relics that pay at the next start of turn."""


@depends_on("terrain")
def _dark_ways(state: State, seats: int) -> dict[int, list[tuple[int, Arrow]]]:
    board, found = GRIDS[seats], {}
    for square in board.squares:
        dark = [(near, arrow) for near, arrow in board.ways[square] if not state.terrain[near]]
        if dark:
            found[square] = dark
    return found


def dark_ways(state: State) -> dict[int, list[tuple[int, Arrow]]]:
    """The face-down squares beside each square that has any, with the way a tile would be laid."""
    return _dark_ways(state, state.seats)


def lay(play: Play[State], number: int, arrow: Arrow) -> None:
    """Turn a tile up: its squares, with tokens dealt onto huts and villages."""
    state = play.state
    slot = state.slots[number]
    state.slots[number] = Slot(slot.tile, arrow, True, slot.home, slot.seat)
    prints = [each for row in turn(TILE_ROWS[slot.tile], arrow) for each in row]
    for square, print_ in zip(grid(state).covered(number), prints, strict=True):
        state.terrain[square] = print_.terrain
        state.icons[square] = print_.icon
        if print_.relic == "seven_cities_of_gold":
            state.icons[square] = COIN_ONLY
        if print_.relic and has_relic(state, print_.relic):
            state.relics[square] = print_.relic
        if print_.token:
            heap = state.huts if print_.token == "hut" else state.villages
            if heap:
                state.tokens[square] = Token(print_.token, heap.pop())


def has_relic(state: State, relic: str) -> bool:
    """Whether the table plays with a relic."""
    needs = RELICS[relic].needs
    return not state.options["no_relics"] and (not needs or bool(state.options[needs]))


def turn_up(play: Play[State], seat: int, number: int, arrow: Arrow) -> None:
    """A seat's figure explores a tile."""
    state = play.state
    lay(play, number, arrow)
    corner = grid(state).covered(number)[0]
    play.tell(events.TileTurned(seat, name(state, corner), state.slots[number].tile))
    if bonus(state, seat, "building_per_tile"):
        play.push(Pick(seat, "free_building", ("basic",)))


def explore_hut(play: Play[State], seat: int, square: int) -> None:
    """A hut's token is taken (rule: huts)."""
    token = play.state.tokens.pop(square)
    play.tell(events.HutExplored(seat, name(play.state, square)))
    gain(play, seat, culture=play.state.players[seat].bonuses.get("culture_per_hut", 0))
    keep(play, seat, token.content)


def take_village(play: Play[State], seat: int, square: int) -> None:
    """A conquered village's token is taken (rule: villages)."""
    bonuses = play.state.players[seat].bonuses
    token = play.state.tokens.pop(square)
    play.tell(events.VillageTaken(seat, name(play.state, square)))
    gain(play, seat, culture=bonuses.get("culture_per_village", 0))
    keep(play, seat, token.content)
    free_steps(play, seat, bonuses.get("step_per_village", 0))


def keep(play: Play[State], seat: int, content: str) -> None:
    """A token is kept in secret until its owner uses it (rule: tokens)."""
    play.state.players[seat].tokens.append(content)
    play.tell(events.TokenKept(seat, content), to=(seat,))


def take_relics(play: Play[State]) -> None:
    """Armies take the relics they stand on, however they got there (rule: relics)."""
    state = play.state
    held = [at for at in state.relics if at in state.figures and state.figures[at][0].army]
    for at in sorted(held):
        take_relic(play, state.figures[at][0].owner, at)


def take_relic(play: Play[State], seat: int, square: int) -> None:
    """An army takes a relic (rule: relics)."""
    state = play.state
    relic = state.relics.pop(square)
    state.gone.append(relic)
    play.tell(events.RelicTaken(seat, relic, name(state, square)))
    if relic in DUE_RELICS:
        state.players[seat].due.append(relic)
    elif relic == "school_of_confucius":
        gain_person(play, seat)
        gain_person(play, seat)
    elif relic == "attilas_village":
        offer_units(play, seat, 2)
    elif relic == "ark_of_the_covenant":
        free_steps(play, seat, 2)
