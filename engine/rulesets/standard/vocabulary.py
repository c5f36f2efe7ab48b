"""Words of the Standard rules that no file lists: keys made of several facts.

Besides the keys of parties and goods, a unit with air support is `tank+fighter`, with a pilot
`tank+fighter:2` where several players have aircraft there. The words around these are entries of
the catalog.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.messages import Format, Voice
from engine.rulesets.standard import events
from engine.rulesets.standard.battle import SUPPORT
from engine.rulesets.standard.tables import BEATS, TABLES, UNITS, WONDERS
from engine.world.movement.party_words import PartyWords
from engine.world.vocabulary import raised

WONDER = {wonder.id: wonder for wonder in WONDERS}
ROLES = {unit.id: unit.role for unit in UNITS}


def attacks(voice: Voice, keys: Iterable[str]) -> str:
    """Declared battles, `gobi:2` each: "Chris in Gobi"."""
    return voice.join(attack(voice, key) for key in keys)


def attack(voice: Voice, key: str) -> str:
    """A battle by its place and the other side's commander: "Chris in Gobi"."""
    at, _, seat = key.partition(":")
    return voice.say("attacked", place=at, seat=int(seat))


class StandardPartyWords(PartyWords):
    """Words for parties and goods, and for units that aircraft support in battle."""

    def fighter(self, voice: Voice, key: str) -> str:
        """A unit to send into battle, with its owner if it is an ally's, and its air support."""
        name, support, pilot = key.partition(SUPPORT)
        unit = super().fighter(voice, name)
        if pilot:
            return voice.say("sent.supported_by", unit=unit, seat=int(pilot.removeprefix(":")))
        return voice.say("sent.supported", unit=unit) if support else unit


def score(voice: Voice, side: events.Fighter) -> str:
    """What a side of a round rolled, what it added, and the sum where there is one to do."""
    weaker = BEATS.get(ROLES.get(side.unit, ""), "")
    added = [voice.say(f"battle.{name}", n=points, role=weaker) for name, points in side.bonuses]
    parts = ["+".join(map(str, side.faces)), *added]
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
    return {**raised(event), "single": event.cities // 2}


FORMATS: dict[str, Format] = {
    **StandardPartyWords(TABLES.roster).formats,
    "attack": attack,
    "attacks": attacks,
    "score": score,
    "own": own,
    "milestone": milestone,
}
FACTS = {"Produced": produced}
