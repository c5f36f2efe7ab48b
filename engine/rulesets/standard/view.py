"""A Standard game through one seat's eyes: everything shown is named here."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.ruleset import Ruleset
from engine.rulesets.standard.frames import Battle, Joining, Movement
from engine.rulesets.standard.production import income
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import MARKERS
from engine.rulesets.standard.wonders import MEASURES
from engine.world import viewing
from engine.world.state import BOARD, FIRST_SEA, IDS, Piece
from engine.world.view import (
    BattleView,
    CargoView,
    ChallengeView,
    IncomeView,
    MarkerView,
    PlayerView,
    SpaceView,
    UnitsView,
    WonderView,
    WorldOffer,
    WorldView,
)


def make_view(rules: Ruleset[State], state: State, seat: int | None) -> WorldView:
    """What `seat`, or a spectator, may know."""
    return WorldView(
        **shown(rules, state, seat),
        players=tuple(player_view(state, s) for s in range(state.seats)),
        wonders=tuple(wonder_view(state, w) for w in range(len(state.wonders))),
    )


def shown(rules: Ruleset[Any], state: State, seat: int | None) -> dict[str, Any]:
    """The fields of a view that rule sets which extend this one show in the same way."""
    lent = {loan.region: loan.borrower for loan in state.loans}
    return dict(
        **rules.basics(state, seat),
        turn=state.turn,
        scores=tuple(sum(state.points(s).values()) for s in range(state.seats)),
        finished=bool(state.end),
        era=state.tables.eras[state.era],
        era_number=state.era,
        era_ending=state.era_ending,
        first=state.first,
        spaces=tuple(space_view(state, seat, space, lent) for space in range(len(BOARD.spaces))),
        technologies_left=state.era_supply(),
        offers=tuple(
            WorldOffer(o.id, o.maker, o.to, o.give.gold, o.give.things, o.get.gold, o.get.things)
            for o in state.offers
            if seat is not None and seat in (o.maker, o.to)
        ),
        challenges=challenge_views(state),
        battle=battle_view(state),
        last_turn=state.turn_limit,
    )


def player_view(state: State, seat: int) -> PlayerView:
    """A player's sheet: all of it lies open on the table."""
    held = state.held_resources(seat, state.homes(seat))
    plain = income(state, seat, None)
    return PlayerView(
        seat=seat,
        gold=state.gold[seat],
        technologies=tuple(
            state.tables.cards[c] for c, owner in enumerate(state.technologies) if owner == seat
        ),
        technologies_by_era=tuple(state.era_technologies(seat, era) for era in range(4)),
        wonders=tuple(
            state.tables.wonders[w].id for w, owner in enumerate(state.wonders) if owner == seat
        ),
        settlements=tuple(state.sizes[seat]),
        resources=held,
        income=IncomeView(
            plain.cities,
            plain.science,
            plain.monopolies,
            plain.total,
            dict.fromkeys(held, msgspec.structs.replace(plain, cities=2 * plain.cities).total),
        ),
        points=state.points(seat),
        next_technology=state.technology_price(seat),
        fallen=state.fallen[seat],
    )


EMPTY_SEA = tuple(SpaceView(IDS[space]) for space in BOARD.sea)


def space_view(state: State, seat: int | None, space: int, lent: dict[int, int]) -> SpaceView:
    """A space with what stands and lies there."""
    if space >= FIRST_SEA and not state.spaces[space]:
        return EMPTY_SEA[space - FIRST_SEA]
    marker = marker_view(state, seat, space) if space < FIRST_SEA else None
    units = unit_views(state, space) if state.spaces[space] else ()
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


def unit_views(state: State, space: int) -> tuple[UnitsView, ...]:
    """The pieces of a space, alike ones together; each fleet alone, with its cargo."""
    groups: dict[tuple[int, int], list[Piece]] = {}
    ships: list[UnitsView] = []
    for piece in state.spaces[space]:
        if piece.kind in state.roster.fleets:
            load = state.roster.count(state.cargo(space, piece.id))
            ships.append(
                UnitsView(
                    piece.owner,
                    state.roster.ids[piece.kind],
                    1,
                    int(piece.spent < state.roster.moves[piece.kind]),
                    state.roster.fleet_key(piece),
                    tuple(CargoView(kind, count) for kind, count in load),
                )
            )
        elif not piece.aboard:
            groups.setdefault((piece.owner, piece.kind), []).append(piece)
    return (
        *(
            UnitsView(
                owner,
                state.roster.ids[kind],
                len(pieces),
                sum(p.spent < state.roster.moves[kind] for p in pieces),
            )
            for (owner, kind), pieces in sorted(groups.items())
        ),
        *ships,
    )


def wonder_view(state: State, wonder: int) -> WonderView:
    """A wonder and how near everyone is to it."""
    thing, goal = state.tables.wonders[wonder].goal
    return viewing.wonder_view(state, wonder, thing, goal, MEASURES[thing](state))


def challenge_views(state: State) -> tuple[ChallengeView, ...]:
    """The challenges made by standing orders so far; later ones are not told before the battles."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, Movement):
        return ()
    return tuple(ChallengeView(BOARD.id(space), seat) for space, seat in frame.challenges)


def battle_view(state: State) -> BattleView | None:
    """The battle at hand. Who has chosen is shown, what they chose is not."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, (Battle, Joining)):
        return None
    clash = frame.clash
    return BattleView(
        BOARD.id(clash.space),
        clash.attacker,
        clash.defender,
        clash.attackers,
        clash.defenders,
        frame.round if isinstance(frame, Battle) else 0,
        frame.answered if isinstance(frame, Battle) else (),
    )
