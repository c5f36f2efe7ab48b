"""The board as the steward reads it off its view: who stands where, and what is open to it."""

from __future__ import annotations

from functools import cached_property

from engine.rulesets.fast_play.board import shores
from engine.rulesets.fast_play.steward.odds import Chances, dice_of, exchange
from engine.rulesets.fast_play.tables import ARMIES, FIGHTER, FLEETS, UNIT
from engine.world import world
from engine.world.view import PlayerView, WorldView

BOARD = world()
FIRST_SEA = BOARD.sea.start
NEIGHBOURS = 2
"""Armies this many regions away are a threat."""

BARREN = ("desert", "mountains", "jungle_forest")
RICH = ("fertile", "wine", "gems", "spices", "rare_metals")
PAYING = ("horses", "iron", "oil", "coal")

Troops = dict[int, dict[int, list[str]]]
"""Space, then owner, then the units there, one entry each."""


class Situation:
    """One look at the view. Everything costly is found only when it is asked for."""

    def __init__(self, view: WorldView, seat: int) -> None:
        self.view = view
        self.me = seat
        self.era = view.era_number
        self.sheet: PlayerView = view.players[seat]
        self.troops: Troops = {}
        self.settlers: dict[int, int] = {}
        self.fleets: dict[int, int] = {}
        self.harboured: dict[int, int] = {}
        self.homes: dict[int, int] = {}
        self.foreign: dict[int, int] = {}
        self.strangers: set[int] = set()
        for index, space in enumerate(view.spaces):
            if space.settlement is not None:
                own = space.settlement.owner == seat
                (self.homes if own else self.foreign)[index] = space.settlement.size
            for units in space.units:
                self._note(index, units.owner, units.kind, units.count)

    def _note(self, space: int, owner: int, unit: str, count: int) -> None:
        kind = UNIT[unit]
        if owner != self.me:
            self.strangers.add(space)
        if kind in ARMIES or kind == FIGHTER:
            here = self.troops.setdefault(space, {})
            here.setdefault(owner, []).extend([unit] * count)
        elif kind in FLEETS and owner == self.me:
            where = self.fleets if space >= FIRST_SEA else self.harboured
            where[space] = where.get(space, 0) + count
        elif unit == "settler" and owner == self.me:
            self.settlers[space] = self.settlers.get(space, 0) + count

    # Rivals.

    @cached_property
    def rivals(self) -> list[int]:
        """The other seats still in the game."""
        return [p.seat for p in self.view.players if p.seat != self.me and not p.fallen]

    @cached_property
    def lead(self) -> int:
        """Points more than the best rival."""
        best = max((self.view.scores[seat] for seat in self.rivals), default=-99)
        return self.view.scores[self.me] - best

    def science(self, other: int) -> int:
        """Technologies of the current era more than another; barbarians own none."""
        theirs = self.view.players[other].technologies_by_era[self.era] if other >= 0 else 0
        return self.sheet.technologies_by_era[self.era] - theirs

    def army(self, space: int, owner: int) -> list[str]:
        """A seat's fighting units in a region."""
        return self.troops.get(space, {}).get(owner, [])

    def occupant(self, region: int) -> int | None:
        """Who else holds a region: the owner of pieces or of the settlement there."""
        for units in self.view.spaces[region].units:
            if units.owner != self.me:
                return units.owner
        settlement = self.view.spaces[region].settlement
        return settlement.owner if settlement and settlement.owner != self.me else None

    def chances(self, region: int, ours: list[str]) -> Chances:
        """The chances of some own units against whoever holds a region."""
        other = self.occupant(region)
        theirs = self.army(region, other) if other is not None else []
        settled = region in self.foreign
        science = self.science(other) if other is not None else 0
        return exchange(
            dice_of(ours, settled, True, science, self.era),
            dice_of(theirs, settled, False, -science, self.era),
            len(ours),
            len(theirs),
        )

    @cached_property
    def threats(self) -> dict[int, int]:
        """For each region, the most dice that one rival's armies near it would roll there."""
        found: dict[int, int] = {}
        for space, owners in self.troops.items():
            for owner, units in owners.items():
                if owner not in (self.me, -1) and space < FIRST_SEA:
                    dice = dice_of(units, True, True, -self.science(owner), self.era)
                    for region in BOARD.within(space, NEIGHBOURS, "land"):
                        found[region] = max(found.get(region, 0), dice)
        return found

    # Land to settle.

    def worth(self, region: int) -> float:
        """What a settlement founded in a region would be worth; nothing where there can be none."""
        space = self.view.spaces[region]
        if space.settlement is not None or region in self.strangers:
            return 0.0
        if space.unexplored:
            return 1.0
        marker = space.marker.kind if space.marker is not None else None
        if marker in BARREN:
            return 0.0
        return 2.0 if marker in RICH else 1.4 if marker in PAYING else 1.1

    @cached_property
    def frontier(self) -> dict[int, float]:
        """Regions next to own settlements that could be settled, and their worth."""
        near = {n for home in self.homes for n in BOARD.beside[home]}
        for home in self.homes:
            if self.fleets:
                near.update(shores(home, frozenset(self.fleets)))
        worths = {region: self.worth(region) for region in sorted(near)}
        return {region: worth for region, worth in worths.items() if worth}

    def distance(self, origin: int, target: int) -> int:
        """The way by land, very far where there is none."""
        way = BOARD.distance(origin, target, "land")
        return 99 if way is None else way
