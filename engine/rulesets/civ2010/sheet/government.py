"""Government and social policies (rules: governments, policies)."""

from __future__ import annotations

from engine.core.flow import Play
from engine.rulesets.civ2010 import events
from engine.rulesets.civ2010.map.board import bonus, cities_of
from engine.rulesets.civ2010.sheet.bonuses import refresh
from engine.rulesets.civ2010.sheet.unlocked import governments_with
from engine.rulesets.civ2010.state import Pick, State
from engine.rulesets.civ2010.tables import (
    ANARCHY,
    GOVERNMENTS,
    POLICIES,
)


def unlocked_governments(state: State, seat: int) -> list[str]:
    """The governments a seat may have, anarchy aside."""
    if bonus(state, seat, "all_governments"):
        return [name for name in GOVERNMENTS if name != ANARCHY]
    return list(governments_with(tuple(state.players[seat].techs)))


def set_government(play: Play[State], seat: int, government: str) -> None:
    """Put a government in force; leaving anarchy ends its wait."""
    player = play.state.players[seat]
    player.government = government
    player.anarchy = play.state.turn if government == ANARCHY else 0
    refresh(player)
    play.tell(events.GovernmentChanged(seat, government))


def check_government(play: Play[State], seat: int) -> None:
    """Ask for another government where nothing unlocks the present one any more."""
    state, present = play.state, play.state.players[seat].government
    if GOVERNMENTS[present].technology and present not in unlocked_governments(state, seat):
        play.push(Pick(seat, "fall_back"))


def most_policies(state: State, seat: int) -> int:
    """How many social policies a seat has to have."""
    return len(cities_of(state, seat)) + state.players[seat].bonuses.get("policies", 0)


def free_policies(state: State, seat: int) -> list[str]:
    """The sides of cards that a seat does not use."""
    taken = state.players[seat].policies
    return [name for name, card in POLICIES.items() if name not in taken and card.back not in taken]


def check_policies(play: Play[State], seat: int) -> None:
    """Ask for policies to adopt or give up after the number of cities changed (rule: policies)."""
    player, most = play.state.players[seat], most_policies(play.state, seat)
    if len(player.policies) < most and free_policies(play.state, seat):
        play.push(Pick(seat, "adopt"))
    elif len(player.policies) > most:
        play.push(Pick(seat, "give_up_policy"))
