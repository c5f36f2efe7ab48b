"""Operations on other players: their government, coins and technologies."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Play
from engine.core.grammar import Grammar, Option, Value
from engine.rulesets.civ2010.abilities import Operation, Use, operation
from engine.rulesets.civ2010.board import bonus, others
from engine.rulesets.civ2010.describing import one_of, option, seat_option
from engine.rulesets.civ2010.learning import learn
from engine.rulesets.civ2010.sheet import (
    ANARCHY,
    coin_places,
    learnable,
    remove_coin,
    set_government,
)
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import TECHNOLOGIES


def targets(use: Use) -> list[int]:
    """The other players that an ability can be used on: some cannot be touched by cards."""
    state = use.state
    by_card = use.key.startswith("card:")
    return [
        seat
        for seat in others(state, use.seat)
        if not (by_card and bonus(state, seat, "untouchable"))
    ]


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

    def victim(self, use: Use, target: Value) -> int:
        return int(target)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        set_government(play, int(target), ANARCHY)


@operation("take_coin")
class TakeCoin(Operation):
    """Others discard coin tokens of one's choice: one player, several, or all."""

    def keys(self, use: Use) -> Sequence[str] | None:
        victims = [seat for seat in targets(use) if coin_places(use.state, seat)]
        if use.ability.n > 1:
            return None if victims else ()
        return [f"{seat}>{where}" for seat in victims for where in coin_places(use.state, seat)]

    def describe(self, use: Use, key: str) -> Option:
        return option("coin_of", key)

    def victim(self, use: Use, target: Value) -> int | None:
        return int(target.partition(">")[0]) if target else None

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        if target:
            seat, _, where = target.partition(">")
            remove_coin(play, int(seat), where)
            return
        victims = [seat for seat in targets(use) if coin_places(play.state, seat)]
        left = min(use.ability.n, len(victims))
        play.push(Pick(use.seat, "take_coin", tuple(map(str, victims)), left))


@operation("trade_ideas")
class TradeIdeas(Operation):
    """Learn a technology of another player, who then learns one of yours."""

    def keys(self, use: Use) -> Sequence[str]:
        return [str(seat) for seat in targets(use) if self.ideas(use, seat)]

    def ideas(self, use: Use, seat: int) -> list[str]:
        """What can be learned from a player."""
        known = use.state.players[seat].techs
        return [t for t in learnable(use.state, use.seat, use.ability.level) if t in known]

    def describe(self, use: Use, key: str) -> Option:
        return seat_option(key)

    def second(self, use: Use, target: Value) -> Grammar:
        return one_of(self.ideas(use, int(target)), "technology")

    def victim(self, use: Use, target: Value) -> int:
        return int(target)

    def do(self, play: Play[State], use: Use, target: Value, second: Value) -> None:
        own = [
            tech
            for tech in play.state.players[use.seat].techs
            if tech in TECHNOLOGIES and TECHNOLOGIES[tech].level <= use.ability.level
        ]
        learn(play, use.seat, second)
        play.push(Pick(int(target), "learn", tuple(own)))
