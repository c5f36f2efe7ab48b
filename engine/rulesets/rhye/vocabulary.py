"""Words of Rhye's and Fall that no file lists: keys made of several facts, and the grey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.messages import Format, Voice
from engine.rulesets.rhye import events
from engine.rulesets.rhye.state import GREY
from engine.rulesets.rhye.tables import ROSTER
from engine.rulesets.rhye.war.wars import foe_of
from engine.world.movement.party_words import PartyWords

UNSAID = ("none", "keep", "free")
"""Parts of a plan that change nothing."""
LISTED_MOST = 95
"""A list cuts off longer words."""


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
    return described(voice, value, "plan")


def short_plan(voice: Voice, value: Mapping[str, Any]) -> str:
    """The same for a list: where it would be too long, things are counted instead of named."""
    full = plan(voice, value)
    return full if len(full) <= LISTED_MOST else described(voice, value, "plan.short")


def described(voice: Voice, value: Mapping[str, Any], table: str) -> str:
    """An action with the parts of its plan, by the entries of a table."""
    parts: list[str] = []
    for name, part in value.items():
        if name in ("action", "way") or part in ([], *UNSAID):
            continue
        key = f"{table}.{name}"
        words = voice.say(key if voice.has(key) else f"plan.{name}", value=part)
        if name == "site" and parts:
            words = f"{parts.pop()} {words}"
        parts.append(words)
    listed = ", ".join(parts)
    if "action" not in value:
        return listed or voice.say("plan.nothing")
    head = voice.say("plan.action", action=value["action"])
    return voice.say("plan.whole", action=head, parts=listed) if parts else head


def which(voice: Voice, keys: Sequence[str], one: str, several: str) -> str:
    """The word for one thing, or for several."""
    return one if len(keys) == 1 else several


def number_of(voice: Voice, keys: Sequence[str], one: str, several: str) -> str:
    """How many things there are: "a village", "3 villages"."""
    return one if len(keys) == 1 else f"{len(keys)} {several}"


def levies(voice: Voice, keys: Sequence[str]) -> str:
    """Units to be raised or upgraded, counted by type: "4 catapults and 2 horsemen"."""
    counts = Counter(key.partition("@")[0].partition(">")[0] for key in keys)
    return voice.join(voice.say(f"units.{unit}", n=count) for unit, count in counts.items())


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
    "short_plan": short_plan,
    "which": which,
    "number_of": number_of,
    "levies": levies,
    "recruits": recruits,
}
