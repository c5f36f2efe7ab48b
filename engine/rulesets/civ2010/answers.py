"""Answering others' plays by standing order: cancelling cards, abilities and city actions.

Nobody is asked while a card is played, so that nobody has to be waited for: the orders that a
player left say when to answer, and the engine answers with the first means there is (rule:
cancelling).
"""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events, paying
from engine.rulesets.civ2010.board import bonus, others
from engine.rulesets.civ2010.culture import discard
from engine.rulesets.civ2010.people import discard_person_card, usable
from engine.rulesets.civ2010.state import State
from engine.rulesets.civ2010.tables import CULTURE, PEOPLE

SPY = {"spy": 1}
TECHNOLOGY = {"card": "civil_service", "ability": "mass_media", "action": "writing"}
"""The technology that cancels each sort of play for a spy."""
SAFE = {"card": "cards_safe", "ability": "", "action": "actions_safe"}
"""The bonus that keeps a player's plays of each sort from being cancelled."""


def wants_to_answer(state: State, seat: int, sort: str, card: str, victim: int | None) -> bool:
    """Whether a seat's standing orders say to answer this play."""
    orders = state.players[seat].orders
    if sort == "card":
        return orders.cards == "always" or (orders.cards == "on_me" and victim == seat)
    if sort == "ability":
        return orders.abilities == "always" or (orders.abilities == "on_me" and victim == seat)
    return orders.actions == "always" or (orders.actions == "wonders" and card.startswith("wonder"))


def means(state: State, seat: int, sort: str, victim: int | None) -> str:
    """What a seat would answer with: the key of a card or technology, or empty."""
    player = state.players[seat]
    for card in player.cards:
        if sort in CULTURE[card].cancels and (not CULTURE[card].on_me or victim == seat):
            return f"card:{card}"
    tech = TECHNOLOGY[sort]
    unused = tech in player.techs and f"technology:{tech}" not in player.used
    if unused and paying.can_pay(state, seat, SPY):
        return f"technology:{tech}"
    for person in player.people:
        if sort in PEOPLE[person.name].cancels and usable(state, seat, person):
            return f"person:{person.name}"
    return ""


def could_be_answered(state: State, seat: int, sort: str) -> bool:
    """Whether anyone might answer, for all that the table knows."""
    for other in others(state, seat):
        player = state.players[other]
        if player.cards and sort != "action":
            return True
        if player.people or TECHNOLOGY[sort] in player.techs:
            return True
    return False


def is_cancelled(
    play: Play[State], seat: int, sort: str, card: str, victim: int | None = None
) -> bool:
    """Whether somebody's standing order cancels a play; an answer can be answered itself."""
    state = play.state
    if could_be_answered(state, seat, sort):
        play.reveal()
    if SAFE[sort] and bonus(state, seat, SAFE[sort]):
        return False
    for other in others(state, seat):
        if not wants_to_answer(state, other, sort, card, victim):
            continue
        found = means(state, other, sort, victim)
        if not found:
            continue
        answer_sort = spend_answer(play, other, found)
        kind, _, name = card.partition(":")
        play.tell(events.Cancelled(seat, kind, name, other, found))
        return not (answer_sort and is_cancelled(play, other, answer_sort, found, seat))
    return False


def spend_answer(play: Play[State], seat: int, answer: str) -> str:
    """Pay for an answer; gives the sort of play that it is itself."""
    state = play.state
    kind, _, name = answer.partition(":")
    play.reveal()
    if kind == "card":
        discard(state, seat, name)
        return "card"
    if kind == "person":
        discard_person_card(state, seat, name)
        return ""
    state.players[seat].used.append(answer)
    paying.spend(play, seat, paying.ways(state, seat, SPY)[0])
    return "ability"
