"""Compares what a file says of draws and result with what its game makes of them."""

from __future__ import annotations

from engine.core.dice import Draw
from engine.core.errors import BadRecord
from engine.core.view import Outcome


def must_have_drawn(where: str, recorded: tuple[Draw, ...], made: tuple[Draw, ...]) -> None:
    """Raise `BadRecord` unless the draws of a file are those that its seeds give."""
    for number, (old, new) in enumerate(zip(recorded, made, strict=False), start=1):
        if old != new:
            raise BadRecord(
                f"{where}, draw {number}",
                f"face {old.face} of {old.sides} is recorded, "
                f"the seeds and the rules give face {new.face} of {new.sides}",
            )
    if len(recorded) != len(made):
        raise BadRecord(
            f"{where}, draws", f"{len(recorded)} are recorded, the rules draw {len(made)}"
        )


def must_have_ended(recorded: Outcome, made: Outcome) -> None:
    """Raise `BadRecord` unless the result of a file is the one that its game comes to."""
    if (recorded.reason, recorded.turns) != (made.reason, made.turns):
        raise BadRecord("outcome", f"the game ended in turn {made.turns} because of {made.reason}")
    for place, (old, new) in enumerate(zip(recorded.standings, made.standings, strict=False), 1):
        where = f"outcome, place {place}"
        if (old.seat, old.rank, old.score) != (new.seat, new.rank, new.score):
            raise BadRecord(
                where, f"belongs to seat {new.seat} on rank {new.rank} with {new.score} points"
            )
        for part in {**old.parts, **new.parts}:
            if old.parts.get(part) != new.parts.get(part):
                raise BadRecord(f"{where}, {part}", f"must be {new.parts.get(part, 'left out')}")
    if len(recorded.standings) != len(made.standings):
        raise BadRecord("outcome", f"{len(made.standings)} seats played")
