"""What technologies unlock. They change when something is learnt, and are asked at every choice.

Each answer follows from the technologies alone, so that it is found once for the same ones.
"""

from __future__ import annotations

from functools import lru_cache

from engine.rulesets.civ2010.tables import (
    ANARCHY,
    BUILDINGS,
    GOVERNMENTS,
    OF_LEVEL,
    TECHNOLOGIES,
    UPGRADE,
    WONDERS,
)

Techs = tuple[str, ...]


@lru_cache(maxsize=1024)
def buildings_with(techs: Techs) -> tuple[str, ...]:
    """The buildings that can be built with some technologies, in their best form."""
    return tuple(
        name
        for name, building in BUILDINGS.items()
        if building.technology in techs
        and (name not in UPGRADE or BUILDINGS[UPGRADE[name]].technology not in techs)
    )


@lru_cache(maxsize=1024)
def governments_with(techs: Techs) -> tuple[str, ...]:
    """The governments that some technologies allow, anarchy aside."""
    return tuple(
        name
        for name, card in GOVERNMENTS.items()
        if name != ANARCHY and (not card.technology or card.technology in techs)
    )


@lru_cache(maxsize=1024)
def wonder_costs_with(techs: Techs) -> dict[str, int]:
    """What each wonder costs with some technologies; not to be changed (rule: wonders)."""
    costs = {name: wonder.cost for name, wonder in WONDERS.items()}
    for tech in techs:
        if tech in TECHNOLOGIES and TECHNOLOGIES[tech].wonder:
            costs[TECHNOLOGIES[tech].wonder] = TECHNOLOGIES[tech].wonder_cost
    return costs


@lru_cache(maxsize=1024)
def unknown_with(techs: Techs, base_only: bool) -> tuple[Techs, ...]:
    """By level, the technologies in play beside some that are known."""
    if techs:
        # All but the last one were known before it was learnt.
        last, before = techs[-1], unknown_with(techs[:-1], base_only)
        return tuple(
            tuple(name for name in names if name != last) if last in names else names
            for names in before
        )
    played = [
        tuple(name for name in names if not base_only or TECHNOLOGIES[name].set == "base")
        for names in OF_LEVEL.values()
    ]
    return (), *played
