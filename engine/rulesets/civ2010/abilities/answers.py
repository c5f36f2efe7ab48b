"""Who answers others' plays: cancelling cards, abilities and city actions (rule: cancelling).

Standing orders say when a player answers: by itself, with the first means there is, or by asking.
Where nobody wants to be asked a play is answered at once, and nobody has to be waited for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.flow import Play
from engine.core.grammar import Option
from engine.core.messages import Voice
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.describing import effect
from engine.rulesets.civ2010.map.board import bonus, others
from engine.rulesets.civ2010.sheet import paying
from engine.rulesets.civ2010.sheet.culture import discard
from engine.rulesets.civ2010.sheet.people import discard_person_card, usable
from engine.rulesets.civ2010.sorts import Thing
from engine.rulesets.civ2010.state import Played, State
from engine.rulesets.civ2010.tables import CULTURE, PEOPLE, source_of

SPY = {"spy": 1}
TECHNOLOGY = {"card": "civil_service", "ability": "mass_media", "action": "writing"}
"""The technology that cancels each sort of play for a spy."""
SAFE = {"card": "cards_safe", "ability": "", "action": "actions_safe", "": ""}
"""The bonus that keeps a player's plays of each sort from being cancelled."""
ORDERS = {"card": "cards", "ability": "abilities", "action": "actions"}
"""The standing order about each sort of play."""
ASK = ("ask", "ask_on_me", "ask_wonders")
"""The orders that want a question."""
SORTS = {"card": "card", "technology": "ability", "person": ""}
"""What sort of play an answer is itself, by the kind of its card."""
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


class Means(NamedTuple):
    """What a play is answered with: a card of a kind; `way` is how it is paid, where it says so."""

    kind: str
    name: str = ""
    way: str = ""

    @property
    def card(self) -> str:
        """The card, as plays name it."""
        return f"{self.kind}:{self.name}"


LET, LET_ALL = Means("let"), Means("let_all")
"""To let a play happen, perhaps with all else of this turn."""


class Replies(Thing[Means]):
    """Answers to a play."""

    def key(self, state: Any, thing: Means) -> str:
        if not thing.name:
            return thing.kind
        return f"{thing.card}+{thing.way}" if thing.way else thing.card

    def option(self, state: Any, thing: Means) -> Option:
        key, facts = self.key(state, thing), {"key": thing.name}
        if not thing.name:
            return Option(key, Text(f"option.{thing.kind}"))
        label = Text(f"label.{thing.kind}", facts)
        if thing.way:
            label = Text("label.paid_answer", facts | {"way": thing.way})
        return Option(key, label, detail=effect(thing.kind, thing.name))

    def words(self, voice: Voice, key: str) -> str:
        card, _, way = key.partition("+")
        kind, _, name = card.partition(":")
        words = voice.say(f"{kind}.{name}")
        return voice.say("paid_means", means=words, things=way) if way else words


REPLY = Replies("reply")


def means(state: State, seat: int, played: Played) -> list[Means]:
    """What a seat could answer with: culture cards, a technology, great people."""
    player, sort = state.players[seat], played.sort
    found = [
        Means("card", card)
        for card in dict.fromkeys(player.cards)
        if sort in CULTURE[card].cancels and (not CULTURE[card].on_me or seat in played.victims)
    ]
    tech = Means("technology", TECHNOLOGY[sort])
    unused = tech.name in player.techs and tech.card not in player.used
    if unused and paying.can_pay(state, seat, SPY):
        found.append(tech)
    found += (
        Means("person", person.name)
        for person in player.people
        if sort in PEOPLE[person.name].cancels and usable(state, seat, person)
    )
    return found


def with_payment(state: State, seat: int, each: Means) -> list[Means]:
    """An answer once for each way to pay for it, where there are several."""
    ways = paying.ways(state, seat, SPY) if each.kind == "technology" else []
    return [each._replace(way=way) for way in ways] if len(ways) > 1 else [each]


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
            pay_answer(play, other, found[0], played)
            return not is_cancelled(play, answer_with(other, found[0], played))
    return False


def answer_with(seat: int, each: Means, played: Played) -> Played:
    """An answer as a play of its own."""
    return Played(seat, SORTS[each.kind], each.card, (played.seat,))


def pay_answer(play: Play[State], seat: int, each: Means, played: Played) -> None:
    """Spend what an answer takes, the first way there is by default, and say what it cancels."""
    state = play.state
    if each.kind == "card":
        discard(state, seat, each.name)
    elif each.kind == "person":
        discard_person_card(state, seat, each.name)
    else:
        state.players[seat].used.append(each.card)
        paying.spend(play, seat, each.way or paying.ways(state, seat, SPY)[0])
    play.tell(events.Cancelled(played.seat, *source_of(played.card), seat, each.card))
