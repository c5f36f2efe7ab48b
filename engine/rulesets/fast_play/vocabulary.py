"""Words of the Fast Play rules that no file lists: names on the board, keys made of several facts.

Orders name alike pieces by their type, `settler+1` for those that have used a movement point and
`knight+0` for those that have used a road. The words around these are entries of the catalog.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.messages.speech import Format, Speech
from engine.rulesets.fast_play import events
from engine.world import words

NAMES = dict(words.NAMES)


def who(speech: Speech, seat: int) -> str:
    """A player, or the barbarians."""
    return speech.seat(seat) if seat >= 0 else speech.say("barbarians")


def group(speech: Speech, key: str) -> str:
    """Alike pieces, as a choice."""
    unit, _, spent = key.partition("+")
    kind = {"": "fresh", "0": "road"}.get(spent, "moved")
    return speech.say(f"group_name.{kind}", unit=unit, spent=spent)


def groups(speech: Speech, keys: Iterable[str]) -> str:
    """Chosen pieces: "2 swordsmen and a settler"."""
    counts = Counter(key.partition("+")[0] for key in keys)
    return speech.join(speech.say(f"units.{unit}", n=count) for unit, count in counts.items())


def orders(speech: Speech, value: Mapping[str, str]) -> str:
    """Standing orders in a row."""
    said = (speech.say(f"order.{field}", setting=setting) for field, setting in value.items())
    return speech.chain(said, "order.more")


def rolled(speech: Speech, side: events.Side) -> str:
    """What a side of a battle rolled, the best first: "3 dice: 6 4 1"."""
    faces = " ".join(map(str, sorted(side.faces, reverse=True)))
    return speech.say("battle.dice", n=side.dice, faces=faces)


def built(event: events.Built) -> Mapping[str, Any]:
    """How many were built."""
    return {"count": len(event.places)}


FORMATS: dict[str, Format] = {
    **words.FORMATS,
    "who": who,
    "group": group,
    "groups": groups,
    "orders": orders,
    "rolled": rolled,
}
FACTS = {"Built": built}
