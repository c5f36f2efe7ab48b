"""Words of the Advanced rules that no file lists: Standard's, and names of cards of all sorts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.messages import Format, Voice
from engine.core.messages.formats import quote
from engine.rulesets.advanced.assigning import CitySettings
from engine.rulesets.advanced.describing import card_name
from engine.rulesets.advanced.tables import CARD, IMPROVEMENT, TABLES
from engine.rulesets.standard import vocabulary as standard
from engine.world.vocabulary import place, raised

UNIT = TABLES.roster.index


def source(voice: Voice, key: str) -> str:
    """The technology or wonder that something comes from."""
    return voice.text(card_name(key))


def bought(voice: Voice, key: str) -> str:
    """Something that is bought: a unit, a technology, an improvement."""
    for table, known in (("units", UNIT), ("technology", CARD), ("improvement", IMPROVEMENT)):
        if key in known:
            return voice.say(f"{table}.{key}", n=1)
    return voice.say(f"option.buy.{key}") if key == "colony_ship" else quote(voice, key)


def assignments(voice: Voice, value: Mapping[str, Any]) -> str:
    """What was assigned where: "temple to Gobi"."""
    said = []
    for key, chosen in value.items():
        if key == "cities":
            said.append(voice.say(f"assign.{chosen}"))
            continue
        thing = voice.text(CitySettings.name_of(key))
        where = voice.join(place(voice, each) for each in chosen)
        said.append(voice.say("assigned" if where else "unassigned", thing=thing, where=where))
    return voice.chain(said, "order.more") if said else voice.say("assign.nothing")


FORMATS: dict[str, Format] = {
    **standard.FORMATS,
    **standard.StandardPartyWords(TABLES.roster).formats,
    "source": source,
    "bought": bought,
    "assignments": assignments,
}
FACTS = {"Produced": raised}
