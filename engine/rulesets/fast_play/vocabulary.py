"""Words of the Fast Play rules that no file lists: keys made of several facts.

Orders name alike pieces by their type, `settler+1` for those that have used a movement point,
`knight+0` for those that have used a road, `fighter+rail` for aircraft that came by rail and so do
not fly. The words around these are entries of the catalog.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.messages import Format, Voice
from engine.rulesets.fast_play import events
from engine.rulesets.fast_play.marching import RAIL


def who(voice: Voice, seat: int) -> str:
    """A player, or the barbarians."""
    return voice.seat(seat) if seat >= 0 else voice.say("barbarians")


def group(voice: Voice, key: str) -> str:
    """Alike pieces, as a choice."""
    unit, _, spent = key.partition("+")
    kind = {"": "fresh", "0": "road", RAIL: "rail"}.get(spent, "moved")
    return voice.say(f"group_name.{kind}", unit=unit, spent=spent)


def rolled(voice: Voice, side: events.Army) -> str:
    """What a side of a battle rolled, the best first: "3 dice: 6 4 1"."""
    faces = " ".join(map(str, sorted(side.faces, reverse=True)))
    return voice.say("battle.dice", n=side.dice, faces=faces)


def built(event: events.Built) -> Mapping[str, Any]:
    """How many were built."""
    return {"count": len(event.places)}


FORMATS: dict[str, Format] = {"who": who, "group": group, "rolled": rolled}
FACTS = {"Built": built}
