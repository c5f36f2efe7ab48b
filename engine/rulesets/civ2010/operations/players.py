"""Operations on other players: their government, coins and technologies."""

from __future__ import annotations

from engine.core.question import Fault
from engine.core.script import Steps, go, one, several
from engine.rulesets.civ2010.abilities.using import Use, operation
from engine.rulesets.civ2010.map.board import bonus, others
from engine.rulesets.civ2010.sheet.government import set_government
from engine.rulesets.civ2010.sheet.learning import learn
from engine.rulesets.civ2010.sheet.pyramid import learnable
from engine.rulesets.civ2010.sheet.wealth import coin_places, remove_coin
from engine.rulesets.civ2010.sorts import COIN, SEAT, TECHNOLOGY, Coin
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


@operation("revolt", on=SEAT)
def revolt(use: Use) -> Steps:
    """Another player falls into anarchy."""
    state = use.state

    def fault(seat: int) -> Fault:
        if state.players[seat].government == ANARCHY:
            return "in_anarchy"
        return "safe_from_anarchy" if bonus(state, seat, "no_anarchy") else None

    seat = yield from one(SEAT, targets(use), fault)
    play = yield from go(seat)
    set_government(play, seat, ANARCHY)


@operation("take_coin", on=COIN)
def take_coin(use: Use) -> Steps:
    """Others discard coin tokens of one's choice: one player, several, or all."""
    state, most = use.state, use.ability.n
    robbed = [seat for seat in targets(use) if coin_places(state, seat)]
    if most <= 1:
        coins = [Coin(seat, where) for seat in robbed for where in coin_places(state, seat)]
        coin = yield from one(COIN, coins)
        play = yield from go(coin.seat)
        remove_coin(play, coin.seat, coin.where)
    elif robbed:
        if most < EVERYONE and len(robbed) > 1:
            chosen = yield from several(COIN, [Coin(seat) for seat in robbed], most)
            robbed = [coin.seat for coin in chosen]
        play = yield from go(*robbed)
        play.push(Pick(use.seat, "take_coin", tuple(map(str, robbed)), len(robbed)))


@operation("trade_ideas", on=SEAT, then=TECHNOLOGY)
def trade_ideas(use: Use) -> Steps:
    """Learn a technology of another player, who then learns one of yours."""
    state, seat, level = use.state, use.seat, use.ability.level

    def lessons(pupil: int, teacher: int) -> list[str]:
        known = state.players[teacher].techs
        return [tech for tech in learnable(state, pupil, level) if tech in known]

    def is_no_partner(other: int) -> bool:
        return not (lessons(seat, other) or lessons(other, seat))

    other = yield from one(SEAT, targets(use), is_no_partner)
    ideas = lessons(seat, other)
    idea = (yield from one(TECHNOLOGY, ideas)) if ideas else ""
    play = yield from go(other)
    own = [tech for tech in state.players[seat].techs if tech in TECHNOLOGIES]
    if idea:
        learn(play, seat, idea)
    play.push(Pick(other, "learn", tuple(t for t in own if TECHNOLOGIES[t].level <= level)))
