"""What a seat, or a spectator, may know. Everything outside the engine sees views only."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import msgspec

from engine.core.charts import NamedChart, SeatSheet
from engine.core.text import Text


class OfferView(msgspec.Struct, frozen=True):
    """An offer that the seat made or was made; `to` is None when it is to everyone.

    A rule set's own kind of offer says what is given and what is asked for.
    """

    id: int
    maker: int
    to: int | None


class Area(msgspec.Struct, frozen=True):
    """A part of the map that is shown and listed by itself: a continent, the seas, a tile."""

    id: str
    label: Text
    places: tuple[str, ...]


class Fact(msgspec.Struct, frozen=True):
    """A line of a player's sheet: a label (`sheet.<name>` in the catalog), and what there is."""

    name: str
    values: tuple[Text, ...]

    @property
    def label(self) -> Text:
        """What the line is about."""
        return Text(f"sheet.{self.name}")


class Sheet(msgspec.Struct, frozen=True):
    """What the viewer may know of a player's belongings: a few words beside the name, and lines."""

    seat: int
    score: int
    fallen: bool = False
    summary: tuple[Text, ...] = ()
    facts: tuple[Fact, ...] = ()


class Sum(NamedTuple):
    """A line of a sum: what it is for, and how much."""

    label: Text
    amount: int


class Goal(NamedTuple):
    """Something that players race for: how far each seat has come, and how far it is; 0: no end."""

    label: Text
    reached: tuple[int, ...]
    goal: int = 0


class View(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The part of every view that does not depend on the rule set; rule sets subclass it.

    `seat` is the eyes it was made for (`None`: a spectator). `phase` names a message
    (`phase.<phase>` in the catalog), `step` the part of the turn that it belongs to. `awaited`
    are the seats the game waits for, `active` those whose turn it is within the phase, `first` the
    one that begins the turn. `refused` are offers of this turn's trade that were declined, as long
    as neither side has got or lost anything since. The methods say in general terms what a rule
    set's own fields hold, for everything that shows all games alike.
    """

    counts_points: ClassVar[bool] = True
    """Whether scores are the points that the game is won by. Else they only rank players."""

    ruleset: str
    seat: int | None
    seats: int
    turn: int
    phase: str
    awaited: tuple[int, ...]
    scores: tuple[int, ...]
    active: tuple[int, ...] = ()
    first: int | None = None
    offers: tuple[OfferView, ...] = ()
    refused: tuple[OfferView, ...] = ()
    finished: bool = False
    step: str = ""

    def has_refused(self, seat: int) -> bool:
        """Whether a seat declined an offer of the viewer, and nothing has changed since."""
        return any((offer.maker, offer.to) == (self.seat, seat) for offer in self.refused)

    @property
    def phase_title(self) -> Text:
        """The phase's name, for the catalog."""
        return Text(f"phase.{self.phase}")

    @property
    def fallen(self) -> tuple[int, ...]:
        """The seats that are out of the game."""
        return ()

    @property
    def areas(self) -> tuple[Area, ...]:
        """The parts of the map, each place in one of them; none where there is no map."""
        return ()

    @property
    def charts(self) -> tuple[NamedChart, ...]:
        """What the rules show beside the board, the most asked for first."""
        return self.sheet_charts

    @property
    def sheet_charts(self) -> tuple[NamedChart, ...]:
        """The sheet of every seat as a chart, the viewer's own first."""
        return tuple(
            NamedChart(f"sheet_{seat}", Text("chart.sheet", {"seat": seat}), SeatSheet(seat))
            for seat in self.from_own_seat
        )

    @property
    def from_own_seat(self) -> tuple[int, ...]:
        """All seats, the viewer's own first, then as they sit."""
        first = self.seat or 0
        return tuple((first + n) % self.seats for n in range(self.seats))

    @property
    def factions(self) -> tuple[str, ...]:
        """What each seat leads, as the catalog names it, in rules with different peoples."""
        return ()

    def income_lines(self, seat: int) -> tuple[Sum, ...]:
        """What a player would receive next as things stand, line by line; empty where unknown."""
        return ()

    def production_lines(self, seat: int) -> tuple[Sum, ...]:
        """What a player's cities make besides, where income is not all they make."""
        return ()

    def score_lines(self, seat: int) -> tuple[Sum, ...]:
        """What a player's score is made of."""
        return ()

    def forces(self, seat: int) -> tuple[Text, ...]:
        """The pieces of a player that can still move, alike ones together."""
        return ()

    def holdings(self, seat: int) -> tuple[str, ...]:
        """The places where a player has something."""
        return ()

    def place_label(self, place: str) -> Text:
        """What a place of the map is called."""
        return Text("place", {"place": place})

    def sheet(self, seat: int) -> Sheet:
        """A player's sheet."""
        return Sheet(seat, self.scores[seat], seat in self.fallen)


OUTRIGHT = "victory"
"""The part of a score that is no points: it puts first who won by a deed."""


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat's place in the result. Seats that share a rank tied for it."""

    seat: int
    rank: int
    score: int
    parts: dict[str, int]

    @property
    def is_outright(self) -> bool:
        """Whether the seat won by a deed, whatever the points."""
        return OUTRIGHT in self.parts

    @property
    def points(self) -> dict[str, int]:
        """What can be counted: the parts without the one that puts a winner first."""
        return {part: points for part, points in self.parts.items() if part != OUTRIGHT}

    @property
    def total(self) -> int:
        """The sum of what can be counted."""
        return self.score - self.parts.get(OUTRIGHT, 0)


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended. `reason` names a message (`end.<reason>` in the catalog)."""

    reason: str
    standings: tuple[Standing, ...]
    turns: int

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on the first rank."""
        return tuple(standing.seat for standing in self.standings if standing.rank == 1)
