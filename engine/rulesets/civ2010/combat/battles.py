"""Battles from the first to the last step but the fighting itself (rules: battles, loot)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.founding import put_city
from engine.rulesets.civ2010.combat.units import health
from engine.rulesets.civ2010.map import figures
from engine.rulesets.civ2010.map.board import (
    armies_on,
    bonus,
    city_on,
    coins,
    combat_bonus,
    is_enemy_building,
    name,
    others,
)
from engine.rulesets.civ2010.map.exploring import explore_hut, take_relic
from engine.rulesets.civ2010.sheet.culture import COINS_PER_CARD
from engine.rulesets.civ2010.sheet.wealth import add_coin, coin_room, gain
from engine.rulesets.civ2010.state import (
    NOBODY,
    Battle,
    City,
    Figure,
    Front,
    Pick,
    Side,
    State,
    Unit,
)
from engine.rulesets.civ2010.tables import (
    BATTLE_HAND,
    BATTLE_HAND_IN_CITY,
    BATTLE_HAND_PER_ARMY,
    CAPITAL_DEFENCE,
    CITY_DEFENCE,
    CITY_STATE_DEFENCE,
    FORTIFICATION,
    GROUND,
    METROPOLIS,
    WALLS,
)

ATTACKER, DEFENDER = 0, 1
OUTNUMBERED = "outnumbered"
"""Noted with a defender who gains by a smaller hand."""
DEPLOYED = -1
"""The origin of an army that is put on the map where it has to fight."""
VILLAGE_RANK, HORDE_RANK = 1, 2
RAZED = "combustion"
"""Noted with a player whose army has razed a building this turn."""


def hand_size(state: State, seat: int, armies: int, in_city: bool) -> int:
    """How many units a side draws (rule: battle-hand)."""
    size = BATTLE_HAND + bonus(state, seat, "battle_hand")
    size += BATTLE_HAND_PER_ARMY * max(0, armies - 1) + BATTLE_HAND_IN_CITY * in_city
    if state.players[seat].bonuses.get("hands_by_coins"):
        size += coins(state, seat) // COINS_PER_CARD
    return size


def full_hand(state: State, frame: Battle, number: int) -> int:
    """How many units the hand of a player's side holds in a battle."""
    seat, square = frame.sides[number].owner, frame.square
    if number == DEFENDER:
        in_city = city_on(state, square) is not None
        return hand_size(state, seat, 0 if in_city else armies_on(state, square), in_city)
    if frame.origin == DEPLOYED:
        return hand_size(state, seat, 1, in_city=False)
    group = frame.away or [f for f in state.figures[frame.origin] if f.id in frame.group]
    armies = sum(figure.army for figure in group)
    return hand_size(state, seat, armies, in_city=False)


def draw_hand(play: Play[State], seat: int, size: int) -> tuple[Unit, ...]:
    """Random units of a seat's forces, all of them if there are no more."""
    forces = play.state.players[seat].units
    if size >= len(forces):
        hand = tuple(forces)
        forces.clear()
        return hand
    return tuple(forces.pop(play.draw(len(forces))) for _ in range(size))


def barbarians(play: Play[State], leader: int, rank: int) -> Side:
    """A side of barbarians: the top unit of each type, led by a player."""
    decks = play.state.units
    hand = tuple(Unit(kind, decks[kind].pop()) for kind in GROUND if decks[kind])
    return Side(leader, NOBODY, hand, rank=rank)


def city_defence(state: State, city: City) -> int:
    """What a city adds to its defender's score (rule: city-defence)."""
    found = CAPITAL_DEFENCE if city.capital else CITY_DEFENCE
    return found + WALLS * city.walls + METROPOLIS * (city.second >= 0)


def attack(play: Play[State], seat: int, origin: int, ids: Sequence[int], square: int) -> None:
    """Armies enter a square where they have to fight (rule: attacking)."""
    state = play.state
    city = city_on(state, square)
    armies = (
        1
        if origin == DEPLOYED
        else sum(figure.army for figure in state.figures[origin] if figure.id in ids)
    )
    if city is not None:
        begin_city_battle(play, seat, origin, ids, square, armies)
    elif square in state.figures:
        begin_field_battle(play, seat, origin, ids, square, armies)
    else:
        begin_village_battle(play, seat, origin, ids, square, armies)


def set_out(play: Play[State], origin: int, ids: Sequence[int]) -> tuple[Figure, ...]:
    """Attackers leave the square they came from: they hold it no more (rule: attacking)."""
    state = play.state
    if origin == DEPLOYED:
        return ()
    leaving = tuple(figure for figure in state.figures[origin] if figure.id in ids)
    figures.remove(state, origin, ids)
    return leaving


def come_back(state: State, frame: Battle) -> None:
    """Attackers stand where they came from, to be lost or to go on from there."""
    if frame.away:
        figures.put(state, frame.origin, [*state.figures.get(frame.origin, ()), *frame.away])


def attacking_side(play: Play[State], seat: int, armies: int) -> Side:
    """The side of a player who attacks."""
    hand = draw_hand(play, seat, hand_size(play.state, seat, armies, in_city=False))
    return Side(seat, seat, hand, combat_bonus(play.state, seat))


def begin_city_battle(
    play: Play[State], seat: int, origin: int, ids: Sequence[int], square: int, armies: int
) -> None:
    """An attack on a city; walls let the attacker begin."""
    state = play.state
    city = city_on(state, square)
    assert city is not None
    if city.walls and state.players[seat].bonuses.get("breach"):
        city = msgspec.structs.replace(city, walls=False)
        put_city(state, city)
    away = set_out(play, origin, ids)
    sides = attacking_side(play, seat, armies), defending_city(play, city)
    first = int(not city.walls)
    begin(play, Battle(square, origin, tuple(ids), sides, (), first, "city", away=away))
    fortify(play, city)


def fortify(play: Play[State], city: City) -> None:
    """A city's fortification serves in the battle; a house rule lets its owner keep it."""
    if city.fort:
        if play.state.options["optional_fortification"]:
            play.push(Pick(city.owner, "fortification", (str(city.at),)))
        else:
            use_fortification(play, city)


def defending_city(play: Play[State], city: City) -> Side:
    """The side of a player whose city is attacked."""
    state, seat = play.state, city.owner
    hand = draw_hand(play, seat, hand_size(state, seat, 0, in_city=True))
    return Side(seat, seat, hand, combat_bonus(state, seat) + city_defence(state, city))


def use_fortification(play: Play[State], city: City) -> None:
    """A fortification adds to the defence once."""
    put_city(play.state, msgspec.structs.replace(city, fort=False))
    frame = play.state.frames[-1]
    assert isinstance(frame, Battle)
    side = frame.sides[DEFENDER]
    set_side(play, DEFENDER, msgspec.structs.replace(side, bonus=side.bonus + FORTIFICATION))


def begin_field_battle(
    play: Play[State], seat: int, origin: int, ids: Sequence[int], square: int, armies: int
) -> None:
    """An attack on figures; scouts alone are simply lost."""
    state = play.state
    here = state.figures[square]
    owner, defenders = here[0].owner, sum(figure.army for figure in here)
    if not defenders:
        figures.put(state, square, ())
        play.tell(events.FigureLost(owner, 0, len(here), name(state, square)))
        occupy(play, seat, origin, ids, square)
        push_loot(play, seat, owner, 1, attacking=True)
        won(play, seat)
        return
    away = set_out(play, origin, ids)
    ours = attacking_side(play, seat, armies)
    hand = draw_hand(play, owner, hand_size(state, owner, defenders, in_city=False))
    theirs = Side(owner, owner, hand, field_defence(state, owner, square))
    begin(play, Battle(square, origin, tuple(ids), (ours, theirs), away=away))


def field_defence(state: State, owner: int, square: int) -> int:
    """What figures that are attacked add to their score; a city-state helps its defender."""
    defence = combat_bonus(state, owner)
    if square in state.city_states and state.options["city_state_tokens"] != "undefended":
        defence += CITY_STATE_DEFENCE
    return defence


def begin_village_battle(
    play: Play[State], seat: int, origin: int, ids: Sequence[int], square: int, armies: int
) -> None:
    """An attack on a village, whose barbarians the next player leads (rule: villages)."""
    theirs = barbarians(play, others(play.state, seat)[0], VILLAGE_RANK)
    away = set_out(play, origin, ids)
    ours = attacking_side(play, seat, armies)
    begin(play, Battle(square, origin, tuple(ids), (ours, theirs), kind="village", away=away))


def begin_raid(play: Play[State], leader: int, square: int) -> None:
    """Barbarians attack an army or city, led by the player of the card."""
    state = play.state
    ours = barbarians(play, leader, HORDE_RANK)
    city = city_on(state, square)
    if city is not None:
        theirs = defending_city(play, city)
        frame = Battle(square, DEPLOYED, (), (ours, theirs), (), int(not city.walls), "horde")
        begin(play, frame)
        fortify(play, city)
        return
    here = state.figures[square]
    owner = here[0].owner
    size = hand_size(state, owner, sum(figure.army for figure in here), in_city=False)
    hand = draw_hand(play, owner, size)
    theirs = Side(owner, owner, hand, field_defence(state, owner, square))
    begin(play, Battle(square, DEPLOYED, (), (ours, theirs), kind="horde"))


def begin(play: Play[State], frame: Battle) -> None:
    """Open a battle; a defender with the smaller hand may gain by it."""
    state = play.state
    ours, theirs = frame.sides
    frame = msgspec.structs.replace(frame, sides=(ours, weighed(state, frame)))
    play.tell(events.BattleBegan(ours.owner, theirs.owner, name(state, frame.square), frame.kind))
    play.push(frame)


def weighed(state: State, frame: Battle) -> Side:
    """The defender, who may gain by a smaller hand (Leonidas); hands count as they were drawn."""
    side = frame.sides[DEFENDER]
    more = bonus(state, side.owner, "outnumbered") if side.owner >= 0 else 0
    if not more:
        return side
    helped, fewer = OUTNUMBERED in side.used, drawn(frame, DEFENDER) < drawn(frame, ATTACKER)
    if helped == fewer:
        return side
    used = tuple(each for each in side.used if each != OUTNUMBERED)
    if fewer:
        return msgspec.structs.replace(side, bonus=side.bonus + more, used=(*used, OUTNUMBERED))
    return msgspec.structs.replace(side, bonus=side.bonus - more, used=used)


def drawn(frame: Battle, number: int) -> int:
    """How many units a side has had in this battle: in hand, on the fronts and killed."""
    side = frame.sides[number]
    played = sum(front.units[number] is not None for front in frame.fronts)
    return len(side.hand) + len(side.killed) + played


def set_side(play: Play[State], number: int, side: Side) -> Battle:
    """Change a side of the battle on top."""
    frame = play.state.frames[-1]
    assert isinstance(frame, Battle)
    sides = (side, frame.sides[1]) if number == ATTACKER else (frame.sides[0], side)
    changed: Battle = play.update(sides=sides)
    return changed


def rank(state: State, side: Side, unit: Unit) -> int:
    """The rank that a side's unit fights at."""
    return side.rank or state.players[side.owner].ranks.get(unit.type, 1)


def score(state: State, frame: Battle, number: int) -> int:
    """Health left of a side's units on the fronts, and its bonus (rule: winning)."""
    side, total = frame.sides[number], frame.sides[number].bonus
    for front in frame.fronts:
        unit = front.units[number]
        if unit is not None:
            total += health(unit, rank(state, side, unit)) - front.wounds[number]
    return total


# What follows a battle.


def occupy(play: Play[State], seat: int, origin: int, ids: Iterable[int], square: int) -> None:
    """Figures that fought, or found something, stand on the square; their move is over."""
    state = play.state
    if origin == DEPLOYED:
        figures.add(state, seat, True, square)
    else:
        figures.shift(state, ids, origin, square, figures.DONE)
    arrive(play, seat, square, marched=0 if origin == DEPLOYED else armies_on(state, square))


def arrive(play: Play[State], seat: int, square: int, marched: int) -> None:
    """What figures find where they end: a hut under those who were driven off, a relic.

    With Combustion the armies that `marched` there may raze an enemy building.
    """
    state = play.state
    token = state.tokens.get(square)
    if token is not None and token.kind == "hut":
        explore_hut(play, seat, square)
    if square in state.relics and any(f.army for f in state.figures.get(square, ())):
        take_relic(play, seat, square)
    offer_razing(play, seat, square, marched)


def offer_razing(play: Play[State], seat: int, square: int, armies: int) -> None:
    """Armies that end their move on an enemy building may destroy it (Combustion)."""
    if armies and may_raze(play.state, seat, square):
        play.push(Pick(seat, "raze", (str(square),)))


def may_raze(state: State, seat: int, square: int) -> bool:
    """Whether armies may destroy an enemy building where they end their move (Combustion)."""
    player = state.players[seat]
    ready = bool(player.bonuses.get("raze")) and RAZED not in player.used
    return ready and is_enemy_building(state, square, seat)


def won(play: Play[State], seat: int) -> None:
    """What winning a battle brings by technology or civilization."""
    player = play.state.players[seat]
    gain(play, seat, trade=player.bonuses.get("trade_per_win", 0), why="aztecs")
    law = "code_of_laws"
    if law in player.techs and law not in player.used and coin_room(play.state, seat, law) > 0:
        player.used.append(law)
        add_coin(play, seat, law)


def push_loot(
    play: Play[State],
    seat: int,
    loser: int,
    value: int,
    *,
    attacking: bool,
    less: int | None = None,
) -> None:
    """The winner takes loot, more or less by what both have (rule: loot).

    `less` is what the loser's cards kept back when the battle was lost, if that may have changed.
    """
    state = play.state
    value += state.players[seat].bonuses.get("loot", 0) if attacking else 0
    value -= bonus(state, loser, "loot_lost") if less is None else less
    if value > 0:
        play.push(Pick(seat, "loot", (str(loser),), value))


def front_with(front: Front, number: int, unit: Unit | None, wounds: int, sharp: int = 0) -> Front:
    """A front with one side's unit changed."""
    if number == ATTACKER:
        units, hurt = (unit, front.units[1]), (wounds, front.wounds[1])
        return Front(units, hurt, (sharp, front.sharp[1]))
    units, hurt = (front.units[0], unit), (front.wounds[0], wounds)
    return Front(units, hurt, (front.sharp[0], sharp))
