"""The formats that all templates can use: players, pieces, prices, dice, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.grammar import Price
from engine.core.messages.entries import Format, facts_of
from engine.core.messages.voice import Voice
from engine.core.text import Text

LONGEST_QUOTE = 40


def seat(voice: Voice, value: int | str) -> str:
    """A player's name."""
    return voice.seat(int(value))


def seats(voice: Voice, value: Iterable[int]) -> str:
    """Several players' names."""
    return voice.join(map(voice.seat, value))


def name(voice: Voice, value: object, table: str) -> str:
    """What a table of the catalog calls something: `{card:name|technology}`."""
    return voice.say(f"{table}.{value}")


def names(voice: Voice, value: Iterable[object], table: str) -> str:
    """What a table of the catalog calls several things: `{missing:names|technology}`."""
    return voice.join(voice.say(f"{table}.{each}") for each in value)


def gold(voice: Voice, value: int) -> str:
    """A sum of gold."""
    return voice.say("gold", n=value)


def price(voice: Voice, value: Iterable[Price]) -> str:
    """What something costs."""
    return voice.price(value)


def currency(voice: Voice, value: int, name: str) -> str:
    """So much of a currency that another fact names: `{funds:currency|{currency}}`."""
    return voice.price([Price(value, name)])


def unit(voice: Voice, value: str, count: str = "1") -> str:
    """Some pieces of one type: "a settler", "2 swordsmen"."""
    return voice.say(f"units.{value}", n=int(count))


def units(voice: Voice, value: Iterable[tuple[str, int]]) -> str:
    """Pieces of several types: "2 swordsmen and a settler"."""
    return voice.join(voice.say(f"units.{kind}", n=count) for kind, count in value)


def labels(voice: Voice, value: Iterable[Text]) -> str:
    """Several labels in a row."""
    return voice.join(voice.say(each.key, **each.data) for each in value)


def number(voice: Voice, value: int) -> str:
    """A number that may be below zero, with a proper minus."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def dice(voice: Voice, value: Iterable[int]) -> str:
    """The faces of dice: "3+5"."""
    return "+".join(map(str, value))


def rolls(voice: Voice, value: Iterable[tuple[int, tuple[int, ...], int]]) -> str:
    """Rolls against each other as (seat, faces, total); those who tied roll again."""
    rounds: list[list[str]] = []
    rolled: set[int] = set()
    for who, faces, total in value:
        if not rounds or who in rolled:
            rounds.append([])
            rolled.clear()
        rolled.add(who)
        less = sum(faces) - total
        rounds[-1].append(voice.say("roll.one", seat=who, faces=faces, total=total, less=less))
    return voice.chain(map(voice.chain, rounds), "roll.again")


def each(voice: Voice, value: Iterable[tuple[Any, ...]], key: str, *fields: str) -> str:
    """An entry for each of several rows: `{lost:each|plague.loss|seat|units}`."""
    return voice.join(voice.say(key, **dict(zip(fields, row, strict=True))) for row in value)


def text(voice: Voice, value: Any, key: str) -> str:
    """An entry about a fact that has facts of its own: `{attacker:text|battle.side}`.

    The fact as a whole is `it` there.
    """
    return voice.say(key, **facts_of(value), it=value)


def quote(voice: Voice, value: object) -> str:
    """What a player typed, cut short."""
    typed = str(value)
    if len(typed) > LONGEST_QUOTE:
        typed = typed[: LONGEST_QUOTE - 1] + "…"
    return voice.say("quote", typed=voice.escape(typed))


def thing(voice: Voice, value: object) -> str:
    """What a player meant, by its name; what has none, in the words that were typed."""
    things, key = voice.catalog.things, str(value)
    # A key of several facts, such as a ship in its zone, is called after those that have names.
    parts = (
        [key]
        if key in things
        else [part for part in _FACTS.split(key) if part.strip("0123456789 ")]
    )
    named = [things.get(part) or part.replace("_", " ") for part in parts]
    return quote(voice, " ".join(named) or key)


_FACTS = re.compile(r"[#@/:+.]")
_FORMATS: tuple[Format, ...] = (
    *(seat, seats, name, names, gold, price, currency, unit, units),
    *(labels, number, dice, rolls, each, text, quote, thing),
)
FORMATS: Mapping[str, Format] = {function.__name__: function for function in _FORMATS}
