"""What a city's action does: paying for it, and putting up what was made (rule: actions)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Answers, cost
from engine.core.script import Steps, go
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.answers import is_asked_about, is_cancelled
from engine.rulesets.civ2010.cities.architecture import put_building, put_wonder, refill_wonders
from engine.rulesets.civ2010.cities.founding import put_city
from engine.rulesets.civ2010.cities.production import (
    ARTS,
    EGYPTIANS,
    FREE,
    STORE,
    Workshop,
    arts,
    category,
    rush_rate,
    rush_trade,
)
from engine.rulesets.civ2010.combat.units import gain_unit, offer_units
from engine.rulesets.civ2010.map.board import (
    bonus,
    city_at,
    city_squares,
    grid,
    name,
    others,
    resources_on,
)
from engine.rulesets.civ2010.map.figures import deploy_squares, supply
from engine.rulesets.civ2010.operations.land import build_walls
from engine.rulesets.civ2010.questions.land import deploy_figure
from engine.rulesets.civ2010.questions.picks import Asked, ask, question
from engine.rulesets.civ2010.sheet.culture import free_steps
from engine.rulesets.civ2010.sheet.paying import gain_resource
from engine.rulesets.civ2010.sheet.wealth import add_coin, gain
from engine.rulesets.civ2010.sorts import RESOURCE, Square
from engine.rulesets.civ2010.state import (
    Answering,
    Cities,
    City,
    Pick,
    Played,
    SecondItem,
    State,
)
from engine.rulesets.civ2010.tables import ANARCHY, RUSH_TRADE

DARWIN, TRADITION, TWO_ITEMS, ANGKOR = "darwin", "military_tradition", "engineering", "angkor_wat"
EDUCATION = "education"


def cities_frame(state: State) -> Cities:
    """The frame of the phase, wherever it is in the stack."""
    top = state.frames[-1]
    if isinstance(top, Cities):
        return top
    return next(frame for frame in reversed(state.frames) if isinstance(frame, Cities))


def may_act(state: State, seat: int, city: City) -> bool:
    """Whether a city has an action left (rules: actions, governments)."""
    frame = cities_frame(state)
    if city.at in frame.safe:
        return True
    if city.capital and state.players[seat].government == ANARCHY:
        return False
    taken = sum([number for at, number in frame.acted if at == city.at])
    allowed = 1 + sum([number for at, number in frame.again if at == city.at])
    if city.capital:
        allowed += bool(state.players[seat].bonuses.get("royal_action"))
    return taken < allowed


def kinds_left(state: State, seat: int, city: City) -> str:
    """The kind of action that a king's second action may not be; empty when any will do."""
    frame = cities_frame(state)
    if not city.capital or not state.players[seat].bonuses.get("royal_action"):
        return ""
    if city.at in frame.safe:
        return ""
    taken = sum(number for at, number in frame.acted if at == city.at)
    plain = 1 + sum(number for at, number in frame.again if at == city.at)
    return dict(frame.first).get(city.at, "") if taken >= plain else ""


def kind_of(key: str) -> str:
    """Production, arts, harvest or storing: the kinds of action."""
    sort = category(key)
    return sort if sort in (ARTS, STORE, "harvest") else "produce"


def note_action(play: Play[State], city: City, kind: str) -> None:
    """A city has acted; an action that Ada Lovelace gave is taken before its others."""
    frame = cities_frame(play.state)
    at = play.state.frames.index(frame)
    if city.at in frame.safe:
        safe = tuple([each for each in frame.safe if each != city.at])
        play.state.frames[at] = msgspec.structs.replace(frame, safe=safe)
        return
    is_first = city.capital and city.at not in dict(frame.first)
    play.state.frames[at] = msgspec.structs.replace(
        frame,
        acted=(*frame.acted, (city.at, 1)),
        first=(*frame.first, (city.at, kind)) if is_first else frame.first,
    )


def act(play: Play[State], shop: Workshop, value: Answers) -> None:
    """A city's action, unless someone cancels it (rule: actions)."""
    state, city = play.state, shop.city
    key = value["item"]
    sort = category(key)
    safe = city.at in cities_frame(state).safe
    note_action(play, city, kind_of(key))
    if not safe:
        played = Played(shop.seat, "action", f"{sort}:{key}")
        if is_asked_about(play, played):
            play.push(Answering((played,), str(city.at), tuple(value.items())))
            return
        if is_cancelled(play, played):
            return
    perform(play, shop, value)


def carry_out_action(play: Play[State], at: int, value: Answers) -> None:
    """A city's action that others had the chance to cancel."""
    state = play.state
    perform(play, Workshop(state, city_at(state, at), cities_frame(state)), value)


def perform(play: Play[State], shop: Workshop, value: Answers) -> None:
    """Carry out a city's order."""
    state, city = play.state, shop.city
    key = value["item"]
    sort = category(key)
    if sort == ARTS:
        harvest_arts(play, city)
    elif sort == STORE:
        put_city(state, msgspec.structs.replace(city, program=True))
        play.tell(events.ProgramStored(shop.seat, name(state, city.at)))
    elif sort == "harvest":
        harvest(play, city, key.removeprefix("harvest:"))
    else:
        price = shop.price(key)
        program = city.program and bool(price) and value.get("program") != "keep"
        caravan = value.get("caravan") == "use"
        paid = pay(play, shop, price, program=program, caravan=caravan)
        make(play, shop, key, value.get("square", ""), paid)


class Paid(NamedTuple):
    """What paying took and left: the production still there, and the trade that was rushed."""

    left: int
    rushed: int


def pay(play: Play[State], shop: Workshop, price: int, *, program: bool, caravan: bool) -> Paid:
    """Spend a city's production, rushing what is missing."""
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
    bought = trade // RUSH_TRADE * rush_rate(state, shop.seat)
    return Paid(made + bought - price, trade)


def make(play: Play[State], shop: Workshop, key: str, where: str, paid: Paid) -> None:
    """Put up what was paid for, and go on with what that brings."""
    state, seat, sort = play.state, shop.seat, category(key)
    at = grid(state).index[where] if where else -1
    item, free = key.removeprefix(FREE), key.startswith(FREE)
    price = shop.price(key)
    built = events.Built(seat, item, where, name(state, shop.city.at), price, paid.rushed)
    player = state.players[seat]
    splits = bool(player.bonuses.get("two_items")) and TWO_ITEMS not in player.used
    if splits and not free and shop.left < 0:
        play.push(SecondItem(seat, shop.city.at, paid.left))
    if sort == "unit":
        gain_unit(play, seat, key)
        offer_tradition_army(play, shop, paid.left)
        play.tell(built)
    elif sort in ("army", "scout"):
        play.tell(built)
        # The unit that the army brings can fight beside it.
        play.push(Pick(seat, "arrival", (sort, where)))
        offer_tradition_unit(play, seat, sort)
    elif sort == "walls":
        build_walls(play, shop.city.at)
    elif sort == "building":
        if free:
            player.used.append(EGYPTIANS)
        put_building(play, seat, at, item)
        play.tell(built)
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
    if not price or TRADITION in player.used or not player.bonuses.get(TRADITION):
        return
    if rush_trade(state, shop.seat, price - left) <= player.trade:
        play.push(Pick(shop.seat, "tradition_army", (str(shop.city.at), str(left))))


def harvest_arts(play: Play[State], city: City) -> None:
    """A city harvests culture; others may gain by it."""
    state, seat = play.state, city.owner
    player, found = state.players[seat], arts(state, city, city_squares(state, city))
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
        play.push(Pick(seat, "second_harvest", (str(city.at),)))


@question("second_harvest", rule="harvest-resource")
def second_harvest(asked: Asked) -> Steps:
    """Angkor Wat: another resource from the same city, or none now for another city later."""
    state, pick = asked
    city = city_at(state, int(pick.facts[0]))
    found = (kind for at in city_squares(state, city) for kind in resources_on(state, at))
    kind = yield from ask(
        RESOURCE, [*dict.fromkeys(found), None], lambda kind: not state.market[kind]
    )
    play = yield from go()
    state.players[pick.seat].used.append(ANGKOR)
    gain_resource(play, pick.seat, kind)


@question("tradition_army", rule="house-tradition")
def tradition_army(asked: Asked) -> Steps:
    """House rule of Military Tradition: an army with the unit, or none."""
    state, pick = asked
    place, left = map(int, pick.facts)
    player, price = state.players[pick.seat], state.options["military_tradition"]
    trade = rush_trade(state, pick.seat, price - left)
    able = supply(state, pick.seat, army=True)
    squares = deploy_squares(state, city_at(state, place), army=True) if able else ()
    priced = Square("square", cost(production=price, trade=trade or None))
    at = yield from ask(priced, [None, *squares])
    play = yield from go()
    player.used.append(TRADITION)
    player.trade -= trade
    below = state.frames[-1]
    if isinstance(below, SecondItem):
        play.update(left=max(0, below.left - price))
    deploy_figure(play, pick.seat, True, at)
