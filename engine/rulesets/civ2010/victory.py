"""Winning the game, and the result (rules: victory, turn-limit)."""

from __future__ import annotations

from engine.core.events import Event
from engine.core.flow import Play
from engine.core.ranking import ranked
from engine.core.view import Outcome
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import cities_of, coins, may_have_coins, turn_order
from engine.rulesets.civ2010.state import State
from engine.rulesets.civ2010.tables import COINS_TO_WIN, STEPS

VICTORY = 1000
"""What a victory adds to the score, so that nobody can be ahead of the winner."""


def win(play: Play[State], seat: int, reason: str) -> None:
    """Note who has won; the flow stops there. An earlier victory stands."""
    if not play.state.end:
        play.state.end, play.state.winner = reason, seat
        play.tell(events.GameEnded(seat, reason))


NO_COINS: frozenset[type[Event]] = frozenset(
    {
        *(events.TurnBegan, events.PhaseBegan, events.Harvested, events.Offered, events.OfferEnded),
        *(events.Traded, events.CardTraded, events.TradeDone, events.TradeResumed),
        *(events.OrdersChanged,),
        *(events.CardDrawn, events.CardSeen, events.CardDiscarded, events.UnitGained),
        *(events.UnitSeen, events.BattleBegan, events.UnitPlayed, events.Duelled, events.Wounded),
        *(events.Healed, events.NothingResearched, events.TradeKept),
    }
)
"""Events after which everyone has as many coins as before."""


def check_coins(play: Play[State]) -> None:
    """Fifteen coins win at once (rule: economic-victory)."""
    state = play.state
    rich = may_have_coins(state, COINS_TO_WIN)
    if not rich:
        return
    for seat in turn_order(state):
        if seat in rich and coins(state, seat) >= COINS_TO_WIN:
            win(play, seat, "economic")
            return


def parts(state: State, seat: int) -> dict[str, int]:
    """How far a seat has come, for the ranking."""
    player = state.players[seat]
    if not player.civilization:
        return {"culture": 0, "coins": 0, "technologies": 0, "cities": 0}
    return {
        "culture": min(player.track, STEPS),
        "coins": coins(state, seat),
        "technologies": len(player.techs),
        "cities": len(cities_of(state, seat)),
    }


def outcome(state: State) -> Outcome | None:
    """The result, once someone has won or the last turn is over."""
    if not state.end:
        return None
    found = [parts(state, seat) for seat in range(state.seats)]
    if state.winner >= 0:
        found[state.winner] = {"victory": VICTORY, **found[state.winner]}
    ties = [(player.culture + player.trade,) for player in state.players]
    return Outcome(state.end, ranked(found, ties), state.turn)
