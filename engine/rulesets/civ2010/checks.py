"""What must never change, and what a seat cannot know, for the checks of the conformance suite."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from engine.core.flow import Frame, Phase
from engine.core.simultaneous import permute_pending
from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.map.exploring import has_relic
from engine.rulesets.civ2010.orders import StandingOrders
from engine.rulesets.civ2010.state import Battle, Orders, Pick, Start, State, Token, Unit
from engine.rulesets.civ2010.tables import CULTURE, PEOPLE, TILE_ROWS, UNITS


def census(state: State) -> Mapping[str, int]:
    """Cards, tokens and pieces, wherever they are."""
    players = state.players
    sides = [side for f in state.frames if isinstance(f, Battle) for side in f.sides]
    fronts = [front for f in state.frames if isinstance(f, Battle) for front in f.fronts]
    drawn = [f for f in state.frames if isinstance(f, Pick)]
    cards = [fact for f in drawn if f.kind == "keep_card" for fact in f.facts]
    people = [fact for f in drawn if f.kind == "keep_person" for fact in f.facts]
    found: dict[str, int] = {
        kind: state.market[kind] + sum(p.resources.get(kind, 0) for p in players)
        for kind in state.market
    }
    found["units"] = (
        sum(map(len, state.units.values()))
        + sum(len(player.units) for player in players)
        + sum(len(side.hand) + len(side.killed) for side in sides)
        + sum(unit is not None for front in fronts for unit in front.units)
        + sum(len(f.facts) for f in drawn if f.kind in ("rescue", "nurse"))
    )
    found["culture_cards"] = (
        sum(map(len, state.decks))
        + sum(map(len, state.discards))
        + sum(len(player.cards) for player in players)
        + len(cards)
    )
    found["people"] = (
        len(state.persons)
        + sum(len(player.reserve) for player in players)
        + sum(piece.role == "person" for piece in state.pieces.values())
        + len(people)
    )
    found["person_cards"] = (
        len(state.person_deck)
        + sum(len(p.people) + p.techs.count("blank") for p in players)
        + (len(people) if state.options["nobles"] else 0)
    )
    found["buildings"] = sum(state.supply.values()) + sum(
        piece.role == "building" for piece in state.pieces.values()
    )
    found["gone"] = (
        len(state.gone)
        + len(state.huts)
        + len(state.villages)
        + len(state.tokens)
        + sum(len(player.tokens) for player in players)
        + len(state.wonder_deck)
        + len(state.wonder_market)
        + sum(piece.role == "wonder" for piece in state.pieces.values())
        + len(state.states_left)
        + len(state.city_states)
        + sum(f.kind == "wonder_square" for f in drawn)
        + relics_left(state)
    )
    return found


def relics_left(state: State) -> int:
    """Relics on the map, and those on tiles that are still face down."""
    dark = sum(
        has_relic(state, each.relic)
        for slot in state.slots
        if slot.tile and not slot.up
        for row in TILE_ROWS[slot.tile]
        for each in row
        if each.relic
    )
    return len(state.relics) + dark


def permute_hidden(
    state: State,
    seat: int | None,
    rng: Random,
    phases: Mapping[type[Frame], Phase[Any, Any]],
) -> State:
    """A copy in which everything hidden from a seat may have changed, and nothing else."""
    new = state.copy()
    exchange_tiles(new, rng)
    exchange_tokens(new, seat, rng)
    exchange_cards(new, seat, rng)
    exchange_people(new, seat, rng)
    exchange_units(new, seat, rng)
    rng.shuffle(new.wonder_deck)
    for other, player in enumerate(new.players):
        if other != seat and new.turn:
            player.orders = other_orders(new, other, rng)
    new.offers = [offer for offer in new.offers if seat in (offer.maker, offer.to)]
    permute_pending(new, phases, seat, rng)
    return new


def other_orders(state: State, seat: int, rng: Random) -> Orders:
    """Other standing orders; that a seat at its start has not skipped it has shown."""
    found = {field: rng.choice(keys) for field, keys in StandingOrders.choices.items()}
    if any(isinstance(f, Start) and f.order[f.at : f.at + 1] == (seat,) for f in state.frames):
        found["start"] = state.players[seat].orders.start
    if bonus(state, seat, "untouchable"):
        # Everyone sees on whom a culture card can be played.
        found["agree"] = state.players[seat].orders.agree
    return Orders(**found)


def exchange_tiles(state: State, rng: Random) -> None:
    """Tiles that lie face down are mixed with each other and with those left in the box.

    Those with a relic stay on the map: all relics of a game have to be found somewhere.
    """
    dark = [n for n, slot in enumerate(state.slots) if slot.tile and not slot.up]
    names = [state.slots[n].tile for n in dark]
    plain = [n for n, tile in enumerate(names) if not bears_relic(tile)]
    spare = [n for n, tile in enumerate(state.pool) if not bears_relic(tile)]
    mixed = [names[n] for n in plain] + [state.pool[n] for n in spare]
    rng.shuffle(mixed)
    for n in plain:
        names[n] = mixed.pop()
    for n in spare:
        state.pool[n] = mixed.pop()
    rng.shuffle(names)
    for number, tile in zip(dark, names, strict=True):
        state.slots[number] = msgspec.structs.replace(state.slots[number], tile=tile)


def bears_relic(tile: str) -> bool:
    """Whether a relic is printed on a tile."""
    return any(each.relic for row in TILE_ROWS[tile] for each in row)


def exchange_tokens(state: State, seat: int | None, rng: Random) -> None:
    """Huts and villages nobody has shown this seat, and the tokens that others keep."""
    for kind, heap in (("hut", state.huts), ("village", state.villages)):
        unseen = [
            at
            for at, token in sorted(state.tokens.items())
            if token.kind == kind and (seat is None or not token.known >> seat & 1)
        ]
        mixed = [state.tokens[at].content for at in unseen] + heap
        rng.shuffle(mixed)
        for at in unseen:
            state.tokens[at] = Token(kind, mixed.pop(), state.tokens[at].known)
        heap[:] = mixed
    kept = [token for o, p in enumerate(state.players) if o != seat for token in p.tokens]
    heap = kept + state.huts
    rng.shuffle(heap)
    for other, player in enumerate(state.players):
        if other != seat:
            player.tokens = [heap.pop() for _ in player.tokens]
    state.huts = heap


def exchange_cards(state: State, seat: int | None, rng: Random) -> None:
    """Culture cards in others' hands and in the decks, level by level."""
    for level in (1, 2, 3):
        deck = state.decks[level - 1]
        places = [
            (player, n)
            for other, player in enumerate(state.players)
            if other != seat
            for n, card in enumerate(player.cards)
            if CULTURE[card].level == level
        ]
        mixed = [player.cards[n] for player, n in places] + deck
        drawn = [
            (at, frame)
            for at, frame in enumerate(state.frames)
            if isinstance(frame, Pick) and frame.kind == "keep_card" and frame.seat != seat
            if CULTURE[frame.facts[0]].level == level
        ]
        for _, frame in drawn:
            mixed += frame.facts
        rng.shuffle(mixed)
        for player, n in places:
            player.cards[n] = mixed.pop()
        for at, frame in drawn:
            facts = tuple(mixed.pop() for _ in frame.facts)
            state.frames[at] = msgspec.structs.replace(frame, facts=facts)
        state.decks[level - 1] = mixed
    offered = {
        key
        for offer in state.offers
        if seat in (offer.maker, offer.to)
        for key in offer.give.things
    }
    if offered:
        keep_offers_sound(state, seat)


def keep_offers_sound(state: State, seat: int | None) -> None:
    """Offers to the seat name hidden things that their maker must still have."""
    for offer in state.offers:
        if offer.to != seat:
            continue
        player = state.players[offer.maker]
        for key in offer.give.things:
            kind, _, what = key.partition(":")
            if kind == "card" and what not in player.cards:
                swap_card(state, player.cards, what)


def swap_card(state: State, hand: list[str], wanted: str) -> None:
    """Bring a card back into a hand, for another of its level."""
    level = CULTURE[wanted].level
    deck = state.decks[level - 1]
    spare = next((n for n, card in enumerate(hand) if CULTURE[card].level == level), None)
    if wanted in deck and spare is not None:
        deck[deck.index(wanted)], hand[spare] = hand[spare], wanted


def exchange_people(state: State, seat: int | None, rng: Random) -> None:
    """Hidden cards of great people, type by type; markers that are still face down.

    What another seat has drawn to choose from is exchanged with what it could have drawn.
    """
    exchange_drawn_people(state, seat, rng)
    rng.shuffle(state.persons)
    for kind in dict.fromkeys(card.type for card in PEOPLE.values()):
        places = [
            (player, n)
            for other, player in enumerate(state.players)
            if other != seat
            for n, card in enumerate(player.people)
            if not card.shown and PEOPLE[card.name].type == kind
        ]
        spare = [n for n, card in enumerate(state.person_deck) if PEOPLE[card].type == kind]
        mixed = [p.people[n].name for p, n in places] + [state.person_deck[n] for n in spare]
        rng.shuffle(mixed)
        for player, n in places:
            player.people[n] = msgspec.structs.replace(player.people[n], name=mixed.pop())
        for n in spare:
            state.person_deck[n] = mixed.pop()
    rng.shuffle(state.person_deck)


def exchange_drawn_people(state: State, seat: int | None, rng: Random) -> None:
    """Great people that others have drawn and not yet kept, for others of the deck."""
    for at, frame in enumerate(state.frames):
        if not isinstance(frame, Pick) or frame.kind != "keep_person" or frame.seat == seat:
            continue
        drawn = list(frame.facts)
        if not state.options["nobles"]:
            mixed = drawn + state.persons
            rng.shuffle(mixed)
            drawn, state.persons = mixed[: len(drawn)], mixed[len(drawn) :]
        else:
            for n, card in enumerate(drawn):
                drawn[n] = swapped_person(state, card, rng)
        state.frames[at] = msgspec.structs.replace(frame, facts=tuple(drawn))


def swapped_person(state: State, card: str, rng: Random) -> str:
    """A card of the deck whose marker is to be had, in place of a drawn one."""
    able = [n for n, each in enumerate(state.person_deck) if PEOPLE[each].type in state.persons]
    if not able:
        return card
    n = rng.choice(able)
    other, state.person_deck[n] = state.person_deck[n], card
    state.persons.remove(PEOPLE[other].type)
    state.persons.append(PEOPLE[card].type)
    return other


def exchange_units(state: State, seat: int | None, rng: Random) -> None:
    """Unit cards in others' forces and battle hands, and in the decks.

    Which types a player has is known to all, but not which of them were drawn for a battle.
    """
    hands = [
        (at, n)
        for at, frame in enumerate(state.frames)
        if isinstance(frame, Battle)
        for n, side in enumerate(frame.sides)
        if seat != side.leader and not sees_hand(state, seat, frame, n)
    ]
    for at, n in hands:
        redraw_hand(state, at, n, rng)
    for kind in UNITS:
        places: list[tuple[list[Unit], int]] = [
            (player.units, n)
            for other, player in enumerate(state.players)
            if other != seat
            for n, unit in enumerate(player.units)
            if unit.type == kind
        ]
        changed = {place: list(battle_at(state, place[0]).sides[place[1]].hand) for place in hands}
        for hand in changed.values():
            places += ((hand, n) for n, unit in enumerate(hand) if unit.type == kind)
        mixed = [units[n].value for units, n in places] + state.units[kind]
        rng.shuffle(mixed)
        for units, n in places:
            units[n] = Unit(kind, mixed.pop())
        state.units[kind] = mixed
        for (at, n), hand in changed.items():
            frame = battle_at(state, at)
            side = msgspec.structs.replace(frame.sides[n], hand=tuple(hand))
            sides = (side, frame.sides[1]) if n == 0 else (frame.sides[0], side)
            state.frames[at] = msgspec.structs.replace(frame, sides=sides)


def redraw_hand(state: State, at: int, number: int, rng: Random) -> None:
    """Draw a side's hand for a battle again, from the same forces."""
    frame = battle_at(state, at)
    side = frame.sides[number]
    if side.owner < 0:
        return
    forces = state.players[side.owner].units
    mixed = [*side.hand, *forces]
    rng.shuffle(mixed)
    hand = tuple(mixed.pop() for _ in side.hand)
    forces[:] = mixed
    side = msgspec.structs.replace(side, hand=hand)
    sides = (side, frame.sides[1]) if number == 0 else (frame.sides[0], side)
    state.frames[at] = msgspec.structs.replace(frame, sides=sides)


def battle_at(state: State, at: int) -> Battle:
    """The battle at a place of the stack."""
    frame = state.frames[at]
    assert isinstance(frame, Battle)
    return frame


def sees_hand(state: State, seat: int | None, frame: Battle, number: int) -> bool:
    """Whether a seat looks into the other side's hand (The Oracle)."""
    own = frame.sides[1 - number].owner
    return seat is not None and seat == own and bool(bonus(state, seat, "open_hands"))
