"""Engineering: a city's action split over two items (rule: technologies)."""

from __future__ import annotations

from engine.core.decision import Decision
from engine.core.flow import Phase, Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Value
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.civ2010.cities.making import TWO_ITEMS, make, pay
from engine.rulesets.civ2010.cities.production import Workshop, describe_item
from engine.rulesets.civ2010.describing import NONE, square
from engine.rulesets.civ2010.map.board import city_at, name
from engine.rulesets.civ2010.state import SecondItem, State


class SecondItemChoices:
    """What is left of a city's production buys another item (Engineering)."""

    def __init__(self, state: State, frame: SecondItem) -> None:
        self.state = state
        self.seat = frame.seat
        city = city_at(state, frame.city)
        self.shop = Workshop(state, city, None, frame.left)

    @lazy
    def keys(self) -> list[str]:
        """What can be made, and stopping."""
        return [*self.shop.items, NONE]

    def ask_item(self, said: Answers) -> Grammar:
        """What to make."""
        return OneOf(self.keys, self.describe)

    def describe(self, key: str) -> Option:
        """An item in words."""
        return Option(key, Text("option.none")) if key == NONE else describe_item(self.shop, key)

    def ask_square(self, said: Answers) -> Grammar | None:
        """Where to put it."""
        if said["item"] == NONE or not self.shop.items[said["item"]].placed:
            return None
        return OneOf([name(self.state, at) for at in self.shop.squares(said["item"])], square)


SECOND_FIELDS = (
    Field("item", SecondItemChoices.ask_item),
    Field("square", SecondItemChoices.ask_square),
)


class SecondItemPhase(Phase[State, SecondItem]):
    """A split action: one more item, or none."""

    title = "cities"

    def advance(self, play: Play[State], frame: SecondItem) -> bool:
        choices = SecondItemChoices(play.state, frame)
        if choices.keys == [NONE]:
            play.pop()
            return True
        play.asked = [self.question(choices)]
        return False

    def open(self, state: State, frame: SecondItem) -> list[Decision]:
        return [self.question(SecondItemChoices(state, frame))]

    def question(self, choices: SecondItemChoices) -> Decision:
        """What the owner of the city is asked."""
        return Decision(
            choices.seat,
            "second_item",
            Form(SECOND_FIELDS, choices),
            default={"item": NONE},
            rule="technologies",
        )

    def answer(
        self, play: Play[State], frame: SecondItem, decision: Decision, value: Value
    ) -> None:
        play.pop()
        if value["item"] == NONE:
            return
        play.state.players[frame.seat].used.append(TWO_ITEMS)
        grammar = decision.grammar
        assert isinstance(grammar, Form) and isinstance(grammar.source, SecondItemChoices)
        shop = grammar.source.shop
        paid = pay(play, shop, shop.price(value["item"]), program=False, caravan=False)
        make(play, shop, value["item"], value.get("square", ""), paid)
