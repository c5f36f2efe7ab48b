"""Set-up: decks, market, home tiles, and what players choose to begin with (rules: setup)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.core.flow import Phase, Play
from engine.core.grammar import OneOf, Option, Value
from engine.core.lobby import LobbyChoice
from engine.core.script import Steps, go
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import put_wonder, refill_wonders, wonder_squares
from engine.rulesets.civ2010.cities.founding import put_city
from engine.rulesets.civ2010.combat.units import gain_unit
from engine.rulesets.civ2010.describing import effect, option
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    TRADE,
    capital_of,
    grid,
    name,
    outskirts,
    total,
    turn_order,
)
from engine.rulesets.civ2010.map.exploring import lay
from engine.rulesets.civ2010.questions.picks import Asked, ask, question
from engine.rulesets.civ2010.sheet.bonuses import refresh
from engine.rulesets.civ2010.sheet.government import check_policies
from engine.rulesets.civ2010.sheet.learning import check_growth
from engine.rulesets.civ2010.sheet.paying import gain_resource
from engine.rulesets.civ2010.sheet.people import gain_person
from engine.rulesets.civ2010.sorts import SQUARE, Thing
from engine.rulesets.civ2010.state import City, Pick, Player, SetUp, Slot, State, Turn
from engine.rulesets.civ2010.tables import (
    BUILDINGS,
    CITY_STATES,
    CIVILIZATIONS,
    CULTURE,
    ERAS,
    FEWER_WATER,
    GRIDS,
    GROUND,
    HUTS,
    LAYOUTS,
    NEUTRAL,
    PEOPLE,
    PERSON_TYPES,
    PERSONS_PER_TYPE,
    RESOURCES,
    TECHNOLOGIES,
    TILE_ROWS,
    UNITS,
    VILLAGES,
    WONDERS,
)
from engine.tiles.tile import turn
from engine.tiles.view import Arrow

WONDERS_PER_ERA = 4
STEPS_PER_SEAT = 4
CENTRE = (5, 6, 9, 10)
"""The four middle squares of a tile, counted row by row."""
SWITCHES = {
    "military_unit_tokens": "friendly_barbarian",
    "production_tokens": "friendly_workers",
    "technology_tokens": "teacher",
}
"""Table options that leave a kind of token out."""


PLAIN = {"off": 0, "on": 1, "2": 2, "3": 3, "4": 4}
"""Options that are switches, or a number, as the rules read them."""


def as_read(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The table's options as the rules read them."""
    return {field: PLAIN.get(value, value) for field, value in chosen.items()}


def new_state(ruleset: str, version: int, seats: int, chosen: Mapping[str, Value]) -> State:
    """Everything still in the box, as far as the table plays with it."""
    options = as_read(chosen)
    board = GRIDS[seats]
    squares = board.width * board.height
    return State(
        ruleset=ruleset,
        version=version,
        seats=seats,
        options=options,
        slots=[],
        pool=[n for n, tile in NEUTRAL.items() if wanted(options, tile.set)],
        terrain=[""] * squares,
        icons=[""] * squares,
        tokens={},
        relics={},
        city_states={},
        cities=[],
        pieces={},
        figures={},
        players=[Player() for _ in range(seats)],
        market=dict.fromkeys(RESOURCES, seats),
        supply={n: b.supply for n, b in BUILDINGS.items() if b.supply},
        wonder_deck=[],
        wonder_market=[],
        gone=[],
        units={},
        persons=[kind for kind in PERSON_TYPES for _ in range(PERSONS_PER_TYPE)],
        person_deck=person_cards(options),
        decks=[culture_deck(options, level) for level in (1, 2, 3)],
        discards=[[], [], []],
        huts=token_heap(options, HUTS),
        villages=token_heap(options, VILLAGES),
        states_left=list(CITY_STATES),
        offers=[],
        refused=[],
        frames=[],
    )


def wanted(options: Mapping[str, Value], box: str) -> bool:
    """Whether the table plays with a set of the game."""
    return bool(options["sets"] == "all" or box == "base")


def allowed(options: Mapping[str, Value], needs: str) -> bool:
    """Whether the option that a card needs is on."""
    return not needs or bool(options[needs])


def person_cards(options: Mapping[str, Value]) -> list[str]:
    """The cards of great people, if the table plays with them."""
    if not options["nobles"]:
        return []
    return [name for name, card in PEOPLE.items() if allowed(options, card.needs)]


def culture_deck(options: Mapping[str, Value], level: int) -> list[str]:
    """The culture cards of a level."""
    return [
        name
        for name, card in CULTURE.items()
        if card.level == level and wanted(options, card.set)
        for _ in range(card.count)
    ]


def token_heap(options: Mapping[str, Value], boxes: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Huts or villages, without the kinds that the table leaves out."""
    out = {kind for switch, kind in SWITCHES.items() if not options[switch]}
    if not options["culture_tokens"]:
        out |= {"native_art_3", "native_art_6"}
    if options["coin_tokens"] == "out":
        out.add("wealth")
    if options["city_state_tokens"] == "out":
        out.add("city_state")
    return [
        kind
        for box, heap in boxes.items()
        if wanted(options, box)
        for kind, count in heap.items()
        if kind not in out
        for _ in range(count)
    ]


def set_up(play: Play[State]) -> None:
    """Shuffle everything, deal the neutral tiles, and draw the first player (rule: setup-decks)."""
    state = play.state
    options = state.options
    left_out = FEWER_WATER if options["fewer_water_tiles"] else ()
    pool = [n for n in state.pool if n not in left_out]
    needed = len(grid(state).tiles) - len(LAYOUTS[state.seats].homes)
    if len(pool) < needed:
        # The first set has too few tiles for five players (rule: setup-decks).
        others = [n for n in NEUTRAL if n not in state.pool and n not in left_out]
        pool += play.shuffle(others)[: needed - len(pool)]
    dealt = play.shuffle(pool)[:needed]
    state.pool = [n for n in state.pool if n not in dealt]
    at_home = {(home.x, home.y): n for n, home in enumerate(LAYOUTS[state.seats].homes)}
    state.slots = [
        Slot(home=at_home[corner]) if corner in at_home else Slot(dealt.pop())
        for corner in grid(state).tiles
    ]
    wonders: list[str] = []
    for era in ERAS:
        of_era = [
            n
            for n, w in WONDERS.items()
            if w.era == era and wanted(options, w.set) and allowed(options, w.needs)
        ]
        wonders += play.shuffle(of_era)[:WONDERS_PER_ERA]
    state.wonder_deck = wonders[::-1]
    for kind, unit in UNITS.items():
        cards = [n for n, value in enumerate(unit.values) for _ in range(value.count)]
        state.units[kind] = play.shuffle(cards)
    state.persons = play.shuffle(state.persons)
    state.person_deck = play.shuffle(state.person_deck)
    state.decks = [play.shuffle(deck) for deck in state.decks]
    state.huts = play.shuffle(state.huts)
    state.villages = play.shuffle(state.villages)
    state.first = play.draw(state.seats)
    play.push(SetUp())


def choosable(state: State) -> list[str]:
    """The civilizations nobody has taken."""
    taken = {player.civilization for player in state.players}
    return [name for name in in_play(state.options) if name not in taken]


def in_play(options: Mapping[str, Value]) -> list[str]:
    """The civilizations that the table plays with."""
    return [
        name
        for name, card in CIVILIZATIONS.items()
        if wanted(options, card.set) and allowed(options, card.needs)
    ]


def lobby_choice(chosen: Mapping[str, Value]) -> LobbyChoice | None:
    """Where players choose their civilization, they may do so in the lobby."""
    if chosen["civilizations"] != "chosen":
        return None
    grammar = OneOf(in_play(as_read(chosen)), describe_civilization)
    return LobbyChoice("civilization", grammar, cards="civilization")


def describe_civilization(key: str) -> Option:
    """A civilization in words: what it starts with and is good at."""
    return option("civilization", key, detail=effect("civilization", key))


class SetUpPhase(Phase[State, SetUp]):
    """Civilizations first, then each player in turn sets up at home."""

    title = "setup"

    def advance(self, play: Play[State], frame: SetUp) -> bool:
        state = play.state
        order = turn_order(state)
        play.update(step=frame.step + 1)
        if frame.step < state.seats:
            seat = order[frame.step]
            if state.options["civilizations"] == "dealt":
                free = choosable(state)
                choose(play, seat, free[play.draw(len(free))])
            else:
                play.push(Pick(seat, "civilization"))
            return True
        at, step = divmod(frame.step - state.seats, STEPS_PER_SEAT)
        if at == state.seats:
            play.pop()
            # The Egyptians have drawn their wonder from the full deck (rule: setup-bonus).
            refill_wonders(play)
            play.push(Turn())
            return True
        SETTLING[step](play, order[at])
        return True


def choose(play: Play[State], seat: int, civilization: str) -> None:
    """A player leads a civilization; its home tile is laid, its sheet made ready."""
    state, card = play.state, CIVILIZATIONS[civilization]
    tech = TECHNOLOGIES[card.technology]
    player = state.players[seat]
    player.civilization = civilization
    player.government = card.government
    player.techs, player.rows = [card.technology], [1]
    player.offered = [0] * state.seats
    if tech.government and tech.government != card.government:
        player.fresh = [tech.government]
    refresh(player)
    play.tell(events.CivilizationChosen(seat, civilization))
    place = turn_order(state).index(seat)
    number = next(n for n, slot in enumerate(state.slots) if slot.home == place)
    state.slots[number] = Slot(civilization, home=place, seat=seat)
    arrow: Arrow = LAYOUTS[state.seats].homes[place].arrow  # type: ignore[assignment]
    lay(play, number, arrow)


def home_of(state: State, seat: int) -> int:
    """The number of a seat's home tile."""
    return next(n for n, s in enumerate(state.slots) if s.seat == seat)


def settle_home(play: Play[State], seat: int) -> None:
    """The capital comes first, since a policy needs a city."""
    play.push(Pick(seat, "capital"))


def settle_bonus(play: Play[State], seat: int) -> None:
    """What the civilization has beyond the others (rule: setup-bonus)."""
    state = play.state
    extra = CIVILIZATIONS[state.players[seat].civilization].extra
    for _ in range(extra.get("great_people", 0)):
        gain_person(play, seat)
    if extra.get("capital_walls"):
        put_city(state, msgspec.structs.replace(capital_of(state, seat), walls=True))
    if extra.get("wonder") and state.wonder_deck:
        wonder = state.wonder_deck.pop()
        play.tell(events.WonderDrawn(seat, wonder))
        play.push(Pick(seat, "wonder_square", (wonder,)))
    for kind, number in extra.get("units", {}).items():
        for _ in range(number):
            gain_unit(play, seat, kind)
    for kind in extra.get("resources", {}):
        gain_resource(play, seat, kind)
    check_growth(play, seat)


def settle_figures(play: Play[State], seat: int) -> None:
    """Trade of the outskirts, an army, a scout and three units (rules: setup-figures)."""
    state, player = play.state, play.state.players[seat]
    squares = outskirts(state, capital_of(state, seat))
    player.trade = total(state, squares, TRADE)
    extra = CIVILIZATIONS[player.civilization].extra
    for kind in GROUND:
        gain_unit(play, seat, kind)
    for _ in range(1 + extra.get("scouts", 0)):
        play.push(Pick(seat, "first_scout"))
    for _ in range(1 + extra.get("armies", 0)):
        play.push(Pick(seat, "first_army"))


def settle_policies(play: Play[State], seat: int) -> None:
    """A first social policy; the French have two."""
    check_policies(play, seat)


SETTLING = (settle_home, settle_policies, settle_bonus, settle_figures)


class Civilizations(Thing[str]):
    """Civilizations, with what they start with and are good at."""

    def option(self, state: State, thing: str) -> Option:
        return describe_civilization(thing)


CIVILIZATION = Civilizations("civilization")


@question("civilization", rule="civilizations")
def choose_civilization(asked: Asked) -> Steps:
    """Choose a civilization."""
    state, pick = asked
    civilization = yield from ask(CIVILIZATION, choosable(state))
    play = yield from go()
    choose(play, pick.seat, civilization)


@question("capital", rule="setup-capital")
def place_capital(asked: Asked) -> Steps:
    """Put the capital on one of the four middle squares of the home tile.

    The clock takes the square that the tile itself suggests.
    """
    state, pick = asked
    number = home_of(state, pick.seat)
    squares = grid(state).covered(number)

    def suggested(able: list[int]) -> int:
        slot = state.slots[number]
        rows = turn(TILE_ROWS[slot.tile], slot.arrow)  # type: ignore[arg-type]
        prints = zip(squares, (each for row in rows for each in row), strict=True)
        return next((at for at, print_ in prints if print_.capital and at in able), able[0])

    land = [squares[n] for n in CENTRE if state.terrain[squares[n]] != "W"]
    at = yield from ask(SQUARE, land, usual=suggested)
    play = yield from go()
    state.cities.append(City(pick.seat, at, capital=True))
    play.tell(events.CapitalPlaced(pick.seat, name(state, at)))


@question("wonder_square", rule="setup-bonus")
def place_wonder(asked: Asked) -> Steps:
    """Put the wonder that the Egyptians begin with into the capital's outskirts."""
    state, pick = asked
    (wonder,), capital = pick.facts, capital_of(state, pick.seat)
    at = yield from ask(SQUARE, wonder_squares(state, capital), wonder=wonder)
    play = yield from go()
    put_wonder(play, pick.seat, at, wonder)
    play.tell(events.WonderBuilt(pick.seat, wonder, name(state, at)))


def place_figure(asked: Asked, kind: str) -> Steps:
    """Put a first figure into the capital's outskirts."""
    state, pick = asked
    seat, army = pick.seat, kind == "army"
    at = yield from ask(
        SQUARE,
        outskirts(state, capital_of(state, seat)),
        lambda at: not figures.legal_square(state, seat, at, army),
    )
    play = yield from go()
    figures.add(state, seat, army, at)
    play.tell(events.FigurePlaced(seat, kind, name(state, at)))


@question("first_army", rule="setup-figures")
def place_army(asked: Asked) -> Steps:
    """Put the first army."""
    return place_figure(asked, "army")


@question("first_scout", rule="setup-figures")
def place_scout(asked: Asked) -> Steps:
    """Put the first scout."""
    return place_figure(asked, "scout")
