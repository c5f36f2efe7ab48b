"""A Standard game through one seat's eyes: everything shown is named here."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.ruleset import Ruleset
from engine.rulesets.standard.frames import Movement
from engine.rulesets.standard.production import AnyIncome, income
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import MARKERS
from engine.rulesets.standard.wonders import MEASURES
from engine.world import viewing
from engine.world.duels import battle_view
from engine.world.state import BOARD, FIRST_SEA, SPACES
from engine.world.trade import offer_views
from engine.world.view import (
    IncomeView,
    MarkerView,
    PlayerView,
    SpaceView,
    WonderView,
    WorldView,
)


class ChallengeView(msgspec.Struct, frozen=True):
    """A seat has challenged, for all to hear, the one who moves: they will fight there."""

    place: str
    challenger: int


class StandardView(WorldView, frozen=True, kw_only=True, tag=True):
    """A Standard game as one seat may see it."""

    challenges: tuple[ChallengeView, ...] = ()


def make_view(rules: Ruleset[Any], state: State, seat: int | None) -> StandardView:
    """What `seat`, or a spectator, may know."""
    return StandardView(
        **shown(rules, state, seat),
        players=tuple(player_view(state, s) for s in range(state.seats)),
        wonders=tuple(wonder_view(state, w) for w in range(len(state.wonders))),
    )


def shown(rules: Ruleset[Any], state: State, seat: int | None) -> dict[str, Any]:
    """The fields of a view that rule sets which extend this one show in the same way."""
    lent = {loan.region: loan.borrower for loan in state.loans}
    return dict(
        **viewing.common(rules, state, seat),
        era_ending=state.era_ending,
        spaces=tuple(space_view(state, seat, space, lent) for space in SPACES),
        technologies_left=state.era_supply(),
        offers=offer_views(state, seat),
        challenges=challenge_views(state),
        battle=battle_view(state),
    )


def player_view(state: State, seat: int) -> PlayerView:
    """A player's sheet: all of it lies open on the table."""
    plain = income(state, seat, None)
    parts = {"cities": plain.cities, "science": plain.science, "monopolies": plain.monopolies}
    return sheet(state, seat, plain, parts, state.technology_price(seat))


def sheet(
    state: State, seat: int, plain: AnyIncome, parts: dict[str, int], next_technology: int
) -> PlayerView:
    """A player's sheet with the resources it commands and its income, part by part."""
    held = state.held_resources(seat, state.homes(seat))
    if_critical = dict.fromkeys(held, plain.if_critical)
    return PlayerView(
        seat=seat,
        gold=state.gold[seat],
        technologies=tuple(
            state.tables.cards[c] for c, owner in enumerate(state.technologies) if owner == seat
        ),
        technologies_by_era=tuple(
            state.era_technologies(seat, era) for era in range(len(state.tables.eras))
        ),
        wonders=tuple(
            state.tables.wonders[w].id for w, owner in enumerate(state.wonders) if owner == seat
        ),
        settlements=tuple(state.sizes[seat]),
        resources=held,
        income=IncomeView(total=plain.total, if_critical=if_critical, **parts),
        points=state.points(seat),
        next_technology=next_technology,
        fallen=state.fallen[seat],
    )


def space_view(state: State, seat: int | None, space: int, lent: dict[int, int]) -> SpaceView:
    """A space with what stands and lies there."""
    units = viewing.unit_views(state, space)
    if space >= FIRST_SEA:
        return viewing.space_view(state, space, units)
    marker = marker_view(state, seat, space)
    return viewing.space_view(state, space, units, marker, lent_to=lent.get(space))


FACE_DOWN = MarkerView("down")
FACE_UP = tuple(MarkerView("up", kind) for kind in MARKERS)


def marker_view(state: State, seat: int | None, region: int) -> MarkerView | None:
    """A marker, its face shown only to those who know it."""
    marker = state.markers[region]
    if marker is None:
        return None
    if marker.up:
        return FACE_UP[marker.kind]
    if not marker.known:
        return FACE_DOWN
    looked = tuple(s for s in range(state.seats) if marker.known >> s & 1)
    if seat is not None and marker.known >> seat & 1:
        return MarkerView("known", MARKERS[marker.kind], looked)
    return MarkerView("down", None, looked)


def wonder_view(state: State, wonder: int) -> WonderView:
    """A wonder and how near everyone is to it."""
    thing, goal = state.tables.wonders[wonder].goal
    return viewing.wonder_view(state, wonder, thing, goal, MEASURES[thing](state))


def challenge_views(state: State) -> tuple[ChallengeView, ...]:
    """The challenges made by standing orders so far; later ones show with the battles."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, Movement):
        return ()
    return tuple(ChallengeView(BOARD.id(space), seat) for space, seat in frame.challenges)
