"""How stored Fast Play games of older versions come up to date."""

from __future__ import annotations

from engine.core.upgrades import Raw, Upgrades

BARBARIANS_BIT = 128


def from_1(state: Raw) -> None:
    """The board is that of the kit, which notes who is where; losses wait for those asked."""
    state["spaces"] = [[[*piece, 0] for piece in stack] for stack in state["spaces"]]
    state["settlements"] = [built and [*built, 0] for built in state["settlements"]]
    state["holders"] = [sum({bit(piece[1]) for piece in stack}) for stack in state["spaces"]]
    for frame in state["frames"]:
        if frame["type"] == "Losses":
            _, attacker, defender, *_ = frame["clash"]
            sides = list(zip((attacker, defender), frame["asked"], frame["answers"], strict=True))
            frame["known"] = [None if asked else answer for _, asked, answer in sides]
            frame["asked"] = [seat for seat, asked, _ in sides if asked]
            frame["answers"] = [answer for _, asked, answer in sides if asked]


def bit(owner: int) -> int:
    """The bit of an owner of pieces."""
    return 1 << owner if owner >= 0 else BARBARIANS_BIT


def from_2(state: Raw) -> None:
    """Rules changed, and no shape: games keep their rules by their version."""


def from_3(state: Raw) -> None:
    """Rules changed, and no shape: games keep their rules by their version."""


def event_from_1(event: Raw) -> None:
    """Battles count their rounds, of which there is one here."""
    if event["type"] == "BattleFought":
        event.setdefault("round", 0)


UPGRADES = Upgrades(states={1: from_1, 2: from_2, 3: from_3}, events={1: event_from_1})
