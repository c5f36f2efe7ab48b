"""What works for a player from the own sheet, and the limits that follow."""

from __future__ import annotations

from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.state import Player, State
from engine.rulesets.civ2010.tables import (
    ANARCHY,
    BASE_LIMITS,
    GROUND,
    INVESTMENTS,
    OF_CARD,
    SOURCES,
    TECHNOLOGIES,
)

SHEET_BONUSES = {
    f"{kind}:{name}": tuple(card.bonuses.items())
    for kind in ("civilization", "technology", "government", "policy")
    for name, card in SOURCES[kind].items()
}
"""What the cards of a sheet add, by `kind:name`."""
RAISING = {name: tech.ranks for name, tech in TECHNOLOGIES.items() if tech.ranks}
"""The technologies that raise ranks of units."""


def refresh(player: Player) -> None:
    """Find out again what works for a player whatever happens on the map."""
    sums: dict[str, int] = {}
    able: list[str] = []
    works = [f"civilization:{player.civilization}"]
    works += (f"technology:{tech}" for tech in player.techs if tech in TECHNOLOGIES)
    works.append(f"government:{player.government}")
    if player.government != ANARCHY:
        works += (f"policy:{policy}" for policy in player.policies)
    for card in works:
        for what, number in SHEET_BONUSES[card]:
            if what in BASE_LIMITS:
                sums[what] = max(sums.get(what, 0), number)
            else:
                sums[what] = sums.get(what, 0) + number
        if card in OF_CARD:
            able += OF_CARD[card]
    for card, spent in player.invested.items():
        reached = INVESTMENTS[card].reached(spent)
        if reached:
            for what, number in INVESTMENTS[card].bonuses[reached - 1].items():
                sums[what] = sums.get(what, 0) + number
    player.bonuses = sums
    player.able = able
    ranks = dict.fromkeys(GROUND, 1)
    for tech in player.techs:
        if tech in RAISING:
            for kind, rank in RAISING[tech].items():
                ranks[kind] = max(ranks.get(kind, 0), rank)
    player.ranks = ranks


def limit(state: State, seat: int, what: str) -> int:
    """A limit of which the highest counts, with what is added to it."""
    found = max(BASE_LIMITS[what], state.players[seat].bonuses.get(what, 0))
    return found + bonus(state, seat, f"{what}_more")
