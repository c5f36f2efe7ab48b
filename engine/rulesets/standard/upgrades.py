"""How stored Standard games of older versions come up to date."""

from __future__ import annotations

from typing import Any

from engine.core.upgrades import Raw, Upgrades


def from_1(state: Raw) -> None:
    """Answers wait in the order of those asked; a piece's two flags changed places."""
    state["spaces"] = [[with_new_flags(piece) for piece in stack] for stack in state["spaces"]]
    for frame in state["frames"]:
        if frame["type"] in ("Declaring", "Joining"):
            in_order_of_asked(frame)
        elif frame["type"] == "Battle":
            _, attacker, defender, *_ = frame["clash"]
            frame["asked"], frame["answers"] = [attacker, defender], frame.pop("picks")


def with_new_flags(piece: list[Any]) -> list[Any]:
    """The piece with 4 and 8, "has looked" and "was stopped", exchanged in its third number."""
    number, owner, kind, spent, aboard = piece
    return [number, owner, kind, spent & 3 | (spent & 4) << 1 | (spent & 8) >> 1, aboard]


def in_order_of_asked(frame: Raw) -> None:
    """Answers that stood by seat, with those that nobody was asked for left out."""
    prepared = frame.pop("prepared", True)
    by_seat, asked = frame["answers"], frame["asked"]
    frame["asked"] = asked if prepared else None
    frame["answers"] = [by_seat[seat] for seat in asked] if prepared else []


def from_2(state: Raw) -> None:
    """Rules changed, and no shape: games keep their rules by their version."""


def from_3(state: Raw) -> None:
    """Movement and declaring also note armies that appeared late; games before noted none."""
    for frame in state["frames"]:
        if frame["type"] in ("Movement", "Declaring"):
            frame["newcomers"] = []


UPGRADES = Upgrades(states={1: from_1, 2: from_2, 3: from_3})
