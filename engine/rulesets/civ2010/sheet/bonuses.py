"""What works for a player from the own sheet, and the limits that follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.rulesets.civ2010.map.board import bonus
from engine.rulesets.civ2010.state import Player, State
from engine.rulesets.civ2010.tables import (
    ANARCHY,
    BASE_LIMITS,
    GROUND,
    INVESTMENTS,
    MAP_BONUSES,
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


MORE = {what: f"{what}_more" for what in BASE_LIMITS}
"""The bonus that is added to each limit."""


class Worth:
    """What some cards of a sheet add up to, and what they can be used for."""

    def __init__(self, sums: Mapping[str, int] = {}, able: Sequence[str] = ()) -> None:
        self.sums = dict(sums)
        self.able = list(able)

    def add(self, card: str) -> None:
        """A card works, too."""
        sums = self.sums
        for what, number in SHEET_BONUSES[card]:
            if what in BASE_LIMITS:
                sums[what] = max(sums.get(what, 0), number)
            else:
                sums[what] = sums.get(what, 0) + number
        if card in OF_CARD:
            self.able += OF_CARD[card]


@lru_cache(maxsize=1024)
def worth_of(civilization: str, techs: tuple[str, ...]) -> Worth:
    """What a civilization with these technologies has of them; not to be changed."""
    if not techs:
        found = Worth()
        found.add(f"civilization:{civilization}")
        return found
    # All but the last one were known before it was learnt.
    before = worth_of(civilization, techs[:-1])
    found = Worth(before.sums, before.able)
    if techs[-1] in TECHNOLOGIES:
        found.add(f"technology:{techs[-1]}")
    return found


@lru_cache(maxsize=1024)
def ranks_with(techs: tuple[str, ...]) -> dict[str, int]:
    """The ranks that units have with some technologies; not to be changed."""
    ranks = dict.fromkeys(GROUND, 1)
    for tech in techs:
        if tech in RAISING:
            for kind, rank in RAISING[tech].items():
                ranks[kind] = max(ranks.get(kind, 0), rank)
    return ranks


def refresh(player: Player) -> None:
    """Find out again what works for a player whatever happens on the map."""
    techs = tuple(player.techs)
    learnt = worth_of(player.civilization, techs)
    found = Worth(learnt.sums, learnt.able)
    found.add(f"government:{player.government}")
    if player.government != ANARCHY:
        for policy in player.policies:
            found.add(f"policy:{policy}")
    sums = found.sums
    for card, spent in player.invested.items():
        reached = INVESTMENTS[card].reached(spent)
        if reached:
            for what, number in INVESTMENTS[card].bonuses[reached - 1].items():
                sums[what] = sums.get(what, 0) + number
    player.bonuses, player.able = sums, tuple(found.able)
    player.ranks = dict(ranks_with(techs))


def limit(state: State, seat: int, what: str) -> int:
    """A limit of which the highest counts, with what is added to it."""
    bonuses, more = state.players[seat].bonuses, MORE[what]
    found = max(BASE_LIMITS[what], bonuses.get(what, 0))
    return found + (bonus(state, seat, more) if more in MAP_BONUSES else bonuses.get(more, 0))
