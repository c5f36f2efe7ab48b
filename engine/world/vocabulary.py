"""How the board is spoken of: names of spaces, pieces and orders, for rule sets that extend it.

The words around these are entries of the kit's catalog. A rule set's own module `vocabulary` adds
formats, or replaces those whose keys mean more there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core.messages import Format, Voice
from engine.core.messages.formats import thing
from engine.core.text import Text
from engine.world.board import world
from engine.world.events import Produced
from engine.world.view import area_key

BOARD = world()

NAMES: Mapping[str, str] = {
    **{f"space.{space.id}": space.name for space in BOARD.spaces},
    **{f"area.{area_key(continent)}": continent for continent in BOARD.continents},
}


def place(voice: Voice, key: str) -> str:
    """A space within a sentence. What is no space was typed by a player, and is quoted."""
    if key not in BOARD.index:
        return thing(voice, key)
    kind = "sea" if BOARD.index[key] in BOARD.sea else "land"
    return voice.say(f"place_name.{kind}", name=voice.say(f"space.{key}"))


def places(voice: Voice, keys: Iterable[str]) -> str:
    """Several spaces."""
    return voice.join(place(voice, key) for key in keys)


def groups(voice: Voice, keys: Iterable[str]) -> str:
    """Chosen pieces, whatever they have spent: "2 swordsmen and a settler"."""
    counts = Counter(key.partition("+")[0] for key in keys)
    return voice.join(voice.say(f"units.{unit}", n=count) for unit, count in counts.items())


def orders(voice: Voice, value: Mapping[str, str]) -> str:
    """Changes of standing orders in a row. `toward_2` is about seat 2."""
    said = []
    for field, setting in value.items():
        kind, _, seat = field.partition("_")
        said.append(voice.say(f"order.{kind}", setting=setting, seat=int(seat or 0)))
    return voice.chain(said, "order.more") if said else voice.say("order.none")


def details(voice: Voice, parts: Iterable[Text]) -> str:
    """What is to be known about an option, one thing after the other."""
    return voice.chain((voice.say(part.key, **part.data) for part in parts), "detail.more")


def raised(event: Produced) -> Mapping[str, bool]:
    """Whether an income is more than its parts: it was raised to the minimum."""
    return {"raised": sum(n for _, n in event.parts) < event.income}


FORMATS: Mapping[str, Format] = {
    "place": place,
    "places": places,
    "groups": groups,
    "orders": orders,
    "details": details,
}
