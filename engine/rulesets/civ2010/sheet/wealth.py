"""Trade, culture and coins on a player's sheet (rules: trade-dial, coins)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.state import State
from engine.rulesets.civ2010.tables import (
    MOST_TRADE,
    TECHNOLOGIES,
)


def gain(play: Play[State], seat: int, trade: int = 0, culture: int = 0, why: str = "") -> None:
    """Add trade, up to what the dial holds, and culture (rule: trade-dial)."""
    player = play.state.players[seat]
    got = min(trade, MOST_TRADE - player.trade)
    player.trade += got
    player.culture += culture
    if got or culture:
        play.tell(events.Gained(seat, got, culture, why))


def coin_room(state: State, seat: int, tech: str) -> int:
    """How many more coin tokens a technology holds (rule: coin-tokens)."""
    player = state.players[seat]
    slots = TECHNOLOGIES[tech].coin_slots if tech in TECHNOLOGIES else 0
    if not slots or tech not in player.techs:
        return 0
    return slots + bonus(state, seat, "coin_slots") - player.tech_coins.get(tech, 0)


def add_coin(play: Play[State], seat: int, where: str = "sheet") -> None:
    """Put a coin token on the sheet, a technology or the Panama Canal, if there is room."""
    player = play.state.players[seat]
    if where == "sheet":
        player.coins += 1
    elif where == "panama_canal":
        player.wonder_coins += 1
    elif coin_room(play.state, seat, where) > 0:
        player.tech_coins[where] = player.tech_coins.get(where, 0) + 1
    else:
        return
    play.tell(events.CoinGained(seat, where))


def coin_places(state: State, seat: int) -> list[str]:
    """Where a seat has coin tokens."""
    player = state.players[seat]
    found = ["sheet"] if player.coins else []
    found += sorted(tech for tech, number in player.tech_coins.items() if number)
    return [*found, "panama_canal"] if player.wonder_coins else found


def remove_coin(play: Play[State], seat: int, where: str) -> None:
    """Take a coin token away."""
    player = play.state.players[seat]
    if where == "sheet":
        player.coins -= 1
    elif where == "panama_canal":
        player.wonder_coins -= 1
    else:
        player.tech_coins[where] -= 1
        if not player.tech_coins[where]:
            del player.tech_coins[where]
    play.tell(events.CoinLost(seat, where))
