"""Great people: gaining, placing, reserving and losing them (rules: great-people)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import put
from engine.rulesets.civ2010.combat.units import offer_units
from engine.rulesets.civ2010.map.board import bonus, name, person_works
from engine.rulesets.civ2010.state import PersonCard, Pick, State
from engine.rulesets.civ2010.tables import PEOPLE


def with_cards(state: State) -> bool:
    """Whether great people have cards (option: nobles)."""
    return bool(state.options["nobles"])


def gain_person(play: Play[State], seat: int) -> None:
    """Gain a great person: draw, choose where some may be drawn, then place it."""
    state = play.state
    drawn = []
    for _ in range(1 + bonus(state, seat, "person_draw")):
        one = draw_person(play)
        if one:
            drawn.append(one)
    if drawn:
        play.push(Pick(seat, "keep_person", tuple(drawn)))


def draw_person(play: Play[State]) -> str:
    """The next great person: a card where there are cards, else a marker; empty without one."""
    state = play.state
    # Who drew it sees it by what is asked next.
    play.reveal()
    if not with_cards(state):
        return state.persons.pop() if state.persons else ""
    for _ in range(len(state.person_deck)):
        card = state.person_deck.pop()
        kind = PEOPLE[card].type
        if kind in state.persons:
            state.persons.remove(kind)
            return card
        state.person_deck.insert(0, card)
    return ""


def return_person(state: State, drawn: str) -> None:
    """Put a drawn great person that is not kept back under the rest."""
    if with_cards(state):
        state.person_deck.insert(0, drawn)
        drawn = PEOPLE[drawn].type
    state.persons.insert(0, drawn)


def keep_person(play: Play[State], seat: int, drawn: str) -> None:
    """Take a great person, and ask where it goes."""
    state, player = play.state, play.state.players[seat]
    kind = PEOPLE[drawn].type if with_cards(state) else drawn
    if with_cards(state):
        player.people.append(PersonCard(drawn))
        play.tell(events.PersonCardSeen(seat, drawn), to=(seat,))
    play.tell(events.PersonGained(seat, kind))
    player.reserve.append(kind)
    play.push(Pick(seat, "place_person", (kind,)))
    offer_units(play, seat, bonus(state, seat, "units_per_person"))


def place_person(play: Play[State], seat: int, kind: str, square: int) -> None:
    """Put a reserved great person into play."""
    play.state.players[seat].reserve.remove(kind)
    put(play, seat, square, kind, "person")
    play.tell(events.PersonPlaced(seat, kind, name(play.state, square)))


def lose_person(play: Play[State], seat: int, kind: str) -> None:
    """A great person dies; a card without a marker of its type goes with it."""
    state, player = play.state, play.state.players[seat]
    state.persons.insert(0, kind)
    held = [card for card in player.people if PEOPLE[card.name].type == kind]
    markers = player.reserve.count(kind) + sum(
        piece.kind == kind and piece.owner == seat for piece in state.pieces.values()
    )
    if len(held) > markers:
        card = held[play.draw(len(held))]
        player.people.remove(card)
        state.person_deck.insert(0, card.name)
        play.tell(events.PersonCardLost(seat, card.name))


def usable(state: State, seat: int, card: PersonCard) -> bool:
    """Whether a great person's card can be used now."""
    return person_works(state, seat, PEOPLE[card.name].type)


def discard_person_card(state: State, seat: int, name: str) -> None:
    """A card that was used up goes under the deck; its great person stays."""
    player = state.players[seat]
    card = next(card for card in player.people if card.name == name)
    player.people.remove(card)
    state.person_deck.insert(0, name)


def show(play: Play[State], seat: int, name: str) -> None:
    """Lay a great person's card open, so that it works from now on."""
    player = play.state.players[seat]
    for number, card in enumerate(player.people):
        if card.name == name and not card.shown:
            player.people[number] = PersonCard(name, True)
            play.tell(events.PersonCardShown(seat, name))
            return
