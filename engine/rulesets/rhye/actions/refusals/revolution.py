"""Why a government or a religion cannot be adopted (rulebook 7.5, 8.2 and 8.3)."""

from __future__ import annotations

from engine.core.errors import IllegalChoice
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.refusals.reasons import Plan, Reason, lacking
from engine.rulesets.rhye.actions.revolution import KEEP
from engine.rulesets.rhye.tables import (
    GOVERNMENT,
    GOVERNMENTS,
    RELIGION,
    RELIGIONS,
    TECHNOLOGY,
    Government,
    Religion,
)


def why_not_ruled(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a government cannot be adopted (rules: revolution, governments)."""
    if key not in GOVERNMENT:
        return None
    present = figures.state.governments[figures.seat]
    return why_not_adopted(figures, "government", GOVERNMENTS[GOVERNMENT[key]], present)


def why_not_believed(figures: Figures, plan: Plan, key: str) -> Reason:
    """Why a religion cannot be adopted (rules: revolution, religions)."""
    if key == KEEP:
        return IllegalChoice("nothing_changes", "revolution")
    if key not in RELIGION:
        return None
    present = figures.state.religions[figures.seat]
    return why_not_adopted(figures, "religion", RELIGIONS[RELIGION[key]], present)


def why_not_adopted(
    figures: Figures, table: str, wanted: Government | Religion, present: int
) -> Reason:
    """Why a people cannot turn to something: they have it, or lack its technology."""
    number = (GOVERNMENT if table == "government" else RELIGION)[wanted.id]
    if number == present:
        return IllegalChoice("adopted_already", "revolution", table=table, wanted=wanted.id)
    if wanted.technology and not figures.state.knows(figures.seat, TECHNOLOGY[wanted.technology]):
        return lacking(f"{table}s", table, wanted.id, wanted.technology)
    return None
