"""Operations in a battle: wounds, healing, sharper blows, fresh units."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.flow import Play
from engine.core.grammar import Grammar, Option, Subset, Value
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.abilities.using import Operation, Use, operation
from engine.rulesets.civ2010.combat.battles import DEFENDER, front_with, set_side
from engine.rulesets.civ2010.combat.fighting import end_turn, hurt, last_stand, side_of
from engine.rulesets.civ2010.combat.units import bury, unlocked_types
from engine.rulesets.civ2010.describing import option
from engine.rulesets.civ2010.state import Battle, Pick, State, Unit


def battle(state: State) -> Battle:
    """The battle being fought."""
    frame = state.frames[-1]
    assert isinstance(frame, Battle)
    return frame


def describe_front(use: Use, key: str, own: bool = False) -> Option:
    """A front with the unit that an ability is used on."""
    frame = battle(use.state)
    number = side_of(frame, use.seat)
    unit = frame.fronts[int(key)].units[number if own else 1 - number]
    return option("front", key, detail=None if unit is None else option("unit", unit.type).label)


@operation("heal")
class Heal(Operation):
    """Remove wounds from own units: all, or where there are more the owner says which."""

    def can(self, use: Use) -> bool:
        frame = battle(use.state)
        number = side_of(frame, use.seat)
        return any(front.units[number] and front.wounds[number] for front in frame.fronts)

    def hurt(self, use: Use) -> dict[str, int]:
        """The wounds of the own units, by front."""
        frame = battle(use.state)
        number = side_of(frame, use.seat)
        return {
            str(at): front.wounds[number]
            for at, front in enumerate(frame.fronts)
            if front.units[number] is not None and front.wounds[number]
        }

    def grammar(self, use: Use) -> Grammar | None:
        hurt, most = self.hurt(use), use.ability.n
        if len(hurt) < 2 or sum(hurt.values()) <= most:
            return None
        keys = sorted(hurt, key=lambda key: (-hurt[key], int(key)))
        return Subset(keys, 1, most, hurt, lambda key: describe_front(use, key, own=True))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        frame, hurt = battle(play.state), self.hurt(use)
        number = side_of(frame, use.seat)
        fronts = list(frame.fronts)
        healed = {key: target.count(key) for key in target} if target else hurt
        cured = 0
        for key, wounds in healed.items():
            at = int(key)
            taken = min(wounds, use.ability.n - cured)
            cured += taken
            front = fronts[at]
            left = front.wounds[number] - taken
            fronts[at] = front_with(front, number, front.units[number], left, front.sharp[number])
        play.update(fronts=tuple(fronts))
        play.tell(events.Healed(use.seat, cured))


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
        return Subset(keys, 1, use.ability.n, copies, lambda key: describe_front(use, key))

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


class NewHand(Operation):
    """The battle hand is exchanged before the first own unit."""

    def can(self, use: Use) -> bool:
        return is_first_turn(use) and bool(unlocked_types(use.state, use.seat))

    def empty_hand(self, play: Play[State], seat: int) -> tuple[Unit, ...]:
        """A side gives its battle hand up; gives what was in it."""
        frame = battle(play.state)
        number = side_of(frame, seat)
        hand = frame.sides[number].hand
        set_side(play, number, msgspec.structs.replace(frame.sides[number], hand=()))
        return hand


@operation("call_up")
class CallUp(NewHand):
    """Unlocked units join the forces before the first own unit; the hand is drawn again."""

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        play.state.players[use.seat].units += self.empty_hand(play, use.seat)
        play.push(Pick(use.seat, "draw_hand"))
        play.push(Pick(use.seat, "call_up", ("forces",), left=use.ability.n))


def is_first_turn(use: Use) -> bool:
    """Whether the side has not played a unit yet."""
    frame = battle(use.state)
    number = side_of(frame, use.seat)
    side = frame.sides[number]
    return not side.killed and all(front.units[number] is None for front in frame.fronts)


@operation("fresh_hand")
class FreshHand(NewHand):
    """Gustavus Adolphus: the battle hand is lost for as many new units of chosen types."""

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        hand = self.empty_hand(play, use.seat)
        for unit in hand:
            bury(play.state, unit)
        play.push(Pick(use.seat, "call_up", left=len(hand)))


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
