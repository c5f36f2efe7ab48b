"""What choices would mean, for people: what is to be found somewhere, whom one would meet."""

from __future__ import annotations

from engine.core.text import Text
from engine.rulesets.rhye.state import NO_MARKER, State
from engine.rulesets.rhye.tables import MARKERS
from engine.world.describing import several
from engine.world.state import FIRST_SEA


def destination(state: State, seat: int, space: int) -> Text | None:
    """What units would find in a space: a settlement, others, their own, or the land."""
    stack, settlement = state.spaces[space], state.settlement_at(space)
    others = state.roster.count_by_owner([p for p in stack if p.owner != seat])
    own = state.roster.count(p for p in stack if p.owner == seat and not p.aboard)
    parts = []
    if settlement is not None:
        foreign = settlement.owner != seat
        facts = {"owner": settlement.owner, "size": settlement.size, "foreign": foreign}
        parts.append(Text("detail.settled", facts))
    if others:
        parts.append(Text("detail.here", {"others": others}))
    if own:
        parts.append(Text("detail.yours", {"own": own}))
    if space >= FIRST_SEA:
        return several(*parts) or Text("detail.open_sea")
    marker = marker_name(state, space)
    if marker or not parts:
        parts.append(Text("detail.land", {"marker": marker}))
    return several(*parts)


def marker_name(state: State, region: int) -> str:
    """What is known to lie in a region."""
    kind = state.marker_at(region)
    unseen = "unexplored" if state.face_down[region] else ""
    return MARKERS[kind] if kind != NO_MARKER else unseen


def target_of_nuke(state: State, space: int) -> Text:
    """Who would be hit by a nuke."""
    lost = state.roster.count_by_owner(state.spaces[space])
    return Text("detail.explosion", {"lost": lost, "size": state.size_at(space)})
