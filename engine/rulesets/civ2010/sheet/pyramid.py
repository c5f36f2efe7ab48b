"""Which technologies a pyramid has room for, and their price (rules: pyramid, research-cost)."""

from __future__ import annotations

from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.sheet.unlocked import unknown_with
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


def unknown_of(state: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """By level, the technologies that a seat lacks of those that the table plays with."""
    return unknown_with(tuple(state.players[seat].techs), state.options["sets"] != "all")


def learnable(state: State, seat: int, level: int = 5, exact: bool = False) -> list[str]:
    """The technologies up to a level that a seat could learn; Space Flight is researched only."""
    player, unknown = state.players[seat], unknown_of(state, seat)
    levels = (level,) if exact else range(1, level + 1)
    return [
        name for n in levels if has_slot(player, n) for name in unknown[n] if name != SPACE_FLIGHT
    ]
