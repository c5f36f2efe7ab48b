"""What operations and small questions are about: squares, players, coins, things with a name.

Each sort is the one place that knows how its things are written in answers; the rules speak of
squares by number, of players by seat, and of what has several facts by a tuple of them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Any, NamedTuple, TypeVar

from engine.core.grammar import Option, Price
from engine.core.messages import Voice
from engine.core.question import Sort
from engine.core.text import Text
from engine.rulesets.civ2010.describing import effect, option, seat_option
from engine.rulesets.civ2010.map.board import grid, name
from engine.rulesets.civ2010.state import State
from engine.rulesets.civ2010.tables import TERRAIN_LETTERS, TERRAIN_NAMES

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


class Thing(Sort[T]):
    """A sort of things; `table` of the catalog has the words of their options."""

    def __init__(self, table: str) -> None:
        self.table = table

    def option(self, state: Any, thing: T) -> Option:
        return option(self.table, self.key(state, thing))

    def words(self, voice: Voice, key: str) -> str:
        """What was chosen, inside a sentence."""
        return voice.say(f"label.{self.table}", key=key)


class Named(Thing[str]):
    """Things with names of their own, such as technologies."""

    def find(self, state: Any, key: str, among: Collection[str]) -> str | None:
        return key if key in among else None

    def words(self, voice: Voice, key: str) -> str:
        return voice.say(f"{self.table}.{key}")


class Square(Thing[int]):
    """Squares of the map, and the cities on them, by their place in the grid."""

    unknown, fact = "no_such_square", "place"

    def __init__(self, table: str, price: tuple[Price, ...] = (), none: Option = Sort.none) -> None:
        super().__init__(table)
        self.price, self.none = price, none

    def key(self, state: State, thing: int) -> str:
        return name(state, thing)

    def find(self, state: State, key: str, among: Collection[int]) -> int | None:
        return grid(state).find(key)

    def option(self, state: State, thing: int) -> Option:
        key = name(state, thing)
        return option(self.table, key, place=key, price=self.price)

    def words(self, voice: Voice, key: str) -> str:
        return key


class Seat(Thing[int]):
    """Players."""

    def find(self, state: State, key: str, among: Collection[int]) -> int | None:
        return int(key) if key.isdecimal() and int(key) < state.seats else None

    def option(self, state: State, thing: int) -> Option:
        return seat_option(str(thing))

    def words(self, voice: Voice, key: str) -> str:
        return voice.seat(int(key))


class Unit(Named):
    """Types of units, as one unit of each."""

    def words(self, voice: Voice, key: str) -> str:
        return voice.say(f"units.{key}", n=1)


class Recruits(Unit):
    """What can be recruited: units and figures."""

    def option(self, state: Any, thing: str) -> Option:
        return (FIGURE if thing in FIGURES else UNIT).option(state, thing)

    def words(self, voice: Voice, key: str) -> str:
        return (FIGURE if key in FIGURES else UNIT).words(voice, key)


class Front(Thing[int]):
    """Fronts of a battle, which players count from 1."""

    def words(self, voice: Voice, key: str) -> str:
        return voice.say("front_name", front=int(key) + 1)


class Coin(NamedTuple):
    """A coin token: whose, and where it lies; with no place, any of that player's."""

    seat: int
    where: str = ""


class CoinOf(Thing[Coin]):
    """Others' coin tokens."""

    def key(self, state: State, thing: Coin) -> str:
        return f"{thing.seat}>{thing.where}" if thing.where else str(thing.seat)

    def option(self, state: State, thing: Coin) -> Option:
        if not thing.where:
            return seat_option(str(thing.seat))
        return Option(self.key(state, thing), Text("label.coin_of", thing._asdict()))

    def words(self, voice: Voice, key: str) -> str:
        seat, _, where = key.partition(">")
        return (
            voice.say("owned_coin", seat=int(seat), where=where) if where else voice.seat(int(seat))
        )


class Gift(Thing[Coin]):
    """A coin token from where it lies to another player."""

    def key(self, state: State, thing: Coin) -> str:
        return f"{thing.where}>{thing.seat}"

    def option(self, state: State, thing: Coin) -> Option:
        return Option(self.key(state, thing), Text("label.coin_gift", thing._asdict()))

    def words(self, voice: Voice, key: str) -> str:
        where, _, seat = key.partition(">")
        return voice.say("coin_gift", seat=int(seat), where=where)


class Party(NamedTuple):
    """So many figures of a square; or the great person that stands there."""

    armies: int = 0
    scouts: int = 0
    person: bool = False


class Figures(Thing[Party]):
    """Some of the figures of a square."""

    def key(self, state: Any, thing: Party) -> str:
        return "person" if thing.person else f"army{thing.armies}scout{thing.scouts}"

    def option(self, state: Any, thing: Party) -> Option:
        key = self.key(state, thing)
        if thing.person:
            return Option(key, Text("label.person_there"))
        return Option(key, Text("label.party", {"armies": thing.armies, "scouts": thing.scouts}))

    def words(self, voice: Voice, key: str) -> str:
        if key == "person":
            return voice.say("label.person_there")
        armies, _, scouts = key.removeprefix("army").partition("scout")
        return voice.say("party", armies=int(armies), scouts=int(scouts))


class Copy(NamedTuple):
    """A thing that there may be several of, counted from 1."""

    name: str
    number: int = 1


def numbered(things: Iterable[H]) -> list[tuple[H, int]]:
    """Some things, each with a number, so that it can be chosen even where others are like it."""
    seen: dict[H, int] = {}
    found = []
    for each in things:
        seen[each] = seen.get(each, 0) + 1
        found.append((each, seen[each]))
    return found


def copies(names: Iterable[str]) -> list[Copy]:
    """Some things with names, of which several may be alike."""
    return [Copy(*each) for each in numbered(names)]


class Copies(Thing[Copy]):
    """Things of which there may be several."""

    def key(self, state: Any, thing: Copy) -> str:
        return thing.name if thing.number == 1 else f"{thing.name}~{thing.number}"

    def option(self, state: Any, thing: Copy) -> Option:
        return Option(self.key(state, thing), option(self.table, thing.name).label)

    def effect(self, thing: Copy) -> Text:
        """What a card does."""
        return effect(self.table, thing.name)

    def words(self, voice: Voice, key: str) -> str:
        return voice.say(f"{self.table}.{key.partition('~')[0]}")


class Hidden(NamedTuple):
    """A card or token that others do not see: its kind, its name, and which of several it is."""

    kind: str
    name: str
    number: int = 1


class HiddenThings(Thing[Hidden]):
    """What can be thrown away."""

    def key(self, state: Any, thing: Hidden) -> str:
        kind, name, number = thing
        return f"{kind}:{name}" if number == 1 else f"{kind}:{name}~{number}"

    def option(self, state: Any, thing: Hidden) -> Option:
        kind, name, _ = thing
        label = Text(f"label.{kind}", {"key": name})
        return Option(self.key(state, thing), label, detail=effect(kind, name))

    def words(self, voice: Voice, key: str) -> str:
        kind, _, name = key.partition("~")[0].partition(":")
        return voice.say(f"{kind}.{name}")


class Item(NamedTuple):
    """A unit, figure or building: its sort, and which of them."""

    sort: str
    kind: str


class Items(Thing[Item]):
    """Things of several sorts that a player may have."""

    def key(self, state: Any, thing: Item) -> str:
        return f"{thing.sort}:{thing.kind}"

    def option(self, state: Any, thing: Item) -> Option:
        return Option(self.key(state, thing), option(thing.sort, thing.kind).label)

    def words(self, voice: Voice, key: str) -> str:
        sort, _, kind = key.partition(":")
        return (UNIT if sort == "unit" else Named(sort)).words(voice, kind)


class Letter(Named):
    """Terrains, which the map has as letters."""

    def find(self, state: Any, key: str, among: Collection[str]) -> str | None:
        return super().find(state, TERRAIN_LETTERS.get(key, ""), among)

    def key(self, state: Any, thing: str) -> str:
        return TERRAIN_NAMES[thing]

    def option(self, state: Any, thing: str) -> Option:
        return option(self.table, TERRAIN_NAMES[thing])


class Prey(NamedTuple):
    """What the ages leave behind: a wonder, a unit of a player, or the building on a square."""

    wonder: str = ""
    seat: int | None = None
    at: int | None = None


class Outdated(Thing[Prey]):
    """Wonders, units and buildings, one of which becomes obsolete or is lost."""

    def key(self, state: State, thing: Prey) -> str:
        if thing.at is not None:
            return f"building:{name(state, thing.at)}"
        return f"wonder:{thing.wonder}" if thing.seat is None else f"unit:{thing.seat}"

    def option(self, state: State, thing: Prey) -> Option:
        key = self.key(state, thing)
        if thing.at is not None:
            place = name(state, thing.at)
            label = Text("label.undermine_building", {"place": place})
            return Option(key, label, place=place, detail=piece_on(state, thing.at))
        if thing.seat is not None:
            return Option(key, Text("label.undermine_unit", {"seat": thing.seat}))
        return Option(key, Text("label.undermine_wonder", {"wonder": thing.wonder}))

    def words(self, voice: Voice, key: str) -> str:
        kind, _, what = key.partition(":")
        if kind == "wonder":
            return voice.say(f"wonder.{what}")
        return what if kind == "building" else voice.seat(int(what))


def piece_on(state: State, at: int) -> Text:
    """The architecture on a square."""
    piece = state.pieces[at]
    table = "person_type" if piece.role == "person" else piece.role
    return option(table, piece.kind).label


class Count(Thing[int]):
    """How many."""

    def words(self, voice: Voice, key: str) -> str:
        return str(key)


SQUARE, CITY, SEAT = Square("square"), Square("city"), Seat("seat")
TECHNOLOGY, RESOURCE, FIGURE, CURRENCY = map(
    Named, ("technology", "resource", "figure", "currency")
)
BUILDING, POLICY, GOVERNMENT, INVESTMENT = map(
    Named, ("building", "policy", "government", "investment")
)
FIGURES = ("army", "scout")
UNIT, RECRUIT = Unit("unit"), Recruits("unit")
FRONT, PARTY = Front("front"), Figures("party")
CARD, PERSON, PERSON_TYPE = map(Copies, ("card", "person", "person_type"))
RESERVE = Square("square", none=Option("reserve", Text("option.reserve")))
RAZE, FORTIFICATION, NURSE = map(Named, ("raze", "fortification", "nurse"))
HIDDEN = HiddenThings("hidden")
STEP, ITEM = Thing[int]("step"), Items("item")
TERRAIN, PREY = Letter("terrain"), Outdated("undermine")
COIN, GIFT = CoinOf("coin_of"), Gift("coin_gift")
DECK, LEVEL, COUNT = Thing[int]("deck"), Thing[int]("level"), Count("count")
