"""Words for keys that several facts make: fleets, parties, units sent into battle, goods.

Orders name a fleet `galley#12`, aircraft at a place `gobi/air`, a unit that has used a movement
point `tank+1`, an ally's unit `tank:2`, and goods as described in `goods`. The words around these
are entries of the rule set's catalog.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core.messages import Format, Voice
from engine.core.messages.formats import thing
from engine.world.roster import AnyRoster


class PartyWords:
    """The formats of a rule set whose movement is by parties."""

    def __init__(self, roster: AnyRoster) -> None:
        self.roster = roster

    @property
    def formats(self) -> Mapping[str, Format]:
        """The formats by the names that templates use."""
        return {
            "spot": self.spot,
            "origin": self.origin,
            "target": self.target,
            "fleet": self.fleet,
            "group": self.group,
            "groups": self.groups,
            "fighter": self.fighter,
            "good": self.good,
            "bundle": self.bundle,
        }

    def spot(self, voice: Voice, key: str, table: str = "spot_name") -> str:
        """Where pieces are or go: a space, a fleet, the aircraft or nukes at a space."""
        if "#" in key:
            return voice.say(f"{table}.fleet", fleet=key)
        at, _, means = key.partition("/")
        return voice.say(f"{table}.{means if means in ('air', 'nuke') else 'place'}", place=at)

    def origin(self, voice: Voice, key: str) -> str:
        """The same after a verb of motion: "from Gobi", "off galley 12"."""
        return self.spot(voice, key, "origin")

    def target(self, voice: Voice, key: str) -> str:
        """And its end: "to Gobi", "aboard galley 12"."""
        return self.spot(voice, key, "target")

    def fleet(self, voice: Voice, key: str) -> str:
        """A single fleet: "galley 12"."""
        unit, _, number = key.partition("#")
        if unit not in self.roster.index:
            return thing(voice, key)
        return voice.say("fleet_name", unit=unit, number=number.partition("@")[0])

    def group(self, voice: Voice, key: str) -> str:
        """Alike pieces of a party, as a choice."""
        if "#" in key:
            return self.fleet(voice, key)
        unit, _, spent = key.partition("+")
        if not spent:
            return voice.say("group_name.fresh", unit=unit)
        left = self.roster.moves[self.roster.index[unit]] - int(spent)
        return voice.say("group_name.moved", unit=unit, left=left)

    def groups(self, voice: Voice, keys: Iterable[str]) -> str:
        """Chosen pieces: "2 swordsmen and galley 12"."""
        counts = Counter(key.partition("+")[0] for key in keys)
        return voice.join(
            self.fleet(voice, key) if "#" in key else voice.say(f"units.{key}", n=count)
            for key, count in counts.items()
        )

    def fighter(self, voice: Voice, key: str) -> str:
        """A unit to send into battle, with its owner if it is an ally's."""
        kind, _, owner = key.partition(":")
        unit = self.fleet(voice, kind) if "#" in kind else voice.say(f"unit.{kind}")
        return voice.say("sent.ally", seat=int(owner), unit=unit) if owner else unit

    def good(self, voice: Voice, key: str, count: int | str = 1) -> str:
        """Something to trade or sell: "2 swordsmen in Gobi", "Writing"."""
        count = int(count)
        kind, _, name = key.partition(":")
        if name:
            name, _, resource = name.partition(":")
            return voice.say(f"goods.{kind}", name=name, n=count, resource=resource)
        thing, _, at = key.partition("@")
        if "#" in thing:
            return voice.say("goods.fleet", fleet=thing, place=at)
        return voice.say("goods.units", unit=thing, n=count, place=at)

    def bundle(self, voice: Voice, things: Iterable[str], gold: str = "0") -> str:
        """One side of a deal: gold and things."""
        parts = [voice.say("gold", n=int(gold))] if int(gold) else []
        parts += (self.good(voice, key, count) for key, count in Counter(things).items())
        return voice.join(parts)
