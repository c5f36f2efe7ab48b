"""Battles: Standard's, with levels of units and settlements that are defended (chapter 5)."""

from __future__ import annotations

import msgspec

from engine.core.decision import Decision
from engine.core.flow import Play
from engine.rulesets.advanced import events
from engine.rulesets.advanced.state import State
from engine.rulesets.standard import battle as standard
from engine.rulesets.standard import declaring
from engine.rulesets.standard.battle import Pick
from engine.world.duels import Battle, Clash
from engine.world.movement.aircraft import ground_lost_aircraft
from engine.world.state import Piece


def defence(state: State, clash: Clash, side: int) -> int:
    """What the defending side adds when the settlement's owner is on it (rule: defending)."""
    settlement = state.settlement_at(clash.space)
    if not side or settlement is None or settlement.owner not in clash.defenders:
        return 0
    return state.defence(settlement.owner)


def foreseer(state: State, clash: Clash) -> int | None:
    """The commander who sees the other's unit before choosing, if one does (rule: rounds)."""
    seer = state.wonder_owner("oracle")
    return seer if seer in clash.commanders else None


class BattlePhase(standard.BattlePhase[State]):
    """Units roll and add what their level says, and settlements help those who own them."""

    fighter_type = events.Fighter
    round_type = events.RoundFought

    def open(self, state: State, frame: Battle) -> list[Decision]:
        asked = super().open(state, frame)
        seer = foreseer(state, frame.clash)
        if seer is None:
            return asked
        seen = next(value for seat, value in frame.by_seat().items() if seat != seer)
        if seen is None:
            return [decision for decision in asked if decision.seat != seer]
        # What was seen cannot be changed any more.
        return [
            msgspec.structs.replace(decision, about={**decision.about, "seen": seen})
            for decision in asked
            if decision.seat == seer
        ]

    def sees(self, state: State, frame: Battle, seat: int | None, other: int) -> bool:
        foresees = seat is not None and seat == foreseer(state, frame.clash)
        return foresees or super().sees(state, frame, seat, other)

    def rank(self, state: State, kind: int) -> tuple[int, ...]:
        level = state.level(kind)
        return -level.dice, -level.plus, *super().rank(state, kind)

    def can_be_supported(self, state: State, unit: Piece) -> bool:
        return True

    def dice(self, state: State, pick: Pick) -> int:
        support = state.level(pick.plane.kind).dice if pick.plane is not None else 0
        return state.level(pick.unit.kind).dice + support

    def added(self, state: State, clash: Clash, side: int, pick: Pick) -> dict[str, int]:
        plus = state.level(pick.unit.kind).plus
        return {"level": plus, "defence": defence(state, clash, side)}

    def capture(self, play: Play[State], region: int, winner: int, losers: tuple[int, ...]) -> None:
        super().capture(play, region, winner, losers)
        for loser in losers:
            play.state.eliminate(play, loser, winner)


class BattlesPhase(declaring.BattlesPhase[State]):
    """The battles of a mover, after which its carriers must have room for its aircraft."""

    def led(self, play: Play[State], clash: Clash) -> Clash:
        """A player who is out leads nobody: the strongest left on that side does (fallen)."""
        fallen = play.state.fallen
        if not any(fallen):
            return clash
        sides = []
        for side in clash.sides:
            left = [seat for seat in side if not fallen[seat]]
            leader = side[0] if side[0] in left else declaring.command(play, clash.space, left)
            sides.append((leader, *(seat for seat in left if seat != leader)))
        attackers, defenders = sides
        return Clash(clash.space, attackers[0], defenders[0], attackers, defenders)

    def end(self, play: Play[State], mover: int) -> None:
        state = play.state
        if state.owns_any(mover, state.roster.aircraft):
            ground_lost_aircraft(play, mover, crowded=True)
        super().end(play, mover)
