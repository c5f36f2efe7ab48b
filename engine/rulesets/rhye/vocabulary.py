"""Words of Rhye's and Fall that no file lists: keys made of several facts, and the grey."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.messages import Format, Voice
from engine.rulesets.rhye import events
from engine.rulesets.rhye.state import GREY
from engine.rulesets.rhye.tables import ROSTER
from engine.rulesets.rhye.wars import foe_of
from engine.world.party_words import PartyWords

UNSAID = ("none", "keep", "free")
"""Parts of a plan that change nothing."""


def who(voice: Voice, seat: int) -> str:
    """A player, or the grey who are nobody's."""
    return voice.say("grey") if seat == GREY else voice.seat(seat)


def sides(voice: Voice, seats: Iterable[int]) -> str:
    """All on one side of a battle."""
    return voice.join(who(voice, seat) for seat in seats)


def wars(voice: Voice, declared: Mapping[str, str]) -> str:
    """Declared wars, by place: "Chris in Gobi"."""
    return voice.join(
        voice.say("attacked", place=place, seat=foe_of(key)) for place, key in declared.items()
    )


def deeds(voice: Voice, actions: Iterable[tuple[int, str]]) -> str:
    """Everyone's action: "Angela: taxation"."""
    return voice.chain(
        (voice.say("deed", seat=seat, action=action) for seat, action in actions), "detail.more"
    )


def rolled(voice: Voice, side: events.Fighter) -> str:
    """What a side of a skirmish rolled, how many hit, and where more dice came from."""
    if not side.faces:
        return voice.say("battle.no_dice")
    faces = " ".join(map(str, side.faces))
    extra = voice.join(voice.say(f"battle.extra.{name}") for name, _ in side.extra)
    extra = extra if side.extra else ""
    return voice.say("battle.dice", faces=faces, hits=side.hits, extra=extra)


def extras(voice: Voice, extra: str) -> str:
    """Where more dice came from, if any did."""
    return voice.say("battle.more", extra=extra) if extra else ""


def rises(voice: Voice, change: int) -> str:
    """Which way stability goes."""
    return voice.say("up" if change > 0 else "down")


def are(voice: Voice, units: Iterable[tuple[str, int]], one: str, several: str) -> str:
    """The verb after some units."""
    return one if sum(count for _, count in units) == 1 else several


def plan(voice: Voice, value: Mapping[str, Any]) -> str:
    """An action with its plan: "construction: found Gobi and Steppe, the Oracle in Gobi"."""
    parts = [
        voice.say(f"plan.{name}", value=part)
        for name, part in value.items()
        if name not in ("action", "way") and part not in ([], *UNSAID)
    ]
    listed = ", ".join(parts)
    if "action" not in value:
        return listed or voice.say("plan.nothing")
    head = voice.say("plan.action", action=value["action"])
    return voice.say("plan.whole", action=head, parts=listed) if parts else head


def recruits(voice: Voice, keys: Sequence[str]) -> str:
    """Units to be raised or upgraded: "2 swordsmen in Gobi"."""
    said = []
    for key in dict.fromkeys(keys):
        names, _, at = key.partition("@")
        old, _, new = names.partition(">")
        place, _, zone = at.partition("/")
        facts = {"unit": old, "new": new, "place": place, "zone": zone, "count": keys.count(key)}
        said.append(voice.say("plan.recruit", **facts))
    return voice.join(said)


FORMATS: dict[str, Format] = {
    **PartyWords(ROSTER).formats,
    "who": who,
    "sides": sides,
    "wars": wars,
    "deeds": deeds,
    "rolled": rolled,
    "extras": extras,
    "rises": rises,
    "are": are,
    "plan": plan,
    "recruits": recruits,
}
