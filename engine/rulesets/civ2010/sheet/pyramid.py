"""Which technologies a pyramid has room for, and their price (rules: pyramid, research-cost)."""

from __future__ import annotations

from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.state import Player, State
from engine.rulesets.civ2010.tables import (
    SPACE_FLIGHT,
    TECHNOLOGIES,
    TECHNOLOGY_COST,
)


def has_slot(player: Player, level: int) -> bool:
    """Whether the pyramid has room for a technology of that level (rule: pyramid)."""
    if level == 1:
        return True
    rows = player.rows
    return rows.count(level) + 1 < rows.count(level - 1)


def may_learn(state: State, seat: int, tech: str) -> bool:
    """Whether a seat could add a technology without paying for it."""
    player = state.players[seat]
    return tech not in player.techs and has_slot(player, TECHNOLOGIES[tech].level)


def price_of(state: State, seat: int, tech: str) -> int:
    """The trade that researching a technology needs (rule: research-cost)."""
    cost = TECHNOLOGY_COST[TECHNOLOGIES[tech].level]
    return max(0, cost - bonus(state, seat, "research_discount"))


def in_play(state: State, tech: str) -> bool:
    """Whether the table plays with a technology."""
    return state.options["sets"] == "all" or TECHNOLOGIES[tech].set == "base"


def learnable(state: State, seat: int, level: int = 5, exact: bool = False) -> list[str]:
    """The technologies up to a level that a seat could learn; Space Flight is researched only."""
    player = state.players[seat]
    rooms = [False, *(has_slot(player, n) for n in range(1, 6))]
    return [
        name
        for name, tech in TECHNOLOGIES.items()
        if rooms[tech.level]
        and (tech.level == level if exact else tech.level <= level)
        and name not in player.techs
        and name != SPACE_FLIGHT
        and in_play(state, name)
    ]
