"""The production phase: one action per city, and steps on the culture track (rules: cities)."""

from __future__ import annotations

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Unfit, Value, cost
from engine.core.lazy import lazy
from engine.core.question import refusal
from engine.core.text import Text
from engine.rulesets.civ2010 import faults
from engine.rulesets.civ2010.abilities.choices import CARD_FIELDS, SeatChoices, choices_of
from engine.rulesets.civ2010.abilities.refusing import why_not_used
from engine.rulesets.civ2010.cities.making import act, kind_of, kinds_left, may_act
from engine.rulesets.civ2010.cities.production import Workshop, arts, describe_item
from engine.rulesets.civ2010.describing import option, square
from engine.rulesets.civ2010.map.board import cities_of, city_at, gatherers, grid, name
from engine.rulesets.civ2010.sheet.culture import (
    can_advance,
    check_hand,
    next_steps,
    pay_step,
    step_cost,
)
from engine.rulesets.civ2010.state import Cities, City, State

YES_NO = ("use", "keep")


class CitiesChoices(SeatChoices):
    """The choices of a seat in its part of the production phase."""

    phase = "cities"

    def __init__(self, state: State, seat: int, frame: Cities) -> None:
        super().__init__(state, seat)
        self.frame = frame
        self._workshops: dict[str, Workshop] = {}

    @lazy
    def cities(self) -> list[City]:
        """The cities that can still act."""
        own = cities_of(self.state, self.seat)
        return [city for city in own if may_act(self.state, self.seat, city)]

    @lazy
    def steps(self) -> list[int]:
        """The steps of the culture track that can be paid now."""
        return [
            s for s in next_steps(self.state, self.seat) if can_advance(self.state, self.seat, s)
        ]

    @lazy
    def senders(self) -> list[str]:
        """Squares whose yield a figure can send, where there is more than one city to send to."""
        if len(cities_of(self.state, self.seat)) < 2:
            return []
        return [name(self.state, at) for at in gatherers(self.state, self.seat)]

    def own_actions(self) -> list[str]:
        found = ["act"] if self.cities else []
        if self.steps:
            found.append("advance")
        if self.cities and self.senders:
            found.append("send")
        return found

    def workshop(self, said: Answers) -> Workshop:
        """What the chosen city can do."""
        key = said.get("city") or self.lone_city(said)
        if key not in self._workshops:
            city = city_at(self.state, grid(self.state).index[key])
            self._workshops[key] = Workshop(self.state, city, self.frame)
        return self._workshops[key]

    def ask_city(self, said: Answers) -> Grammar | None:
        """Which city acts, where there is a choice."""
        if len(self.cities) < 2:
            return None
        return OneOf([name(self.state, city.at) for city in self.cities], self.describe_city)

    def lone_city(self, said: Answers) -> str:
        """The city that acts where there is no choice."""
        return name(self.state, self.cities[0].at)

    def describe_city(self, key: str) -> Option:
        """A city with its production."""
        shop = self.workshop({"city": key})
        made = shop.production(shop.city.program, False)
        facts = {"production": made, "arts": arts(self.state, shop.city, shop.worked)}
        return option("city", key, place=key, detail=Text("detail.city", facts))

    def ask_item(self, said: Answers) -> Grammar | None:
        """What the city does."""
        shop = self.workshop(said)
        barred = kinds_left(self.state, self.seat, shop.city)
        keys = [key for key in shop.items if not barred or kind_of(key) != barred]
        return OneOf(keys, lambda key: describe_item(shop, key))

    def ask_square(self, said: Answers) -> Grammar | None:
        """Where the item stands."""
        shop = self.workshop(said)
        if not shop.items[said["item"]].placed:
            return None
        keys = [name(self.state, at) for at in shop.squares(said["item"])]
        figure = said["item"] in ("army", "scout")
        return OneOf(keys, self.describe_arrival if figure else self.describe_square)

    def describe_arrival(self, key: str) -> Option:
        """A square with whom an army would fight there."""
        here = self.state.figures.get(grid(self.state).index[key])
        if here and here[0].owner != self.seat:
            return square(key, Text("detail.attack", {"seat": here[0].owner}))
        return square(key)

    def describe_square(self, key: str) -> Option:
        """A square with what would make room."""
        piece = self.state.pieces.get(grid(self.state).index[key])
        return square(
            key, None if piece is None else Text("detail.replaces", {"piece": piece.kind})
        )

    def ask_caravan(self, said: Answers) -> Grammar | None:
        """Whether to use the city's caravan, where the action costs production."""
        shop = self.workshop(said)
        price = shop.items[said["item"]].cost
        if not price or not shop.city.caravan:
            return None
        without = Workshop(
            self.state, msgspec.structs.replace(shop.city, caravan=False), self.frame
        )
        keys = YES_NO if price <= without.most else ("use",)
        return OneOf(keys, lambda key: option("caravan", key))

    def ask_program(self, said: Answers) -> Grammar | None:
        """Whether to use the stored production (house rule: otherwise it must be)."""
        if not self.state.options["free_program"]:
            return None
        shop = self.workshop(said)
        price = shop.items[said["item"]].cost
        if not price or not shop.city.program:
            return None
        caravan = said.get("caravan") == "use"
        plain = msgspec.structs.replace(shop.city, program=False, caravan=caravan)
        keys = YES_NO if price <= Workshop(self.state, plain, self.frame).most else ("use",)
        return OneOf(keys, lambda key: option("program", key))

    def ask_step(self, said: Answers) -> Grammar | None:
        """Which step to go to, where others' markers can be passed."""
        if len(self.steps) < 2:
            return None
        return OneOf([str(step) for step in self.steps], self.describe_step)

    def lone_step(self, said: Answers) -> str:
        """The step where there is no choice."""
        return str(self.steps[0])

    def describe_step(self, key: str) -> Option:
        """A step with its price."""
        culture, trade = step_cost(self.state, self.seat, int(key))
        return option("step", key, price=cost(culture=culture, trade=trade))

    def ask_scout(self, said: Answers) -> Grammar:
        """Whose gathering to send elsewhere."""
        return OneOf(self.senders, square)

    def ask_home(self, said: Answers) -> Grammar | None:
        """Where to send it."""
        keys = [name(self.state, city.at) for city in cities_of(self.state, self.seat)]
        return OneOf(keys, lambda key: option("city", key, place=key))


CITIES_FIELDS = (
    Field("do", CitiesChoices.ask_action),
    Field("city", CitiesChoices.ask_city, ("act",), CitiesChoices.lone_city),
    Field("item", CitiesChoices.ask_item, ("act",)),
    Field("square", CitiesChoices.ask_square, ("act",)),
    Field("caravan", CitiesChoices.ask_caravan, ("act",)),
    Field("program", CitiesChoices.ask_program, ("act",)),
    Field("step", CitiesChoices.ask_step, ("advance",), CitiesChoices.lone_step),
    Field("scout", CitiesChoices.ask_scout, ("send",)),
    Field("home", CitiesChoices.ask_home, ("send",)),
    *CARD_FIELDS,
)


class CitiesPhase(Phase[State, Cities]):
    """One player after another manages all cities."""

    title = "cities"

    def advance(self, play: Play[State], frame: Cities) -> bool:
        if frame.at == len(frame.order):
            play.pop()
            return True
        acting = [CitiesChoices(play.state, seat, frame) for seat in frame.acting]
        for choices in acting:
            if not choices.cities and choices.actions == ["done"]:
                end_part(play, frame, choices.seat)
                return True
        play.asked = list(map(self.question, acting))
        return False

    def open(self, state: State, frame: Cities) -> list[Decision]:
        return [self.question(CitiesChoices(state, seat, frame)) for seat in frame.acting]

    def question(self, choices: CitiesChoices) -> Decision:
        """What the seat of these choices is asked."""
        lone = name(choices.state, choices.cities[0].at) if len(choices.cities) == 1 else "{city}"
        return Decision(
            choices.seat,
            "cities",
            Form(CITIES_FIELDS, choices),
            default={"do": "done"},
            again=True,
            rule="cities",
            once={"act": "city"},
            chart=f"city_{lone}",
        )

    def active(self, state: State, frame: Cities) -> tuple[int, ...]:
        return frame.acting

    def answer(self, play: Play[State], frame: Cities, decision: Decision, value: Value) -> None:
        seat = decision.seat
        choices = choices_of(decision.grammar)
        assert isinstance(choices, CitiesChoices)
        if frame.fresh:
            frame = play.update(fresh=False)
        match value["do"]:
            case "done":
                end_part(play, frame, seat)
            case "advance":
                step = int(value["step"]) if "step" in value else choices.steps[0]
                pay_step(play, seat, step)
            case "send":
                send(play.state, seat, value["scout"], value["home"])
            case "act":
                act(play, choices.workshop(value), value)
            case _:
                choices.carry_out(play, value)

    def why_not(
        self, state: State, frame: Cities, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict):
            return None
        seat, wanted = decision.seat, value.get("do")
        if unfit.path == ("do",) and wanted == "advance":
            return refusal(faults.advance_fault(state, seat), "culture-track")
        if unfit.path in (("do",), ("city",)) and wanted == "act":
            return refusal(faults.acting_fault(state, seat, value.get("city")), "actions")
        if unfit.code != "not_an_option" or unfit.path not in (("item",), ("square",)):
            return why_not_used(decision, value, unfit)
        choices = choices_of(decision.grammar)
        assert isinstance(choices, CitiesChoices)
        shop = choices.workshop(value)
        if unfit.path == ("square",):
            return refusal(faults.site_fault(shop, value["item"], value["square"]), "actions")
        barred = kinds_left(state, seat, shop.city)
        return refusal(faults.making_fault(shop, str(unfit.data["key"]), barred), "actions")


def end_part(play: Play[State], frame: Cities, seat: int) -> None:
    """The next player manages cities, or the others go on; what cities have done is their own."""
    frame = play.update(**frame.done(seat))
    if not frame.together and frame.at < len(frame.order):
        check_hand(play, frame.order[frame.at])


def send(state: State, seat: int, key: str, home: str) -> None:
    """A figure sends what it gathers to another city."""
    at, city = grid(state).index[key], grid(state).index[home]
    state.figures[at] = tuple(msgspec.structs.replace(f, home=city) for f in state.figures[at])
