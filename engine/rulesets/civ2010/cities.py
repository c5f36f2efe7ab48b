"""The production phase: one action per city, and steps on the culture track (rules: cities)."""

from __future__ import annotations

import msgspec

from engine.core.decision import Decision
from engine.core.errors import IllegalChoice
from engine.core.flow import Phase, Play
from engine.core.grammar import Answers, Field, Form, Grammar, OneOf, Option, Unfit, Value, cost
from engine.core.lazy import lazy
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.answers import is_cancelled
from engine.rulesets.civ2010.board import (
    bonus,
    cities_of,
    city_at,
    gathered,
    grid,
    name,
    others,
    resources_on,
)
from engine.rulesets.civ2010.board import city_squares as squares_of
from engine.rulesets.civ2010.culture import (
    can_advance,
    check_hand,
    free_steps,
    next_steps,
    pay_step,
    step_cost,
)
from engine.rulesets.civ2010.describing import NONE, option, square
from engine.rulesets.civ2010.desk import CARD_FIELDS, Desk, desk_of
from engine.rulesets.civ2010.founding import put_city
from engine.rulesets.civ2010.operations.land import build_walls
from engine.rulesets.civ2010.paying import gain_resource
from engine.rulesets.civ2010.picks import Question, question
from engine.rulesets.civ2010.pieces import put_building, put_wonder, refill_wonders
from engine.rulesets.civ2010.production import (
    ARTS,
    EGYPTIANS,
    STORE,
    Workshop,
    arts,
    category,
    rush_trade,
)
from engine.rulesets.civ2010.questions.land import deploy_figure
from engine.rulesets.civ2010.sheet import ANARCHY, add_coin, gain
from engine.rulesets.civ2010.state import Cities, City, Pick, SecondItem, State
from engine.rulesets.civ2010.tables import ARMY_COST
from engine.rulesets.civ2010.units import gain_unit, offer_units

YES_NO = ("use", "keep")
DARWIN, TRADITION, TWO_ITEMS, ANGKOR = "darwin", "military_tradition", "engineering", "angkor_wat"
EDUCATION = "education"


def cities_frame(state: State) -> Cities:
    """The frame of the phase, wherever it is in the stack."""
    return next(frame for frame in reversed(state.frames) if isinstance(frame, Cities))


def may_act(state: State, seat: int, city: City) -> bool:
    """Whether a city has an action left (rules: actions, governments)."""
    frame = cities_frame(state)
    taken = sum(number for at, number in frame.acted if at == city.at)
    allowed = 1 + sum(number for at, number in frame.again if at == city.at)
    if city.capital:
        government = state.players[seat].government
        allowed -= government == ANARCHY
        allowed += bool(state.players[seat].bonuses.get("royal_action"))
    return taken < allowed


def kinds_left(state: State, seat: int, city: City) -> str:
    """The kind of action that a king's second action may not be; empty when any will do."""
    frame = cities_frame(state)
    if not city.capital or not state.players[seat].bonuses.get("royal_action"):
        return ""
    taken = sum(number for at, number in frame.acted if at == city.at)
    plain = 1 + sum(number for at, number in frame.again if at == city.at)
    return frame.first if taken >= plain else ""


def kind_of(key: str) -> str:
    """Production, arts, harvest or storing: the kinds of action."""
    sort = category(key)
    return sort if sort in (ARTS, STORE, "harvest") else "produce"


class CitiesDesk(Desk):
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
        """Squares that figures gather from, where there is more than one city to send to."""
        if len(cities_of(self.state, self.seat)) < 2:
            return []
        return [name(self.state, at) for at, _ in gathered(self.state, self.seat)]

    def own_actions(self) -> list[str]:
        found = ["act"] if self.cities else []
        if self.steps:
            found.append("advance")
        if self.cities and self.senders:
            found.append("send")
        return found

    def workshop(self, said: Answers) -> Workshop:
        """What the chosen city can do."""
        key = said.get("city") or name(self.state, self.cities[0].at)
        if key not in self._workshops:
            city = city_at(self.state, grid(self.state).index[key])
            self._workshops[key] = Workshop(self.state, city, self.frame)
        return self._workshops[key]

    def ask_city(self, said: Answers) -> Grammar | None:
        """Which city acts, where there is a choice."""
        if said["do"] != "act" or len(self.cities) < 2:
            return None
        return OneOf([name(self.state, city.at) for city in self.cities], self.describe_city)

    def describe_city(self, key: str) -> Option:
        """A city with its production."""
        shop = self.workshop({"city": key})
        made = shop.production(shop.city.program, False)
        facts = {"production": made, "arts": arts(self.state, shop.city)}
        return option("city", key, place=key, detail=Text("detail.city", facts))

    def ask_item(self, said: Answers) -> Grammar | None:
        """What the city does."""
        if said["do"] != "act":
            return None
        shop = self.workshop(said)
        barred = kinds_left(self.state, self.seat, shop.city)
        keys = [key for key in shop.items if not barred or kind_of(key) != barred]
        return OneOf(keys, lambda key: describe_item(shop, key))

    def ask_square(self, said: Answers) -> Grammar | None:
        """Where the item stands."""
        if said["do"] != "act":
            return None
        shop = self.workshop(said)
        if not shop.items[said["item"]].placed:
            return None
        keys = [name(self.state, at) for at in shop.squares(said["item"])]
        return OneOf(keys, self.describe_square)

    def describe_square(self, key: str) -> Option:
        """A square with what would make room, or whom an army would fight."""
        at = grid(self.state).index[key]
        piece, here = self.state.pieces.get(at), self.state.figures.get(at)
        if here and here[0].owner != self.seat:
            return square(key, Text("detail.attack", {"seat": here[0].owner}))
        return square(
            key, None if piece is None else Text("detail.replaces", {"piece": piece.kind})
        )

    def ask_caravan(self, said: Answers) -> Grammar | None:
        """Whether to use the city's caravan, where the action costs production."""
        if said["do"] != "act":
            return None
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
        if said["do"] != "act" or not self.state.options["free_program"]:
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
        if said["do"] != "advance" or len(self.steps) < 2:
            return None
        return OneOf([str(step) for step in self.steps], self.describe_step)

    def describe_step(self, key: str) -> Option:
        """A step with its price."""
        culture, trade = step_cost(self.state, self.seat, int(key))
        return option("step", key, price=cost(culture=culture, trade=trade))

    def ask_scout(self, said: Answers) -> Grammar | None:
        """Whose gathering to send elsewhere."""
        return OneOf(self.senders, square) if said["do"] == "send" else None

    def ask_home(self, said: Answers) -> Grammar | None:
        """Where to send it."""
        if said["do"] != "send":
            return None
        keys = [name(self.state, city.at) for city in cities_of(self.state, self.seat)]
        return OneOf(keys, lambda key: option("city", key, place=key))


CITIES_FIELDS = (
    Field("do", CitiesDesk.ask_action),
    Field("city", CitiesDesk.ask_city),
    Field("item", CitiesDesk.ask_item),
    Field("square", CitiesDesk.ask_square),
    Field("caravan", CitiesDesk.ask_caravan),
    Field("program", CitiesDesk.ask_program),
    Field("step", CitiesDesk.ask_step),
    Field("scout", CitiesDesk.ask_scout),
    Field("home", CitiesDesk.ask_home),
    *CARD_FIELDS,
)


def describe_item(shop: Workshop, key: str) -> Option:
    """Something a city can do, with its price and the trade it would take."""
    item, sort = shop.items[key], category(key)
    what = key.removeprefix("free:").removeprefix("harvest:")
    label = Text(f"item.{sort}", {"key": what})
    if sort == ARTS:
        return Option(key, label, detail=Text("detail.arts", {"n": arts(shop.state, shop.city)}))
    if not item.cost:
        return Option(key, label)
    made = shop.production(shop.city.program, False)
    trade = rush_trade(shop.state, shop.seat, item.cost - made)
    return Option(key, label, cost(production=item.cost, trade=trade or None))


class CitiesPhase(Phase[State, Cities]):
    """One player after another manages all cities."""

    title = "cities"

    def advance(self, play: Play[State], frame: Cities) -> bool:
        if frame.at == len(frame.order):
            play.pop()
            return True
        desk = CitiesDesk(play.state, frame.order[frame.at], frame)
        if not desk.cities and desk.actions == ["done"]:
            end_part(play, frame)
            return True
        return False

    def open(self, state: State, frame: Cities) -> list[Decision]:
        seat = frame.order[frame.at]
        return [
            Decision(
                seat,
                "cities",
                Form(CITIES_FIELDS, CitiesDesk(state, seat, frame)),
                default={"do": "done"},
                rule="cities",
            )
        ]

    def active(self, state: State, frame: Cities) -> tuple[int, ...]:
        return frame.order[frame.at : frame.at + 1]

    def answer(self, play: Play[State], frame: Cities, decision: Decision, value: Value) -> None:
        seat = decision.seat
        desk = desk_of(decision.grammar)
        assert isinstance(desk, CitiesDesk)
        if frame.fresh:
            frame = play.update(fresh=False)
        match value["do"]:
            case "done":
                end_part(play, frame)
            case "advance":
                step = int(value["step"]) if "step" in value else desk.steps[0]
                pay_step(play, seat, step)
            case "send":
                send(play.state, seat, value["scout"], value["home"])
            case "act":
                act(play, desk.workshop(value), value)
            case _:
                desk.carry_out(play, value)

    def why_not(
        self, state: State, frame: Cities, decision: Decision, value: Value, unfit: Unfit
    ) -> IllegalChoice | None:
        if not isinstance(value, dict) or unfit.path not in (("item",), ("do",)):
            return None
        if unfit.path == ("do",):
            codes = {"advance": "cannot_advance", "act": "no_action_left"}
            wanted = value.get("do")
            code = codes.get(wanted) if isinstance(wanted, str) else None
            rule = "culture-track" if code == "cannot_advance" else "actions"
            return IllegalChoice(code, rule) if code else None
        return IllegalChoice("cannot_make", "actions", key=str(unfit.data.get("key", ""))[:40])


def end_part(play: Play[State], frame: Cities) -> None:
    """The next player manages cities, with nothing carried over."""
    play.update(at=frame.at + 1, acted=(), extra=(), again=(), first="")
    if frame.at + 1 < len(frame.order):
        check_hand(play, frame.order[frame.at + 1])


def send(state: State, seat: int, key: str, home: str) -> None:
    """A figure sends what it gathers to another city."""
    at, city = grid(state).index[key], grid(state).index[home]
    state.figures[at] = tuple(msgspec.structs.replace(f, home=city) for f in state.figures[at])


def note_action(play: Play[State], city: City, kind: str) -> None:
    """A city has acted."""
    frame = cities_frame(play.state)
    at = play.state.frames.index(frame)
    first = frame.first or (kind if city.capital else "")
    play.state.frames[at] = msgspec.structs.replace(
        frame, acted=(*frame.acted, (city.at, 1)), first=first
    )


def act(play: Play[State], shop: Workshop, value: Answers) -> None:
    """A city's action, unless somebody cancels it (rule: actions)."""
    state, city = play.state, shop.city
    item = shop.items[value["item"]]
    sort = category(item.key)
    note_action(play, city, kind_of(item.key))
    if is_cancelled(play, shop.seat, "action", f"{sort}:{item.key}"):
        return
    if sort == ARTS:
        harvest_arts(play, city)
    elif sort == STORE:
        put_city(state, msgspec.structs.replace(city, program=True))
        play.tell(events.ProgramStored(shop.seat, name(state, city.at)))
    elif sort == "harvest":
        harvest(play, city, item.key.removeprefix("harvest:"))
    else:
        program = city.program and bool(item.cost) and value.get("program") != "keep"
        caravan = value.get("caravan") == "use"
        left = pay(play, shop, item.cost, program=program, caravan=caravan)
        make(play, shop, item.key, value.get("square", ""), left)


def pay(play: Play[State], shop: Workshop, price: int, *, program: bool, caravan: bool) -> int:
    """Spend a city's production, rushing what is missing; gives what is left."""
    state = play.state
    made = shop.production(program, caravan)
    trade = rush_trade(state, shop.seat, price - made)
    state.players[shop.seat].trade -= trade
    if (program or caravan) and shop.left < 0:
        city = shop.city
        put_city(
            state,
            msgspec.structs.replace(
                city, program=city.program and not program, caravan=city.caravan and not caravan
            ),
        )
    return max(0, made - price)


def make(play: Play[State], shop: Workshop, key: str, where: str, left: int) -> None:
    """Put up what was paid for, and go on with what that brings."""
    state, seat, sort = play.state, shop.seat, category(key)
    at = grid(state).index[where] if where else -1
    item, free = key.removeprefix("free:"), key.startswith("free:")
    price = 0 if free else shop.items[key].cost
    trade = rush_trade(state, seat, price - left) if left == 0 else 0
    told = events.Built(seat, item, where, name(state, shop.city.at), price, trade)
    player = state.players[seat]
    splits = bool(player.bonuses.get("two_items")) and TWO_ITEMS not in player.used
    if splits and left >= ARMY_COST and not free and shop.left < 0:
        play.push(SecondItem(seat, shop.city.at, left))
    if sort == "unit":
        gain_unit(play, seat, key)
        offer_tradition_army(play, shop, left)
        play.tell(told)
    elif sort in ("army", "scout"):
        play.tell(told)
        offer_tradition_unit(play, seat, sort)
        deploy_figure(play, seat, sort == "army", at)
    elif sort == "walls":
        build_walls(play, shop.city.at)
    elif sort == "building":
        if free:
            player.used.append(EGYPTIANS)
        put_building(play, seat, at, item)
        play.tell(told)
    else:
        raise_wonder(play, seat, at, item)


def raise_wonder(play: Play[State], seat: int, at: int, wonder: str) -> None:
    """A wonder of the market is built (rule: wonders)."""
    state, player = play.state, play.state.players[seat]
    state.wonder_market.remove(wonder)
    put_wonder(play, seat, at, wonder)
    play.tell(events.WonderBuilt(seat, wonder, name(state, at)))
    if "cheap_wonder" in player.used:
        player.used.remove("cheap_wonder")
    if player.bonuses.get("coin_on_wonder") and EDUCATION not in player.used:
        player.used.append(EDUCATION)
        add_coin(play, seat, EDUCATION)
    refill_wonders(play)
    free_steps(play, seat, player.bonuses.get("step_per_wonder", 0))


def offer_tradition_unit(play: Play[State], seat: int, sort: str) -> None:
    """Military Tradition: the first army of the turn brings a unit."""
    player = play.state.players[seat]
    if sort != "army" or play.state.options["military_tradition"]:
        return
    if player.bonuses.get(TRADITION) and TRADITION not in player.used:
        player.used.append(TRADITION)
        offer_units(play, seat, 1)


def offer_tradition_army(play: Play[State], shop: Workshop, left: int) -> None:
    """House rule: a unit may bring an army for some more production."""
    state, player = play.state, play.state.players[shop.seat]
    price = state.options["military_tradition"]
    if not price or left < price or TRADITION in player.used:
        return
    if player.bonuses.get(TRADITION):
        play.push(Pick(shop.seat, "tradition_army", (str(shop.city.at),)))


def harvest_arts(play: Play[State], city: City) -> None:
    """A city harvests culture; others may gain by it."""
    state, seat = play.state, city.owner
    player, found = state.players[seat], arts(state, city)
    if DARWIN in player.used:
        player.used.remove(DARWIN)
        gain(play, seat, trade=found)
        play.tell(events.ArtsHarvested(seat, name(state, city.at), 0, found))
    else:
        player.culture += found
        play.tell(events.ArtsHarvested(seat, name(state, city.at), found, 0))
    for other in others(state, seat):
        gain(play, other, culture=bonus(state, other, "culture_per_other_harvest"))


def harvest(play: Play[State], city: City, kind: str) -> None:
    """A city harvests a resource; Angkor Wat lets it do so twice."""
    state, seat = play.state, city.owner
    gain_resource(play, seat, kind)
    if bonus(state, seat, "double_harvest") and ANGKOR not in state.players[seat].used:
        state.players[seat].used.append(ANGKOR)
        play.push(Pick(seat, "second_harvest", (str(city.at),)))


@question("second_harvest")
class SecondHarvest(Question):
    """Angkor Wat: another resource from the same city."""

    rule = "harvest-resource"
    table = "resource"

    def keys(self, state: State, pick: Pick) -> list[str]:
        city = city_at(state, int(pick.facts[0]))
        found = (kind for at in squares_of(state, city) for kind in resources_on(state, at))
        return [kind for kind in dict.fromkeys(found) if state.market[kind]]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        gain_resource(play, pick.seat, key)


@question("tradition_army")
class TraditionArmy(Question):
    """House rule of Military Tradition: an army with the unit, or none."""

    rule = "house-tradition"

    def keys(self, state: State, pick: Pick) -> list[str]:
        from engine.rulesets.civ2010.figures import deploy_squares, supply

        if not supply(state, pick.seat, army=True):
            return [NONE]
        city = city_at(state, int(pick.facts[0]))
        return [NONE, *(name(state, at) for at in deploy_squares(state, city, army=True))]

    def take(self, play: Play[State], pick: Pick, key: str) -> None:
        play.state.players[pick.seat].used.append(TRADITION)
        deploy_figure(play, pick.seat, True, grid(play.state).index[key])


class SecondItemDesk:
    """What is left of a city's production buys another item (Engineering)."""

    def __init__(self, state: State, frame: SecondItem) -> None:
        self.state = state
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
    Field("item", SecondItemDesk.ask_item),
    Field("square", SecondItemDesk.ask_square),
)


class SecondItemPhase(Phase[State, SecondItem]):
    """A split action: one more item, or none."""

    title = "cities"

    def advance(self, play: Play[State], frame: SecondItem) -> bool:
        if SecondItemDesk(play.state, frame).keys == [NONE]:
            play.pop()
            return True
        return False

    def open(self, state: State, frame: SecondItem) -> list[Decision]:
        desk = SecondItemDesk(state, frame)
        return [
            Decision(
                frame.seat,
                "second_item",
                Form(SECOND_FIELDS, desk),
                default={"item": NONE},
                rule="technologies",
            )
        ]

    def answer(
        self, play: Play[State], frame: SecondItem, decision: Decision, value: Value
    ) -> None:
        play.pop()
        if value["item"] == NONE:
            return
        play.state.players[frame.seat].used.append(TWO_ITEMS)
        grammar = decision.grammar
        assert isinstance(grammar, Form) and isinstance(grammar.source, SecondItemDesk)
        shop = grammar.source.shop
        left = pay(play, shop, shop.items[value["item"]].cost, program=False, caravan=False)
        make(play, shop, value["item"], value.get("square", ""), left)
