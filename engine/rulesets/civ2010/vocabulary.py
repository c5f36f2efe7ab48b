"""Words of the 2010 rules that no file lists: keys made of several facts, taken apart here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.messages import Format, Voice
from engine.rulesets.civ2010.cities.production import category
from engine.rulesets.civ2010.describing import NONE, plain
from engine.rulesets.civ2010.tables import (
    BUILDINGS,
    PEOPLE,
    PERSON_TYPES,
    POLICIES,
    RESOURCES,
    TECHNOLOGIES,
    TERRAIN_LETTERS,
    UNITS,
    WONDERS,
    source_of,
)
from engine.tiles.view import square_of

NAMES: Mapping[str, str] = {}


def chosen(voice: Voice, key: str, table: str) -> str:
    """A thing of a table, or nothing at all."""
    return voice.say("option.none") if key == NONE else voice.say(f"{table}.{plain(key)}")


def coin(voice: Voice, where: str) -> str:
    """Where a coin token lies."""
    return voice.say("coin_place", where=where)


def owned_coin(voice: Voice, key: str) -> str:
    """A coin token of a player: `1>pottery`."""
    seat, _, where = key.partition(">")
    return voice.say("owned_coin", seat=int(seat), where=where)


def coin_gift(voice: Voice, key: str) -> str:
    """A coin token for a player: `pottery>1`."""
    where, _, seat = key.partition(">")
    return voice.say("coin_gift", seat=int(seat), where=where)


def victims(voice: Voice, key: str) -> str:
    """Figures to be lost: `army1scout0`, or a great person."""
    if key == "person":
        return voice.say("victim_person")
    armies, _, scouts = key.removeprefix("army").partition("scout")
    found = [("army", int(armies)), ("scout", int(scouts))]
    return voice.join(voice.say(f"figures.{kind}", n=n) for kind, n in found if n)


def front(voice: Voice, key: int | str) -> str:
    """A front as people count."""
    return str(int(key) + 1)


def inner(voice: Voice, key: str, table: str) -> str:
    """What follows the colon, from a table."""
    return voice.say(f"{table}.{key.partition(':')[2]}")


def inner_place(voice: Voice, key: str) -> str:
    """The square that follows the colon."""
    return key.partition(":")[2]


def inner_seat(voice: Voice, key: str) -> str:
    """The player that follows the colon."""
    return voice.seat(int(key.partition(":")[2]))


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


def means(voice: Voice, key: str) -> str:
    """The card that something is cancelled with."""
    key, _, spent = key.partition("+")
    kind, _, name = key.partition(":")
    words = voice.say(f"{kind}.{name}")
    return voice.say("paid_means", means=words, things=way(voice, spent)) if spent else words


def hidden(voice: Voice, key: str) -> str:
    """A hidden card or token: `card:lost`."""
    kind, _, name = plain(key).partition(":")
    return voice.say(f"{kind}.{name}")


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


def free_item(voice: Voice, key: str) -> str:
    """Something for nothing: `unit:infantry`, `figure:army`, `building:market`."""
    kind, _, name = key.partition(":")
    if key == NONE:
        return voice.say("option.none")
    return voice.say(f"units.{name}", n=1) if kind == "unit" else voice.say(f"{kind}.{name}")


def chosen_unit(voice: Voice, key: str) -> str:
    """A type of unit, or nothing at all."""
    return voice.say("option.none") if key == NONE else voice.say(f"units.{key}", n=1)


def drawn_person(voice: Voice, key: str) -> str:
    """A great person by card or by type."""
    name = plain(key)
    return voice.say(f"person.{name}" if name in PEOPLE else f"person_type.{name}")


def loot(voice: Voice, key: str) -> str:
    """What the winner chooses to take."""
    kind, _, what = key.partition(":")
    if key == NONE:
        return voice.say("option.none")
    return voice.say(f"option.loot.{kind}", key=what, n=1)


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


def targets(voice: Voice, value: Any) -> str:
    """What an ability is used on, whatever sort of key it is."""
    if isinstance(value, list):
        return voice.join(voice.say("front_name", front=int(each) + 1) for each in value)
    key = str(value)
    if square_of(key):
        return key
    kind, colon, name = key.partition(":")
    if colon and kind in ("wonder", "building", "unit"):
        return inner_target(voice, kind, name)
    if ">" in key:
        one = key.partition(">")[0]
        return owned_coin(voice, key) if one.isdigit() else coin_gift(voice, key)
    if (key.startswith("army") and "scout" in key) or key == "person":
        return victims(voice, key)
    for table, known in TABLES:
        if key in known:
            return voice.say(f"{table}.{key}", n=1)
    return voice.seat(int(key)) if key.isdigit() and int(key) < 5 else key


def inner_target(voice: Voice, kind: str, name: str) -> str:
    """A target with its kind before a colon."""
    if kind == "wonder":
        return voice.say(f"wonder.{name}")
    return name if kind == "building" else voice.seat(int(name))


TABLES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("technology", TECHNOLOGIES),
    ("resource", dict.fromkeys(RESOURCES)),
    ("terrain", TERRAIN_LETTERS),
    ("policy", POLICIES),
    ("figure", dict.fromkeys(("army", "scout"))),
    ("units", UNITS),
    ("currency", dict.fromkeys(("trade", "culture"))),
)


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
        owned_coin,
        coin_gift,
        victims,
        front,
        inner,
        inner_place,
        inner_seat,
        piece,
        item,
        ability,
        abilities,
        source,
        cancelled,
        means,
        hidden,
        way,
        good,
        bundle,
        points,
        a_figure,
        a_person,
        figures,
        fighter,
        free_item,
        drawn_person,
        loot,
        loot_taken,
        wounds,
        deaths,
        scores,
        seen_tokens,
        targets,
        route,
        orders,
    )
}
FACTS: Mapping[str, Any] = {}
