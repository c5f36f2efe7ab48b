"""Questions about culture cards and great people."""

from __future__ import annotations

from engine.core.script import Steps, go, need
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import person_squares
from engine.rulesets.civ2010.questions.picks import Asked, ask, ask_again, question
from engine.rulesets.civ2010.sheet import culture, people
from engine.rulesets.civ2010.sorts import CARD, PERSON, PERSON_TYPE, RESERVE, STEP, copies
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import CULTURE


def return_cards(state: State, pick: Pick) -> None:
    """The culture cards drawn are discarded."""
    for card in pick.facts:
        state.discards[CULTURE[card].level - 1].append(card)


@question("keep_card", rule="culture-cards", secret=True, abandon=return_cards)
def keep_card(asked: Asked) -> Steps:
    """Keep one of the culture cards drawn."""
    state, pick = asked
    kept = yield from ask(CARD, copies(pick.facts), detail=CARD.effect)
    play = yield from go()
    rest = list(pick.facts)
    rest.remove(kept.name)
    for card in rest:
        state.discards[CULTURE[card].level - 1].append(card)
        play.tell(events.CardDiscarded(pick.seat, card))
    culture.receive_card(play, pick.seat, kept.name)


@question("discard_card", rule="culture-hand", secret=True)
def discard_card(asked: Asked) -> Steps:
    """Discard down to the hand limit."""
    state, pick = asked
    # Several cards drawn at once ask several times, but each answer asks on by itself.
    yield from need(culture.is_too_large(state, pick.seat))
    card = yield from ask(CARD, copies(state.players[pick.seat].cards), detail=CARD.effect)
    play = yield from go()
    culture.discard(state, pick.seat, card.name)
    play.tell(events.CardDiscarded(pick.seat, card.name))
    culture.check_hand(play, pick.seat)


@question("free_step", rule="culture-track")
def free_step(asked: Asked) -> Steps:
    """A free step that may pass others' markers (William Shakespeare)."""
    state, pick = asked
    step = yield from ask(STEP, culture.next_steps(state, pick.seat))
    play = yield from go()
    ask_again(play, pick)
    culture.advance(play, pick.seat, step)


def return_people(state: State, pick: Pick) -> None:
    """The great people drawn go back under the rest."""
    for drawn in pick.facts:
        people.return_person(state, drawn)


@question("keep_person", rule="great-people", secret=True, abandon=return_people)
def keep_person(asked: Asked) -> Steps:
    """Keep one of the great people drawn."""
    state, pick = asked
    drawn = copies(pick.facts)
    if people.with_cards(state):
        kept = yield from ask(PERSON, drawn, detail=PERSON.effect)
    else:
        kept = yield from ask(PERSON_TYPE, drawn)
    play = yield from go()
    rest = list(pick.facts)
    rest.remove(kept.name)
    for person in rest:
        people.return_person(state, person)
    people.keep_person(play, pick.seat, kept.name)


def replaced(state: State, at: int) -> Text | None:
    """What would make room on a square."""
    piece = state.pieces.get(at)
    return None if piece is None else Text("detail.replaces", {"piece": piece.kind})


@question("place_person", rule="great-people")
def place_person(asked: Asked) -> Steps:
    """Put a great person into the outskirts, or keep it in reserve."""
    state, pick = asked
    (person,) = pick.facts
    squares = [None, *person_squares(state, pick.seat)]
    at = yield from ask(RESERVE, squares, detail=lambda at: replaced(state, at), person=person)
    play = yield from go()
    people.place_person(play, pick.seat, person, at)
