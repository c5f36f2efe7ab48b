"""Card battles that are over, read from their events: every front as it was at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.core.events import Event
from engine.tiles.civ import BattleFront, BattleSide, CardBattle, UnitCard
from engine.tiles.events import BattleBegan, BattleEnded, Duelled, UnitPlayed, Wounded


class FoughtOut(NamedTuple):
    """A battle that is over, with what happened in it."""

    battle: CardBattle
    events: tuple[Event, ...]


class _Fronts:
    """The fronts of a battle while it is read; a dead unit stays to be seen."""

    def __init__(self) -> None:
        self.rows: list[list[UnitCard | None]] = []
        self.live: list[int] = []
        """The rows that still have a unit alive, as the battle counts them."""

    def play(self, event: UnitPlayed) -> None:
        unit = UnitCard(event.unit, _rank(event), event.strength, event.health)
        if event.front >= len(self.live):
            self.live.append(len(self.rows))
            self.rows.append([None, None])
        row = self.rows[self.live[event.front]]
        if row[event.side] is not None:
            # Someone fell here: the survivor faces the new unit in a row of its own.
            survivor, row[1 - event.side] = row[1 - event.side], None
            row = [None, None]
            row[1 - event.side] = survivor
            self.live[event.front] = len(self.rows)
            self.rows.append(row)
        row[event.side] = unit

    def wound(self, front: int, side: int, wounds: int, dead: bool) -> None:
        if front >= len(self.live):
            return
        row = self.rows[self.live[front]]
        unit = row[side]
        if unit is not None:
            wounds = max(wounds, unit.health) if dead else wounds
            row[side] = UnitCard(unit.type, unit.rank, unit.strength, unit.health, wounds)

    def clear(self) -> None:
        self.live = [at for at in self.live if any(map(_alive, self.rows[at]))]


def _alive(unit: UnitCard | None) -> bool:
    return unit is not None and unit.wounds < unit.health


def _rank(event: UnitPlayed) -> int:
    """Strength and health of a unit grow by one with each rank, from four together."""
    return 1 if event.unit == "aircraft" else max(1, (event.strength + event.health) // 2 - 1)


def fought_out(events: Iterable[Event]) -> list[FoughtOut]:
    """The battles that began and ended in some events."""
    found: list[FoughtOut] = []
    fronts: _Fronts | None = None
    began: BattleBegan | None = None
    fought: list[Event] = []
    for event in events:
        if isinstance(event, BattleBegan):
            fronts, began, fought = _Fronts(), event, []
        if fronts is None or began is None:
            continue
        fought.append(event)
        if isinstance(event, UnitPlayed):
            fronts.play(event)
        elif isinstance(event, Duelled):
            for side in (0, 1):
                fronts.wound(event.front, side, event.wounds[side], event.dead[side])
            fronts.clear()
        elif isinstance(event, Wounded):
            row = fronts.rows[fronts.live[event.front]] if event.front < len(fronts.live) else []
            unit = row[event.side] if row else None
            before = unit.wounds if unit is not None else 0
            fronts.wound(event.front, event.side, before + event.wounds, event.dead)
            fronts.clear()
        elif isinstance(event, BattleEnded):
            found.append(FoughtOut(_over(began, event, fronts), tuple(fought)))
            fronts = None
    return found


def _over(began: BattleBegan, ended: BattleEnded, fronts: _Fronts) -> CardBattle:
    attacker, defender = (
        BattleSide(owner, owner, 0, bonus, score, ())
        for owner, bonus, score in zip(
            (ended.attacker, ended.defender), ended.bonuses, ended.scores, strict=True
        )
    )
    rows = tuple(BattleFront(*row) for row in fronts.rows)
    return CardBattle(ended.place, began.kind, (attacker, defender), rows, -1, ended.winner)
