"""A Fast Play game through one seat's eyes: everything shown is named here."""

from __future__ import annotations

from functools import partial
from itertools import zip_longest
from typing import Literal

import msgspec

from engine.core.ruleset import Ruleset
from engine.core.text import Text
from engine.core.view import Sum
from engine.rulesets.fast_play.eras import LESSONS, later_technology, next_technology
from engine.rulesets.fast_play.frames import (
    Aftermath,
    Losses,
    Movement,
    Purchase,
    PurchaseTogether,
    Retreat,
)
from engine.rulesets.fast_play.marching import MOBILE
from engine.rulesets.fast_play.production import income
from engine.rulesets.fast_play.state import UNEXPLORED, State
from engine.rulesets.fast_play.tables import (
    ENOUGH,
    ERAS,
    FLEETS,
    MARKERS,
    TABLES,
    UNLOCKING,
    WONDERS,
)
from engine.rulesets.fast_play.wonders import price_range
from engine.world import viewing
from engine.world.state import BOARD, Piece, Settlement
from engine.world.view import (
    BattleView,
    IncomeView,
    MarkerView,
    PlayerView,
    RoadView,
    SettlementView,
    SpaceView,
    Supply,
    WonderView,
    WorldView,
)


class FastPlayView(WorldView, frozen=True, kw_only=True, tag=True):
    """A Fast Play game as one seat may see it.

    `bag` counts the markers still to be drawn, `unlocked` are the resources that serve everyone.
    `ferried` counts, by zone, the pieces that the one who moves now has brought over fleets there.
    """

    bag: dict[str, int]
    unlocked: tuple[str, ...]
    roads: tuple[RoadView, ...]
    ferried: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def supplies(self) -> tuple[Supply, ...]:
        left = {marker: count for marker, count in self.bag.items() if count}
        unlocked = dict.fromkeys(self.unlocked, 1)
        return Supply("unlocked", unlocked), Supply("bag", left, counted=True)

    def income_lines(self, seat: int) -> tuple[Sum, ...]:
        income = self.players[seat].income
        parts = {
            "settlements": income.cities,
            "technologies": income.science,
            "wonders": income.wonders,
        }
        return tuple(Sum(Text(f"part.{name}"), n) for name, n in parts.items() if n)


def make_view(rules: Ruleset[State], state: State, seat: int | None) -> FastPlayView:
    """What `seat`, or a spectator, may know: all but the standing orders and answers of others."""
    seats = range(state.seats)
    return FastPlayView(
        **viewing.common(rules, state, seat),
        players=tuple(player_view(state, s) for s in seats),
        spaces=space_views(state),
        wonders=tuple(wonder_view(state, wonder) for wonder in range(len(WONDERS))),
        technologies_left=sum(ENOUGH - state.technologies[s][state.era] for s in seats),
        battle=battle_view(state),
        bag={MARKERS[kind]: count for kind, count in enumerate(state.bag)},
        unlocked=tuple(resource for resource in UNLOCKING if state.is_exploited(resource)),
        roads=road_views(state),
        ferried=ferried(state),
    )


def player_view(state: State, seat: int) -> PlayerView:
    """A player's sheet: all of it lies open on the table."""
    earned = income(state, seat)
    owned = state.technologies[seat]
    return viewing.player_view(
        state,
        seat,
        technologies=tuple(
            name for name, count in zip(LESSONS, owned, strict=True) for _ in range(count)
        ),
        technologies_by_era=tuple(owned[: len(ERAS)]),
        resources=state.held_resources(seat, state.homes(seat)),
        income=IncomeView(
            earned.settlements, earned.technologies, total=earned.total, wonders=earned.wonders
        ),
        next_technology=technology_price(state, seat),
    )


def technology_price(state: State, seat: int) -> int:
    """What a seat's next technology costs: this turn as long as it buys, else in the next one.

    0 for a buyer who can have no more of them this turn.
    """
    frame = state.frames[-1] if state.frames else None
    carts = frame.carts if isinstance(frame, PurchaseTogether) else (frame,)
    for cart in carts:
        if isinstance(cart, Purchase) and seat in cart.order[cart.at :]:
            is_buyer = cart.order[cart.at] == seat
            lesson = next_technology(state, seat, is_buyer and cart.learned)
            return 0 if lesson is None else lesson.price
    return later_technology(state, seat).price


def space_views(state: State) -> tuple[SpaceView, ...]:
    """The spaces with what stands and lies there."""
    facts = zip_longest(state.spaces, state.settlements, viewing.worked(state), state.markers)
    return viewing.shared_spaces(state, space_view, (sailing_seat(state),), facts)


def ferried(state: State) -> dict[str, int]:
    """How many pieces have passed over the fleets of each zone in this movement (rule: fleets)."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, Movement):
        return {}
    return {BOARD.id(zone): count for zone, count in frame.ferried}


def sailing_seat(state: State) -> int | None:
    """The seat whose pieces on land do not move any more: its fleets have sailed (fleets)."""
    frame = state.frames[-1] if state.frames else None
    return frame.seat if isinstance(frame, Movement) and frame.sailing else None


def space_view(
    space: int,
    sailing: int | None,
    stack: tuple[Piece, ...],
    built: Settlement | None,
    resource: str | None,
    kind: int | None,
) -> SpaceView:
    """A space with what stands and lies there."""
    units = viewing.alike(TABLES.roster, stack, partial(is_ready, sailing)) if stack else ()
    settlement = None if built is None else SettlementView(built.owner, built.size, resource)
    marker = FACE_UP[kind] if kind is not None and kind >= 0 else None
    return viewing.space_view(space, units, settlement, marker, kind == UNEXPLORED)


FACE_UP = tuple(MarkerView("up", kind) for kind in MARKERS)


def is_ready(sailing: int | None, piece: Piece) -> bool:
    """Whether a piece can still move. Barbarians never do."""
    if piece.owner < 0 or not MOBILE[piece.kind][piece.spent]:
        return False
    return piece.owner != sailing or piece.kind in FLEETS


def road_views(state: State) -> tuple[RoadView, ...]:
    """The roads, or railroads, between settlements of one owner side by side (rule: roads)."""
    kind: Literal["road", "rail"] = "rail" if state.era >= TABLES.first_rail_era else "road"
    owners = [None if built is None else built.owner for built in state.settlements]
    return tuple(
        RoadView(owner, kind, (BOARD.id(region), BOARD.id(other)))
        for region, owner in enumerate(owners)
        if owner is not None and owner >= 0
        for other in BOARD.beside[region]
        if region < other and owners[other] == owner
    )


def wonder_view(state: State, wonder: int) -> WonderView:
    """A wonder; while it is to be had, everyone's gold towards its highest price."""
    highest = price_range(WONDERS[wonder].era)[1]
    return viewing.wonder_view(state, wonder, "price", highest, state.gold)


def battle_view(state: State) -> BattleView | None:
    """The battle under way. Who has chosen losses is shown, what they chose is not."""
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, (Losses, Retreat, Aftermath)):
        return None
    clash = frame.clash
    chosen: tuple[int, ...] = ()
    hits: tuple[int, ...] = ()
    if isinstance(frame, Losses):
        missing = set(frame.asked or ()) - set(frame.answered)
        chosen = tuple(s for s in (clash.attacker, clash.defender) if s not in missing)
        hits = frame.sixes[::-1]
    return BattleView(
        BOARD.id(clash.space),
        clash.attacker,
        clash.defender,
        (clash.attacker,),
        (clash.defender,),
        1,
        chosen,
        hits,
    )
