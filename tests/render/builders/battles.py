"""The events of a battle with everything in it."""

from __future__ import annotations

from engine.rulesets.standard import events as standard


def fighter(seat: int, unit: str, total: int, lost: bool, **facts: object) -> standard.Fighter:
    given = {"owner": seat, "aircraft": False, "faces": (total,), "superiority": 0, "science": 0}
    given |= {"cargo": (), **facts}
    return standard.Fighter(seat=seat, unit=unit, total=total, lost=lost, **given)  # type: ignore[arg-type] # facts are of many types


BATTLE = (
    standard.BattleBegan("gobi", (0, 2), (1,)),
    standard.RoundFought(
        "gobi",
        1,
        fighter(0, "swordsman", 3, True, owner=2, aircraft=True),
        fighter(1, "knight", 9, False, faces=(4, 2), superiority=2, science=1),
    ),
    standard.RoundFought("gobi", 2, fighter(0, "knight", 8, False), fighter(1, "knight", 4, True)),
    standard.BattleEnded("gobi", 0, (1,)),
    standard.SettlersLost("gobi", 2),
    standard.Captured(0, 1, "gobi", 2),
)
