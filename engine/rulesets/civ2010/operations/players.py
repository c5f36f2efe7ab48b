"""Operations on other players: their government, coins and technologies."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Grammar, OneOf, Option, Subset, Value
from engine.rulesets.civ2010.abilities.using import Operation, Use, operation
from engine.rulesets.civ2010.describing import named, one_of, seat_option
from engine.rulesets.civ2010.map.board import bonus, others
from engine.rulesets.civ2010.sheet.government import set_government
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.pyramid import learnable
from engine.rulesets.civ2010.sheet.wealth import coin_places, remove_coin
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import ANARCHY, TECHNOLOGIES

EVERYONE = 99
"""The number of an ability that is used on all other players."""


def targets(use: Use) -> list[int]:
    """The other players that an ability can be used on: some cannot be touched by cards."""
    state = use.state
    by_card = use.key.startswith("card:")
    return [
        seat for seat in others(state, use.seat) if not (by_card and is_untouchable(state, seat))
    ]


def is_untouchable(state: State, seat: int) -> bool:
    """Whether culture cards cannot be played on a seat, which has not agreed to it either."""
    return state.players[seat].orders.agree == "never" and bool(bonus(state, seat, "untouchable"))


@operation("revolt")
class Revolt(Operation):
    """Another player falls into anarchy."""

    def keys(self, use: Use) -> Sequence[str]:
        return [
            str(seat)
            for seat in targets(use)
            if use.state.players[seat].government != ANARCHY
            and not bonus(use.state, seat, "no_anarchy")
        ]

    def describe(self, use: Use, key: str) -> Option:
        return seat_option(key)

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        return (int(target),)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        set_government(play, int(target), ANARCHY)


@operation("take_coin")
class TakeCoin(Operation):
    """Others discard coin tokens of one's choice: one player, several, or all."""

    def can(self, use: Use) -> bool:
        return bool(rich(use))

    def grammar(self, use: Use) -> Grammar | None:
        found, most = rich(use), use.ability.n
        if most <= 1:
            places = [f"{seat}>{where}" for seat in found for where in coin_places(use.state, seat)]
            return OneOf(places, named("coin_of"))
        if most == EVERYONE or len(found) == 1:
            return None
        return Subset([str(seat) for seat in found], 1, most, describe=seat_option)

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        if target is None:
            return tuple(rich(use))
        if isinstance(target, str):
            return (int(target.partition(">")[0]),)
        return tuple(map(int, target))

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        if isinstance(target, str):
            seat, _, where = target.partition(">")
            remove_coin(play, int(seat), where)
            return
        robbed = tuple(target or map(str, rich(use)))
        play.push(Pick(use.seat, "take_coin", robbed, len(robbed)))


def rich(use: Use) -> list[int]:
    """The players with a coin token that an ability can be used on."""
    return [seat for seat in targets(use) if coin_places(use.state, seat)]


@operation("trade_ideas")
class TradeIdeas(Operation):
    """Learn a technology of another player, who then learns one of yours."""

    def keys(self, use: Use) -> Sequence[str]:
        found = targets(use)
        return [str(seat) for seat in found if self.ideas(use, seat) or self.lessons(use, seat)]

    def lessons(self, use: Use, seat: int) -> list[str]:
        """What a player can learn in return."""
        own = use.state.players[use.seat].techs
        return [t for t in learnable(use.state, seat, use.ability.level) if t in own]

    def ideas(self, use: Use, seat: int) -> list[str]:
        """What can be learned from a player."""
        known = use.state.players[seat].techs
        return [t for t in learnable(use.state, use.seat, use.ability.level) if t in known]

    def describe(self, use: Use, key: str) -> Option:
        return seat_option(key)

    def second(self, use: Use, target: Value) -> Grammar | None:
        found = self.ideas(use, int(target))
        return one_of(found, "technology") if found else None

    def victims(self, use: Use, target: Value, second: Value) -> tuple[int, ...]:
        return (int(target),)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        own = [
            tech
            for tech in play.state.players[use.seat].techs
            if tech in TECHNOLOGIES and TECHNOLOGIES[tech].level <= use.ability.level
        ]
        if second:
            learn(play, use.seat, second)
        play.push(Pick(int(target), "learn", tuple(own)))
