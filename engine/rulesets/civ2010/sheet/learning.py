"""Adding a technology to a pyramid, and all that follows from it (rules: pyramid, upgrades)."""

from __future__ import annotations

from collections.abc import Collection

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.cities.architecture import upgrade_buildings
from engine.rulesets.civ2010.cities.founding import growths, owes_growth
from engine.rulesets.civ2010.combat.units import gain_unit
from engine.rulesets.civ2010.map.board import bonus, others
from engine.rulesets.civ2010.sheet.bonuses import refresh
from engine.rulesets.civ2010.sheet.wealth import gain
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import SPACE_FLIGHT, TECHNOLOGIES
from engine.rulesets.civ2010.victory import win


def learn(
    play: Play[State],
    seat: int,
    tech: str,
    *,
    row: int = 0,
    researched: bool = False,
    rivals: Collection[int] = (),
) -> None:
    """Add a technology. `rivals` are the seats that research the same one in the same phase."""
    state, player = play.state, play.state.players[seat]
    card = TECHNOLOGIES[tech]
    before = dict(player.ranks)
    player.techs.append(tech)
    player.rows.append(row or card.level)
    refresh(player)
    play.tell(events.Learned(seat, tech, researched))
    if tech == SPACE_FLIGHT:
        win(play, seat, "technology")
        return
    if card.government:
        player.fresh.append(card.government)
    if card.building:
        upgrade_buildings(play, seat, card.building)
    raised = [kind for kind, rank in player.ranks.items() if rank > before.get(kind, 0)]
    if raised and bonus(state, seat, "unit_per_rank"):
        for kind in raised:
            gain_unit(play, seat, kind)
        play.push(Pick(seat, "resource"))
    if player.bonuses.get("culture_per_novelty"):
        strangers = sum(
            tech not in state.players[o].techs and o not in rivals for o in others(state, seat)
        )
        gain(play, seat, culture=strangers, why="greeks")
    if researched and not rivals:
        known = any(tech in state.players[o].techs for o in others(state, seat))
        gain(play, seat, culture=0 if known else bonus(state, seat, "culture_per_first"))
    if "metropolis" in card.bonuses:
        check_growth(play, seat)


def check_growth(play: Play[State], seat: int) -> None:
    """The capital grows as soon as it can; where it has a choice, its owner is asked."""
    if owes_growth(play.state, seat) and growths(play.state, seat):
        play.push(Pick(seat, "metropolis"))
