"""What the tests must know of each rule set's words: its tables, and plausible facts for events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import msgspec

from engine.core.events import Event, TakenBack
from engine.core.registry import ruleset
from engine.core.text import Text
from engine.rulesets.standard import tables as standard
from engine.rulesets.standard.orders import StandingOrders
from engine.rulesets.standard.turn import TurnPhase
from engine.world import world
from engine.world.duels import SIDES
from engine.world.state import SIZES
from tests.messages.builders import advanced, civ2010, fast_play, rhye


class Words(NamedTuple):
    """A rule set's tables of names, and values for the fields of its events.

    A field is looked up as `Event.field`, then as `field`; all its values are tried, the first of
    them with every value of the other fields.
    """

    tables: Mapping[str, Iterable[str]]
    values: Mapping[str, Sequence[Any]]


UNITS = [unit.id for unit in standard.UNITS]
UNIT_VALUES = ((("swordsman", 2), ("settler", 1)), (("galley", 1),))
ROLLS = (((0, (4, 5), 9), (1, (6, 3), 9), (0, (1, 1), 2), (1, (2, 1), 3)), ((0, (6, 6), 10),))
THINGS = ("loan:gobi", "settlement:gobi", "technology:ancient", "wonder:great_wall")
PIECES = ("swordsman@gobi", "swordsman@gobi", "galley#12@north_sea")

STANDARD = Words(
    tables={
        "unit": UNITS,
        "units": UNITS,
        "technology": standard.CARDS,
        "wonder": [wonder.id for wonder in standard.WONDERS],
        "marker": standard.MARKERS,
        "era": standard.TABLES.eras,
        "size": [str(size + 1) for size in range(len(SIZES))],
        "space": [space.id for space in world().spaces],
        "phase": {*TurnPhase.steps, *ruleset("standard").titles},
        "end": {"modern_technologies", "last_one_standing", "turn_limit"},
        "points": {"settlements", "technologies", "wonders"},
        "role": standard.BEATS,
        "milestone": {thing for thing, _ in standard.GOALS},
        "detail.role": {unit.role for unit in standard.UNITS},
        "detail.orders": StandingOrders.explained,
        "side": SIDES,
    },
    values={
        "place": ("gobi", "north_sea"),
        "origin": ("gobi", "north_sea"),
        "target": ("steppe", "north_sea"),
        "era": ("ancient", "modern"),
        "EraEnding.era": ("ancient", "modern"),
        "phase": TurnPhase.steps,
        "marker": standard.MARKERS,
        "TerrainFound.marker": ("desert", "mountains", "jungle_forest", "fertile"),
        "Founded.marker": ("", "wine", "fertile"),
        "resource": standard.RESOURCES,
        "fleet": ("", "galley"),
        "card": ("masonry",),
        "TechnologyFound.card": ("", "masonry"),
        "unit": UNITS,
        "wonder": [wonder.id for wonder in standard.WONDERS],
        "why": ("withdrawn", "declined", "void"),
        "reason": ("modern_technologies", "last_one_standing", "turn_limit"),
        "size": (1, 2, 3, 4),
        "PlagueStruck.size": (2, 0),
        "radius": (0, 1, 2),
        "winner": (1,),
        "BattleEnded.winner": (-1, 1),
        "Fighter.unit": ("swordsman", "horseman", "catapult"),
        "units": UNIT_VALUES,
        "cargo": ((), *UNIT_VALUES),
        "rolls": ROLLS,
        "lost": (False, True),
        "PlagueStruck.lost": (((0, UNIT_VALUES[0]), (1, UNIT_VALUES[1])), ()),
        "attackers": ((0,), (0, 1)),
        "defenders": ((1,), (1, 2)),
        "losers": ((1,), ()),
        "faces": ((3,), (3, 5)),
        "gave": (THINGS, (), PIECES),
        "got": (PIECES, (), THINGS),
    },
)

WORDS: Mapping[str, Words] = {
    "standard": STANDARD,
    "advanced": Words(advanced.tables(STANDARD.tables), advanced.values(STANDARD.values)),
    "fast_play": Words(fast_play.TABLES, fast_play.VALUES),
    "civ2010": Words(civ2010.TABLES, civ2010.VALUES),
    "rhye": Words(rhye.TABLES, rhye.VALUES),
}


def event_types(name: str) -> tuple[type[Event], ...]:
    """Every type of event that a game of a rule set tells."""
    return (*get_args(ruleset(name).events), TakenBack)


def plausible_events(name: str) -> Iterator[Event]:
    """Events of every type, each field with all its plausible values."""
    for kind in event_types(name):
        yield from plausible(kind, WORDS[name].values)


def plausible(kind: type[Any], values: Mapping[str, Sequence[Any]]) -> Iterator[Any]:
    """Instances of a struct: the first value of every field, then each other value in turn."""
    choices = {
        field.name: _choices(kind.__name__, field, values) for field in msgspec.structs.fields(kind)
    }
    first = {name: tried[0] for name, tried in choices.items()}
    yield kind(**first)
    for name, tried in choices.items():
        for value in tried[1:]:
            yield kind(**{**first, name: value})


def _choices(
    kind: str, field: msgspec.structs.FieldInfo, values: Mapping[str, Sequence[Any]]
) -> tuple[Any, ...]:
    for name in (f"{kind}.{field.name}", field.name):
        if name in values:
            return tuple(values[name])
    if field.type is bool:
        return (False, True)
    if field.type is int:
        return (1, 0, 2)
    if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
        return tuple(plausible(field.type, values))
    raise AssertionError(f"say in WORDS what {kind}.{field.name} can be")


def texts_in(thing: Any) -> Iterator[Text]:
    """The messages somewhere in a value."""
    if isinstance(thing, Text):
        yield thing
    elif isinstance(thing, tuple):
        for each in thing:
            yield from texts_in(each)
    elif isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from texts_in(getattr(thing, field))
