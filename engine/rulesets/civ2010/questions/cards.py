"""Questions about culture cards and great people."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import person_squares
from engine.rulesets.civ2010.describing import effect, indexed, option, plain, square
from engine.rulesets.civ2010.map.board import grid, name
from engine.rulesets.civ2010.questions.picks import Question, question
from engine.rulesets.civ2010.sheet.culture import (
    advance,
    check_hand,
    discard,
    is_too_large,
    next_steps,
    receive_card,
)
from engine.rulesets.civ2010.sheet.people import (
    keep_person,
    place_person,
    return_person,
    with_cards,
)
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import CULTURE

RESERVE = "reserve"


class CardQuestion(Question):
    """Something about culture cards that only their owner sees."""

    rule = "culture-cards"
    secret = True

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        return option("card", key, detail=effect("card", plain(key)))


@question("keep_card")
class KeepCard(CardQuestion):
    """Keep one of the culture cards drawn."""

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return indexed(pick.facts)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        others = list(pick.facts)
        others.remove(plain(key))
        for card in others:
            play.state.discards[CULTURE[card].level - 1].append(card)
            play.tell(events.CardDiscarded(pick.seat, card))
        receive_card(play, pick.seat, plain(key))

    def abandon(self, state: State, pick: Pick) -> None:
        for card in pick.facts:
            state.discards[CULTURE[card].level - 1].append(card)


@question("discard_card")
class DiscardCard(CardQuestion):
    """Discard down to the hand limit."""

    rule = "culture-hand"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        if not is_too_large(state, pick.seat):
            # Several cards drawn at once ask several times, but each answer asks on by itself.
            return ()
        return indexed(state.players[pick.seat].cards)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        discard(play.state, pick.seat, plain(key))
        play.tell(events.CardDiscarded(pick.seat, plain(key)))
        check_hand(play, pick.seat)


@question("free_step")
class FreeStep(Question):
    """A free step that may pass others' markers (William Shakespeare)."""

    rule = "culture-track"
    table = "step"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [str(step) for step in next_steps(state, pick.seat)]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        advance(play, pick.seat, int(key))


@question("keep_person")
class KeepPerson(Question):
    """Keep one of the great people drawn."""

    rule = "great-people"
    secret = True

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return indexed(pick.facts)

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        if with_cards(state):
            return option("person", key, detail=effect("person", plain(key)))
        return option("person_type", key)

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        rest = list(pick.facts)
        rest.remove(plain(key))
        for drawn in rest:
            return_person(play.state, drawn)
        keep_person(play, pick.seat, plain(key))

    def abandon(self, state: State, pick: Pick) -> None:
        for drawn in pick.facts:
            return_person(state, drawn)


@question("place_person")
class PlacePerson(Question):
    """Put a great person into the outskirts, or keep it in reserve."""

    rule = "great-people"

    def keys(self, state: State, pick: Pick) -> Sequence[str]:
        return [RESERVE, *(name(state, at) for at in person_squares(state, pick.seat))]

    def describe(self, state: State, pick: Pick, key: str) -> Option:
        if key == RESERVE:
            return Option(key, Text("option.reserve"))
        piece = state.pieces.get(grid(state).index[key])
        return square(
            key, None if piece is None else Text("detail.replaces", {"piece": piece.kind})
        )

    def about(self, state: State, pick: Pick) -> dict[str, str | int]:
        return {"person": pick.facts[0]}

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        if key != RESERVE:
            place_person(play, pick.seat, pick.facts[0], grid(play.state).index[key])
