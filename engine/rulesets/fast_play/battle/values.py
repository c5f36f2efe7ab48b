"""What units are worth in battle (rulebook 7.2 to 7.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.rulesets.fast_play.frames import Clash
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import TABLES, UNITS
from engine.world.state import FIRST_SEA, Piece

VALUES = TABLES.battle


def base_value(kind: int) -> int:
    """What a unit is worth by its era, or as an aircraft (rule: battle-values)."""
    unit = UNITS[kind]
    return VALUES.aircraft if unit.role == "aircraft" else VALUES.era[unit.era]


def place_value(kind: int, settled: bool, attacking: bool) -> int:
    """What the place of battle adds to a unit (rule: battle-space)."""
    role = UNITS[kind].role
    if not settled:
        return {"cavalry": VALUES.open_cavalry, "artillery": VALUES.open_artillery}.get(role, 0)
    if attacking:
        return VALUES.attacking_artillery if role == "artillery" else 0
    return VALUES.defending_infantry if role == "infantry" else 0


def superiority(state: State, seat: int, other: int) -> int:
    """How many technologies of the current era a seat has more than another (rule: science)."""
    return max(0, state.current_technologies(seat) - state.current_technologies(other))


def unit_value(state: State, clash: Clash, seat: int, kind: int) -> int:
    """What one unit of a side is worth in a battle."""
    attacking = seat == clash.attacker
    settled = clash.space < FIRST_SEA and state.settlements[clash.space] is not None
    value = base_value(kind) + place_value(kind, settled, attacking)
    if UNITS[kind].era == state.era:
        value += superiority(state, seat, clash.defender if attacking else clash.attacker)
    return value


def value_parts(
    state: State, clash: Clash, seat: int, units: Iterable[Piece]
) -> tuple[tuple[str, int], ...]:
    """What a side's dice come from: its units' eras, the place, more technologies."""
    attacking = seat == clash.attacker
    settled = clash.space < FIRST_SEA and state.settlements[clash.space] is not None
    more = superiority(state, seat, clash.defender if attacking else clash.attacker)
    era = place = science = 0
    for piece in units:
        era += base_value(piece.kind)
        place += place_value(piece.kind, settled, attacking)
        science += more if UNITS[piece.kind].era == state.era else 0
    found = (("era", era), ("place", place), ("science", science))
    return tuple(part for part in found if part[1])


def total_value(state: State, clash: Clash, seat: int, units: Iterable[Piece]) -> int:
    """How many dice a side rolls (rule: battle-dice)."""
    values: dict[int, int] = {}
    total = 0
    for piece in units:
        if piece.kind not in values:
            values[piece.kind] = unit_value(state, clash, seat, piece.kind)
        total += values[piece.kind]
    return total
