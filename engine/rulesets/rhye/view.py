"""A game of Rhye's and Fall through one seat's eyes: everything shown is named here."""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from engine.core.charts import NamedChart, Realm, RealmChart, Technology, TechnologyTree
from engine.core.ruleset import Ruleset
from engine.core.text import Text
from engine.core.view import Fact, Sheet, Sum
from engine.rulesets.rhye.actions.figures import Figures
from engine.rulesets.rhye.actions.frames import Actions
from engine.rulesets.rhye.actions.taxation import revenue
from engine.rulesets.rhye.marching import fleet_bonus
from engine.rulesets.rhye.state import DESTROYED, NO_MARKER, State
from engine.rulesets.rhye.tables import (
    CIVILIZATIONS,
    GOVERNMENTS,
    LEVELS,
    MARKERS,
    NEEDS,
    RELIGIONS,
    ROSTER,
    TECHNOLOGIES,
    UNITS,
    WONDERS,
    at_risk,
)
from engine.rulesets.rhye.victory import controlled
from engine.world import viewing
from engine.world.cards import unlocked_by
from engine.world.duels import battle_view
from engine.world.state import BARBARIANS, BOARD, IDS, NOBODY, Piece, Settlement
from engine.world.trade import offer_views
from engine.world.view import (
    MarkerView,
    PlayerView,
    SettlementView,
    SpaceView,
    WonderView,
    WorldView,
)

BEST_FIRST = LEVELS[::-1]


class RealmView(msgspec.Struct, frozen=True):
    """How a player's people are ruled and how far they have come: all of it is open.

    `taxes` is what a taxation would pay now, by what it is paid for.
    """

    civilization: str
    stability: str
    government: str
    religion: str
    capital: str
    regions: int
    contacts: tuple[int, ...]
    firsts: tuple[str, ...]
    launched: int
    taxes: dict[str, int]


class RhyeView(WorldView, frozen=True, kw_only=True, tag=True):
    """A game as one seat may see it.

    `colonies` are (place, owner), `sites` (wonder, place), `former` (place, seat) for grey
    settlements that were someone's, `land` the regions in play. `chosen` are the seats that have
    chosen their action. `last_round` is the turn after which the score decides, 0 while none.
    """

    realms: tuple[RealmView, ...]
    colonies: tuple[tuple[str, int], ...] = ()
    sites: tuple[tuple[str, str], ...] = ()
    former: tuple[tuple[str, int], ...] = ()
    destroyed: tuple[str, ...] = ()
    land: tuple[str, ...] = ()
    chosen: tuple[int, ...] = ()
    last_round: int = 0

    @property
    def factions(self) -> tuple[str, ...]:
        return tuple(f"civilization.{realm.civilization}" for realm in self.realms)

    @property
    def charts(self) -> tuple[NamedChart, ...]:
        return (
            NamedChart("realms", Text("chart.realms"), self.realm_chart),
            NamedChart("technologies", Text("chart.technologies"), self.tree),
        )

    @property
    def out_of_play(self) -> tuple[str, ...]:
        return tuple(IDS[region] for region in BOARD.land if IDS[region] not in self.land)

    @property
    def realm_chart(self) -> RealmChart:
        """Stability, governments and religions of all."""
        realms = (
            Realm(
                seat,
                realm.civilization,
                BEST_FIRST.index(realm.stability),
                realm.government,
                realm.religion,
                sum(self.players[seat].settlements),
                at_risk(realm.stability, sum(self.players[seat].settlements)),
            )
            for seat, realm in enumerate(self.realms)
            if realm.civilization
        )
        return RealmChart(BEST_FIRST, tuple(realms))

    @property
    def tree(self) -> TechnologyTree:
        """All technologies by how many steps lead to them."""
        own = self.players[self.seat].technologies if self.seat is not None else ()
        found = tuple(
            Technology(
                card.id,
                TIERS[index],
                self.owners_of(card.id),
                card.needs,
                tuple(need for need in card.needs if need not in own),
                None,
                UNLOCKS[index],
            )
            for index, card in enumerate(TECHNOLOGIES)
        )
        tiers = tuple(Text("tier", {"n": tier + 1}) for tier in range(max(TIERS) + 1))
        return self.technology_tree(tiers, found)

    def income_lines(self, seat: int) -> tuple[Sum, ...]:
        taxes = self.realms[seat].taxes
        return tuple(Sum(Text(f"part.{name}"), n) for name, n in taxes.items() if n)

    def sheet(self, seat: int) -> Sheet:
        player, realm = self.players[seat], self.realms[seat]
        if not realm.civilization:
            return super().sheet(seat)
        plain = super().sheet(seat)
        facts = {
            "civilization": realm.civilization,
            "level": realm.stability,
            "government": realm.government,
            "religion": realm.religion,
        }
        return Sheet(
            seat,
            self.scores[seat],
            player.fallen,
            (Text("gold", {"n": player.gold}), Text("sheet.regions", {"n": realm.regions})),
            (Fact("realm", (Text("sheet.realm_of", facts),)), *plain.facts),
        )


def _tiers() -> tuple[int, ...]:
    tiers: list[int] = []
    for needs in NEEDS:
        needed = [tiers[other] for other in range(len(tiers)) if needs >> other & 1]
        tiers.append(1 + max(needed, default=-1))
    return tuple(tiers)


TIERS = _tiers()
UNLOCKS = tuple(
    unlocked_by(card.id, unit=UNITS, wonder=WONDERS, government=GOVERNMENTS, religion=RELIGIONS)
    for card in TECHNOLOGIES
)


def make_view(rules: Ruleset[State], state: State, seat: int | None) -> RhyeView:
    """What `seat`, or a spectator, may know."""
    seats = range(state.seats)
    top = state.frames[-1] if state.frames else None
    regions = controlled(state)
    return RhyeView(
        **viewing.common(rules, state, seat),
        players=tuple(player_view(state, each) for each in seats),
        spaces=space_views(state),
        wonders=tuple(wonder_view(state, wonder) for wonder in range(len(WONDERS))),
        offers=offer_views(state.offers, seat),
        refused=offer_views(state.refused, seat),
        battle=battle_view(state),
        realms=tuple(realm_view(state, each, regions[each]) for each in seats),
        colonies=tuple((IDS[r], o) for r, o in enumerate(state.colonies) if o != NOBODY),
        sites=tuple((WONDERS[w].id, IDS[s]) for w, s in enumerate(state.sites) if s >= 0),
        former=tuple(
            (IDS[region], owner) for region, owner in enumerate(state.former) if owner != NOBODY
        ),
        destroyed=tuple(WONDERS[w].id for w, s in enumerate(state.sites) if s == DESTROYED),
        land=tuple(IDS[region] for region in state.ground.land),
        chosen=top.answered if isinstance(top, Actions) else (),
        last_round=state.last_round,
    )


def player_view(state: State, seat: int) -> PlayerView:
    """A player's sheet: all of it lies open on the table."""
    owned = state.technologies[seat]
    return viewing.player_view(
        state,
        seat,
        technologies=tuple(t.id for i, t in enumerate(TECHNOLOGIES) if owned >> i & 1),
        resources=state.held_resources(seat, []),
    )


def realm_view(state: State, seat: int, regions: int) -> RealmView:
    """How a player's people are ruled."""
    civilization, capital = state.civilizations[seat], state.capitals[seat]
    return RealmView(
        CIVILIZATIONS[civilization].id if civilization != NOBODY else "",
        LEVELS[state.stability[seat]],
        GOVERNMENTS[state.governments[seat]].id,
        RELIGIONS[state.religions[seat]].id,
        IDS[capital] if capital >= 0 else "",
        regions,
        tuple(other for other in range(state.seats) if state.contacts[seat] >> other & 1),
        tuple(TECHNOLOGIES[t].id for t, first in enumerate(state.firsts) if first == seat),
        state.launches[seat],
        revenue(Figures(state, seat))._asdict() if civilization != NOBODY else {},
    )


FACE_DOWN = MarkerView("down")
FACE_UP = tuple(MarkerView("up", kind) for kind in MARKERS)


def space_views(state: State) -> tuple[SpaceView, ...]:
    """The spaces with what stands and lies there."""
    resources = [
        state.resource_at(region) if built is not None and colonist == built.owner else None
        for region, (built, colonist) in enumerate(
            zip(state.settlements, state.colonies, strict=True)
        )
    ]
    capitals = [region in state.capitals for region in BOARD.land]
    bonuses = tuple([fleet_bonus(state, owner) for owner in (*range(state.seats), BARBARIANS)])
    facts = zip_longest(
        state.spaces, state.settlements, resources, capitals, state.markers, state.face_down
    )
    return viewing.shared_spaces(state, space_view, (bonuses,), facts)


def space_view(
    space: int,
    bonuses: tuple[int, ...],
    stack: tuple[Piece, ...],
    built: Settlement | None,
    resource: str | None,
    capital: bool | None,
    kind: int | None,
    face_down: bool | None,
) -> SpaceView:
    """A space as everyone may see it; what is None does not exist at sea."""
    settlement, marker = None, None
    if built is not None:
        settlement = SettlementView(built.owner, built.size, resource, capital=bool(capital))
    if kind is not None and kind != NO_MARKER:
        marker = FACE_DOWN if face_down else FACE_UP[kind]
    units = viewing.unit_views(ROSTER, stack, bonuses.__getitem__)
    return viewing.space_view(space, units, settlement, marker)


def wonder_view(state: State, wonder: int) -> WonderView:
    """A wonder and its owner."""
    owner = state.wonders[wonder]
    gone = state.sites[wonder] == DESTROYED
    return WonderView(WONDERS[wonder].id, "", owner if owner >= 0 else None, gone, "", 0, ())
