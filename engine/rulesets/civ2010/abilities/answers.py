"""Who answers others' plays: cancelling cards, abilities and city actions (rule: cancelling).

Standing orders say when a player answers: by itself, with the first means there is, or by asking.
Where nobody wants to be asked a play is answered at once, and nobody has to be waited for.
"""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import bonus, others
from engine.rulesets.civ2010.sheet import paying
from engine.rulesets.civ2010.sheet.culture import discard
from engine.rulesets.civ2010.sheet.people import discard_person_card, usable
from engine.rulesets.civ2010.state import Played, State
from engine.rulesets.civ2010.tables import CULTURE, PEOPLE

SPY = {"spy": 1}
TECHNOLOGY = {"card": "civil_service", "ability": "mass_media", "action": "writing"}
"""The technology that cancels each sort of play for a spy."""
SAFE = {"card": "cards_safe", "ability": "", "action": "actions_safe", "": ""}
"""The bonus that keeps a player's plays of each sort from being cancelled."""
ORDERS = {"card": "cards", "ability": "abilities", "action": "actions"}
"""The standing order about each sort of play."""
ASK = ("ask", "ask_on_me", "ask_wonders")
"""The orders that want a question."""
PAID = "+"
"""Stands between an answer and the way it is paid, where there are several."""
QUIET = "no_answers"
"""Noted with a player who wants to be asked no more this turn."""


def stance(state: State, seat: int, played: Played) -> str:
    """What a seat's orders say to a play: `answer` it, `ask` first, or nothing."""
    order: str = getattr(state.players[seat].orders, ORDERS[played.sort])
    if order in ("on_me", "ask_on_me"):
        meant = seat in played.victims
    elif order in ("wonders", "ask_wonders"):
        meant = played.card.startswith("wonder")
    else:
        meant = order in ("always", "ask")
    if not meant:
        return ""
    if order in ASK:
        return "" if QUIET in state.players[seat].used else "ask"
    return "answer"


def means(state: State, seat: int, played: Played) -> list[str]:
    """What a seat could answer with: keys of culture cards, a technology, great people."""
    player, sort = state.players[seat], played.sort
    found = [
        f"card:{card}"
        for card in dict.fromkeys(player.cards)
        if sort in CULTURE[card].cancels and (not CULTURE[card].on_me or seat in played.victims)
    ]
    tech = TECHNOLOGY[sort]
    unused = tech in player.techs and f"technology:{tech}" not in player.used
    if unused and paying.can_pay(state, seat, SPY):
        found.append(f"technology:{tech}")
    found += (
        f"person:{person.name}"
        for person in player.people
        if sort in PEOPLE[person.name].cancels and usable(state, seat, person)
    )
    return found


def with_payment(state: State, seat: int, key: str) -> list[str]:
    """An answer once for each way to pay for it, where there are several."""
    if not key.startswith("technology:"):
        return [key]
    found = paying.ways(state, seat, SPY)
    return [f"{key}{PAID}{way}" for way in found] if len(found) > 1 else [key]


def might_answer(state: State, seat: int, sort: str) -> bool:
    """Whether a seat could answer, for all that the table knows."""
    player = state.players[seat]
    if (player.cards and sort != "action") or player.people:
        return True
    return TECHNOLOGY[sort] in player.techs


def could_be_answered(state: State, seat: int, sort: str) -> bool:
    """Whether anyone might answer, for all that the table knows."""
    return any(might_answer(state, other, sort) for other in others(state, seat))


def is_asked_about(play: Play[State], played: Played) -> bool:
    """Whether someone wants to be asked about plays, so that this one has to wait."""
    state = play.state
    for player in state.players:
        orders = player.orders
        if orders.cards in ASK or orders.abilities in ASK or orders.actions in ASK:
            break
    else:
        return False
    if is_safe(state, played) or not could_be_answered(state, played.seat, played.sort):
        return False
    # That it waits shows what others have ordered.
    play.reveal()
    return True


def is_safe(state: State, played: Played) -> bool:
    """Whether a play cannot be cancelled at all; the answer of a great person is such a one."""
    safe = SAFE[played.sort]
    return not played.sort or bool(safe and bonus(state, played.seat, safe))


def is_cancelled(play: Play[State], played: Played) -> bool:
    """Whether a standing order cancels a play at once; an answer can be answered itself."""
    state = play.state
    if played.sort and could_be_answered(state, played.seat, played.sort):
        # Answered or not, the others' orders show.
        play.reveal()
    if is_safe(state, played):
        return False
    for other in others(state, played.seat):
        if stance(state, other, played) != "answer":
            continue
        found = means(state, other, played)
        if found:
            answer = answer_with(other, found[0], played)
            pay_answer(play, answer, played)
            return not is_cancelled(play, answer)
    return False


def answer_with(seat: int, key: str, played: Played) -> Played:
    """An answer as a play of its own."""
    sort = {"card": "card", "technology": "ability", "person": ""}[key.partition(":")[0]]
    return Played(seat, sort, key, (played.seat,))


def pay_answer(play: Play[State], answer: Played, played: Played, way: str = "") -> None:
    """Spend what an answer takes, the first way there is by default, and say what it cancels."""
    state, seat = play.state, answer.seat
    kind, _, name = answer.card.partition(":")
    if kind == "card":
        discard(state, seat, name)
    elif kind == "person":
        discard_person_card(state, seat, name)
    else:
        state.players[seat].used.append(answer.card)
        paying.spend(play, seat, way or paying.ways(state, seat, SPY)[0])
    sort, _, card = played.card.partition(":")
    play.tell(events.Cancelled(played.seat, sort, card, seat, answer.card))
