"""Operations in a battle: wounds, healing, sharper blows, fresh units."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Grammar, Option, Subset, Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities import Operation, Use, operation
from engine.rulesets.civ2010.battles import DEFENDER, front_with, set_side
from engine.rulesets.civ2010.describing import option
from engine.rulesets.civ2010.fighting import end_turn, hurt, last_stand, side_of
from engine.rulesets.civ2010.state import Battle, Pick, State
from engine.rulesets.civ2010.units import bury, unlocked_types


def battle(state: State) -> Battle:
    """The battle being fought."""
    frame = state.frames[-1]
    assert isinstance(frame, Battle)
    return frame


@operation("heal")
class Heal(Operation):
    """Remove wounds from own units; of those that can be chosen, the most hurt first."""

    def can(self, use: Use) -> bool:
        frame = battle(use.state)
        number = side_of(frame, use.seat)
        return any(front.units[number] and front.wounds[number] for front in frame.fronts)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame = battle(play.state)
        number = side_of(frame, use.seat)
        left = use.ability.n
        fronts = list(frame.fronts)
        order = sorted(range(len(fronts)), key=lambda at: -fronts[at].wounds[number])
        for at in order:
            front = fronts[at]
            if front.units[number] is not None and front.wounds[number]:
                healed = min(left, front.wounds[number])
                left -= healed
                fronts[at] = front_with(
                    front, number, front.units[number], front.wounds[number] - healed
                )
        play.update(fronts=tuple(fronts))
        play.tell(events.Healed(use.seat, use.ability.n - left))


@operation("wound")
class Wound(Operation):
    """Wounds spread over enemy units in play."""

    def can(self, use: Use) -> bool:
        return bool(self.fronts(use))

    def fronts(self, use: Use) -> list[str]:
        """The fronts with an enemy unit."""
        frame = battle(use.state)
        enemy = 1 - side_of(frame, use.seat)
        return [str(at) for at, front in enumerate(frame.fronts) if front.units[enemy] is not None]

    def grammar(self, use: Use) -> Grammar:
        keys = self.fronts(use)
        copies = dict.fromkeys(keys, use.ability.n)
        return Subset(keys, 1, use.ability.n, copies, lambda key: self.describe(use, key))

    def describe(self, use: Use, key: str) -> Option:
        frame = battle(use.state)
        unit = frame.fronts[int(key)].units[1 - side_of(frame, use.seat)]
        return option(
            "front", key, detail=None if unit is None else option("unit", unit.type).label
        )

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        enemy = 1 - side_of(battle(play.state), use.seat)
        hits = {int(key): target.count(key) for key in target}
        deaths = [hurt(play, enemy, front, hits[front]) for front in sorted(hits, reverse=True)]
        for _ in range(sum(deaths)):
            last_stand(play, enemy)


@operation("sharpen")
class Sharpen(Operation):
    """Metalworking: the next unit deals more in its duel."""

    def can(self, use: Use) -> bool:
        frame = battle(use.state)
        side = frame.sides[side_of(frame, use.seat)]
        return bool(side.hand) and not side.sharp

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame = battle(play.state)
        number = side_of(frame, use.seat)
        set_side(play, number, msgspec.structs.replace(frame.sides[number], sharp=use.ability.n))


@operation("call_up")
class CallUp(Operation):
    """Unlocked units join the battle hand, before the first own unit is played."""

    def can(self, use: Use) -> bool:
        return is_first_turn(use) and bool(unlocked_types(use.state, use.seat))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.push(Pick(use.seat, "call_up", left=use.ability.n))


def is_first_turn(use: Use) -> bool:
    """Whether the side has not played a unit yet."""
    frame = battle(use.state)
    number = side_of(frame, use.seat)
    side = frame.sides[number]
    return not side.killed and all(front.units[number] is None for front in frame.fronts)


@operation("fresh_hand")
class FreshHand(Operation):
    """Gustavus Adolphus: the battle hand is lost for as many new units of chosen types."""

    def can(self, use: Use) -> bool:
        return is_first_turn(use) and bool(unlocked_types(use.state, use.seat))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame = battle(play.state)
        number = side_of(frame, use.seat)
        side = frame.sides[number]
        for unit in side.hand:
            bury(play.state, unit)
        set_side(play, number, msgspec.structs.replace(side, hand=()))
        play.push(Pick(use.seat, "call_up", left=len(side.hand)))


@operation("culture_bonus")
class CultureBonus(Operation):
    """Joan of Arc: a defender adds unspent culture to the score."""

    def can(self, use: Use) -> bool:
        player = use.state.players[use.seat]
        defends = side_of(battle(use.state), use.seat) == DEFENDER
        return defends and player.culture > 0 and is_first_turn(use)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        side = battle(play.state).sides[DEFENDER]
        more = play.state.players[use.seat].culture
        set_side(play, DEFENDER, msgspec.structs.replace(side, bonus=side.bonus + more))


@operation("pass")
class PassTurn(Operation):
    """Sun Tzu: the battle turn goes to the other side."""

    def keys(self, use: Use) -> Sequence[str] | None:
        frame = battle(use.state)
        other = frame.sides[1 - side_of(frame, use.seat)]
        return None if other.hand else ()

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.tell(events.BattlePassed(use.seat))
        end_turn(play)
