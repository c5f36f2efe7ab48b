"""Watches cases play: what they really exercise, from events and from retreats.

A case says what it exercises (`@covers`). That is a claim: `test_coverage` runs the case again and
watches the game. What really happened is named the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from engine.core.flow import Play
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.battle.retreat import RetreatPhase, beside, exits, fugitives
from engine.rulesets.fast_play.frames import NOWHERE, Retreat
from engine.rulesets.fast_play.state import State
from engine.rulesets.fast_play.tables import TABLES
from engine.world.state import BOARD, FIRST_SEA
from tests.fast_play.builders import Game


class Flight(NamedTuple):
    """A retreat as the engine found it, and what became of it: asked, left or trapped."""

    state: State
    frame: Retreat
    ways: list[int]
    units: int
    end: str

    @property
    def space(self) -> int:
        return self.frame.clash.space

    @property
    def is_attacker(self) -> bool:
        return self.frame.seat == self.frame.clash.attacker

    @property
    def at_sea(self) -> bool:
        return self.space >= FIRST_SEA

    @property
    def over_sea(self) -> list[int]:
        """Ways that lead over own fleets."""
        return [] if self.at_sea else [w for w in self.ways if w not in BOARD.beside[self.space]]

    @property
    def closed(self) -> list[int]:
        """Spaces the attacker came from that are no way out."""
        return [o for o in self.frame.clash.origins if o not in (NOWHERE, *self.ways)]

    def is_free(self, space: int) -> bool:
        return self.state.stranger(space, self.frame.seat) is None

    def is_own(self, space: int) -> bool:
        held = self.state.is_home(space, self.frame.seat) or bool(self.state.spaces[space])
        return held and self.is_free(space)


def came_over_sea(flight: Flight) -> list[int]:
    """Closed ways over fleets that are no longer there, though nobody holds the other end."""
    near = beside(flight.state, flight.frame.seat, flight.space)
    return [o for o in flight.closed if o not in near and flight.is_free(o)]


RETREATS: dict[str, Callable[[Flight], bool]] = {
    "attacker_one_way": lambda f: f.is_attacker and len(f.ways) == 1 and f.end == "left",
    "attacker_choice": lambda f: f.is_attacker and len(f.ways) > 1 and f.frame.together,
    "attacker_by_sea": lambda f: f.is_attacker and bool(f.over_sea),
    "attacker_fleets_gone": lambda f: f.is_attacker and not f.at_sea and bool(came_over_sea(f)),
    "attacker_way_taken": lambda f: (
        f.is_attacker and any(not f.is_free(origin) for origin in f.closed)
    ),
    "attacker_already_there": lambda f: f.is_attacker and NOWHERE in f.frame.clash.origins,
    "no_limit_over_fleets": lambda f: bool(f.over_sea) and f.units > TABLES.fleet_capacity,
    "defender_free": lambda f: (
        not f.is_attacker and any(f.is_free(w) and not f.is_own(w) for w in f.ways)
    ),
    "defender_not_where_the_attacker_came_from": lambda f: (
        not f.is_attacker and any(map(f.is_free, f.closed))
    ),
    "defender_own": lambda f: not f.is_attacker and any(map(f.is_own, f.ways)),
    "defender_split": lambda f: (
        not f.is_attacker
        and f.end == "asked"
        and any(p.owner == f.frame.seat for w in f.ways for p in f.state.spaces[w])
    ),
    "defender_by_sea": lambda f: not f.is_attacker and bool(f.over_sea),
    "defender_trapped": lambda f: not f.is_attacker and f.end == "trapped",
    "fleet_attacker": lambda f: f.is_attacker and f.at_sea and any(w >= FIRST_SEA for w in f.ways),
    "fleet_defender": lambda f: not f.is_attacker and f.at_sea and bool(f.ways),
    "fleet_harbour": lambda f: f.at_sea and any(w < FIRST_SEA for w in f.ways),
    "fleet_harbour_lost": lambda f: f.at_sea and any(o < FIRST_SEA for o in f.closed),
    "settlers": lambda f: f.frame.settlers,
}
"""The ways to retreat and their exceptions, each told by what the engine found."""


def things_in(event: object) -> Iterator[str]:
    """What an event exercises."""
    match event:
        case events.Explored(marker=marker):
            yield f"marker.{marker}"
        case events.Settled(marker=marker) if marker:
            yield f"resource.{marker}"
        case events.EraBegan(era=era):
            yield f"era.{era}"
        case events.GameEnded(reason=reason):
            yield f"end.{reason}"


def things_about(flight: Flight) -> Iterator[str]:
    """What a retreat exercises: side, land or sea, and how it ended; the order; each exception."""
    side = "attacker" if flight.is_attacker else "defender"
    yield f"retreat.{side}.{'sea' if flight.at_sea else 'land'}.{flight.end}"
    if flight.end == "left" and len(flight.ways) > 1:
        yield f"retreat.order.{flight.frame.order}"
    elif flight.end == "asked":
        yield "retreat.order.ask"
    for name, holds in RETREATS.items():
        if holds(flight):
            yield f"retreat.{name}"


@contextmanager
def watching() -> Iterator[set[str]]:
    """What is exercised meanwhile, in every game of the cases."""
    seen: set[str] = set()
    advance, check = RetreatPhase.advance, Game.check

    def watched_advance(self: RetreatPhase, play: Play[State], frame: Retreat) -> bool:
        state, leaving = play.state, fugitives(play.state, frame)
        ways = exits(state, frame.clash, frame.seat) if frame.seat >= 0 else []
        before = state.copy()
        goes_on = advance(self, play, frame)
        if leaving:
            end = "asked" if not goes_on else "left" if ways else "trapped"
            seen.update(things_about(Flight(before, frame, ways, len(leaving), end)))
        return goes_on

    def watched_check(self: Game) -> None:
        seen.update(thing for told in self.told for thing in things_in(told.event))
        check(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RetreatPhase, "advance", watched_advance)
        patch.setattr(Game, "check", watched_check)
        yield seen
