"""What a 2010 game is made of: where tiles, tokens and cards lie, and who knows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.core.components import (
    NOBODY_KNOWS,
    PUBLIC,
    Component,
    Shared,
    Spot,
    known_to,
    list_spots,
    open_spots,
)
from engine.rulesets.civ2010.combat.units import sees_hand, unit_of
from engine.rulesets.civ2010.map.exploring import has_relic
from engine.rulesets.civ2010.sheet.people import with_cards
from engine.rulesets.civ2010.state import Battle, Offer, Pick, Slot, State, Token, Unit
from engine.rulesets.civ2010.tables import BASIC, CULTURE, HUTS, PEOPLE, TILE_ROWS, VILLAGES

KINDS = {"hut": HUTS, "village": VILLAGES}
"""What can be in the tokens of the map."""


def relics_of(tile: str) -> list[str]:
    """The relics printed on a tile."""
    return [each.relic for row in TILE_ROWS[tile] for each in row if each.relic]


def picks(state: State, *kinds: str) -> Iterator[tuple[int, Pick]]:
    """The questions of these kinds that somebody is being asked, with their places on the stack."""
    for at, frame in enumerate(state.frames):
        if isinstance(frame, Pick) and frame.kind in kinds:
            yield at, frame


def put_fact(state: State, at: int, number: int, fact: str) -> None:
    """Put something else in the place of what a question is about."""
    frame = state.frames[at]
    assert isinstance(frame, Pick)
    facts = (*frame.facts[:number], fact, *frame.facts[number + 1 :])
    state.frames[at] = msgspec.structs.replace(frame, facts=facts)


def tiles(state: State) -> Iterator[Spot]:
    """Tiles of the layout and those left in the box.

    A tile with a relic is on the map: all relics of a game have to be found somewhere.
    """
    for at, slot in enumerate(state.slots):
        # Which home tile lies where follows from the civilizations.
        if slot.home >= 0 or not slot.tile:
            continue
        if slot.up:
            yield Spot(slot.tile)
        else:
            alike = ("map",) if relics_of(slot.tile) else ("map", "plain")
            yield Spot(slot.tile, NOBODY_KNOWS, alike, partial(put_tile, state.slots, at))
    for at, tile in enumerate(state.pool):
        plain = () if relics_of(tile) else ("plain",)
        yield Spot(tile, NOBODY_KNOWS, plain, partial(state.pool.__setitem__, at))


def put_tile(slots: list[Slot], at: int, tile: str) -> None:
    """Another tile lies face down at a place of the layout."""
    slots[at] = msgspec.structs.replace(slots[at], tile=tile)


def tokens(state: State) -> Iterator[Spot]:
    """Huts and villages, on the map and kept; what else of the map leaves the game when used."""
    for at, token in sorted(state.tokens.items()):
        yield Spot(token.content, token.known, (token.kind,), put_token(state, at))
    for seat, player in enumerate(state.players):
        shown = shown_in_offers(state, seat, "token")
        for at, content in enumerate(player.tokens):
            kinds = [
                kind for kind, all_ in (("hut", HUTS), ("village", VILLAGES)) if content in all_
            ]
            known = known_to(seat) | shown.pop(content, 0)
            yield Spot(content, known, (*kinds,), partial(player.tokens.__setitem__, at))
    yield from list_spots(state.huts, NOBODY_KNOWS, "hut")
    yield from list_spots(state.villages, NOBODY_KNOWS, "village")
    yield from open_spots(state.gone)
    yield from open_spots(state.states_left)
    yield from open_spots(state.city_states.values())
    yield from open_spots(state.relics.values())
    dark = (slot.tile for slot in state.slots if slot.tile and not slot.up)
    yield from open_spots(r for tile in dark for r in relics_of(tile) if has_relic(state, r))
    yield from list_spots(state.wonder_deck, NOBODY_KNOWS, "wonder")
    yield from open_spots(state.wonder_market)
    yield from open_spots(p.kind for p in state.pieces.values() if p.role == "wonder")
    yield from open_spots(fact for _, f in picks(state, "wonder_square") for fact in f.facts)


def put_token(state: State, at: int) -> Callable[[str], None]:
    """Puts another content into a hut or village."""
    token = state.tokens[at]

    def put(content: str) -> None:
        state.tokens[at] = Token(token.kind, content, token.known)

    return put


def shown_in_offers(state: State, seat: int, kind: str) -> dict[str, int]:
    """The hidden things that a seat offers, with the seats that know by it that it has them."""
    found: dict[str, int] = {}
    for offer in state.offers:
        for key in offer.give.things if offer.maker == seat else ():
            sort, _, what = key.partition(":")
            if sort == kind:
                found[what] = found.get(what, 0) | known_to(offer.to)
    return found


def culture(state: State) -> Iterator[Spot]:
    """Culture cards, whose level shows on the back."""
    for seat, player in enumerate(state.players):
        shown = shown_in_offers(state, seat, "card")
        for at, card in enumerate(player.cards):
            known = known_to(seat) | shown.pop(card, 0)
            yield Spot(card, known, (CULTURE[card].level,), partial(player.cards.__setitem__, at))
    for level, deck in enumerate(state.decks, start=1):
        yield from list_spots(deck, NOBODY_KNOWS, level)
    for discards in state.discards:
        yield from open_spots(discards)
    for at, frame in picks(state, "keep_card"):
        for number, card in enumerate(frame.facts):
            put = partial(put_fact, state, at, number)
            yield Spot(card, known_to(frame.seat), (CULTURE[card].level,), put)


def people(state: State) -> Iterator[Spot]:
    """Great people's markers. Drawn with cards, it is the card that is drawn in secret."""
    yield from list_spots(state.persons, NOBODY_KNOWS, "marker")
    for player in state.players:
        yield from open_spots(player.reserve)
    yield from open_spots(p.kind for p in state.pieces.values() if p.role == "person")
    for at, frame in picks(state, "keep_person"):
        for number, drawn in enumerate(frame.facts):
            if with_cards(state):
                yield Spot(PEOPLE[drawn].type, known_to(frame.seat))
            else:
                put = partial(put_fact, state, at, number)
                yield Spot(drawn, known_to(frame.seat), ("marker",), put)


def person_cards(state: State) -> Iterator[Spot]:
    """Great people's cards, whose type is known once they were kept.

    What is drawn to choose from may be any card of the deck whose marker is to be had.
    """
    drawn = list(picks(state, "keep_person")) if with_cards(state) else []
    draws = [("drawn", at, number) for at, frame in drawn for number in range(len(frame.facts))]
    for seat, player in enumerate(state.players):
        for at, card in enumerate(player.people):
            known = PUBLIC if card.shown else known_to(seat)
            put = partial(put_person_card, state, seat, at)
            yield Spot(card.name, known, (PEOPLE[card.name].type,), put)
        # The card that becomes a blank technology.
        yield Spot("isaac_newton", times=player.techs.count("blank"))
    for at, name in enumerate(state.person_deck):
        kind = PEOPLE[name].type
        able = draws if kind in state.persons else []
        put = partial(state.person_deck.__setitem__, at)
        yield Spot(name, NOBODY_KNOWS, ("deck", kind, *able), put)
    for at, frame in drawn:
        for number, name in enumerate(frame.facts):
            alike = (PEOPLE[name].type, ("drawn", at, number))
            put = partial(put_drawn_person, state, at, number)
            yield Spot(name, known_to(frame.seat), alike, put)


def put_person_card(state: State, seat: int, at: int, name: str) -> None:
    """Another card of a great person lies hidden before a seat."""
    held = state.players[seat].people
    held[at] = msgspec.structs.replace(held[at], name=name)


def put_drawn_person(state: State, at: int, number: int, name: str) -> None:
    """Another card is drawn, and with it the marker of its type."""
    frame = state.frames[at]
    assert isinstance(frame, Pick)
    state.persons.append(PEOPLE[frame.facts[number]].type)
    state.persons.remove(PEOPLE[name].type)
    put_fact(state, at, number, name)


def units(state: State) -> Iterator[Spot]:
    """Unit cards. Which types a player has is known to all, but not which fight in a battle."""
    for seat, player in enumerate(state.players):
        for at, unit in enumerate(player.units):
            put = partial(player.units.__setitem__, at)
            yield Spot(unit, known_to(seat), (unit.type, ("forces", seat)), put)
    for kind, deck in state.units.items():
        for at, value in enumerate(deck):
            yield Spot(Unit(kind, value), NOBODY_KNOWS, (kind,), partial(put_unit, deck, at))
    for _, frame in picks(state, "rescue", "nurse"):
        yield from open_spots(map(unit_of, frame.facts))
    for at, battle in enumerate(state.frames):
        if isinstance(battle, Battle):
            yield from battle_units(state, at, battle)


def put_unit(deck: list[int], at: int, unit: Unit) -> None:
    """Another card of the type lies in its deck."""
    deck[at] = unit.value


def battle_units(state: State, at: int, battle: Battle) -> Iterator[Spot]:
    """The unit cards of a battle: in hand, at the fronts, killed."""
    for front in battle.fronts:
        yield from open_spots(unit for unit in front.units if unit is not None)
    for number, side in enumerate(battle.sides):
        yield from open_spots(side.killed)
        known = known_to(side.leader)
        for seat in range(state.seats):
            if sees_hand(state, seat, battle, number):
                known |= known_to(seat)
        for place, unit in enumerate(side.hand):
            alike: Sequence[Hashable] = (unit.type,)
            if side.owner >= 0:
                alike = (unit.type, ("forces", side.owner))
            yield Spot(unit, known, (*alike,), partial(put_in_hand, state, at, number, place))


def put_in_hand(state: State, at: int, number: int, place: int, unit: Unit) -> None:
    """Another unit is in a hand of a battle."""
    battle = state.frames[at]
    assert isinstance(battle, Battle)
    side = battle.sides[number]
    hand = (*side.hand[:place], unit, *side.hand[place + 1 :])
    sides: list[Any] = list(battle.sides)
    sides[number] = msgspec.structs.replace(side, hand=hand)
    state.frames[at] = msgspec.structs.replace(battle, sides=(sides[0], sides[1]))


def buildings(state: State) -> Iterator[Spot]:
    """Buildings, an upgraded one as its basic one."""
    for kind, count in state.supply.items():
        yield Spot(kind, times=count)
    built = Counter(BASIC[p.kind] for p in state.pieces.values() if p.role == "building")
    for kind, count in built.items():
        yield Spot(kind, times=count)


def resources(state: State) -> Iterator[Spot]:
    """Resources in the market and with the players."""
    for heap in (state.market, *(player.resources for player in state.players)):
        for kind, count in heap.items():
            yield Spot(kind, times=count)


COMPONENTS = (
    Component("tiles", tiles),
    Component("tokens", tokens),
    Component("culture cards", culture),
    Component("great people", people),
    Component("cards of great people", person_cards),
    Component("units", units),
    Component("buildings", buildings),
    Component("resources", resources),
)


def parties(offer: Offer) -> tuple[int, int]:
    """Between whom an offer is."""
    return offer.maker, offer.to


SHARED = (
    Shared[State](lambda state: state.offers, parties),
    Shared[State](lambda state: state.refused, parties),
)
