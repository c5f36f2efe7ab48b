"""Words of the Standard rules that no file lists: keys made of several facts.

Orders name a fleet `galley#12`, aircraft at a place `gobi/air`, a settler that has used a movement
point `settler+1`, an ally's unit `tank:2`, a unit with air support `tank+fighter`, and goods as
described in `goods`. The words around these are entries of the catalog.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.messages import Format, Voice
from engine.core.messages.formats import quote
from engine.rulesets.standard import events
from engine.rulesets.standard.battle import SUPPORT
from engine.rulesets.standard.tables import BEATS, MOVES, TABLES, UNIT, UNITS, WONDERS

WONDER = {wonder.id: wonder for wonder in WONDERS}


def attacks(voice: Voice, keys: Iterable[str]) -> str:
    """Declared battles, `gobi:2` each: "Chris in Gobi"."""
    parted = (key.partition(":") for key in keys)
    return voice.join(voice.say("attacked", place=at, seat=int(seat)) for at, _, seat in parted)


def spot(voice: Voice, key: str, table: str = "spot_name") -> str:
    """Where pieces are or go: a space, a fleet, the air over a space."""
    if "#" in key:
        return voice.say(f"{table}.fleet", fleet=key)
    at, _, air = key.partition("/")
    return voice.say(f"{table}.{'air' if air else 'place'}", place=at)


def origin(voice: Voice, key: str) -> str:
    """The same after a verb of motion: "from Gobi", "off galley 12"."""
    return spot(voice, key, "origin")


def target(voice: Voice, key: str) -> str:
    """And its end: "to Gobi", "aboard galley 12"."""
    return spot(voice, key, "target")


def fleet(voice: Voice, key: str) -> str:
    """A single fleet: "galley 12"."""
    unit, _, number = key.partition("#")
    if unit not in UNIT:
        return quote(voice, key)
    return voice.say("fleet_name", unit=unit, number=number)


def group(voice: Voice, key: str) -> str:
    """Alike pieces of a party, as a choice."""
    if "#" in key:
        return fleet(voice, key)
    unit, _, spent = key.partition("+")
    if not spent:
        return voice.say("group_name.fresh", unit=unit)
    return voice.say("group_name.moved", unit=unit, left=MOVES[UNIT[unit]] - int(spent))


def groups(voice: Voice, keys: Iterable[str]) -> str:
    """Chosen pieces: "2 swordsmen and galley 12"."""
    counts = Counter(key.partition("+")[0] for key in keys)
    return voice.join(
        fleet(voice, key) if "#" in key else voice.say(f"units.{key}", n=count)
        for key, count in counts.items()
    )


def fighter(voice: Voice, key: str) -> str:
    """A unit to send into battle, with its owner if it is an ally's, and its air support."""
    name, support, _ = key.partition(SUPPORT)
    kind, _, owner = name.partition(":")
    unit = fleet(voice, kind) if "#" in kind else voice.say(f"unit.{kind}")
    said = voice.say("sent.ally", seat=int(owner), unit=unit) if owner else unit
    return voice.say("sent.supported", unit=said) if support else said


def good(voice: Voice, key: str, count: int = 1) -> str:
    """Something to trade: "2 swordsmen in Gobi", "the Great Wall"."""
    kind, _, name = key.partition(":")
    if name:
        name, _, resource = name.partition(":")
        return voice.say(f"goods.{kind}", name=name, n=count, resource=resource)
    thing, _, at = key.partition("@")
    if "#" in thing:
        return voice.say("goods.fleet", fleet=thing, place=at)
    return voice.say("goods.units", unit=thing, n=count, place=at)


def bundle(voice: Voice, things: Iterable[str], gold: str = "0") -> str:
    """One side of a deal: gold and things."""
    parts = [voice.say("gold", n=int(gold))] if int(gold) else []
    parts += (good(voice, key, count) for key, count in Counter(things).items())
    return voice.join(parts)


def score(voice: Voice, side: events.Fighter) -> str:
    """What a side of a round rolled, what it added, and the sum where there is one to do."""
    parts = ["+".join(map(str, side.faces))]
    if side.superiority:
        weaker = BEATS[UNITS[UNIT[side.unit]].role]
        parts.append(voice.say("battle.superiority", n=side.superiority, role=weaker))
    if side.science:
        parts.append(voice.say("battle.science", n=side.science))
    if len(parts) == 1 and len(side.faces) == 1:
        return parts[0]
    return voice.say("battle.sum", parts=" ".join(parts), total=side.total)


def own(voice: Voice, value: Iterable[tuple[str, int]]) -> str:
    """Pieces after a possessive: "your 2 swordsmen and settler"."""
    return voice.join(
        voice.say(f"unit.{kind}" if count == 1 else f"units.{kind}", n=count)
        for kind, count in value
    )


def milestone(voice: Voice, wonder: str) -> str:
    """What earns a wonder: "6 villages"."""
    facts = WONDER[wonder]
    thing, goal = facts.goal
    return voice.say(f"milestone.{thing}", n=goal, era=TABLES.eras[facts.era])


def produced(event: events.Produced) -> Mapping[str, Any]:
    """Whether the income was raised to the minimum, and what settlements earn undoubled."""
    return {
        "raised": event.cities + event.science + event.monopolies < event.income,
        "single": event.cities // 2,
    }


FORMATS: dict[str, Format] = {
    "attacks": attacks,
    "spot": spot,
    "origin": origin,
    "target": target,
    "fleet": fleet,
    "group": group,
    "groups": groups,
    "fighter": fighter,
    "good": good,
    "bundle": bundle,
    "score": score,
    "own": own,
    "milestone": milestone,
}
FACTS = {"Produced": produced}
