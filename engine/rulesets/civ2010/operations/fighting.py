"""Operations in a battle: wounds, healing, sharper blows, fresh units."""

from __future__ import annotations

from collections import Counter
from functools import partial

import msgspec

from engine.core.flow import Play
from engine.core.script import Steps, go, need, several
from engine.core.text import Text
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Use, operation
from engine.rulesets.civ2010.combat.battles import DEFENDER, front_with, set_side
from engine.rulesets.civ2010.combat.fighting import end_turn, hurt, last_stand, side_of
from engine.rulesets.civ2010.combat.units import bury, unlocked_types
from engine.rulesets.civ2010.describing import option
from engine.rulesets.civ2010.sorts import FRONT
from engine.rulesets.civ2010.state import Battle, Pick, State, Unit


def battle(state: State) -> Battle:
    """The battle being fought."""
    frame = state.frames[-1]
    assert isinstance(frame, Battle)
    return frame


def unit_on(frame: Battle, number: int, at: int) -> Text | None:
    """The unit of a side on a front."""
    unit = frame.fronts[at].units[number]
    return None if unit is None else option("unit", unit.type).label


@operation("heal", on=FRONT)
def heal(use: Use) -> Steps:
    """Remove wounds from own units: all, or where there are more the owner says which."""
    frame, most = battle(use.state), use.ability.n
    number = side_of(frame, use.seat)
    wounds = {
        at: front.wounds[number]
        for at, front in enumerate(frame.fronts)
        if front.units[number] is not None and front.wounds[number]
    }
    yield from need(wounds, "nobody_wounded")
    cured = wounds
    if len(wounds) > 1 and sum(wounds.values()) > most:
        worst = sorted(wounds, key=lambda at: (-wounds[at], at))
        detail = partial(unit_on, frame, number)
        cured = Counter(
            (yield from several(FRONT, worst, most, copies=wounds.__getitem__, detail=detail))
        )
    play = yield from go()
    fronts, left = list(frame.fronts), most
    for at, taken in cured.items():
        taken = min(taken, left)
        left -= taken
        front = fronts[at]
        rest = front.wounds[number] - taken
        fronts[at] = front_with(front, number, front.units[number], rest, front.sharp[number])
    play.update(fronts=tuple(fronts))
    play.tell(events.Healed(use.seat, most - left))


@operation("wound", on=FRONT)
def wound(use: Use) -> Steps:
    """Wounds spread over enemy units in play."""
    frame, most = battle(use.state), use.ability.n
    enemy = 1 - side_of(frame, use.seat)
    fronts = [at for at, front in enumerate(frame.fronts) if front.units[enemy] is not None]
    detail = partial(unit_on, frame, enemy)
    hits = yield from several(FRONT, fronts, most, copies=lambda at: most, detail=detail)
    play = yield from go()
    wounds = Counter(hits)
    deaths = [hurt(play, enemy, front, wounds[front]) for front in sorted(wounds, reverse=True)]
    for _ in range(sum(deaths)):
        last_stand(play, enemy)


@operation("sharpen")
def sharpen(use: Use) -> Steps:
    """Metalworking: the next unit deals more in its duel."""
    frame = battle(use.state)
    number = side_of(frame, use.seat)
    side = frame.sides[number]
    yield from need(side.hand, "nothing_to_sharpen")
    play = yield from go()
    set_side(play, number, msgspec.structs.replace(side, sharp=use.ability.n))


def empty_hand(play: Play[State], seat: int) -> tuple[Unit, ...]:
    """A side gives its battle hand up; gives what was in it."""
    frame = battle(play.state)
    number = side_of(frame, seat)
    side = frame.sides[number]
    set_side(play, number, msgspec.structs.replace(side, hand=()))
    return side.hand


def is_first_turn(use: Use) -> bool:
    """Whether the side has not played a unit yet."""
    frame = battle(use.state)
    number = side_of(frame, use.seat)
    side = frame.sides[number]
    return not side.killed and all(front.units[number] is None for front in frame.fronts)


@operation("call_up")
def call_up(use: Use) -> Steps:
    """Unlocked units join the forces before the first own unit; the hand is drawn again."""
    state, seat = use.state, use.seat
    yield from need(is_first_turn(use), "unit_played")
    yield from need(unlocked_types(state, seat), "no_units_left")
    play = yield from go()
    state.players[seat].units += empty_hand(play, seat)
    play.push(Pick(seat, "draw_hand"))
    play.push(Pick(seat, "call_up", ("forces",), left=use.ability.n))


@operation("fresh_hand")
def fresh_hand(use: Use) -> Steps:
    """Gustavus Adolphus: the battle hand is lost for as many new units of chosen types."""
    state, seat = use.state, use.seat
    yield from need(is_first_turn(use), "unit_played")
    yield from need(unlocked_types(state, seat), "no_units_left")
    play = yield from go()
    hand = empty_hand(play, seat)
    for unit in hand:
        bury(state, unit)
    play.push(Pick(seat, "call_up", left=len(hand)))


@operation("culture_bonus")
def culture_bonus(use: Use) -> Steps:
    """Joan of Arc: a defender adds unspent culture to the score."""
    frame, culture = battle(use.state), use.state.players[use.seat].culture
    defends = side_of(frame, use.seat) == DEFENDER
    yield from need(defends and culture > 0 and is_first_turn(use), "no_culture_to_add")
    play = yield from go()
    side = frame.sides[DEFENDER]
    set_side(play, DEFENDER, msgspec.structs.replace(side, bonus=side.bonus + culture))


@operation("pass")
def pass_turn(use: Use) -> Steps:
    """Sun Tzu: the battle turn goes to the other side."""
    frame = battle(use.state)
    yield from need(frame.sides[1 - side_of(frame, use.seat)].hand, "enemy_hand_empty")
    play = yield from go()
    play.tell(events.BattlePassed(use.seat))
    end_turn(play)
