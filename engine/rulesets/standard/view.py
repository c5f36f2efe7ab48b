"""A Standard game through one seat's eyes: everything shown is named here."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import msgspec

from engine.core.lazy import depends_on
from engine.core.ruleset import Ruleset
from engine.rulesets.standard.frames import Movement
from engine.rulesets.standard.production import AnyIncome, income
from engine.rulesets.standard.state import Marker, State
from engine.rulesets.standard.tables import MARKERS
from engine.rulesets.standard.wonders import MEASURES
from engine.world import viewing
from engine.world.duels import battle_view
from engine.world.roster import AnyRoster
from engine.world.state import BOARD, Piece, Settlement
from engine.world.trade import offer_views
from engine.world.view import (
    IncomeView,
    MarkerView,
    PlayerView,
    SettlementView,
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
    return dict(
        **viewing.common(rules, state, seat),
        era_ending=state.era_ending,
        spaces=space_views(state, seat),
        technologies_left=state.era_supply(),
        offers=offer_views(state.offers, seat),
        refused=offer_views(state.refused, seat),
        challenges=challenge_views(state),
        battle=battle_view(state),
    )


def player_view(state: State, seat: int) -> PlayerView:
    """A player's sheet: all of it lies open on the table."""
    return msgspec.structs.replace(sheet_but_gold(state, seat), gold=state.gold[seat])


@depends_on("settlements", "markers", "loans", "technologies", "wonders", "fallen")
def sheet_but_gold(state: State, seat: int) -> PlayerView:
    """A player's sheet, in which only the gold may be that of an earlier moment."""
    plain = income(state, seat, None)
    parts = {"cities": plain.cities, "science": plain.science, "monopolies": plain.monopolies}
    return sheet(state, seat, plain, parts, state.technology_price(seat))


def sheet(
    state: State, seat: int, plain: AnyIncome, parts: dict[str, int], next_technology: int
) -> PlayerView:
    """A player's sheet with the resources it commands and its income, part by part."""
    held = state.held_resources(seat, state.homes(seat))
    if_critical = dict.fromkeys(held, plain.if_critical)
    return viewing.player_view(
        state,
        seat,
        technologies=tuple(
            state.tables.cards[c] for c, owner in enumerate(state.technologies) if owner == seat
        ),
        technologies_by_era=tuple(
            state.era_technologies(seat, era) for era in range(len(state.tables.eras))
        ),
        resources=held,
        income=IncomeView(total=plain.total, if_critical=if_critical, **parts),
        next_technology=next_technology,
    )


def space_views(state: State, seat: int | None) -> tuple[SpaceView, ...]:
    """The spaces with what stands and lies there, and the markers that the seat has looked at."""
    lent: list[int | None] = [None] * len(BOARD.land)
    for loan in state.loans:
        lent[loan.region] = loan.borrower
    facts = zip_longest(state.spaces, state.settlements, viewing.worked(state), state.markers, lent)
    spaces = viewing.shared_spaces(state, space_view, (state.roster,), facts)
    return spaces if seat is None else with_known_markers(state, seat, spaces)


def space_view(
    space: int,
    roster: AnyRoster,
    stack: tuple[Piece, ...],
    built: Settlement | None,
    resource: str | None,
    marker: Marker | None,
    lent_to: int | None,
) -> SpaceView:
    """A space as everyone may see it."""
    settlement = None
    if built is not None:
        settlement = SettlementView(built.owner, built.size, resource, lent_to)
    units = viewing.unit_views(roster, stack)
    face = None if marker is None else marker_view(marker)
    return viewing.space_view(space, units, settlement, face)


FACE_DOWN = MarkerView("down")
FACE_UP = tuple(MarkerView("up", kind) for kind in MARKERS)


def marker_view(marker: Marker) -> MarkerView:
    """A marker as everyone may see it: with the seats that looked at it while it lies face down."""
    if marker.up:
        return FACE_UP[marker.kind]
    return MarkerView("down", None, lookers(marker)) if marker.known else FACE_DOWN


def lookers(marker: Marker) -> tuple[int, ...]:
    """The seats that know a marker."""
    return tuple([seat for seat in range(marker.known.bit_length()) if marker.known >> seat & 1])


def with_known_markers(
    state: State, seat: int, spaces: tuple[SpaceView, ...]
) -> tuple[SpaceView, ...]:
    """The same spaces with the faces of the markers that a seat alone, or with others, knows."""
    bit = 1 << seat
    known = [
        (region, marker)
        for region, marker in enumerate(state.markers)
        if marker is not None and marker.known & bit and not marker.up
    ]
    if not known:
        return spaces
    shown = list(spaces)
    for region, marker in known:
        face = MarkerView("known", MARKERS[marker.kind], lookers(marker))
        shown[region] = msgspec.structs.replace(shown[region], marker=face)
    return tuple(shown)


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
