"""What works for a player from the own sheet, and the limits that follow."""

from __future__ import annotations

from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.state import Player, State
from engine.rulesets.civ2010.tables import (
    ANARCHY,
    BASE_LIMITS,
    CIVILIZATIONS,
    GOVERNMENTS,
    GROUND,
    INVESTMENTS,
    OF_CARD,
    POLICIES,
    TECHNOLOGIES,
)


def refresh(player: Player) -> None:
    """Find out again what works for a player whatever happens on the map."""
    sums: dict[str, int] = {}
    able: list[str] = []
    sources = [("civilization", CIVILIZATIONS[player.civilization].bonuses, player.civilization)]
    sources += (
        ("technology", TECHNOLOGIES[t].bonuses, t) for t in player.techs if t in TECHNOLOGIES
    )
    sources.append(("government", GOVERNMENTS[player.government].bonuses, player.government))
    if player.government != ANARCHY:
        sources += (("policy", POLICIES[p].bonuses, p) for p in player.policies)
    for kind, bonuses, name in sources:
        for what, number in bonuses.items():
            if what in BASE_LIMITS:
                sums[what] = max(sums.get(what, 0), number)
            else:
                sums[what] = sums.get(what, 0) + number
        able += OF_CARD.get(f"{kind}:{name}", ())
    for card, spent in player.invested.items():
        reached = INVESTMENTS[card].reached(spent)
        if reached:
            for what, number in INVESTMENTS[card].bonuses[reached - 1].items():
                sums[what] = sums.get(what, 0) + number
    player.bonuses = sums
    player.able = able
    ranks = dict.fromkeys(GROUND, 1)
    for tech in player.techs:
        if tech in TECHNOLOGIES:
            for kind, rank in TECHNOLOGIES[tech].ranks.items():
                ranks[kind] = max(ranks.get(kind, 0), rank)
    player.ranks = ranks


def limit(state: State, seat: int, what: str) -> int:
    """A limit of which the highest counts, with what is added to it."""
    found = max(BASE_LIMITS[what], state.players[seat].bonuses.get(what, 0))
    return found + bonus(state, seat, f"{what}_more")
