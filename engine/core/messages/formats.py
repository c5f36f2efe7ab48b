"""The formats every rule set shares. Each takes the speech, a fact and its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from engine.core.messages.speech import Facts, Format, Speech

LONGEST_QUOTE = 40


def seat(speech: Speech, value: int | str) -> str:
    """A player's name."""
    return speech.seat(int(value))


def seats(speech: Speech, value: Iterable[int]) -> str:
    """Several players' names."""
    return speech.join(map(speech.seat, value))


def name(speech: Speech, value: object, table: str) -> str:
    """What a table of the catalog calls something: `{card:name|technology}`."""
    return speech.say(f"{table}.{value}")


def gold(speech: Speech, value: int) -> str:
    """A sum of gold."""
    return speech.say("gold", n=value)


def unit(speech: Speech, value: str, count: str = "1") -> str:
    """Some pieces of one type: "a settler", "2 swordsmen"."""
    return speech.say(f"units.{value}", n=int(count))


def units(speech: Speech, value: Iterable[tuple[str, int]]) -> str:
    """Pieces of several types: "2 swordsmen and a settler"."""
    return speech.join(speech.say(f"units.{kind}", n=count) for kind, count in value)


def number(speech: Speech, value: int) -> str:
    """A number that may be below zero, with a proper minus."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def dice(speech: Speech, value: Iterable[int]) -> str:
    """The faces of dice: "3+5"."""
    return "+".join(map(str, value))


def rolls(speech: Speech, value: Iterable[tuple[int, tuple[int, ...], int]]) -> str:
    """Rolls against each other as (seat, faces, total); those who tied roll again."""
    rounds: list[list[str]] = []
    rolled: set[int] = set()
    for who, faces, total in value:
        if not rounds or who in rolled:
            rounds.append([])
            rolled.clear()
        rolled.add(who)
        less = sum(faces) - total
        rounds[-1].append(speech.say("roll.one", seat=who, faces=faces, total=total, less=less))
    return speech.chain(map(speech.chain, rounds), "roll.again")


def each(speech: Speech, value: Iterable[tuple[Any, ...]], key: str, *fields: str) -> str:
    """An entry for each of several rows: `{lost:each|plague.loss|seat|units}`."""
    return speech.join(speech.say(key, **dict(zip(fields, row, strict=True))) for row in value)


def text(speech: Speech, value: Any, key: str) -> str:
    """An entry about a fact that has facts of its own: `{attacker:text|battle.side}`.

    The fact as a whole is `it` there.
    """
    return speech.say(key, **facts_of(value), it=value)


def quote(speech: Speech, value: object) -> str:
    """What a player typed, cut short."""
    typed = str(value)
    if len(typed) > LONGEST_QUOTE:
        typed = typed[: LONGEST_QUOTE - 1] + "…"
    return speech.say("quote", typed=typed)


FORMATS: Mapping[str, Format] = {
    function.__name__: function
    for function in (seat, seats, name, gold, unit, units, number, dice, rolls, each, text, quote)
}


def facts_of(value: Any) -> Facts:
    """A struct's fields, or a mapping as it is."""
    return value if isinstance(value, Mapping) else msgspec.structs.asdict(value)
