"""What a seat, or a spectator, may know. Everything outside the engine sees views only."""

from __future__ import annotations

import msgspec

from engine.core.text import Text


class View(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The part of every view that does not depend on the rule set.

    `seat` is the eyes it was made for (`None`: a spectator). `phase` names a message
    (`phase.<phase>` in the catalog). `awaited` are the seats the game waits for.
    """

    ruleset: str
    seat: int | None
    seats: int
    turn: int
    phase: str
    awaited: tuple[int, ...]
    scores: tuple[int, ...]
    finished: bool = False

    @property
    def phase_title(self) -> Text:
        """The phase's name, for the catalog."""
        return Text(f"phase.{self.phase}")


class Standing(msgspec.Struct, frozen=True):
    """One seat's place in the result. Seats that share a rank tied for it."""

    seat: int
    rank: int
    score: int
    parts: dict[str, int]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `reason` names a message (`end.<reason>` in the catalog)."""

    reason: str
    standings: tuple[Standing, ...]
    turns: int

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on the first rank."""
        return tuple(standing.seat for standing in self.standings if standing.rank == 1)
