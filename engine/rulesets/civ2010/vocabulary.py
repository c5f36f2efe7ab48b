"""Words of the 2010 rules that no file lists: keys made of several facts, taken apart here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from engine.core.messages import Format, Voice
from engine.rulesets.civ2010.abilities.answers import REPLY
from engine.rulesets.civ2010.cities.production import category
from engine.rulesets.civ2010.describing import NONE, plain
from engine.rulesets.civ2010.operations import OPERATIONS
from engine.rulesets.civ2010.questions.spoils import LOOT
from engine.rulesets.civ2010.sorts import COIN, FRONT, HIDDEN, ITEM, TECHNOLOGY, Thing
from engine.rulesets.civ2010.tables import (
    ABILITIES,
    BUILDINGS,
    OF_CARD,
    PEOPLE,
    PERSON_TYPES,
    RESOURCES,
    WONDERS,
    source_of,
)

NAMES: Mapping[str, str] = {}


def chosen(voice: Voice, key: str, table: str) -> str:
    """A thing of a table, or nothing at all."""
    return voice.say("option.none") if key == NONE else voice.say(f"{table}.{plain(key)}")


def coin(voice: Voice, where: str) -> str:
    """Where a coin token lies."""
    return voice.say("coin_place", where=where)


def party(voice: Voice, armies: int, scouts: str) -> str:
    """Some figures of a square."""
    found = [("army", armies), ("scout", int(scouts))]
    return voice.join(voice.say(f"figures.{kind}", n=n) for kind, n in found if n)


def front(voice: Voice, key: int | str) -> str:
    """A front as people count."""
    return str(int(key) + 1)


def piece(voice: Voice, kind: str) -> str:
    """Architecture of any sort."""
    for table, known in (
        ("building", BUILDINGS),
        ("wonder", WONDERS),
        ("person_type", PERSON_TYPES),
    ):
        if kind in known:
            return voice.say(f"{table}.{kind}")
    return voice.say("quote", typed=kind)


def item(voice: Voice, key: str) -> str:
    """Something a city makes or does."""
    what = key.removeprefix("free:").removeprefix("harvest:")
    if what in ("unit", ""):
        return voice.say("option.none")
    return voice.say(f"item.{category(key)}", key=what)


def ability(voice: Voice, key: str) -> str:
    """The card of an ability."""
    kind, name = source_of(key)
    return voice.say(f"{kind}.{name}")


def abilities(voice: Voice, keys: Iterable[str]) -> str:
    """The cards of several abilities, each once."""
    return voice.join(dict.fromkeys(ability(voice, key) for key in keys))


def source(voice: Voice, name: str, kind: str) -> str:
    """A card by its name and the table it is in."""
    return voice.say(f"{kind}.{name}")


def cancelled(voice: Voice, name: str, kind: str) -> str:
    """What was cancelled: a card, or a city's action."""
    if kind in ("technology", "card", "policy", "government", "person", "token"):
        return voice.say(f"{kind}.{name}")
    return item(voice, name)


def way(voice: Voice, key: str) -> str:
    """What is spent as resources."""
    return voice.join(paid(voice, part) for part in key.split("+"))


def paid(voice: Voice, part: str) -> str:
    """One thing that is spent."""
    kind, *rest = part.split(":")
    if kind == "spy":
        things = voice.join(paid(voice, each) for each in rest)
        return voice.say("paid.spy", things=things)
    if kind == "curie":
        return voice.say("paid.curie", thing=paid(voice, rest[0]))
    group, _, name = part.partition(".")
    if group == "card":
        return voice.say(f"card.{name}")
    if group == "token":
        return voice.say("paid.token", token=name)
    return voice.say("paid.market", resource=name or group)


def good(voice: Voice, key: str, count: int = 1) -> str:
    """Something to trade."""
    kind, _, name = key.partition(":")
    if kind in RESOURCES:
        return voice.say("stock", resource=kind, n=count)
    if not name:
        return voice.say(f"unseen.{kind}", n=count)
    return voice.say("several", n=count, thing=voice.say(f"{kind}.{name}"))


def bundle(voice: Voice, things: Iterable[str], trade: str, culture: str) -> str:
    """One side of a deal."""
    parts = [
        voice.say(f"price.{kind}", n=int(number))
        for kind, number in (("trade", trade or "0"), ("culture", culture or "0"))
        if int(number)
    ]
    parts += (good(voice, key, count) for key, count in Counter(things or ()).items())
    return voice.join(parts)


def points(voice: Voice, trade: int, culture: str) -> str:
    """Trade and culture."""
    found = [("trade", int(trade)), ("culture", int(culture))]
    return voice.join(voice.say(f"price.{kind}", n=n) for kind, n in found if n)


def a_figure(voice: Voice, kind: str) -> str:
    """One figure."""
    return voice.say(f"figures.{kind}", n=1)


def a_person(voice: Voice, kind: str) -> str:
    """One great person."""
    return voice.say("a_person", person=kind, vowel=kind[0] in "ai")


def figures(voice: Voice, kinds: Iterable[str]) -> str:
    """Chosen figures."""
    return voice.join(voice.say(f"figures.{kind}", n=n) for kind, n in Counter(kinds).items())


def fighter(voice: Voice, key: str) -> str:
    """A unit card of a hand."""
    return voice.say(f"units.{plain(key).partition('.')[0]}", n=1)


def chosen_unit(voice: Voice, key: str) -> str:
    """A type of unit, or nothing at all."""
    return voice.say("option.none") if key == NONE else voice.say(f"units.{key}", n=1)


def drawn_person(voice: Voice, key: str) -> str:
    """A great person by card or by type."""
    name = plain(key)
    return voice.say(f"person.{name}" if name in PEOPLE else f"person_type.{name}")


def loot_taken(voice: Voice, kind: str, what: str) -> str:
    """What the winner took."""
    return voice.say(f"option.loot.{kind}", key=what, n=1)


def wounds(voice: Voice, numbers: Iterable[int]) -> str:
    """Wounds of both units of a front."""
    one, two = numbers
    return voice.say("wounds", one=one, two=two)


def deaths(voice: Voice, dead: Iterable[bool]) -> str:
    """Which units of a front died."""
    one, two = dead
    key = ("nobody", "defender", "attacker", "all")[2 * one + two]
    return voice.say(f"deaths.{key}")


def scores(voice: Voice, numbers: Iterable[int]) -> str:
    """The scores of both sides, the higher first."""
    high, low = sorted(numbers, reverse=True)
    return voice.say("scores", high=high, low=low)


def seen_tokens(voice: Voice, tokens: Iterable[tuple[str, str]]) -> str:
    """Tokens with where they lie."""
    return voice.join(voice.say("seen_token", place=place, token=token) for place, token in tokens)


def part(voice: Voice, value: Any, name: str, ability: str) -> str:
    """What an ability is used on, or what else its operation asked."""
    return chosen_of(voice, value, OPERATIONS[ABILITIES[ability].do].sorts[name])


def used_on(voice: Voice, key: str, kind: str, card: str) -> str:
    """What a card was used on."""
    works = [OPERATIONS[ABILITIES[each].do] for each in OF_CARD.get(f"{kind}:{card}", ())]
    # Several fronts are not shown, and Notre-Dame is used by itself while its owner researches.
    sorts = [work.sorts["on"] for work in works if work.sorts and work.sorts["on"] is not FRONT]
    return chosen_of(voice, key, sorts[0] if sorts else TECHNOLOGY)


def chosen_of(voice: Voice, value: Any, sort: Thing[Any]) -> str:
    """One thing of a sort, several, or none of them, by their keys."""
    if isinstance(value, list):
        return voice.join(sort.words(voice, each) for each in value)
    return voice.say("option.none") if value == NONE else sort.words(voice, value)


def route(voice: Voice, target: str, origin: str) -> str:
    """Where figures go from a square: on, to explore, or into a city to learn."""
    start, (goal, dark) = origin.rstrip("+&"), target.rstrip("?").partition(">")[::2]
    if dark:
        key = "explore_here" if goal == start else "explore"
    else:
        key = "learn" if target.endswith("?") else "go"
    return voice.say(f"route.{key}", start=start, goal=goal, dark=dark)


def orders(voice: Voice, value: Mapping[str, str]) -> str:
    """Standing orders in a row."""
    said = [voice.say(f"order.{field}", setting=setting) for field, setting in value.items()]
    return voice.chain(said, "order.more") if said else voice.say("option.none")


FORMATS: dict[str, Format] = {
    function.__name__: function
    for function in (
        chosen,
        chosen_unit,
        coin,
        party,
        front,
        piece,
        item,
        ability,
        abilities,
        source,
        cancelled,
        way,
        good,
        bundle,
        points,
        a_figure,
        a_person,
        figures,
        fighter,
        drawn_person,
        loot_taken,
        wounds,
        deaths,
        scores,
        seen_tokens,
        part,
        used_on,
        route,
        orders,
    )
}
FORMATS |= {
    name: partial(chosen_of, sort=sort)
    for name, sort in (
        ("owned_coin", COIN),
        ("means", REPLY),
        ("hidden", HIDDEN),
        ("free_item", ITEM),
        ("loot", LOOT),
    )
}
"""What was chosen, of sorts that write several facts as one key."""
FACTS: Mapping[str, Any] = {}
