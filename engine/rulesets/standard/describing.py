"""What choices would mean, for people: who stands in a place, what an attack meets, what pays."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.text import Text
from engine.rulesets.standard.events import Units
from engine.rulesets.standard.state import State
from engine.rulesets.standard.tables import BEATS
from engine.world.describing import presence, several
from engine.world.duels import Clash
from engine.world.pieces.rooms import beside
from engine.world.state import BOARD, FIRST_SEA, Piece

# Places.


def present(state: State, seat: int, space: int) -> Text | None:
    """What a seat has in a space, cargo aside."""
    size, own = presence(state, seat, space)
    if not size and not own:
        return None
    return Text("detail.present", {"seat": seat, "size": size, "units": own})


def holding(state: State, seat: int, space: int) -> Text | None:
    """The same, for the seat itself to read."""
    found = present(state, seat, space)
    return None if found is None else Text("detail.holding", found.data)


def destination(state: State, seat: int, path: tuple[int, ...]) -> Text:
    """What pieces of a seat would find at the end of a way, and whose troops they pass."""
    space, others = path[-1], [other for other in range(state.seats) if other != seat]
    passed = {p.owner for step in path[:-1] for p in state.fighters(step, others)}
    return several(
        *(present(state, other, space) for other in others),
        holding(state, seat, space),
        land(state, seat, space) if space < FIRST_SEA else None,
        Text("detail.past", {"seats": tuple(sorted(passed))}) if passed else None,
    ) or Text("detail.open_sea")


def land(state: State, seat: int, region: int) -> Text | None:
    """What a seat knows of land where nobody has settled."""
    if state.settlements[region] is not None:
        return None
    marker = state.markers[region]
    known = marker is None or marker.up or marker.known >> seat & 1
    name = state.tables.marker_names[marker.kind] if marker is not None and known else ""
    return Text("detail.land", {"known": bool(known), "marker": name})


def unread(state: State, region: int) -> Text | None:
    """Who has looked at a face-down marker and left it lying."""
    marker = state.markers[region]
    assert marker is not None
    seats = tuple(seat for seat in range(state.seats) if marker.known >> seat & 1)
    return Text("detail.looked", {"seats": seats}) if seats else None


def harbour(state: State, seat: int, zone: int) -> Text:
    """The own settlements that a sea zone touches."""
    places = map(BOARD.id, beside(state.homes(seat), zone))
    return Text("detail.harbour", {"places": tuple(places)})


# Battles.


def force(state: State, space: int, seats: Iterable[int]) -> Units:
    """What some seats could send into a battle in a space, aircraft included."""
    sides = tuple(seats)
    return state.roster.count([*state.fighters(space, sides), *state.aircraft(space, sides)])


def strength(units: Units) -> int:
    """How many units they are."""
    return sum(count for _, count in units)


def enemy(state: State, seat: int, space: int, other: int) -> Text:
    """Whom an attack meets: its units, or what else there is to take, and how many one has."""
    settlement = state.settlements[space] if space < FIRST_SEA else None
    owned = settlement is not None and settlement.owner == other
    guards = state.fighters(space, (other,))
    met = force(state, space, (other,)) if guards else ()
    helpless = () if guards else state.roster.count(state.pieces(space, other))
    return Text(
        "detail.enemy",
        {
            "size": settlement.size if settlement is not None and owned else 0,
            "units": met,
            "theirs": strength(met),
            "own": strength(force(state, space, (seat,))),
            "helpless": helpless,
        },
    )


def intruder(state: State, seat: int, space: int, mover: int) -> Text:
    """Whom a challenge would fight, and with how many units."""
    came = state.roster.count(p for p in state.spaces[space] if p.owner == mover)
    own = strength(force(state, space, (seat,)))
    return Text("detail.intruder", {"seat": mover, "units": came, "own": own})


def forces(state: State, clash: Clash) -> tuple[Units, Units]:
    """What the attacking and the defending side have in the space of a battle."""
    attackers, defenders = (force(state, clash.space, seats) for seats in clash.sides)
    return attackers, defenders


def duel(state: State, clash: Clash, side: int, unit: Piece, strength: dict[str, int]) -> Text:
    """What a unit rolls and adds in a round, its `strength`, and which of the enemy's roles make a
    difference."""
    role = state.roster.units[unit.kind].role
    foes = state.fighters(clash.space, (clash.defenders, clash.attackers)[side])
    roles = {state.roster.units[foe.kind].role for foe in foes}
    weaker, stronger = BEATS.get(role), next((r for r in BEATS if BEATS[r] == role), None)
    return Text(
        "detail.duel",
        {
            **strength,
            "superiority": state.era + 1,
            "better": weaker if weaker in roles else "",
            "worse": stronger if stronger in roles else "",
        },
    )


def use(state: State, unit: str) -> Text:
    """What a unit of the current era, or a settler, is for."""
    kind = next(each for each in state.roster.units if each.id == unit)
    facts = {"steps": kind.moves, "superiority": state.era + 1, "room": state.tables.fleet_capacity}
    return Text(f"detail.role.{kind.role}", {**facts, **state.strength(state.roster.index[unit])})


# Settlements, resources, technologies.


def site(state: State, seat: int, region: int) -> Text:
    """What a village in a region would bring, as far as the seat knows."""
    marker = state.markers[region]
    name = state.tables.marker_names[marker.kind] if marker is not None else ""
    brings = (resource(state, seat, name),) if name in state.tables.resources else ()
    return Text("detail.site", {"marker": name, "brings": brings})


def resource(state: State, seat: int, name: str) -> Text:
    """What one more of a resource brings a seat each turn (rules: science-income, monopolies)."""
    have = state.held_resources(seat, state.homes(seat)).get(name, 0)
    pays = state.tables.monopolies
    more = pays.get(min(have + 1, max(pays)), 0) - pays.get(min(have, max(pays)), 0)
    rolls = [one + two for one in range(1, 7) for two in range(1, 7)]
    facts = {
        "have": have,
        "science": state.technology_count(seat),
        "more": more,
        "least": min(pays),
        "critical": sum(state.tables.critical.resource(state.era, roll) == name for roll in rolls),
    }
    return Text("detail.resource", facts)


def grown(state: State, region: int) -> Text:
    """What a settlement would grow into, and whether that is as far as its land allows."""
    size, marker = state.size_at(region) + 1, state.markers[region]
    limit = state.tables.size_limits.get(marker.kind, 0) if marker is not None and marker.up else 0
    return Text("detail.grown", {"size": size, "last": size == limit})


def technology(state: State, seat: int, price: int) -> Text:
    """What the next technology would bring, and bring about."""
    owned = state.technology_count(seat)
    ends = state.era_technologies(seat, state.era) + 1 == state.tables.technologies_that_end_an_era
    kinds = len(state.held_resources(seat, state.homes(seat)))
    return Text(
        "detail.technology",
        {
            "points": state.tables.points.technology,
            "income": kinds,
            "battle": (owned + 1) % 2 == 0,
            "next": price + state.tables.technology_price.per_technology,
            "ends": "" if not ends or state.era_ending else state.tables.eras[state.era],
            "last": state.era == state.tables.last_era,
        },
    )


# Trade.


def loan(state: State, seat: int, other: int, name: str, owned: bool) -> Text:
    """A resource to lend, with how many both sides hold; or to borrow, with what it brings."""
    if not owned:
        return resource(state, seat, name)
    own, theirs = (state.held_resources(s, state.homes(s)).get(name, 0) for s in (seat, other))
    return Text("detail.held", {"own": own, "seat": other, "theirs": theirs})


def estate(state: State, region: int) -> Text:
    """A settlement to trade: its size, and what it lies on."""
    marker = state.markers[region]
    name = state.tables.marker_names[marker.kind] if marker is not None and marker.up else ""
    return Text("detail.estate", {"size": state.size_at(region), "marker": name})
