"""What a seat may do in its own part of a phase, found once and only as far as it is asked.

Each phase adds its own actions; using cards and throwing them away is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engine.core.flow import Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, cost
from engine.core.lazy import lazy
from engine.core.script import Look, Steps, go, one, script
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import PARTS, Use, offered, use
from engine.rulesets.civ2010.describing import effect
from engine.rulesets.civ2010.sheet import paying
from engine.rulesets.civ2010.sheet.culture import discard
from engine.rulesets.civ2010.sheet.people import discard_person_card
from engine.rulesets.civ2010.sorts import HIDDEN, Hidden, numbered
from engine.rulesets.civ2010.state import Player, State
from engine.rulesets.civ2010.tables import ABILITIES, source_of


class Turn(NamedTuple):
    """A seat that may do something, and the state it does it in."""

    state: State
    seat: int


def hidden_things(player: Player) -> list[Hidden]:
    """What a player holds that others do not see."""
    found = [("card", card) for card in player.cards]
    found += (("token", token) for token in player.tokens)
    found += (("person", card.name) for card in player.people if not card.shown)
    return [Hidden(*each, number) for each, number in numbered(found)]


@script("drop", rule="throwing-away")
def drop(turn: Turn) -> Steps:
    """Throw a hidden card or token away."""
    state, seat = turn
    player = state.players[seat]
    kind, name, _ = yield from one(HIDDEN, hidden_things(player))
    play = yield from go()
    if kind == "card":
        discard(state, seat, name)
        play.tell(events.CardDiscarded(seat, name))
    elif kind == "token":
        player.tokens.remove(name)
        state.gone.append(name)
        play.tell(events.TokenDiscarded(seat, name))
    else:
        discard_person_card(state, seat, name)
        play.tell(events.PersonCardLost(seat, name))


class SeatChoices:
    """The choices of one seat in one phase."""

    phase = ""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.player: Player = state.players[seat]
        """The seat's own sheet."""

    @property
    def used(self) -> Sequence[str]:
        """Abilities that are used up for the time being."""
        return ()

    @lazy
    def uses(self) -> dict[str, Look[Use]]:
        """The abilities that can be used now, with a look at each."""
        return offered(self.state, self.seat, self.phase, self.used)

    @lazy
    def actions(self) -> list[str]:
        """What can be done: the phase's own actions, cards, and ending."""
        return [*self.own_actions(), *self.card_actions(), *self.ending()]

    def own_actions(self) -> list[str]:
        """What this phase is for."""
        return []

    def card_actions(self) -> list[str]:
        """Using cards, and throwing away what others cannot see."""
        found = ["use"] if self.uses else []
        player = self.player
        hides = player.cards or player.tokens
        if hides or (player.people and any(not card.shown for card in player.people)):
            found.append("drop")
        return found

    def ending(self) -> list[str]:
        """How the seat says that it is done."""
        return ["done"]

    # The fields that all phases share.

    def ask_action(self, said: Answers) -> Grammar:
        """What to do."""
        return OneOf(self.actions, describe_action)

    def ask_use(self, said: Answers) -> Grammar:
        """Which ability."""
        return OneOf(list(self.uses), describe_ability)

    def ask_pay(self, said: Answers) -> Grammar | None:
        """How to pay, where there is a choice."""
        price = ABILITIES[said["use"]].cost
        found = paying.ways(self.state, self.seat, price) if price else []
        return OneOf(found, describe_way) if len(found) > 1 else None

    def ask_part(self, said: Answers, part: str) -> Grammar | None:
        """What the ability is used on, and what else its operation asks."""
        return self.uses[said["use"]].ask(part, said)

    def ask_drop(self, said: Answers) -> Grammar | None:
        """What to throw away."""
        return Look(drop, Turn(self.state, self.seat)).ask("drop", said)

    def carry_out(self, play: Play[State], value: Answers) -> bool:
        """Carry out an action of the shared ones; False when it is none of them."""
        if value["do"] == "use":
            key = value["use"]
            price = ABILITIES[key].cost
            way = value.get("pay", "")
            if price and not way:
                way = paying.ways(play.state, self.seat, price)[0]
            use(play, self.seat, key, way, value)
            return True
        if value["do"] == "drop":
            drop.act(Turn(play.state, self.seat), play, value)
            return True
        return False


USE, DROP = ("use",), ("drop",)
CARD_FIELDS = (
    Field("use", SeatChoices.ask_use, USE),
    Field("pay", SeatChoices.ask_pay, USE),
    *(Field(part, partial(SeatChoices.ask_part, part=part), USE) for part in PARTS),
    Field("drop", SeatChoices.ask_drop, DROP),
)


def choices_of(grammar: Grammar) -> SeatChoices:
    """The choices that a decision's form was made from."""
    assert isinstance(grammar, Form) and isinstance(grammar.source, SeatChoices)
    return grammar.source


def describe_action(key: str) -> Option:
    """An action in words."""
    return Option(key, Text(f"option.do.{key}"))


def describe_ability(key: str) -> Option:
    """A card to use, with what it does and costs."""
    kind, name = source_of(key)
    ability = ABILITIES[key]
    price = cost(**ability.price) + cost(**ability.cost)
    return Option(key, Text(f"label.{kind}", {"key": name}), price, None, effect(kind, name))


def describe_way(key: str) -> Option:
    """A way to pay in words."""
    return Option(key, Text("label.way", {"key": key}))
